"""A file is gone, is another or is none, or another disk is there: the whole game is on it."""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from clock.game.chain import encoded
from clock.game.recorded import read_recorded
from clock.journal.disk import Disk
from clock.journal.folder import HEAD, game_files, game_name
from clock.journal.journal import Fault
from clock.journal.pending import Game
from clock.journal.writing import Folder
from clock.rules.inputs import Press, Start
from clock.rules.seats import RIGHT
from clock.rules.units import SECOND_NS
from clock.station.games import NOTICE_NS
from tests.game.recordings import bodies
from tests.journal.evenings import FLUSH_S, Evening, start_and_press
from tests.journal.written import (
    contents,
    game_file,
    problem,
)
from tests.station.tables import setup


def pull_out(path: Path) -> None:
    """The disk is out, and nothing can be made there."""
    path.parent.rename(path.parent.with_name("away"))
    path.parent.touch()


def put_back(path: Path) -> None:
    path.parent.unlink()
    path.parent.with_name("away").rename(path.parent)


def earlier_disk(path: Path) -> None:
    path.parent.rename(path.parent.with_name("away"))
    path.parent.with_name("earlier").rename(path.parent)


def nonsense(path: Path) -> None:
    game_file(path, 1).rename(path / "away.jsonl")
    game_file(path, 1).write_bytes(b"no game at all\n" * 1000)


CHANGES: list[tuple[Callable[[Path], object], str | None]] = [
    (pull_out, None),
    (earlier_disk, None),
    (lambda path: path.parent.rename(path.parent.with_name("away")), None),
    (lambda path: game_file(path, 1).unlink(), "game 1: its file is gone"),
    (lambda path: (path / HEAD).unlink(), "its head was changed"),
    (
        lambda path: os.truncate(game_file(path, 1), game_file(path, 1).stat().st_size - 1),
        "game 1: lines at its end are missing; set aside as game-00001-damaged-",
    ),
    (nonsense, "game 1: its header was changed"),
]


@pytest.mark.parametrize(("change", "report"), CHANGES)
def test_a_disk_that_was_away_or_another_disk_or_file_in_its_place_gets_the_whole_game(
    change: Callable[[Path], object], report: str | None, evening: Evening
) -> None:
    table = evening.switch_on()
    table.do("ok")
    assert evening.journal.flush(FLUSH_S)
    shutil.copytree(evening.path.parent, evening.path.parent.with_name("earlier"))
    table.do("5 L")
    assert evening.journal.flush(FLUSH_S)
    change(evening.path)
    table.do("R")
    if change is pull_out:
        assert not evening.journal.flush(0.1)
        assert evening.journal.fault is Fault.NOT_WRITTEN
        put_back(evening.path)
    assert evening.journal.flush(FLUSH_S)
    assert evening.journal.fault is None
    (*_, last) = game_files(evening.path).values()
    assert len(read_recorded(last.read_bytes()).rows) == 3
    damage = evening.journal.damage
    assert str(damage).startswith(str(report))
    if damage is not None:
        evening.is_whole = last.name == game_name(1)
        table.wait(SECOND_NS)
        assert "journal" in table.sentence()
        assert [str(each) for each in table.station.news()] == [f"journal: {damage}"]
        table.wait(NOTICE_NS)
        assert "journal" not in table.sentence()


