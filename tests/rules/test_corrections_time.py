"""Time given, taken and set, and the periods that come by time: periods and byo-yomi."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rules.control import Control
from clock.rules.inputs import SetMoves, SetPeriod
from clock.rules.machine import begin
from clock.rules.regulations import Rollover
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, Game, figures, setup
from tests.rules.random_games import EVERY, GAMES, controls
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[corrections: time, RIF 17]
a time is set or changed, with what was before and after, and the game goes on
  1:00:00 | wait 10; set R 7:00+1ns -> Corrected R remaining_ns 1:00:00>7:00+1ns, runs L
    take L 1:00 -> Corrected L remaining_ns 59:50>58:50 reason=organizer, time 58:50 7:00+1ns
a time that is taken away whole drops the clapper
  1:00:00 | take L 1:00:00-1ns -> time 1ns 1:00:00; take L 1ns -> has ClapperFell L
  1:00:00 | take R 1:00:00 -> has ClapperFell R, time 1:00:00 down
a fallen clapper rises with time from the organizer and play goes on
  1:00 | wait 1:00+5ns; set L 1:00 -> Corrected L, ClapperRaised L; wait 1:00-1ns -> nothing
    wait 1ns -> ClapperFell L
after both fell the organizer may give time and resume
  1:00 | L 1:00; wait 1:00; set R 1:00; resume -> phase running, runs R, time down 1:00
[corrections: time, RIF 10.4]
both times taken away are both fallen, and no game starts so
  1:00:00 | stop; set L 0; set R 0 -> Corrected R, ClapperFell R, BothFallen draw=yes, phase fallen
    resume -> refused
  1:00:00, started=no | set L 0; set R 0; R -> PressIgnored R; start -> refused
[corrections: time]
a time set in byo-yomi is the present period and main time beyond it
  0 and 3x30 | wait 48; set L 10 -> time 10*2 30*3; wait 10 -> time 30*1 30*3
  0 and 3x30 | wait 48; set L 31 -> time 1 30*3; wait 1 -> time 30*2 30*3
a clapper raised in byo-yomi has the time it is given and no spent period
  0 and 3x30 | wait 1:30; set L 10 -> time 10*1 30*3; wait 10 -> ClapperFell L
  0 and 3x30 | wait 1:30; give L 10 -> time 10 30*3; wait 10 -> ClapperFell L
[corrections: byo-yomi]
byo-yomi periods are set with the present one, or for when main time is used up
  10:00 and 3x30 | byoyomi L 5 -> Corrected L byoyomi 3>5, time 10:00 10:00
    wait 10:00 -> ByoyomiBegan L periods=5; wait 31; byoyomi L 1 -> Corrected L byoyomi 4>1
    -> time 29*1 10:00; L -> time 30*1 10:00; wait 10:00 -> ByoyomiBegan R periods=3
they are set only where there are some, and with the clapper up
  10:00+5 | byoyomi L 2 -> refused seat
  10:00 and 3x30 | byoyomi L 0 -> refused left; byoyomi L 1000 -> refused left
  0 and 1x30 | wait 30; byoyomi L 2 -> refused
[corrections: period]
a count or a gong that is set begins with its own time
  30:00 then countup 0 | period R 2 -> time 30:00 0, periods 1 2
nothing left after a period is taken back is a fallen clapper, which stays down
  10:00 then 5:00 | wait 12:00; period L 1 -> has ClapperFell L; give R 1ns
    period L 2 -> periods 2 1, time down 10:00+1ns
where the moves made decide the period is not set
  1:00:00 | period L 1 -> refused period; period L 2 -> refused period
  1/1:00 then *9/1:00 | period L 1 -> refused period; period L 2 -> refused period
a period that the control has not is refused
  1:00 then 1:00 | period L 0 -> refused period; period L 3 -> refused period
    period L 1000000000000 -> refused period
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


# The control and choices, presses before, the time taken from the right seat; and what follows.
TAKEN = [
    ("10:00 and 3x30", 0, "11:00", "periods 1 1, time 10:00 30*1"),  # two periods to their end
    ("10:00 and 3x30", 0, "11:30", "periods 1 1, time 10:00 down"),
    ("0 and 3x30", 0, "45", "periods 1 1, time 30*3 15*2"),
    ("1:00 then 1:00 then 1:00", 0, "2:30", "periods 1 3, time 1:00 30"),
    ("1:00 then *3/0:30", 0, "1:30", "periods 1 2, time 1:00 down"),
    ("1:00 then 0 and 2x30", 0, "1:40", "periods 1 2, time 1:00 20*1"),
    ("1:00 and 1x30 then 5:00", 0, "1:40", "periods 1 2, time 1:00 4:50"),
    ("2/1:00 then 0:30", 0, "1:10", "periods 1 1, time 1:00 down"),
    ("2/1:00 then 0:30, rollover=at_zero", 0, "1:10", "periods 1 1, time 1:00 down"),
    ("2/1:00 then 0:30, rollover=at_zero", 4, "1:10", "periods 1 2, time 1:00 20"),
    ("2/1:00 then 0:30, rollover=at_zero_both", 0, "1:10", "periods 2 2, time 1:30 20"),
    ("1:00d5", 0, "30", "periods 1 1, time 1:00 30"),
    ("countup 1:00", 0, "1:30", "periods 1 1, time 1:00 0"),
]


@pytest.mark.rule("corrections: time", "gomoku 11.9.3")
@pytest.mark.parametrize(("text", "presses", "taken", "then"), TAKEN)
def test_time_that_is_taken_counts_as_time_that_ran_and_goes_on_into_the_next_period(
    text: str, presses: int, taken: str, then: str
) -> None:
    setup = f"{text}, hand_warnings=0, hand_penalty_ns={taken}"
    for act in (f"take R {taken}", "fault R"):
        Scenario(setup, f"make {presses}; {act} -> {then}").play()


@pytest.mark.rule("corrections: time", "corrections: byo-yomi")
@pytest.mark.parametrize("periods", [1, 3])
@pytest.mark.parametrize("acts", ["give L 2:00", "give L 1:00; give L 1:00", "fault R"])
def test_time_given_in_byoyomi_is_main_time_and_then_it_goes_on_as_it_stood(
    periods: int, acts: str
) -> None:
    Scenario(
        "10:00 and 3x30, hand_warnings=0, hand_penalty_ns=2:00, hand_penalty_to=opponent",
        f"""wait {618 + 30 * (3 - periods)} -> time 12*{periods} 10:00; {acts} -> time 2:00 10:00;
            L 1:00; R -> time 1:00 10:00; wait 1:00 -> ByoyomiBegan L periods={periods};
            -> time 12*{periods} 10:00; L 1 -> time 30*{periods} 10:00""",
    ).play()


# Periods that come by time: the control, the rollover, the period; the time of those between in
# minutes, and the moves that complete it.
BY_TIME = [
    ("1:00:00 then 0:30:00 then 0:15:00", "on_move", 3, 45, None),
    ("1:00:00 then *30/0:30:00", "on_move", 3, 60, 60),
    ("40/1:00:00 then 20/0:30:00 then 0:15:00", "at_zero", 3, 45, None),
    ("40/1:00:00 then 0:30:00 and 3x30", "at_zero_both", 2, 30, None),
]


@pytest.mark.rule("corrections: period")
@pytest.mark.parametrize(("text", "rollover", "period", "minutes", "due"), BY_TIME)
def test_a_period_that_is_set_gives_the_times_of_those_between_and_takes_them_back(
    text: str, rollover: str, period: int, minutes: int, due: int | None
) -> None:
    game = Game(text, rollover=rollover)
    game.stop(after=MINUTE_NS)
    times_ns, first_due = game.times_ns, game.left.due
    assert figures(game.act(SetPeriod, LEFT, period)) == [
        ("period", LEFT, 1, period),
        *([("byoyomi", LEFT, "none", 3)] if "3x" in text else []),
        ("remaining_ns", LEFT, times_ns[0], times_ns[0] + minutes * MINUTE_NS),
    ]
    assert game.left.due == due
    game.adjust(LEFT, by=-1)  # else it would be one correction with the next
    game.act(SetPeriod, LEFT, 1)
    game.adjust(LEFT, by=1)
    assert (game.times_ns, game.left.due) == (times_ns, first_due)


@pytest.mark.rule("corrections: time")
@settings(max_examples=GAMES // 4)
@given(
    controls(EVERY, (SECOND_NS, 3 * SECOND_NS, MINUTE_NS)),
    st.sampled_from(Rollover),
    st.integers(0, 40),
    st.lists(st.integers(0, 4 * MINUTE_NS), max_size=6),
)
def test_time_taken_at_once_is_that_taken_in_parts(
    control: Control, rollover: Rollover, made: int, parts_ns: list[int]
) -> None:
    shown = []
    for amounts_ns in ([sum(parts_ns)], parts_ns):
        game = Game(started=False)
        game.state = begin(replace(setup(rollover=rollover), left=control, right=control))
        game.act(SetMoves, made)
        for amount_ns in amounts_ns:
            game.adjust(LEFT, by=-amount_ns)
        shown.append((game.left.remaining_ns, game.left.period, game.left.overtime, game.left.due))
    assert shown[0] == shown[1]
