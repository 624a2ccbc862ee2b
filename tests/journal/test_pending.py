"""What of the games in memory is on the disk that is there now, and where the rest is written."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from clock.journal.lines import linked
from clock.journal.pending import Game, find_again
from clock.journal.soundness import problem_of
from clock.journal.store import Store
from clock.rules.units import SECOND_NS
from hal.ports import Line
from tests.journal.evenings import FLUSH_S, Evening, start_and_press

ROOM = 10**9


def a_game(name: str, lines: int) -> Game:
    game = Game(linked(b"", f'"{name}"'))
    for number in range(lines):
        game.lines.append(linked(game.end, f"{number}"))
    return game


def save(store: Store, *games: Game) -> None:
    """Write what is not there yet, as the journal does."""
    with store.transaction():
        written = [(game, game.write(store, ROOM)) for game in games if not game.whole]
        store.set_head(0, "", 0)
    for game, id in written:
        game.is_saved(id)


def counts(path: Path) -> list[tuple[str, int]]:
    """The games there, and how many lines each has; the journal must be whole."""
    assert problem_of(path) is None
    with closing(Store(path, read_only=True)) as store:
        return [(game.header.text.strip('"'), store.count(game.id)) for game in store.games()]


@pytest.mark.parametrize(
    ("there", "in_memory", "after"),
    [
        ((), (("a", 3),), [("a", 3)]),
        ((("a", 2),), (("a", 3),), [("a", 3)]),
        ((("a", 3),), (("a", 3),), [("a", 3)]),
        ((("a", 2),), (("a", 3), ("b", 1)), [("a", 3), ("b", 1)]),
        ((("a", 3), ("b", 1)), (("a", 3), ("b", 2)), [("a", 3), ("b", 2)]),
        ((("x", 2),), (("a", 3), ("b", 1)), [("x", 2), ("a", 3), ("b", 1)]),
        ((("b", 1),), (("a", 3), ("b", 1)), [("b", 1), ("a", 3), ("b", 1)]),
        # A copy that another clock has gone on with: nothing can be put into the middle any more.
        ((("a", 2), ("x", 1)), (("a", 3),), [("a", 2), ("x", 1), ("a", 3)]),
        ((("a", 3), ("x", 1)), (("a", 3),), [("a", 3), ("x", 1), ("a", 3)]),
        (
            (("a", 2), ("b", 1)),
            (("a", 3), ("b", 1)),
            [("a", 2), ("b", 1), ("a", 3), ("b", 1)],
        ),
        # Sealed there by one that was before it: the last game goes on behind it, not in there.
        ((("b", 1), ("a", 3)), (("a", 3), ("b", 1)), [("b", 1), ("a", 3), ("b", 1)]),
    ],
)
def test_games_are_whole_in_their_order_on_whatever_disk_is_there(
    there: tuple[tuple[str, int], ...],
    in_memory: tuple[tuple[str, int], ...],
    after: list[tuple[str, int]],
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.db"
    with closing(Store(path)) as store:
        for name, count in there:
            save(store, a_game(name, count))
        games = [a_game(name, count) for name, count in in_memory]
        find_again(store, games)
        save(store, *games)
    assert counts(path) == after
    with closing(Store(path)) as store:
        games[-1].lines.append(linked(games[-1].end, "one more"))
        find_again(store, games)
        save(store, *games)
    assert counts(path) == [*after[:-1], (after[-1][0], after[-1][1] + 1)]


def test_a_game_that_says_something_else_on_the_disk_is_written_anew(tmp_path: Path) -> None:
    path, other = tmp_path / "journal.db", Game(linked(b"", '"a"'))
    other.lines = [linked(other.end, "another line")]
    with closing(Store(path)) as store:
        save(store, other)
        game = a_game("a", 2)
        find_again(store, [game])
        save(store, game)
    assert counts(path) == [("a", 1), ("a", 2)]


def test_a_disk_that_comes_back_as_it_was_earlier_gets_what_it_has_not(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    folder, earlier = evening.path.parent, evening.path.parent.with_name("earlier")
    shutil.copytree(folder, earlier)
    table.tap(Line.RIGHT_PLUNGER)
    table.tap(Line.STOP)
    assert evening.journal.flush(FLUSH_S)
    table.station._new_game(False, table.now_ns)
    table.tap(Line.OK)
    assert [len(game.everything()) for game in evening.on_disk()] == [4, 1]
    folder.rename(folder.with_name("away"))
    earlier.rename(folder)
    table.tap(Line.LEFT_PLUNGER)
    # The first game was whole on the disk that is away: this one has it as far as it had it.
    assert [len(game.everything()) for game in evening.on_disk()] == [2, 2]
