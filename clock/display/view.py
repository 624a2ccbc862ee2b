"""Make a seat's face from a state and an instant. Pure.

A face never hints that somebody forgot to press (RIF 14.3). Where nobody may point out that a time
is out, it only shows the clapper (RIF 14.8).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.display.allowances import allowances
from clock.display.face import Allowance, Face, Hint, Other, Sign
from clock.display.setup_rows import setup_rows
from clock.display.sign_words import sign_in_words
from clock.rules.inputs import ClaimKind, Tick
from clock.rules.machine import step
from clock.rules.outputs import Claimed
from clock.rules.record import record_of
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Call, Phase, Record, State
from clock.rules.timing import charge, remaining_ns, running_seats, takes_ns
from clock.rules.units import SECOND_NS
from clock.text.counting import number_of
from clock.text.ending import (
    BARRING,
    MOVED,
    NOT_ON_MOVE,
    WINNERS,
    fell_text,
    moves_made,
    outcome_row,
    player_name,
    since_start,
    time_cost,
    time_points,
)
from clock.text.flags import flag_text
from clock.text.idle_presses import idle_press_row
from clock.text.language import tr
from clock.text.match import score_row
from clock.text.opening import step_row
from clock.text.rows import (
    AnyRow,
    Key,
    Row,
    sentences,
    spoken,
)
from clock.text.sides import has_colours, side_name
from clock.text.words import (
    cost_text,
    first_fit,
    seat_name,
    shown_time,
    spoken_time,
)

ROWS_MAX = 3
_TENTH_NS = SECOND_NS // 10

NO_HINT = Hint()


def view(
    state: State,
    seat: Seat,
    now_ns: int,
    *,
    hint: Hint = NO_HINT,
    faults: tuple[str, ...] = (),
    notices: tuple[str, ...] = (),
    battery_low: int | None = None,
    other_lost: bool = False,
) -> Face:
    """Return what `seat` sees at `now_ns`, with the menu's hint and faults in the current language.

    `notices` are rows as well, but no fault. `battery_low`: the charge of a battery that is low, in
    percent. `other_lost`: the other display is lost, so this one shows both times.
    """
    first: tuple[AnyRow, ...] = (*faults, *notices)[:1]
    if battery_low is not None and state.phase is Phase.READY:  # later its sign is enough
        first += (tr("Battery low: {charge}").format(charge=f"{battery_low} %"),)
    both = other_lost and state.phase is not Phase.READY
    clock = state.seat(seat)
    signs = _signs(state, seat, now_ns, faulty=bool(faults), low=battery_low is not None)
    face = Face(
        seat=seat,
        time=_time(state, seat, now_ns),
        colour=state.colour(seat) if has_colours(state.setup) else None,
        marked=_marked(state, seat),
        moves=state.play.made(seat),
        quota=clock.due,
        period=clock.period,
        periods=max(clock.period, len(state.setup.control(seat))),
        signs=tuple(tr(each) if isinstance(each, str) else each for each in signs),
        words=_words(state, seat, hint, first),
        sentence="",
        title=_title(state, hint),
        other=_other(state, seat.other, now_ns) if both else None,
        allowances=_beside(state, seat, now_ns),
        has_side=has_colours(state.setup),
    )
    return replace(face, sentence=_sentence(state, face, signs, now_ns))


def last_view(state: State, seat: Seat, now_ns: int) -> Face:
    """Return what `seat` sees once the clock is off: how the game stood."""
    face = view(state, seat, now_ns)
    signs = _signs(state, seat, now_ns, faulty=False, low=False)
    to_move = tr("{player} to move").format(player=player_name(state, state.turn))
    words = () if state.phase in (Phase.READY, Phase.JOINT) else (face.title or to_move,)
    face = replace(face, title=tr("Clock is off"), words=words)
    return replace(face, sentence=_sentence(state, face, signs, now_ns))


def refresh_ns(state: State, now_ns: int) -> int | None:
    """Return the next instant at which a face of a running clock reads differently."""
    state = ahead(state, now_ns)
    running = running_seats(state)
    if not running:
        return None
    now = charge(state, max(now_ns, state.since_ns))
    due = []
    for seat in (LEFT, RIGHT):
        here, soon_ns = now.seat(seat), 0
        delay_runs = seat in running and state.phase is not Phase.RECONSTRUCTION
        if here.delay_left_ns and delay_runs:
            rest_ns = here.delay_left_ns % SECOND_NS or SECOND_NS
            due.append(now_ns + takes_ns(now, rest_ns))
            soon_ns += here.delay_left_ns
        falls = remaining_ns(state, seat, now_ns + takes_ns(now, soon_ns + 1)) - here.remaining_ns
        shown_ns = abs(here.remaining_ns)  # rounded up
        tenths = state.setup.regulations.tenths and shown_ns <= 10 * SECOND_NS
        grain_ns = _TENTH_NS if tenths else SECOND_NS
        if falls < 0 < here.remaining_ns or falls > 0 > here.remaining_ns:
            due.append(now_ns + takes_ns(now, soon_ns + (shown_ns % grain_ns or grain_ns)))
        elif falls:  # away from zero: time that counts up, or below zero; an hourglass's other half
            due.append(now_ns + takes_ns(now, soon_ns + (-shown_ns) % grain_ns + 1))
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
        colour=state.colour(seat) if has_colours(state.setup) else None,
        marked=_marked(state, seat),
        fallen=state.seat(seat).fallen,
        allowances=_beside(state, seat, now_ns),
        has_side=has_colours(state.setup),
    )


def _beside(state: State, seat: Seat, now_ns: int) -> tuple[Allowance, ...]:
    """The allowances beside a seat's time, and its cost, which has a row after a game."""
    now = ahead(state, now_ns)
    found = allowances(now, seat, now_ns)
    if state.phase in (Phase.READY, Phase.FINISHED):
        return found
    points = time_points(charge(now, max(now_ns, now.since_ns)), seat)
    if not points:
        return found
    cost = cost_text(points)
    return (*found, Allowance((cost, tr("-{count}p").format(count=points)), cost, boxed=False))


