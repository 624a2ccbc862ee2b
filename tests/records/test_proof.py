"""`clapper games`, `log`, `export` and `verify`: what the journal proves of a game."""

import csv
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.game.chain import body_of, intact_chain
from clock.game.replay import played
from clock.rules.inputs import Adjust, Announce, Claim, Finish, Press, Result, Resume, StoneLaid
from clock.rules.seats import LEFT, RIGHT, Hand
from clock.rules.units import SECOND_NS
from tests.cli.running import called, printed, refused
from tests.game.recordings import read_game
from tests.journal.journal_tables import FLUSH_S, OTHER_BOOT, JournalTable, start_and_press
from tests.journal.written import copied, game_file, relinked
from tests.station.tables import setup

SETTING = "Both: 3 moves in 1:00, then 0:30"
HOLDS = "the hash chain and every figure are correct"


@pytest.fixture
def journal(evening: JournalTable) -> Path:
    """A journal with two games: a finished game with every kind of event, and a running game."""
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
    table.do("hold ok + 50")
    table.station.timeline.add(Claim(table.now_ns, RIGHT))
    table.station.timeline.add(Finish(table.now_ns, Result.RIGHT, "time", 7))
    table.new_game()
    start_and_press(table, 5 * SECOND_NS)
    table.station.timeline.add(StoneLaid(table.now_ns, RIGHT))
    table.station.timeline.add(Announce(table.now_ns, LEFT, 3))
    assert evening.journal.flush(FLUSH_S)
    return evening.path


def lines(*arguments: str | Path) -> list[str]:
    return printed(*arguments).splitlines()


def test_games_are_listed_with_moves_times_and_how_they_stand_and_verified(journal: Path) -> None:
    head, first, second = lines("games", "--journal", journal)
    when = r"  \d{4}-\d\d-\d\d \d\d:\d\d  "
    assert head == "No.  Date              Moves  Left  Right  Result                     Game"
    setting = re.escape(SETTING.removeprefix("Both: "))
    won, runs = r"Right \(White\) won on time", f"{'running':25}"
    assert re.fullmatch(rf"  1{when}    7  0:00   0:52  {won}  {setting}", first)
    assert re.fullmatch(rf"  2{when}    1  0:55   1:00  {runs}  {setting}", second)
    holds = [f"game 1: 18 inputs; {HOLDS}", f"game 2: 4 inputs; {HOLDS}"]
    assert lines("verify", "--all", "--journal", journal) == holds
    assert lines("verify", "last", "--journal", journal) == holds[1:]


@pytest.mark.parametrize(
    ("draw", "stands"), [(True, "a draw by the rules"), (False, "both fallen")]
)
def test_games_of_which_both_clappers_fell_are_listed_as_the_rules_judge_them(
    evening: JournalTable, draw: bool, stands: str
) -> None:
    game = setup("60", "rif")
    judged = replace(game.regulations, both_fallen_draw=draw)
    table = evening.switch_on(game=replace(game, regulations=judged))
    table.do("ok 20 L 70 R 50 L 1")
    assert table.state.both_fallen
    assert evening.journal.flush(FLUSH_S)
    _, line = lines("games", "--journal", evening.path)
    assert line.endswith(f"  {stands}  1:00")


