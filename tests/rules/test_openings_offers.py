"""The number of fifths that will be offered is a memo: it credits nothing and blocks nothing."""

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Announce, PressKind, Retype, SetMoves
from clock.rules.openings import OPENINGS, YAMAGUCHI_OFFERS_MAX, Option
from clock.rules.outputs import ActIgnored, Announced, IgnoreReason
from clock.rules.seats import Seat
from clock.rules.state import InvariantBroken, check
from clock.rules.units import SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

SOOSYRV_MAX = 8
ANNOUNCED_AT = {
    "yamaguchi": {"pattern": YAMAGUCHI_OFFERS_MAX},
    "soosyrv-8": {"choice": SOOSYRV_MAX, "fourth": SOOSYRV_MAX},
}


def announce(game: Game, seat: Seat, count: int) -> list[str]:
    return kinds(game.do(Announce(game.now_ns, seat, count)))


def offers(game: Game) -> int:
    return game.state.play.offers


@pytest.mark.rule("openings: announcements")
def test_a_number_is_announced_with_yamaguchis_pattern_and_with_soosyrvs_fourth_alone() -> None:
    for name, opening in OPENINGS.items():
        announced = {name: step.announces for name, step in opening.steps.items()}
        assert {k: v for k, v in announced.items() if v} == ANNOUNCED_AT.get(name, {})


@pytest.mark.rule("openings: announcements")
def test_yamaguchis_number_stays_until_the_fifths_are_offered_and_picked() -> None:
    game = Game(opening="yamaguchi")
    assert game.do(Announce(0, LEFT, 5)) == [Announced(0, LEFT, 5)]
    told = []
    for _ in range(4):
        game.move(SECOND_NS)
        told.append(offers(game))
    assert told == [5, 5, 5, 0]


@pytest.mark.rule("openings: announcements")
def test_a_swap_after_the_pattern_leaves_yamaguchis_number() -> None:
    game = Game(opening="yamaguchi")
    announce(game, LEFT, 3)
    game.press(LEFT)
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT)
    assert offers(game) == 3


@pytest.mark.rule("openings: announcements")
def test_a_number_can_be_changed_and_taken_back_until_the_press() -> None:
    game = Game(opening="soosyrv-8")
    game.press(LEFT)
    for count in (1, 8, 4, 0, 7):
        assert announce(game, RIGHT, count) == ["Announced"]
        assert offers(game) == count
    game.press(RIGHT)
    assert announce(game, RIGHT, 2) == announce(game, LEFT, 2) == ["ActIgnored"]
    assert offers(game) == 7


@pytest.mark.rule("openings: announcements")
@pytest.mark.parametrize("count", [-1, 9, 10**9])
def test_a_number_out_of_the_opening_is_ignored(count: int) -> None:
    game = Game(opening="soosyrv-8")
    game.press(LEFT)
    game.do(Announce(0, RIGHT, 3))
    ignored = ActIgnored(0, "Announce", IgnoreReason.NO_ANNOUNCEMENT)
    assert game.do(Announce(0, RIGHT, count)) == [ignored]
    assert offers(game) == 3


@pytest.mark.rule("openings: announcements")
@pytest.mark.parametrize("opening", [name for name in OPENINGS if name not in ANNOUNCED_AT])
def test_where_nothing_is_announced_an_announcement_is_ignored(opening: str) -> None:
    game = Game(opening=opening)
    for _ in range(7):
        for count in (0, 1):
            assert announce(game, game.state.turn, count) == ["ActIgnored"]
        game.move()


@pytest.mark.rule("openings: announcements")
def test_only_who_is_to_move_announces_and_only_while_his_clock_runs() -> None:
    game = Game(opening="yamaguchi")
    assert announce(game, RIGHT, 2) == ["ActIgnored"]
    game.stop()
    assert announce(game, LEFT, 2) == ["ActIgnored"]


