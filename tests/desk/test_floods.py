"""Floods of requests: whoever sends them waits for himself, and others hardly for him."""

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from io import StringIO
from threading import Event, Thread
from urllib.parse import quote

import pytest

from clock.desk.database import open_database
from clock.desk.people import HASHING_MAX, LoginRefused, People, UserRole
from clock.desk_pages import subcommands
from clock.desk_pages.app import STRANGERS_BYTES_MAX
from clock.desk_pages.log_bound import BYTES_MAX, LogBound
from tests.conftest import WAIT_S
from tests.desk.desk_server import ORGANIZER, REFEREE, DeskServer, hash_quickly, wait_until
from tests.desk.pages import desk, play

__all__ = ["desk"]


def test_who_has_logged_in_before_does_not_wait_for_strangers_guesses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hash_quickly(monkeypatch)
    engine = open_database("sqlite://")
    people = People(engine)
    people.put("Eva", UserRole.REFEREE, "right")
    asyncio.run(people.login("Eva", "right", "10.0.0.1"))
    is_right, checked = people._is_right, list[str]()

    def noted(hashed: str | None, password: str) -> bool:
        checked.append(password)
        return is_right(hashed, password)

    monkeypatch.setattr(people, "_is_right", noted)

    async def guess(number: int) -> None:
        with suppress(LoginRefused):
            await people.login("Eva", f"guess {number}", f"10.0.1.{number % 10}")

    async def flooded() -> None:
        guesses = [asyncio.create_task(guess(number)) for number in range(20)]
        await asyncio.sleep(0)
        guesses[15].cancel()
        await people.login("Eva", "right", "10.0.0.1")
        await asyncio.wait(guesses)

    asyncio.run(flooded())
    assert checked.index("right") <= 2 * HASHING_MAX
    assert len(checked) == 20
    repeated = [int(each.split()[1]) >= 10 for each in checked if each != "right"]
    assert repeated == sorted(repeated)  # an address's second guess waits for others' first
    engine.dispose()


@pytest.mark.parametrize("path", ["/login", "/claim"])
def test_a_stranger_is_read_no_more_of_than_strangers_have_to_say(
    desk: DeskServer, path: str
) -> None:
    answer = desk.ask(path, body=b"," * (STRANGERS_BYTES_MAX + 1))
    assert f"expected at most {STRANGERS_BYTES_MAX} bytes" in answer.text


def test_a_browser_that_asks_for_many_pages_waits_for_itself_and_nobody_for_it(
    desk: DeskServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(desk)
    made, may_end = [], Event()

    def made_slowly(_game: object) -> str:
        made.append(1)
        may_end.wait(WAIT_S)
        return "report"

    monkeypatch.setattr("clock.desk_pages.views.html_page", made_slowly)
    one, _ = desk.admit(REFEREE, UserRole.REFEREE)
    other, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    wait_until(lambda: desk.site.desk.clocks["clock-01"].at)
    asking = [
        Thread(target=partial(desk.ask, "/tables/1/report", each)) for each in (one, one, other)
    ]
    for each in asking:
        each.start()
    wait_until(lambda: len(made) == 2)
    assert desk.ask("/login").status == 200
    assert len(made) == 2
    may_end.set()
    for each in asking:
        each.join(WAIT_S)
    assert len(made) == 3


def test_what_is_too_much_to_log_is_left_out_and_the_log_says_so() -> None:
    now_s, log = [0.0], logging.Logger("flooded")
    log.addHandler(handler := logging.StreamHandler(StringIO()))
    handler.addFilter(LogBound(lambda: now_s[0]))
    for minute in range(2):
        now_s[0] = 60.0 * minute + 7
        log.error("the first of minute %d", minute, exc_info=ValueError("why"))
        for number in range(BYTES_MAX // 100):
            log.warning("%d %s", number, "x" * 300)
        assert len(handler.stream.getvalue()) < 1.01 * (minute + 1) * BYTES_MAX
        assert handler.stream.getvalue().endswith("the rest of this minute is left out\n")
        assert f"the first of minute {minute}\nValueError: why" in handler.stream.getvalue()


def test_the_desks_log_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "lastResort", handler := logging.StreamHandler())
    subcommands._until_ended(asyncio.sleep(0))
    assert [type(each) for each in handler.filters] == [LogBound]


def test_acts_of_a_browser_begin_one_by_one_so_that_others_are_heard_between_them(
    desk: DeskServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, begun = [0], []

    async def count() -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    def marked(*_: object) -> None:
        begun.append(turns[0])
        time.sleep(0.2)  # meanwhile the others come

    monkeypatch.setattr(desk.site.rounds, "mark_absent", marked)
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    counting = asyncio.run_coroutine_threadsafe(count(), desk._loop)
    ask = partial(desk.ask, "/round/absent/1", cookie, {"absent": ""}, X_Token=token)
    asking = [Thread(target=ask) for _ in range(6)]
    for each in asking:
        each.start()
    for each in asking:
        each.join(WAIT_S)
    counting.cancel()
    assert len(set(begun)) == 6


@pytest.mark.parametrize("name", ["#", "desk", "시계", "?x=1", "%41"])
def test_a_clock_whose_table_was_named_by_hand_is_found_by_its_link(
    desk: DeskServer, name: str
) -> None:
    desk.site.desk.clocks["clock-02"].registered = ""
    desk.set_by_hand(2, table=name)
    wait_until(lambda: desk.site.desk.clocks["clock-02"].table == name)
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    assert f'href="/tables/{quote(name)}"' in desk.ask("/clocks", cookie).text
    page = desk.ask(f"/tables/{quote(name)}", cookie)
    assert page.status == 200
    assert f'data-from="/tables/{quote(name)}/faces"' in page.text
