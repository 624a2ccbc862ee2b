"""Pairings from a file: CSV of `round,table,black,white,control`, OpenGotha's, or a FIDE report.

Mistakes are found at once, each with its line: as many as a person wants to see.
"""

import csv
import re
from codecs import BOM_UTF8, lookup
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import msgspec

from clock.notation.encoding import decoded
from clock.rounds.byes import ByeKind, Forfeit
from clock.rounds.encodings import in_one_byte
from clock.rounds.engine_pairs import is_engine_output
from clock.rounds.file_kinds import require_pairings, require_text
from clock.rounds.file_lines import lines_of
from clock.rounds.gotha import games, is_gotha
from clock.rounds.player_names import clean_name
from clock.rounds.table_head import BLACK, NOBODY, WHITE, columns_of
from clock.rounds.trf import MARK, is_trf, read_trf
from clock.rules.message import Message, Problem
from clock.text.language import N_

ROUND_MAX, TABLES_MAX, NAME_MAX = 999, 2_000, 60
ONE_BYTE_MAX = 500_000
"""Bytes of a table whose encoding is looked for: all readings of more would take seconds."""
MISTAKES_MAX = 100
"""Of a file with more the rest is not read."""
COLUMNS = ("round", "table", "black", "white", "control")
_NEEDED = COLUMNS[1:4]
HEAD_LINES_MAX = 20
"""Lines within which the head of a table stands: a program writes titles above it."""
_TABLE = re.compile(r"[A-Za-z]?[0-9]{1,4}[A-Za-z]?")
_DECLARED = re.compile(rb"<\?xml[^>]{1,80}encoding=[\"']([\w.-]{1,40})[\"']", re.ASCII)
"""The encoding that a file in XML says it is in."""
_NAMED_ENCODINGS = ("cp125", "iso8859", "koi8", "euc", "shift_jis", "gb", "big5", "utf-16")
"""How Python's names of them begin."""
_NO_UTF_8 = N_("line {number}: expected UTF-8 text: save the file in UTF-8 and choose it again")
_FIGURES = re.compile("[0-9]{1,9}")
NumberedRow = tuple[int, dict[str, str]]
"""A line, and what its columns hold."""


class Pairing(msgspec.Struct, frozen=True, order=True):
    """Two players at a table in a round; `control` and `game` are empty where the round's hold."""

    round: int
    table: str
    black: str
    white: str
    control: str = ""
    game: str = ""
    """The kind of game of its section."""
    handicap: int = 0
    """The stones that Black has before the game; from two on White begins."""
    forfeit: Forfeit | None = None
    """Decided without a game, so no clock is set."""


class Bye(msgspec.Struct, frozen=True, order=True):
    """A player who does not play in a round, and why."""

    round: int
    player: str
    kind: ByeKind


class RoundFile(msgspec.Struct, frozen=True):
    """What a file says of a round."""

    pairings: tuple[Pairing, ...]
    """By their tables."""
    byes: tuple[Bye, ...] = ()
    report: str = ""
    """The tournament report that the pairings are from, as a text."""


class PairingsError(Problem):
    """A file that cannot be used; every mistake is a message of its own."""

    def __init__(self, messages: Sequence[Message]) -> None:
        super().__init__(messages[0])
        self.messages = tuple(messages[:MISTAKES_MAX])
        if len(messages) > MISTAKES_MAX:
            more = Message("only the first {most} mistakes are listed", most=MISTAKES_MAX)
            self.messages += (more,)


def read_round(data: bytes, round_number: int, encoding: str = "") -> RoundFile:
    """Return what a file says of a round.

    A row without a round, and a report, are of `round_number`. An `encoding` is that of a table
    which is not in UTF-8. Raises PairingsError.
    """
    try:
        return _read(data, round_number, encoding)
    except PairingsError:
        raise
    except Problem as problem:
        raise PairingsError([problem.message]) from None


