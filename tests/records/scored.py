"""Games with a score: random legal moves, and the clock on which they were pressed."""

import random
from pathlib import Path

import chess
import chess.pgn

from clock.game.names import Names
from clock.records.source import Source
from clock.rules.inputs import Finish, Input, Press, Result, Resume, SetTurn, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.seats import Colour
from clock.rules.state import Phase, Setup
from clock.rules.units import SECOND_NS
from tests.rules.games import setup

NAMES = Names("Brno Open", "3", "7", "Novák, Jan", "Kim, Min-jun")
CHESS = setup("40/90:00 then 30:00", rules="fide", first=Colour.WHITE, kind="chess")


def random_score(chance: random.Random, plies: int) -> chess.pgn.Game:
    """A game of so many plies, with comments, signs and variations."""
    game = chess.pgn.Game({"White": "Novak Jan", "Black": "Kim", "Annotator": "Ježek"})
    node: chess.pgn.GameNode = game
    for _ in range(plies):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        side = chance.choice(moves)
        node = node.add_variation(chance.choice(moves))
        if chance.random() < 0.1 and side != node.move and node.parent is not None:
            other = node.parent.add_variation(side, comment="or (so) [%clk 9:09:09]")
            other.add_variation(
                chance.choice(list(other.board().legal_moves or [chess.Move.null()]))
            )
        node.comment = chance.choice(["", "", "", "good; bad", "[%clk 1:11:11] [%eval 0.3]"])
        node.nags = chance.choice([set(), set(), {1}, {14}])
    return game


def played(
    presses: int, chance: random.Random, game: Setup = CHESS, *, taken_back: bool = False
) -> Source:
    """A game of so many presses; with `taken_back` some are taken back and made again."""
    state, at_ns = begin(game, 0), SECOND_NS
    inputs: list[Input] = []

    def do(event: Input) -> None:
        nonlocal state
        state, _ = step(state, event)
        inputs.append(event)

    do(Start(at_ns))
    while state.play.moves < presses:
        at_ns += chance.randrange(SECOND_NS // 10, 20 * SECOND_NS)
        do(Press(at_ns, state.turn))
        if taken_back and chance.random() < 0.1:
            do(Stop(at_ns + 1))
            do(SetTurn(at_ns + 2, state.turn.other))
            do(Resume(at_ns + 3))
    assert state.phase is Phase.RUNNING
    do(Finish(at_ns + SECOND_NS, Result.DRAW))
    return Source("3", Path("3"), False, game, tuple(inputs), None, NAMES)
