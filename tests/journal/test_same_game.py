"""A game that the journal has kept is the game that was played, byte for byte."""

from contextlib import suppress

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.game.file import read_game, table_from_setup, write_game
from clock.game.replay import played
from clock.game.timeline import Timeline
from clock.journal.lines import Figures, Header, Row, figures_after, linked, written
from clock.rules.inputs import Input, Tick
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT
from clock.rules.state import Setup, State
from clock.station.recovery import read_timeline
from tests.rules.random_games import BYTES_OF_ACT, Act, acts_of, input_of, setups

WINDOW_NS = 250_000_000


class Kept:
    """What a journal would have on disk: lines, and the figures that they hold."""

    def __init__(self, setup: Setup) -> None:
        header = Header("1", "a clock", "a boot", "today", 0, table_from_setup(setup))
        self.lines = [linked(b"", written(header))]
        self.figures: list[Figures] = []

    def keep(self, given: Input, state: State) -> None:
        self.figures.append(figures_after(given, state))
        row = Row(given, self.figures[-1])
        self.lines.append(linked(self.lines[-1].hash, written(row)))


def play_live(setup: Setup, acts: list[Act], lags_ns: list[int]) -> tuple[Timeline, Kept, int]:
    """Play with inputs that come late, some from behind the watermark; return the last watermark.

    An act is made of the state as it was when the one before had happened, like a player's who does
    not wait for the electronics.
    """
    timeline, kept = Timeline(setup, 0), Kept(setup)
    timeline.keep = kept.keep
    now_ns = 0
    waiting: list[tuple[int, int, Input]] = []
    for index, (act, lag_ns) in enumerate(zip(acts, lags_ns, strict=True)):
        made = input_of(timeline.state, act)
        now_ns = max(now_ns, made.at_ns)
        waiting.append((made.at_ns + lag_ns, index, made))
        waiting.sort(key=lambda each: each[:2])
        while waiting and waiting[0][0] <= now_ns:
            deliver(timeline, waiting.pop(0)[2])
        timeline.follow(now_ns - WINDOW_NS)
    for _, _, made in waiting:
        deliver(timeline, made)
    timeline.follow(now_ns + WINDOW_NS)
    return timeline, kept, timeline.state.at_ns


def deliver(timeline: Timeline, made: Input) -> None:
    if isinstance(made, Tick):
        return  # the watermark is the timeline's own
    with suppress(Refused):
        timeline.add(made)


games = st.tuples(
    setups(),
    st.integers(3, 40).flatmap(
        lambda count: st.binary(min_size=count * BYTES_OF_ACT, max_size=count * BYTES_OF_ACT)
    ),
    st.lists(
        st.sampled_from((0, 0, 0, 1_000_000, 60_000_000, WINDOW_NS - 1, 3 * WINDOW_NS)),
        min_size=41,
        max_size=41,
    ),
    st.booleans(),
)


@settings(max_examples=400, deadline=None)
@given(games)
def test_a_kept_game_is_folded_to_the_state_that_it_had_live(
    game: tuple[Setup, bytes, list[int], bool],
) -> None:
    setup, drawn, lags_ns, started = game
    acts = [Act("start", 0, LEFT, 0)] * started + acts_of(drawn)
    live, kept, watermark_ns = play_live(setup, acts, lags_ns[: len(acts)])
    again = read_timeline(kept.lines)
    again.tick(watermark_ns)
    assert again.record() == live.record()
    assert msgspec.json.encode(again.state) == msgspec.json.encode(live.state)


@settings(max_examples=200, deadline=None)
@given(games)
def test_its_game_file_replays_to_that_state_too(
    game: tuple[Setup, bytes, list[int], bool],
) -> None:
    setup, drawn, lags_ns, started = game
    acts = [Act("start", 0, LEFT, 0)] * started + acts_of(drawn)
    live, kept, watermark_ns = play_live(setup, acts, lags_ns[: len(acts)])
    inputs = (*read_timeline(kept.lines).everything(), Tick(watermark_ns))
    file = write_game(setup, inputs)
    *_, (_, state, _) = played(*read_game(file))
    if state.started_at_ns is None:  # a game file begins with its first input
        state = replace(state, since_ns=live.state.since_ns)
    assert msgspec.json.encode(state) == msgspec.json.encode(live.state)


@settings(max_examples=200, deadline=None)
@given(games)
def test_after_each_input_it_has_the_figures_that_it_had_live(
    game: tuple[Setup, bytes, list[int], bool],
) -> None:
    setup, drawn, lags_ns, started = game
    acts = [Act("start", 0, LEFT, 0)] * started + acts_of(drawn)
    _, kept, _ = play_live(setup, acts, lags_ns[: len(acts)])
    again = Kept(setup)
    timeline = read_timeline(kept.lines[:1])
    timeline.keep = again.keep
    for line in kept.lines[1:]:
        timeline.add(msgspec.json.decode(line.text, type=Row).input)
    assert again.figures == kept.figures
    assert again.lines == kept.lines
