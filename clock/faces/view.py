"""What one seat sees: a state and an instant become a face. Pure.

Nothing here hints that somebody forgot to press (RIF 14.3), and where nobody may point out that a
time is out the face only shows the clapper (RIF 14.8).
"""

from msgspec.structs import replace

from clock.faces.face import Face, Other, Sign
from clock.faces.glyphs import fits
from clock.faces.words import (
    RESULTS,
    SIGNS,
    colour_name,
    seat_letter,
    seat_name,
    setting_rows,
    shown_time,
    spoken_time,
)
from clock.faces.words.faults import fault
from clock.faces.words.language import tr, trn
from clock.faces.words.match import number_row, result_row, score_row
from clock.faces.words.opening import rules_and_opening, stopped_with_rules, to_lay
from clock.faces.words.rows import wrapped
from clock.rules.control import Method
from clock.rules.inputs import Tick
from clock.rules.machine import step
from clock.rules.openings import Option
from clock.rules.periods import record_waived
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Call, Phase, State
from clock.rules.timing import charged, remaining_ns, running_seats
from clock.rules.units import SECOND_NS

ROWS_MAX = 4
HALTED = (Phase.STOPPED, Phase.CLAIMED, Phase.FALLEN, Phase.FINISHED)
TWO_TIMES = (
    Phase.JOINT, Phase.RUNNING, Phase.RECONSTRUCTION, Phase.STOPPED, Phase.FALLEN,
)  # fmt: skip
"""Phases in which a face shows both times if the other display is lost: elsewhere its words do."""
_TENTH_NS = SECOND_NS // 10


def view(
    state: State,
    seat: Seat,
    now_ns: int,
    *,
    hint: str = "",
    faults: tuple[str, ...] = (),
    battery_low: int | None = None,
    other_lost: bool = False,
) -> Face:
    """Return what `seat` sees at `now_ns`, with the menu's hint and the faults of devices.

    `battery_low` is what is left in a battery that is low, in percent. With the other display
    lost, both times.
    """
    faults = tuple(map(fault, faults))
    clock = state.seat(seat)
    left_ns = remaining_ns(ahead(state, now_ns), seat, now_ns)
    tenths = state.setup.regulations.tenths
    both = other_lost and state.phase in TWO_TIMES
    signs = _signs(state, seat, left_ns, faulty=bool(faults), low=battery_low is not None)
    wrong = faults[:1]
    if battery_low is not None and state.phase is Phase.READY:  # later its sign says enough
        wrong += (tr("Battery {charge}: charge").format(charge=f"{battery_low} %"),)
    face = Face(
        seat=seat,
        time=shown_time(left_ns, tenths=tenths),
        colour=state.colour(seat),
        running=seat in running_seats(state),
        moves=state.play.made(seat),
        quota=clock.due,
        period=clock.period,
        periods=max(clock.period, len(state.setup.control(seat))),
        signs=signs,
        words=_words_beside(state, seat, hint, faults)
        if both
        else _words(state, seat, hint, wrong)[:ROWS_MAX],
        rows=_rows_kept(state, hint, () if both else faults),
        sentence="",
        other=_other(state, seat.other, now_ns) if both else None,
    )
    spoken = _spoken(face, _spoken_left(state, seat, now_ns))
    if face.other is None:
        return spoken
    opposite = _spoken_seat(seat.other, face.other.colour, running=face.other.running)
    left = _spoken_left(state, seat.other, now_ns)
    untold = "".join(f" {told}." for told in faults[:1] if told not in face.words)
    return replace(spoken, sentence=f"{spoken.sentence} {opposite}. {left}.{untold}")


def refresh_ns(state: State, now_ns: int) -> int | None:
    """Return the next instant at which a face of a running clock reads differently."""
    state = ahead(state, now_ns)
    if not running_seats(state):
        return None
    now = charged(state, max(now_ns, state.since_ns))
    due = []
    for seat in (LEFT, RIGHT):
        here, soon = now.seat(seat), now_ns + now.seat(seat).delay_left_ns
        falls = remaining_ns(state, seat, soon + 1) - here.remaining_ns
        tenths = state.setup.regulations.tenths and here.remaining_ns <= 10 * SECOND_NS
        grain_ns = _TENTH_NS if tenths else SECOND_NS
        if falls < 0:
            due.append(soon + (here.remaining_ns % grain_ns or grain_ns))
        elif falls > 0:  # an hourglass's other half, or time that counts up: rounded up as well
            due.append(soon + (-here.remaining_ns) % grain_ns + 1)
    return min(due, default=None)


