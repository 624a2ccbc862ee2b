"""A whole recorded game, live and replayed.

`examples/forty-moves.json` was played on a station with mocked pins and bouncing plungers: RIF, 40
moves in 2 h and then 1 h, 128 presses. The thinking times are the table below.
"""

from pathlib import Path

import pytest

from clock.game.file import write_game
from clock.game.replay import played
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.units import MINUTE_NS, SECOND_NS
from hal.ports import Line
from tests.game.recordings import read_game
from tests.station.tables import MS, MockRig, Table, setup

RECORDED = Path(__file__).parents[2] / "examples" / "forty-moves.json"
PRESSES = 128
LIVE_PRESSES = 8
"""Presses before which every second is on the displays."""
PLUNGERS = {LEFT: Line.LEFT_PLUNGER, RIGHT: Line.RIGHT_PLUNGER}

# What each seat thinks, in turn, again and again: 40 moves in a little less than two hours.
LEFT_THINKS_NS = [*(each * MINUTE_NS for each in (1, 2, 3, 4, 5, 5, 4, 3, 1)), 1 * MINUTE_NS]
RIGHT_THINKS_NS = [*(each * MINUTE_NS for each in (2, 3, 4, 3, 2, 5, 4)), 15 * SECOND_NS + 8]


def thinking_ns(seat: Seat, move: int) -> int:
    """What a seat thinks about its `move`, from 1; the second period goes three times faster."""
    times = LEFT_THINKS_NS if seat is LEFT else RIGHT_THINKS_NS
    full_ns = times[(move - 1) % len(times)]
    return full_ns if move <= 40 else full_ns // 3


def play_live(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Play the game on the real stack: the plungers bounce, and are held as people hold them."""
    rig = MockRig(monkeypatch)
    table = Table(rig, setup("40/2h:1h", "rif"))
    due_ns = table.tap(Line.OK)
    for index in range(PRESSES):
        seat = LEFT if index % 2 == 0 else RIGHT
        due_ns += thinking_ns(seat, index // 2 + 1)
        if index >= LIVE_PRESSES:  # the loop slept: the rest of the thought is one leap
            rig.time.move_to(due_ns - SECOND_NS)
        table.wait(due_ns - table.now_ns)
        for _ in range(index % 4):
            table.down(PLUNGERS[seat])
            table.wait(1 * MS)
            table.up(PLUNGERS[seat])
            table.wait(1 * MS)
        table.tap(PLUNGERS[seat], held_ns=(40 + index) * MS)
    table.wait(10 * SECOND_NS)
    table.tap(Line.STOP)
    table.settle()
    return table


def test_the_recorded_game_replays_to_the_state_that_it_had_live(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = play_live(monkeypatch)
    text = write_game(live.state.setup, live.station.timeline.all_inputs())
    assert text == RECORDED.read_bytes()
    *_, (_, replayed, _) = played(*read_game(text))
    at_end = live.station.timeline.state
    assert (replayed.phase, replayed.play) == (at_end.phase, at_end.play)
    assert (replayed.left, replayed.right) == (at_end.left, at_end.right)
    live.rig.body.close()
