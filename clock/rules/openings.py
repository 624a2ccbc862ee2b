"""Openings as steps: the presses, the moves that they credit, the colours (RIF 12, gomoku 2).

The clock counts moves; it does not see stones. The state of an opening (`Play`) is the number of
moves made by both, the seat that plays Black, and the next step. The step is None once the opening
is over; then every press credits one move. At a step with a choice the player who decides has his
own clock running. He has up to three options:

- He lays the stones of the step and presses: he plays the colour that is to move.
- He enters SWAP and presses without a stone: he plays the other colour, nothing is credited.
- He enters "two more", if the opening has it, lays two and presses: the opponent chooses.

The number of fifths announced with a press can be entered before that press. It is only a memo: it
credits nothing, and a press is never refused for lack of it. It stays until the opening is over.

Each opening is a file in `clock/openings`; `Opening` is its format, there and in game files.
"""

from enum import Enum

import msgspec
from msgspec.structs import replace

from clock.rules.seats import Colour, Seat

# Needed at every press: a module's name is found three times faster than a member of an Enum.
_BLACK = Colour.BLACK


class Option(Enum):
    """The options of a player before a press with a choice."""

    SWAP = "swap"
    STAY = "stay"
    TWO_MORE = "two_more"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A press of an opening, with the moves credited and the steps that may follow."""

    lay: int
    then: str | None = None
    """The step after the stones are laid; None: the opening is over."""
    swap: str | None = None  # the step after a swap; None: there is no choice
    two_more: str | None = None
    """The step after two more stones are laid in place of a choice; None: not an option."""
    announces: int = 0  # the most fifths that can be announced with this press; 0: none
    offers: int = 0
    """The fifths that this press offers by the rule; 0: none, or the number announced."""
    by: Colour = _BLACK  # who presses, by the colour that he plays as the step begins
    text: str = ""
    """The request on the display; {lay}, {offers} and {most} are figures of this step."""
    one: str = ""  # the same with a single fifth
    announced: str = ""  # the text in place of `text` once the number of fifths is announced

    @property
    def options(self) -> tuple[Option, ...]:
        """The options at this step; none without a choice."""
        if self.swap is None:
            return ()
        more = (Option.TWO_MORE,) if self.two_more is not None else ()
        return (Option.STAY, Option.SWAP, *more)

    @property
    def texts(self) -> dict[str, str]:
        """The texts that this step has, by key."""
        texts = {"text": self.text, "one": self.one, "announced": self.announced}
        return {key: text for key, text in texts.items() if text}

    @property
    def leads(self) -> dict[str, str]:
        """The names of the steps that may follow, by key."""
        leads = {"then": self.then, "swap": self.swap, "two_more": self.two_more}
        return {key: name for key, name in leads.items() if name is not None}


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An opening rule; it begins with the first of its steps."""

    name: str
    title: str
    steps: dict[str, Step] = {}
    open_colours: bool = False  # nobody has a colour until it is chosen
    texts: dict[str, dict[str, str]] = {}  # by language: title and texts of steps, translated

    @property
    def first(self) -> Step | None:
        """The first step; None without steps, when every press is a move."""
        return next(iter(self.steps.values()), None)

    @property
    def offers_max(self) -> int:
        """The most fifths that can be announced; 0 in an opening without them."""
        return max((step.announces for step in self.steps.values()), default=0)


NONE = Opening("none", "none")


class Play(msgspec.Struct, frozen=True):
    """The position as far as the clock knows it: moves made by both, colours, opening step."""

    moves: int
    black: Seat
    step: Step | None
    open: bool = False  # the colours are not chosen yet; `black` is then the seat that began
    first: Colour = _BLACK
    """The colour that moves first, and so has made half the moves, rounded up."""
    offers: int = 0  # the fifths that were announced; 0: none yet, or none any more

    @property
    def mover(self) -> Seat:
        """The seat to move: it follows from moves and colours."""
        colour = self.due if self.step is None else self.step.by
        return self.black if colour is _BLACK else self.black.other

    @property
    def due(self) -> Colour:
        """The colour of the next stone."""
        return self.first if self.moves % 2 == 0 else self.first.other

    def made(self, seat: Seat) -> int:
        """Return the moves made so far by the colour of a seat."""
        ahead = (self.black is seat) is (self.first is _BLACK)
        return (self.moves + 1) // 2 if ahead else self.moves // 2


def begin(opening: Opening, starter: Seat, first: Colour = _BLACK) -> Play:
    """Return the play before the first stone; `starter` plays the colour that moves first."""
    black = starter if first is _BLACK else starter.other
    return Play(0, black, opening.first, opening.open_colours, first)


def press(opening: Opening, play: Play, seat: Seat, option: Option | None) -> Play:
    """Return the play after a press with an option of the step; None and STAY lay stones."""
    step = play.step
    if step is None:
        return Play(play.moves + 1, play.black, None, False, play.first)
    if option in (None, Option.STAY):
        return Play(
            play.moves + step.lay,
            play.black if step.swap is None else _black_if_to_move(play, seat),
            None if step.then is None else opening.steps[step.then],
            play.open and step.swap is None,
            offers=0 if step.then is None else play.offers,
        )
    if option is Option.TWO_MORE and step.two_more is not None:
        return Play(play.moves + 2, play.black, opening.steps[step.two_more], play.open)
    assert step.swap is not None
    # Who swaps here lays nothing and announces nothing: the other will.
    offers = 0 if step.announces else play.offers
    black = _black_if_to_move(play, seat.other)
    return Play(play.moves, black, opening.steps[step.swap], offers=offers)


def step_at(opening: Opening, step: Step | None, moves: int) -> tuple[Step | None, bool]:
    """Return the step after `moves`, and whether the colours are still open at it.

    For a correction of the counter at `step`. Two ways may lead to one number of moves: the way
    without a swap is taken, since a correction of moves must not change colours; after the opening
    (`step` None) the way without "two more". In the middle of a press with several moves, the
    returned step has the rest of them. Past the end of the opening the step is None.
    """
    ways = [(0, opening.first, opening.open_colours)]
    known = set(ways)
    for made, here, is_open in ways:
        if here is None:
            continue
        stays_open = is_open and here.swap is None
        if made <= moves < made + here.lay:
            if made == moves:
                return here, is_open
            rest = Step(made + here.lay - moves, here.then, announces=here.announces, by=here.by)
            return rest, stays_open
        two_more = None if step is None else here.two_more
        for laid, name, opens in ((here.lay, here.then, stays_open), (2, two_more, is_open)):
            if name and (way := (made + laid, opening.steps[name], opens)) not in known:
                ways.append(way)
                known.add(way)
    return None, False


def set_black(opening: Opening, play: Play, black: Seat) -> Play:
    """Return the play with Black set by the organizer.

    At a step with a choice this makes the choice, unless the colours are settled and stay.
    """
    step = play.step
    if step is None or step.swap is None:
        return replace(play, black=black, open=False)
    if black is play.black and not play.open:
        return play
    return replace(play, black=black, step=opening.steps[step.swap], open=False)


def may_have_offers(opening: Opening, step: Step | None) -> bool:
    """Whether fifths can be announced at a step, or could have been at an earlier one."""
    if step is None or step.announces:
        return step is not None
    reached = [each for each in opening.steps.values() if each.announces]
    for each in reached:
        following = [opening.steps[name] for name in each.leads.values()]
        reached += [each for each in following if each not in reached]
    return step in reached


def _black_if_to_move(play: Play, seat: Seat) -> Seat:
    """Return the seat that is Black if `seat` plays the colour that is to move."""
    return seat if play.moves % 2 == 0 else seat.other
