"""`clapper games`, `log`, `export` and `verify`: what the journal proves of a game."""

import csv
import io
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.cli import main
from clock.game.file import read_game
from clock.game.replay import played
from clock.journal.lines import Line, linked
from clock.journal.soundness import chain_problems, problems
from clock.journal.store import JournalError, Store
from clock.records.recorded import journal as opened
from clock.rules.inputs import Adjust, Claim, Finish, Press, Result, Resume, StoneLaid
from clock.rules.seats import LEFT, RIGHT, Hand
from clock.rules.units import SECOND_NS
from hal.ports import Line as Pin
from tests.journal.evenings import FLUSH_S, OTHER_BOOT, Evening, start_and_press
from tests.journal.written import write_games
from tests.station.tables import setup
from tests.test_cli import refused

SETTING = "Both: 3 moves in 1:00, then 0:30"


@pytest.fixture
def journal(evening: Evening, capsys: pytest.CaptureFixture[str]) -> Path:
    """A journal with two games: one that had everything, and one that goes on."""
    table = evening.switch_on(at_ns=5000 * SECOND_NS, game=setup("3/60:30", "rif-referees"))
    start_and_press(table, *(each * SECOND_NS for each in (20, 30, 7, 8)))
    table.tap(Pin.RIGHT_PLUNGER)
    game, now_ns = table.station.timeline, table.now_ns
    game.add(StoneLaid(now_ns, LEFT, Hand.RIGHT))
    game.add(Press(now_ns + 200_000_000, RIGHT))
    game.add(Press(now_ns + 100_000_000, LEFT))
    table.settle()
    table.wait(8 * SECOND_NS)
    table.tap(Pin.STOP)
    game.add(Adjust(table.now_ns, LEFT, delta_ns=-5 * SECOND_NS, reason="penalty"))
    game.add(Resume(table.now_ns))
    table.wait(3 * SECOND_NS)
    game.add(Press(table.now_ns - 2 * SECOND_NS, RIGHT))
    evening.cut()
    table = evening.switch_on(boot=OTHER_BOOT)
    table.tap(Pin.OK)
    table.tap(Pin.OK)
    table.wait(50 * SECOND_NS)
    table.station.timeline.add(Claim(table.now_ns, RIGHT))
    table.station.timeline.add(Finish(table.now_ns, Result.RIGHT, "time"))
    table.station._new_game(False, table.now_ns)
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    capsys.readouterr()
    return evening.path


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path, status: int = 0) -> list[str]:
    """The lines that a command prints."""
    assert main([str(each) for each in arguments]) == status
    return capsys.readouterr().out.splitlines()


