"""The games that are played: random rules, and the clock's setup of them."""

from random import Random

from msgspec.structs import replace

from clock.notation.opening_files import OPENINGS
from clock.rules.control import Control, Method
from clock.rules.control import Period as ClockPeriod
from clock.rules.regulations import (
    PROFILES,
    FirstBonus,
    IllegalMoves,
    LateFactor,
    LateStart,
    OnFlag,
)
from clock.rules.regulations import Rollover as Rollovers
from clock.rules.seats import Seat
from clock.rules.state import Setup
from tests.simulation.opening_steps import STEPS
from tests.simulation.scheduler import SECOND_NS
from tests.simulation.seat_clock import Period, Rollover
from tests.simulation.truth import Rules, Side


def random_rules(random: Random) -> Rules:
    """A short game by a control of any method that the truth knows."""

    def control() -> tuple[Period, ...]:
        main_ns = random.choice((5, 15, 60, 120)) * SECOND_NS
        bonus_ns = random.choice((1, 2, 3)) * SECOND_NS
        moves = random.randint(1, 4)
        return random.choice(
            (
                (Period(main_ns),),
                (Period(main_ns, None, "increment", bonus_ns),),
                (Period(main_ns, None, "delay", bonus_ns),),
                (Period(main_ns, moves, "delay", bonus_ns), Period(main_ns)),
                (Period(main_ns, None, "bronstein", bonus_ns),),
                *((Period(main_ns // 5, None, "byoyomi", bonus_ns, random.randint(1, 4)),),) * 3,
                (Period(main_ns, moves), Period(main_ns)),
                (
                    Period(main_ns, moves, "increment", bonus_ns),
                    Period(main_ns, None, "increment", bonus_ns * 2),
                ),
                (Period(main_ns, moves, repeat=True, carry=random.random() < 0.5),),
                *((Period(main_ns), Period(main_ns, moves, repeat=True, carry=False)),) * 2,
                (Period(main_ns, None, "below_zero"),),
                (Period(main_ns, None, "countup"),),
            )
        )

    left = control()
    right = left if random.random() < 0.7 else control()
    rollover: Rollover = "on_move"
    if random.random() < 0.1:
        left = right = (Period(random.choice((5, 10, 60)) * SECOND_NS, None, "hourglass"),)
    elif random.random() < 0.15:
        rollover = random.choice(("at_zero", "at_zero_both"))
        main = Period(random.choice((5, 10)) * SECOND_NS, random.randint(1, 4))
        left = right = (main, Period(random.choice((10, 60)) * SECOND_NS))
    elif random.random() < 0.1:
        left = right = (Period(60 * SECOND_NS, None, "delay", 3 * SECOND_NS),)
    elif random.random() < 0.08:
        left = right = (Period(random.choice((5, 15)) * SECOND_NS, None, "gong"),)
    starter: Side = random.choice(("left", "right"))
    stops, before = random.random() < 0.5, random.random() < 0.3
    methods = {each.method for each in (*left, *right)}
    opening = "none"
    one_period = all(len(each) == 1 and each[0].moves is None for each in (left, right))
    if one_period and "gong" not in methods:
        opening = random.choice(("none", *STEPS, "rif", "swap2", "swap2", "swap2", "swap2"))
    repeats = any(each.repeat for each in (*left, *right))
    return Rules(
        left,
        right,
        starter,
        stops,
        before,
        rollover,
        opening,
        halves=random.random() < 0.3,
        # The rules leave open what Bronstein and a delay make of time that is charged so.
        late_factor=random.randint(1, 3) if methods <= {"plain", "increment", "byoyomi"} else 1,
        illegal_ns=random.choice(
            (None, 120 * SECOND_NS, 120 * SECOND_NS if repeats else 60 * SECOND_NS)
        ),
        second_loses=random.random() < 0.5,
    )


def clock_control(periods: tuple[Period, ...]) -> Control:
    """The clock's form of a control."""
    return tuple(
        ClockPeriod(
            each.time_ns,
            each.moves,
            Method(each.method),
            each.bonus_ns,
            each.periods,
            each.repeat,
            each.carry,
        )
        for each in periods
    )


def setup_of(rules: Rules) -> Setup:
    """The clock's setup of these rules."""

    counted = IllegalMoves.SECOND_LOSES if rules.second_loses else IllegalMoves.COUNTED
    is_ruled = rules.illegal_ns is not None
    regulations = replace(
        PROFILES["club"],
        on_flag=OnFlag.STOP if rules.stops_at_fall else OnFlag.RUN,
        rollover=Rollovers(rules.rollover),
        first_bonus=FirstBonus.BEFORE if rules.bonus_before else FirstBonus.AFTER,
        late_start=LateStart.SPLIT if rules.halves else LateStart.JOINT,
        late_factor=LateFactor(rules.late_factor),
        illegal_moves=counted if is_ruled else IllegalMoves.OFF,
        illegal_move_rapid_ns=None if rules.illegal_ns == 120 * SECOND_NS else rules.illegal_ns,
    )
    return Setup(
        left=clock_control(rules.left),
        right=clock_control(rules.right),
        regulations=regulations,
        opening=OPENINGS[rules.opening],
        starter=Seat(rules.starter),
    )
