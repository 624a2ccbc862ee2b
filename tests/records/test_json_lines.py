"""What programs read: `--json` of the commands about games."""

import json
from pathlib import Path
from typing import Any

import pytest

from clock.game.file import read_named
from clock.game.recorded import read_recorded
from clock.rules.inputs import Adjust, Finish, Result, StoneLaid
from clock.rules.seats import LEFT, Hand
from clock.rules.units import SECOND_NS
from tests.cli.running import called, printed
from tests.journal.journal_tables import FLUSH_S, JournalTable, start_and_press
from tests.journal.written import game_file
from tests.station.tables import setup


@pytest.fixture
def journal(evening: JournalTable) -> Path:
    """A journal with a finished game and a running one."""
    table = evening.switch_on(at_ns=5000 * SECOND_NS, game=setup("3/60:30", "rif-referees"))
    start_and_press(table, *(each * SECOND_NS for each in (20, 30, 7)))
    game = table.station.timeline
    game.add(StoneLaid(table.now_ns, LEFT, Hand.RIGHT))
    table.do("8 stop")
    game.add(Adjust(table.now_ns, LEFT, delta_ns=-5 * SECOND_NS, reason="penalty"))
    game.add(Finish(table.now_ns, Result.RIGHT, "time", 7))
    table.new_game()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    return evening.path


def objects(*arguments: str | Path) -> list[dict[str, Any]]:
    text = printed(*arguments, "--json")
    assert printed(*arguments, "--json", "--language", "cs") == text, "it is never translated"
    return [json.loads(line) for line in text.splitlines()]


def test_games_are_listed_with_the_keys_of_their_files(journal: Path) -> None:
    first, second = objects("games", "--journal", journal)
    game = read_recorded(game_file(journal, 1).read_bytes())
    assert (first["game"], first["wall"], first["ground"]) == (1, game.wall, "time")
    assert (first["last_move"], first["figures"]["result"]) == (7, "right")
    assert first["figures"]["left"]["remaining_ns"] == game.rows[-1].figures.left.remaining_ns
    assert (second["game"], second["figures"]["phase"]) == (2, "running")
    assert "ground" not in second
    file = {"format": "clapper-game/1", "setup": first["setup"], "inputs": []}
    assert read_named(json.dumps(file).encode())[0] == game.setup
    status, text, _ = called("games", "--json", "--journal", journal, "--day", "1999-01-01")
    assert (status, text) == (0, "")


def test_a_game_that_is_not_whole_is_named_in_the_list_and_by_verify(journal: Path) -> None:
    assert [each["holds"] for each in objects("verify", "--all", "--journal", journal)] == [
        True,
        True,
    ]
    file = game_file(journal, 1)
    file.write_bytes(file.read_bytes().replace(b"Press", b"Prest", 1))
    status, text, _ = called("games", "--json", "--journal", journal)
    first, _ = map(json.loads, text.splitlines())
    assert (status, first["problems"]) == (1, ["line 3 was changed"])
    status, text, _ = called("verify", "1", "--json", "--journal", journal)
    (found,) = map(json.loads, text.splitlines())
    assert (status, found["game"], found["holds"]) == (1, 1, False)
    assert "line 3 was changed" in found["problem"]
    file.unlink()
    status, text, _ = called("games", "--json", "--journal", journal)
    first = json.loads(text.splitlines()[0])
    assert (status, first) == (1, {"game": 1, "to": 1, "problems": ["its file is gone"]})


def test_what_is_not_known_of_a_copy_is_a_caveat(journal: Path) -> None:
    (found,) = objects("verify", game_file(journal, 1))
    assert found["caveat"].startswith("Only the clock that recorded the game knows")
    assert found["inputs"] == len(read_recorded(game_file(journal, 1).read_bytes()).rows)


def test_a_log_has_what_happened_from_the_start_with_its_sentence(journal: Path) -> None:
    about, *events = objects("log", "1", "--journal", journal)
    assert (about["name"], about["notes"]) == ("1", [])
    assert events[0] == {"type": "GameStarted", "at_ns": 0, "running": "left"} | {
        "text": events[0]["text"]
    }
    assert [each["at_ns"] for each in events] == sorted(each["at_ns"] for each in events)
    words = printed("log", "1", "--journal", journal)
    for each in events:
        assert each.get("text", "") in words
    kinds = {each["type"] for each in events}
    assert {"TurnPassed", "StoneLaid", "ClocksStopped", "Corrected", "GameFinished"} <= kinds
