"""No room of the desk looks into a finished text, whatever page is shown and whatever is done."""

import random
import re
from functools import partial
from html import unescape
from http.client import HTTPConnection
from pathlib import Path

import pytest

from clock.desk.live import TextCall, _deviations
from clock.desk.people import UserRole
from clock.desk_pages import views
from clock.desk_pages.registry import ACTS, PAGES
from clock.game.names import Names
from clock.link.messages import Assign, Setting
from clock.notation.setup_table import SetupTable
from clock.rules.inputs import Finish, Result, Stop
from clock.rules.message import Message
from clock.text.language import LANGUAGES, render, speaking
from clock.text.opening import opening_name
from tests.conftest import WAIT_S
from tests.desk.desk_server import ORGANIZER, DeskServer, desk_pages_on, wait_until
from tests.desk.finished import Finished, LookedInto, finish_texts

PLACES = 20
ROUND = b"round,table,black,white\n2,1,Ann,Bo\n2,x,Cy,Di\n"


def test_a_finished_text_raises_in_a_room_of_the_desk_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = Finished("Rules - {name}")
    assert text.split(" - ")[0] == "Rules"
    monkeypatch.setitem(globals(), "__name__", views.__name__)
    for look in (lambda: text == "Rules", lambda: "-" in text, lambda: text[0], text.split):
        with pytest.raises(LookedInto):
            look()
    assert f"{text.format(name='club')}!" == "Rules - club!"


def test_pages_and_acts_look_into_no_finished_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with desk_pages_on(tmp_path, name="Demo") as desk:
        finish_texts(monkeypatch)  # the event's own name is a value
        for table in ("1", "2", "4"):
            act(desk, f"/round/start/{table}", op="start")
        desk.at_table(2, Stop)
        desk.at_table(1, partial(Finish, result=Result.DRAW, ground="agreed"))
        wait_until(lambda: "/tables/2/correct" in desk.ask("/tables/2", cookie(desk)).text)
        chance = random.Random(26)
        for language in LANGUAGES:
            for page in PAGES:
                for table in "1234" if "{table}" in page.path else "1":
                    path = page.path.format(table=table, round=1, kind="csv")
                    walk(desk, path, language, chance)
            read_stream(desk, language)
            for each in ACTS:
                if each.path != "/clocks/admit":  # the hall has no clock more
                    act(desk, each.path.format(table=3), language)
            act(desk, "/round/set", language)
            desk.ask("/round/import?round=2", cookie(desk), ROUND, X_Token=token(desk))
    assert not caplog.records


def walk(desk: DeskServer, path: str, language: str, chance: random.Random) -> None:
    """Ask for a page; of corrections also for those it leads to, by lot, none of them twice."""
    own, waiting, seen = cookie(desk), [path], {path}
    for _ in range(PLACES):
        if not waiting:
            return
        answer = desk.ask(
            waiting.pop(chance.randrange(len(waiting))), own, Accept_Language=language
        )
        assert answer.status in (200, 404), (path, answer.text)
        links = re.findall(r'href="(\?[^"]+|/tables/\d/correct[^"]*)"', answer.text)
        for link in map(unescape, links if "correct" in path else ()):
            place = link if link.startswith("/") else path + link
            if place not in seen:
                seen.add(place)
                waiting.append(place)


def read_stream(desk: DeskServer, language: str) -> None:
    connection = HTTPConnection("127.0.0.1", desk.port, timeout=WAIT_S)
    headers = {"Cookie": f"clapper_desk={cookie(desk)}", "Accept-Language": language}
    connection.request("GET", "/stream", headers=headers)
    stream = connection.getresponse()
    for _ in range(4):
        assert stream.readline()
    connection.close()


def cookie(desk: DeskServer) -> str:
    return desk.admit(ORGANIZER, UserRole.ORGANIZER)[0]


def token(desk: DeskServer) -> str:
    return desk.admit(ORGANIZER, UserRole.ORGANIZER)[1]


def act(desk: DeskServer, path: str, language: str = "en", **fields: str) -> None:
    own, named = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    headers = {"X_Token": named, "Accept_Language": language}
    status = desk.ask(path, own, {"table": "3", "round": "1", **fields}, **headers).status
    assert status in (200, 409), path


def test_how_a_setting_differs_is_compared_by_value_and_worded_for_each_reader() -> None:
    names = Names("Cup", "1", "3", "{Ann} - Bo", "10→5")
    expected = Assign("a", SetupTable("90+30", "rif", opening="swap2"), names, "3")
    found = Setting(SetupTable("90+30", "club"), names, "3")
    differences = list(_deviations(expected, found))
    of_opening = next(each for each in differences if each.values["key"] == Message("Opening"))
    assert isinstance(of_opening.values["found"], TextCall)
    texts = []
    for language in ("en", "cs"):
        with speaking(language):
            texts.append(render(of_opening))
    assert texts[0] == "Opening: none, expected Swap2"
    assert texts[1] != texts[0]
    assert of_opening.values["found"].put is opening_name
