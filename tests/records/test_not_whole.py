"""A game that is not whole: every command prints what there is, and says what is missing."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from clock.game.chain import body_of
from clock.game.head import FILE_BYTES, HALF_BYTES, Head, slot_of
from clock.game.recorded import End, end_of
from clock.journal.folder import HEAD, JournalError
from clock.records.games import JournalGames
from clock.rules.inputs import Input, Press, Start
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.cli.running import called, printed, refused
from tests.game.recordings import GAP, bodies, chained
from tests.journal.written import change_line, game_file, relinked
from tests.station.tables import setup

SETUP = setup("5m")
PRESSES = 33
LAST = 3
READERS = ("log", "export", "replay", "report")
ENDS_NOWHERE = "Only the clock that recorded the game knows whether it is whole and unaltered.\n"


def played(began_ns: int, count: int = PRESSES) -> list[Input]:
    """A game with a press every 15 s, by the plungers in turn."""
    presses = (
        Press(began_ns + number * 15 * SECOND_NS, LEFT if number % 2 else RIGHT)
        for number in range(1, count)
    )
    return [Start(began_ns), *presses]


def written(folder: Path, first_ns: int = 0) -> Path:
    """A journal of three games; the clock of the last one runs on for a minute."""
    folder.mkdir()
    before: End | None = None
    for number in range(1, LAST + 1):
        began_ns = first_ns + number * 20 * MINUTE_NS
        lines = chained(bodies(SETUP, played(began_ns), game=number, before=before))
        game_file(folder, number).write_bytes(b"".join(lines))
        before = end_of(number, lines)
    put_head(folder, began_ns + PRESSES * 15 * SECOND_NS + MINUTE_NS, before)
    return folder


def put_head(folder: Path, at_ns: int, last: End | None) -> None:
    slots = (Head(sequence, at_ns, "a boot", 0, 0, 1, last) for sequence in (2, 1))
    halves = (slot_of(head)[1].ljust(HALF_BYTES, b"\0") for head in slots)
    (folder / HEAD).write_bytes(b"".join(halves))
    assert (folder / HEAD).stat().st_size == FILE_BYTES


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return written(tmp_path / "games")


def cut(journal: Path, number: int, lines: int) -> None:
    """Leave of a game its header and so many lines."""
    file = game_file(journal, number)
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[: lines + 1]))


def without_line(journal: Path, number: int, line: int) -> None:
    lines = game_file(journal, number).read_bytes().splitlines(keepends=True)
    game_file(journal, number).write_bytes(b"".join(lines[:line] + lines[line + 1 :]))


def swap(journal: Path, one: int, other: int) -> None:
    data = game_file(journal, one).read_bytes()
    game_file(journal, other).replace(game_file(journal, one))
    game_file(journal, other).write_bytes(data)


def take_foreign(journal: Path, number: int, to: int) -> None:
    """Put a game of another clock into the journal."""
    foreign = written(journal.with_name("foreign"), 5 * SECOND_NS)
    game_file(foreign, number).replace(game_file(journal, to))


Damage = Callable[[Path], object]
MISSING = "The rest, after input {}, cannot be read: {}."
AT_END = "lines at its end are missing"
DAMAGES: list[tuple[Damage, int, int, str]] = [
    (lambda path: cut(path, 3, 4), 3, 4, MISSING.format(4, AT_END)),
    (lambda path: cut(path, 3, 0), 3, 0, MISSING.format(0, AT_END)),
    (lambda path: cut(path, 1, 8), 1, 8, MISSING.format(8, AT_END)),
    (lambda path: without_line(path, 3, 5), 3, 4, MISSING.format(4, "line 6 was changed")),
    (lambda path: change_line(path, 2, 6), 2, 5, MISSING.format(5, "line 7 was changed")),
    (lambda path: swap(path, 2, 3), 3, PRESSES, "Its game number was changed."),
    (lambda path: take_foreign(path, 3, 3), 3, PRESSES, "It is not the game that was written."),
    (lambda path: take_foreign(path, 1, 1), 1, PRESSES, "It is not the game that was written."),
]
"""What is done, to which game, how many inputs are left, and what is told."""


@pytest.mark.parametrize(("damage", "number", "left", "sentence"), DAMAGES)
def test_every_command_prints_what_there_is_says_what_is_missing_and_charges_no_time_after_it(
    damage: Damage, number: int, left: int, sentence: str, journal: Path
) -> None:
    damage(journal)
    where, file = ("--journal", journal), game_file(journal, number)
    note = f"clapper: {file}: {sentence}\n"
    found = {each: called(each, str(number), *where) for each in READERS}
    assert [(status, error) for status, _, error in found.values()] == [(1, note)] * len(READERS)
    for command in ("export", "replay"):
        assert len(re.findall("Start|Press", found[command][1])) == left
    assert sentence in found["log"][1].splitlines()
    assert sentence in found["report"][1]
    assert "clapper falls" not in found["log"][1]
    status, text, error = called("report", str(number), *where, "--json")
    data = json.loads(text)
    assert (status, error, data["facts"]["falls"]) == (1, note, [])
    (problem,) = data["game"]["problems"]
    assert problem.lower() in sentence.lower()
    status, text, error = called("games", *where)
    row = next(line for line in text.splitlines() if line.startswith(f"  {number}  "))
    assert (status, error, row.count(f"({problem})")) == (1, "", 1)
    status, text, _ = called("verify", str(number), *where)
    assert (status, text) == (1, f"game {number}: {problem}\n")
    if "line" in problem and "missing" not in problem:
        status, text, error = called("replay", file, "--json")
        assert (status, text.count("TurnPassed") + 1, error) == (1, left, note)


def test_a_whole_game_that_nobody_ends_is_charged_until_the_clock_was_last_there(
    journal: Path,
) -> None:
    where = ("--journal", journal)
    assert printed("games", *where).count("clapper fallen") == 1
    assert "9:00.000  Left's clapper falls" in printed("log", "3", *where)
    assert "problems" not in json.loads(printed("report", "3", "--json", *where))["game"]


def test_what_the_clock_itself_found_missing_is_a_note_of_a_game_that_is_whole(
    tmp_path: Path,
) -> None:
    lines = bodies(SETUP, played(0, 3))
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(chained([*lines[:2], GAP, *lines[2:]])))
    sentence = f"Something after input 1 is missing: the journal was found damaged at {GAP.when}."
    for command in READERS:
        assert called(command, file)[::2] == (0, f"clapper: {file}: {sentence}\n")
    assert printed("verify", file).count(sentence) == 1


GONE: list[tuple[tuple[int, ...], list[str]]] = [
    ((2,), ["  2  its file is gone"]),
    ((3,), ["  3  its file is gone"]),
    ((1, 2), ["1–2  their files are gone"]),
    ((1, 2, 3), ["1–3  their files are gone"]),
]


@pytest.mark.parametrize(("gone", "rows"), GONE)
def test_a_game_whose_file_is_gone_is_named_by_every_command(
    gone: tuple[int, ...], rows: list[str], journal: Path
) -> None:
    where = ("--journal", journal)
    for number in gone:
        game_file(journal, number).unlink()
    status, text, error = called("games", *where)
    assert (status, error) == (1, "")
    assert [line for line in text.splitlines() if "gone" in line] == rows
    assert len(text.splitlines()) == 1 + len(rows) + LAST - len(gone)
    for number in gone:
        line = f"game {number}: its file is gone"
        assert refused("log", str(number), *where) == f"clapper: {line}"
        assert called("verify", str(number), *where)[:2] == (1, f"{line}\n")
    assert called("verify", "--all", *where)[:2] == (1, f"game {gone[0]}: its file is gone\n")
    if LAST in gone:
        assert refused("log", "last", *where) == "clapper: game 3: its file is gone"
    for number in {1, 2, 3}.difference(gone):
        status, text, _ = called("verify", str(number), *where)
        assert (status, "every figure" in text) == (0, True), text
        assert (ENDS_NOWHERE in text) is (number + 1 in gone)


def test_a_file_that_goes_while_it_is_looked_for_is_gone(journal: Path) -> None:
    games = JournalGames(journal)
    game_file(journal, 2).unlink()
    with pytest.raises(JournalError, match=r"^its file is gone$"):
        games.read(2)


@pytest.mark.parametrize("number", [4, 6])
def test_a_game_that_was_set_up_again_or_has_a_number_after_a_strangers_is_whole(
    number: int, journal: Path
) -> None:
    before = end_of(3, game_file(journal, 3).read_bytes().splitlines(keepends=True))
    for version in ("first", "anew"):  # the head is one write behind, as a cut may leave it
        lines = chained(bodies(SETUP, (), game=number, before=before, version=version))
        game_file(journal, number).write_bytes(b"".join(lines))
        if version == "first":
            put_head(journal, 3 * 20 * MINUTE_NS, end_of(number, lines))
    where = ("--journal", journal)
    assert len(printed("games", *where).splitlines()) == 1 + LAST
    assert "anew" in printed("log", str(number), *where)
    assert printed("verify", "--all", *where).count("every figure") == LAST + 1


def in_its_place(make: Callable[[Path], object]) -> Damage:
    """Put something else in the place of the head."""

    def damage(journal: Path) -> None:
        (journal / HEAD).unlink()
        make(journal / HEAD)

    return damage


HEADS: list[tuple[Callable[[Path], object], str]] = [
    (lambda _: None, ": its head was changed"),
    (lambda head: head.write_bytes(b""), ": its head was changed"),
    (lambda head: head.write_bytes(bytes(FILE_BYTES)), ": its head was changed"),
    (Path.mkdir, "/head: Is a directory"),
    (os.mkfifo, "/head: expected a regular file, got a pipe or a device"),
    (lambda head: head.symlink_to(HEAD), "/head: Too many levels of symbolic links"),
]


@pytest.mark.parametrize(("make", "problem"), HEADS)
def test_without_a_head_games_are_read_and_the_end_of_the_last_one_is_unknown(
    make: Callable[[Path], object], problem: str, journal: Path
) -> None:
    cut(journal, LAST, 4)
    in_its_place(make)(journal)
    where, note = ("--journal", journal), f"clapper: {journal}{problem}\n"
    status, text, error = called("games", *where)
    assert (status, len(text.splitlines()), error) == (0, 1 + LAST, note)
    for command in READERS:
        status, text, error = called(command, "last", *where)
        assert (status, error) == (0, note)
        assert text == called(command, "3", *where)[1]
    for number in (1, 2, 3):
        status, text, _ = called("verify", str(number), *where)
        assert status == 0
        assert (ENDS_NOWHERE in text) is (number == LAST)
    assert called("verify", "--all", *where)[:2] == (1, f"{journal}{problem}\n")


STRANGERS: list[tuple[Damage, str]] = [
    (lambda file: file.write_bytes(b""), "its header was changed"),
    (lambda file: file.write_bytes(b"a text\n"), "its header was changed"),
    (Path.mkdir, "cannot be read: Is a directory"),
    (lambda file: file.symlink_to(file.name), "cannot be read: Too many levels"),
    (lambda file: take_foreign(file.parent, 3, 4), "it does not belong to this journal"),
    (lambda file: file.write_bytes(game_file(file.parent, 2).read_bytes()), "it does not belong"),
]


@pytest.mark.parametrize(("put", "problem"), STRANGERS)
def test_a_strangers_file_is_named_and_is_not_the_last_game(
    put: Damage, problem: str, journal: Path
) -> None:
    where = ("--journal", journal)
    whole = {each: printed(each, "last", *where) for each in (*READERS, "verify")}
    put(game_file(journal, 4))
    assert {each: printed(each, "last", *where) for each in whole} == whole
    status, text, _ = called("games", *where)
    assert (status, problem in text.splitlines()[-1]) == (1, True)
    status, text, _ = called("verify", "4", *where)
    assert (status, text.startswith(f"game 4: {problem}")) == (1, True)
    assert not called("verify", "3", *where)[0]


def test_a_text_of_a_header_reaches_no_terminal_and_no_page_raw(tmp_path: Path) -> None:
    header, *rows = (body_of(line) for line in chained(bodies(SETUP, played(0, 3))))
    odd = re.sub(rb'"(version|wall)":"', rb'"\1":"\\u001b[2J', header)
    rows[-1] = rows[-1].replace(b"}", b',"reason":"\\u001b[2J"}', 1).replace(b"Press", b"Warn", 1)
    file = tmp_path / "game\x1b.jsonl"
    file.write_bytes(relinked([odd, *rows]))
    for command in READERS:
        assert "\x1b" not in printed(command, file), command
