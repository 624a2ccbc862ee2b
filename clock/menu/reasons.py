"""Why the organizer corrects something: what can be chosen, and what is likely.

The log has them in English.
"""

from clock.rules.inputs import Adjust, Input, SetMoves, SetStones, SetTurn, Warn
from clock.text.language import N_

QUICKPLAY = N_("quickplay finish")
"""Of a bonus and the opponent's time, which are not asked for a reason."""
_WRONG_COUNT = (N_("wrong count"),)
REASONS = (
    N_("wrong setting"),
    N_("compensation"),
    N_("penalty"),
    N_("missed press"),
    N_("other"),
)
REASONS_OF: dict[type, tuple[str, ...]] = {
    Adjust: (*REASONS[:-1], N_("illegal move"), REASONS[-1]),
    SetMoves: _WRONG_COUNT,
    SetStones: _WRONG_COUNT,
    SetTurn: (N_("illegal move"), N_("faulty offers"), N_("other")),
    Warn: (
        N_("disturbance"),
        N_("outside help"),
        N_("left the room"),
        N_("conduct"),
        N_("other"),
    ),
}
"""Of acts that have reasons of their own; a single one is not asked for."""


def reasons_for(act: Input) -> tuple[str, ...]:
    """Return the reasons that an act can have."""
    return REASONS_OF.get(type(act), REASONS)


def likely_reason(act: Input) -> str:
    """Return the reason on which their list opens; "" for the first."""
    match act:
        case SetTurn(charge=True):
            return "faulty offers"
        case Adjust(delta_ns=int(delta_ns)):
            return "penalty" if delta_ns < 0 else "compensation"
    return ""
