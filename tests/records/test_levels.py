"""What both clocks showed in the course of a game: the same, whoever kept it."""

from collections.abc import Iterator

import pytest

from clock.game.facts import Facts, facts_of
from clock.game.replay import played, with_ticks
from clock.game.timeline import Timeline
from clock.records.report.levels import Level, levels_of
from clock.rules.inputs import Finish, Input, Press, Result, Resume, Start, Stop, Tick
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT
from clock.rules.state import Setup
from clock.rules.units import SECOND_NS
from tests.rules.games import setup


def told(game: Setup, inputs: tuple[Input, ...]) -> tuple[Facts, tuple[Level, ...]]:
    ticked = tuple(with_ticks(game, inputs))
    steps = [(state, outputs) for _, state, outputs in played(game, ticked)]
    return facts_of(game, 0, steps), levels_of(game, 0, steps)


def acts(game: Setup, thinks_s: tuple[int, ...]) -> Iterator[Input]:
    """A game in which whoever is to move presses after so many seconds, with no Tick in it."""
    state, at_ns = begin(game, 0), 0

    def taken(given: Input) -> Input:
        nonlocal state
        state, _ = step(state, given)
        return given

    yield taken(Start(0))
    for think_s in thinks_s:
        at_ns += think_s * SECOND_NS
        state, _ = step(state, Tick(at_ns))
        yield taken(Press(at_ns, state.turn))
    yield taken(Stop(at_ns + SECOND_NS))
    yield taken(Finish(at_ns + 2 * SECOND_NS, Result.LEFT))


@pytest.mark.parametrize("rules", ["rif", "fide", "japan"])
@pytest.mark.parametrize(
    "control",
    ["1:00", "0:20 and 3x30", "gong 30", "2/0:40 then *2/0:20", "0:30 then 0:40", "hourglass 1:00",
     "countup 0", "1:00+5", "1:00d5"],
)  # fmt: skip
def test_a_game_without_ticks_is_told_as_the_clock_keeps_it(control: str, rules: str) -> None:
    game = setup(control, rules=rules)
    without = tuple(acts(game, (10, 12, 45, 3, 70, 100, 2, 31)))
    timeline = Timeline(game, 0)
    for given in without:
        timeline.follow(given.at_ns - 1)
        timeline.add(given)
    kept = timeline.everything()
    assert told(game, without) == told(game, kept)


def test_a_clapper_that_falls_between_two_inputs_ends_the_line_at_its_instant() -> None:
    _, levels = told(setup("1:00", rules="rif"), (Start(0), Press(300 * SECOND_NS, LEFT)))
    left = [(level.at_ns // SECOND_NS, level.before_ns[0] // SECOND_NS) for level in levels]
    assert left == [(0, 60), (60, 0), (300, 0), (300, 0)]


def test_each_byo_yomi_period_begins_anew_at_its_instant() -> None:
    _, levels = told(setup("1:00 and 3x30"), (Start(0), Stop(100 * SECOND_NS)))
    assert [
        tuple(ns // SECOND_NS for ns in (level.at_ns, level.before_ns[0], level.after_ns[0]))
        for level in levels
    ] == [(0, 60, 60), (60, 0, 30), (90, 0, 30), (100, 20, 20), (100, 20, 20)]


def test_the_gong_ends_a_turn_at_its_instant() -> None:
    _, levels = told(setup("gong 30"), (Start(0), Stop(40 * SECOND_NS)))
    assert [
        (level.at_ns // SECOND_NS, *(each // SECOND_NS for each in level.before_ns))
        for level in levels
    ] == [(0, 30, 30), (30, 0, 30), (40, 30, 20), (40, 30, 20)]


def test_a_clock_that_is_stopped_stands_until_it_goes_on() -> None:
    acts = Start(0), Stop(10 * SECOND_NS), Resume(50 * SECOND_NS), Press(60 * SECOND_NS, LEFT)
    _, levels = told(setup("1:00"), acts)
    assert [(level.at_ns // SECOND_NS, level.after_ns[0] // SECOND_NS) for level in levels] == [
        (0, 60), (10, 50), (50, 50), (60, 40), (60, 40),
    ]  # fmt: skip
