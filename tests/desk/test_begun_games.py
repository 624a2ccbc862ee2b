"""A game that has begun is its pair's, whatever becomes of its clock."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from clock.desk.begun_games import BegunGames
from clock.desk.database import BEGUN
from clock.desk.desk import Desk
from clock.desk.event import Event
from clock.desk.people import UserRole
from clock.desk.round_changes import begun
from clock.desk.round_tables import tables_of_round
from clock.desk.store import Store
from clock.game.names import Names
from clock.link.messages import Ack
from clock.rounds.pairings import Pairing
from tests.desk.desk_server import ORGANIZER, DeskServer, wait_until
from tests.desk.pages import desk
from tests.desk.test_imports import FIRST, HEAD, SECOND, bring, do, tables

__all__ = ["desk"]

ROUND = {"section": "", "round": "2"}
PAIR = {**ROUND, "table": "2", "black": "Cy", "white": "Di"}
OTHER = {**ROUND, "table": "3", "black": "Eva", "white": "Fay"}
BLACK = {"1": "Ann", "2": "Cy", "3": "Eva"}
OF_TWO = Pairing(2, "2", "Cy", "Di")
ACTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/round/pair/2", {**PAIR, "do": "withdraw"}),
    ("/round/pair/2", {**PAIR, "do": "turn"}),
    ("/round/pair/2", {**PAIR, "table": "3"}),
    ("/round/pair/2", {**PAIR, "white": "Gil"}),
    ("/round/pair/3", {**OTHER, "table": "2"}),
    ("/round/undo", {}),
    ("/round/delete", ROUND),
)


def stand_beside(desk: DeskServer) -> None:
    """Another clock says that it stands on table 2, and nobody put either there."""
    for clock in ("clock-02", "clock-03"):
        desk.site.desk.clocks[clock].registered = ""
    desk.set_by_hand(3, table="2")


def bring_without(desk: DeskServer) -> str:
    """Import a file that does not pair them any more, and take it as it is shown."""
    newer = f"{HEAD}1,Ann,Bo\n3,Eva,Fay\n"
    shown: Any = bring(desk, newer).act
    return str(bring(desk, newer, shown["seen"]).act["text"] if "seen" in shown else shown["text"])


CHANGES: dict[str, Callable[[DeskServer], str]] = {
    "withdraw": lambda desk: do(desk, "/round/pair/2", **{**PAIR, "do": "withdraw"})["text"],
    "swap": lambda desk: do(desk, "/round/pair/2", **{**PAIR, "table": "3"})["text"],
    "undo": lambda desk: do(desk, "/round/undo")["text"],
    "import": bring_without,
}

FATES: dict[str, Callable[[DeskServer], object]] = {
    "moved": lambda desk: do(desk, "/clocks/move", clock="clock-02", table="9"),
    "swapped": lambda desk: do(desk, "/clocks/move", clock="clock-02", table="1"),
    "shut out": lambda desk: do(desk, "/clocks/revoke", clock="clock-02"),
    "replaced": lambda desk: desk.site.desk.register("clock-06", "2"),
    "doubled": stand_beside,
    "set anew": lambda desk: desk.set_by_hand(2, names=Names("Cup", "3", "2", "Gil", "Hal")),
}


@pytest.mark.parametrize("fate", FATES)
def test_a_begun_game_stays_begun_whatever_becomes_of_its_clock(
    desk: DeskServer, fate: str
) -> None:
    bring(desk, FIRST)
    do(desk, "/round/start/2", op="start")
    FATES[fate](desk)
    for to, fields in ACTS:
        assert "table 2 has begun its game" in do(desk, to, **fields)["text"], (to, fields)
    assert "table 2 has begun its game" in bring(desk, f"{HEAD}1,Ann,Bo\n").act["text"]
    assert tables(desk) == BLACK


@pytest.mark.parametrize("act", CHANGES)
@pytest.mark.parametrize(
    "ack", [Ack("a", done=True), Ack("a", done=False, reason="not ready"), None]
)
def test_a_pair_is_not_changed_while_its_game_is_being_started(
    desk: DeskServer, monkeypatch: pytest.MonkeyPatch, act: str, ack: Ack | None
) -> None:
    bring(desk, FIRST)
    meanwhile = list[str]()

    async def command(*_: object) -> Ack | None:
        meanwhile.append(await asyncio.to_thread(CHANGES[act], desk))
        return ack

    monkeypatch.setattr(desk.site.desk, "command", command)
    do(desk, "/round/start/2", op="start")
    assert ["table 2 has begun its game" in text for text in meanwhile] == [True]
    started = ack is not None and ack.done  # its first line is still on its way
    assert ("table 2 has begun its game" in CHANGES[act](desk)) is started
    stays = SECOND in desk.site.rounds.rounds and tables(desk) == BLACK
    assert stays is started


def test_who_starts_a_table_a_second_time_does_not_free_its_pair(
    desk: DeskServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(desk, FIRST)
    sent = list[str]()

    async def command(clock: str, *_: object) -> Ack | None:
        sent.append(clock)
        if len(sent) == 1:
            await asyncio.to_thread(do, desk, "/round/start/2", op="start")
            return Ack("a", done=True)
        return Ack("b", done=False, reason="not ready")

    monkeypatch.setattr(desk.site.desk, "command", command)
    assert do(desk, "/round/start/2", op="start")["text"] == "1 of 1 started"
    assert "table 2 has begun its game" in CHANGES["withdraw"](desk)


@pytest.mark.parametrize("act", CHANGES)
def test_a_table_whose_pair_is_gone_is_not_started(desk: DeskServer, act: str) -> None:
    bring(desk, FIRST)
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    text = desk.ask("/round", cookie).text
    form = text[text.index('action="/round/start/2"') :]
    seen = dict(re.findall(r'name="(seen_\w+)" value="(\w+)"', form[: form.index("</form>")]))
    assert seen == {"seen_black": "Cy", "seen_white": "Di"}
    CHANGES[act](desk)
    refused = do(desk, "/round/start/2", op="start", **seen)["text"]
    others = "table 2 has other players now: check again"
    assert refused == (others if act in ("swap", "undo") else "table 2 does not play in this round")
    if act != "undo":
        assert "check again" in do(desk, "/round/start", count="3")["text"]
    assert [station.state for station in desk.hall.stations.values()] == [None] * 6


def test_now_has_a_game_that_was_begun_and_has_no_result_until_one_is_entered(
    desk: DeskServer,
) -> None:
    bring(desk, FIRST)
    text = "Cy – Di: the game was begun, and left without a result"
    assert not left(desk)
    do(desk, "/round/start/2", op="start")
    wait_until(lambda: desk.site.desk.begun.has_recorded(desk.site.event.name, OF_TWO))
    assert not left(desk)
    desk.set_by_hand(2)
    wait_until(lambda: left(desk))
    assert left(desk) == {"2": text}
    do(desk, "/results/enter", **ROUND, table="2", revision="0", outcome="draw")
    assert not left(desk)


def left(desk: DeskServer) -> dict[str, str]:
    """Which tables *Now* says were left, and how."""
    items = desk.site.desk.attention.items(desk.site.desk.now_ns())
    return {each.tables[0]: str(each.text) for each in items if "left" in str(each.text)}


def test_the_next_game_of_a_clock_is_held_while_it_is_started_too(desk: DeskServer) -> None:
    bring(desk, FIRST)
    do(desk, "/round/start/2", op="start")
    begun_games, clock = desk.site.desk.begun, desk.site.desk.clocks["clock-02"]
    assert begun_games.start(clock)
    assert not begun_games.start(clock)


def test_a_game_that_was_named_at_the_clock_by_hand_counts_and_that_of_another_event_does_not() -> (
    None
):
    pair = Pairing(2, "2", "Cy", "Di")
    for event, has in (("", True), ("Cup", True), ("Last week", False)):
        assert BegunGames([Names(event, "2", "2", "Di", "Cy")]).has("Cup", pair) is has


def test_of_two_clocks_that_say_the_same_table_the_one_that_was_put_there_has_it(
    desk: DeskServer,
) -> None:
    bring(desk, FIRST)
    for clock in ("clock-01", "clock-06"):
        desk.site.desk.register(clock, "2")
        (row,) = (each for each in tables_of_round(desk.site) if each.pairing.table == "2")
        for found in (row.clock, desk.site.desk.by_table("2")):
            assert found is not None
            assert found.id == clock


def test_a_begun_game_is_known_to_a_desk_that_was_started_again(desk: DeskServer) -> None:
    bring(desk, FIRST)
    do(desk, "/round/start/2", op="start")
    engine = desk.site.desk.store.engine

    def is_written() -> bool:
        with engine.connect() as connection:
            return len(connection.execute(select(BEGUN)).all()) == 1

    wait_until(is_written)
    do(desk, "/clocks/revoke", clock="clock-02")
    again = desk.site._replace(desk=Desk(Store(str(engine.url)), desk.hall))
    assert begun(again, desk.site.rounds.rounds[SECOND]) == {"2"}
    elsewhere = again._replace(event=Event("cup", "Another event", ""))
    assert begun(elsewhere, desk.site.rounds.rounds[SECOND]) == set()
