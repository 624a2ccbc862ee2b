"""What is done in a stop: claims at the table, corrections and results from the desk."""

from clock.rules.inputs import (
    Adjust,
    Dismiss,
    Finish,
    IllegalMove,
    Result,
    Resume,
    SetByoyomi,
    SetColours,
    SetControl,
    SetIllegalMoves,
    SetMoves,
    SetPeriod,
    SetStones,
    SetTurn,
    Stop,
    Undo,
)
from clock.rules.seats import Seat
from hal.ports import Line
from tests.simulation.controls import clock_control
from tests.simulation.entries import CONTROLS
from tests.simulation.people import move, resume, stop
from tests.simulation.scheduler import SECOND_NS
from tests.simulation.seat_clock import SeatClock
from tests.simulation.table import PLUNGERS, Table
from tests.simulation.truth import OTHER

BY_MOVES = ("plain", "increment", "delay", "bronstein")
"""Methods of which the counter alone decides the period, if every period but the last has moves."""


def claim(table: Table) -> None:
    """A plunger in a stop asks, + is yes; who was late has arrived instead."""
    life, game = table.life, table.game()
    side = table.random.choice(sorted(game.absent) or list(OTHER))
    if game.claims:
        side = OTHER[game.claims[0]]
    if side in game.absent or side in game.claims or game.phase not in ("stopped", "claimed"):
        table.plunge(side)
        table.settle()
        if "claim a win?" in table.words():
            table.tap(Line.MINUS)
        return
    table.tap(PLUNGERS[side])
    table.settle()
    table.read_on()
    if table.machine.life is life and "claim a win?" in table.words():
        table.press(Line.PLUS, "claim", side)
        table.meet("a second claim" if game.claims else "a claim")


def dismiss(table: Table) -> None:
    claims = table.game().claims
    if not claims:
        claim(table)
        return
    side = claims[0]
    if table.order(Dismiss(0, Seat(side)), kind="dismiss", side=side):
        table.meet("a claim is dismissed")


def adjust(table: Table) -> None:
    """Give or take time, at times more than there is."""
    side = table.any_side()
    clock = table.game().seats[side]
    by_ns = table.random.choice((-1, -1, 1)) * table.random.choice((1, 20, 300, 300)) * SECOND_NS
    if clock.fallen and by_ns < 0:
        by_ns = -by_ns
    if clock.period.method in ("countup", "hourglass", "below_zero"):
        by_ns = abs(by_ns)
    if _may_correct(table) and table.order(
        Adjust(0, Seat(side), delta_ns=by_ns, reason="x"), kind="give", side=side, value=by_ns
    ):
        table.meet("time is given" if by_ns > 0 else "time is taken")
        if table.game().seats[side].debt:
            table.meet("a debt")
            table.random.choice((resume, finish, finish))(table)


def set_time(table: Table) -> None:
    side, to_ns = table.any_side(), table.random.choice((1, 30, 100)) * SECOND_NS
    clock = table.game().seats[side]
    plain = clock.byoyomi is None and clock.coming is None and clock.period.method != "countup"
    if plain and _may_correct(table):
        order = Adjust(0, Seat(side), remaining_ns=to_ns, reason="x")
        if table.order(order, kind="set", side=side, value=to_ns):
            table.meet("a time is set")


def set_moves(table: Table) -> None:
    game = table.game()
    n = max(0, game.moves + table.random.randint(-3, 3))
    known = all(map(_by_moves, game.seats.values())) and table.rules.rollover == "on_move"
    known = known and table.rules.opening == "none" and not game.joint
    if not known or game.falls or not _may_correct(table):
        return
    if table.order(SetMoves(0, n, reason="x"), kind="moves", value=n):
        table.meet("the counter is set")


