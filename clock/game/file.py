"""Game files: a setup and the inputs of a game as JSON, in and out."""

import re
from collections.abc import Iterator
from enum import Enum
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args

import msgspec

from clock.journal.databases import is_database
from clock.presets import ByRole, BySeat, ControlTable, controls, match_from, read_control
from clock.rules.control import Control, Method
from clock.rules.inputs import INSTANT_NS_END, Input, PressKind, Result, SetControl
from clock.rules.machine import begin
from clock.rules.match import Place
from clock.rules.notation import PeriodTable, table_from_control
from clock.rules.openings import OPENINGS, Option
from clock.rules.refusal import Refused, SetupError
from clock.rules.regulations import (
    PROFILES,
    FirstBonus,
    HandRule,
    LateStart,
    OnFlag,
    PenaltyTo,
    RecordRule,
    Regulations,
    Rollover,
    problems,
)
from clock.rules.seats import Colour, Hand, Seat
from clock.rules.state import Setup
from clock.rules.units import duration_ns, duration_text

FORMAT: Literal["clapper-game/1"] = "clapper-game/1"


class GameFileError(ValueError):
    """A game file that cannot be played; the message names the place in it."""


class Remaining(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the clocks show at the start, where that is not the first period."""

    left: str | None = None
    right: str | None = None


class MatchTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A handicap match, and where in it the game stands."""

    games: tuple[ByRole, ...]
    expert: Seat
    expert_must_win: int | None = None
    """None: every game."""
    results: tuple[Result, ...] = ()
    """Of the games before this one."""


class SetupTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A setup as it is written."""

    control: str | tuple[PeriodTable, ...] | BySeat
    regulations: str | dict[str, Any] = "rif"
    opening: str = "none"
    starter: Seat = Seat.LEFT
    first: Colour = Colour.BLACK
    remaining: Remaining = Remaining()
    match: MatchTable | None = None


class EitherSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A control for one seat or for each."""

    left: ControlTable | None = None
    right: ControlTable | None = None


class SetControlTable(
    msgspec.Struct,
    frozen=True,
    tag="SetControl",
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A `SetControl` as it is written: as in a setup."""

    at_ns: Annotated[int, msgspec.Meta(lt=INSTANT_NS_END)]
    control: ControlTable | EitherSeat | None = None
    regulations: str | dict[str, Any] | None = None
    reason: str = ""


_WRITTEN: Any = reduce(or_, (kind for kind in get_args(Input) if kind is not SetControl))


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game file as it is written."""

    format: Literal["clapper-game/1"]
    setup: SetupTable
    inputs: tuple[_WRITTEN | SetControlTable, ...]


def read_game(text: bytes) -> tuple[Setup, tuple[Input, ...]]:
    """Return the setup and the inputs of a game file.

    Raises GameFileError whose message is "place: what was expected".
    """
    if is_database(text):
        raise GameFileError(
            "expected a game file: it is a journal, `clapper export` makes game files of its games"
        )
    try:
        file = msgspec.json.decode(text, type=GameFile)
    except msgspec.ValidationError as wrong:
        raise GameFileError(_placed(str(wrong))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise GameFileError(f"expected JSON: {wrong}") from None
    except RecursionError:
        raise GameFileError("expected JSON: nested less deeply") from None
    try:
        setup = setup_from_table(file.setup)
        begin(setup)
    except Refused as wrong:
        raise GameFileError(f"setup.{wrong.place}: {wrong.message}") from None
    return setup, tuple(_inputs(file.inputs))


def write_game(setup: Setup, inputs: tuple[Input, ...]) -> bytes:
    """Return a game file that `read_game` reads as the same setup and inputs."""
    head = msgspec.json.format(msgspec.json.encode(table_from_setup(setup)), indent=1)
    lines = b",\n".join(
        msgspec.json.encode(_correction_table(each) if isinstance(each, SetControl) else each)
        for each in inputs
    )
    return b'{"format": "%b",\n"setup": %b,\n"inputs": [\n%b\n]}\n' % (
        FORMAT.encode(),
        head,
        lines,
    )


def table_from_setup(setup: Setup) -> SetupTable:
    """Return a setup as it is written."""
    return SetupTable(
        control=BySeat(table_from_control(setup.left), table_from_control(setup.right)),
        regulations=_choices(setup.regulations),
        opening=setup.opening.name,
        starter=setup.starter,
        first=setup.first,
        remaining=Remaining(
            *(
                None if given_ns is None else duration_text(given_ns)
                for given_ns in (setup.left_remaining_ns, setup.right_remaining_ns)
            )
        ),
        match=None if setup.match is None else _match_table(setup.match),
    )


def regulations_from(table: str | dict[str, Any]) -> Regulations:
    """Return a profile by name, or a base with choices of it changed.

    Times may be written as `referee_call = "5:00"` or as `referee_call_ns = 300000000000`. Raises
    SetupError with the key at fault.
    """
    changes = {} if isinstance(table, str) else dict(table)
    base = table if isinstance(table, str) else changes.pop("base", "rif")
    place = "regulations" if isinstance(table, str) else "regulations.base"
    if not isinstance(base, str) or base not in PROFILES:
        raise SetupError(place, f"expected one of {', '.join(PROFILES)}")
    choices = msgspec.to_builtins(PROFILES[base])
    for key, value in changes.items():
        name = f"{key}_ns" if f"{key}_ns" in choices else key
        if name not in choices or name == "name":
            raise SetupError(f"regulations.{key}", f"expected one of {', '.join(choices)}")
        choices[name] = _time(key, value) if name != key and value is not None else value
    try:
        return msgspec.convert(choices, Regulations)
    except msgspec.ValidationError as wrong:
        place, _, message = _placed(str(wrong)).partition(": ")
        raise SetupError(f"regulations.{place}", message) from None


def setup_from_table(table: SetupTable) -> Setup:
    """Return the setup that is written there; raises SetupError with the place at fault."""
    try:
        left, right = controls(table.control)
    except SetupError as wrong:
        raise SetupError(f"control{wrong.place}", wrong.message) from None
    if table.opening not in OPENINGS:
        raise SetupError("opening", f"expected one of {', '.join(OPENINGS)}")
    given = table.remaining
    return Setup(
        left=left,
        right=right,
        regulations=regulations_from(table.regulations),
        opening=OPENINGS[table.opening],
        starter=table.starter,
        first=table.first,
        left_remaining_ns=None if given.left is None else _remaining("left", given.left),
        right_remaining_ns=None if given.right is None else _remaining("right", given.right),
        match=None if table.match is None else _match(table.match),
    )


def _inputs(written: tuple[Any, ...]) -> Iterator[Input]:
    for index, each in enumerate(written):
        try:
            yield _correction(each) if isinstance(each, SetControlTable) else each
        except SetupError as wrong:
            place = f"inputs[{index}]{'.' if wrong.place else ''}{wrong.place}"
            raise GameFileError(f"{place}: {wrong.message}") from None


def _correction(table: SetControlTable) -> SetControl:
    if table.control is None and table.regulations is None:
        raise SetupError("", "expected control or regulations")
    regulations = None if table.regulations is None else regulations_from(table.regulations)
    for place, message in () if regulations is None else problems(regulations):
        raise SetupError(f"regulations.{place}", message)
    try:
        left, right = _either(table.control)
    except SetupError as wrong:
        raise SetupError(f"control{wrong.place}", wrong.message) from None
    return SetControl(table.at_ns, left, right, regulations, table.reason)


def _either(table: ControlTable | EitherSeat | None) -> tuple[Control | None, Control | None]:
    if table is None:
        return None, None
    if not isinstance(table, EitherSeat):
        return controls(table)
    if table.left is None and table.right is None:
        raise SetupError("", "expected left or right")
    left = None if table.left is None else read_control(table.left, ".left")
    return left, None if table.right is None else read_control(table.right, ".right")


def _correction_table(given: SetControl) -> SetControlTable:
    left, right = (
        None if control is None else table_from_control(control)
        for control in (given.left, given.right)
    )
    control = left if left == right else EitherSeat(left, right)
    regulations = None if given.regulations is None else _choices(given.regulations)
    return SetControlTable(given.at_ns, control, regulations, given.reason)


def _match(table: MatchTable) -> Place:
    try:
        return match_from(table.games, table.expert_must_win, table.expert, table.results)
    except SetupError as wrong:
        raise SetupError(f"match.{wrong.place}", wrong.message) from None


def _match_table(place: Place) -> MatchTable:
    games = tuple(
        ByRole(table_from_control(times.beginner), table_from_control(times.expert))
        for times in place.match.games
    )
    return MatchTable(games, place.expert, place.match.expert_must_win, place.results)


def _remaining(seat: str, text: str) -> int:
    try:
        return duration_ns(text)
    except ValueError as wrong:
        raise SetupError(f"remaining.{seat}", str(wrong)) from None


def _time(key: str, value: object) -> int:
    try:
        return duration_ns(str(value))
    except ValueError as wrong:
        raise SetupError(f"regulations.{key}", str(wrong)) from None


def _choices(regulations: Regulations) -> dict[str, Any]:
    """Return a set of choices as it is written: what differs from the profile that it names."""
    base = msgspec.to_builtins(PROFILES[regulations.name])
    choices: dict[str, Any] = msgspec.to_builtins(regulations)
    changed = {key: value for key, value in choices.items() if value != base[key]}
    return {"base": regulations.name, **changed}


def _placed(message: str) -> str:
    """Turn msgspec's "what - at `$.place`" into "place: what was expected"."""
    what, _, place = message.replace("`", "").partition(" - at $")
    place = place.lstrip(".")
    known = _KNOWN.get(re.sub(r"\[.*?\]$", "", place).rpartition(".")[2])
    if what.startswith("Invalid") and known is not None:
        what = f"expected one of {', '.join(known)}, got {what.partition('value ')[2]}"
    what = what[:1].lower() + what[1:]
    return f"{place}: {what}" if place else what


def _values(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in kind)


_KNOWN = {
    "type": tuple(kind.__name__ for kind in get_args(Input)),
    "seat": _values(Seat),
    "absent": _values(Seat),
    "black": _values(Seat),
    "expert": _values(Seat),
    "results": _values(Result),
    "starter": _values(Seat),
    "first": _values(Colour),
    "hand": _values(Hand),
    "option": _values(Option),
    "result": _values(Result),
    "as": _values(PressKind),
    "method": _values(Method),
    "on_flag": _values(OnFlag),
    "rollover": _values(Rollover),
    "first_bonus": _values(FirstBonus),
    "hand_rule": _values(HandRule),
    "hand_penalty_to": _values(PenaltyTo),
    "record": _values(RecordRule),
    "late_start": _values(LateStart),
    "format": (FORMAT,),
}
"""What a field may say, for the message when it says something else."""
