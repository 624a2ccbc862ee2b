"""Openings: who presses when, what a press credits, and when the colours turn (RIF 12, gomoku 2).

The clock counts moves, it does not see stones. The state of an opening is the number of moves made
so far by both, who plays Black, and the step that comes next; None once the opening is over, when
every press credits one move. At a step with a choice, whoever decides has his own clock running:

- he lays what the step asks and presses: he plays the colour that is to move;
- he enters SWAP and presses without a stone: he plays the other colour, nothing is credited;
- he enters "two more" where the opening knows it, lays two and presses: the choice goes across.

Where a number of fifths is announced with a press, it can be entered before: a memo, which credits
nothing and never blocks. It stays until the opening is over.

The table is written as it is played: `Step(lay, then, swap, two_more, announces)`, and `_white(…)`
for a press of White.
"""

from enum import Enum
from typing import Any

import msgspec
from msgspec.structs import replace

from clock.rules.seats import Colour, Seat

# Looked up at every press: an enum's member is found three times faster by a name of the module.
_BLACK = Colour.BLACK


class Option(Enum):
    """What a player may enter before the press of a choice."""

    SWAP = "swap"
    STAY = "stay"
    TWO_MORE = "two_more"


class Step(msgspec.Struct, frozen=True):
    """One press of an opening: what it credits and where it leads (None: the opening is over)."""

    lay: int
    then: str | None
    swap: str | None = None
    two_more: str | None = None
    announces: int = 0
    """With this press fifths are announced, at most so many; 0: none are."""
    by: Colour = _BLACK
    """Who presses: the seat that plays this colour as the step begins."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be entered at this step; nothing where there is no choice."""
        if self.swap is None:
            return ()
        more = (Option.TWO_MORE,) if self.two_more is not None else ()
        return (Option.STAY, Option.SWAP, *more)


class Opening(msgspec.Struct, frozen=True):
    """An opening rule: its first step, its steps, and whether colours are open until chosen."""

    name: str
    first: str | None
    steps: dict[str, Step]
    open_colours: bool = False

    @property
    def offers_max(self) -> int:
        """The most fifths that can be announced; 0 where none are."""
        return max((step.announces for step in self.steps.values()), default=0)


