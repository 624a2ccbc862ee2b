"""Why the organizer corrects something: what can be chosen, and what is likely.

The log has them in English.
"""

from clock.kinds import KINDS
from clock.rules.inputs import (
    Adjust,
    Input,
    SetControl,
    SetIllegalMoves,
    SetMoves,
    SetStones,
    SetTurn,
    Warn,
)
from clock.rules.state import Setup, State
from clock.text.language import N_

QUICKPLAY = N_("quickplay finish")
"""Of a bonus and the opponent's time, which are not asked for a reason."""
OFFERS = N_("faulty offers")
"""Of an opening's fifth moves (RIF 12.7)."""
_WRONG_COUNT = (N_("wrong count"),)
REASONS = (
    N_("wrong setting"),
    N_("compensation"),
    N_("penalty"),
    N_("missed press"),
    N_("other"),
)
REASONS_OF: dict[type, tuple[str, ...]] = {
    Adjust: (*REASONS[:-1], N_("illegal move"), N_("arbiter's error"), REASONS[-1]),
    SetControl: REASONS[:1],
    SetIllegalMoves: _WRONG_COUNT,
    SetMoves: _WRONG_COUNT,
    SetStones: _WRONG_COUNT,
    SetTurn: (N_("pressed by mistake"), N_("illegal move"), OFFERS, N_("other")),
    Warn: (
        N_("disturbance"),
        N_("outside help"),
        N_("left the room"),
        N_("conduct"),
        N_("other"),
    ),
}
"""Of acts that have reasons of their own; a single one is not asked for."""


def reasons_for(act: Input, setup: Setup) -> tuple[str, ...]:
    """Return the reasons that an act can have."""
    reasons = REASONS_OF.get(type(act), REASONS)
    offers = setup.game not in KINDS or setup.opening.steps
    return tuple(each for each in reasons if offers or each != OFFERS)


def likely_reason(act: Input, state: State) -> str:
    """Return the reason on which their list opens; "" for the first."""
    match act:
        case SetTurn(charge=True) if state.last and state.last.play.step:
            return OFFERS
        case Adjust(delta_ns=int(delta_ns)):
            return "penalty" if delta_ns < 0 else "compensation"
    return ""
