"""Every act of the table of acts: who may do it, what the list of acts says of it, rubbish.

What a new act lacks is named here: an example, and what doing it writes into the list.
"""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from clock.desk.people import UserRole
from clock.desk_pages.registry import ACTS
from clock.desk_pages.result_rows import result_rows
from clock.link.enrolment import code_of
from clock.rounds.results import RoundKey
from clock.rules.inputs import PutAside, Stop
from tests.desk.desk_server import Answer, DeskServer, wait_until
from tests.desk.pages import NAMES, desk

if TYPE_CHECKING:
    from clock.desk_pages.requests import ActRow

__all__ = ["desk"]

SECRET = "s" * 43
ROUND = {"section": "", "round": "2"}
PAIR = {**ROUND, "table": "5", "black": "Gil", "white": "Hal"}
RESULT = {**ROUND, "table": "1", "revision": "0", "outcome": "draw"}
ROWS = b"table,black,white\n1,Ann,Bo\n2,Cy,Di\n3,Eva,Fay\n"
KEY = {"key": "game:2"}
NO_TEXT = ("9" * 5_000, "\0", "a\nb", "\x1b[31m", "x" * 300)
RUBBISH = ("", "²", "-1", "<b>", "../x", *NO_TEXT)
TAKEN_BACK = [
    "Reopen the game?",
    *("Reason decision→none yet", "Result Left won→none yet"),
    *("Last move 0→none yet", "Both clocks stay stopped"),
]
FREE = {"black": NO_TEXT, "white": NO_TEXT, "name": NO_TEXT, "absent": RUBBISH[1:]}
"""Fields in which more makes sense: names, and that nobody is absent."""

Fields = dict[str, str]
Listed = list[tuple[str, list[str]]]
"""What was done; what stood before and after."""


class Example(NamedTuple):
    """An act as its page asks for it, and what the list of acts has of it then."""

    path: str
    fields: Fields | bytes | Callable[[DeskServer], Fields]
    listed: Listed
    to: str = ""
    """Its address, if its path has a place in it."""


def finding(desk: DeskServer) -> Fields:
    """What the witness found, once somebody has put a journal back."""
    desk.put_back(3)
    wait_until(lambda: desk.site.desk.findings)
    return {"finding": str(desk.site.desk.findings[0].id)}


def marks(desk: DeskServer) -> Fields:
    rows = result_rows(desk.site, desk.site.rounds.rounds[RoundKey("", 2)])
    return {**ROUND, "seen": " ".join(row.mark for row in rows)}


def code(desk: DeskServer) -> Fields:
    """What a clock shows that asks to come in."""
    wait_until(lambda: desk.ask("/claim", body=SECRET.encode()) and desk.site.enrolments.codes)
    return {"code": code_of(SECRET), "name": "new", "table": "8"}


def key(desk: DeskServer) -> Fields:
    """Table 2, once its clocks were stopped for a while."""
    desk.at_table(2, Stop)
    wait_until(lambda: list(desk.site.desk.attention.items(desk.hall.now_ns())))
    return KEY


def aside(desk: DeskServer) -> Fields:
    """The game of table 2, once it was put aside."""
    desk.at_table(2, PutAside)
    wait_until(desk.site.desk.store.asides)
    return {"game": " ".join(map(str, desk.site.desk.store.asides()[0]))}