def _marked(state: State, seat: Seat) -> bool:
    """Whether a face stands out: time runs, the seat is to move in a stop, claims, or has won."""
    match state.phase:
        case Phase.JOINT | Phase.RUNNING | Phase.RECONSTRUCTION:
            return seat in running_seats(state)
        case Phase.CLAIMED:
            return _claim_of(state, seat) is not None
        case Phase.FINISHED:
            return WINNERS.get(state.result) is seat
        case _:
            return seat is state.turn and not state.both_fallen


def _claim_of(state: State, seat: Seat) -> Claimed | None:
    return next((claim for claim in state.claims if claim.seat is seat), None)


def _signs(
    state: State, seat: Seat, now_ns: int, *, faulty: bool, low: bool
) -> tuple[Sign | str, ...]:
    """The signs of a face, and those of `WORDS`, most urgent first."""
    clock, regulations = state.seat(seat), state.setup.regulations
    playing = state.phase not in (Phase.READY, Phase.FINISHED)
    fell_first = state.both_fallen and seat is state.first_fallen
    record = record_of(state, seat, _left_ns(state, seat, now_ns))
    shown: dict[Sign | str, bool] = {
        "clock fault": faulty,
        Sign.CLAPPER: clock.fallen,
        "fell first": regulations.first_flag_sign and fell_first,
        Sign.CLAIM: _claim_of(state, seat) is not None,
        Sign.WON: WINNERS.get(state.result) is seat,
        "call ref.": playing and clock.call is Call.CALLED,
        "ref. came": playing and clock.call is Call.CAME,
        "wrong hand": state.mismatch is seat,
        "check count": state.count_moves,
        Sign.RECORD_WAIVED: playing and record is Record.WAIVED and not clock.fallen,
        Sign.COMPLETE_RECORD: state.phase is not Phase.READY and record is Record.COMPLETE,
        Sign.BATTERY: low,
    }
    return tuple(sign for sign, on in shown.items() if on)