def test_the_log_has_a_game_in_words(journal: Path) -> None:
    head, setting, _, *events = lines("log", "1", "--journal", journal)
    since = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S+"
    assert re.fullmatch(rf"Game 1, {since}, clapper .+, CLOCK_MONOTONIC, .+", head)
    assert setting.startswith(SETTING)
    events = [event.strip() for event in events]
    assert events[:11] == [
        "0:00.000  The game begins; Left's clock runs",
        "0:00.000  The time referee is called for Left",
        "0:00.000  The time referee is called for Right",
        "0:20.000  Left presses: move 1, spent 0:20.000, remaining 0:40.000",
        "0:50.000  Right presses: move 2, spent 0:30.000, remaining 0:30.000",
        "0:57.000  Left presses: move 3, spent 0:07.000, remaining 0:33.000",
        "1:05.000  Right presses: move 4, spent 0:08.000, remaining 0:22.000",
        "1:05.100  Right's press is ignored: the other clock was running",
        "1:05.200  Left takes a stone with the right hand",
        "1:05.300  Left presses: move 5, spent 0:00.300, remaining 0:32.700 "
        "(delivered late, counted at its own time)",
        "1:05.300  Left enters period 2; time changes by 0:30.000",
    ]
    for words in (
        "The organizer corrects: Left's time 0:54.300 → 0:49.300 (penalty)",
        "A press by Right at 1:14.900 arrived too late to count",
        "Power was lost; the time left may be up to 0:01.000 too long",
        "Left's clapper falls",
        "Right claims a win",
        "Result: Right won on time, last move 7 (Left 0:00, Right 0:52)",
    ):
        assert sum(event.endswith(words) for event in events) == 1, words
    instants = [event.split()[0].rpartition(":")[::2] for event in events]
    times = [int(minutes) * 60 + float(seconds) for minutes, seconds in instants]
    assert times == sorted(times)
    second = "\n".join(lines("log", "2", "--journal", journal))
    assert "  Right takes a stone" in second
    assert "  Announcement (Left) ignored: there was nothing to announce" in second


def test_the_exported_game_file_replays_to_the_same_game_and_the_table_has_its_inputs(
    journal: Path, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    assert lines("export", "1", "--journal", journal, "-o", file) == [f"written: {file}"]
    *_, (_, state, _) = played(*read_game(file.read_bytes()))
    assert (state.result, state.last_move, state.play.moves) == (Result.RIGHT, 7, 6)
    assert lines("replay", file)
    text = printed("export", "1", "--csv", "--journal", journal)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["at_ns"] for row in rows[:2]] == ["0", str(20 * SECOND_NS)]
    assert rows[1]["left_remaining_ns"] == str(40 * SECOND_NS)
    assert [row["input"] for row in rows if row["late"]] == ["Press"]
    assert "Result: Right won on time, last move 7" in rows[-1].values()


def test_what_is_forged_is_found_by_the_rules_though_the_chain_holds(
    journal: Path, evening: JournalTable
) -> None:
    evening.journal.close()
    texts = [body_of(line) for line in intact_chain(game_file(journal, 1).read_bytes()).lines]
    other = texts[3].replace(b'"remaining_ns":40000000000', b'"remaining_ns":41000000000')
    forged = journal.with_name("forged.jsonl")
    gap, wrong = b'{"missing":"damaged","when":"today"}', "left was recorded as {'remaining_ns': 41"
    for lines, line, problem in (([other], 4, wrong), ([gap, other], 5, wrong), ([], 4, "")):
        forged.write_bytes(relinked([*texts[:3], *lines, *texts[4:]]))
        status, out, _ = called("verify", forged)
        assert status == 1
        assert f"line {line}, Press: {problem}" in out


@contextmanager
def not_root() -> Iterator[None]:
    """Act as a user without root's rights."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_journal_is_read_by_one_who_may_not_write_in_it_but_not_without_leave(
    journal: Path, memory: Path
) -> None:
    folder = copied(journal, memory / "read-only")
    for each, mode in ((folder, 0o555), (memory, 0o755)):
        each.chmod(mode)
    for file in folder.iterdir():
        file.chmod(0o444)
    with not_root():
        assert len(lines("games", "--journal", folder)) == 3
        assert len(lines("verify", "--all", "--journal", folder)) == 2
    folder.chmod(0o000)
    with not_root():
        denied = refused("games", "--journal", folder)
    assert denied == f"clapper: {folder}: Permission denied"
    folder.chmod(0o755)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_copy_that_was_saved_again_on_windows_is_the_game(
    journal: Path, tmp_path: Path, encoding: str
) -> None:
    copy, text = tmp_path / "copy", game_file(journal, 1).read_text()
    copy.write_text(text, encoding, newline="\r\n")
    assert "every figure are correct" in printed("verify", copy)
    copy.write_text(text.replace('"left"', '"right"', 1), encoding, newline="\r\n")
    assert called("verify", copy)[0] != 0
