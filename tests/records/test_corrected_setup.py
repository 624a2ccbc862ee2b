"""A time control corrected during a game: the report and the list of games have both."""

from pathlib import Path

from clock.game.file import write_game
from clock.rules.inputs import SetControl, Start, Stop
from clock.rules.units import SECOND_NS
from tests.cli.running import printed
from tests.journal.journal_tables import FLUSH_S, JournalTable, start_and_press
from tests.rules.games import control, setup

HOUR = control("1:00:00+30")
FOR_BOTH = "1:00:00; +30 s a move from move 1 (corrected from 1:30:00; +30 s a move from move 1)"


def test_the_report_has_the_corrected_control_of_each_seat(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for left, right, words in (
        (HOUR, HOUR, f"Both: {FOR_BOTH}"),
        (HOUR, None, f"Left: {FOR_BOTH}"),
        (HOUR, None, "Right: 1:30:00; +30 s a move from move 1<"),
    ):
        acts = (Start(0), Stop(SECOND_NS), SetControl(SECOND_NS, left, right))
        file.write_bytes(write_game(setup("1:30:00+30"), acts))
        assert f"<li>{words}" in printed("report", file)


def test_the_list_of_games_has_the_corrected_control(evening: JournalTable) -> None:
    table = evening.switch_on(game=setup("1:30:00+30"))
    start_and_press(table, SECOND_NS)
    table.station.timeline.add(Stop(table.now_ns))
    table.station.timeline.add(SetControl(table.now_ns, HOUR, HOUR))
    assert evening.journal.flush(FLUSH_S)
    assert FOR_BOTH in printed("games", "--journal", evening.path)
