"""A game that goes on on another clock is the same game, at other instants."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.game.figures import figures_after
from clock.game.file import GameFileError
from clock.game.recorded import GapCause, game_of
from clock.game.taken_over import IN_PROGRESS, Handover, take_over
from clock.game.timeline import Timeline
from clock.rules.inputs import INSTANT_NS_END, PowerLost, Press, Start, Stop
from clock.rules.seats import LEFT
from clock.rules.timing import running_seats
from clock.rules.units import HOUR_NS, SECOND_NS
from tests.game.recordings import bodies, chained
from tests.rules.games import setup
from tests.rules.random_games import Played, late_games, mixed_games

WHEN = "2026-11-22T20:15:00+01:00"
INSTANTS = {
    "at_ns",
    "since_ns",
    "fell_at_ns",
    "started_at_ns",
    "wake_ns",
    "edge_ns",
    "resumed_at_ns",
}
GAMES = st.one_of(mixed_games(), late_games())
SHIFTS_NS = st.sampled_from((-9 * HOUR_NS, -1, 0, 1, 9 * HOUR_NS))


def lines_of(played: Played) -> list[bytes]:
    return chained(bodies(played.states[0].setup, played.inputs))


def later(value: Any, by_ns: int) -> Any:
    """All that a state has, with its instants as much later."""
    if isinstance(value, dict):
        return {
            key: each + by_ns
            if key in INSTANTS and isinstance(each, int) and abs(each) < INSTANT_NS_END // 2
            else later(each, by_ns)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return type(value)(later(each, by_ns) for each in value)
    return value


@given(GAMES, SHIFTS_NS)
def test_a_game_that_is_moved_is_the_same_game_at_other_instants(
    played: Played, now_ns: int
) -> None:
    lines = lines_of(played)
    before = game_of(lines).folded().state
    if before.phase not in IN_PROGRESS:
        with pytest.raises(GameFileError):
            take_over(lines, Handover("c-1", 0, 0, 0), now_ns, WHEN)
        return
    taken = take_over(lines, Handover("c-1", before.at_ns, 0, 0), now_ns, WHEN)
    by_ns = taken.continues.shift_ns
    after = taken.timeline.state
    assert after.at_ns == now_ns
    assert msgspec.to_builtins(after) == later(msgspec.to_builtins(before), by_ns)


@given(GAMES, SHIFTS_NS, st.integers(0, HOUR_NS), st.integers(0, HOUR_NS), st.booleans())
def test_what_is_written_of_it_has_every_figure_and_its_clocks_stand_since_the_other_was_on(
    played: Played, now_ns: int, ran_ns: int, ago_ns: int, lacks: bool
) -> None:
    lines = lines_of(played)
    before = game_of(lines).folded().state
    if before.phase not in IN_PROGRESS:
        return
    of = Handover("c-1", before.at_ns + ran_ns, ago_ns, 2 * SECOND_NS, lacks)
    taken = take_over(lines, of, now_ns, WHEN)
    game = game_of(chained((taken.game.header, *taken.lines)))
    assert (game.header.continues, game.rows) == (taken.continues, taken.game.rows)
    assert [gap.cause for gap in game.gaps] == [GapCause.NOT_SENT] * lacks
    timeline = Timeline(game.setup, game.header.began_ns)
    for row in game.rows:
        timeline.add(row.input)
        assert figures_after(row.input, timeline.state) == row.figures
    kind = (Stop if lacks else PowerLost) if running_seats(before) else type(None)
    assert isinstance(taken.stop, kind)
    if taken.stop is not None:
        ends_ns = before.at_ns if lacks else before.at_ns + ran_ns
        assert taken.stop.at_ns == ends_ns + taken.continues.shift_ns == now_ns - ago_ns
        timeline.add(taken.stop)
    assert running_seats(timeline.state) == ()


def test_lines_that_were_changed_on_their_way_are_no_game() -> None:
    lines = chained(bodies(setup(), [Start(0), Press(SECOND_NS, LEFT)]))
    for wrong in (
        [],
        lines[1:],
        [lines[0], lines[2]],
        [*lines[:2], lines[2].replace(b"left", b"rite", 1)],
    ):
        with pytest.raises(GameFileError):
            take_over(wrong, Handover("c-1", 0, 0, 0), 0, WHEN)
