"""What an organizer's act would change, told before it is done: the rules themselves are asked.

An act that the rules refuse has no preview, and one that changes nothing no rows: neither is ever
offered.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from clock.menu import words
from clock.menu.places import Asked, NewGame, Reopen
from clock.menu.setup.places import NewSetup
from clock.rules.control import Method
from clock.rules.inputs import Finish, Input, Result, Resume, SetControl, Stop
from clock.rules.machine import step
from clock.rules.record import record_of
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, HALTED, Call, Phase, Record, SeatState, State
from clock.rules.timed_events import byoyomi_after
from clock.text.control import asked_rows, setting
from clock.text.glyphs import fits
from clock.text.language import N_, tr
from clock.text.match import begins, next_rows
from clock.text.rows import cut, wrapped
from clock.text.words import RESULTS, seat_name


class Change(NamedTuple):
    """One figure before and after."""

    label: str
    before: str
    after: str


def inputs_of(act: Input | Reopen, state: State, at_ns: int) -> tuple[Input, ...]:
    """Return an act as inputs, stamped `at_ns`."""
    if not isinstance(act, Reopen):
        return (replace(act, at_ns=at_ns),)
    goes_on = preview(state, Resume(at_ns))
    runs = goes_on is not None and goes_on.phase in COUNTING
    return (Resume(at_ns), Stop(at_ns)) if runs else (Resume(at_ns),)


def preview(state: State, act: Input | Reopen) -> State | None:
    """Return the state that an act would lead to; None if the rules refuse it."""
    try:
        for given in inputs_of(act, state, state.at_ns):
            state, _ = step(state, given)
    except Refused:
        return None
    return state


def byoyomi_left(clock: SeatState) -> int | None:
    """Return the byo-yomi periods left, or to come after the main time; None without byo-yomi."""
    if clock.terms.method is not Method.BYOYOMI:
        return None
    return byoyomi_after(clock).periods if clock.overtime is None else clock.overtime


def changes(before: State, after: State) -> tuple[Change, ...]:
    """Return all figures that differ as they are shown, what matters most last."""
    told = (
        *_course(before, after),
        *_standing(before, after),
        *_moves(before, after),
        *_times(before, after),
        Change("", words.phase(before), words.phase(after)),
    )
    return tuple(change for change in told if change.before != change.after)


def changes_of(state: State, act: Asked) -> tuple[Change, ...]:
    """Return what an act would change; nothing if the rules refuse it."""
    after = None if isinstance(act, (NewGame, NewSetup)) else preview(state, act)
    return () if after is None else changes(state, after)


def rows_of(state: State, act: Asked) -> tuple[str, ...]:
    """Return the rows that tell what an act would do; none if it does nothing."""
    if isinstance(act, NewSetup):
        return asked_rows(act.setup)
    if isinstance(act, NewGame):
        return tuple(_new_game(state, act))
    rows = tuple(row for change in changes_of(state, act) for row in _rows(change))
    match act:
        case Resume() if rows:
            return (*rows, *words.times(preview(state, act) or state))
        case SetControl():
            told = tuple(row for each in _settings(state, act) for row in wrapped(each))
            return (*told, *rows, tr(words.TIMES_STAY)) if told else ()
        case Finish() if rows:
            return (*rows, *map(words.clapper_up, _contradicting(state, act)))
        case _:
            return rows


def _new_game(state: State, act: NewGame) -> Iterator[str]:
    if state.result is None:
        yield tr(words.GAME_ENDS)
    following = state.setup.following(state.result, colours_turned=act.colours_turned)
    if following.match is not None:
        yield from map(cut, next_rows(following))
        return
    yield tr(words.COLOURS_TURNED if act.colours_turned else words.SAME_COLOURS)
    yield begins(following)


def _settings(state: State, act: SetControl) -> Iterator[str]:
    """What of the setting would change, a sentence each, as it is and as it would be."""
    after = preview(state, act)
    if after is None:
        return
    old, new = setting(state.setup), setting(after.setup)
    yield from (words.was(told) for told in old if told not in new)
    yield from (words.now(told) for told in new if told not in old)


def _contradicting(state: State, finish: Finish) -> Iterator[Seat]:
    """The seats that a ground says have no time, and whose clappers are up."""
    lost = {Result.LEFT: (RIGHT,), Result.RIGHT: (LEFT,)}.get(finish.result, ())
    out = {words.TIME: lost, words.BOTH_TIMES: (LEFT, RIGHT)}.get(finish.ground, ())
    return (seat for seat in out if not state.seat(seat).fallen)


def go_on_rows(state: State) -> tuple[str, ...]:
    """Return both times and whose clock will run, or why none can."""
    rows = tuple(cut(words.time_row(state, seat)) for seat in (LEFT, RIGHT))
    if state.both_fallen:
        return (*rows, *map(tr, words.BOTH_DOWN))
    if state.started_at_ns is None:
        return (*rows, tr(words.TO_THE_START))
    if state.resumes is Phase.JOINT:
        return (*rows, tr(words.JOINT_RUNS))
    return (*rows, words.runs(state, state.turn))


def sentence_of(state: State, act: Asked) -> str:
    """Return the same in words for those who listen."""
    if isinstance(act, NewSetup):
        return f"{'. '.join(setting(act.setup))}."
    if isinstance(act, NewGame):
        return f"{', '.join(rows_of(state, act))}."
    told = [
        tr("{figure}: {before} becomes {after}.").format(
            figure=change.label or tr("The clock"), before=change.before, after=change.after
        )
        for change in changes_of(state, act)
    ]
    match act:
        case Resume():
            after = preview(state, act) or state
            told += [f"{words.time_row(after, seat)}." for seat in (LEFT, RIGHT)]
        case SetControl():
            told = [*(f"{each}." for each in _settings(state, act)), *told]
            told.append(f"{tr(words.TIMES_STAY)}.")
        case Finish():
            told += [f"{words.clapper_up(seat)}." for seat in _contradicting(state, act)]
        case _:
            pass
    return " ".join(told)


def _course(before: State, after: State) -> Iterator[Change]:
    yield Change(tr("Black"), _black(before), _black(after))
    yield Change(tr("Opening"), _opening(before), _opening(after))
    yield Change(tr("Fifths"), str(before.play.offers), str(after.play.offers))
    yield Change(tr("Begins"), seat_name(before.setup.starter), seat_name(after.setup.starter))
    yield Change(tr("To move"), seat_name(before.turn), seat_name(after.turn))
    if after.phase in HALTED and before.resumes is Phase.JOINT is not after.resumes:
        yield Change(tr("Then"), tr(words.JOINT_RUNS), words.runs(after, after.turn))
    yield Change(tr("Moves counted"), _counted(before), _counted(after))
    yield Change(tr("Ground"), _ground(before), _ground(after))
    yield Change(tr("Result"), _result(before), _result(after))
    yield Change(tr("Last move"), _last_move(before), _last_move(after))


def _standing(before: State, after: State) -> Iterator[Change]:
    for seat in (LEFT, RIGHT):
        name, old, new = seat_name(seat), before.seat(seat), after.seat(seat)
        told = (
            (tr("{seat} is"), _there(before, seat), _there(after, seat)),
            (tr("Faults by {seat}"), str(old.hand_faults), str(new.hand_faults)),
            (tr("{seat}'s warnings"), str(old.warnings), str(new.warnings)),
            (tr("{seat} record"), _record(before, seat), _record(after, seat)),
            (tr("{seat} referee"), tr(_CALLS[old.call]), tr(_CALLS[new.call])),
            (tr("{seat} period"), str(old.period), str(new.period)),
            (tr("{seat} byo-yomi"), _byoyomi(old), _byoyomi(new)),
            (tr("{seat} clapper"), _clapper(old.fallen), _clapper(new.fallen)),
            (tr("{seat} claims"), _claims(before, seat), _claims(after, seat)),
        )
        for label, was, becomes in told:
            yield Change(label.format(seat=name), was, becomes)


def _moves(before: State, after: State) -> Iterator[Change]:
    old, new = before.play, after.play
    yield Change(tr("Black's"), str(old.made(old.black)), str(new.made(new.black)))
    yield Change(tr("White's"), str(old.made(old.black.other)), str(new.made(new.black.other)))
    yield Change(tr("Moves"), str(old.moves), str(new.moves))


def _times(before: State, after: State) -> Iterator[Change]:
    for seat in (LEFT, RIGHT):
        old, new = before.seat(seat), after.seat(seat)
        yield Change(seat_name(seat), words.time(old.remaining_ns), words.time(new.remaining_ns))


def _rows(change: Change) -> tuple[str, ...]:
    """A change in one row where it fits, else in two; what was not there before has no before."""
    told = f"{change.label} {change.before}".strip()
    one = f"{told}→{change.after}"
    if change.before == tr(words.NONE):
        told, one = change.label, f"{change.label}: {change.after}"
    if fits(one):
        return (one,)
    return cut(told), cut(f"→ {change.after}")


def _black(state: State) -> str:
    return words.OPEN if state.play.open else seat_name(state.play.black)


def _counted(state: State) -> str:
    return tr("no") if state.count_moves else tr("yes")


def _ground(state: State) -> str:
    return tr(state.ground) if state.ground else tr(words.NONE)


def _result(state: State) -> str:
    return tr(words.NONE) if state.result is None else tr(RESULTS[state.result])


def _last_move(state: State) -> str:
    return tr(words.NONE) if state.last_move is None else str(state.last_move)


def _opening(state: State) -> str:
    return tr("over") if state.play.step is None else tr("not over")


def _there(state: State, seat: Seat) -> str:
    return tr("late") if seat in state.absent else tr("here")


def _claims(state: State, seat: Seat) -> str:
    return tr("yes") if any(claim.seat is seat for claim in state.claims) else tr("no")


def _record(state: State, seat: Seat) -> str:
    return tr(_RECORDS[record_of(state, seat, state.seat(seat).remaining_ns)])


def _byoyomi(clock: SeatState) -> str:
    left = byoyomi_left(clock)
    return tr("none") if left is None else str(left)


def _clapper(fallen: bool) -> str:
    return tr("down") if fallen else tr("up")


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
