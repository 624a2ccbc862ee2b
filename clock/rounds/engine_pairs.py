"""The output of pairing engines (JaVaFo, bbpPairings): their number, then White and Black by rank.

It has no names, so it is read below the tournament's report, and becomes a part of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clock.rounds.file_lines import lines_of
from clock.rounds.trf_lines import (
    PLAYER,
    POINTS,
    ROUND_WIDTH,
    ROUNDS_AT,
    TEAM,
    Player,
    player_at,
    rank_of,
    with_text,
)
from clock.rounds.trf_scores import worth_in
from clock.rules.message import Problem
from clock.text.language import N_

_COUNT, _PAIR = re.compile(r"\s*([0-9]{1,4})\s*"), re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,4})\s*")
_RANK = N_("line {number}: expected a starting rank of the report above, used once, got {rank}")
_TAG = re.compile(r"[0-9]{2}2\b")
"""A line of the tournament, with a figure or without."""
Pair = tuple[int, int]
"""Starting ranks of Black and White; 0 for nobody."""


class PairedReport(NamedTuple):
    """A report, with the pairs below it put into the players' lines."""

    text: str
    round: int = 0
    """The round of the pairs; 0 without any."""
    order: tuple[Pair, ...] = ()
    """By tables."""


def is_engine_output(text: str) -> bool:
    """Return whether a text has nothing but pairs by rank."""
    lines = [line for line in text[:4_000].splitlines() if line.strip()][:20]
    return (
        len(lines) > 1
        and _COUNT.fullmatch(lines[0]) is not None
        and all(_PAIR.fullmatch(line) for line in lines[1:-1])
        and _PAIR.match(lines[-1]) is not None
    )


def with_pairs_below(text: str) -> PairedReport:
    """Return a report, the pairs below it put into its lines. Raises Problem with the line."""
    lines = lines_of(text)
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    at = end
    while at and _PAIR.fullmatch(lines[at - 1]):
        at -= 1
    count = _COUNT.fullmatch(lines[at - 1]) if 0 < at < end else None
    if count is None or all(map(_TAG.match, lines[at - 1 : end])):
        return PairedReport(text)
    if int(count[1]) != end - at:
        raise Problem(
            "line {number}: expected {count} pairs below, got {found}",
            number=at,
            count=int(count[1]),
            found=end - at,
        )
    if any(line.startswith(TEAM) for line in lines):
        raise Problem(
            "line {number}: these are pairs of teams, whose boards are not known: let the "
            "tournament's program write the round into the report",
            number=at,
        )
    found = (map(int, line.split()) for line in lines[at:end])
    pairs = [(black, white) for white, black in found]
    lines = lines[: at - 1]
    round_number = _put(lines, pairs, at + 1)
    return PairedReport("".join(lines), round_number, tuple(pairs))


def _rounds_paired(players: Iterable[Player]) -> int:
    """How many rounds a report has games of."""
    rounds = (at for each in players for at, game in enumerate(each.rounds, 1) if game.opponent)
    return max(rounds, default=0)


def _cells(pairs: Sequence[Pair], first_line: int) -> Iterator[tuple[int, int, str]]:
    """Yield the line, the rank and the new cell of each paired player."""
    for number, (black, white) in enumerate(pairs, start=first_line):
        if black and white:
            yield number, black, f"{white:4} b  "
            yield number, white, f"{black:4} w  "
        else:
            yield number, black or white, "0000 - U"


def _put(lines: list[str], pairs: Sequence[Pair], first_line: int) -> int:
    """Put pairs into the lines of their players; return their round."""
    players = {
        rank_of(line): player_at(line, at + 1)
        for at, line in enumerate(lines)
        if line.startswith(PLAYER)
    }
    round_number, worth = _rounds_paired(players.values()) + 1, worth_in(lines)
    for number, rank, cell in _cells(pairs, first_line):
        player = players.pop(rank, None)
        if player is None:
            raise Problem(_RANK, number=number, rank=rank)
        if any(game.result.strip() for game in player.rounds[round_number - 1 :]):
            raise Problem(
                "line {number}: {player} has a bye in round {round}, but is paired",
                number=number,
                player=player.name,
                round=round_number,
            )
        column = ROUNDS_AT + ROUND_WIDTH * (round_number - 1)
        line = with_text(lines[player.line - 1], column, cell)
        if cell.endswith("U"):
            line = with_text(line, POINTS.start, f"{player.points + worth['U']:4.1f}")
        lines[player.line - 1] = line
    return round_number
