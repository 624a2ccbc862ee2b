"""`clapper games`, `log`, `export` and `verify`: what the journal proves of a game."""

import csv
import io
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.game.file import read_game
from clock.game.replay import played
from clock.journal.files import JournalError
from clock.journal.lines import linked
from clock.journal.soundness import chain_problems, problems
from clock.journal.store import Store
from clock.records.recorded import journal as opened
from clock.rules.inputs import Adjust, Claim, Finish, Press, Result, Resume, StoneLaid
from clock.rules.seats import LEFT, RIGHT, Hand
from clock.rules.units import SECOND_NS
from tests.cli.running import called, printed, refused
from tests.journal.evenings import FLUSH_S, OTHER_BOOT, Evening, not_root, start_and_press
from tests.station.tables import setup

SETTING = "Both: 3 moves in 1:00, then 0:30"
HOLDS = "the chain and every figure hold"


@pytest.fixture
def journal(evening: Evening) -> Path:
    """A journal with two games: one that had everything, and one that goes on."""
    table = evening.switch_on(at_ns=5000 * SECOND_NS, game=setup("3/60:30", "rif-referees"))
    start_and_press(table, *(each * SECOND_NS for each in (20, 30, 7, 8)))
    table.do("R")
    game, now_ns = table.station.timeline, table.now_ns
    game.add(StoneLaid(now_ns, LEFT, Hand.RIGHT))
    game.add(Press(now_ns + 200_000_000, RIGHT))
    game.add(Press(now_ns + 100_000_000, LEFT))
    table.settle()
    table.do("8 stop")
    game.add(Adjust(table.now_ns, LEFT, delta_ns=-5 * SECOND_NS, reason="penalty"))
    game.add(Resume(table.now_ns))
    table.wait(3 * SECOND_NS)
    game.add(Press(table.now_ns - 2 * SECOND_NS, RIGHT))
    evening.cut()
    table = evening.switch_on(boot=OTHER_BOOT)
    table.do("ok ok 50")
    table.station.timeline.add(Claim(table.now_ns, RIGHT))
    table.station.timeline.add(Finish(table.now_ns, Result.RIGHT, "time"))
    table.new_game()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    return evening.path


def lines(*arguments: str | Path) -> list[str]:
    return printed(*arguments).splitlines()


def test_games_are_listed_with_moves_times_and_how_they_stand_and_verified(journal: Path) -> None:
    first, second = lines("games", "--journal", journal)
    assert first.split()[0] == "1"
    assert first.endswith(f"6 moves      0:00     0:52  Right wins      {SETTING}")
    assert second.endswith(f"1 move       0:55     1:00  running         {SETTING}")
    holds = [f"game 1: 18 inputs, {HOLDS}", f"game 2: 2 inputs, {HOLDS}"]
    assert lines("verify", "--all", "--journal", journal) == holds
    assert lines("verify", "last", "--journal", journal) == holds[1:]


@pytest.mark.parametrize(("draw", "stands"), [(True, "a draw by rule"), (False, "both fallen   ")])
def test_games_of_which_both_clappers_fell_are_listed_as_the_rules_judge_them(
    evening: Evening, draw: bool, stands: str
) -> None:
    game = setup("60", "rif")
    judged = replace(game.regulations, both_fallen_draw=draw)
    table = evening.switch_on(game=replace(game, regulations=judged))
    table.do("ok 20 L 70 R 50 L 1")
    assert table.state.both_fallen
    assert evening.journal.flush(FLUSH_S)
    (line,) = lines("games", "--journal", evening.path)
    assert line.endswith(f"  {stands}  Both: 1:00")


def test_the_log_has_a_game_in_words(journal: Path) -> None:
    head, setting, _, *events = lines("log", "1", "--journal", journal)
    assert head.startswith("Game 1, ")
    assert setting.startswith(SETTING)
    events = [event.strip() for event in events]
    assert events[:11] == [
        "0:00.000  The game begins, Left's clock runs",
        "0:00.000  The time referee is called for Left",
        "0:00.000  The time referee is called for Right",
        "0:20.000  Left presses: move 1, spent 0:20.000, left 0:40.000",
        "0:50.000  Right presses: move 2, spent 0:30.000, left 0:30.000",
        "0:57.000  Left presses: move 3, spent 0:07.000, left 0:33.000",
        "1:05.000  Right presses: move 4, spent 0:08.000, left 0:22.000",
        "1:05.100  Right presses, ignored: the other clock ran",
        "1:05.200  Left takes a stone with the right hand",
        "1:05.300  Left presses: move 5, spent 0:00.300, left 0:32.700 "
        "(delivered late, counted at its instant)",
        "1:05.300  Left is in period 2, time changed by 0:30.000",
    ]
    for words in (
        "The organizer corrects: time of Left 0:54.300 → 0:49.300 (penalty)",
        "A press of Right at 1:14.900 came to light too late to count",
        "Power was lost, up to 0:01.000 uncertain",
        "Left's clapper falls",
        "Right claims the win, own clapper up",
        "Result: Right wins, time, last move 6",
    ):
        assert sum(event.endswith(words) for event in events) == 1, words
    instants = [event.split()[0].rpartition(":")[::2] for event in events]
    times = [int(minutes) * 60 + float(seconds) for minutes, seconds in instants]
    assert times == sorted(times)


