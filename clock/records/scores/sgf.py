"""Scores in SGF: the clock's times are put beside the moves, all else stays as it is."""

import re
from collections.abc import Iterator

from clock.records.scores.timed_moves import TimedMove, TimedMoves
from clock.rules.message import Problem
from clock.rules.units import SECOND_NS

DEPTH_MAX = 10_000
_TOKEN = re.compile(r"[();]|(?P<name>[A-Za-z]+)|(?P<value>\[(?:[^\]\\]|\\.)*\])|\s+|.", re.DOTALL)
_ENCODING = re.compile(rb"\bCA\s*\[([\w.-]{1,40})\]", re.ASCII)
_MOVES = ("B", "W")
_TIMES = ("BL", "WL", "OB", "OW")


def sgf_text(data: bytes) -> str:
    """Return the text of a file in its named encoding, else UTF-8 or ISO-8859-1.

    What is written of it is in UTF-8, and says so.
    """
    named = _ENCODING.search(data)
    for encoding in (*((named[1].decode(),) if named else ()), "utf-8"):
        try:
            return _ENCODING.sub(b"CA[UTF-8]", data).decode(encoding)
        except (LookupError, UnicodeDecodeError):
            continue
    return _ENCODING.sub(b"CA[UTF-8]", data).decode("iso-8859-1")


def with_times(text: str, timed: TimedMoves) -> tuple[str, int]:
    """Return a score with the clock's times in its main line, and how many moves that has.

    Raises Problem.
    """
    lines, count, name = _MainLine(), 0, ""
    node, out = list[tuple[str, str]](), list[str]()
    for found in _TOKEN.finditer(text):
        piece = found.group()
        if piece in ("(", ")", ";"):
            count += lines.is_main and any(name in _MOVES for name, _ in node)
            out += _with_times(node, timed.get(count) if lines.is_main else None)
            out.append(piece)
            name, node = "", []
            lines.take(piece)
            continue
        if found["name"]:
            name = piece
        elif not found["value"] and not piece.isspace():
            raise Problem("expected a score in SGF, found {text}", text=repr(piece))
        node.append(("" if piece.isspace() else name, piece))
    if lines.depth or not lines.has_game:
        raise Problem("expected a score in SGF, found no whole game")
    return "".join((*out, *(piece for _, piece in node))), count


class _MainLine:
    """Whether a place is in the main line: the first of a file's games, and of all variations."""

    def __init__(self) -> None:
        self._stack: list[tuple[bool, int]] = []
        """Of each game tree: whether it is in the main line, and how many it has in it."""
        self.has_game = False

    @property
    def depth(self) -> int:
        return len(self._stack)

    @property
    def is_main(self) -> bool:
        return bool(self._stack) and self._stack[-1][0]

    def take(self, piece: str) -> None:
        """Take a bracket or a semicolon. Raises Problem."""
        if piece == "(":
            is_main, trees = self._stack[-1] if self._stack else (not self.has_game, 0)
            if self._stack:
                self._stack[-1] = (is_main, trees + 1)
            self._stack.append((is_main and not trees, 0))
            self.has_game = True
        elif not self._stack or self.depth > DEPTH_MAX:
            raise Problem("expected a score in SGF, found no whole game")
        elif piece == ")":
            self._stack.pop()


def _with_times(node: list[tuple[str, str]], time: TimedMove | None) -> Iterator[str]:
    """The pieces of a node, with the times after its move."""
    move = next((name for name, _ in node if name in _MOVES), "")
    if not move or time is None:
        yield from (piece for _, piece in node)
        return
    yield from (piece for name, piece in node if name not in _TIMES)
    yield f"{move}L[{time.remaining_ns / SECOND_NS:.3f}]"
    left = time.byoyomi if time.block is None else time.block
    if left is not None:
        yield f"O{move}[{left}]"
