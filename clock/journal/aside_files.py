"""The games that were put aside: those of the journal, and those brought to it from elsewhere.

A journal's game is put aside while its last line says so; the header of a game that goes on with it
has its last hash. A game that was brought is a file beside the journal's own.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.files import FILE_BYTES_MAX, open_file, read_file
from clock.game.chain import intact_chain
from clock.game.recorded import NO_LINE, Continues, RecordedGame, recorded_of
from clock.journal.folder import game_files
from clock.rules.message import Problem

ASIDES_MAX = 50
"""More are not offered, and not kept for ever; the oldest go first."""
BROUGHT = re.compile(r"aside-[0-9a-f]{16}\.jsonl")
END_BYTES = 16_384
"""The part read of a file's end: its last line, whatever that is."""
HEADER_BYTES_MAX = 1_000_000
_ASIDE = b'"PutAside"'


def brought_name(game: RecordedGame) -> str:
    """Return the name of the file of a game that is brought."""
    return f"aside-{game.end.hash[:16]}.jsonl"


class Aside(NamedTuple):
    """A game that was put aside, and can be taken up."""

    lines: tuple[bytes, ...]
    """As in its file."""
    game: RecordedGame
    brought: bool
    """Another clock has played it."""
    taken: tuple[int, ...]
    """The games of the journal that go on with it; of two each is a fork."""


class _Continuing(msgspec.Struct):
    continues: Continues | None = None


class _Seen(NamedTuple):
    """What was read of a file of some size."""

    size: int
    continues: str
    """The last hash of the game that it goes on with; "" if it began here."""
    aside: Aside | None


class Asides:
    """Those of a folder; a file that has not grown is read once."""

    def __init__(self) -> None:
        self._seen: dict[Path, _Seen] = {}

    def find(self, folder: Path) -> tuple[Aside, ...]:
        """Return them, the last first; files that cannot be read are left out. Raises OSError."""
        own = game_files(folder)
        brought = sorted(each for each in folder.iterdir() if BROUGHT.fullmatch(each.name))
        paths = {path: number for number, path in own.items()} | dict.fromkeys(brought, 0)
        self._seen = dict(self._look(paths))
        found = [each.aside for each in self._seen.values() if each.aside is not None]
        return tuple(
            each._replace(taken=tuple(self._takers(paths, each.game.end.hash)))
            for each in found[::-1][:ASIDES_MAX]
        )

    def waiting(self, folder: Path) -> frozenset[int]:
        """Return the numbers of the games that are not dropped for room. Raises OSError."""
        open_ones = (each for each in self.find(folder) if not (each.taken or each.brought))
        return frozenset(each.game.number for each in open_ones)

    def _takers(self, paths: dict[Path, int], hash_: str) -> Iterator[int]:
        return (paths[path] for path, seen in self._seen.items() if seen.continues == hash_)

    def _look(self, paths: dict[Path, int]) -> Iterator[tuple[Path, _Seen]]:
        for path, number in paths.items():
            with suppress(OSError, Problem, *NO_LINE):
                size = path.stat().st_size
                seen = self._seen.get(path)
                yield path, seen if seen and seen.size == size else _read(path, size, number)


def _read(path: Path, size: int, number: int) -> _Seen:
    """Return what a file says; `number` is 0 if it was brought. Raises as a file or a line does."""
    with open_file(path) as file:
        header = file.readline(HEADER_BYTES_MAX)
        file.seek(max(0, os.fstat(file.fileno()).st_size - END_BYTES))
        may_be = bool(not number or _ASIDE in file.read(END_BYTES))
    continues = msgspec.json.decode(header, type=_Continuing).continues
    aside = None
    if may_be:
        chain = intact_chain(read_file(path, FILE_BYTES_MAX))
        game = recorded_of(chain)
        if (not number or game.is_put_aside) and not (chain.rest or chain.torn):
            aside = Aside(chain.lines, game, not number, ())
    return _Seen(size, "" if continues is None else continues.hash, aside)
