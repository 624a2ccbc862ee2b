"""Presses ignored while the other's clock ran, in words for when both clocks are stopped."""

from clock.rules.outputs import IdlePress
from clock.rules.seats import Seat
from clock.rules.state import State
from clock.text.language import tr
from clock.text.words import first_fit, seat_letter, seat_name, shown_time


def idle_press_texts(state: State) -> tuple[str, ...]:
    """Return the times of the other's clock at each seat's ignored presses."""
    text = tr("{seat} pressed while {other}'s clock ran, at {times}")
    return tuple(
        text.format(seat=seat_name(seat), times=", ".join(times), other=seat_name(seat.other))
        for seat in Seat
        if (times := [_other(each) for each in state.idle_presses if each.seat is seat])
    )


def idle_press_row(state: State) -> str:
    """Return the last ignored press in a row, and the number of them."""
    last = state.idle_presses[-1]
    count = sum(each.seat is last.seat for each in state.idle_presses)
    texts = [tr("{seat} {count}x, last at {other} {time}"), tr("{seat} {count}x: {other} {time}")]
    if count == 1:
        texts = [tr("{seat} pressed, {other} {time}")]
    seat, other = seat_letter(last.seat), seat_letter(last.seat.other)
    return first_fit(
        text.format(seat=seat, count=count, other=other, time=_other(last)) for text in texts
    )


def _other(press: IdlePress) -> str:
    return shown_time(press.other_ns)