def set_turn(table: Table) -> None:
    """Take the last press back, with the time since or without."""
    if table.game().phase == "claimed":
        dismiss(table)
    game, charge = table.game(), table.random.random() < 0.5
    before = game.before_press
    if table.rules.opening != "none":
        return
    if before is None or game.entries or game.joint or not all(map(_simple, game.seats.values())):
        return
    if not all(map(_simple, before.seats.values())) or game.falls or not _may_correct(table):
        return
    side = OTHER[game.turn]
    order = SetTurn(0, Seat(side), reason="x", charge=charge)
    if table.order(order, kind="turn", side=side, value=int(charge)):
        table.meet("a press is taken back with charge" if charge else "a press is taken back")


def set_colours(table: Table) -> None:
    game, black = table.game(), table.any_side()
    known = all(map(_by_moves, game.seats.values())) and table.rules.rollover == "on_move"
    known = known and table.rules.opening == "none" and not game.joint
    if not known or game.falls or not _may_correct(table):
        return
    if table.order(SetColours(0, Seat(black), reason="x"), kind="colours", side=black):
        table.meet("the colours are set")


def set_period(table: Table) -> None:
    """Put a seat into its first or second period, where the first ends by time."""
    side = table.any_side()
    clock, number = table.game().seats[side], table.random.randint(1, 2)
    known = len(clock.control) == 2 and clock.control[0].moves is None and clock.entered <= 2
    if not known or clock.fallen or clock.debt or not _may_correct(table):
        return
    order = SetPeriod(0, Seat(side), number, reason="x")
    if table.order(order, kind="period", side=side, value=number):
        table.meet("a period is set")


def set_stones(table: Table) -> None:
    side = table.any_side()
    period = table.game().seats[side].period
    if not period.repeat or table.game().seats[side].fallen or not _may_correct(table):
        return
    left = table.random.randint(1, period.moves or 1)
    order = SetStones(0, Seat(side), left, reason="x")
    if table.order(order, kind="stones", side=side, value=left):
        table.meet("the moves of a block are set")


def set_byoyomi(table: Table) -> None:
    side, left = table.any_side(), table.random.randint(1, 4)
    side = next((each for each in OTHER if table.game().seats[each].fallen), side)
    clock = table.game().seats[side]
    if clock.period.method != "byoyomi" or not _may_correct(table):
        return
    order = SetByoyomi(0, Seat(side), left, reason="x")
    if table.order(order, kind="byoyomi", side=side, value=left):
        table.meet("a clapper is lifted by byo-yomi" if clock.fallen else "byo-yomi is set")


def rule_illegal(table: Table) -> None:
    """The last press is taken back if it was illegal, and the opponent gets time."""
    if table.game().phase == "claimed":
        dismiss(table)
    game, side = table.game(), table.any_side()
    others = [entry for entry in game.entries if entry.kind != "illegal"]
    taken_back = game.before_press is not None and game.turn != side
    if table.rules.illegal_ns is None or game.falls or others or game.joint:
        return
    if game.turn != side and (game.is_stale or (taken_back and game.entries)):
        return  # the time given since the press would stay
    befores = () if game.before_press is None else game.before_press.seats.values()
    if not all(map(_simple, (*game.seats.values(), *befores))) or table.rules.opening != "none":
        return
    loses = table.rules.second_loses and game.seats[side].illegal_moves > 0
    if _may_correct(table) and table.order(IllegalMove(0, Seat(side)), kind="illegal", side=side):
        table.meet("an illegal move is taken back" if taken_back else "an illegal move is counted")
        if loses:
            table.meet("a second illegal move loses")
        elif table.random.random() < 0.6:
            rule_illegal(table)


def set_offences(table: Table) -> None:
    """The number of a seat's illegal moves is set."""
    side, count = table.any_side(), table.random.randrange(4)
    if table.rules.illegal_ns is None or not _may_correct(table):
        return
    if table.order(
        SetIllegalMoves(0, Seat(side), count, "x"), kind="offences", side=side, value=count
    ):
        table.meet("illegal moves are counted anew")