EXAMPLES = (
    Example("/round/import", ROWS, [("round 2: import, tables: 3", [])], "/round/import?round=2"),
    Example(
        "/round/pair",
        PAIR,
        [("round 2: pairs by hand, tables: 4", ["table 5: Gil – Hal added"])],
    ),
    Example(
        "/round/pair/{table}",
        {**PAIR, "table": "6"},
        [("round 2: pairs by hand, tables: 4", ["table 6: Gil – Hal, from table 5"])],
        "/round/pair/5",
    ),
    Example(
        "/round/undo",
        {"section": ""},
        [("round 2: undone", ["table 5: Gil – Hal, from table 6"])],
    ),
    Example(
        "/round/choose", {"round": "1"}, [("round 1 is the current round", ["before: round 2"])]
    ),
    Example(
        "/round/delete",
        ROUND,
        [
            (
                "round 2: deleted",
                [
                    *("table 1: Ann – Bo removed", "table 2: Cy – Di removed"),
                    *("table 3: Eva – Fay removed", "table 5: Gil – Hal removed"),
                ],
            )
        ],
    ),
    Example("/round/import", ROWS, [("round 2: import, tables: 3", [])], "/round/import?round=2"),
    Example("/round/set", {"section": ""}, [("round 2: clocks set", ["3 of 3 set"])]),
    Example(
        "/round/absent/{table}",
        {"absent": "black"},
        [("table 3: both here → Black is absent", [])],
        "/round/absent/3",
    ),
    Example(
        "/round/start/{table}",
        {"op": "start"},
        [("start of tables: 2", ["1 of 1 started"])],
        "/round/start/2",
    ),
    Example(
        "/round/start",
        {"section": "", "count": "2"},
        [("start of tables: 1, 3", ["2 of 3 started: 1 running; without Eva (3)"])],
    ),
    Example("/act/duty", {"on": "yes"}, [("on duty", [])]),
    Example("/act/pin", lambda desk: {**key(desk), "on": "yes"}, [("2: stays on top", [])]),
    Example("/act/take", KEY, [("2: on the way", [])]),
    Example("/act/stay", KEY, [("2: stays there", [])]),
    Example("/act/drop", KEY, [("2: given back", [])]),
    Example(
        "/results/enter",
        RESULT,
        [("round 2, table 1: result entered", ["no result → a draw"])],
    ),
    Example(
        "/results/score",
        b'[White "Bo"]\n[Black "Ann"]\n\n1. e4 *',
        [("round 2: scores", ["scores found: 1 of 3"])],
        "/results/score?round=2",
    ),
    Example(
        "/results/confirm",
        {**RESULT, "revision": "1", "stop": "yes"},
        [("round 2, table 1: result confirmed", ["a draw"])],
    ),
    Example(
        "/results/enter",
        {**RESULT, "table": "2", "outcome": "black"},
        [("round 2, table 2: result entered", ["no result → Cy won"])],
    ),
    Example(
        "/results/confirm-all",
        marks,
        [("round 2: results confirmed: 1; tables: 2", ["table 2: Cy won"])],
    ),
    Example(
        "/tables/{table}/corrections",
        {},
        [("table 2: corrected", TAKEN_BACK)],
        "/tables/2/corrections",
    ),
    Example(
        "/tables/{table}/taken_up",
        aside,
        [("Table 4: clock-04 takes up game 1 of clock-02", [])],
        "/tables/4/taken_up",
    ),
    Example("/clocks/seen", finding, [("finding 1 was looked at", [])]),
    Example("/clocks/identify", {"clock": "clock-02"}, [("clock-02: show its name", [])]),
    Example(
        "/clocks/move",
        {"clock": "clock-05", "table": "6"},
        [("clock-05: table 5 → 6", ["clock-06: table 6 → 5"])],
    ),
    Example("/clocks/revoke", {"clock": "clock-05"}, [("clock-05 was shut out", ["table 6"])]),
    Example(
        "/clocks/admit",
        {"name": "spare", "table": "5"},
        [("clock-spare was admitted", ["table 5", "clock-06: table 5 → -"])],
    ),
    Example("/clocks/enrol", code, [("clock-new was admitted", ["table 8"])]),
    Example(
        "/tables/{table}/replacement",
        {"spare": "clock-06"},
        [("Table 1: clock-06 replaces clock-01", [])],
        "/tables/1/replacement",
    ),
    Example(
        "/people/put",
        {"name": "Jan", "role": "referee"},
        [("Jan: a new password", ["nobody → time referee"])],
    ),
    Example("/people/remove", {"name": "Jan"}, [("Jan was removed", ["time referee → nobody"])]),
)
"""In an order in which one desk can do them."""


