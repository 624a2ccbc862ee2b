"""A handicap match: what each game gives to whom, and what the results make of it."""

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Finish, Result
from clock.rules.machine import begin, step
from clock.rules.match import Match, Place, Role, Times
from clock.rules.refusal import SetupError
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import control, setup

FIVE, THIRTY, FIFTEEN = control("5:00"), control("0:30"), control("0:15")
JOENKOEPING = Match((Times(FIVE, THIRTY), Times(FIVE, FIFTEEN)), expert_must_win=2)
TWO_OF_THREE = Match((Times(FIVE, THIRTY),) * 3, expert_must_win=2)

WON, LOST, DRAW, VOID = Result.LEFT, Result.RIGHT, Result.DRAW, Result.VOID
"""Of an expert at the left."""


def first(match: Match = JOENKOEPING, expert: Seat = LEFT) -> Place:
    return Place(match, expert)


def played(match: Match, *results: Result) -> Place:
    place = first(match)
    for result in results:
        place = place.after(result)
    return place


def set_up(place: Place) -> Setup:
    return setup(rules="club").in_match(place)


@pytest.mark.rule("handicap match")
@pytest.mark.parametrize("expert", [LEFT, RIGHT])
def test_each_game_has_its_times_by_role_and_the_beginner_begins_as_black(expert: Seat) -> None:
    for place, times in zip(
        (first(expert=expert), _second(expert)), JOENKOEPING.games, strict=True
    ):
        state = begin(set_up(place))
        assert state.seat(expert).terms == times.expert[0]
        assert state.seat(expert.other).terms == times.beginner[0]
        assert state.turn is expert.other
        assert state.colour(expert.other) is Colour.BLACK


@pytest.mark.rule("handicap match")
def test_where_the_organizer_has_the_expert_begin_he_begins_the_next_game_too() -> None:
    game = replace(set_up(first(expert=RIGHT)), starter=RIGHT)
    assert game.following(Result.RIGHT).starter is RIGHT
    assert game.following(Result.VOID) == game


def _second(expert: Seat) -> Place:
    return first(expert=expert).after(Result.LEFT if expert is LEFT else Result.RIGHT)


@pytest.mark.rule("handicap match")
@pytest.mark.parametrize(
    ("match", "results", "winner", "needed"),
    [
        (JOENKOEPING, (), None, 2),
        (JOENKOEPING, (WON,), None, 1),
        (JOENKOEPING, (WON, WON), Role.EXPERT, 0),
        (JOENKOEPING, (WON, LOST), Role.BEGINNER, 1),
        (JOENKOEPING, (WON, DRAW), Role.BEGINNER, 1),
        (JOENKOEPING, (LOST,), Role.BEGINNER, 2),
        (JOENKOEPING, (DRAW,), Role.BEGINNER, 2),
        (TWO_OF_THREE, (LOST,), None, 2),
        (TWO_OF_THREE, (WON,), None, 1),
        (TWO_OF_THREE, (LOST, WON), None, 1),
        (TWO_OF_THREE, (WON, WON), Role.EXPERT, 0),
        (TWO_OF_THREE, (DRAW, DRAW), Role.BEGINNER, 2),
    ],
)
def test_the_score_is_the_fold_of_the_results(
    match: Match, results: tuple[Result, ...], winner: Role | None, needed: int
) -> None:
    place = played(match, *results)
    assert (place.winner, place.needed) == (winner, needed)


@pytest.mark.rule("handicap match")
def test_a_void_game_is_played_once_more() -> None:
    place = first()
    assert place.after(VOID) == place.following(VOID) == place
    assert set_up(place).following(VOID) == set_up(place)


@pytest.mark.rule("handicap match")
def test_a_game_that_was_left_without_a_result_is_played_once_more() -> None:
    assert set_up(first()).following(None) == set_up(first())


@pytest.mark.rule("handicap match")
def test_after_the_first_game_the_second_follows_with_its_own_times_and_whole_ones() -> None:
    shown = replace(set_up(first()), left_remaining_ns=SECOND_NS)
    following = shown.following(WON, colours_turned=True)
    assert following.match == played(JOENKOEPING, WON)
    assert (following.left, following.right) == (FIFTEEN, FIVE)
    assert following.starter is RIGHT
    assert following.left_remaining_ns is None
    assert begin(following).right.remaining_ns == 5 * MINUTE_NS


@pytest.mark.rule("handicap match")
def test_a_match_that_is_decided_begins_anew() -> None:
    assert set_up(first()).following(LOST) == set_up(first())
    assert set_up(played(JOENKOEPING, WON)).following(WON) == set_up(first())


@pytest.mark.rule("handicap match")
def test_a_result_that_is_corrected_corrects_the_score() -> None:
    state = begin(set_up(first()))
    place = state.setup.match
    assert place is not None
    for result, winner in ((WON, None), (LOST, Role.BEGINNER), (WON, None)):
        state, _ = step(state, Finish(state.at_ns, result))
        assert place.after(state.result).winner is winner


@pytest.mark.rule("handicap match")
@pytest.mark.parametrize(
    ("place", "at"),
    [
        (first(Match((), 1)), "match.games"),
        (first(Match(((Times(FIVE, ())),), 1)), "match.games[0].expert"),
        (first(replace(JOENKOEPING, expert_must_win=3)), "match.expert_must_win"),
        (first(replace(JOENKOEPING, expert_must_win=0)), "match.expert_must_win"),
        (Place(JOENKOEPING, LEFT, (LOST,)), "match.results"),
        (Place(JOENKOEPING, LEFT, (VOID,)), "match.results"),
        (Place(JOENKOEPING, LEFT, (WON, WON)), "match.results"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_with_its_place(place: Place, at: str) -> None:
    with pytest.raises(SetupError) as refused:
        begin(replace(setup(), match=place))
    assert refused.value.place == at


@pytest.mark.rule("handicap match")
def test_a_game_with_other_times_is_no_game_of_the_match() -> None:
    with pytest.raises(SetupError, match="controls of the match"):
        begin(replace(set_up(first()), left=FIVE))
    assert set_up(first()).keeps_match
