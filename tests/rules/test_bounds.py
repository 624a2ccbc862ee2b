"""No act makes work that grows with its instant or its numbers: every step has its bound."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from clock.game.replay import played
from clock.game.timeline import Timeline
from clock.rules.inputs import INSTANT_NS_END, Start, Tick
from clock.rules.refusal import Refused
from clock.rules.regulations import Rollover
from tests.rules.games import Game, setup
from tests.rules.scenarios import Scenario, follow

CALLS_MAX = 1_000_000
"""Calls of functions in a step: how fast the machine is has no part in it."""
CALLS_OF_A_CORRECTION = 5_000
"""Nothing happens by itself there, as 10,000 gongs may."""


@contextmanager
def bounded(calls_max: int = CALLS_MAX) -> Iterator[None]:
    """Fail as soon as more is done than any step may do."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"
        assert calls <= calls_max, "work without a bound"

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


EXTREMES = [
    *("gong 1", "gong 2/1 then &1/1", "*1/1", "10 then &1/1+1", "hourglass &1/1", "countup &1/1"),
    *("1/1 then *1/1 and 999x0.000000001", "1/1 and 999x1 then &2/1 and 999x1", "5:00"),
]
ACTS = [
    *("L", "R 1", "start L R", "start", "stop", "resume", "resume R", "reconstruct L", "moves 0"),
    *("moves 100000", "black R", "turn L charge", "retype move", "period L 1", "fault L"),
    *("byoyomi L 999", "take L 1000:00:00", "give L 1000:00:00", "set R 0", "wait 1000:00:00"),
    *(
        "period L 1000",
        "rules rif-referees",
        "rules rif rollover=at_zero",
        f"controls {EXTREMES[1]} vs {EXTREMES[6]}",
    ),
]


@pytest.mark.rule("control: gong", "control: repeating blocks")
@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("gong 1", "wait 1000:00:00 -> has OrganizerCalled @2:46:40, moves 10000, phase stopped"),
        ("gong 1, started=no", "start L R; wait 1000:00:00"),
        ("gong 1", "stop; reconstruct L; wait 1000:00:00 -> has OrganizerCalled @2:46:40"),
        ("&1/1", "moves 100000 -> time 13:53:21 13:53:21; moves 0 -> time 1 1"),
        ("&1/1", "moves 100000; make 2; stop; moves 0 -> time 1 1"),
        ("1 then &1/1, rollover=at_zero", "wait 1; moves 100000; stop; rules rif; resume; make 2"),
        ("&1/1, rollover=at_zero", "moves 100000; wait 1000:00:00"),
        (
            "&1/1 and 999x1, rollover=at_zero",
            "moves 100000; take L 1000:00:00 -> periods 3601 1, time 1 1",
        ),
    ],
)
def test_what_repeats_is_bounded(text: str, acts: str) -> None:
    with bounded(CALLS_MAX if "wait" in acts else CALLS_OF_A_CORRECTION):
        Scenario(text, acts).play()


@settings(max_examples=40, phases=[Phase.generate])
@given(
    *(st.sampled_from(EXTREMES),) * 2,
    st.sampled_from(Rollover),
    st.lists(st.sampled_from(ACTS), max_size=8),
)
def test_no_step_of_any_game_is_without_a_bound(
    left: str, right: str, rollover: Rollover, acts: list[str]
) -> None:
    game = Game(left, right=right, rollover=rollover, hand_warnings=0, hand_penalty_ns=10**18)
    for act in (*acts, "resume", "wait 1000:00:00"):
        with suppress(Refused), bounded():
            follow(game, act)


def test_following_a_game_for_300_years_is_bounded() -> None:
    timeline, far_ns = Timeline(setup("gong 1"), 0), INSTANT_NS_END - 1
    timeline.add(Start(0))
    with bounded():
        timeline.follow(far_ns)
    with bounded():
        *_, (_, state, _) = played(setup("gong 1"), (Start(0), Tick(far_ns)), ticks=True)
    assert timeline.state == state
