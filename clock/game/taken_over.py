"""A game that goes on on another clock: its lines, moved to that clock's own time. Pure.

The rules know instants by their differences alone, so a game that is moved as a whole is the same
game. Its clocks stand from the last instant at which the clock that played it is known to have
been on; what ran after that, nobody can tell.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from clock.game.chain import intact_chain
from clock.game.figures import Figures, SeatFigures
from clock.game.file import GameFileError
from clock.game.recorded import (
    Continues,
    GameInstant,
    Gap,
    GapCause,
    Missing,
    RecordedGame,
    RecordedInput,
    game_of,
)
from clock.game.timeline import Timeline
from clock.rules.inputs import Input, LateEdge, PowerLost, Stop
from clock.rules.state import Phase
from clock.rules.timing import running_seats

IN_PROGRESS = tuple(phase for phase in Phase if phase not in (Phase.READY, Phase.FINISHED))
"""The phases of a game that another clock can go on with."""


class Handover(msgspec.Struct, frozen=True):
    """What is known of a clock whose game goes on elsewhere."""

    clock: Annotated[str, msgspec.Meta(max_length=200)]
    ends_ns: GameInstant
    """The last instant, of its own journal, at which it was on."""
    ago_ns: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
    """How long ago that was."""
    uncertain_ns: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
    """How much longer it may have been on."""
    lacks: bool = False
    """It had written more lines than are known."""


class TakenOver(NamedTuple):
    """Another clock's game in this clock's time, folded up to its last line."""

    game: RecordedGame
    lines: tuple[RecordedInput | Missing, ...]
    """Those of the file after its header."""
    timeline: Timeline
    stop: Input | None
    """What stops its clocks; None: they stand."""
    lacks: bool
    """Whether lines are missing at its end."""

    @property
    def continues(self) -> Continues:
        """Where the game was played so far."""
        assert self.game.header.continues is not None
        return self.game.header.continues


def take_over(lines: Sequence[bytes], of: Handover, now_ns: int, when: str) -> TakenOver:
    """Return the game of another clock's lines as it goes on at `now_ns`, by the clock's own time.

    `when` is the wall time. Raises GameFileError if the lines are no game that is in progress, and
    Refused as the rules do.
    """
    if not lines or len(intact_chain(b"".join(lines)).lines) < len(lines):
        raise GameFileError("the lines of the game were changed on their way")
    game = game_of(lines)
    state = game.folded().state
    if state.phase not in IN_PROGRESS:
        raise GameFileError("no game is in progress")
    # The missing lines may have passed the turn, so the time after them cannot be charged.
    ends_ns = state.at_ns if of.lacks else max(state.at_ns, of.ends_ns)
    shift_ns = now_ns - of.ago_ns - ends_ns
    moved = _moved(game, Continues(of.clock, game.number, len(lines), game.end.hash, shift_ns))
    timeline = moved.folded()
    stop: Input | None = None
    if running_seats(timeline.state):
        at_ns = ends_ns + shift_ns
        stop = Stop(at_ns) if of.lacks else PowerLost(at_ns, of.uncertain_ns)
    if of.lacks:
        gap = Gap(len(moved.rows), GapCause.NOT_SENT, when)
        moved = moved._replace(gaps=(*moved.gaps, gap))
    return TakenOver(moved, tuple(_lines(moved)), timeline, stop, of.lacks)


def _moved(game: RecordedGame, continues: Continues) -> RecordedGame:
    by_ns = continues.shift_ns
    rows = tuple(
        RecordedInput(moved_input(row.input, by_ns), _moved_figures(row.figures, by_ns))
        for row in game.rows
    )
    header = replace(
        game.header,
        game=0,
        before=None,
        began_ns=game.header.began_ns + by_ns,
        continues=continues,
    )
    return game._replace(header=header, rows=rows)


def _lines(game: RecordedGame) -> list[RecordedInput | Missing]:
    """Return the lines of a game in their order, its gaps where they are."""
    lines: list[RecordedInput | Missing] = list(game.rows)
    for gap in reversed(game.gaps):
        lines.insert(gap.line, Missing(gap.cause, gap.when))
    return lines


def moved_input(event: Input, by_ns: int) -> Input:
    """Return an input as much later."""
    if isinstance(event, LateEdge):
        event = replace(event, edge_ns=event.edge_ns + by_ns)
    return replace(event, at_ns=event.at_ns + by_ns)


def _moved_figures(figures: Figures, by_ns: int) -> Figures:
    return replace(
        figures,
        since_ns=figures.since_ns + by_ns,
        left=_moved_seat(figures.left, by_ns),
        right=_moved_seat(figures.right, by_ns),
    )


def _moved_seat(figures: SeatFigures, by_ns: int) -> SeatFigures:
    fell_at_ns = figures.fell_at_ns
    return replace(figures, fell_at_ns=None if fell_at_ns is None else fell_at_ns + by_ns)
