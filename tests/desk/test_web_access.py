"""Who is let in, and what is refused: no session, a lower role, another site, a flood."""

from urllib.parse import quote

import pytest

from clock.desk.people import UserRole
from clock.desk_pages.registry import ACTS, PAGES
from clock.desk_pages.requests import BODY_BYTES_MAX
from clock.link.enrolment import code_of
from clock.link.messages import Ack
from clock.rounds.results import RoundKey
from tests.desk.desk_server import ORGANIZER, REFEREE, DeskServer
from tests.desk.pages import NAMES, shared_desk
from tests.rounds.test_pairings import REPORT

__all__ = ["shared_desk"]


def path_of(path: str) -> str:
    """A path with its places filled in."""
    return path.replace("{table}", "1").replace("{round}", "1").replace("{kind}", "csv")


@pytest.mark.parametrize("path", [page.path for page in PAGES])
def test_a_page_is_shown_to_its_role_and_those_above_and_to_nobody_else(
    path: str, desk: DeskServer
) -> None:
    (page,) = (page for page in PAGES if page.path == path)
    assert desk.ask(path_of(path)).headers["location"] == f"/login?to={path_of(path)}"
    for role, name in NAMES.items():
        cookie, _ = desk.admit(name, role)
        status = desk.ask(path_of(path), cookie).status
        assert status in ((200, 404) if role.may(page.role) else (403,)), role


ROLES = {
    UserRole.ORGANIZER: {
        *("/round/import", "/round/set", "/round/start", "/round/undo", "/round/delete"),
        *("/round/choose", "/round/pair", "/round/pair/{table}"),
        *("/tables/{table}/corrections", "/tables/{table}/replacement"),
        "/tables/{table}/taken_up",
        *("/round/start/{table}", "/round/absent/{table}"),
        *(
            "/results/confirm",
            "/results/confirm-all",
            "/results/score",
            "/clocks/seen",
            "/clocks/move",
        ),
        *("/clocks/revoke", "/clocks/admit", "/clocks/enrol", "/people/put", "/people/remove"),
    },
    UserRole.REFEREE: {
        *("/act/take", "/act/stay", "/act/drop", "/act/pin", "/act/duty"),
        *("/results/enter", "/clocks/identify"),
    },
}


def test_acts_are_for_the_roles_that_the_design_has() -> None:
    found = {role: {act.path for act in ACTS if act.role is role} for role in ROLES}
    assert found == ROLES
    assert sum(map(len, ROLES.values())) == len(ACTS)


@pytest.mark.parametrize("path", [act.path for act in ACTS])
def test_an_act_needs_a_session_its_token_the_role_and_the_desks_own_page(
    path: str, desk: DeskServer
) -> None:
    (act,) = (act for act in ACTS if act.path == path)
    path = path_of(path)
    before = state_of(desk)
    assert desk.ask(path, body={}).status == 401
    for role, name in NAMES.items():
        cookie, token = desk.admit(name, role)
        _, other = desk.admit(name, role)
        refused = (403,) if not role.may(act.role) else (401,)
        for wrong in ({}, {"X_Token": ""}, {"X_Token": other}, {"X_Token": token.upper()}):
            assert desk.ask(path, cookie, {}, **wrong).status in refused
        if not role.may(act.role):
            assert desk.ask(path, cookie, {}, X_Token=token).status == 403
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{desk.port}"):
            assert desk.ask(path, cookie, {}, X_Token=token, Origin=origin).status == 403
        assert desk.ask(path, cookie).status in (404, 405)
    assert state_of(desk) == before


@pytest.mark.parametrize(
    ("ack", "problem"), [(None, "no answer"), (Ack("a", done=False, reason="too late"), "too late")]
)
def test_what_a_clock_did_not_do_is_not_reported_as_done(
    desk: DeskServer, monkeypatch: pytest.MonkeyPatch, ack: Ack | None, problem: str
) -> None:
    async def command(*_: object) -> Ack | None:
        return ack

    monkeypatch.setattr(desk.site.desk, "command", command)
    answer = desk.act("/clocks/identify", REFEREE, UserRole.REFEREE, clock="clock-01")
    assert (answer.status, f"clock-01: {problem}" in answer.text) == (409, True)
    answer = desk.act("/round/start/1", ORGANIZER, UserRole.ORGANIZER, op="start")
    assert problem in answer.text


@pytest.mark.parametrize("cookie", ["", "somebody's"])
def test_a_page_that_is_not_there_says_so_and_leads_on(desk: DeskServer, cookie: str) -> None:
    cookie = cookie and desk.admit(REFEREE, UserRole.REFEREE)[0]
    answer = desk.ask("/nothing", cookie)
    assert (answer.status, "There is no such page." in answer.text) == (404, True)
    assert ('href="/now"' if cookie else 'href="/login"') in answer.text


def state_of(desk: DeskServer) -> object:
    """All that acts change."""
    site = desk.site
    phases = [station.state and station.state.phase for station in desk.hall.stations.values()]
    held = [clock.registered for clock in site.desk.clocks.values()]
    referees = site.desk.attention.referees
    return site.rounds.revision, site.people.everybody(), phases, held, referees


FAR = ("0", "5000", "9" * 19, "9" * 5_000, "²")
SECOND = RoundKey("", 2)
ENTERED = {"round": "1", "table": "1", "revision": "0", "outcome": "black"}