def act_of(example: Example) -> "ActRow":
    return next(act for act in ACTS if act.path == example.path)


def send(desk: DeskServer, to: str, body: Fields | bytes, role: UserRole, **headers: str) -> Answer:
    cookie, token = desk.admit(NAMES[role], role)
    return desk.ask(to, cookie, body, **{"X_Token": token, **headers})


def listed(desk: DeskServer) -> Listed:
    desk.site.desk.commit()
    acts = reversed(desk.site.log.acts())
    return [(str(each.text), [*map(str, each.changes)]) for each in acts]


def address(desk: DeskServer, example: Example) -> str:
    """Where an act is; a correction is the first question of the clock's menu."""
    if not example.path.endswith("/corrections"):
        return example.to or example.path
    clock = desk.site.desk.clocks["clock-02"]
    wait_until(lambda: clock.state is not None and clock.state.result is not None)
    waiting = ["/tables/2/correct"]
    while True:
        text = send_get(desk, waiting.pop(0))
        if found := re.search(r'action="(/tables/2/corrections[^"]*)"', text):
            return unescape(found[1])
        links = re.findall(r'href="(\?[^"]+|/tables/2/correct[^"]*)"', text)
        waiting += [
            each if each[0] == "/" else f"/tables/2/correct{each}" for each in map(unescape, links)
        ]


def send_get(desk: DeskServer, to: str) -> str:
    return desk.ask(to, desk.admit(NAMES[UserRole.ORGANIZER], UserRole.ORGANIZER)[0]).text


def refuse(desk: DeskServer, role: UserRole, to: str, body: Fields | bytes) -> None:
    """Strangers, lower roles, no token, and forms of other sites are refused."""
    assert desk.ask(to, body=body).status == 401
    for each in NAMES:
        wrong = {"Origin": "http://evil.example"} if each.may(role) else {}
        assert send(desk, to, body, each, **wrong).status == 403, (to, each)
    assert send(desk, to, body, role, X_Token="").status == 401


def bring_rubbish(desk: DeskServer, example: Example, to: str, body: Fields | bytes) -> None:
    """Each field, and the place in the path, is answered in a line; no act of it is listed."""
    role = act_of(example).role
    named = body if isinstance(body, dict) else {}
    bodies: list[tuple[str, Fields | bytes]] = [
        (to, {**named, name: text})
        for name, right in named.items()
        for text in FREE.get(name, RUBBISH)
        if text != right
    ]
    bodies += [(to, b"\xff\xfe\xff")] if body else []
    if "{table}" in example.path and example.to:
        places = (
            re.sub(r"\d", quote(text[:300], safe=""), example.to, count=1)
            for text in RUBBISH
            if text
        )
        bodies += [(place, body) for place in places]
    for place, fields in bodies:
        before = listed(desk)
        answer = send(desk, place, fields, role)
        if answer.status in (404, 405):
            continue
        assert answer.status in (200, 409), (place, fields, answer.text)
        if "json" in answer.headers["content-type"]:
            text = json.loads(answer.text)["text"]
            assert len(text.splitlines()) <= 1, (place, fields, text)
            assert len(text) < 300, (place, fields, text)
        assert answer.status == 200 or listed(desk) == before, (place, fields)


def test_every_act_is_for_its_role_listed_with_what_stood_before_and_proof_against_rubbish(
    desk: DeskServer,
) -> None:
    assert {each.path for each in EXAMPLES} == {act.path for act in ACTS}
    for example in EXAMPLES:
        role, to = act_of(example).role, address(desk, example)
        body = example.fields(desk) if callable(example.fields) else example.fields
        before = listed(desk)
        refuse(desk, role, to, body)
        assert listed(desk) == before, example.path
        bring_rubbish(desk, example, to, body)
        before = listed(desk)
        answer = send(desk, to, body, role)
        assert answer.status == 200, (example.path, answer.text)
        assert listed(desk)[len(before) :] == example.listed, example.path