def set_control(table: Table) -> None:
    """A wrong control is set right."""
    side, number = table.any_side(), table.random.randrange(len(CONTROLS))
    game, control = table.game(), clock_control(CONTROLS[number])
    known = _simple(game.seats[side]) and table.rules.rollover == "on_move"
    known = known and not any(each.debt for each in game.seats.values())
    if not known or game.falls or table.rules.opening != "none" or not _may_correct(table):
        return
    left, right = (control, None) if side == "left" else (None, control)
    order = SetControl(0, left, right, reason="x")
    if table.order(order, kind="control", side=side, value=number):
        table.meet("a control is set right")


def undo(table: Table) -> None:
    game = table.game()
    struck = any(entry.kind != "arrive" for entry in game.entries)
    if struck and _may_correct(table) and table.order(Undo(0), kind="undo"):
        table.meet("an entry is undone")


def finish(table: Table) -> None:
    """A result is entered, and at times taken back."""
    life, game = table.life, table.game()
    if game.phase not in ("stopped", "claimed"):
        return
    if table.order(Finish(0, Result.DRAW), kind="finish") and table.machine.life is life:
        table.meet("a result is entered")
        owes = any(each.debt for each in game.seats.values())
        reopens = owes or table.random.random() < 0.7
        if reopens and table.order(Resume(0), Stop(0), kind="reopen"):
            table.meet("a game is reopened")
            if owes:
                table.meet("a game with a debt is reopened")


def agree(table: Table) -> None:
    """Both say how the game ended: +, OK on the likely row, and both plungers."""
    life = table.life
    if "claim a win?" in table.words():  # a plunger was down as the program started
        table.tap(Line.MINUS)
        table.settle()
    table.tap(Line.PLUS)
    table.settle()
    if "Who won? Next game" in table.words():
        table.tap(Line.STOP)  # no move was made: nobody has won
        return
    for line in (Line.OK, Line.OK, Line.LEFT_PLUNGER):
        if line is Line.OK and "both press: yes" in table.words():
            continue  # only in go it is asked how the game was won
        table.tap(line)
        table.settle()
        if table.machine.life is not life:
            return
    if "both press: yes" in table.words():
        table.press(Line.RIGHT_PLUNGER, "finish")
        table.meet("both agree on a result")


def dispute(table: Table) -> None:
    """A move is disputed: the clocks are stopped, and it is taken back, or ruled illegal."""
    move(table)
    table.think()
    stop(table)
    table.settle()
    table.random.choice((set_turn, rule_illegal, rule_illegal))(table)


def lift_clapper(table: Table) -> None:
    """A player loses on time in byo-yomi, and is given periods."""
    game = table.game()
    clock = game.seats[game.turn]
    periods = clock.period.periods if clock.byoyomi is None else clock.byoyomi - 1
    ends_ns = clock.left_ns + periods * clock.period.bonus_ns
    if clock.period.method != "byoyomi" or game.rules.stops_at_fall or game.joint:
        move(table)
        return
    if not clock.fallen:
        table.wait(ends_ns + SECOND_NS)
    stop(table)
    table.settle()
    set_byoyomi(table)


def _may_correct(table: Table) -> bool:
    """Whether a stop has a list that the truth knows."""
    return table.game().phase == "stopped" and table.game().stopped is not None


def _by_moves(clock: SeatClock) -> bool:
    periods = clock.control
    by_moves = all(each.moves is not None for each in periods[:-1])
    return by_moves and all(each.method in BY_MOVES and each.carry for each in periods)


def _simple(clock: SeatClock) -> bool:
    return _by_moves(clock) and not clock.debt


DISPUTES = {"dispute": dispute, "lift clapper": lift_clapper}
"""What stops running clocks, and is decided at once."""

IN_A_STOP = {
    "claim": claim,
    "dismiss": dismiss,
    "adjust": adjust,
    "set time": set_time,
    "set moves": set_moves,
    "set turn": set_turn,
    "set colours": set_colours,
    "set period": set_period,
    "set stones": set_stones,
    "set byoyomi": set_byoyomi,
    "illegal move": rule_illegal,
    "set offences": set_offences,
    "set control": set_control,
    "undo": undo,
    "finish": finish,
    "agree": agree,
    "resume": resume,
}
