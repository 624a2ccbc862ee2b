"""A log has both times, as the clock shows them, where the clocks stop."""

from pathlib import Path

from clock.game.file import write_game
from clock.rules.inputs import Start, Stop
from clock.rules.units import SECOND_NS
from tests.cli.running import printed
from tests.rules.games import setup


def test_a_stop_has_both_times_rounded_as_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(write_game(setup("5:00"), (Start(0), Stop(SECOND_NS * 3 // 2))))
    assert "Both clocks stop (Left 4:59, Right 5:00)\n" in printed("log", file)
