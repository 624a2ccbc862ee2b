"""What an organizer's act would change, shown before it is done: the rules themselves are asked.

An act that the rules refuse has no preview, and one that changes nothing no facts: neither is
offered.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from clock.menu.levels import Asked, Discard, List, Listing, NewGame, NewSetup, Question, Reopen
from clock.rules.inputs import Claim, Finish, Input, Resume, SetControl, Start, Stop
from clock.rules.machine import step
from clock.rules.record import record_of
from clock.rules.refusal import Refused
from clock.rules.seats import Seat
from clock.rules.state import COUNTING, HALTED, Call, Phase, Record, SeatState, State
from clock.rules.timed_events import byoyomi_after
from clock.text.control import setting, upper_first
from clock.text.ending import BOTH_TIMES, TIME, WINNERS, fell_text, ground_text, moves_made
from clock.text.glyphs import fits
from clock.text.language import N_, tr, trn
from clock.text.match import next_rows, starter_row
from clock.text.words import RESULTS, seat_letter, seat_name, shown_time

# The levels that ask for an act


def asked(act: Asked, state: State) -> List | Question | None:
    """Return the level that asks for an act, first for its reason; None if it changes nothing."""
    shown = facts(act, state)
    if shown and isinstance(act, Input) and getattr(act, "reason", None) == "":
        return List(Listing.REASON, act=act)
    return Question(act, shown) if shown else None


def claiming(state: State, seat: Seat) -> Question | None:
    """Return the question whether a seat claims; None where a claim would come to nothing."""
    claim = Claim(0, seat)
    shown = facts(claim, state)
    return Question(claim, shown) if shown else None


# What an act would lead to


def inputs_of(act: Input | Reopen, state: State, at_ns: int) -> tuple[Input, ...]:
    """Return an act as inputs, stamped `at_ns`."""
    if not isinstance(act, Reopen):
        return (replace(act, at_ns=at_ns),)
    resumed = preview(state, Resume(at_ns))
    runs = resumed is not None and resumed.phase in COUNTING
    return (Resume(at_ns), Stop(at_ns)) if runs else (Resume(at_ns),)


def preview(state: State, act: Input | Reopen) -> State | None:
    """Return the state that an act would lead to; None if the rules refuse it."""
    try:
        for each in inputs_of(act, state, state.at_ns):
            state, _ = step(state, each)
    except Refused:
        return None
    return state


def facts(act: Asked, state: State) -> tuple[str, ...]:
    """Return why an act is done and what it would do, a fact each; none if it does nothing."""
    match act:
        case NewSetup():
            return (*filter(None, (act.title,)), *setting(act.setup))
        case Discard():
            present = setting(state.setup)
            return tuple(each for each in setting(act.setup) if each not in present)
        case NewGame():
            return tuple(_new_game(act, state))
    after = preview(state, act)
    if after is None:
        return ()
    match act:
        case Claim():
            return tuple(_claim(act.seat, state, after))
        case Resume(seat=None):
            return tuple(_going_on(state, after))
        case Finish():
            return tuple(_ending(act, state, after))
        case SetControl():
            changes = tuple(_settings(state, after))
            more = (*_changes(state, after), tr("Times do not change"))
        case _:
            changes = tuple(_changes(state, after))
            more = times(after) if isinstance(act, Resume) else ()
    reason = getattr(act, "reason", "")
    why = (tr("Reason: {reason}").format(reason=tr(reason)),) if reason else ()
    return (*why, *changes, *more) if changes else ()


def byoyomi_left(clock: SeatState) -> int | None:
    """Return the byo-yomi periods left, or to come after the main time; None without byo-yomi."""
    if not clock.terms.has_byoyomi:
        return None
    return byoyomi_after(clock).periods if clock.overtime is None else clock.overtime


def _claim(seat: Seat, state: State, after: State) -> Iterator[str]:
    """What a claim is judged by, in words (RIF 9.4, 9.6); nothing if it stands already."""
    if after.claims == state.claims:
        return
    for claim in state.claims:
        yield tr("{seat} has claimed").format(seat=seat_name(claim.seat))
    rows = _times_and_moves(state)
    for each in (seat, seat.other):
        yield rows[each]
        if fell := fell_text(state, each):
            yield fell
    yield tr("The organizer decides")


def _times_and_moves(state: State) -> dict[Seat, str]:
    """Each seat's time and moves in a row, both in the same words, or as short as they have to."""
    rows = {}
    for name, in_words in product((seat_name, seat_letter), (True, False)):
        for seat in Seat:
            made, quota = state.play.made(seat), state.seat(seat).due
            moves = moves_made(made, quota) if in_words or not quota else f"{made}/{quota}"
            rows[seat] = f"{name(seat)} {shown_time(state.seat(seat).remaining_ns)}, {moves}"
        if all(map(fits, rows.values())):
            break
    return rows


def _going_on(state: State, after: State) -> Iterator[str]:
    """Both times, whose clock will run, and whatever else going on changes."""
    yield from times(after)
    if state.claims:
        yield trn("Dismisses the claim", "Dismisses both claims", len(state.claims))
    yield _phase(after)
    yield from _changes(state, after, ("", *_claim_labels()))


def _ending(finish: Finish, state: State, after: State) -> Iterator[str]:
    """How the game is won, the last move, and a clapper that is up though the time was out."""
    result = () if state.result else (tr("Result"), tr("Reason"))
    changes = list(_changes(state, after, ("", *result, *_claim_labels())))
    if not changes and state.phase is Phase.FINISHED:
        return
    if finish.ground:
        yield upper_first(ground_text(after))
    yield from changes
    winner = WINNERS.get(finish.result)
    lost = () if winner is None else (winner.other,)
    for seat in {TIME: lost, BOTH_TIMES: Seat}.get(finish.ground, ()):
        if not state.seat(seat).fallen:
            yield tr("{seat}'s clapper is up").format(seat=seat_name(seat))


