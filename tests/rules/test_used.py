"""What turns used agrees with the clocks beside it, and adds up to the time spent."""

from hypothesis import given
from hypothesis import strategies as st

from clock.game.facts import facts_of
from clock.game.used import used_ns
from clock.records.words import length
from clock.rules.inputs import Press, Start
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import SECOND_NS, duration_ns
from tests.rules.games import setup
from tests.rules.random_games import Played, games


@given(spent_ns=st.lists(st.integers(0, 40 * SECOND_NS), max_size=12))
def test_a_clock_goes_down_by_what_its_turn_used(spent_ns: list[int]) -> None:
    game = setup("2:00:00+30")
    state, at_ns, steps = begin(game, 0), 0, []
    state, came = step(state, Start(0))
    steps.append((state, came))
    for each_ns in spent_ns:
        at_ns += each_ns
        state, came = step(state, Press(at_ns, state.turn))
        steps.append((state, came))
    facts = facts_of(game, 0, steps)
    shown = dict.fromkeys((LEFT, RIGHT), facts.shown_ns[0])
    for turn, used in zip(facts.turns, used_ns(facts.turns), strict=True):
        now = duration_ns(length(turn.remaining_ns))
        assert shown[turn.seat] - now == used - turn.earned_ns
        shown[turn.seat] = now


@given(played=games())
def test_turns_add_up_to_the_time_spent_and_each_is_right_to_a_second(played: Played) -> None:
    steps = list(zip(played.states[1:], played.outputs, strict=True))
    turns = facts_of(played.states[0].setup, 0, steps).turns
    used = used_ns(turns)
    for seat in (LEFT, RIGHT):
        own = [
            (turn.spent_ns, ns) for turn, ns in zip(turns, used, strict=True) if turn.seat is seat
        ]
        whole_ns = sum(spent for spent, _ in own)
        assert sum(ns for _, ns in own) == whole_ns // SECOND_NS * SECOND_NS
        assert all(abs(ns - spent) < SECOND_NS and ns % SECOND_NS == 0 for spent, ns in own)
