"""What an organizer's act would change, shown before it is done: the rules themselves are asked.

An act that the rules refuse has no preview, and one that changes nothing no facts: neither is
offered.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.menu import words
from clock.menu.levels import Asked, List, Listing, NewGame, NewSetup, Question, Reopen
from clock.menu.words import SEATS
from clock.rules.control import Method
from clock.rules.inputs import (
    Adjust,
    Claim,
    Finish,
    Input,
    Result,
    Resume,
    SetControl,
    SetMoves,
    Stop,
)
from clock.rules.machine import step
from clock.rules.record import record_of
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, HALTED, Call, Phase, Record, SeatState, State
from clock.rules.timed_events import byoyomi_after
from clock.text.control import asked_rows, setting
from clock.text.ending import BOTH_TIMES, TIME, clapper_text, moves_made
from clock.text.glyphs import fits
from clock.text.language import N_, tr, trn
from clock.text.match import begins, next_rows
from clock.text.rows import cut, wrapped
from clock.text.words import RESULTS, seat_name

Fact = tuple[tuple[str, ...], str]
"""What an act would do, in rows and in a sentence for those who listen."""


# The levels that ask for an act


def asked(act: Asked, state: State) -> List | Question | None:
    """Return the level that asks for an act, first for its reason; None if it changes nothing.

    A list of reasons stands on the likely one.
    """
    if getattr(act, "reason", None) != "" or isinstance(act, (NewGame, NewSetup, Reopen)):
        shown = facts(act, state)
        return Question(act, shown) if shown else None
    if not any(_facts(act, state)):
        return None
    reason = reasons_of(act)[0]
    if isinstance(act, SetMoves):
        reason = "missed press"
    elif isinstance(act, Adjust) and act.delta_ns is not None:
        reason = "penalty" if act.delta_ns < 0 else "compensation"
    return List(Listing.REASON, reasons_of(act).index(reason), act=act)


def reasons_of(act: Input) -> tuple[str, ...]:
    """Return the reasons that an act can have."""
    return words.REASONS_OF.get(type(act), words.REASONS)


def claiming(state: State, seat: Seat) -> Question | None:
    """Return the question whether a seat claims; None where a claim would come to nothing."""
    if state.phase not in (Phase.STOPPED, Phase.FALLEN, Phase.CLAIMED) or seat in state.absent:
        return None
    question = asked(Claim(0, seat), state)
    return question if isinstance(question, Question) else None


def holds(question: Question, state: State) -> bool:
    """Whether a question would show the same facts now."""
    return facts(question.act, state) == question.facts


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
    """Return the rows that say what an act would do; none if it does nothing."""
    return tuple(row for rows, _ in _facts(act, state) for row in rows)


def spoken_facts(act: Asked, state: State) -> str:
    """Return the same for those who listen."""
    return " ".join(sentence for _, sentence in _facts(act, state))


def byoyomi_left(clock: SeatState) -> int | None:
    """Return the byo-yomi periods left, or to come after the main time; None without byo-yomi."""
    if clock.terms.method is not Method.BYOYOMI:
        return None
    return byoyomi_after(clock).periods if clock.overtime is None else clock.overtime


def _facts(act: Asked, state: State) -> Iterator[Fact]:
    if isinstance(act, NewSetup):
        yield asked_rows(act.setup), f"{'. '.join(setting(act.setup))}."
        return
    if isinstance(act, NewGame):
        rows = tuple(_new_game(act, state))
        yield rows, f"{', '.join(rows)}."
        return
    after = preview(state, act)
    if after is None:
        return
    if isinstance(act, Claim):
        yield from _claim(act.seat, state, after)
        return
    if isinstance(act, Resume) and act.seat is None:
        yield from _going_on(state, after)
        return
    corrected = _settings(state, after) if isinstance(act, SetControl) else []
    if isinstance(act, SetControl) and not corrected:
        return
    yield from (_plain(sentence) for sentence in corrected)
    changed = False
    for change in _changes(state, after):
        changed = True
        yield _change(*change)
    match act:
        case SetControl():
            yield _plain(tr(words.TIMES_STAY))
        case Resume() if changed:
            yield times(after)
        case Finish() if changed:
            yield from map(_plain, _contradictions(state, act))
        case _:
            pass


def _claim(seat: Seat, state: State, after: State) -> Iterator[Fact]:
    """What a claim is judged by, in words (RIF 9.4, 9.6); nothing if it stands already."""
    if after.claims == state.claims:
        return
    for claim in state.claims:
        yield _plain(tr("{seat} has claimed").format(seat=seat_name(claim.seat)))
    for each in (seat, seat.other):
        yield _plain(
            tr("{time}, {moves}, {clapper}").format(
                time=_time_row(state, each),
                moves=moves_made(state.play.made(each), state.seat(each).due),
                clapper=clapper_text(state, each),
            )
        )


def _going_on(state: State, after: State) -> Iterator[Fact]:
    """Both times, whose clock will run, and whatever else going on changes."""
    yield times(after)
    runs = _runs_next(after)
    if state.claims:
        dismissed = trn("Dismiss claim; {runs}", "Dismiss claims; {runs}", len(state.claims))
        runs = dismissed.format(runs=runs)
    yield _plain(runs)
    claims = [tr("{seat} claims").format(seat=seat_name(seat)) for seat in SEATS]
    for label, before, now in _changes(state, after):
        if label and label not in claims:
            yield _change(label, before, now)


def _plain(sentence: str) -> Fact:
    return wrapped(sentence), f"{sentence}."


def _change(label: str, before: str, after: str) -> Fact:
    """A change in one row where it fits, else in two; a new figure has no before."""
    first = f"{label} {before}".strip()
    one = f"{first}→{after}"
    if before == tr(words.NONE):
        first, one = label, f"{label}: {after}"
    rows = (one,) if fits(one) else (cut(first), cut(f"→ {after}"))
    return rows, tr("{figure}: {before} becomes {after}.").format(
        figure=label or tr("The clock"), before=before, after=after
    )


def _new_game(act: NewGame, state: State) -> Iterator[str]:
    if state.result is None:
        yield tr("Ends this game")
    following = state.setup.following(state.result, colours_turned=act.colours_turned)
    if following.match is not None:
        yield from map(cut, next_rows(following))
        return
    yield tr(words.COLOURS_TURNED if act.colours_turned else words.SAME_COLOURS)
    yield begins(following)


def _settings(state: State, after: State) -> list[str]:
    """What of the setting would change, a sentence each, as it is and as it would be."""
    old, new = setting(state.setup), setting(after.setup)
    was = [tr("Was {value}").format(value=each) for each in old if each not in new]
    return was + [words.now(each) for each in new if each not in old]


def _contradictions(state: State, finish: Finish) -> Iterator[str]:
    """The clappers that are up though the ground says that their seats have no time."""
    lost = {Result.LEFT: (RIGHT,), Result.RIGHT: (LEFT,)}.get(finish.result, ())
    for seat in {TIME: lost, BOTH_TIMES: SEATS}.get(finish.ground, ()):
        if not state.seat(seat).fallen:
            yield tr("{seat}'s clapper is up").format(seat=seat_name(seat))


def times(state: State) -> Fact:
    """Return both times, in one row where they fit."""
    rows = [_time_row(state, seat) for seat in SEATS]
    both = "  ".join(rows)
    return (both,) if fits(both) else tuple(map(cut, rows)), " ".join(f"{row}." for row in rows)


def _time_row(state: State, seat: Seat) -> str:
    return f"{seat_name(seat)} {words.time(state.seat(seat).remaining_ns)}"


def _runs_next(after: State) -> str:
    if after.phase is Phase.JOINT:
        return tr(words.JOINT_RUNS)
    return tr("Back to the start") if after.running is None else _runs(after)


def _runs(state: State) -> str:
    return tr("{seat}'s clock runs").format(seat=seat_name(state.turn))


# Figures


def _changes(before: State, after: State) -> Iterator[tuple[str, str, str]]:
    """All figures that differ as they are shown, before and after, what matters most last."""
    leaves_joint_time = after.phase in HALTED and before.resumes is Phase.JOINT is not after.resumes
    for (label, old), (_, new) in zip(_figures(before), _figures(after), strict=True):
        if old != new and (leaves_joint_time or label != tr(_THEN)):
            yield label, old, new


def _figures(state: State) -> Iterator[tuple[str, str]]:
    """All that an act can change, as (what it is called, what it is)."""
    play = state.play
    yield tr("Black"), "?" if play.open else seat_name(play.black)
    yield tr("Opening"), tr("over") if play.step is None else tr("not over")
    yield tr("Fifths"), str(play.offers)
    yield tr("Begins"), seat_name(state.setup.starter)
    yield tr("To move"), seat_name(state.turn)
    yield tr(_THEN), tr(words.JOINT_RUNS) if state.resumes is Phase.JOINT else _runs(state)
    yield tr("Moves counted"), _yes_no(not state.count_moves)
    yield tr("Ground"), tr(state.ground or words.NONE)
    yield tr(words.RESULT), tr(words.NONE if state.result is None else RESULTS[state.result])
    yield tr(words.LAST_MOVE), tr(words.NONE) if state.last_move is None else str(state.last_move)
    for seat in SEATS:
        name = seat_name(seat)
        yield from ((tr(label).format(seat=name), text) for label, text in _standing(state, seat))
    yield tr("Black's"), str(play.made(play.black))
    yield tr("White's"), str(play.made(play.black.other))
    yield tr("Moves"), str(play.moves)
    for seat in SEATS:
        yield seat_name(seat), words.time(state.seat(seat).remaining_ns)
    yield "", _phase(state)


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
    yield N_("{seat} claims"), _yes_no(any(claim.seat is seat for claim in state.claims))


def _yes_no(holds: bool) -> str:
    return tr("yes") if holds else tr("no")


def _phase(state: State) -> str:
    running = "" if state.running is None else seat_name(state.running)
    return tr(_PHASES[state.phase]).format(seat=running)


_THEN = N_("Then")
_PHASES = {
    Phase.READY: N_("Not started"),
    Phase.JOINT: N_("Joint time"),
    Phase.RUNNING: N_("{seat} runs"),
    Phase.RECONSTRUCTION: N_("{seat} rebuilds"),
    Phase.STOPPED: N_("Stopped"),
    Phase.CLAIMED: N_("Claim"),
    Phase.FALLEN: N_("Clapper fell"),
    Phase.FINISHED: N_("Finished"),
}
_CALLS = {
    Call.OFF: N_("none"),
    Call.ARMED: N_("to come"),
    Call.CALLED: N_("called"),
    Call.CAME: N_("here"),
}
_RECORDS = {
    Record.KEPT: N_("kept"),
    Record.WAIVED: N_("waived"),
    Record.COMPLETE: N_("due"),
}