KINDS: dict[str, Callable[[Path], None]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link": lambda path: path.symlink_to("elsewhere"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [HEAD, "part"])
def test_a_folder_a_pipe_a_device_or_a_link_in_a_files_place_is_reported_and_holds_nobody_up(
    name: str, kind: str, evening: Evening
) -> None:
    odd = evening.path / name
    evening.path.mkdir()
    KINDS[kind](odd)
    start_and_press(evening.switch_on(), 5 * SECOND_NS)
    if name == HEAD or kind == "a folder":  # else something left over, which is replaced
        assert not evening.journal.flush(0.1)
        evening.table.wait(SECOND_NS)
        assert evening.journal.fault is Fault.NOT_WRITTEN
        (warning,) = map(str, evening.table.station.warnings())
        assert warning.startswith(f"{odd}: ")
        assert "journal: cannot write" in evening.table.sentence()
        odd.rmdir() if kind == "a folder" else odd.unlink()
    assert evening.counts() == [2]
    assert (evening.table.station.warnings(), evening.journal.damage) == ((), None)


def test_a_file_in_the_folders_place_is_reported(evening: Evening) -> None:
    evening.path.touch()
    table = evening.switch_on()
    assert evening.journal.fault is Fault.NOT_WRITTEN
    assert [str(each) for each in table.station.warnings()] == [f"{evening.path}: File exists"]
    evening.path.unlink()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.counts() == [2]


def test_a_journal_behind_a_link_is_written_where_the_link_leads_though_nothing_is_there(
    evening: Evening, tmp_path: Path
) -> None:
    there, link = tmp_path / "disk" / "there", tmp_path / "link"
    link.symlink_to(there)
    evening.path = link
    start_and_press(evening.switch_on(), 5 * SECOND_NS)
    assert evening.counts() == [2]
    evening.journal.close()
    assert evening.switch_on().state.play.moves == 1
    assert link.is_symlink()
    assert there.is_dir()


# What goes where on the disk that is there now


def a_game(text: str) -> Game:
    """A game of a letter, with so many inputs; a capital's are later, with the same header."""
    letter, count = text[0], int(text[1:])
    later_ns = SECOND_NS if letter.isupper() else 0
    times = range(later_ns, later_ns + count * SECOND_NS, SECOND_NS)
    inputs = [Press(at_ns, RIGHT) if index else Start(at_ns) for index, at_ns in enumerate(times)]
    header, *rows = bodies(setup("5m"), inputs)
    game = Game(encoded(msgspec.structs.replace(header, boot_id=letter.lower(), began_ns=0)))
    for row in rows:
        game.add(row)
    return game


def save(folder: Folder, games: list[Game]) -> None:
    """Write what is not there yet, as the journal does."""
    for game in games:
        if not game.whole:
            folder.write(game, 10**9)
    folder.set_head(0, "", 0, 0)


def texts(path: Path) -> str:
    """The games in a folder."""
    assert problem(path) is None
    return " ".join(f"{game.header.boot_id}{len(game.rows)}" for game in contents(path))


@pytest.mark.parametrize(
    ("there", "in_memory", "after"),
    [
        ("", "a3", "a3"),
        ("a2", "a3", "a3"),
        ("a3", "a3", "a3"),
        ("a2", "a3 b1", "a3 b1"),
        ("x2", "a3 b1", "x2 a3 b1"),
        ("b1", "a3 b1", "b1 a3 b1"),
        # A copy that another clock has gone on with: nothing can be put into the middle any more.
        ("a2 x1", "a3", "a2 x1 a3"),
        ("a3 x1", "a3", "a3 x1 a3"),
        # Another line of the same game, or more of them.
        ("A2", "a3", "a2 a3"),
        ("a4", "a3", "a4 a3"),
    ],
)
def test_games_are_whole_in_their_order_on_whatever_disk_is_there(
    there: str, in_memory: str, after: str, tmp_path: Path
) -> None:
    with closing(Folder(tmp_path, Disk())) as folder:
        save(folder, [a_game(text) for text in there.split()])
    games = [a_game(text) for text in in_memory.split()]
    for last in (after, f"{after[:-1]}{int(after[-1]) + 1}"):
        with closing(Folder(tmp_path, Disk())) as folder:
            assert folder.damage is None
            folder.find_again(games)
            save(folder, games)
        assert texts(tmp_path) == last
        games = [a_game(last[-2:].replace(last[-1], str(int(last[-1]) + 1)))]
