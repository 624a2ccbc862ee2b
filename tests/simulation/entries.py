"""Corrections by the rules' text: the entries of a stop, folded upon the game as it was then."""

from copy import deepcopy
from typing import TYPE_CHECKING, Literal

from tests.simulation.seat_clock import Period, SeatClock

if TYPE_CHECKING:
    from tests.simulation.truth import Fact, Game, Side

Entry = Literal[
    "give", "set", "moves", "colours", "period", "stones", "byoyomi", "offences",
    "turn", "illegal", "control", "undo", "finish", "reopen",
]  # fmt: skip
FIGURES = ("give", "set", "moves", "colours", "period", "stones", "byoyomi", "offences")
"""Of these a list is made."""
CLOSING = ("turn", "illegal", "control")
"""These close it, and begin a new one upon it."""


def correct(game: "Game") -> None:
    """Fold the entries since the clocks stopped."""
    assert game.stopped is not None
    base = deepcopy(game.stopped)
    figures: list[Fact] = []
    for entry in game.entries:
        if entry.kind in FIGURES:
            figures.append(entry)
        elif entry.kind in CLOSING:
            _set_figures(base, figures)
            figures = []
            _close(base, entry)
        elif entry.kind == "arrive" and entry.side is not None:  # below the entries of its list
            base.arrive(entry.side)
    _set_figures(base, figures)
    game.seats, game.turn, game.moves, game.black = base.seats, base.turn, base.moves, base.black
    game.before_press, game.absent, game.joint = base.before_press, base.absent, base.joint


def _close(game: "Game", entry: "Fact") -> None:
    side = entry.side
    if entry.kind == "turn":
        _take_back(game, charge=bool(entry.value))
        return
    assert side is not None
    if entry.kind == "control":
        game.before_press = None
        game.seats[side].replace_control(CONTROLS[entry.value])
        return
    if game.before_press is not None and game.turn != side:
        _take_back(game, charge=False)
    seat = game.seats[side]
    seat.illegal_moves += 1
    if seat.illegal_moves == 1 or not game.rules.second_loses:
        for each in filter(None, (game, game.before_press)):  # it stays if the press goes
            each.seats[_other(side)].change(game.rules.illegal_ns or 0)


CONTROLS: tuple[tuple[Period, ...], ...] = (
    (Period(60 * 10**9),),
    (Period(60 * 10**9, None, "increment", 5 * 10**9),),
    (Period(60 * 10**9, None, "bronstein", 2 * 10**9),),
    (Period(60 * 10**9, None, "delay", 2 * 10**9),),
    (Period(60 * 10**9, 3), Period(20 * 10**9)),
)
"""What a wrong control is replaced by."""


def _set_figures(game: "Game", entries: "list[Fact]") -> None:
    """First the position, then the sum of what is given and taken, then what is set."""
    last = {entry.kind: entry for entry in entries}
    periods_ns: dict[Side, int] = {"left": 0, "right": 0}
    if "moves" in last or "colours" in last:
        left_by_press = game.moves, game.black
        if "moves" in last:
            game.moves = last["moves"].value
        if "colours" in last and (black := last["colours"].side) is not None:
            game.black = black
        if (game.moves, game.black) != left_by_press:
            game.before_press = None
        periods_ns = _follow_position(game)
    for side, seat in game.seats.items():
        own = [entry for entry in entries if entry.side == side]
        _set_seat(game, side, seat, own, periods_ns[side])


def _follow_position(game: "Game") -> "dict[Side, int]":
    """Let turn and periods follow from moves and colours; return the times of the periods."""
    black, white = game.black, _other(game.black)
    periods_ns = {
        black: game.seats[black].follow_moves(-(-game.moves // 2)),
        white: game.seats[white].follow_moves(game.moves // 2),
    }
    turn = white if game.moves % 2 else black
    if turn != game.turn:
        game.turn = turn
        for each in game.seats.values():
            each.begin_turn()
    return periods_ns


def _set_seat(
    game: "Game", side: "Side", seat: SeatClock, own: "list[Fact]", periods_ns: int
) -> None:
    last = {entry.kind: entry for entry in own}
    if "period" in last:
        periods_ns += seat.put_into(last["period"].value)
    if "stones" in last:
        seat.set_stones(last["stones"].value)
    later = own[own.index(last["set"]) :] if "set" in last else own
    sum_ns = sum(entry.value for entry in later if entry.kind == "give")
    if "set" not in last:
        seat.change(periods_ns + sum_ns)
    elif not seat.fallen or last["set"].value + sum_ns > 0:  # less lifts no clapper
        seat.change(max(0, periods_ns))
        seat.set(last["set"].value)
        seat.change(sum_ns)
    game.enter_both(seat, game.seats[_other(side)])
    if "byoyomi" in last:
        seat.set_byoyomi(last["byoyomi"].value)
    if "offences" in last:
        seat.illegal_moves = last["offences"].value


def _take_back(game: "Game", *, charge: bool) -> None:
    """Take the last press back: its seat has the turn again (SetTurn)."""
    before, presser = game.before_press, _other(game.turn)
    assert before is not None
    spent_ns, now = game.seats[game.turn].turn_ns, game.at_ns
    offences = {side: seat.illegal_moves for side, seat in game.seats.items()}
    game.seats[presser] = deepcopy(before.seats[presser])
    if charge:
        game.seats[game.turn] = deepcopy(before.seats[game.turn])
        game.seats[presser].charge(spent_ns)
    game.seats[game.turn].begin_turn()
    game.turn, game.moves, game.before_press = presser, before.moves, None
    for side, each in game.seats.items():
        each.at_ns, each.illegal_moves = now, offences[side]
    for seat, clock in game.seats.items():
        game.enter_both(clock, game.seats[_other(seat)])


def _other(side: "Side") -> "Side":
    return "right" if side == "left" else "left"
