"""A file is gone, is another or is none, or another disk is there: the whole game is on it."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from clock.game.recorded import read_recorded
from clock.journal.folder import HEAD, game_files, game_name
from clock.journal.journal import Fault
from clock.rules.units import SECOND_NS
from clock.station.table_games import NOTICE_NS
from tests.journal.journal_tables import FLUSH_S, JournalTable
from tests.journal.written import bodies_of, game_file, relinked, write_games


def pull_out(path: Path) -> None:
    """The disk is out, and nothing can be made there."""
    path.parent.rename(path.parent.with_name("away"))
    path.parent.with_name("file").touch()
    path.parent.symlink_to("file")


def put_back(path: Path) -> None:
    """In one step, since the journal tries all the time to make its folder."""
    link = path.parent.with_name("link")
    link.symlink_to("away")
    link.replace(path.parent)


def earlier_disk(path: Path) -> None:
    path.parent.rename(path.parent.with_name("away"))
    path.parent.with_name("earlier").rename(path.parent)


def another_clocks_disk(path: Path) -> None:
    path.parent.rename(path.parent.with_name("away"))
    write_games(path, 2, 1).close()


def earlier_disk_with_a_later_game(path: Path) -> None:
    """Nothing can be put into its middle any more."""
    earlier_disk(path)
    write_games(path, 1).close()


def another_start(path: Path) -> None:
    """The same game, as far as its header says."""
    header, start, _ = bodies_of(game_file(path, 1))
    other = start.replace(b'"at_ns":1', b'"at_ns":2')
    game_file(path, 1).write_bytes(relinked([header, other]))


def nonsense(path: Path) -> None:
    game_file(path, 1).rename(path / "away.jsonl")
    game_file(path, 1).write_bytes(b"no game at all\n" * 1000)


CHANGES: list[tuple[Callable[[Path], object], str | None]] = [
    (pull_out, None),
    (earlier_disk, None),
    (another_clocks_disk, None),
    (earlier_disk_with_a_later_game, None),
    (lambda path: path.parent.rename(path.parent.with_name("away")), None),
    (lambda path: game_file(path, 1).unlink(), "game 1: its file is gone"),
    (lambda path: (path / HEAD).unlink(), "its head was changed"),
    (
        lambda path: os.truncate(game_file(path, 1), game_file(path, 1).stat().st_size - 1),
        "game 1: lines at its end are missing; set aside as game-00001-damaged-",
    ),
    (another_start, "game 1: lines at its end are missing"),
    (nonsense, "game 1: its header was changed"),
]


@pytest.mark.parametrize(("change", "report"), CHANGES)
def test_a_disk_that_was_away_or_another_disk_or_file_in_its_place_gets_the_whole_game(
    change: Callable[[Path], object], report: str | None, evening: JournalTable
) -> None:
    table = evening.switch_on()
    table.do("ok")
    assert evening.journal.flush(FLUSH_S)
    shutil.copytree(evening.path.parent, evening.path.parent.with_name("earlier"))
    table.do("5 L")
    assert evening.journal.flush(FLUSH_S)
    change(evening.path)
    there = {each: each.read_bytes() for each in evening.path.glob("game-*") if report is None}
    table.do("R")
    if change is pull_out:
        assert evening.fault() is Fault.NOT_WRITTEN
        put_back(evening.path)
    assert evening.journal.flush(FLUSH_S)
    assert evening.journal.fault is None
    assert all(file.read_bytes().startswith(data) for file, data in there.items())
    (*_, last) = game_files(evening.path).values()
    inputs = [row.input for row in read_recorded(last.read_bytes()).rows]
    assert inputs == list(table.station.timeline.all_inputs())
    assert len(inputs) == 3
    damage = evening.journal.damage
    assert str(damage).startswith(str(report))
    if damage is not None:
        evening.is_whole = last.name == game_name(1)
        table.wait(SECOND_NS)
        assert "journal" in table.sentence()
        assert [str(each) for each in table.station.news()] == [f"journal: {damage}"]
        table.wait(NOTICE_NS)
        assert "journal" not in table.sentence()