def test_games_are_listed_with_moves_times_and_how_they_stand(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = said(capsys, "games", "--journal", journal)
    assert first.split()[0] == "1"
    assert first.endswith(f"6 moves      0:00     0:52  Right wins      {SETTING}")
    assert second.endswith(f"1 move       0:55     1:00  running         {SETTING}")


@pytest.mark.parametrize(("draw", "told"), [(True, "a draw by rule"), (False, "both fallen   ")])
def test_games_of_which_both_clappers_fell_are_listed_as_the_rules_judge_them(
    evening: Evening, capsys: pytest.CaptureFixture[str], draw: bool, told: str
) -> None:
    game = setup("60", "rif")
    judged = replace(game.regulations, both_fallen_draw=draw)
    table = evening.switch_on(game=replace(game, regulations=judged))
    start_and_press(table, 20 * SECOND_NS)
    table.wait(70 * SECOND_NS)
    assert table.state.seat(RIGHT).fallen
    table.tap(Pin.RIGHT_PLUNGER)
    table.wait(50 * SECOND_NS)
    table.tap(Pin.LEFT_PLUNGER)
    table.settle()
    assert table.state.both_fallen
    assert evening.journal.flush(FLUSH_S)
    (line,) = said(capsys, "games", "--journal", evening.path)
    assert line.endswith(f"  {told}  Both: 1:00")


def test_the_log_tells_a_game_in_words(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head, setting, _, *events = said(capsys, "log", "1", "--journal", journal)
    assert head.startswith("Game 1, ")
    assert setting.startswith(SETTING)
    told = [event.strip() for event in events]
    assert told[:11] == [
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
        "A press of Right came to light too late to count: it was at 1:14.900",
        "Power was lost, up to 0:01.000 uncertain",
        "Left's clapper falls",
        "Right claims the win, own clapper up",
        "Result: Right wins, time, last move 6",
    ):
        assert sum(event.endswith(words) for event in told) == 1, words
    instants = [event.split()[0].rpartition(":")[::2] for event in told]
    times = [int(minutes) * 60 + float(seconds) for minutes, seconds in instants]
    assert times == sorted(times)


def test_the_exported_game_file_replays_to_the_same_game(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    assert said(capsys, "export", "1", "--journal", journal, "-o", file) == []
    *_, (_, state, _) = played(*read_game(file.read_bytes()))
    assert (state.result, state.ground, state.play.moves) == (Result.RIGHT, "time", 6)
    assert said(capsys, "replay", file)
    assert said(capsys, "export", "1", "--journal", journal) == file.read_text().splitlines()


def test_the_exported_table_has_a_row_for_each_input(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\n".join(said(capsys, "export", "1", "--csv", "--journal", journal))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["at_ns"] for row in rows[:2]] == ["0", str(20 * SECOND_NS)]
    assert rows[1]["left_remaining_ns"] == str(40 * SECOND_NS)
    assert [row["input"] for row in rows if row["late"]] == ["Press"]
    assert rows[-1]["told"] == "Result: Right wins, time, last move 6"


def test_a_whole_journal_is_verified(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "verify", "--all", "--journal", journal) == [
        "game 1: 18 inputs, the chain and every figure hold",
        "game 2: 2 inputs, the chain and every figure hold",
    ]
    assert said(capsys, "verify", "last", "--journal", journal) == [
        "game 2: 2 inputs, the chain and every figure hold"
    ]


def test_a_journal_that_a_running_clock_goes_on_writing_is_verified_as_of_one_instant(
    journal: Path, evening: Evening
) -> None:
    with opened(journal) as store:
        games = store.games()
        evening.table.wait(5 * SECOND_NS)
        evening.table.tap(Pin.RIGHT_PLUNGER)
        evening.table.station._new_game(False, evening.table.now_ns)
        assert evening.journal.flush(FLUSH_S)
        assert [problem for game in games for problem in chain_problems(store, game)] == []
        assert list(problems(store)) == []


def forged(journal: Path, tmp_path: Path, number: int, line: str | None, *, bind: bool) -> Path:
    """A journal in which a line of game 1 says something else, or is gone; bound anew or not."""
    file = tmp_path / "forged.db"
    with closing(sqlite3.connect(journal)) as there, closing(sqlite3.connect(file)) as here:
        there.backup(here)
    with closing(Store(file)) as store:
        game, lines = store.games()[0], list(store.lines(1))
        texts = [each.text for each in lines]
        texts[number - 1 : number] = [] if line is None else [line]
        chain: list[Line] = []
        for text in texts:
            chain.append(linked(chain[-1].hash if chain else game.header.hash, text))
        with store.transaction():
            store._ask("DELETE FROM lines WHERE game = 1")
            hashes = [each.hash for each in (chain if bind else lines)]
            store.append(1, 0, [Line(*pair) for pair in zip(texts, hashes, strict=True)])
            if bind:
                store._ask("UPDATE games SET seal = NULL WHERE id = 1")
                store.seal(1)
    return file


def line_of(journal: Path, number: int) -> str:
    with closing(Store(journal, read_only=True)) as store:
        line = store.line(1, number)
    assert line is not None
    return line.text


def test_a_line_that_was_changed_is_found_by_its_hash(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = line_of(journal, 3).replace('"moves":2', '"moves":3')
    file = forged(journal, tmp_path, 3, line, bind=False)
    assert said(capsys, "verify", "1", "--journal", file, status=1) == [
        "game 1: line 3 was changed"
    ]


def test_a_figure_that_the_rules_do_not_give_is_found_though_the_chain_holds(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = line_of(journal, 3).replace('"remaining_ns":40000000000', '"remaining_ns":41000000000')
    file = forged(journal, tmp_path, 3, line, bind=True)
    (told,) = said(capsys, "verify", "1", "--journal", file, status=1)
    assert told.startswith("game 1, line 3, Press: left was {'remaining_ns': 41000000000")


def test_a_line_that_was_taken_out_is_found_though_the_chain_holds(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = forged(journal, tmp_path, 3, None, bind=True)
    (told,) = said(capsys, "verify", "1", "--journal", file, status=1)
    assert told.startswith("game 1, line 3, Press: ")


@pytest.mark.parametrize(
    ("forgery", "told"),
    [
        (
            "UPDATE lines SET game = 99 WHERE game = 1 AND number = 18",
            "game 1: lines at its end are missing",
        ),
        ("INSERT INTO lines VALUES (99, 1, '{}', x'00')", "there are lines of no game"),
        ("DELETE FROM games WHERE id = 1", "expected the games 1 to 2"),
        ("UPDATE games SET seal = NULL WHERE id = 1", "game 1: its end was changed"),
        ("DELETE FROM head", "its head was changed"),
    ],
)
def test_what_is_too_many_or_missing_in_a_journal_is_found(
    forgery: str, told: str, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = forged(journal, tmp_path, 1, line_of(journal, 1), bind=False)
    with closing(Store(file)) as store, store.transaction():
        store._ask(forgery)
    lines = said(capsys, "verify", "--all", "--journal", file, status=1)
    assert any(told in line for line in lines), lines


def test_a_game_that_is_not_there_is_told_in_one_line(journal: Path) -> None:
    told = "clapper: GAME: expected 1 to 2, or last, got "
    assert refused("log", "9", "--journal", journal) == f"{told}'9'"
    assert refused("verify", "x", "--journal", journal) == f"{told}'x'"


def test_a_journal_that_is_not_there_or_is_none_is_told_in_one_line(tmp_path: Path) -> None:
    told = refused("games", "--journal", tmp_path / "no.db")
    assert told == f"clapper: {tmp_path}/no.db: there is no journal; --journal FILE names another"
    shutil.copy(__file__, tmp_path / "this.db")
    told = refused("games", "--journal", tmp_path / "this.db")
    assert told == f"clapper: {tmp_path}/this.db: file is not a database"
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE something (x)")
    told = refused("games", "--journal", tmp_path / "other.db")
    assert told == f"clapper: {tmp_path}/other.db: expected a journal of format 2"


@pytest.mark.parametrize("command", [("games",), ("log", "last"), ("verify", "--all")])
def test_an_empty_file_is_told_as_an_empty_one(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "empty.db").touch()
    told = refused(*command, "--journal", tmp_path / "empty.db")
    assert told == f"clapper: {tmp_path}/empty.db: expected a journal: it is empty"


@pytest.mark.parametrize("command", [("export",), ("export", "--csv"), ("report",)])
def test_no_game_takes_the_place_of_its_journal(
    journal: Path, tmp_path: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(journal)
    before, name = journal.read_bytes(), command[0]
    for out in (journal, link):
        told = refused(name, "1", *command[1:], "--journal", journal, "-o", out)
        end = "expected another file to write: this one is what is read"
        assert told == f"clapper: {out}: {end}"
    wal = journal.with_name(f"{journal.name}-wal")
    told = refused(name, "1", *command[1:], "--journal", journal, "-o", wal)
    assert told == f"clapper: {wal}: expected another file to write: this one is a journal"
    assert journal.read_bytes() == before
    assert len(said(capsys, "verify", "--all", "--journal", journal)) == 2


def test_no_game_takes_the_place_of_a_file_of_a_running_clocks_journal(tmp_path: Path) -> None:
    path = tmp_path / "live.db"
    with closing(write_games(path, count=1, presses=3)):
        files = {each for each in tmp_path.iterdir() if each != path}
        assert files == {path.with_name(f"live.db{end}") for end in ("-wal", "-shm", ".lock")}
        before = {each: each.stat().st_ino for each in files}
        for out in files:
            told = refused("export", "last", "--journal", path, "-o", out)
            assert told.startswith(f"clapper: {out}: expected another file to write: this ")
        assert {each: each.stat().st_ino for each in files} == before


@pytest.mark.parametrize("name", ["a?b#c%20.db", "\udcff.db", " .db"])
def test_a_journal_may_have_any_name(
    journal: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(journal.parent, tmp_path / "odd")
    for each in (tmp_path / "odd").iterdir():
        each.rename(each.with_name(each.name.replace(journal.name, name)))
    assert len(said(capsys, "games", "--journal", f"/{tmp_path}/odd/{name}")) == 2


@contextmanager
def not_root() -> Iterator[None]:
    """A user who may only do what he is allowed to."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_journal_that_may_not_be_read_is_told_so_by_the_system(
    journal: Path, evening: Evening, memory: Path
) -> None:
    evening.journal.close()
    file = memory / "journal.db"
    shutil.copy(journal, file)
    memory.chmod(0o755)
    file.chmod(0o000)
    told = f"^{file}: Permission denied$"
    with not_root(), pytest.raises(JournalError, match=told), opened(file):
        pass


def test_a_journal_at_rest_is_read_by_one_who_may_not_write_beside_it(
    journal: Path, evening: Evening, memory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.journal.close()
    folder = memory / "read-only"
    folder.mkdir()
    shutil.copy(journal, folder)
    for each, mode in ((folder / journal.name, 0o444), (folder, 0o555), (memory, 0o755)):
        each.chmod(mode)
    with not_root():
        assert len(said(capsys, "games", "--journal", folder / journal.name)) == 2
        assert len(said(capsys, "verify", "--all", "--journal", folder / journal.name)) == 2
    folder.chmod(0o755)
