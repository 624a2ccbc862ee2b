"""Files that are none of the journal's, in its folder or in the place of its own."""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from clock.journal.folder import HEAD, game_files
from clock.journal.journal import Fault
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from tests.journal.journal_tables import FLUSH_S, JournalTable, start_and_press
from tests.journal.written import LATER_NS, bodies_of, game_file, relinked, write_games

HIGHEST = 999_999_999
GAMES = (2, 4, 3)
MOVES = GAMES[-1] - 1


def play_on(evening: JournalTable) -> None:
    """Have another game on the table, and in the journal."""
    evening.table.new_game()
    start_and_press(evening.table, 5 * SECOND_NS)


def renumbered(path: Path, number: int, to: int) -> None:
    """Copy a game with another number: it follows nothing, or another game than it should."""
    header, *bodies = bodies_of(game_file(path, number))
    table = {**msgspec.json.decode(header), "game": to}
    game_file(path, to).write_bytes(relinked([msgspec.json.encode(table), *bodies]))


KINDS: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link": lambda path: path.symlink_to("elsewhere"),
}
STRANGERS: dict[str, Callable[[Path, int], object]] = {
    "a pipe": lambda path, number: os.mkfifo(game_file(path, number)),
    "a folder": lambda path, number: game_file(path, number).mkdir(),
    "a link": lambda path, number: game_file(path, number).symlink_to("elsewhere"),
    "no game": lambda path, number: game_file(path, number).write_bytes(b"no game at all"),
    "another's first game": lambda path, number: renumbered(path, 1, number),
    "another's later game": lambda path, number: renumbered(path, 3, number),
}


@pytest.mark.parametrize("put", STRANGERS.values(), ids=STRANGERS)
@pytest.mark.parametrize("number", [4, 40, HIGHEST])
def test_a_strangers_file_with_a_later_number_takes_no_game_off_the_table(
    number: int, put: Callable[[Path, int], object], evening: JournalTable
) -> None:
    write_games(evening.path, *GAMES).close()
    put(evening.path, number)
    stranger = game_file(evening.path, number)
    before_ns = stranger.lstat().st_mtime_ns
    table = evening.switch_on(at_ns=LATER_NS)
    assert str(evening.journal.damage) == f"game {number}: it does not belong to this journal"
    assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, MOVES)
    table.do("ok + 2 L")
    play_on(evening)
    if number == HIGHEST:
        assert evening.fault() is Fault.NOT_WRITTEN
        assert "expected a lower number" in str(evening.journal.trouble)
        stranger.rename(stranger.with_name("away"))
    assert evening.journal.flush(FLUSH_S)
    if number < HIGHEST:
        assert list(game_files(evening.path))[-1] == number + 1
        assert stranger.lstat().st_mtime_ns == before_ns
    evening.journal.close()
    table = evening.switch_on(at_ns=table.now_ns)
    assert (evening.journal.damage, table.state.play.moves) == (None, 1)
    evening.is_whole = False


@pytest.mark.parametrize("number", [1, 3])
def test_another_game_in_the_place_of_one_that_was_only_set_up_is_not_taken_for_its_next(
    number: int, evening: JournalTable
) -> None:
    write_games(evening.path, *GAMES).close()
    evening.switch_on(at_ns=LATER_NS).new_game()
    evening.cut()
    renumbered(evening.path, number, 4)
    table = evening.switch_on(at_ns=LATER_NS)
    assert str(evening.journal.damage) == "game 4: it is not the game that was written"
    assert table.state.phase is Phase.READY
    play_on(evening)
    assert evening.journal.flush(FLUSH_S)
    assert list(game_files(evening.path)) == [1, 2, 3, 4, 5]
    evening.is_whole = False


@pytest.mark.parametrize(
    ("name", "kind", "is_replaced"),
    [
        *((HEAD, kind, kind == "a link") for kind in KINDS),
        *(("part", kind, kind != "a folder") for kind in KINDS),
        ("", "a pipe", False),
    ],
)
def test_what_is_no_file_or_folder_in_the_place_of_one_is_replaced_or_reported_and_waits_for_nobody(
    name: str, kind: str, is_replaced: bool, evening: JournalTable
) -> None:
    odd = evening.path / name
    if name:
        evening.path.mkdir()
    KINDS[kind](odd)
    start_and_press(evening.switch_on(), 5 * SECOND_NS)
    if not is_replaced:
        assert evening.fault() is Fault.NOT_WRITTEN
        evening.table.wait(SECOND_NS)
        (warning,) = map(str, evening.table.station.warnings())
        assert warning.startswith(f"{odd}: ")
        assert "journal: cannot write" in evening.table.sentence()
        odd.rmdir() if kind == "a folder" else odd.unlink()
    assert evening.counts() == [2]
    assert (evening.table.station.warnings(), evening.journal.damage) == ((), None)


def test_a_journal_behind_a_link_is_written_where_the_link_leads_though_nothing_is_there(
    evening: JournalTable, tmp_path: Path
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
