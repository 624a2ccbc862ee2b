"""Handicap matches: the times and the beginner of every game, and the score."""

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Result
from clock.rules.machine import begin
from clock.rules.match import Match, MatchStanding, Role, Times
from clock.rules.refusal import SetupError
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import control, setup

pytestmark = pytest.mark.rule("handicap match")

FIVE, THIRTY, FIFTEEN = control("5:00"), control("0:30"), control("0:15")
JOENKOEPING = Match((Times(FIVE, THIRTY), Times(FIVE, FIFTEEN)), expert_must_win=2)
TWO_OF_THREE = Match((Times(FIVE, THIRTY),) * 3, expert_must_win=2)

WON, LOST, DRAW, VOID = Result.LEFT, Result.RIGHT, Result.DRAW, Result.VOID
"""Of an expert at the left."""


def standing_after(match: Match, *results: Result) -> MatchStanding:
    standing = MatchStanding(match, LEFT)
    for result in results:
        standing = standing.after(result)
    return standing


def setup_of(standing: MatchStanding) -> Setup:
    return setup(rules="club").in_match(standing)


FIRST, SECOND = standing_after(JOENKOEPING), standing_after(JOENKOEPING, WON)


@pytest.mark.parametrize("expert", [LEFT, RIGHT])
def test_each_game_has_its_times_by_role_and_the_beginner_begins_as_black(expert: Seat) -> None:
    first = MatchStanding(JOENKOEPING, expert)
    second = first.after(Result(expert.value))
    for standing, times in zip((first, second), JOENKOEPING.games, strict=True):
        state = begin(setup_of(standing))
        assert state.seat(expert).terms == times.expert[0]
        assert state.seat(expert.other).terms == times.beginner[0]
        assert state.turn is expert.other
        assert state.colour(expert.other) is Colour.BLACK


def test_the_score_is_the_fold_of_the_results() -> None:
    for match, results, winner, needed in (
        (JOENKOEPING, (), None, 2),
        (JOENKOEPING, (WON,), None, 1),
        (JOENKOEPING, (WON, WON), Role.EXPERT, 0),
        (JOENKOEPING, (LOST,), Role.BEGINNER, 2),
        (TWO_OF_THREE, (LOST, WON), None, 1),
        (TWO_OF_THREE, (DRAW, DRAW), Role.BEGINNER, 2),
    ):
        standing = standing_after(match, *results)
        assert (standing.winner, standing.needed) == (winner, needed)


def test_the_second_game_has_its_own_full_times_and_a_starter_that_was_set() -> None:
    shown = replace(setup_of(FIRST), left_remaining_ns=SECOND_NS)
    following = shown.following(WON, colours_turned=True)
    assert (following.match, following.starter) == (SECOND, RIGHT)
    assert (following.left, following.right, following.left_remaining_ns) == (FIFTEEN, FIVE, None)
    assert begin(following).right.remaining_ns == 5 * MINUTE_NS
    assert replace(setup_of(FIRST), starter=LEFT).following(WON).starter is LEFT


def test_a_void_game_is_played_again_and_a_decided_match_begins_again() -> None:
    assert FIRST.after(VOID) == FIRST.following(VOID) == FIRST
    assert setup_of(FIRST).following(VOID) == setup_of(FIRST).following(None) == setup_of(FIRST)
    assert setup_of(FIRST).following(LOST) == setup_of(SECOND).following(WON) == setup_of(FIRST)


@pytest.mark.parametrize(
    ("standing", "at"),
    [
        (MatchStanding(Match((), 1), LEFT), "match.games"),
        (MatchStanding(Match(((Times(FIVE, ())),), 1), LEFT), "match.games[0].expert"),
        (MatchStanding(replace(JOENKOEPING, expert_must_win=3), LEFT), "match.expert_must_win"),
        (MatchStanding(replace(JOENKOEPING, expert_must_win=0), LEFT), "match.expert_must_win"),
        (MatchStanding(JOENKOEPING, LEFT, (LOST,)), "match.results"),
        (MatchStanding(JOENKOEPING, LEFT, (VOID,)), "match.results"),
        (MatchStanding(JOENKOEPING, LEFT, (WON, WON)), "match.results"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_with_its_place(
    standing: MatchStanding, at: str
) -> None:
    with pytest.raises(SetupError) as refused:
        begin(replace(setup(), match=standing))
    assert refused.value.place == at
