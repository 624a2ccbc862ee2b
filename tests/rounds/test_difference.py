"""A newer file of a round: what it changes, and games that it leaves where they are."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rounds.byes import BYES, ByeKind
from clock.rounds.difference import changes, with_held
from clock.rounds.pairings import Bye, Pairing, read_round
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round, as_trf
from clock.rounds.setups import RoundSetup
from clock.rounds.trf import read_trf
from clock.rules.message import Problem
from clock.rules.seats import Seat
from tests.rounds.test_pairings import REPORT


def paired(order: list[int]) -> Round:
    """Each pair at the table of its place."""
    rows = enumerate(order, start=1)
    return Round(1, tuple(Pairing(1, str(table), f"B{pair}", f"W{pair}") for table, pair in rows))


@given(st.permutations(range(6)), st.permutations(range(8)), st.sets(st.integers(1, 6)))
def test_games_that_have_begun_stay_and_no_pair_or_table_is_lost(
    old: list[int], new: list[int], held: set[int]
) -> None:
    before, coming = paired(old), paired(new)
    left = with_held(before, coming, {str(table) for table in held})
    at = {each.table: each.black for each in left.pairings}
    stood = {each.table: each.black for each in before.pairings}
    assert all(at[str(table)] == stood[str(table)] for table in held)
    assert sorted(at.values()) == sorted(each.black for each in coming.pairings)
    assert sorted(at) == sorted(each.table for each in coming.pairings)
    named = {each.black: each.table for each in coming.pairings}
    settled = {at[str(table)] for table in held} | {
        black for black, table in named.items() if int(table) in held
    }
    assert all(at[table] == black for black, table in named.items() if black not in settled)


def test_a_file_without_a_pair_that_plays_is_refused() -> None:
    with pytest.raises(Problem, match="table 2 has begun its game of B1 and W1"):
        with_held(paired([0, 1]), paired([0, 2]), {"2"})


def test_colours_of_a_game_that_has_begun_stay() -> None:
    turned = Round(1, (Pairing(1, "1", "W0", "B0"),))
    assert with_held(paired([0]), turned, {"1"}).pairings == paired([0]).pairings


def test_each_change_is_named_once_and_a_file_that_changes_nothing_has_none() -> None:
    before = paired([0, 1, 2, 3])
    after = paired([0, 2, 1, 4, 5])
    turned = Pairing(1, "1", "W0", "B0")
    after = Round(1, (turned, *after.pairings[1:]), RoundSetup(control="5+3"))
    assert [str(each) for each in changes(before, after, {})] == [
        "Time control: rif → 5+3",
        "table 1: W0 – B0 changed",
        "table 2: B2 – W2, from table 3",
        "table 3: B1 – W1, from table 2",
        "table 4: B3 – W3 removed",
        "table 4: B4 – W4 added",
        "table 5: B5 – W5 added",
    ]
    assert not list(changes(after, after, {}))
    in_chess = changes(paired([0]), paired([1]), {"1": "chess"})
    assert [str(each) for each in in_chess] == [
        "table 1: W0 – B0 removed",
        "table 1: W1 – B1 added",
    ]


def test_what_a_round_is_played_by_is_named_from_what_to_what() -> None:
    before = Round(1, (), RoundSetup("gomoku", "pgn:5400+30", "rif", "", Seat.LEFT))
    after = Round(1, (), RoundSetup("renju", "5+3", "", "swap", Seat.RIGHT, default_time_min=30))
    assert [str(each) for each in changes(before, after, {})] == [
        "Game: gomoku → renju",
        "Time control: 1:30:00 +30s → 5+3",
        "Rules: rif → as in the preset",
        "Default time (minutes): as in the preset → 30",
        "Opening: as in the preset → swap",
        "Black is on the: left → right",
    ]


@pytest.mark.parametrize(("kind", "other"), [*permutations(ByeKind, 2)])
def test_byes_are_named_as_pairs_are(kind: ByeKind, other: ByeKind) -> None:
    pairs = paired([0]).pairings
    before = Round(1, pairs, byes=(Bye(1, "Ann", kind), Bye(1, "Bo", kind), Bye(1, "Di", kind)))
    after = Round(1, pairs, byes=(Bye(1, "Di", kind), Bye(1, "Cy", kind), Bye(1, "Bo", other)))
    assert [str(each) for each in changes(before, after, {})] == [
        f"Ann, without an opponent, removed: {BYES[kind]}",
        f"Bo, without an opponent: {BYES[kind]} → {BYES[other]}",
        f"Cy, without an opponent, added: {BYES[kind]}",
    ]


def test_a_report_gets_the_result_of_a_game_that_stayed_at_another_table() -> None:
    report = Round(2, read_round(REPORT.encode(), 2).pairings, report=REPORT)
    first, second = report.pairings
    before = Round(2, (Pairing(2, "1", second.black, second.white),))
    left = with_held(before, report, {"1"})
    assert [each.black for each in left.pairings] == [second.black, first.black]
    entry = ResultEntry(2, "1", 1, Outcome.DRAW, ResultStep.CONFIRMED, "Eva", "")
    players = read_trf(as_trf(left, {"1": entry})).players.values()
    assert [player.rounds[1].result for player in players] == [" ", " ", "=", "=", "U"]
