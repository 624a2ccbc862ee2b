"""Presses ignored while the other's clock ran, in words for when both clocks are stopped."""

from collections.abc import Iterator

from clock.rules.seats import Seat
from clock.rules.state import State
from clock.text.ending import since_start
from clock.text.language import tr
from clock.text.words import first_fit, seat_letter, seat_name


def idle_press_texts(state: State) -> tuple[str, ...]:
    """Return when each seat pressed, since the last press that counted, and was ignored."""
    text = tr("{seat} pressed at {times} while {other}'s clock ran")
    return tuple(
        text.format(seat=seat_name(seat), times=", ".join(times), other=seat_name(seat.other))
        for seat in Seat
        if (times := _times(state, seat))
    )


def idle_press_row(state: State) -> str:
    """Return the same in a row: the last of the presses, and how many there were."""
    seat = state.idle_presses[-1].seat
    return first_fit(_rows(_times(state, seat), seat))


def _rows(times: list[str], seat: Seat) -> Iterator[str]:
    """The rows with fewer and fewer times, each by the seat's name, then by its letter."""
    for first in range(len(times)):
        count = tr("{seat} {count}x: {times}") if first else tr("{seat} pressed: {times}")
        for name in (seat_name(seat), seat_letter(seat)):
            yield count.format(seat=name, count=len(times), times=", ".join(times[first:]))


def _times(state: State, seat: Seat) -> list[str]:
    return [since_start(state, each.at_ns) for each in state.idle_presses if each.seat is seat]