def _read(data: bytes, round_number: int, encoding: str) -> RoundFile:
    text = text_of(data, encoding)
    read = _rows_of(text, round_number)
    found, mistakes, byes = list[Pairing](), list[Message](), list[Bye]()
    for each in read:
        if isinstance(each, Message):
            mistakes.append(each)
        elif isinstance(each, Bye):
            byes += [each] if each.round == round_number else []
        elif each.round == round_number:
            found.append(each)
        if len(mistakes) > MISTAKES_MAX or len(found) > TABLES_MAX:
            break
    if len(found) > TABLES_MAX:
        mistakes.append(Message("expected at most {most} tables in a round", most=TABLES_MAX))
    elif not found and not mistakes:
        mistakes.append(Message("no pairings for round {n}", n=round_number))
    if mistakes:
        raise PairingsError(mistakes)
    pairings = tuple(sorted(found, key=lambda pairing: by_number(pairing.table)))
    report = (MARK if data.startswith(BOM_UTF8) else "") + text if is_trf(text) else ""
    return RoundFile(pairings, tuple(byes), report)


def _rows_of(text: str, round_number: int) -> Iterator[Pairing | Bye | Message]:
    """What a text has of its kind, pairing by pairing. Raises Problem for one of no kind."""
    if not text.strip():
        raise Problem("expected pairings, but the file is empty")
    if is_trf(text):
        return _of_report(text, round_number)
    if is_engine_output(text):
        raise Problem(
            "these are pairs by starting rank, as a pairing engine writes them: put the "
            "tournament's report (TRF) and below it these lines into one text"
        )
    if is_gotha(text):
        return _checked(games(text), round_number)
    require_pairings(text, ",".join(COLUMNS))
    return _checked(_of_table(text), round_number)


def whole_number(text: str) -> int:
    """Return a number of at most nine figures; -1 for any other text."""
    return int(text) if _FIGURES.fullmatch(text) else -1


def round_of(text: str) -> int:
    """Return the number of a round. Raises Problem."""
    if not 1 <= (number := whole_number(text)) <= ROUND_MAX:
        text = text[:NAME_MAX]
        raise Problem("expected a round from 1 to {most}, got {text}", most=ROUND_MAX, text=text)
    return number


def is_table(text: str) -> bool:
    """Return whether a text can be what a table is called: a number, with a letter or without."""
    return _TABLE.fullmatch(text) is not None


def require_table(text: str) -> None:
    """Raise Problem for a text that no table can be called."""
    if not is_table(text):
        raise Problem("expected a table such as 12 or A12, got {text}", text=text[:NAME_MAX])


def by_number(table: str) -> tuple[str, int, str]:
    """Return what tables are sorted by: their number, behind the letter of a hall."""
    letter = table[:1] if table[:1].isalpha() else ""
    figures = "".join(filter(str.isdecimal, table))
    return letter, int(figures[:9] or 0), table


def text_of(data: bytes, encoding: str = "") -> str:
    """Return what a file says. Raises PairingsError with the line that is no text.

    A table alone may be in a one-byte encoding: a report comes back with its results, and XML says
    what it is in.
    """
    require_text(data)
    try:
        return decoded(data)
    except UnicodeDecodeError as error:
        if (declared := _DECLARED.match(data)) is not None:
            with suppress(LookupError, UnicodeError):
                name = lookup(declared[1].decode("ascii")).name
                if name.startswith(_NAMED_ENCODINGS):
                    return data.decode(name)
        is_table = not (data.startswith(b"<?xml") or is_trf(data.decode("latin-1")))
        if not is_table or len(data) > ONE_BYTE_MAX:
            line = data[: error.start].count(b"\n") + 1
            raise PairingsError([Message(_NO_UTF_8, number=line)]) from None
        try:
            return in_one_byte(data, encoding)
        except Problem as problem:
            raise PairingsError([problem.message]) from None


def _of_report(text: str, round_number: int) -> Iterator[Pairing | Bye | Message]:
    report = read_trf(text)
    for table, (black, white) in enumerate(report.games(round_number), start=1):
        yield Pairing(
            round_number,
            str(table),
            report.players[black].name,
            report.players[white].name,
            report.control,
            forfeit=report.forfeit(black, white, round_number),
        )
    yield from (Bye(round_number, *each) for each in report.byes(round_number))


