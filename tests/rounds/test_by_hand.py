"""Pairs that are entered, changed, moved or withdrawn by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rounds.by_hand import moved, turned, with_pair, with_players, withdrawn
from clock.rounds.byes import ByeKind
from clock.rounds.pairings import Bye, Pairing, read_round
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round, as_trf
from clock.rules.message import Problem
from tests.rounds.test_pairings import REPORT

TABLES = ("1", "2", "3", "12")
ROUND = Round(
    1,
    tuple(Pairing(1, table, f"B{table}", f"W{table}", handicap=2) for table in TABLES[:3]),
    byes=(Bye(1, "Zoe", ByeKind.HALF), Bye(1, "Max", ByeKind.ZERO)),
)


def seats(round_: Round) -> dict[str, tuple[str, str]]:
    return {each.table: (each.black, each.white) for each in round_.pairings}


@given(st.sampled_from(TABLES[:3]), st.sampled_from(TABLES))
def test_a_pair_that_is_moved_back_or_withdrawn_leaves_the_others(table: str, to: str) -> None:
    after = moved(ROUND, table, to)
    assert seats(after)[to] == seats(ROUND)[table]
    assert sorted(seats(after).values()) == sorted(seats(ROUND).values())
    assert moved(after, to, table) == turned(turned(ROUND, table), table) == ROUND
    assert seats(turned(ROUND, table))[table] == seats(ROUND)[table][::-1]
    without = withdrawn(ROUND, table)
    assert seats(without).items() == seats(ROUND).items() - {(table, seats(ROUND)[table])}
    again = with_pair(without, table, seats(ROUND)[table])
    assert seats(again) == seats(ROUND)


def test_who_gets_an_opponent_has_no_bye_and_a_pair_keeps_its_terms() -> None:
    entered = with_pair(ROUND, "12", ("Zoe", " New\u00a0 Player "), "chess")
    assert seats(entered)["12"] == ("Zoe", "New Player")
    assert [bye.player for bye in entered.byes] == ["Max"]
    assert entered.pairings[-1].game == "chess"
    changed = with_players(ROUND, "2", ("Max", "W2"))
    assert seats(changed)["2"] == ("Max", "W2")
    assert changed.pairings[1].handicap == 2
    assert [bye.player for bye in changed.byes] == ["Zoe"]


@pytest.mark.parametrize(
    ("table", "names", "problem"),
    [
        ("1", ("New", "Player"), "table 1 has a pair already"),
        ("A-1", ("New", "Player"), "expected a table such as 12 or A12, got A-1"),
        ("12", ("New", "W3"), "W3 plays at table 3"),
        ("12", ("New", "New"), "a player cannot play against themselves: New"),
        ("12", ("New", " "), "expected a name of 1 to 60 characters"),
        ("12", ("New", "x" * 61), "expected a name of 1 to 60 characters"),
        ("12", ("New", "a\tb"), "expected a name of 1 to 60 characters"),
    ],
)
def test_a_pair_that_cannot_be_is_refused(table: str, names: tuple[str, str], problem: str) -> None:
    with pytest.raises(Problem) as refused:
        with_pair(ROUND, table, names)
    assert str(refused.value) == problem
    with pytest.raises(Problem, match="table 9 does not play"):
        moved(ROUND, "9", "1")


def test_in_a_report_s_round_tables_change_and_its_players_do_not() -> None:
    round_ = Round(2, read_round(REPORT.encode(), 2).pairings, report=REPORT)
    first, second = round_.pairings
    after = withdrawn(moved(round_, first.table, "30"), second.table)
    entered = with_pair(after, "31", ("New", "Player"))
    held = {
        table: ResultEntry(
            round_.number, table, 1, Outcome.BLACK, ResultStep.CONFIRMED, "Eva", "10:00"
        )
        for table in ("30", "31", second.table)
    }
    only_first = {first.table: held["30"]}
    assert as_trf(entered, held) == as_trf(round_, only_first) != REPORT
    again = with_pair(after, second.table, (second.black, second.white))
    assert as_trf(again, held) == as_trf(round_, {**only_first, second.table: held[second.table]})
    colours = replace(first, black=first.white, white=first.black)  # as the game is played
    played = replace(round_, pairings=(colours, second))
    white_won = {first.table: held["30"]._replace(outcome=Outcome.WHITE)}
    assert as_trf(played, only_first) == as_trf(round_, white_won)
    for change in (turned, lambda of, at: with_players(of, at, ("New", "Player"))):
        with pytest.raises(Problem, match="come from a tournament report"):
            change(round_, first.table)
