"""The openings press by press: who runs, what is credited, who plays Black.

A row is written as it is played: `F3` is a press of the seat that begins (F) that credits three
moves, `Sx` a swap by the other seat (S), `S2!` two more stones; after it the one whose clock runs.
"""

import re

import pytest

from clock.rules.openings import OPENINGS, Option
from clock.rules.outputs import TurnPassed
from clock.rules.seats import Colour, Seat
from clock.rules.units import SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds
from tests.rules.paths import EVERY_OPENING, presses_of

RIF = {
    "keep": "F3 S1 F1 S1 →F",
    "swap": "F3 Sx F1 S1 F1 →S",
}
TARAGUCHI = {
    "all keep": "F1 S1 F1 S1 F1 S1 →F",
    "swapped after 4 and 5": "F1 S1 F1 S1 Fx S1 Fx S1 →F",
    "swapped after 1": "F1 Sx F1 S1 F1 S1 F1 →S",
    "swapped after every move": "F1 Sx F1 Sx F1 Sx F1 Sx F1 Sx F1 →S",
    "swapped after 5": "F1 S1 F1 S1 F1 Sx F1 →S",
}
TABLE: dict[str, dict[str, str]] = {
    "rif": RIF,
    "yamaguchi": RIF,
    "soosyrv-8": {
        "kk": "F3 S1 F1 S1 →F",
        "ks": "F3 S1 Fx S1 F1 →S",
        "sk": "F3 Sx F1 S1 F1 →S",
        "ss": "F3 Sx F1 Sx F1 S1 →F",
    },
    "taraguchi-10": TARAGUCHI,
    "taraguchi": TARAGUCHI,
    "tarannikov": TARAGUCHI,
    "sakata": {
        "White": "F3 S2 F1 →S",
        "Black": "F3 S2 Fx S1 →F",
    },
    "swap": {
        "White": "F3 S1 →F",
        "Black": "F3 Sx F1 →S",
    },
    "swap2": {
        "White": "F3 S1 →F",
        "Black": "F3 Sx F1 →S",
        "two more, White": "F3 S2! F1 →S",
        "two more, Black": "F3 S2! Fx S1 →F",
    },
    "pro": {"none": "F1 S1 F1 S1 →F"},
    "long-pro": {"none": "F1 S1 F1 S1 →F"},
    "none": {"none": "F1 S1 F1 S1 →F"},
}
# How many ways lead through an opening.
WAYS = {
    **dict.fromkeys(("rif", "yamaguchi", "sakata", "swap"), 2),
    "soosyrv-8": 2 * 2,
    "swap2": 2 + 2,
    **dict.fromkeys(("taraguchi-10", "taraguchi", "tarannikov"), 2**5),
    **dict.fromkeys(("pro", "long-pro", "none"), 0),
}
ROWS = [
    pytest.param(name, row, starter, id=f"{name}-{way}-{starter.value}")
    for name, ways in TABLE.items()
    for way, row in ways.items()
    for starter in (LEFT, RIGHT)
]


def played(name: str, row: str, starter: Seat) -> Game:
    """Play a row, and check after each press what it credited and who runs."""
    presses, runs = row.split(" →")
    seats = {"F": starter, "S": starter.other}
    game = Game("1:00:00+30", opening=name, starter=starter)
    for press in presses.split():
        found = re.fullmatch(r"([FS])(\d|x)(!)?", press)
        assert found is not None
        seat, credited = seats[found[1]], 0 if found[2] == "x" else int(found[2])
        assert game.running is seat, f"{press}: it is this seat's press"
        moves = game.moves
        if found[2] == "x":
            game.choose(seat, Option.SWAP)
        elif found[3]:
            game.choose(seat, Option.TWO_MORE)
        passed = game.press(seat, after=3 * SECOND_NS)[0]
        assert isinstance(passed, TurnPassed)
        assert (passed.credited, passed.moves) == (credited, moves + credited), press
        assert passed.spent_ns == 3 * SECOND_NS
        assert game.running is seat.other, f"{press}: one press, and the other's clock runs"
    assert game.running is seats[runs]
    return game


def test_every_opening_of_the_list_is_in_the_table() -> None:
    assert set(TABLE) == set(OPENINGS)


@pytest.mark.rule("openings")
@pytest.mark.parametrize(("name", "row", "starter"), ROWS)
def test_each_row_of_the_table_is_played_press_by_press(name: str, row: str, starter: Seat) -> None:
    game = played(name, row, starter)
    to_move = Colour.BLACK if game.moves % 2 == 0 else Colour.WHITE
    assert game.running is not None
    assert game.colour(game.running) is to_move, "whose clock runs has the colour to move"
    assert game.state.play.step is None
    assert [kinds(game.move(SECOND_NS)) for _ in range(3)] == [["TurnPassed"]] * 3


