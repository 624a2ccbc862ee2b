"""The lists of the organizer's menu: what each offers now, and where it leads.

An act is offered where the rules take it and it changes something. A new list is a row in
`_LISTS` and an item that leads to it.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from clock.menu import words
from clock.menu.access import Organizer
from clock.menu.changes import byoyomi_left, changes_of, go_on_rows, preview, rows_of
from clock.menu.own.places import OwnPick
from clock.menu.places import (
    Ask,
    Asked,
    GoOn,
    Item,
    Level,
    Listing,
    MovesEntry,
    NewGame,
    Pick,
    Reopen,
    TimeEntry,
)
from clock.menu.setup.places import SetListing, SetPick
from clock.rules.inputs import (
    Adjust,
    Arrive,
    Dismiss,
    Finish,
    HandFault,
    Input,
    PressKind,
    Resume,
    Retype,
    SetByoyomi,
    SetColours,
    SetControl,
    SetMoves,
    SetPeriod,
    SetTurn,
    Warn,
)
from clock.rules.organizer import last_move_of
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, State
from clock.rules.units import SECOND_NS
from clock.text.control import upper_first
from clock.text.language import tr
from clock.text.match import next_item
from clock.text.own import THIS_CLOCK
from clock.text.words import RESULTS

HOURS_MAX = 999

BYOYOMI_AROUND = 5
"""So many byo-yomi periods more or fewer can be set at once."""

Reasoned = Adjust | SetMoves | SetPeriod | SetByoyomi | SetTurn | SetColours | SetControl | Warn


def items(pick: Pick, state: State, organizer: Organizer) -> tuple[Item, ...]:
    """Return what a list offers now; the last item always leads back."""
    return (*_LISTS[pick.listing](pick, state, organizer), Item(tr(words.BACK), None))


def title(pick: Pick, state: State) -> str:
    """Return the title of a list."""
    return tr(_TITLES[pick.listing]) if pick.seat is None else words.seat_label(state, pick.seat)


def ask(act: Asked, state: State) -> Ask | None:
    """Return the level that asks for an act, standing on No; None if there is nothing to ask."""
    shown = rows_of(state, act)
    return Ask(act, shown, len(shown)) if shown else None


def going_on(state: State) -> GoOn | Ask:
    """Return the level that goes on.

    It asks, standing on No, after a claim and a result, and where more would change than that a
    clock runs.
    """
    on = Resume(0)
    asks = state.phase in (Phase.CLAIMED, Phase.FINISHED) or len(changes_of(state, on)) > 1
    asked = ask(on, state) if asks else None
    return GoOn(go_on_rows(state)) if asked is None else asked


def reasons(act: Reasoned, state: State) -> Pick | None:
    """Return the level that asks for a reason, standing on the likely one; None if no use."""
    if not rows_of(state, act):
        return None
    offered = _reasons_of(act)
    likely = offered[0]
    match act:
        case SetMoves():
            likely = "missed press"
        case Adjust(delta_ns=int(delta_ns)):
            likely = "penalty" if delta_ns < 0 else "compensation"
    return Pick(Listing.REASON, offered.index(likely), act=act)


def _item(text: str, leads: Level | None) -> Iterator[Item]:
    if leads is not None:
        yield Item(text, leads)


def _leading(text: str, pick: Pick, state: State, organizer: Organizer) -> Iterator[Item]:
    """An item for a list, if that list has more than the way back."""
    if any(True for _ in _LISTS[pick.listing](pick, state, organizer)):
        yield Item(text, pick)


def _organizer(_pick: Pick, state: State, organizer: Organizer) -> Iterator[Item]:
    """What is wanted most often comes first: to go on, the result, a time, the moves."""
    begun = state.phase is not Phase.READY
    if begun and organizer.is_guarded:
        # The key and the code open this list alone, and most often the game shall just go on.
        yield Item(tr(words.GO_ON_ITEM), going_on(state))
    result = _leading(tr(words.RESULT), Pick(Listing.RESULT), state, organizer)
    if begun:
        yield from result
    if state.phase is Phase.FINISHED:
        yield from _item(tr(words.REOPEN), ask(Reopen(), state))
    else:
        yield from _corrections(state, organizer)
    if not begun:
        yield from result
    yield Item(tr(words.NEW_GAME), Pick(Listing.NEW_GAME))
    yield Item(tr(THIS_CLOCK), OwnPick())


def _corrections(state: State, organizer: Organizer) -> Iterator[Item]:
    for seat in (LEFT, RIGHT):
        yield Item(words.time_item(state, seat), _opened_time(seat, state, organizer))
    yield Item(tr(words.MOVES), MovesEntry(state.play.moves))
    for seat in (LEFT, RIGHT):
        yield from _item(words.dismiss_item(seat), ask(Dismiss(0, seat), state))
    for seat in (LEFT, RIGHT):
        yield from _item(tr(words.TAKE_BACK), reasons(SetTurn(0, seat), state))
    for seat in (LEFT, RIGHT):
        period = Pick(Listing.PERIOD, seat=seat)
        yield from _leading(words.period_item(state, seat), period, state, organizer)
    for seat in (LEFT, RIGHT):
        fewer = min(BYOYOMI_AROUND, (byoyomi_left(state.seat(seat)) or 1) - 1)
        byoyomi = Pick(Listing.BYOYOMI, fewer, seat)
        yield from _leading(words.byoyomi_item(seat), byoyomi, state, organizer)
    yield from _leading(tr(words.COLOURS), Pick(Listing.COLOURS), state, organizer)
    yield from _in_a_game(state)


def _in_a_game(state: State) -> Iterator[Item]:
    """What makes sense once a game has begun."""
    for kind in PressKind:
        yield from _item(tr(words.LAST_PRESS[kind]), ask(Retype(0, kind), state))
    if state.phase is Phase.READY:
        return
    if state.setup.match is None:
        yield Item(tr(words.SETTING), SetPick(SetListing.CORRECTION))
    for seat in (LEFT, RIGHT):
        yield from _item(words.fault_item(seat), ask(HandFault(0, seat), state))
    for seat in (LEFT, RIGHT):
        yield from _item(words.warn_item(seat), reasons(Warn(0, seat), state))
    for seat in state.absent:
        yield from _item(words.here_item(seat), ask(Arrive(0, seat), state))
    for seat in (LEFT, RIGHT):
        yield from _item(words.go_on_item(seat), ask(Resume(0, seat), state))
    for seat in (LEFT, RIGHT):
        yield from _item(words.rebuild_item(seat), ask(Resume(0, seat, True), state))


def _opened_time(seat: Seat, state: State, organizer: Organizer) -> Pick:
    """The list of a seat's time, standing below the harsher half of what it takes."""
    taking = sum(delta_ns < 0 for delta_ns, _ in _amounts(seat, state, organizer))
    return Pick(Listing.TIME, (taking + 1) // 2, seat)


def _time(pick: Pick, state: State, organizer: Organizer) -> Iterator[Item]:
    seat = _seat(pick)
    for _, item in _amounts(seat, state, organizer):
        yield item
    yield Item(tr(words.SET_TO), TimeEntry(seat, _fields(state.seat(seat).remaining_ns)))


def _amounts(seat: Seat, state: State, organizer: Organizer) -> Iterator[tuple[int, Item]]:
    """What is given or taken, in ns, and its item; all that drop the clapper are one."""
    falls: list[tuple[int, Item]] = []
    changes: list[tuple[int, Item]] = []
    for delta_ns in organizer.amounts_ns:
        act = Adjust(0, seat, delta_ns=delta_ns)
        after, leads = preview(state, act), reasons(act, state)
        if after is not None and leads is not None:
            clock = after.seat(seat)
            item = Item(words.amount_item(delta_ns, clock), leads)
            (falls if clock.fallen else changes).append((delta_ns, item))
    yield from (*falls[-1:], *changes)


def _fields(remaining_ns: int) -> tuple[int, int, int]:
    """Hours, minutes and seconds as they are shown, within what can be entered."""
    seconds = min(-(-remaining_ns // SECOND_NS), (HOURS_MAX + 1) * 3600 - 1)
    return seconds // 3600, seconds // 60 % 60, seconds % 60


def _period(pick: Pick, state: State, _: Organizer) -> Iterator[Item]:
    seat = _seat(pick)
    present, stipulated = state.seat(seat).period, len(state.setup.control(seat))
    # A control that repeats has no last period: its neighbours are offered, not all of them.
    for number in sorted({*range(1, stipulated + 1), present - 1, present + 1}):
        yield from _item(words.period_number(number), reasons(SetPeriod(0, seat, number), state))


def _byoyomi(pick: Pick, state: State, _: Organizer) -> Iterator[Item]:
    seat = _seat(pick)
    left = byoyomi_left(state.seat(seat)) or 0
    for count in range(max(1, left - BYOYOMI_AROUND), left + BYOYOMI_AROUND + 1):
        yield from _item(words.byoyomi_left(count), reasons(SetByoyomi(0, seat, count), state))


def _colours(_pick: Pick, state: State, _: Organizer) -> Iterator[Item]:
    for seat in (LEFT, RIGHT):
        yield from _item(words.black_item(seat), reasons(SetColours(0, seat), state))


def _result(_pick: Pick, _state: State, _: Organizer) -> Iterator[Item]:
    for result, text in RESULTS.items():
        yield Item(tr(text), Pick(Listing.GROUND, act=Finish(0, result)))


def _ground(pick: Pick, state: State, _: Organizer) -> Iterator[Item]:
    if isinstance(pick.act, Finish):
        for ground in words.GROUNDS[pick.act.result]:
            act = replace(pick.act, ground=ground)
            number = last_move_of(state) if state.last_move is None else state.last_move
            yield Item(upper_first(tr(ground)), MovesEntry(number, act))


def _reason(pick: Pick, state: State, _: Organizer) -> Iterator[Item]:
    if pick.act is not None:
        for reason in _reasons_of(pick.act):
            act: Input = replace(pick.act, reason=reason)
            yield from _item(upper_first(tr(reason)), ask(act, state))


def _reasons_of(act: Input) -> tuple[str, ...]:
    return words.REASONS_OF.get(type(act), words.REASONS)


def _new_game(_pick: Pick, state: State, _: Organizer) -> Iterator[Item]:
    place = state.setup.match
    if place is not None:
        yield from _item(next_item(place, state.result), ask(NewGame(False), state))
        return
    yield from _item(tr(words.SAME_COLOURS), ask(NewGame(False), state))
    yield from _item(tr(words.COLOURS_TURNED), ask(NewGame(True), state))


def _seat(pick: Pick) -> Seat:
    if pick.seat is None:
        raise ValueError(f"expected a seat for the list {pick.listing.value}")
    return pick.seat


_LISTS: dict[Listing, Callable[[Pick, State, Organizer], Iterator[Item]]] = {
    Listing.ORGANIZER: _organizer,
    Listing.TIME: _time,
    Listing.PERIOD: _period,
    Listing.BYOYOMI: _byoyomi,
    Listing.COLOURS: _colours,
    Listing.RESULT: _result,
    Listing.GROUND: _ground,
    Listing.REASON: _reason,
    Listing.NEW_GAME: _new_game,
}

_TITLES = {
    Listing.ORGANIZER: words.ORGANIZER,
    Listing.COLOURS: words.COLOURS,
    Listing.RESULT: words.RESULT,
    Listing.GROUND: words.GROUND,
    Listing.REASON: words.REASON,
    Listing.NEW_GAME: words.NEW_GAME,
}
