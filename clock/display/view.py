"""What one seat sees: a state and an instant become a face. Pure.

A face never hints that somebody forgot to press (RIF 14.3). Where nobody may point out that a time
is out, it only shows the clapper (RIF 14.8).
"""

from msgspec.structs import replace

from clock.display.face import Face, Other, Sign
from clock.rules.control import Method
from clock.rules.inputs import Tick
from clock.rules.machine import step
from clock.rules.openings import Option
from clock.rules.record import record_of
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import HALTED, Call, Phase, Record, StandingClaim, State
from clock.rules.timing import charged, remaining_ns, running_seats
from clock.rules.units import SECOND_NS
from clock.text.glyphs import fits
from clock.text.language import N_, tr, trn
from clock.text.match import number_row, result_row, score_row
from clock.text.opening import rules_and_opening, to_lay, with_rules
from clock.text.rows import wrapped
from clock.text.words import (
    RESULTS,
    colour_name,
    fitting,
    seat_letter,
    seat_name,
    setting_rows,
    shown_time,
    spoken_time,
)

ROWS_MAX = 4
TWO_TIMES = (Phase.JOINT, Phase.RUNNING, Phase.RECONSTRUCTION, Phase.STOPPED, Phase.FALLEN)
"""Phases in which a face shows both times if the other display is lost: elsewhere its words do."""
_TENTH_NS = SECOND_NS // 10

SIGNS = {
    Sign.FAULT: N_("A device of the clock is faulty"),
    Sign.CLAPPER: N_("Clapper fallen"),
    Sign.FELL_FIRST: N_("This clapper fell first"),
    Sign.CLAIM: N_("Win claimed"),
    Sign.REFEREE: N_("Time referee called"),
    Sign.REFEREE_THERE: N_("Time referee is here"),
    Sign.HAND: N_("Hands did not match"),
    Sign.COUNT_MOVES: N_("Count the moves"),
    Sign.RECORD_WAIVED: N_("Record waived"),
    Sign.COMPLETE_RECORD: N_("Complete your record"),
    Sign.BATTERY: N_("Battery low"),
    Sign.JOINT: N_("Joint time, one clock for both"),
    Sign.STOPPED: N_("Stopped"),
    Sign.SWAP: N_("Swap entered"),
}


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
    """Return what `seat` sees at `now_ns`, with the menu's hint and faults in the current language.

    `battery_low`: the charge of a battery that is low, in percent. `other_lost`: the other display
    is lost, so this one shows both times.
    """
    fault = faults[:1]
    both = other_lost and state.phase in TWO_TIMES
    if both:
        # There is room for one row beside both times: the fault only if there is nothing to do.
        busy = state.phase not in HALTED or state.setup.regulations.cover_position
        words = _words(state, seat, hint, () if busy else fault)[:1]
    else:
        first = fault
        if battery_low is not None and state.phase is Phase.READY:  # later its sign is enough
            first += (tr("Battery {charge}: charge").format(charge=f"{battery_low} %"),)
        words = _words(state, seat, hint, first)[:ROWS_MAX]
    clock = state.seat(seat)
    face = Face(
        seat=seat,
        time=_time(state, seat, now_ns),
        colour=state.colour(seat),
        running=seat in running_seats(state),
        moves=state.play.made(seat),
        quota=clock.due,
        period=clock.period,
        periods=max(clock.period, len(state.setup.control(seat))),
        signs=_signs(state, seat, now_ns, faulty=bool(fault), low=battery_low is not None),
        words=words,
        rows=_rows_reserved(state, hint, () if both else fault),
        sentence="",
        other=_other(state, seat.other, now_ns) if both else None,
    )
    return replace(face, sentence=_sentence(state, face, now_ns, fault))


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
    """Return the state that the digits show: as if no earlier press were still on its way.

    The clapper waits for the watermark, the digits do not: they show 0:00, or the next period.
    """
    return state if now_ns < state.wake_ns else step(state, Tick(now_ns))[0]


def _left_ns(state: State, seat: Seat, now_ns: int) -> int:
    return remaining_ns(ahead(state, now_ns), seat, now_ns)


def _time(state: State, seat: Seat, now_ns: int) -> str:
    return shown_time(_left_ns(state, seat, now_ns), tenths=state.setup.regulations.tenths)


def _other(state: State, seat: Seat, now_ns: int) -> Other:
    """A seat on the other seat's display."""
    return Other(
        time=_time(state, seat, now_ns),
        colour=state.colour(seat),
        running=seat in running_seats(state),
        fallen=state.seat(seat).fallen,
    )


