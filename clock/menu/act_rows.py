"""Rows of lists for acts, if the rules take them and they change something."""

from collections.abc import Callable, Iterable, Iterator

from clock.menu.changes import ask
from clock.menu.levels import Level, ListRow
from clock.rules.inputs import Input
from clock.rules.seats import Seat
from clock.rules.state import State
from clock.text.language import tr
from clock.text.words import seat_name

SeatAct = Callable[[Seat], Input]


def named(template: str, opens: Level | None, seat: Seat | None = None, label: str = "") -> ListRow:
    """A row known by its English template and its seat."""
    return ListRow(tr(template).format(seat=label), opens, name=(template, seat))


def if_asked(template: str, opens: Level | None, seat: Seat | None = None) -> Iterator[ListRow]:
    """A row for an act, if there is anything to ask."""
    if opens is not None:
        yield named(template, opens, seat, "" if seat is None else seat_name(seat))


def for_seats(rows: Iterable[tuple[str, SeatAct]], state: State) -> Iterator[ListRow]:
    """Rows for acts that name a seat, for both seats."""
    for template, act in rows:
        for seat in Seat:
            yield from if_asked(template, ask(act(seat), state), seat)


def row(text: str, opens: Level | None, *, here: bool = False) -> Iterator[ListRow]:
    if opens is not None:
        yield ListRow(text, opens, here=here)
