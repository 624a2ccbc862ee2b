"""Scores in PGN: read as they are, and written with the clock's times after each move."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from clock.notation.encoding import decoded
from clock.records.scores.timed_moves import TimedMoves
from clock.rules.control import Control
from clock.rules.message import Problem
from clock.rules.units import SECOND_NS
from clock.text.methods import METHOD_TEXTS

LINE_MAX = 79
"""Characters of a line, unless a comment has more."""
GAMES_MAX = 2_000
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that every game has, in their order."""
UNKNOWN = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "Result": "*"}
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_TOKEN = re.compile(
    r"""(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\])
    |(?P<comment>\{[^}]*\}?|;[^\n]*)
    |(?P<escape>(?m:^)%[^\n]*)
    |(?P<open>\()|(?P<close>\))
    |(?P<nag>\$\d+|[!?]+)
    |(?P<result>1-0|0-1|1/2-1/2|\*)
    |(?P<number>\d+(?:\.+|(?=\s|$)))
    |(?P<ep>e\.p\.)
    |(?P<move>[^\s{}()\[\];]+)
    |(?P<other>\S)""",
    re.VERBOSE,
)
_METHODS = ("", "+")
"""The letters of the methods that the tag TimeControl can tell."""
_TIMES = re.compile(r"\[%(?:clk|emt|egt|mct)\s[^\]]*\]\s*")


class PgnToken(NamedTuple):
    """A piece of the moves: a move, a sign, a comment or a variation."""

    kind: str
    """move, nag, comment or variation."""
    text: str


class PgnGame(NamedTuple):
    """A game of a file."""

    tags: dict[str, str]
    tokens: tuple[PgnToken, ...]

    @property
    def moves(self) -> list[str]:
        """The moves of the game itself, in SAN."""
        return [each.text for each in self.tokens if each.kind == "move"]

    def first(self, moves: int) -> "PgnGame":
        """Return the game up to this move."""
        ends = [at for at, each in enumerate(self.tokens) if each.kind == "move"]
        return self if moves >= len(ends) else self._replace(tokens=self.tokens[: ends[moves]])


def pgn_text(data: bytes) -> str:
    """Return the text of a file: in UTF-8 or UTF-16, else in PGN's own ISO-8859-1."""
    try:
        return decoded(data)
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


def read_pgn(text: str) -> list[PgnGame]:
    """Return the games of a file. Raises Problem."""
    games, tags, tokens = list[PgnGame](), dict[str, str](), list[PgnToken]()
    depth = start = 0

    def end() -> None:
        nonlocal tags, tokens
        if tags or tokens:
            games.append(PgnGame(tags, tuple(tokens)))
        tags, tokens = {}, []

    for found in _TOKEN.finditer(text):
        kind, piece = found.lastgroup or "", found.group()
        if found["tag"] is not None:
            if tokens and not depth:
                end()
            if not depth:
                tags[found["name"]] = re.sub(r"\\(.)", r"\1", found["value"])
        elif kind == "open":
            start, depth = (start if depth else found.start()), depth + 1
        elif kind == "close" and depth:
            depth -= 1
            if not depth:
                tokens.append(PgnToken("variation", text[start : found.end()]))
        elif depth or kind in ("escape", "number", "ep"):
            continue
        elif kind == "result":
            tags.setdefault("Result", piece)
            end()
        elif kind in ("move", "nag", "comment"):
            tokens.append(PgnToken(kind, _comment(piece) if kind == "comment" else piece))
        else:
            raise Problem("expected a score in PGN, found {text}", text=repr(piece))
        if len(games) > GAMES_MAX:
            raise Problem("expected at most {most} games", most=GAMES_MAX)
    if depth:
        raise Problem("expected a score in PGN, found a variation without an end")
    end()
    return games


def _comment(text: str) -> str:
    """The text of a comment."""
    return text.removeprefix("{").removeprefix(";").removesuffix("}").strip()


def written_game(game: PgnGame, timed: TimedMoves) -> str:
    """Return a game as PGN, with the clock's times after the moves that have some."""
    first = {**UNKNOWN, "White": "?", "Black": "?"}
    tags = {name: game.tags.get(name) or first[name] for name in ROSTER}
    tags |= {name: value for name, value in game.tags.items() if value}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return "\n".join((*lines, "", *_wrapped((*_movetext(game, timed), tags["Result"])), "", ""))


def _movetext(game: PgnGame, timed: TimedMoves) -> Iterator[str]:
    number, is_black = _begins(game.tags.get("FEN", ""))
    count, needs_number, has_time = 0, True, False
    for kind, text in game.tokens:
        match kind:
            case "move":
                count += 1
                if needs_number or not is_black:
                    yield f"{number}{'...' if is_black else '.'}"
                yield text
                time = timed.get(count)
                has_time = time is not None
                if time is not None:
                    left, spent = _clock(time.remaining_ns), _clock(time.spent_ns, up=False)
                    yield f"{{[%clk {left}] [%emt {spent}]}}"
                needs_number = has_time
                number, is_black = number + is_black, not is_black
            case "comment":
                rest = _TIMES.sub("", text).strip() if has_time else text
                if rest:
                    yield f"{{{rest}}}"
                    needs_number = True
            case "variation":
                yield text
                needs_number = True
            case _:
                yield text


def _begins(fen: str) -> tuple[int, bool]:
    """The number of the first move, and whether it is Black's."""
    fields = fen.split()
    number = fields[5] if len(fields) > 5 and fields[5].isdecimal() else "1"
    return int(number[:4]), len(fields) > 1 and fields[1] == "b"


def _wrapped(words: tuple[str, ...]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_MAX:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _escaped(value: str) -> str:
    plain = "".join(filter(str.isprintable, value))
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def clock_tags(white_ns: int, black_ns: int) -> dict[str, str]:
    """Return the tags with both times of a game."""
    return {"WhiteClock": _clock(white_ns), "BlackClock": _clock(black_ns)}


def _clock(length_ns: int, *, up: bool = True) -> str:
    """A time as H:MM:SS: rounded up, as displays show it, or to the nearest second."""
    length_ns = max(0, length_ns)
    seconds = -(-length_ns // SECOND_NS) if up else (length_ns + SECOND_NS // 2) // SECOND_NS
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def control_tag(white: Control, black: Control) -> str:
    """Return the tag TimeControl; "?" for what PGN has no form for."""
    has_form = all(METHOD_TEXTS[each.method].letter in _METHODS for each in white)
    if white != black or not has_form or any(each.time_ns % SECOND_NS for each in white):
        return "?"
    periods = []
    for each in white:
        moves = f"{each.moves}/" if each.moves else ""
        bonus = f"+{each.bonus_ns // SECOND_NS}" if each.bonus_ns else ""
        periods.append(f"{moves}{each.time_ns // SECOND_NS}{bonus}")
    return ":".join(periods)


def game_of(games: list[PgnGame], white: str, black: str) -> PgnGame | None:
    """Return the game of two players; a file with one game has no other."""
    own = game_with(games, white, black)
    return games[0] if own is None and len(games) == 1 else own


def game_with(games: list[PgnGame], white: str, black: str) -> PgnGame | None:
    """Return the game of two players, if a file has it."""
    players = {"White": _plain(white), "Black": _plain(black)}
    for game in games:
        if all(_plain(game.tags.get(tag, "")) == name for tag, name in players.items()):
            return game
    return None


def _plain(name: str) -> str:
    return " ".join(name.replace(",", " ").casefold().split())