def ahead(state: State, now_ns: int) -> State:
    """What the digits go by: the game as it is if no earlier press is still on its way.

    The clapper waits for the watermark, the digits do not: they show 0:00, or the next period.
    """
    return state if now_ns < state.wake_ns else step(state, Tick(now_ns))[0]


def _other(state: State, seat: Seat, now_ns: int) -> Other:
    """What is told of a seat on the other's display."""
    left_ns = remaining_ns(ahead(state, now_ns), seat, now_ns)
    return Other(
        time=shown_time(left_ns, tenths=state.setup.regulations.tenths),
        colour=state.colour(seat),
        running=seat in running_seats(state),
        fallen=state.seat(seat).fallen,
    )


def _words_beside(state: State, seat: Seat, hint: str, faults: tuple[str, ...]) -> tuple[str, ...]:
    """The one row that there is room for beside both times: in a stop, what is wrong."""
    quiet = state.phase not in HALTED or state.setup.regulations.cover_position
    return _words(state, seat, hint, () if quiet else faults[:1])[:1]


def _signs(state: State, seat: Seat, left_ns: int, *, faulty: bool, low: bool) -> tuple[Sign, ...]:
    clock, regulations = state.seat(seat), state.setup.regulations
    playing = state.phase not in (Phase.READY, Phase.FINISHED)
    waived = playing and not clock.fallen and record_waived(regulations, clock, left_ns)
    shown = {
        Sign.FAULT: faulty,
        Sign.CLAPPER: clock.fallen,
        Sign.FELL_FIRST: regulations.first_flag_sign and state.first_fallen is seat,
        Sign.CLAIM: state.claimant is seat,
        Sign.REFEREE: playing and clock.call in (Call.CALLED, Call.NO_ALARM),
        Sign.REFEREE_THERE: playing and clock.call is Call.CAME,
        Sign.HAND: state.mismatch is seat,
        Sign.COUNT_MOVES: state.count_moves,
        Sign.RECORD_WAIVED: waived,
        Sign.COMPLETE_RECORD: playing and clock.record_due and not waived,
        Sign.BATTERY: low,
        Sign.JOINT: state.phase is Phase.JOINT,
        Sign.STOPPED: state.phase in HALTED and state.claimant is not seat,
        Sign.SWAP: state.choice is Option.SWAP and state.turn is seat,
    }
    return tuple(sign for sign in Sign if shown[sign])


def _words(state: State, seat: Seat, hint: str, first: tuple[str, ...]) -> tuple[str, ...]:
    """The rows of a face; first what is wrong."""
    hints = (hint,) if hint else ()
    match state.phase:
        case Phase.READY:
            return (*first, *_setting(state, seat, 3 - len(first)), *hints)
        case Phase.JOINT:
            return (*first, *wrapped(tr("Joint time: press when you are here")))
        case Phase.RUNNING:
            deciding, lays = state.running is seat, _to_lay(state)
            return (*first, *(lays if deciding else ()), *(hints if deciding else ()))
        case Phase.RECONSTRUCTION:
            return (*first, *wrapped(tr("Reconstruction: nothing is credited")))
        case Phase.STOPPED:
            return (*first, *_stopped(state, seat, 3 - len(first)), *hints)
        case Phase.CLAIMED:
            return (*_claim(state), *hints)
        case Phase.FALLEN:
            return (*first, *_fallen(state), *hints)
        case Phase.FINISHED:
            return (*_ended(state), *hints)


def _rows_kept(state: State, hint: str, faults: tuple[str, ...]) -> int:
    """Rows that both faces of a running game keep for words, whoever is to read them now.

    So the digits do not jump at a press: in an opening there is room for a task and a hint.
    """
    if state.phase is not Phase.RUNNING:
        return 0
    told = len(_to_lay(state)) + bool(hint)
    asks = 2 if state.play.step is not None else 0
    return min(ROWS_MAX, len(faults[:1]) + max(told, asks))


def _setting(state: State, seat: Seat, rows: int) -> tuple[str, ...]:
    """The whole setting of a seat in plain words, as much as `rows` hold (RULES 7)."""
    place = state.setup.match
    rules = (*(() if place is None else (number_row(place),)), _rules(state))
    room = max(1, rows - len(rules))
    control = setting_rows(state.setup.control(seat))
    shown = (
        control if len(control) <= room else (*control[: room - 1], _going_on(control[room - 1]))
    )
    return (*shown, *rules)[: max(0, rows)]


def _going_on(row: str) -> str:
    """A row after which there would be more."""
    more = f"{row} …"
    return more if fits(more) else f"{row.rpartition(' ')[0]} …"


