"""The names of inputs, as logs and questions have them."""

from clock.rules.seats import Seat
from clock.text.language import N_, tr
from clock.text.words import seat_name

ACTS = {
    "Start": N_("Start"),
    "Arrive": N_("Arrival"),
    "Choose": N_("Choice"),
    "Announce": N_("Announcement"),
    "Stop": N_("Stop"),
    "Resume": N_("Resumption"),
    "Claim": N_("Claim"),
    "Dismiss": N_("Dismissal of the claim"),
    "Acknowledge": N_("Acknowledgement"),
    "Adjust": N_("Correction of the time"),
    "SetMoves": N_("Correction of the moves"),
    "SetPeriod": N_("Correction of the period"),
    "SetStones": N_("Correction of the block"),
    "SetByoyomi": N_("Correction of the byo-yomi"),
    "SetTurn": N_("Take-back"),
    "SetColours": N_("Correction of the colours"),
    "SetControl": N_("Correction of the setup"),
    "HandFault": N_("Hand fault"),
    "IllegalMove": N_("Illegal move"),
    "SetIllegalMoves": N_("Correction of illegal moves"),
    "Warn": N_("Warning"),
    "Retype": N_("Correction of a press"),
    "Finish": N_("Result"),
    "PutAside": N_("Putting aside"),
    "Undo": N_("Undoing"),
}


def act_name(act: str, seat: Seat | None) -> str:
    """Return the name of an input, with its seat if any."""
    name = tr(ACTS[act]) if act in ACTS else act
    return name if seat is None else f"{name} ({seat_name(seat)})"
