"""What both players agreed on at the clock is entered as theirs when it arrives, and once."""

from functools import partial

import pytest
from msgspec.structs import replace

from clock.desk.desk import Desk
from clock.desk.people import UserRole
from clock.desk.rounds_store import Rounds
from clock.desk.store import Store
from clock.desk_pages.app import DeskApp
from clock.desk_pages.result_rows import ResultRow, result_rows
from clock.rounds.byes import Forfeit
from clock.rounds.results import Outcome, ResultStep, RoundKey
from clock.rules.inputs import Claim, Dismiss, Finish, Result, Resume, SetControl, Stop
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT
from tests.desk.desk_server import ORGANIZER, DeskServer, wait_until
from tests.desk.pages import desk, play
from tests.desk.test_imports import do
from tests.desk.test_round_by_hand import acts

__all__ = ["desk"]

FIRST = RoundKey("", 1)
SEEN = {"section": "", "round": "1", "table": "2"}


def agree(desk: DeskServer, result: Result) -> None:
    """At table 2 somebody stops the clocks, and the players end their game."""
    desk.at_table(2, Stop)
    desk.at_table(2, partial(SetControl, regulations=PROFILES["rif"], reason="wrong setting"))
    desk.at_table(2, partial(Finish, result=result, ground="agreed by both", by="players"))


def entries(desk: DeskServer) -> list[tuple[int, Outcome, ResultStep, str, str]]:
    history = desk.site.rounds.history(FIRST, "2")
    return [(each.revision, each.outcome, each.step, each.author, each.game) for each in history]


def row(desk: DeskServer) -> ResultRow:
    """Table 2 among the results."""
    rows = result_rows(desk.site, desk.site.rounds.rounds[FIRST])
    return next(each for each in rows if each.table.pairing.table == "2")


def page(desk: DeskServer) -> str:
    return desk.ask("/results", desk.admit(ORGANIZER, UserRole.ORGANIZER)[0]).text


DRAW = (1, Outcome.DRAW, ResultStep.ENTERED, "clock-02", "clock-02/1")


@pytest.mark.parametrize("table", ["2", "9"])
def test_it_is_entered_without_any_act_wherever_the_clock_stands_and_confirmed_with_one_tap(
    desk: DeskServer, table: str
) -> None:
    play(desk)
    if table != "2":
        do(desk, "/clocks/move", clock="clock-02", table=table)
    agree(desk, Result.DRAW)
    wait_until(lambda: entries(desk))
    assert entries(desk) == [DRAW]
    newest = acts(desk)[-1]
    assert newest["who"] == "clock-02"
    assert (newest["act"], newest["changes"]) == (
        "round 1, table 2: result entered",
        ["no result → a draw"],
    )
    assert ("agreed by the players" in page(desk)) is (table == "2")
    assert page(desk).count('action="/results/confirm"') == 1
    do(desk, "/results/confirm-all", **SEEN, seen=row(desk).mark)
    assert entries(desk)[1:] == [
        (2, Outcome.DRAW, ResultStep.CONFIRMED, ORGANIZER, row(desk).table.game)
    ]
    assert "agreed by the players" not in page(desk)


def test_it_is_not_entered_again_by_a_desk_that_was_started_again(desk: DeskServer) -> None:
    play(desk)
    agree(desk, Result.DRAW)
    wait_until(lambda: entries(desk))
    engine = desk.site.desk.store.engine
    new = Desk(Store(str(engine.url)), desk.hall)
    again = desk.site._replace(desk=new, rounds=Rounds(engine))
    DeskApp(again)
    heard = list[str]()
    new.listen(heard.append)
    desk.hall.desk = new
    wait_until(lambda: heard.count("clock-02") > 1)
    assert again.rounds.history(FIRST, "2") == desk.site.rounds.history(FIRST, "2")
    assert len(entries(desk)) == 1


def test_a_result_that_an_arbiter_entered_at_the_clock_waits_for_him_at_the_desk(
    desk: DeskServer,
) -> None:
    play(desk)
    desk.at_table(2, partial(Finish, result=Result.DRAW, ground="agreed"))
    wait_until(lambda: row(desk).proposed is Outcome.DRAW)
    assert "agreed by the players" not in page(desk)  # by then the desk is done with the line
    assert entries(desk) == []


