"""The question that a plunger asks in a stop: whether its player claims a win (RIF 9.4, 9.6). Pure.

The press itself is the game's, which ignores it; only the answer claims.
"""

from clock.menu import words
from clock.menu.changes import preview
from clock.menu.opening import organizing
from clock.menu.places import Claiming, Menu
from clock.rules.inputs import Claim
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, State


def claim_asked(menu: Menu, state: State, seat: Seat) -> Menu:
    """Return the menu after a plunger in a stop; while the organizer is at work it asks nothing.

    A page that anybody may open gives way: a claim is possible at any time.
    """
    if organizing(menu) or menu.draft is not None:
        return menu
    asked = claiming(state, seat)
    return menu if asked is None else Menu((asked,), state.phase)


def claiming(state: State, seat: Seat) -> Claiming | None:
    """Return the question whether a seat claims; None where a claim would come to nothing."""
    stopped = state.phase in (Phase.STOPPED, Phase.FALLEN, Phase.CLAIMED)
    if not stopped or seat in state.absent:
        return None
    after = preview(state, Claim(0, seat))
    if after is None or after.claims == state.claims:
        return None
    rows = tuple(words.claim_row(state, each) for each in (LEFT, RIGHT))
    return Claiming(seat, (*(words.claimed(claim.seat) for claim in state.claims), *rows))