def _rules(state: State) -> str:
    """The regulations and the opening by name, in a row."""
    return rules_and_opening(state.setup.regulations.name, state.setup.opening.name)


def _stopped(state: State, seat: Seat, rows: int) -> tuple[str, ...]:
    """What a stop asks for, and the setting: the whole of it, as long as it goes."""
    if state.uncertain_ns:
        seconds = f"{state.uncertain_ns / SECOND_NS:.1f}"
        uncertain = tr("up to {seconds} s uncertain").format(seconds=seconds)
        return (tr("Power was lost,"), uncertain, *_setting(state, seat, rows - 2))
    if state.setup.regulations.cover_position:
        return (tr("Cover the position"), *_setting(state, seat, rows - 1))
    control = setting_rows(state.setup.control(seat))
    if len(control) < rows - 1:
        return (tr("Stopped"), *_setting(state, seat, rows - 1))
    title = stopped_with_rules(state.setup.regulations.name)
    if len(control) == rows - 1 and state.setup.opening.name == "none" and fits(title):
        return (title, *control)
    return _setting(state, seat, rows)  # the sign tells of the stop


def _to_lay(state: State) -> tuple[str, ...]:
    """What the seat to move does next in an opening; nothing afterwards."""
    text = to_lay(state)
    return (text,) if text else ()


def _claim(state: State) -> tuple[str, ...]:
    claimant = state.claimant or state.turn
    title = tr("Claim by {seat}").format(seat=seat_name(claimant))
    down = state.seat(claimant).fallen
    rows = tuple(_claim_row(state, seat) for seat in (LEFT, RIGHT))
    return (title, *rows, *((tr("not by RIF 9.1-9.4"),) if down else ()))


def _claim_row(state: State, seat: Seat) -> str:
    """Time, moves against quota, and the clapper: up, or when in the game it fell."""
    clock = state.seat(seat)
    quota = "" if clock.due is None else f"/{clock.due}"
    fell_at_ns = clock.fell_at_ns
    clapper = "↑"
    if fell_at_ns is not None:
        began_ns = state.started_at_ns or 0
        clapper = "↓" + shown_time(fell_at_ns - began_ns, tenths=False)
    time = shown_time(clock.remaining_ns, tenths=False)
    return f"{seat_letter(seat)} {time} {state.play.made(seat)}{quota} {clapper}"


def _fallen(state: State) -> tuple[str, ...]:
    if not state.both_fallen:
        return (tr("Clapper down,"), tr("both clocks stopped"))
    draw = state.setup.regulations.both_fallen_draw
    return (tr("Both clappers down"), tr("a draw by rule") if draw else tr("both clocks stopped"))


def _ended(state: State) -> tuple[str, ...]:
    """The result, the last move's number, both times left (gomoku 7.6), and a match's score."""
    result = tr("Finished") if state.result is None else tr(RESULTS[state.result])
    times = [
        f"{seat_letter(seat)} {shown_time(state.seat(seat).remaining_ns, tenths=False)}"
        for seat in (LEFT, RIGHT)
    ]
    row = "  ".join(times)
    row = row if fits(row) else " ".join(times)
    if state.result is not None and state.setup.match is not None:
        place = state.setup.match
        last = result_row(place, state.result, state.play.moves)
        return (last, row, score_row(place, state.result))
    last = tr("{result}, move {number}").format(result=result, number=state.play.moves)
    return (last, row)


def _spoken(face: Face, time: str) -> Face:
    """The face with the sentence that says all of it."""
    told = [_spoken_seat(face.seat, face.colour, running=face.running), time]
    moves = trn("{count} move", "{count} moves", face.moves)
    if face.quota:
        moves = tr("{count} of {quota} moves")
    told.append(moves.format(count=face.moves, quota=face.quota))
    if face.periods > 1:
        period = tr("period {number} of {count}")
        told.append(period.format(number=face.period, count=face.periods))
    told += [tr(SIGNS[sign]) for sign in face.signs]
    told += [" ".join(face.words)]
    return replace(face, sentence=". ".join(part for part in told if part) + ".")


def _spoken_seat(seat: Seat, colour: Colour | None, *, running: bool) -> str:
    runs = tr("{seat}, {colour}, running") if running else tr("{seat}, {colour}, at rest")
    return runs.format(seat=seat_name(seat), colour=colour_name(colour))


def _spoken_left(state: State, seat: Seat, now_ns: int) -> str:
    """The time left, or used, in words."""
    counts_up = state.seat(seat).terms.method is Method.COUNTUP
    way = tr("{time} used") if counts_up else tr("{time} left")
    return way.format(time=spoken_time(remaining_ns(ahead(state, now_ns), seat, now_ns)))