@pytest.mark.rule("openings: announcements")
@pytest.mark.parametrize("opening", ANNOUNCED_AT)
def test_an_announcement_changes_no_time_no_count_and_no_press(opening: str) -> None:
    plain, told = Game("1:00:00+30", opening=opening), Game("1:00:00+30", opening=opening)
    for _ in range(6):
        for game in (plain, told):
            game.wait(3 * SECOND_NS)
        step = told.state.play.step
        if step is not None and step.announces:
            announce(told, told.state.turn, step.announces)
        assert plain.move(SECOND_NS) == told.move(SECOND_NS)
        assert replace(told.state.play, offers=0) == replace(plain.state.play, offers=0)
        assert (plain.left, plain.right) == (told.left, told.right)


@pytest.mark.rule("openings: announcements")
def test_who_swaps_instead_of_laying_the_fourth_has_announced_nothing() -> None:
    game = Game(opening="soosyrv-8")
    game.press(LEFT)
    announce(game, RIGHT, 6)
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT)
    assert offers(game) == 0
    assert announce(game, LEFT, 2) == ["Announced"]
    game.press(LEFT)
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT)
    assert offers(game) == 2, "the second swap takes over what was announced"


@pytest.mark.rule("openings: announcements")
@pytest.mark.rule("RIF 12.5")
def test_a_press_typed_anew_forgets_the_number_of_a_swap_and_knows_it_again_as_a_move() -> None:
    game = Game(opening="soosyrv-8")
    game.press(LEFT)
    announce(game, RIGHT, 6)
    game.press(RIGHT)
    game.do(Retype(game.now_ns, PressKind.SWAP))
    assert offers(game) == 0
    game.do(Retype(game.now_ns, PressKind.MOVE))
    assert offers(game) == 6


@pytest.mark.rule("openings: announcements")
@pytest.mark.parametrize(
    ("opening", "presses", "made", "left"),
    [
        ("yamaguchi", 1, 0, 5),  # the pattern is to be laid again, as it was announced
        ("yamaguchi", 1, 1, 5),
        ("yamaguchi", 2, 3, 5),
        ("yamaguchi", 1, 4, 5),
        ("yamaguchi", 1, 5, 5),
        ("yamaguchi", 1, 6, 0),  # the sixth is laid: the opening is over
        ("soosyrv-8", 2, 3, 5),
        ("soosyrv-8", 2, 5, 5),
        ("soosyrv-8", 2, 0, 0),  # before any announcement
        ("soosyrv-8", 2, 40, 0),
    ],
)
def test_a_counter_set_by_the_organizer_keeps_the_number_within_its_part_of_the_opening(
    opening: str, presses: int, made: int, left: int
) -> None:
    game = Game(opening=opening)
    for _ in range(presses):
        if game.state.play.step is not None and game.state.play.step.announces:
            announce(game, game.state.turn, 5)
        game.move()
    assert offers(game) == 5
    game.do(SetMoves(game.now_ns, made, "missed press"))
    assert offers(game) == left


@pytest.mark.rule("openings: announcements")
@pytest.mark.parametrize("count", [-1, SOOSYRV_MAX + 1])
def test_a_number_that_the_opening_cannot_have_is_a_broken_state(count: int) -> None:
    game = Game(opening="soosyrv-8")
    game.press(LEFT)
    with pytest.raises(InvariantBroken, match="offers"):
        check(replace(game.state, play=replace(game.state.play, offers=count)))


@pytest.mark.rule("openings: announcements")
def test_a_number_before_its_announcement_or_after_the_opening_is_a_broken_state() -> None:
    game = Game(opening="soosyrv-8")
    for _ in range(6):
        play = game.state.play
        if play.step is None or play.step is OPENINGS["soosyrv-8"].steps["pattern"]:
            with pytest.raises(InvariantBroken, match="offers"):
                check(replace(game.state, play=replace(play, offers=1)))
        else:
            check(replace(game.state, play=replace(play, offers=1)))
        game.move()
