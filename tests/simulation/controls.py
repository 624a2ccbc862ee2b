"""The games that are played: random rules, and the clock's setup of them."""

from random import Random

from msgspec.structs import replace

from clock.notation.opening_files import OPENINGS
from clock.rules.control import Method
from clock.rules.control import Period as ClockPeriod
from clock.rules.regulations import PROFILES, FirstBonus, OnFlag
from clock.rules.regulations import Rollover as Rollovers
from clock.rules.seats import Seat
from clock.rules.state import Setup
from tests.simulation.scheduler import SECOND_NS
from tests.simulation.seat_clock import Period, Rollover
from tests.simulation.truth import Opening, Rules, Side


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
                (Period(main_ns // 5, None, "byoyomi", bonus_ns, random.randint(1, 4)),),
                (Period(main_ns, moves), Period(main_ns)),
                (
                    Period(main_ns, moves, "increment", bonus_ns),
                    Period(main_ns, None, "increment", bonus_ns * 2),
                ),
                (Period(main_ns, moves, repeat=True, carry=random.random() < 0.5),),
                (Period(main_ns), Period(main_ns, moves, repeat=True, carry=False)),
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
    starter: Side = random.choice(("left", "right"))
    stops, before = random.random() < 0.5, random.random() < 0.3
    opening: Opening = "none"
    if all(len(each) == 1 and each[0].moves is None for each in (left, right)):
        opening = random.choice(("none", "rif", "swap2", "swap2"))
    return Rules(left, right, starter, stops, before, rollover, opening)


def setup_of(rules: Rules) -> Setup:
    """The clock's setup of these rules."""

    def control(periods: tuple[Period, ...]) -> tuple[ClockPeriod, ...]:
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

    regulations = replace(
        PROFILES["club"],
        on_flag=OnFlag.STOP if rules.stops_at_fall else OnFlag.RUN,
        rollover=Rollovers(rules.rollover),
        first_bonus=FirstBonus.BEFORE if rules.bonus_before else FirstBonus.AFTER,
    )
    return Setup(
        left=control(rules.left),
        right=control(rules.right),
        regulations=regulations,
        opening=OPENINGS[rules.opening],
        starter=Seat(rules.starter),
    )
