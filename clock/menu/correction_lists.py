"""The lists in which the organizer sets figures right: what can be set, and why."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from clock.kinds import kind_of
from clock.menu.act_rows import row
from clock.menu.changes import ask, preview
from clock.menu.fields import time_entry
from clock.menu.figure_facts import block_left
from clock.menu.levels import List, Listing, ListRow, Lists, Scene, Spec
from clock.menu.reasons import likely_reason, reasons_for
from clock.rules.inputs import (
    Adjust,
    SetByoyomi,
    SetColours,
    SetIllegalMoves,
    SetPeriod,
    SetStones,
    SetTurn,
)
from clock.rules.seats import LEFT, Colour, Seat
from clock.rules.state import Setup
from clock.rules.timed_events import byoyomi_left
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.control import upper_first
from clock.text.ending import seat_label
from clock.text.flags import flag_text
from clock.text.language import N_, tr, trn
from clock.text.rows import Row
from clock.text.sides import has_colours, side_name
from clock.text.words import first_fit, seat_name, shown_time

BYOYOMI_AROUND = 5
"""So many byo-yomi periods more or fewer can be set at once."""
OTHERS_NS = (30 * SECOND_NS, 10 * MINUTE_NS, 30 * MINUTE_NS)
"""Times that are given or taken now and then."""
_OTHERS = "others"
TAKE_BACK = N_("Take back last press")

# The lists


def _time(level: List, scene: Scene) -> Iterator[ListRow]:
    """What is given or taken, standing in the middle of what is given; or a time to set."""
    seat = level.seat or LEFT
    if level.key == _OTHERS:
        others_ns = (*(-each_ns for each_ns in reversed(OTHERS_NS)), *OTHERS_NS)
        for delta_ns, row in _amounts(others_ns, seat, scene):
            yield row._replace(here=delta_ns == OTHERS_NS[0])
        return
    rows = _amounts(scene.context.organizer.amounts_ns, seat, scene)
    added = [row for delta_ns, row in rows if delta_ns > 0]
    middle = added[len(added) // 2] if added else None
    yield from (row._replace(here=row is middle) for _, row in rows)
    up_ns = -(-max(0, scene.state.seat(seat).remaining_ns) // SECOND_NS) * SECOND_NS
    entry = time_entry(up_ns, "remaining_ns")
    yield ListRow(tr("Set to"), replace(entry, act=Adjust(0, seat)))
    yield ListRow(tr("Other amounts"), replace(level, key=_OTHERS))


def _amounts(amounts_ns: Iterable[int], seat: Seat, scene: Scene) -> list[tuple[int, ListRow]]:
    """What is given or taken, in ns, and its row; all that drop the clapper are one."""
    rows: list[tuple[int, ListRow]] = []
    for delta_ns in amounts_ns:
        act = Adjust(0, seat, delta_ns=delta_ns)
        after, opens = preview(scene.state, act), ask(act, scene.state)
        if after is None or opens is None:
            continue
        clock, amount = after.seat(seat), shown_time(abs(delta_ns))
        if delta_ns < 0 and clock.fallen:
            text = flag_text(scene.state.setup.game, "To 0:00, clapper down")
            rows = [(delta_ns, ListRow(tr(text), opens))]
            continue
        to = tr("to {time}").format(time=shown_time(clock.remaining_ns))
        row = Row((f"{'+' if delta_ns > 0 else '-'}{amount}",), (to,))
        rows.append((delta_ns, ListRow(row, opens)))
    return rows


def _period(level: List, scene: Scene) -> Iterator[ListRow]:
    seat, state = level.seat or LEFT, scene.state
    present, stipulated = state.seat(seat).period, len(state.setup.control(seat))
    # A control that repeats has no last period: its neighbours are offered, not all of them.
    for number in sorted({*range(1, stipulated + 1), present - 1, present + 1}):
        text = tr("Period {number}").format(number=number)
        yield from row(text, ask(SetPeriod(0, seat, number), state))


def _byoyomi(level: List, scene: Scene) -> Iterator[ListRow]:
    """The byo-yomi periods that can be set; the cursor is on one more than now."""
    seat, state = level.seat or LEFT, scene.state
    left = byoyomi_left(state.seat(seat)) or 0
    for count in range(max(1, left - BYOYOMI_AROUND), left + BYOYOMI_AROUND + 1):
        text = trn("{count} period left", "{count} periods left", count).format(count=count)
        if count == left and not state.seat(seat).fallen:
            yield ListRow(Row((text,), (tr("now"),)), leaves=1)
        yield from row(text, ask(SetByoyomi(0, seat, count), state), here=count == left + 1)


def _illegal_moves(level: List, scene: Scene) -> Iterator[ListRow]:
    """The counts that can be set; the cursor is on one less than now."""
    seat, state = level.seat or LEFT, scene.state
    now = state.seat(seat).illegal_moves
    for count in range(now + 2):
        text = trn("{count} illegal move", "{count} illegal moves", count).format(count=count)
        if count == now:
            yield ListRow(Row((text,), (tr("now"),)), leaves=1)
        asked = ask(SetIllegalMoves(0, seat, count), state)
        yield from row(text, asked, here=count == now - 1)


def _colours(_: List, scene: Scene) -> Iterator[ListRow]:
    state = scene.state
    setup, named = state.setup, has_colours(state.setup)
    text, colour = tr("Make {seat} {colour}"), side_name(setup.game, Colour.BLACK)
    if not named:
        text = tr("{seat} begins")
    for seat in Seat:
        black = seat if named else setup.first.seat(seat)
        named_row = text.format(seat=seat_name(seat), colour=colour)
        yield from row(named_row, ask(SetColours(0, black), state))


def colours_title(setup: Setup) -> str:
    """Return the title of the list, in English."""
    return N_("Colours") if has_colours(setup) else N_("Who begins?")


def _take_back(level: List, scene: Scene) -> Iterator[ListRow]:
    """Who is charged for the time since the last press; `key` is the reason, if that is known."""
    state = scene.state
    presser, other = state.turn.other, state.turn
    time = shown_time(state.seat(other).turn_ns)
    for charge, seat, texts in (
        (False, other, (tr("{time} stays with {seat}"), tr("Time stays with {seat}"))),
        (True, presser, (tr("{time} becomes {seat}'s"), tr("Time becomes {seat}'s"))),
    ):
        text = first_fit(each.format(time=time, seat=seat_name(seat)) for each in texts)
        yield from row(text, ask(SetTurn(0, presser, level.key, charge), state))


def _stones(level: List, scene: Scene) -> Iterator[ListRow]:
    seat, state = level.seat or LEFT, scene.state
    left = block_left(state, seat)
    if left is None:
        return
    for count in range(1, (state.seat(seat).terms.moves or 0) + 1):
        text = trn("{count} move left", "{count} moves left", count)
        if kind_of(state.setup.game).stones:
            text = trn("{count} stone left", "{count} stones left", count)
        text = text.format(count=count)
        if count == left:
            yield ListRow(Row((text,), (tr("now"),)), leaves=1)
        yield from row(text, ask(SetStones(0, seat, count), state), here=count == left + 1)


def _reason(level: List, scene: Scene) -> Iterator[ListRow]:
    """The reasons that an act can have, standing on the likely one."""
    act = level.act
    assert act is not None
    likely = likely_reason(act, scene.state)
    for reason in reasons_for(act, scene.state.setup):
        question = ask(replace(act, reason=reason), scene.state)
        yield ListRow(upper_first(tr(reason)), question, here=reason == likely)


def _of_seat(level: List, scene: Scene) -> str:
    return seat_label(scene.state, level.seat or LEFT)


def _take_back_title(level: List, scene: Scene) -> str:
    presser = seat_name(scene.state.turn.other)
    return tr("Illegal move, {seat}?").format(seat=presser) if level.key else tr(TAKE_BACK)


LISTS: Lists = {
    Listing.TIME: Spec(_of_seat, _time),
    Listing.PERIOD: Spec(_of_seat, _period),
    Listing.BYOYOMI: Spec(_of_seat, _byoyomi),
    Listing.STONES: Spec(_of_seat, _stones),
    Listing.ILLEGAL_MOVES: Spec(_of_seat, _illegal_moves),
    Listing.COLOURS: Spec(lambda _, scene: tr(colours_title(scene.state.setup)), _colours),
    Listing.TAKE_BACK: Spec(_take_back_title, _take_back),
    Listing.REASON: Spec(N_("Why?"), _reason),
}