def test_the_exported_game_file_replays_to_the_same_game_and_the_table_has_its_inputs(
    journal: Path, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    assert lines("export", "1", "--journal", journal, "-o", file) == []
    *_, (_, state, _) = played(*read_game(file.read_bytes()))
    assert (state.result, state.ground, state.play.moves) == (Result.RIGHT, "time", 6)
    assert lines("replay", file)
    text = printed("export", "1", "--csv", "--journal", journal)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["at_ns"] for row in rows[:2]] == ["0", str(20 * SECOND_NS)]
    assert rows[1]["left_remaining_ns"] == str(40 * SECOND_NS)
    assert [row["input"] for row in rows if row["late"]] == ["Press"]
    assert "Result: Right wins, time, last move 6" in rows[-1].values()


def test_a_journal_that_a_running_clock_goes_on_writing_is_verified_as_of_one_instant(
    journal: Path, evening: Evening
) -> None:
    with opened(journal) as store:
        games = store.games()
        evening.table.do("5 R")
        evening.table.new_game()
        assert evening.journal.flush(FLUSH_S)
        assert [problem for game in games for problem in chain_problems(store, game)] == []
        assert list(problems(store)) == []


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        (
            '"remaining_ns":40000000000',
            '"remaining_ns":41000000000',
            "left was {'remaining_ns': 41",
        ),
        ("{", None, ""),
    ],
    ids=["other figures", "a line that was taken out"],
)
def test_what_is_forged_is_found_by_the_rules_though_the_chain_holds(
    journal: Path, evening: Evening, before: str, after: str | None, problem: str
) -> None:
    evening.journal.close()
    forged = Path(shutil.copy(journal, journal.with_name("forged.db")))
    with closing(Store(forged)) as store, store.transaction():
        texts = [line.text for line in store.lines(1)]
        assert before in texts[2]
        texts[2:3] = [] if after is None else [texts[2].replace(before, after)]
        chain = [store.games()[0].header]
        for text in texts:
            chain.append(linked(chain[-1].hash, text))
        store._ask("DELETE FROM lines WHERE game = 1")
        store.append(1, 0, chain[1:])
        store._ask("UPDATE games SET seal = NULL WHERE id = 1")
        store.seal(1)
    status, out, _ = called("verify", "1", "--journal", forged)
    assert status == 1
    assert out.startswith(f"game 1, line 3, Press: {problem}")


def test_a_game_or_journal_that_is_not_there_or_is_none_is_reported_in_one_line(
    journal: Path, tmp_path: Path
) -> None:
    expected = "clapper: GAME: expected 1 to 2, or last, got "
    assert refused("log", "9", "--journal", journal) == f"{expected}'9'"
    assert refused("verify", "x", "--journal", journal) == f"{expected}'x'"
    shutil.copy(__file__, tmp_path / "this.db")
    (tmp_path / "empty.db").touch()
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE something (x)")
    for name, problem in (
        ("no.db", "there is no journal; --journal FILE names another"),
        ("this.db", "file is not a database"),
        ("other.db", "expected a journal of format 2"),
        ("empty.db", "expected a journal: it is empty"),
    ):
        file = tmp_path / name
        for command in (("games",), ("log", "last"), ("verify", "--all")):
            assert refused(*command, "--journal", file) == f"clapper: {file}: {problem}"


@pytest.mark.parametrize("name", ["a?b#c%20.db", "\udcff.db", " .db"])
def test_a_journal_may_have_any_name(journal: Path, tmp_path: Path, name: str) -> None:
    shutil.copytree(journal.parent, tmp_path / "odd")
    for each in (tmp_path / "odd").iterdir():
        each.rename(each.with_name(each.name.replace(journal.name, name)))
    assert len(lines("games", "--journal", f"/{tmp_path}/odd/{name}")) == 2


def test_a_journal_at_rest_is_read_by_one_who_may_not_write_beside_it_but_not_without_leave(
    journal: Path, evening: Evening, memory: Path
) -> None:
    evening.journal.close()
    folder = memory / "read-only"
    folder.mkdir()
    file = folder / journal.name
    shutil.copy(journal, folder)
    for each, mode in ((file, 0o444), (folder, 0o555), (memory, 0o755)):
        each.chmod(mode)
    with not_root():
        assert len(lines("games", "--journal", file)) == 2
        assert len(lines("verify", "--all", "--journal", file)) == 2
    file.chmod(0o000)
    denied = pytest.raises(JournalError, match=f"^{file}: Permission denied$")
    with not_root(), denied, opened(file):
        pass
    folder.chmod(0o755)
