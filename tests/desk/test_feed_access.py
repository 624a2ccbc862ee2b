"""Who reads the feed: a screen's key, from anywhere; one with a delay opens nothing else."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from clock.desk.people import FAILURES_MAX, UserRole
from clock.desk_pages.feed import feed
from clock.desk_pages.feed.api import TABLES
from tests.conftest import WAIT_S
from tests.desk.desk_server import (
    ORGANIZER,
    PASSWORD,
    REFEREE,
    SCREEN,
    DeskServer,
    desk_pages_on,
    wait_until,
)

STREAM = TABLES.replace("tables.json", "stream")
KEY = f"?name={SCREEN}&key={PASSWORD}"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskServer]:
    with desk_pages_on(tmp_path) as a_desk:
        yield a_desk


class Reading:
    """A stream that is open."""

    def __init__(self, desk: DeskServer, path: str, **headers: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", desk.port, timeout=WAIT_S)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request("GET", path, headers=sent)
        self.answer: HTTPResponse = self._connection.getresponse()

    def next(self, name: str) -> dict[str, object]:
        """The data of the next event with this name; the events before are passed over."""
        found = ""
        while line := self.answer.readline().decode():
            field, _, value = line.rstrip("\n").partition(": ")
            found = value if field == "event" else found
            if (field, found) == ("data", name):
                return dict(json.loads(value))
        raise AssertionError("the stream has ended")

    def close(self) -> None:
        self._connection.close()


def put(desk: DeskServer, name: str, role: UserRole, delay: str) -> str:
    """Let an organizer add somebody; return what the desk answers."""
    fields = {"name": name, "role": role.value, "delay": delay}
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    answer = desk.ask("/people/put", cookie, fields, X_Token=token)
    return answer.act["text"] if answer.status == 200 else ""


def test_only_a_screens_key_reads_and_no_cookie_does(desk: DeskServer) -> None:
    assert json.loads(desk.ask(TABLES + KEY).text)["version"] == 1
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    for path in (TABLES, STREAM):
        assert desk.ask(path, cookie).status == 403
        for name in (ORGANIZER, REFEREE, "nobody", quote("\x00")):
            assert desk.ask(f"{path}?name={name}&key={PASSWORD}").status == 403
        assert desk.ask(path + KEY, body=b"").status == 405
    assert desk.ask(f"{TABLES}?name={SCREEN}&key=wrong").status == 403


def test_wrong_keys_are_counted_and_right_ones_make_no_session(desk: DeskServer) -> None:
    before = len(desk.site.people._sessions)
    for _ in range(10):
        assert desk.ask(TABLES + KEY).status == 200
    assert len(desk.site.people._sessions) == before
    for _ in range(FAILURES_MAX + 2):
        answer = desk.ask(f"{TABLES}?name=tv&key=wrong")
    assert "too many attempts" in answer.text
    assert desk.ask(TABLES + KEY).status == 200


@pytest.mark.parametrize("origin", ["null", "http://overlay.example", "file://"])
def test_a_page_from_anywhere_may_read_the_feed_and_nothing_else(
    origin: str, desk: DeskServer
) -> None:
    answer = desk.ask(TABLES + KEY, Origin=origin)
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "access-control-allow-credentials" not in answer.headers
    assert desk.ask(TABLES + KEY, Host="evil.example").status == 403
    for path in (f"/screen{KEY}", "/stream", "/files/desk.js", "/api"):
        assert desk.ask(path, Origin=origin).status == 403, path
    assert desk.ask(TABLES, body=b"", Origin=origin).status == 403


def test_a_key_with_a_delay_opens_the_feed_alone(desk: DeskServer) -> None:
    address = urlsplit(put(desk, "tv", UserRole.SCREEN, "60"))
    key = parse_qs(address.query)["key"][0]
    assert address.path == TABLES
    late = desk.ask(f"{TABLES}?{address.query}")
    assert (late.status, late.headers["retry-after"]) == (503, "10")
    for path in ("/screen", "/tables/1/overlay", "/tables/1/faces"):
        assert desk.ask(f"{path}?{address.query}").status == 303
    assert desk.ask("/login", body={"name": "tv", "password": key}).status == 403
    people = desk.ask("/people", desk.admit(ORGANIZER, UserRole.ORGANIZER)[0]).text
    assert "feed alone, 1 min late" in people
    for role, delay in ((UserRole.REFEREE, "60"), (UserRole.SCREEN, "61"), (UserRole.SCREEN, "x")):
        assert not put(desk, "tv", role, delay)


def test_a_stream_ends_when_its_key_or_its_delay_does(desk: DeskServer) -> None:
    wait_until(lambda: desk.ask(TABLES + KEY).status == 200)
    for delay in ("", "60"):
        query = urlsplit(put(desk, "tv", UserRole.SCREEN, "")).query
        reading = Reading(desk, f"{STREAM}?{query}")
        assert reading.next("state")["delay_s"] == 0
        put(desk, "tv", UserRole.SCREEN, delay)
        desk.act("/round/start/1", ORGANIZER, UserRole.ORGANIZER, op="start")
        desk.start(2 if delay else 1)
        reading.answer.read()  # up to its end
        reading.close()


def test_a_reader_who_comes_back_goes_on_from_its_id(desk: DeskServer) -> None:
    known = json.loads(desk.ask(TABLES + KEY).text)["id"]
    desk.start(1)
    for path, headers in (
        (STREAM + KEY, {"Last_Event_ID": known}),
        (f"{STREAM}{KEY}&since={known}", {}),
    ):
        reading = Reading(desk, path, **headers)
        table = reading.next("table")
        assert (table["table"], table["phase"]) == ("1", "running")
        reading.close()


def test_readers_are_bounded(desk: DeskServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "READERS_OF_KEY_MAX", 3)
    monkeypatch.setattr(feed, "READERS_MAX", 4)
    other = urlsplit(put(desk, "tv", UserRole.SCREEN, "")).query
    readings = [Reading(desk, STREAM + KEY) for _ in range(3)]
    for each in readings:
        each.next("state")
    assert desk.ask(STREAM + KEY).status == 503
    last = Reading(desk, f"{STREAM}?{other}")
    last.next("state")
    assert desk.ask(f"{STREAM}?{other}").status == 503
    for each in (*readings, last):
        each.close()
    wait_until(lambda: may_read(desk))


def may_read(desk: DeskServer) -> bool:
    """Whether a place became free."""
    reading = Reading(desk, STREAM + KEY)
    is_in = reading.answer.status == 200
    reading.close()
    return is_in
