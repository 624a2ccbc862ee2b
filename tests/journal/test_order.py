"""Games are bound to each other: none is changed for another, removed or moved without notice."""

import shutil
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from clock.journal.damage import made_sound
from clock.journal.soundness import problem_of
from clock.journal.store import Store
from clock.records.verify import verify
from tests.journal.evenings import Evening, start_and_press
from tests.journal.written import contents, write_games

SECOND_NS = 1_000_000_000
MOVED = "the game before it was changed, removed or moved"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with five games, each of other figures; the last goes on."""
    path = tmp_path / "journal.db"
    for presses in (4, 5, 6, 7, 8):
        write_games(path, count=1, presses=presses).close()
    assert problem_of(path) is None
    return path


def told(path: Path, name: str | None = None) -> str:
    """What `clapper verify` says, all games held or not."""
    out = StringIO()
    verify(path, name, out)
    return out.getvalue().splitlines()[-1]


def ask(path: Path, *requests: str) -> None:
    with closing(Store(path)) as store, store.transaction():
        for sql in requests:
            store._ask(sql)


def renumber(path: Path, old: int, new: int) -> None:
    """Give a game another number, and its lines too."""
    ask(
        path,
        f"UPDATE games SET id = {new} WHERE id = {old}",
        f"UPDATE lines SET game = {new} WHERE game = {old}",
    )


def remove(path: Path, game: int) -> None:
    ask(path, f"DELETE FROM games WHERE id = {game}", f"DELETE FROM lines WHERE game = {game}")


def swapped(path: Path) -> None:
    """Game 2 is that of another journal, whole and sealed."""
    other = path.with_name("other.db")
    for presses in (3, 9, 3):
        write_games(other, count=1, presses=presses).close()
    remove(path, 2)
    with closing(Store(path)) as store:
        store._ask(f"ATTACH '{other}' AS other")
        for table, number in (("games", "id"), ("lines", "game")):
            store._ask(f"INSERT INTO {table} SELECT * FROM other.{table} WHERE {number} = 2")


def removed(path: Path) -> None:
    remove(path, 2)


def removed_and_numbered_anew(path: Path) -> None:
    remove(path, 2)
    renumber(path, 1, 2)


def reordered(path: Path) -> None:
    for old, new in ((2, 99), (3, 2), (99, 3)):
        renumber(path, old, new)


FORGERIES = [swapped, removed, removed_and_numbered_anew, reordered]


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_game_that_was_swapped_removed_or_moved_is_found(
    forgery: Callable[[Path], None], journal: Path
) -> None:
    forgery(journal)
    assert problem_of(journal) is not None
    assert told(journal).startswith("game ")
    assert "hold" not in told(journal)


def test_each_neighbour_of_a_game_that_was_swapped_says_so_and_no_other(journal: Path) -> None:
    swapped(journal)
    assert told(journal, "1") == f"game 2: {MOVED}"
    assert told(journal, "2") == f"game 2: {MOVED}"
    assert told(journal, "3") == f"game 3: {MOVED}"
    assert told(journal, "4").endswith("the chain and every figure hold")


def test_a_game_whose_neighbour_is_gone_says_so(journal: Path) -> None:
    removed(journal)
    assert told(journal, "1") == told(journal, "3") == f"game 3: {MOVED}"
    remove(journal, 1)
    assert told(journal, "3") == "expected the games 1 to 5"
    assert told(journal, "4").endswith("hold")


def test_a_game_with_another_number_says_so(journal: Path) -> None:
    removed_and_numbered_anew(journal)
    assert told(journal, "2") == "game 2: its place was changed"


@pytest.mark.parametrize(
    ("column", "said"),
    [("before", "its place was changed"), ("gaps", "what is missing of it was changed")],
)
@pytest.mark.parametrize("game", [2, 5])
def test_what_stands_beside_a_game_is_told_in_its_end_too(
    column: str, said: str, game: int, journal: Path
) -> None:
    other = {"before": "x'00'", "gaps": "'[{}]'"}[column]
    ask(journal, f"UPDATE games SET {column} = {other} WHERE id = {game}")
    assert problem_of(journal) == f"game {game}: {said}"


@pytest.mark.parametrize("forgery", FORGERIES)
def test_after_the_start_such_a_journal_holds_again_and_says_where_it_was_torn(
    forgery: Callable[[Path], None], journal: Path
) -> None:
    forgery(journal)
    before = {game.header.text for game, _ in contents(journal)}
    found = made_sound(journal, "now")
    assert found is not None
    assert found.endswith("set aside as journal-set-aside-now.db")
    assert problem_of(journal) is None
    assert {game.header.text for game, _ in contents(journal)} == before
    out = StringIO()
    assert verify(journal, None, out) == 0
    said = "The game before it was changed or lost: the journal was damaged, now."
    assert said in out.getvalue()


def test_games_keep_their_numbers_and_seals_when_another_is_lost_whole(journal: Path) -> None:
    before = {game.id: game for game, _ in contents(journal)}
    ask(journal, "UPDATE games SET hash = x'00' WHERE id = 3")
    assert made_sound(journal, "now") == (
        "game 3: its header was changed; set aside as journal-set-aside-now.db"
    )
    after = {game.id: game for game, _ in contents(journal)}
    assert list(after) == [1, 2, 4, 5]
    assert [after[number] for number in (1, 2)] == [before[number] for number in (1, 2)]
    assert "The game before it was changed or lost" in told(journal, "4")
    assert told(journal, "2").endswith("hold")
    assert told(journal, "5").endswith("hold")


def test_the_oldest_game_that_is_left_says_that_one_before_it_was_lost(journal: Path) -> None:
    remove(journal, 1)
    assert made_sound(journal, "now") is not None
    assert "The game before it was changed or lost" in told(journal, "2")


def test_the_chain_goes_on_when_the_oldest_games_were_dropped(evening: Evening) -> None:
    table = evening.switch_on(bytes_max=120_000)
    for _ in range(9):
        start_and_press(table, *[2 * SECOND_NS] * 40)
        table.station._new_game(False, table.now_ns)
    start_and_press(table, 2 * SECOND_NS)
    assert len(evening.on_disk()) < 9
    with closing(Store(evening.path, read_only=True)) as store:
        first, *_, last = store.games()
    assert first.id > 1
    assert len(first.before) == len(last.before) == 32
    assert problem_of(evening.path) is None


def test_a_game_that_never_began_takes_no_place_in_the_chain(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 2 * SECOND_NS)
    for _ in range(3):
        table.station._new_game(False, table.now_ns)
        assert [len(game.everything()) for game in evening.on_disk()] == [3, 0]
    start_and_press(table, 2 * SECOND_NS)
    assert [len(game.everything()) for game in evening.on_disk()] == [3, 2]
    assert problem_of(evening.path) is None


def test_a_journal_of_another_format_is_set_aside_under_its_true_name(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(Store(path)) as store:
        store._ask("PRAGMA user_version=1")
    before = tmp_path / "before.db"
    shutil.copy(path, before)
    assert made_sound(path, "now") == (
        "it is of another format; set aside as journal-set-aside-now.db"
    )
    assert (tmp_path / "journal-set-aside-now.db").read_bytes() == before.read_bytes()
    assert problem_of(path) is None
