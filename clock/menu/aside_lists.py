"""Putting a game aside, and taking one up: the organizer's rows, lists and facts for both."""

from collections.abc import Iterator

from clock.menu.act_rows import if_asked, named
from clock.menu.aside_words import aside_row, players_text
from clock.menu.changes import ask
from clock.menu.levels import List, Listing, ListRow, Lists, Scene, Spec, TakeUp
from clock.rules.inputs import PutAside, Resume
from clock.rules.state import Phase
from clock.text.language import N_

SEALED = N_("{seat} has sealed")
SEALS = N_("{seat} seals now")
"""The clock of whoever seals runs until his move is in."""


def put_aside_row(scene: Scene) -> Iterator[ListRow]:
    """The row that puts the game aside, in a stop of a game without a result."""
    if scene.context.asides is not None and ask(PutAside(0), scene.state):
        yield named(N_("Put aside"), List(Listing.PUT_ASIDE))


def take_up_row(scene: Scene) -> Iterator[ListRow]:
    """The row that takes a game up, where none is on the table."""
    if scene.context.asides and scene.state.phase in (Phase.READY, Phase.FINISHED):
        yield named(N_("Take up"), List(Listing.TAKE_UP))


def _put_aside(_: List, scene: Scene) -> Iterator[ListRow]:
    """Without a sealed move, with one, or on with the clock of whoever is still to seal."""
    state = scene.state
    yield from if_asked(N_("No sealed move"), ask(PutAside(0), state))
    sealed = ask(PutAside(0, True), state)
    if sealed is not None:
        yield from if_asked(SEALED, sealed, state.turn)
        yield from if_asked(SEALS, ask(Resume(0), state), state.turn)


def _take_up(_: List, scene: Scene) -> Iterator[ListRow]:
    for each in scene.context.asides or ():
        who, asked = players_text(each.names), ask(TakeUp(each), scene.state)
        yield ListRow(aside_row(each), asked, spoken=who, name=(each.key,))


LISTS: Lists = {
    Listing.PUT_ASIDE: Spec(N_("Put aside"), _put_aside),
    Listing.TAKE_UP: Spec(N_("Take up"), _take_up),
}
