"""What a display's sentence must have while a clock runs or in a stop, by the rules' text alone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.truth import Game, Side

SECOND_NS = 1_000_000_000


def lacking(sentence: str, game: "Game", side: "Side") -> Iterator[str]:
    """Yield what a seat's sentence lacks, apart from its time, or has in vain."""
    if "Left, " in sentence and "Right, " in sentence:  # the other display is lost
        return
    is_faulty = "Clock is faulty" in sentence  # a fault's words may take the place of signs
    for words, is_due in _words(game, side):
        if (words in sentence) is not is_due and not (is_due and is_faulty):
            yield words if is_due else f"no {words}"


def _words(game: "Game", side: "Side") -> Iterator[tuple[str, bool]]:
    """Words, and whether they are due."""
    clock, is_black = game.seats[side], side == game.black
    yield "STOPPED", game.phase == "stopped"
    yield ", running.", side in game.running
    yield "not running.", side not in game.running
    if not game.step:
        yield f"{side.capitalize()}, {'Black' if is_black else 'White'}, ", True
        if clock.period.moves is None:
            made = game.moves // 2 + (is_black and game.moves % 2)
            yield f". {_counted(made, 'move')}.", True
    is_down = clock.fallen or clock.debt is not None
    yield "Clapper fell", is_down
    # In a stop what has not begun to run is no news.
    delayed = side in game.running or clock.delay_ns < clock.period.bonus_ns
    delayed = delayed and side == game.turn and clock.delay_ns > 0 and not is_down
    yield f"Delay: {_counted(-(-clock.delay_ns // SECOND_NS), 'second')} left", delayed
    if is_down:
        return
    if clock.byoyomi == 1:
        yield "The last byo-yomi period.", True
    elif clock.byoyomi:
        yield f"{clock.byoyomi} byo-yomi periods left", True
    elif clock.period.method == "byoyomi" and clock.byoyomi is None:
        coming = clock.period.periods if clock.coming is None else clock.coming[0]
        yield f"{_counted(coming, 'byo-yomi period')} to come", coming > 0


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"
