"""What one seat sees: a state and an instant become a face. Pure.

Nothing here hints that somebody forgot to press (RIF 14.3), and where nobody may point out that a
time is out the face only shows the clapper (RIF 14.8).
"""

from msgspec.structs import replace

from clock.display.face import Face, Other, Sign
from clock.rules.control import Method
from clock.rules.inputs import Tick
from clock.rules.machine import step
from clock.rules.openings import Option
from clock.rules.record import record_of
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import HALTED, Call, Phase, Record, StandingClaim, State
from clock.rules.timing import charged, remaining_ns, running_seats
from clock.rules.units import SECOND_NS
from clock.text.faults import fault
from clock.text.glyphs import fits
from clock.text.language import tr, trn
from clock.text.match import number_row, result_row, score_row
from clock.text.opening import rules_and_opening, to_lay, with_rules
from clock.text.rows import wrapped
from clock.text.words import (
    RESULTS,
    SIGNS,
    colour_name,
    fitting,
    seat_letter,
    seat_name,
    setting_rows,
    shown_time,
    spoken_time,
)

ROWS_MAX = 4
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
        here, soon = now.seat(seat), now_ns
        if state.phase is not Phase.RECONSTRUCTION:  # there no delay runs
            soon += here.delay_left_ns
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
    record = record_of(state, seat, left_ns)
    claims = any(claim.seat is seat for claim in state.claims)
    shown = {
        Sign.FAULT: faulty,
        Sign.CLAPPER: clock.fallen,
        Sign.FELL_FIRST: regulations.first_flag_sign and state.first_fallen is seat,
        Sign.CLAIM: claims,
        Sign.REFEREE: playing and clock.call is Call.CALLED,
        Sign.REFEREE_THERE: playing and clock.call is Call.CAME,
        Sign.HAND: state.mismatch is seat,
        Sign.COUNT_MOVES: state.count_moves,
        Sign.RECORD_WAIVED: playing and record is Record.WAIVED and not clock.fallen,
        Sign.COMPLETE_RECORD: state.phase is not Phase.READY and record is Record.COMPLETE,
        Sign.BATTERY: low,
        Sign.JOINT: state.phase is Phase.JOINT,
        Sign.STOPPED: state.phase in HALTED and not claims,
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
            return (*_cover(state), *_claimed(state), *hints)
        case Phase.FALLEN:
            told = (*first, *_cover(state), *_fallen(state))
            return (*told, *(_plunger(state, seat) if len(told) < ROWS_MAX - 1 else ()), *hints)
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
    control = _first_rows(setting_rows(state.setup.control(seat)), max(1, rows - len(rules)))
    return (*control, *rules)[: max(0, rows)]


def _first_rows(told: tuple[str, ...], room: int) -> tuple[str, ...]:
    """As many rows as there is room for; the last says if there would be more."""
    if len(told) <= room:
        return told
    more = f"{(last := told[room - 1])} …"
    return (*told[: room - 1], more if fits(more) else f"{last.rpartition(' ')[0]} …")


def _rules(state: State) -> str:
    """The regulations and the opening by name, in a row."""
    return rules_and_opening(state.setup.regulations.name, state.setup.opening.name)


def _stopped(state: State, seat: Seat, rows: int) -> tuple[str, ...]:
    """What a stop asks for, whose turn it is, what a plunger does, and the setting as it goes."""
    turn = _to_move(state)
    title = fitting((*with_rules(turn, state.setup.regulations.name), turn))
    first = (*_cover(state), *_power_lost(state), title, *_plunger(state, seat))
    room = rows - len(first)
    setting = setting_rows(state.setup.control(seat))
    return (*first, *(_first_rows(setting, room) if room > 0 else ()))[: max(0, rows)]


def _plunger(state: State, seat: Seat) -> tuple[str, ...]:
    """What this seat's plunger does while the clocks stand (RIF 9.6, 15)."""
    if seat in state.absent:
        return (tr("Plunger: I am here"),)
    return () if state.both_fallen else (tr("Plunger: claim a win"),)


def _cover(state: State) -> tuple[str, ...]:
    """What is asked for whenever a clock of a game stands (gomoku 5.9)."""
    return (tr("Cover the position"),) if state.setup.regulations.cover_position else ()


def _to_move(state: State) -> str:
    colour = state.colour(state.turn)
    who = seat_name(state.turn) if colour is None else colour_name(colour)
    return tr("{player} to move").format(player=who)


def _power_lost(state: State) -> tuple[str, ...]:
    """What the times may be too long by since power was lost."""
    if not state.uncertain_ns:
        return ()
    seconds = f"{state.uncertain_ns / SECOND_NS:.1f}"
    return (tr("Power lost, ±{seconds} s").format(seconds=seconds),)


def _to_lay(state: State) -> tuple[str, ...]:
    """What the seat to move does next in an opening; nothing afterwards."""
    text = to_lay(state)
    return (text,) if text else ()


def _claimed(state: State) -> tuple[str, ...]:
    """Who claims, and both seats; of two claims also when, in one row if there is one (RIF 9.6)."""
    seats = tuple(_seat_row(state, seat) for seat in (LEFT, RIGHT))
    covered = bool(_cover(state))
    if len(state.claims) > 1:
        if not covered:
            return (*(_claim_row(state, claim) for claim in state.claims), *seats)
        claims = " ".join(
            f"{seat_letter(claim.seat)} {_since_start(state, claim.at_ns)}"
            for claim in state.claims
        )
        told = tr("Claim {claims}").format(claims=claims), f"! {claims}", claims
        return (fitting(told), *seats)
    (claim,) = state.claims
    barred = _barred(state, claim)
    if barred and covered:
        return (_claim_row(state, claim), *seats)
    title = tr("Claim by {seat}").format(seat=seat_name(claim.seat))
    return (title, *seats, *((tr("not by RIF 9.1-9.4"),) if barred else ()))


def _claim_row(state: State, claim: StandingClaim) -> str:
    """Who claims and when, and whether that cannot be won by 9.1 to 9.4."""
    time = _since_start(state, claim.at_ns)
    if _barred(state, claim):
        return tr("{seat} {time} not 9.1-9.4").format(seat=seat_letter(claim.seat), time=time)
    claims = tr("{seat} claimed {time}")
    names = seat_name(claim.seat), seat_letter(claim.seat)
    return fitting(claims.format(seat=name, time=time) for name in names)


def _barred(state: State, claim: StandingClaim) -> bool:
    """Whether a claim cannot be won by RIF 9.1 to 9.4: the clapper was down (RIF 9.6)."""
    return not claim.clapper_up and state.setup.regulations.name.startswith("rif")


def _since_start(state: State, at_ns: int) -> str:
    return shown_time(at_ns - (state.started_at_ns or 0), tenths=False)


def _seat_row(state: State, seat: Seat) -> str:
    """Time, moves against quota, and the clapper: up, or when in the game it fell."""
    clock = state.seat(seat)
    quota = "" if clock.due is None else f"/{clock.due}"
    fell_at_ns = clock.fell_at_ns
    clapper = "↑" if fell_at_ns is None else f"↓{_since_start(state, fell_at_ns)}"
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
    number = state.play.moves if state.last_move is None else state.last_move
    if state.result is not None and state.setup.match is not None:
        place = state.setup.match
        last = result_row(place, state.result, number)
        return (last, row, score_row(place, state.result))
    last = tr("{result}, move {number}").format(result=result, number=number)
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
