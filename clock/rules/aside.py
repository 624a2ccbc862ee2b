"""A game is put aside, to be taken up another day (RIF 17.6); a sealed move counts then.

A player seals the move on his own time, so his clock runs until it is in, and stops by it: the
sealed move is a press at that instant.
"""

from msgspec.structs import replace

from clock.rules import outputs as out
from clock.rules.inputs import PutAside, Resume
from clock.rules.organizer import resume_game
from clock.rules.outputs import Output
from clock.rules.refusal import require
from clock.rules.state import HALTED, Phase, State
from clock.rules.timing import halt
from clock.rules.turns import pass_turn


def put_aside(state: State, act: PutAside, outputs: list[Output]) -> State:
    """Put a stopped game aside; a sealed move counts as a press of the seat to move."""
    stopped = state.phase in HALTED and state.phase is not Phase.FINISHED
    require(stopped, "PutAside", "expected a game that is stopped and has no result")
    if not act.sealed:
        outputs.append(out.GamePutAside(act.at_ns, None))
        return state
    sealer, moves = state.turn, state.play.moves
    plays_on = state.phase is Phase.STOPPED and not (state.absent or state.play.step)
    able = plays_on and state.resumes is Phase.RUNNING
    free = able and not (state.left.fallen or state.right.fallen)
    require(free, "sealed", "expected a player who is to move, both clappers up, and no opening")
    state = resume_game(state, Resume(act.at_ns), [])
    passed: list[Output] = []
    state = pass_turn(state, sealer, act.at_ns, passed)
    require(state.play.moves > moves, "sealed", "expected a press that ends the turn")
    outputs += (out.GamePutAside(act.at_ns, sealer), *passed)
    return replace(halt(state), choice=None)