def _title(state: State, hint: Hint) -> AnyRow:
    """The row over the digits while no clock runs; before a start the hint's."""
    match state.phase:
        case Phase.READY:
            return hint.title or tr("READY")
        case Phase.STOPPED:
            to_move = tr("{player} to move").format(player=player_name(state, state.turn))
            return Row((tr("STOPPED"),), (to_move,))
        case Phase.CLAIMED if len(state.claims) > 1:
            return tr("Both claim") if state.claims_draw else tr("Both claim a win")
        case Phase.CLAIMED:
            (claim,) = state.claims
            draws, wins = tr("{seat} claims a draw"), tr("{seat} claims a win")
            text = draws if state.claims_draw else wins
            return text.format(seat=seat_name(claim.seat))
        case Phase.FALLEN:
            if state.both_fallen:
                return tr(flag_text(state.setup.game, "Both clappers down"))
            return Row((tr("STOPPED"),), (tr(flag_text(state.setup.game, "Clapper down")),))
        case Phase.FINISHED:
            return outcome_row(state)
        case _:
            return ""


def _words(state: State, seat: Seat, hint: Hint, first: tuple[AnyRow, ...]) -> tuple[AnyRow, ...]:
    """The words of a face, after those that come first: a fault, a notice, a low battery."""
    hints = (hint.foot,) if hint.foot else ()
    match state.phase:
        case Phase.READY:
            hints = (*hint.rows, *hints)[-(ROWS_MAX - len(first)) :]
            room = ROWS_MAX - len(first) - max(1, len(hints))
            return (*first, *setup_rows(state.setup, seat, room), *hints)
        case Phase.JOINT:
            return first or (tr("Joint time: press when you arrive"),)
        case Phase.RUNNING if state.running is not seat:
            return (*first, *_claimable(state, seat))[:2]
        case Phase.RUNNING:
            laid = filter(None, (step_row(state),))
            return (*first, *laid, *_claimable(state, seat), *hints)[:2]
        case Phase.RECONSTRUCTION:
            return first or (tr("Rebuilding: no moves are counted"),)
        case Phase.CLAIMED:
            claimed = (*_standing(state), *_claimed(state, seat))
            room = ROWS_MAX - len(hints)
            claimed += _idle_presses(state, room - len(claimed) - len(hint.rows))
            return (*(*claimed, *hint.rows)[:room], *hints)
        case Phase.FINISHED:
            where = first if state.ground == MOVED else ()  # the game goes on
            return (*(*where, *_ended(state, seat))[: ROWS_MAX - len(hints)], *hints)
    facts, room = [*first, *_standing(state)], ROWS_MAX - len(hints)
    if len(facts) < room and (seat in state.absent or not state.both_fallen):
        press = tr("Press: here") if seat in state.absent else tr("Press: claim")
        claim = Row((press,), (Key.MINUS, tr("info")))
        idle = _idle_presses(state, room - len(facts) - len(hint.rows))
        if room - len(facts) - len(hint.rows) > 1:
            facts, idle = [*facts, *idle], ()
        # Where there is no room for both, the two displays have one each.
        in_place = idle and state.idle_presses[-1].seat is seat not in state.absent
        facts += idle if in_place else (claim,)
    facts += hint.rows
    return (*facts[:room], *hints)


def _idle_presses(state: State, room: int) -> tuple[str, ...]:
    """The presses that the clock ignored, where it may say so and there is room (RIF 14.8)."""
    if room <= 0 or not state.idle_presses or not state.setup.regulations.announce:
        return ()
    return (idle_press_row(state),)


def _standing(state: State) -> Iterator[str]:
    """What else is to be said of clocks that stand in a game.

    The position is covered (gomoku 5.9); the times may be too long since power was lost; with both
    clappers down it may be a draw (RIF 10.4).
    """
    regulations = state.setup.regulations
    if regulations.cover_position:
        yield tr("Cover the position")
    if state.phase is Phase.STOPPED and state.uncertain_ns:
        seconds = f"{state.uncertain_ns / SECOND_NS:.1f}"
        yield tr("Power lost, ±{seconds} s").format(seconds=seconds)
    if state.phase is Phase.FALLEN and state.both_fallen and regulations.both_fallen_draw:
        yield tr("a draw by the rules")


def _claimable(state: State, seat: Seat) -> Iterator[str]:
    """How to win while the other's clapper is down, where anyone may point that out (RIF 14.8)."""
    if state.alone_down is seat.other and state.setup.regulations.announce:
        yield tr("Stop, then claim")