@pytest.mark.parametrize("number", FAR)
def test_a_round_that_no_event_has_is_refused(number: str, desk: DeskServer) -> None:
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    for path in ("/results?round={}", "/results/{}.csv"):
        answer = desk.ask(path.format(quote(number)), cookie)
        assert (answer.status, "from 1 to 999" in answer.text) == (404, True)
    rows = b"table,black,white\n1,Ann,Bo\n"
    path = f"/round/import?round={quote(number)}"
    answer = desk.ask(path, cookie, rows, X_Token=token)
    assert (answer.status, "from 1 to 999" in answer.act["text"]) == (409, True)
    assert set(desk.site.rounds.rounds) == {RoundKey("", 1)}


def test_a_report_in_utf_16_is_kept_as_it_came(desk: DeskServer) -> None:
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    body = REPORT.encode("utf-16")
    assert desk.ask("/round/import?round=2", cookie, body, X_Token=token).status == 200
    assert desk.site.rounds.rounds.pop(SECOND).report == REPORT  # the other tests have round 1


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/act/take", {"key": "no such"}),
        ("/act/pin", {}),
        ("/round/start", {"count": "99"}),
        ("/round/start/1", {"op": "identify"}),
        ("/round/start/99", {}),
        ("/round/import?round=x", {}),
        *(("/results/enter", {**ENTERED, "round": text}) for text in FAR),
        ("/results/enter", {**ENTERED, "revision": "9" * 5_000}),
        ("/results/enter", {"round": "1", "table": "1", "revision": "-1", "outcome": "black"}),
        ("/results/enter", {"round": "1", "table": "1", "revision": "0", "outcome": "lost"}),
        ("/results/enter", {"round": "9", "table": "1", "revision": "0", "outcome": "black"}),
        ("/results/confirm", {"round": "1", "table": "1", "revision": "0", "outcome": "black"}),
        ("/clocks/move", {"clock": "no such", "table": "1"}),
        ("/clocks/move", {"clock": "clock-01", "table": "../1"}),
        ("/clocks/admit", {"name": "new", "table": ""}),
        ("/clocks/revoke", {"clock": "../x"}),
        ("/people/put", {"name": "\x1b[31m", "role": "screen"}),
        ("/people/put", {"name": "Eva", "role": "emperor"}),
        ("/people/put", {"name": ORGANIZER, "role": "screen"}),
        ("/people/remove", {"name": ORGANIZER}),
    ],
)
def test_fields_that_make_no_sense_change_nothing(
    path: str, fields: dict[str, str], desk: DeskServer
) -> None:
    before = state_of(desk)
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    answer = desk.ask(path, cookie, fields, X_Token=token)
    assert answer.status in (200, 409)
    assert answer.status == 409 or path.startswith("/act/")
    assert state_of(desk) == before


def test_a_body_without_an_end_or_that_is_no_text_is_refused(desk: DeskServer) -> None:
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    long = desk.ask("/round/import?round=1", cookie, b"x" * (BODY_BYTES_MAX + 1), X_Token=token)
    assert long.status == 413
    announced = desk.ask("/round/import", cookie, b"x", X_Token=token, Content_Length="4000001")
    assert announced.status == 413
    for body in (b"\xff\xfe\xff", b"a=1&" * 200, b"\0"):
        assert desk.ask("/results/enter", cookie, body, X_Token=token).status == 409


def test_whoever_asks_as_a_clock_is_given_nothing_before_it_is_admitted(desk: DeskServer) -> None:
    before = state_of(desk)
    asked = desk.ask("/claim", body=b"s" * 43)
    assert (asked.status, asked.text) == (202, "")
    for secret in (b"", b"short", b"\xff" * 200):
        assert desk.ask("/claim", body=secret).status == 403
    assert desk.ask("/claim", body=b"s" * 43, Origin="http://evil.example").status == 403
    assert desk.ask("/claim").status == 405
    for code in (code_of("s" * 43).lower(), "AAAAAAAA", ""):
        cookie, token = desk.admit(REFEREE, UserRole.REFEREE)
        fields = {"code": code, "table": "9"}
        assert desk.ask("/clocks/enrol", cookie, fields, X_Token=token).status == 403
    assert state_of(desk) == before


def test_every_answer_has_a_policy_that_lets_nothing_foreign_in(desk: DeskServer) -> None:
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    answers = [
        desk.ask("/login"),
        desk.ask("/now", cookie),
        desk.ask("/files/desk.js"),
        desk.ask("/nowhere"),
        desk.ask("/act/take", cookie, {}, X_Token=token),
        desk.ask("/act/take", cookie, {}, Origin="http://evil.example"),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_names_are_text_wherever_they_are_shown(desk: DeskServer) -> None:
    name = "<img src=x onerror=alert(1)>\"'&"
    rows = f'table,black,white\n1,"{name.replace(chr(34), chr(34) * 2)}",Bo\n'
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    imported = desk.ask("/round/import?round=2", cookie, rows.encode(), X_Token=token)
    assert imported.status == 200
    for path in ("/round", "/results"):
        text = desk.ask(path, cookie).text
        assert "<img" not in text
        assert "&lt;img src=x" in text
    again = desk.site.rounds.rounds.pop(SECOND)  # the other tests have round 1
    assert again.pairings[0].black == name
