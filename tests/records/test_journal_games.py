"""A journal's games as people ask for them: never begun, unreadable, or with nowhere to go."""

import csv
import io
import os
import random
import re
from pathlib import Path

import pytest

from clock import boot
from clock.game.chain import body_of
from clock.rules.units import HOUR_NS, SECOND_NS
from tests.cli.running import GAME, called, printed, refused
from tests.journal.journal_tables import FLUSH_S, JournalTable, start_and_press
from tests.journal.written import change_line, game_file, relinked, write_games
from tests.rules.games import setup as game_setup
from tests.station.tables import setup

S = SECOND_NS
DAMAGES = 150
COPIED = "Only the clock that recorded the game knows whether it is whole and unaltered."


@pytest.fixture
def journal(evening: JournalTable) -> Path:
    """A journal with a finished game, and another game only set up."""
    table = evening.switch_on(game=setup("5m"))
    start_and_press(table, 5 * S)
    table.new_game()
    assert evening.journal.flush(FLUSH_S)
    return evening.path


def test_a_game_that_was_never_begun_is_not_listed_and_is_not_the_last(journal: Path) -> None:
    head, line = printed("games", "--journal", journal).splitlines()
    assert head.split() == ["No.", "Date", "Moves", "Left", "Right", "Result", "Game"]
    number, day, *_ = line.split()
    assert number == "1"
    assert printed("games", "--journal", journal, "--day", day).splitlines() == [head, line]
    nothing = (0, "", "clapper: no games were played\n")
    assert called("games", "--journal", journal, "--day", "1999-12-31") == nothing
    assert printed("log", "last", "--journal", journal).startswith("Game 1, ")
    assert printed("log", "2", "--journal", journal).startswith("Game 2, ")
    expected = "clapper: GAME: expected 1 to 2, or last, got '3'"
    assert refused("log", "3", "--journal", journal) == expected