@pytest.mark.parametrize("case", ["another event", "forfeited"])
def test_what_was_agreed_in_another_event_or_without_a_game_is_not_entered(
    desk: DeskServer, case: str
) -> None:
    play(desk)
    desk.at_table(2, Stop)
    game, round_ = desk.site.desk.clocks["clock-02"].game, desk.site.rounds.rounds[FIRST]
    assert game is not None
    if case == "forfeited":
        pairs = (replace(each, forfeit=Forfeit.WHITE) for each in round_.pairings)
        desk.site.rounds.rounds[FIRST] = replace(round_, pairings=tuple(pairs))
    else:
        game.header = replace(game.header, names=replace(game.header.names, event="Last week"))
    agree(desk, Result.DRAW)
    wait_until(lambda: game.timeline.state.ended_by)
    assert "agreed by the players" not in page(desk)
    assert entries(desk) == []


def test_what_an_arbiter_entered_before_stays_and_the_contradiction_shows(
    desk: DeskServer,
) -> None:
    play(desk)
    do(desk, "/results/enter", **SEEN, revision="0", outcome="black")
    agree(desk, Result.DRAW)
    wait_until(lambda: row(desk).differs)
    assert [entry[1] for entry in entries(desk)] == [Outcome.BLACK]
    assert "The clock says otherwise: a draw" in page(desk)


def test_what_the_clock_takes_back_or_says_otherwise_later_shows_and_is_not_confirmed_by_the_way(
    desk: DeskServer,
) -> None:
    play(desk)
    agree(desk, Result.DRAW)
    wait_until(lambda: entries(desk))
    desk.at_table(2, Resume)
    desk.at_table(2, Stop)
    wait_until(lambda: row(desk).differs)
    assert "The clock says otherwise: no result" in page(desk)
    assert not row(desk).is_agreed
    agree(desk, Result.LEFT)
    wait_until(lambda: row(desk).proposed is Outcome.BLACK)
    assert row(desk).differs
    assert "The clock says otherwise" in page(desk)
    assert entries(desk) == [DRAW]


def test_a_claim_at_the_clock_is_in_the_row_and_answered_before_all_are_confirmed(
    desk: DeskServer,
) -> None:
    play(desk)
    desk.at_table(2, partial(Claim, seat=LEFT))
    do(desk, "/results/enter", **SEEN, revision="0", outcome="white")
    wait_until(lambda: row(desk).claims)
    clock = row(desk).table.clock
    assert clock is not None
    assert f"{clock.names.left} claims a win" in page(desk)
    answer = do(desk, "/results/confirm-all", **SEEN, seen=row(desk).mark)
    assert answer["text"].startswith("0 confirmed")
    desk.at_table(2, partial(Dismiss, seat=LEFT))
    wait_until(lambda: not row(desk).claims)
    assert do(desk, "/results/confirm-all", **SEEN, seen=row(desk).mark)["text"] == "1 confirmed"


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("/tables/1/replacement", {"spare": "clock-02"}),
        ("/tables/2/replacement", {"spare": "clock-06"}),
        ("/clocks/move", {"clock": "clock-02", "table": "9"}),
        ("/clocks/revoke", {"clock": "clock-02"}),
    ],
)
def test_what_a_clock_has_of_a_game_that_is_over_is_entered_before_it_leaves_the_table(
    desk: DeskServer, act: str, fields: dict[str, str]
) -> None:
    play(desk)
    desk.at_table(1, Stop)
    desk.at_table(2, partial(Finish, result=Result.LEFT))
    wait_until(lambda: row(desk).table.outcome is Outcome.BLACK)
    do(desk, act, **fields)
    wait_until(lambda: entries(desk))
    assert entries(desk)[0][1:4] == (Outcome.BLACK, ResultStep.ENTERED, "clock-02")


def test_results_of_a_round_that_is_gone_are_refused_in_words(desk: DeskServer) -> None:
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    answer = desk.ask("/results?round=7", cookie)
    assert answer.status < 500
    assert "no such round" in answer.text
