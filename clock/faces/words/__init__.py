"""The plain words of the faces: times, time controls, seats, signs."""

from clock.faces.face import Sign
from clock.rules.control import Control, Method, Period
from clock.rules.inputs import Result
from clock.rules.seats import LEFT, Colour, Seat
from clock.rules.units import MINUTE_NS, SECOND_NS, duration_text

TO_THE_END = " to the end"
ROW = 21
"""Characters of a row on the smaller display."""

_TENTH_NS = SECOND_NS // 10

SIGNS = {
    Sign.FAULT: "A device of the clock is faulty",
    Sign.CLAPPER: "Clapper fallen",
    Sign.FELL_FIRST: "This clapper fell first",
    Sign.CLAIM: "Win claimed",
    Sign.REFEREE: "Time referee called",
    Sign.REFEREE_THERE: "Time referee is here",
    Sign.HAND: "Hands did not match",
    Sign.COUNT_MOVES: "Count the moves",
    Sign.RECORD_WAIVED: "Record waived",
    Sign.COMPLETE_RECORD: "Complete your record",
    Sign.JOINT: "Joint time, one clock for both",
    Sign.STOPPED: "Stopped",
    Sign.SWAP: "Swap entered",
}

RESULTS = {
    Result.LEFT: "Left wins",
    Result.RIGHT: "Right wins",
    Result.DRAW: "Draw",
    Result.VOID: "Game void",
}


def shown_time(remaining_ns: int, *, tenths: bool) -> str:
    """Return a time as the display shows it: rounded up, so that 0:00 is out of time.

    "H:MM:SS" from an hour on, else "M:SS"; with tenths "0:07.4" below ten seconds.
    """
    in_tenths = -(-remaining_ns // _TENTH_NS)
    if tenths and 0 < in_tenths < 100:
        return f"0:{in_tenths // 10:02}.{in_tenths % 10}"
    return duration_text(-(-remaining_ns // SECOND_NS) * SECOND_NS)


def spoken_time(remaining_ns: int) -> str:
    """Return a time in words, rounded up to seconds: "1 hour 2 minutes 5 seconds"."""
    minutes, seconds = divmod(-(-remaining_ns // SECOND_NS), 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "hour"), (minutes, "minute"), (seconds, "second"))
    said = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count]
    return " ".join(said) or "no time"


def seat_name(seat: Seat) -> str:
    """Return what people call a seat."""
    return "Left" if seat is LEFT else "Right"


def colour_name(colour: Colour | None) -> str:
    """Return what people call a colour; open ones have no name yet."""
    return "colour open" if colour is None else colour.value.capitalize()


def short_length(length_ns: int) -> str:
    """Return a short length of time: "30 s", "1 min", "1:30"."""
    if length_ns < MINUTE_NS:
        seconds, rest = divmod(length_ns, SECOND_NS)
        fraction = f".{rest:09}".rstrip("0") if rest else ""
        return f"{seconds}{fraction} s"
    minutes, rest = divmod(length_ns, MINUTE_NS)
    return duration_text(length_ns) if rest else f"{minutes} min"


def control_rows(control: Control) -> tuple[str, ...]:
    """Return a time control in plain words, a row a period, of 21 characters as far as it goes."""
    rows = []
    for index, period in enumerate(control):
        each = "each " if period.repeat else ""
        quota = f"{period.moves} in " if period.moves is not None else ""
        row = f"{each}{quota}{duration_text(period.time_ns)}{_bonus(period)}"
        if len(row) > ROW:  # as players in America write it: d5s
            row = row.replace(" delay ", " d")
        rows.append(f"then {row}" if index and len(row) <= ROW - len("then ") else row)
    return tuple(rows)


def setting_rows(control: Control) -> tuple[str, ...]:
    """Return the same for a whole setting: its last row tells that it is for the rest."""
    *rows, last = control_rows(control)
    plain = control[-1].moves is None and control[-1].method is Method.PLAIN
    return (*rows, last + TO_THE_END if plain and len(last + TO_THE_END) <= ROW else last)


def _bonus(period: Period) -> str:
    length = short_length(period.bonus_ns).replace(" s", "s")
    match period.method:
        case Method.PLAIN:
            return ""
        case Method.BYOYOMI:
            return f" {period.count}x{length}"
        case Method.INCREMENT:
            return f" +{length}"
        case Method.BRONSTEIN | Method.DELAY:
            return f" {period.method.value} {length}"
        case Method.HOURGLASS | Method.COUNTUP | Method.GONG:
            return f" {period.method.value}"