@pytest.mark.rule("openings")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_on_every_path_there_is_the_turn_is_that_of_who_plays_the_colour_to_move(
    name: str, starter: Seat
) -> None:
    """`check`, which runs after every step, says it too, and so in every game of these tests."""
    ways = 0
    for before, _, after in presses_of(name, starter):
        assert before.turn is before.play.mover
        assert after.turn is after.play.mover is before.turn.other
        if before.play.step is None:
            assert after.play.made(before.turn) == before.play.made(before.turn) + 1
            assert after.play.made(after.turn) == before.play.made(after.turn)
            continue
        ways += after.play.step is None
    assert ways == WAYS[name]


@pytest.mark.rule("openings")
@pytest.mark.parametrize(("name", "row", "starter"), ROWS)
def test_black_has_made_half_of_the_moves_rounded_up(name: str, row: str, starter: Seat) -> None:
    game = played(name, row, starter)
    for _ in range(4):
        for seat in (LEFT, RIGHT):
            odd = game.colour(seat) is Colour.BLACK and game.moves % 2
            assert game.state.play.made(seat) == game.moves // 2 + bool(odd)
        game.move()


@pytest.mark.rule("openings")
def test_a_swap_turns_only_the_colours_and_credits_nothing() -> None:
    game = Game("1:00:00", opening="rif")
    game.press(LEFT, after=20 * SECOND_NS)
    game.choose(RIGHT, Option.SWAP)
    before = (game.left.spent_ns, game.left.remaining_ns)
    assert kinds(game.press(RIGHT, after=5 * SECOND_NS)) == ["TurnPassed", "ColoursTurned"]
    assert game.moves == 3
    assert (game.left.spent_ns, game.left.remaining_ns) == before
    assert game.right.spent_ns == 5 * SECOND_NS
    assert (game.colour(LEFT), game.colour(RIGHT)) == (Colour.WHITE, Colour.BLACK)


@pytest.mark.rule("openings")
def test_a_choice_can_be_changed_until_the_press() -> None:
    game = Game("1:00:00", opening="swap2")
    game.press(LEFT)
    for option in (Option.SWAP, Option.TWO_MORE, Option.SWAP, Option.STAY):
        assert kinds(game.choose(RIGHT, option)) == ["Chosen"]
    game.press(RIGHT)
    assert game.moves == 4
    assert game.colour(RIGHT) is Colour.WHITE


@pytest.mark.rule("openings")
@pytest.mark.parametrize(
    ("opening", "moves", "seat", "option"),
    [
        ("rif", 0, LEFT, Option.SWAP),
        ("rif", 1, LEFT, Option.SWAP),
        ("rif", 1, RIGHT, Option.TWO_MORE),
        ("rif", 2, LEFT, Option.SWAP),
        ("none", 0, LEFT, Option.SWAP),
        ("swap", 1, RIGHT, Option.TWO_MORE),
    ],
)
def test_a_choice_that_is_not_there_to_be_made_is_ignored(
    opening: str, moves: int, seat: Seat, option: Option
) -> None:
    game = Game(opening=opening)
    game.make(moves)
    assert kinds(game.choose(seat, option)) == ["ActIgnored"]
    assert game.state.choice is None


@pytest.mark.rule("openings")
@pytest.mark.parametrize("name", ["swap", "swap2"])
def test_in_gomoku_the_colours_are_open_until_chosen(name: str) -> None:
    game = Game(opening=name)
    game.press(LEFT)
    assert (game.colour(LEFT), game.colour(RIGHT)) == (None, None)
    assert kinds(game.press(RIGHT)) == ["TurnPassed", "ColoursTurned"]
    assert (game.colour(LEFT), game.colour(RIGHT)) == (Colour.BLACK, Colour.WHITE)


@pytest.mark.rule("openings")
def test_two_more_stones_leave_the_colours_open() -> None:
    game = Game(opening="swap2")
    game.press(LEFT)
    game.choose(RIGHT, Option.TWO_MORE)
    game.press(RIGHT)
    assert game.moves == 5
    assert (game.colour(LEFT), game.colour(RIGHT)) == (None, None)


@pytest.mark.rule("openings")
def test_the_quota_is_checked_per_colour_and_a_swap_moves_what_was_made() -> None:
    game = Game("2/1:00:00 then 0:30:00", opening="rif")
    game.press(LEFT)
    assert game.left.period == 2, "Black made two of the three"
    assert game.right.period == 1
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT)
    assert game.right.period == 2, "now right is Black, and Black has made two"