def _signs(state: State, seat: Seat, now_ns: int, *, faulty: bool, low: bool) -> tuple[Sign, ...]:
    clock, regulations = state.seat(seat), state.setup.regulations
    playing = state.phase not in (Phase.READY, Phase.FINISHED)
    record = record_of(state, seat, _left_ns(state, seat, now_ns))
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
    """The rows of a face, after those that come first: a fault, a low battery."""
    hints = (hint,) if hint else ()
    match state.phase:
        case Phase.READY:
            return (*first, *_setting(state, seat, 3 - len(first)), *hints)
        case Phase.JOINT:
            return (*first, *wrapped(tr("Joint time: press when you are here")))
        case Phase.RUNNING:
            return (*first, *_task(state), *hints) if state.running is seat else first
        case Phase.RECONSTRUCTION:
            return (*first, *wrapped(tr("Reconstruction: nothing is credited")))
        case Phase.STOPPED:
            return (*first, *_stopped(state, seat, 3 - len(first)), *hints)
        case Phase.CLAIMED:
            return (*_cover(state), *_claimed(state), *hints)
        case Phase.FALLEN:
            rows = (*first, *_cover(state), *_fallen(state))
            return (*rows, *(_plunger(state, seat) if len(rows) < ROWS_MAX - 1 else ()), *hints)
        case Phase.FINISHED:
            return (*_ended(state), *hints)


def _rows_reserved(state: State, hint: str, fault: tuple[str, ...]) -> int:
    """Rows that both faces of a running game reserve for words, so that no digit jumps at a press.

    In an opening there is room for a task and a hint.
    """
    if state.phase is not Phase.RUNNING:
        return 0
    opening = 2 if state.play.step is not None else 0
    return min(ROWS_MAX, len(fault) + max(len(_task(state)) + bool(hint), opening))


def _setting(state: State, seat: Seat, rows: int) -> tuple[str, ...]:
    """The setting of a seat in plain words, as much as `rows` hold (RULES 7)."""
    setup = state.setup
    match = () if setup.match is None else (number_row(setup.match),)
    rules = (*match, rules_and_opening(setup.regulations.name, setup.opening))
    control = _first_rows(setting_rows(setup.control(seat)), max(1, rows - len(rules)))
    return (*control, *rules)[: max(0, rows)]


def _first_rows(rows: tuple[str, ...], room: int) -> tuple[str, ...]:
    """As many rows as there is room for; the last shows if there are more."""
    if len(rows) <= room:
        return rows
    more = f"{(last := rows[room - 1])} …"
    return (*rows[: room - 1], more if fits(more) else f"{last.rpartition(' ')[0]} …")


def _stopped(state: State, seat: Seat, rows: int) -> tuple[str, ...]:
    """What a stop asks for, who is to move, what a plunger does, and the setting as it goes."""
    colour = state.colour(state.turn)
    player = seat_name(state.turn) if colour is None else colour_name(colour)
    turn = tr("{player} to move").format(player=player)
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
    """What players must do whenever a clock of a game stands (gomoku 5.9)."""
    return (tr("Cover the position"),) if state.setup.regulations.cover_position else ()


def _power_lost(state: State) -> tuple[str, ...]:
    """By how much the times may be too long since power was lost."""
    if not state.uncertain_ns:
        return ()
    seconds = f"{state.uncertain_ns / SECOND_NS:.1f}"
    return (tr("Power lost, ±{seconds} s").format(seconds=seconds),)


def _task(state: State) -> tuple[str, ...]:
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
        title = fitting((tr("Claim {claims}").format(claims=claims), f"! {claims}", claims))
        return (title, *seats)
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


def _sentence(state: State, face: Face, now_ns: int, fault: tuple[str, ...]) -> str:
    """All of a face in words."""
    moves = trn("{count} move", "{count} moves", face.moves)
    if face.quota:
        moves = tr("{count} of {quota} moves")
    parts = [
        *_seat_parts(state, face.seat, now_ns),
        moves.format(count=face.moves, quota=face.quota),
    ]
    if face.periods > 1:
        period = tr("period {number} of {count}")
        parts.append(period.format(number=face.period, count=face.periods))
    parts += [tr(SIGNS[sign]) for sign in face.signs]
    parts.append(" ".join(face.words))
    if face.other is not None:
        parts += _seat_parts(state, face.seat.other, now_ns)
        parts += (text for text in fault if text not in face.words)
    return ". ".join(part for part in parts if part) + "."


def _seat_parts(state: State, seat: Seat, now_ns: int) -> tuple[str, str]:
    """A seat with its colour, and the time that it has left or has used."""
    running = seat in running_seats(state)
    clock = tr("{seat}, {colour}, running") if running else tr("{seat}, {colour}, at rest")
    counts_up = state.seat(seat).terms.method is Method.COUNTUP
    time = tr("{time} used") if counts_up else tr("{time} left")
    return (
        clock.format(seat=seat_name(seat), colour=colour_name(state.colour(seat))),
        time.format(time=spoken_time(_left_ns(state, seat, now_ns))),
    )