def test_without_a_clock_s_folder_the_games_are_those_of_the_sim_used_last(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clock.cli.command_options.JOURNAL", tmp_path / "none")
    home = {"XDG_STATE_HOME": str(tmp_path)}
    status, _, errors = called("games", **home)
    assert (status, errors.count(f"{tmp_path / 'none'}: no games here")) == (2, 1)
    older, own = (tmp_path / "clapper" / name / "games" for name in ("older", "club"))
    for folder in (older, own):
        folder.parent.mkdir(parents=True)
    older.mkdir()
    os.utime(older, (0, 0))
    own.symlink_to(journal)
    note = f"clapper: showing the games in {own}: {tmp_path / 'none'} does not exist\n"
    table = printed("games", "--journal", journal)
    assert called("games", **home) == (0, table, note)
    assert called("log", "last", **home) == (0, printed("log", "last", "--journal", journal), note)
    monkeypatch.setattr("clock.cli.command_options.JOURNAL", older)
    assert called("games", **home)[2].startswith(f"clapper: {older}: no games here")


def test_a_game_has_the_date_of_its_first_start_not_of_its_set_up(
    evening: JournalTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boot, "wall_time", lambda: "2026-11-20T18:00:00+01:00")
    table = evening.switch_on(game=setup("5m"))
    table.rig.time.advance(40 * HOUR_NS)
    start_and_press(table, 5 * S)
    assert evening.journal.flush(FLUSH_S)
    listed = printed("games", "--journal", evening.path, "--day", "2026-11-22").splitlines()
    assert listed[1].split()[1:3] == ["2026-11-22", "10:00"]
    log = printed("log", "last", "--journal", evening.path)
    assert log.startswith("Game 1, 2026-11-22 10:00:00+01:00, ")


def test_where_nothing_was_played_the_last_is_what_is_set_up(
    evening: JournalTable, tmp_path: Path
) -> None:
    table = evening.switch_on(game=setup("5m"))
    table.new_game()
    assert evening.journal.flush(FLUSH_S)
    assert called("games", "--journal", evening.path) == (0, "", "clapper: no games were played\n")
    assert printed("log", "last", "--journal", evening.path).startswith("Game 1, ")
    write_games(tmp_path / "new").close()
    for command in (("log", "last"), ("verify", "--all")):
        line = refused(*command, "--journal", tmp_path / "new")
        assert line == "clapper: there is no game in the journal yet"
        line = refused(*command, "--journal", tmp_path / "none")
        assert "/none: no games here; for another folder use --journal" in line


@pytest.mark.parametrize(
    ("line", "before", "after", "problem"),
    [
        (0, b"rif", b"fir", "recorded by clapper .*, cannot be read: regulations.base"),
        (2, b"Press", b"Nudge", "recorded by clapper .*, cannot be read: Invalid value 'Nudge'"),
        (0, b"clapper-game/2", b"clapper-game/7", "cannot be read: Invalid enum value"),
    ],
)
def test_a_game_of_another_program_is_one_line_and_may_be_the_last(
    line: int, before: bytes, after: bytes, problem: str, tmp_path: Path
) -> None:
    write_games(tmp_path, 3).close()
    file = game_file(tmp_path, 1)
    bodies = [body_of(each) for each in file.read_bytes().splitlines(keepends=True)]
    bodies[line] = bodies[line].replace(before, after)
    file.write_bytes(relinked(bodies))
    for command, place in (
        (("log", "1", "--journal", tmp_path), "game 1"),
        (("export", "last", "--journal", tmp_path), "game 1"),
        (("report", file), re.escape(str(file))),
    ):
        assert re.match(f"clapper: {place}: {problem}", refused(*command))
    status, table, _ = called("games", "--journal", tmp_path)
    assert status == 1
    assert re.match(f"  1  {problem}", table.splitlines()[1])


def test_a_game_whose_header_was_changed_has_a_row_and_the_next_one_says_so(tmp_path: Path) -> None:
    write_games(tmp_path / "games", 4, 3).close()
    here = ("--journal", tmp_path / "games")
    change_line(tmp_path / "games", 1, 0)
    status, table, _ = called("games", *here)
    assert (status, table.splitlines()[1]) == (1, "  1  its header was changed")
    assert refused("log", "1", *here) == "clapper: game 1: its header was changed"
    problem = "game 2: the previous game was changed, removed or moved\n"
    assert called("verify", "2", *here)[:2] == (1, problem)


def test_no_damage_of_a_folder_ends_a_command_in_a_traceback(tmp_path: Path) -> None:
    write_games(tmp_path / "games", 3, 4).close()
    files = {file.name: file.read_bytes() for file in (tmp_path / "games").iterdir()}
    chance = random.Random(1)
    for number in range(DAMAGES):
        folder = tmp_path / f"damaged-{number}"
        folder.mkdir()
        for name, data in files.items():
            damage(chance, folder / name, data)
        for command in (("games",), ("log", "last"), ("export", "1", "--csv"), ("verify", "--all")):
            status, _, errors = called(*command, "--journal", folder)
            assert status in (0, 1, 2), (number, errors)
            assert errors.count("\n") <= 2


def damage(chance: random.Random, file: Path, data: bytes) -> None:
    """Write a file, perhaps with a piece of it changed, or something else in its place."""
    at, length = chance.randrange(len(data)), chance.randrange(1, 40)
    match chance.randrange(8):
        case 0:
            pass
        case 1:
            file.mkdir()
        case 2:
            os.mkfifo(file)
        case 3:
            file.symlink_to("/dev/zero" if chance.random() < 0.5 else "nothing")
        case 4:
            file.write_bytes(data[:at])
        case 5:
            file.write_bytes(data[:at] + chance.randbytes(length) + data[at + length :])
        case _:
            file.write_bytes(data)


def test_a_file_copied_off_a_clock_is_the_same_game_on_any_machine(
    journal: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copied.jsonl"
    data = game_file(journal, 1).read_bytes()
    copy.write_bytes(data + data[-50:-1])  # the clock was just writing its next line
    nowhere = ("--journal", tmp_path / "nowhere")
    for command in ("log", "export", "replay"):
        there = printed(command, "1", "--journal", journal)
        assert printed(command, copy, *nowhere) == there
    verified = printed("verify", copy, *nowhere).splitlines()
    (holds,) = printed("verify", "1", "--journal", journal).splitlines()
    assert verified == [holds, COPIED]
    page = printed("report", copy, *nowhere)
    assert re.search(r"Game report · copied.jsonl · \d{4}-\d\d-\d\d \d\d:\d\d", page)
    copy.write_bytes(data.replace(b"Press", b"Prest", 1))
    status, out, _ = called("verify", copy)
    assert (status, out) == (1, f"{copy}: line 3 was changed\n")
    copy.write_text(GAME)
    assert refused("verify", copy).endswith("expected a game that a clock has recorded")
    assert printed("log", copy).startswith("Game file copied.jsonl\n")


def test_the_table_has_a_run_of_the_game_in_figures_and_byo_yomi_periods(
    evening: JournalTable,
) -> None:
    table = evening.switch_on(game=game_setup("0:10 and 3x5"))
    start_and_press(table, 3 * S, 16 * S)
    assert evening.journal.flush(FLUSH_S)
    command = ("export", "1", "--csv", "--journal", evening.path)
    text = printed(*command)
    head, started, pressed, *_ = text.splitlines()
    assert head.startswith("at_ns,input,seat,late,phase,running,moves,left_remaining_ns,")
    assert started.startswith(f"0,Start,,,running,left,0,{10 * S},{10 * S},1,1,")
    assert pressed.startswith(f"{3 * S},Press,left,,running,right,1,{7 * S},{10 * S},1,1,")
    rows = list(csv.DictReader(io.StringIO(text)))
    left = [(row["left_byoyomi"], row["right_byoyomi"]) for row in rows]
    assert list(dict.fromkeys(left)) == [("", ""), ("", "3"), ("", "2")]
    assert printed(*command, "--language", "cs") == text