def _new_game(act: NewGame, state: State) -> Iterator[str]:
    if state.result is None:
        yield tr("Ends this game without a result")
    following = state.setup.following(state.result, colours_turned=act.colours_turned)
    if following.match is not None:
        yield from next_rows(following)
        return
    yield starter_row(following)


def _claim_labels() -> list[str]:
    """What claims are called among the figures; they end with a stop and with the game."""
    return [tr("{seat}'s claim").format(seat=seat_name(seat)) for seat in Seat]


def _settings(state: State, after: State) -> Iterator[str]:
    """What of the setting would change, a sentence each, as it is and as it would be."""
    old, new = setting(state.setup), setting(after.setup)
    yield from (tr("Was {value}").format(value=each) for each in old if each not in new)
    yield from (tr("Now {value}").format(value=each) for each in new if each not in old)


def times(state: State) -> tuple[str, ...]:
    """Return both times, together where they fit a row."""
    left, right = (_time(state, seat) for seat in Seat)
    both = f"{left}  {right}"
    return (both,) if fits(both) else (left, right)


def _time(state: State, seat: Seat) -> str:
    return f"{seat_name(seat)} {shown_time(state.seat(seat).remaining_ns)}"


def runs_first(state: State, absent: tuple[Seat, ...]) -> Iterator[str]:
    """Yield what runs after a start at which these seats are absent; nothing if it is refused."""
    if (after := preview(state, Start(state.at_ns, absent))) is not None:
        yield _phase(after)


def _runs(state: State) -> str:
    return tr("{seat}'s clock starts").format(seat=seat_name(state.turn))


# Figures


def _changes(before: State, after: State, without: Sequence[str] = ()) -> Iterator[str]:
    """All figures that differ as they are shown, before and after, what matters most last.

    A new figure has no before.
    """
    if not (after.phase in HALTED and before.resumes is Phase.JOINT is not after.resumes):
        without = (*without, tr(_THEN))
    for (label, old), (_, new) in zip(_figures(before), _figures(after), strict=True):
        if old != new and label not in without:
            yield f"{label}: {new}" if old == tr("none yet") else f"{label} {old}→{new}"
    if "" not in without and (before.phase, before.running) != (after.phase, after.running):
        yield _phase(after)


def _figures(state: State) -> Iterator[tuple[str, str]]:
    """All that an act can change, as (what it is called, what it is)."""
    play = state.play
    yield tr("Black"), "?" if play.open else seat_name(play.black)
    yield tr("Opening"), tr("over") if play.step is None else tr("not over")
    yield tr("Fifths"), str(play.offers)
    yield tr("Begins"), seat_name(state.setup.starter)
    yield tr("To move"), seat_name(state.turn)
    yield tr(_THEN), tr("Joint time runs") if state.resumes is Phase.JOINT else _runs(state)
    yield tr("Moves counted"), _yes_no(not state.count_moves)
    yield tr("Reason"), tr(state.ground) or tr("none yet")
    yield tr("Result"), tr("none yet") if state.result is None else tr(RESULTS[state.result])
    yield tr("Last move"), tr("none yet") if state.last_move is None else str(state.last_move)
    for seat in Seat:
        name = seat_name(seat)
        yield from ((tr(label).format(seat=name), text) for label, text in _standing(state, seat))
    yield tr("Black's moves"), str(play.made(play.black))
    yield tr("White's moves"), str(play.made(play.black.other))
    yield tr("Moves"), str(play.moves)
    for seat in Seat:
        yield seat_name(seat), shown_time(state.seat(seat).remaining_ns)


def _standing(state: State, seat: Seat) -> Iterator[tuple[str, str]]:
    clock = state.seat(seat)
    record, left = record_of(state, seat, clock.remaining_ns), byoyomi_left(clock)
    yield N_("{seat} is"), tr("late") if seat in state.absent else tr("here")
    yield N_("Faults by {seat}"), str(clock.hand_faults)
    yield N_("{seat}'s warnings"), str(clock.warnings)
    yield N_("{seat} record"), tr(_RECORDS[record])
    yield N_("{seat} referee"), tr(_CALLS[clock.call])
    yield N_("{seat} period"), str(clock.period)
    yield N_("{seat} byo-yomi"), tr("none") if left is None else str(left)
    yield N_("{seat} clapper"), tr("down") if clock.fallen else tr("up")
    stands = any(claim.seat is seat for claim in state.claims)
    yield N_("{seat}'s claim"), tr("stands") if stands else tr("dismissed")


def _yes_no(holds: bool) -> str:
    return tr("yes") if holds else tr("no")


def _phase(state: State) -> str:
    running = "" if state.running is None else seat_name(state.running)
    return tr(_PHASES.get(state.phase, _STOPPED)).format(seat=running)


_THEN = N_("Then")
_PHASES = {
    Phase.READY: N_("Back to the start"),
    Phase.JOINT: N_("Joint time runs"),
    Phase.RUNNING: N_("{seat}'s clock starts"),
    Phase.RECONSTRUCTION: N_("{seat}'s clock runs, no moves are counted"),
}
_STOPPED = N_("Both clocks stay stopped")
_CALLS = {
    Call.OFF: N_("none"),
    Call.ARMED: N_("pending"),
    Call.CALLED: N_("called"),
    Call.CAME: N_("here"),
}
_RECORDS = {
    Record.KEPT: N_("required"),
    Record.WAIVED: N_("optional"),
    Record.COMPLETE: N_("due"),
}
