"""A game that the journal has is the game that was played, byte for byte."""

from contextlib import suppress

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from clock.game.chain import encoded, hash_of, linked
from clock.game.figures import Figures, figures_after
from clock.game.file import write_game
from clock.game.recorded import RecordedInput, game_of
from clock.game.replay import played
from clock.game.timeline import Timeline
from clock.rules.inputs import Input, Tick
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT
from clock.rules.state import Setup, State
from clock.rules.timing import charge
from tests.game.recordings import bodies, chained, read_game
from tests.rules.random_games import BYTES_OF_ACT, DrawnAct, acts_of, input_of, setups

WINDOW_NS = 250_000_000


class Recorder:
    """What a journal would have on disk: lines, and the figures in them."""

    def __init__(self, setup: Setup) -> None:
        self.lines = chained(bodies(setup, ()))
        self.figures: list[Figures] = []

    def add(self, event: Input, state: State) -> None:
        figures = figures_after(event, state)
        now = charge(state, event.at_ns) if isinstance(event, Tick) else state
        whole = (now.phase, now.running, now.since_ns, now.play.moves, now.result)
        recorded = (figures.phase, figures.running, figures.since_ns, figures.moves, figures.result)
        assert recorded == whole
        for of_seat, clock in ((figures.left, now.left), (figures.right, now.right)):
            shown = (clock.remaining_ns, clock.period, clock.overtime, clock.fell_at_ns)
            assert astuple(of_seat) == shown
        self.figures.append(figures)
        row = RecordedInput(event, figures)
        self.lines.append(linked(hash_of(self.lines[-1]), encoded(row)))


def play_live(setup: Setup, acts: list[DrawnAct], lags_ns: list[int]) -> tuple[Timeline, Recorder]:
    """Play with inputs that are late, some from behind the watermark, up to the watermark.

    An act is made of the state as it was when the one before had happened, like a player's who does
    not wait for the electronics.
    """
    timeline, recorder = Timeline(setup, 0), Recorder(setup)
    timeline.recorder = recorder.add
    now_ns = 0
    waiting: list[tuple[int, int, Input]] = []
    for index, (act, lag_ns) in enumerate(zip(acts, lags_ns, strict=True)):
        event = input_of(timeline.state, act)
        now_ns = max(now_ns, event.at_ns)
        waiting.append((event.at_ns + lag_ns, index, event))
        waiting.sort(key=lambda each: each[:2])
        while waiting and waiting[0][0] <= now_ns:
            deliver(timeline, waiting.pop(0)[2])
        timeline.follow(now_ns - WINDOW_NS)
    for _, _, event in waiting:
        deliver(timeline, event)
    timeline.follow(now_ns + WINDOW_NS)
    return timeline, recorder


def deliver(timeline: Timeline, event: Input) -> None:
    if not isinstance(event, Tick):  # the watermark is the timeline's own
        with suppress(Refused):
            timeline.add(event)


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


@settings(max_examples=100, deadline=None)
@given(games)
def test_a_recorded_game_has_the_states_and_figures_that_it_had_live_and_so_has_its_game_file(
    game: tuple[Setup, bytes, list[int], bool],
) -> None:
    setup, drawn, lags_ns, started = game
    acts = [DrawnAct("start", 0, LEFT, 0)] * started + acts_of(drawn)
    live, recorder = play_live(setup, acts, lags_ns[: len(acts)])
    state = msgspec.json.encode(live.state)

    recorded = game_of(recorder.lines)
    again = recorded.folded()
    again.tick(live.state.at_ns)
    assert again.record() == live.record()
    assert msgspec.json.encode(again.state) == state

    second = Recorder(setup)
    timeline = Timeline(setup, 0)
    timeline.recorder = second.add
    for row in recorded.rows:
        timeline.add(row.input)
    assert second.figures == recorder.figures
    assert second.lines == recorder.lines

    file = write_game(setup, again.record())
    *_, (_, replayed, _) = played(*read_game(file))
    if replayed.started_at_ns is None:  # a game file begins with its first input
        replayed = replace(replayed, since_ns=live.state.since_ns)
    assert msgspec.json.encode(replayed) == state