class Play(msgspec.Struct, frozen=True):
    """How far the game has come: moves made by both, who plays Black, the step of the opening."""

    moves: int
    black: Seat
    step: Step | None
    open: bool = False
    """The colours are not chosen yet; `black` is then the seat that began."""
    first: Colour = _BLACK
    """The colour that moves first, and so has made half of the moves, rounded up."""
    offers: int = 0
    """The fifths that were announced; 0: none yet, or none any more."""

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is: moves, colours and turn are one fact."""
        colour = self.due if self.step is None else self.step.by
        return self.black if colour is _BLACK else self.black.other

    @property
    def due(self) -> Colour:
        """The colour of the next stone."""
        return self.first if self.moves % 2 == 0 else _other(self.first)

    def made(self, seat: Seat) -> int:
        """Moves made so far by the colour that `seat` plays."""
        ahead = (self.black is seat) is (self.first is _BLACK)
        return (self.moves + 1) // 2 if ahead else self.moves // 2


YAMAGUCHI_OFFERS_MAX = 12
"""The rule knows no limit; nobody offers more."""


def _white(lay: int, then: str | None, **more: Any) -> Step:
    return Step(lay, then, by=Colour.WHITE, **more)


_RIF = {
    "pattern": Step(3, "choice"),
    "choice": _white(1, "fifth", swap="fourth"),
    "fourth": _white(1, "fifth"),
    "fifth": Step(1, "sixth"),
    "sixth": _white(1, None),
}
_YAMAGUCHI = {**_RIF, "pattern": Step(3, "choice", announces=YAMAGUCHI_OFFERS_MAX)}
_SOOSYRV = {
    "pattern": Step(3, "choice"),
    "choice": _white(1, "second choice", swap="fourth", announces=8),
    "fourth": _white(1, "second choice", announces=8),
    "second choice": Step(1, "sixth", swap="fifth"),
    "fifth": Step(1, "sixth"),
    "sixth": _white(1, None),
}
_TARAGUCHI = {
    "first": Step(1, "second or swap"),
    "second or swap": _white(1, "third or swap", swap="second"),
    "second": _white(1, "third or swap"),
    "third or swap": Step(1, "fourth or swap", swap="third"),
    "third": Step(1, "fourth or swap"),
    "fourth or swap": _white(1, "fifth or swap", swap="fourth"),
    "fourth": _white(1, "fifth or swap"),
    "fifth or swap": Step(1, "sixth or swap", swap="fifth"),
    "fifth": Step(1, "sixth or swap"),
    "sixth or swap": _white(1, None, swap="sixth"),
    "sixth": _white(1, None),
}
_SAKATA = {
    "pattern": Step(3, "two"),
    "two": _white(2, "choice"),
    "choice": Step(1, None, swap="sixth"),
    "sixth": _white(1, None),
}
_SWAP = {
    "three": Step(3, "choice"),
    "choice": _white(1, None, swap="fourth"),
    "fourth": _white(1, None),
}
_SWAP2 = {
    "three": Step(3, "choice"),
    "choice": _white(1, None, swap="fourth", two_more="last choice"),
    "fourth": _white(1, None),
    "last choice": Step(1, None, swap="sixth"),
    "sixth": _white(1, None),
}

OPENINGS: dict[str, Opening] = {
    opening.name: opening
    for opening in (
        Opening("rif", "pattern", _RIF),
        Opening("yamaguchi", "pattern", _YAMAGUCHI),
        Opening("soosyrv-8", "pattern", _SOOSYRV),
        Opening("taraguchi-10", "first", _TARAGUCHI),
        Opening("taraguchi", "first", _TARAGUCHI),
        Opening("tarannikov", "first", _TARAGUCHI),
        Opening("sakata", "pattern", _SAKATA),
        Opening("swap", "three", _SWAP, open_colours=True),
        Opening("swap2", "three", _SWAP2, open_colours=True),
        Opening("pro", None, {}),
        Opening("long-pro", None, {}),
        Opening("none", None, {}),
    )
}


def begin(opening: Opening, starter: Seat, first: Colour = _BLACK) -> Play:
    """Return the play before the first stone: the seat that begins plays the first colour.

    In an opening that is Black, and tentative.
    """
    step = None if opening.first is None else opening.steps[opening.first]
    black = starter if first is _BLACK else starter.other
    return Play(0, black, step, opening.open_colours, first)


def pressed(opening: Opening, play: Play, seat: Seat, option: Option | None) -> Play:
    """Return the play after `seat` pressed with `option` entered (None and STAY: stones laid).

    Raises ValueError if the step knows no such option.
    """
    step = play.step
    if step is None:
        if option is None or option is Option.STAY:
            return Play(play.moves + 1, play.black, None, False, play.first)
        raise ValueError(f"expected no {option} after the opening")
    if option in (None, Option.STAY):
        return Play(
            play.moves + step.lay,
            play.black if step.swap is None else _black_if_to_move(play, seat),
            None if step.then is None else opening.steps[step.then],
            play.open and step.swap is None,
            offers=0 if step.then is None else play.offers,
        )
    if option not in step.options:
        raise ValueError("expected a step of the opening at which this may be chosen")
    if option is Option.TWO_MORE and step.two_more is not None:
        return Play(play.moves + 2, play.black, opening.steps[step.two_more], play.open)
    assert step.swap is not None
    # Who swaps here lays nothing and announces nothing: the other will.
    offers = 0 if step.announces else play.offers
    black = _black_if_to_move(play, seat.other)
    return Play(play.moves, black, opening.steps[step.swap], offers=offers)


def step_at(opening: Opening, step: Step | None, moves: int) -> Step | None:
    """Return the step that comes after `moves`, when the organizer sets the counter at `step`.

    The colours are not his to guess: of two ways to a number the one without a swap is taken, and
    of an opening that is over (None) the shortest. Inside a press of several moves the rest of it
    is to come. None past the end of the opening.
    """
    ways = [] if opening.first is None else [(0, opening.first)]
    for made, name in ways:
        here = opening.steps[name]
        if made <= moves < made + here.lay:
            if made == moves:
                return here
            lay = made + here.lay - moves
            return Step(lay, here.then, announces=here.announces, by=here.by)
        two_more = None if step is None else here.two_more
        for laid, then in ((here.lay, here.then), (2, two_more)):
            if then is not None:
                ways.append((made + laid, then))
    return None


def coloured(opening: Opening, play: Play, black: Seat) -> Play:
    """Return the play once the organizer has said who plays Black.

    At a choice that is the choice: who plays the colour that is to move lays next. It is none where
    nothing changes, and the colours are not open.
    """
    step = play.step
    if step is None or step.swap is None:
        return replace(play, black=black, open=False)
    if black is play.black and not play.open:
        return play
    return replace(play, black=black, step=opening.steps[step.swap], open=False)


def remembers(opening: Opening, step: Step | None) -> bool:
    """Whether fifths can be announced at a step, or can have been before it."""
    if step is None or step.announces:
        return step is not None
    told = [each for each in opening.steps.values() if each.announces]
    for each in told:
        following = [opening.steps[name] for name in (each.then, each.swap) if name is not None]
        told += [each for each in following if each not in told]
    return step in told


def open_at(opening: Opening, step: Step | None) -> bool:
    """Whether the colours are still open at a step: a choice is at hand or to come."""
    if step is None or not opening.open_colours:
        return False
    coming = None if step.then is None else opening.steps[step.then]
    return step.swap is not None or (coming is not None and coming.swap is not None)


def _other(colour: Colour) -> Colour:
    return Colour.WHITE if colour is _BLACK else _BLACK


def _black_if_to_move(play: Play, seat: Seat) -> Seat:
    """Return who is Black if `seat` plays the colour that is to move."""
    return seat if play.moves % 2 == 0 else seat.other