def _of_table(text: str) -> Iterator[NumberedRow | Message]:
    """Yield each row with its line, or what is wrong with the table."""
    lines = [re.sub(r"\r\n?$", "\n", line) for line in lines_of(text)]
    above = next((n for n, line in enumerate(lines[:HEAD_LINES_MAX]) if _is_head(line)), 0)
    separator = max(",;\t", key=lines[above].count)
    rows = csv.reader(lines[above:], delimiter=separator)
    try:
        names = columns_of(next(rows, []))
        if missing := [name for name in _NEEDED if name not in names]:
            yield Message(
                "line 1: expected the columns {columns}; not found: {missing}",
                columns=", ".join(COLUMNS),
                missing=", ".join(missing),
            )
            return
        for cells in rows:
            if any(map(str.strip, cells[len(names) :])):
                yield Message(
                    "line {number}: expected {count} cells as in the head, got {found}; put text "
                    "that has a {separator} in quotation marks",
                    number=above + rows.line_num,
                    count=len(names),
                    found=len(cells),
                    separator=separator,
                )
            elif any(map(str.strip, cells)):
                yield above + rows.line_num, dict(zip(names, map(str.strip, cells), strict=False))
    except csv.Error:
        number = above + rows.line_num
        yield Message("line {number}: expected a row of a table", number=number)


def _is_head(line: str) -> bool:
    return any({*_NEEDED} <= {*columns_of(line.split(separator))} for separator in ",;\t")


def _checked(
    rows: Iterable[NumberedRow | Message], round_number: int
) -> Iterator[Pairing | Bye | Message]:
    """Yield the pairing of each row, or its bye, or its mistakes."""
    seats: dict[tuple[int, str], int] = {}
    for found in rows:
        if isinstance(found, Message):
            yield found
            continue
        line, row = found[0], {name: clean_name(cell) for name, cell in found[1].items()}
        if (player := _unpaired(row)) is not None:
            number = whole_number(row.get("round") or str(round_number))
            yield Bye(number, player, ByeKind.ALLOCATED)
            continue
        mistakes = [*_mistakes(row)]
        if mistakes:
            yield from (
                Message("line {number}: {problem}", number=line, problem=m) for m in mistakes
            )
            continue
        number = int(row.get("round") or round_number)
        pairing = Pairing(
            number,
            row["table"],
            row["black"],
            row["white"],
            row.get("control", ""),
            handicap=max(0, whole_number(row.get("handicap", ""))),
        )
        for what in (f"table {pairing.table}", pairing.black, pairing.white):
            if (first := seats.get((number, what))) is not None:
                yield Message(
                    "line {number}: {what} is already in line {first}",
                    number=line,
                    what=what,
                    first=first,
                )
            seats.setdefault((number, what), line)
        yield pairing


def _unpaired(row: dict[str, str]) -> str | None:
    """Return the player of a row without an opponent; None for any other row."""
    black, white = row.get(BLACK, ""), row.get(WHITE, "")
    if black.lower() in NOBODY:
        return white
    return black if white.lower() in NOBODY else None


def _mistakes(row: dict[str, str]) -> Iterator[Message]:
    if len([name for name in _NEEDED if row.get(name)]) < len(_NEEDED):
        for name in _NEEDED:
            if not row.get(name):
                yield Message("expected a value in column {column}, found none", column=name)
        return
    if number := row.get("round"):
        try:
            round_of(number)
        except Problem as problem:
            yield problem.message
    if not is_table(row["table"]):
        yield Message("expected a table such as 12 or A12, got {text}", text=row["table"])
    if row["black"] == row["white"]:
        yield Message("expected a different opponent for {name}", name=row["black"])
    for name in (row["black"], row["white"]):
        if len(name) > NAME_MAX:
            yield Message("expected a name of at most {most} characters", most=NAME_MAX)
        elif not name.isprintable():
            yield Message("expected text on one line")
