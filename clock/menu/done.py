"""The menu's title after an act: what matters most of it."""

from msgspec.structs import replace

from clock.menu.levels import AddBonus, Asked, Question, Reopen
from clock.menu.question_facts import Fact, FactKind, fact_words
from clock.rules.corrections import award_ns
from clock.rules.inputs import ClaimKind, Dismiss, HandFault, IllegalMove, SetTurn
from clock.rules.machine import step
from clock.rules.outputs import HandFaulted, IllegalMoveRuled
from clock.rules.quickplay import AWARD_NS
from clock.rules.regulations import PenaltyTo
from clock.rules.seats import Seat
from clock.rules.state import State
from clock.text.glyphs import fits
from clock.text.rows import one_text

_MATTER_MOST = (FactKind.ILLEGAL_MOVES, FactKind.HAND_FAULTS)
_DONE = Fact(FactKind.DONE)


def done_fact(asked: Question, state: State, after: State) -> Fact:
    """Return what an act has done: a ruling's time, else the figure that matters most."""
    if isinstance(asked.act, Reopen):
        return Fact(FactKind.REOPENED)
    ruled = _ruled(asked.act, state)
    if ruled is not None:
        return ruled
    if isinstance(asked.act, Dismiss):
        return Fact(FactKind.CLAIM_DISMISSED)
    first = (*_MATTER_MOST, *((FactKind.TO_MOVE,) if isinstance(asked.act, SetTurn) else ()))
    changes = [fact for fact in asked.facts if fact.is_change and _has_room(fact, after)]
    return ([fact for fact in changes if fact.kind in first] or changes or [_DONE])[-1]


def _has_room(fact: Fact, state: State) -> bool:
    return all(fits(one_text(row)) for row in fact_words(fact, state))


def _ruled(act: Asked, state: State) -> Fact | None:
    """The time that a ruling gave or took, and of an offence how many there were; None: no time."""
    match act:
        case AddBonus(seat=seat):
            return Fact(FactKind.BONUS_ADDED, after=(seat.other, AWARD_NS))
        case Dismiss(seat=seat, award=True) if _claims_draw(seat, state):
            time_ns = award_ns(state, seat)
            return Fact(FactKind.DISMISSED_FOR_TIME, after=(seat.other, time_ns))
        case IllegalMove() | HandFault():
            for each in step(state, replace(act, at_ns=state.at_ns))[1]:
                match each:
                    case IllegalMoveRuled(seat=seat, count=count, award_ns=time_ns) if time_ns:
                        return Fact(FactKind.ILLEGAL_RULED, seat, count, (seat.other, time_ns))
                    case HandFaulted(seat=seat, count=count, penalty_ns=time_ns) if time_ns:
                        takes = state.setup.regulations.hand_penalty_to is PenaltyTo.OFFENDER
                        paid = (seat, -time_ns) if takes else (seat.other, time_ns)
                        return Fact(FactKind.FAULT_RULED, seat, count, paid)
    return None


def _claims_draw(seat: Seat, state: State) -> bool:
    return any(each.seat is seat and each.kind is ClaimKind.DRAW for each in state.claims)
