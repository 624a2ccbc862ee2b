"""The number of fifths that will be offered is a memo: it credits nothing and blocks nothing."""

import pytest
from msgspec.structs import replace

from clock.presets.openings import OPENINGS
from clock.rules.inputs import Announce, PressKind, Retype, SetMoves
from clock.rules.openings import Option
from clock.rules.outputs import ActIgnored, Announced, IgnoreReason
from clock.rules.state import InvariantBroken, check
from clock.rules.units import SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

pytestmark = pytest.mark.rule("openings: announcements")

ANNOUNCED_AT = {"yamaguchi": {"pattern": 12}, "soosyrv-8": {"choice": 8, "fourth": 8}}
A, STAY, SWAP = "announce", "stay", "swap"


def test_a_number_is_announced_with_yamaguchis_pattern_and_with_soosyrvs_fourth_alone() -> None:
    for name, opening in OPENINGS.items():
        announced = {key: step.announces for key, step in opening.steps.items() if step.announces}
        assert announced == ANNOUNCED_AT.get(name, {})
        game = Game(opening=name)
        for _ in range(7):
            step = game.state.play.step
            for count in (0, 1):
                outputs = game.act(Announce, game.state.turn, count)
                known = step is not None and step.announces
                assert kinds(outputs) == ["Announced" if known else "ActIgnored"]
            game.move()


@pytest.mark.parametrize(
    ("opening", "acts", "offers"),
    [
        ("yamaguchi", (A, STAY, STAY, STAY, STAY), [5, 5, 5, 5, 0]),
        ("yamaguchi", (A, STAY, SWAP, STAY, STAY), [5, 5, 5, 5, 5]),
        ("soosyrv-8", (STAY, A, STAY, STAY, STAY), [0, 5, 5, 5, 0]),
        # Who swaps instead of laying the fourth announces nothing: the other will.
        ("soosyrv-8", (STAY, A, SWAP, A, STAY, SWAP), [0, 5, 0, 5, 5, 5]),
    ],
)
def test_the_number_stays_until_the_fifths_are_offered_and_picked(
    opening: str, acts: tuple[str, ...], offers: list[int]
) -> None:
    game, shown = Game(opening=opening), []
    for act in acts:
        if act == A:
            game.act(Announce, game.state.turn, 5)
        else:
            game.choose(game.state.turn, Option(act))
            game.move(SECOND_NS)
        shown.append(game.state.play.offers)
    assert shown == offers


def test_a_number_can_be_changed_and_taken_back_until_the_press_by_who_is_to_move() -> None:
    game = Game(opening="soosyrv-8")
    game.press(LEFT)
    for count in (1, 8, 4, 0, 7):
        assert game.do(Announce(0, RIGHT, count)) == [Announced(0, RIGHT, count)]
        assert game.state.play.offers == count
    ignored = ActIgnored(0, "Announce", IgnoreReason.NO_ANNOUNCEMENT)
    for seat, count in ((RIGHT, -1), (RIGHT, 9), (RIGHT, 10**9), (LEFT, 2)):
        assert game.do(Announce(0, seat, count)) == [ignored]
    game.stop()
    assert kinds(game.act(Announce, RIGHT, 2)) == ["ActIgnored"]
    game.resume()
    game.press(RIGHT)
    for seat in (LEFT, RIGHT):
        assert kinds(game.act(Announce, seat, 2)) == ["ActIgnored"]
    assert game.state.play.offers == 7


@pytest.mark.parametrize("opening", ANNOUNCED_AT)
def test_an_announcement_changes_no_time_no_count_and_no_press(opening: str) -> None:
    plain, announced = Game("1:00:00+30", opening=opening), Game("1:00:00+30", opening=opening)
    for _ in range(6):
        for game in (plain, announced):
            game.wait(3 * SECOND_NS)
        step = announced.state.play.step
        if step is not None and step.announces:
            announced.act(Announce, announced.state.turn, step.announces)
        assert plain.move(SECOND_NS) == announced.move(SECOND_NS)
        assert replace(announced.state.play, offers=0) == replace(plain.state.play, offers=0)
        assert (plain.left, plain.right) == (announced.left, announced.right)


@pytest.mark.rule("RIF 12.5")
def test_a_press_retyped_as_a_swap_drops_the_number_and_as_a_move_has_it_again() -> None:
    game = Game(opening="soosyrv-8")
    game.press(LEFT)
    game.act(Announce, RIGHT, 6)
    game.press(RIGHT)
    for kind, offers in ((PressKind.SWAP, 0), (PressKind.MOVE, 6)):
        game.act(Retype, kind)
        assert game.state.play.offers == offers


@pytest.mark.parametrize(
    ("opening", "presses", "made", "offers"),
    [
        ("yamaguchi", 1, 0, 5),  # the pattern is to be laid again, as it was announced
        *(("yamaguchi", 1, made, 5) for made in (1, 4, 5)),
        ("yamaguchi", 1, 6, 0),  # the sixth is laid: the opening is over
        ("yamaguchi", 2, 3, 5),
        ("soosyrv-8", 2, 3, 5),
        ("soosyrv-8", 2, 5, 5),
        ("soosyrv-8", 2, 0, 0),  # before any announcement
        ("soosyrv-8", 2, 40, 0),
    ],
)
def test_a_counter_set_by_the_organizer_leaves_the_number_within_its_part_of_the_opening(
    opening: str, presses: int, made: int, offers: int
) -> None:
    game = Game(opening=opening)
    for _ in range(presses):
        game.act(Announce, game.state.turn, 5)
        game.move()
    assert game.state.play.offers == 5
    game.act(SetMoves, made, "missed press")
    assert game.state.play.offers == offers


def test_a_number_that_the_opening_cannot_have_there_is_a_broken_state() -> None:
    game = Game(opening="soosyrv-8")
    for _ in range(6):
        play = game.state.play
        possible = play.step is not None and play.moves >= 3
        for count in (-1, 1, 8, 9):
            state = replace(game.state, play=replace(play, offers=count))
            if possible and 0 < count <= 8:
                check(state)
                continue
            with pytest.raises(InvariantBroken, match="offers"):
                check(state)
        game.move()
