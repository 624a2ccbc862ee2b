"""What an organizer's act would change, told before it is done: the rules themselves are asked.

An act that the rules refuse has no preview, and one that changes nothing no rows: neither is ever
offered.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from clock.faces.glyphs import fits
from clock.faces.menu import words
from clock.faces.menu.places import Asked, NewGame
from clock.faces.setup.places import NewSetup
from clock.faces.words import RESULTS, seat_name
from clock.faces.words.control import asked_rows, setting
from clock.faces.words.language import tr
from clock.faces.words.match import begins, next_rows
from clock.faces.words.rows import cut
from clock.rules.inputs import Input, Resume
from clock.rules.machine import step
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State


class Change(NamedTuple):
    """One figure before and after."""

    label: str
    before: str
    after: str


def preview(state: State, act: Input) -> State | None:
    """Return the state that an act would lead to; None if the rules refuse it."""
    try:
        return step(state, replace(act, at_ns=state.at_ns))[0]
    except Refused:
        return None


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
        place = state.setup.match
        if place is not None:
            following = state.setup.following(state.result)
            left = () if state.result is not None else (tr(words.GAME_ENDS),)
            return (*left, *map(cut, next_rows(following)))
        colours = words.COLOURS_TURNED if act.colours_turned else words.SAME_COLOURS
        following = state.setup.following(state.result, colours_turned=act.colours_turned)
        left = () if state.result is not None else (tr(words.GAME_ENDS),)
        return (*left, tr(colours), begins(following))
    rows = tuple(row for change in changes_of(state, act) for row in _rows(change))
    return (*rows, *words.times(state)) if rows and isinstance(act, Resume) else rows


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
    if isinstance(act, Resume):
        told += [f"{words.time_row(state, seat)}." for seat in (LEFT, RIGHT)]
    return " ".join(told)


def _course(before: State, after: State) -> Iterator[Change]:
    yield Change(tr("Black"), _black(before), _black(after))
    yield Change(tr("To move"), seat_name(before.turn), seat_name(after.turn))
    yield Change(tr("Moves counted"), _counted(before), _counted(after))
    yield Change(tr("Ground"), _ground(before), _ground(after))
    yield Change(tr("Result"), _result(before), _result(after))


def _standing(before: State, after: State) -> Iterator[Change]:
    for seat in (LEFT, RIGHT):
        name, old, new = seat_name(seat), before.seat(seat), after.seat(seat)
        yield Change(
            tr("Faults by {seat}").format(seat=name), str(old.hand_faults), str(new.hand_faults)
        )
        yield Change(tr("{seat} period").format(seat=name), str(old.period), str(new.period))
        yield Change(
            tr("{seat} clapper").format(seat=name), _clapper(old.fallen), _clapper(new.fallen)
        )


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


def _clapper(fallen: bool) -> str:
    return tr("down") if fallen else tr("up")