def _claimed(state: State, seat: Seat) -> Iterator[str]:
    """What a claim is judged by, of this seat; the other seat's face has its own (RIF 9.6)."""
    claim = _claim_of(state, seat)
    several = len(state.claims) > 1
    if claim is None:
        yield moves_made(state.play.made(seat), state.seat(seat).due)
    elif _is_barred(state, claim):
        time = since_start(state, claim.at_ns)
        both = tr("{time}, no 9.1-9.4 win").format(time=time)
        yield first_fit((both, f"{time}, not 9.1-9.4")) if several else tr("no win by RIF 9.1-9.4")
    elif claim.kind is ClaimKind.DRAW and seat is not state.turn:
        yield tr(NOT_ON_MOVE)
    elif several:
        yield tr("claim after {time}").format(time=since_start(state, claim.at_ns))
    else:
        yield moves_made(state.play.made(seat), state.seat(seat).due)
    if fell := fell_text(state, seat):
        yield fell


def _is_barred(state: State, claim: Claimed) -> bool:
    """Whether a win cannot be claimed with the claimant's own clapper down (RIF 9.6)."""
    wins = claim.kind is ClaimKind.WIN and not claim.clapper_up
    return wins and state.setup.regulations.name in BARRING


def _ended(state: State, seat: Seat) -> Iterator[AnyRow]:
    """A match's score, or what the seat's time below zero costs; the last move (gomoku 7.6)."""
    place = state.setup.match
    if state.result is not None and place is not None:
        yield score_row(place, state.result)
    yield from time_cost(state, seat)
    number = state.play.moves if state.last_move is None else state.last_move
    made = moves_made(number_of(state.setup.game, number), None)
    yield Row((made,), (Key.MINUS, tr("times")))


def _sentence(state: State, face: Face, signs: tuple[Sign | str, ...], now_ns: int) -> str:
    """All of a face in words."""
    parts = [
        spoken(face.title),
        *_seat_parts(state, face.seat, now_ns),
        *(each.spoken for each in face.allowances),
        moves_made(face.moves, face.quota),
    ]
    if face.periods > 1:
        repeats = state.setup.control(face.seat)[-1].repeat  # then there is no last one
        period = tr("period {number}") if repeats else tr("period {number} of {count}")
        parts.append(period.format(number=face.period, count=face.periods))
    claim = _claim_of(state, face.seat)
    draws = claim is not None and claim.kind is ClaimKind.DRAW
    parts += (sign_in_words(each, state.setup.game, draws=draws) for each in signs)
    parts += map(spoken, face.words)
    if face.other:
        parts += _seat_parts(state, face.seat.other, now_ns)
        parts += (each.spoken for each in face.other.allowances)
    return ". ".join(part for part in parts if part) + "."


def times_in_words(state: State, now_ns: int) -> str:
    """Return both seats' times and byo-yomi in sentences, a running seat's first."""
    running = running_seats(state)
    seats = sorted((LEFT, RIGHT), key=lambda seat: seat not in running)
    return sentences(part for seat in seats for part in _all_parts(state, seat, now_ns))


def _all_parts(state: State, seat: Seat, now_ns: int) -> Iterator[str]:
    yield from _seat_parts(state, seat, now_ns)
    yield from (each.spoken for each in allowances(ahead(state, now_ns), seat, now_ns))


def _seat_parts(state: State, seat: Seat, now_ns: int) -> tuple[str, str]:
    """A seat with its colour, and the time left or used."""
    running, setup = seat in running_seats(state), state.setup
    clock = tr("{seat}, running") if running else tr("{seat}, not running")
    if has_colours(setup):
        clock = tr("{seat}, {colour}, running") if running else tr("{seat}, {colour}, not running")
    counts_up = state.seat(seat).terms.method.counting.counts_up
    time = tr("{time} used") if counts_up else tr("{time} left")
    return (
        clock.format(seat=seat_name(seat), colour=side_name(setup.game, state.colour(seat))),
        time.format(time=spoken_time(_left_ns(state, seat, now_ns))),
    )
