"""Game files: a setup and the inputs of a game as JSON, in and out."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args

import msgspec

from clock.game.names import NAMELESS, Names
from clock.presets import controls
from clock.presets.controls import (
    ByRole,
    BySeat,
    ControlTable,
    PeriodTable,
    duration_at,
    read_control,
    read_match,
    table_from_control,
    table_from_match,
    with_choices,
)
from clock.presets.openings import opening_of, table_of
from clock.rules.control import Control
from clock.rules.inputs import INSTANT_NS_END, Input, Result, SetControl
from clock.rules.machine import begin
from clock.rules.match import MatchStanding
from clock.rules.message import Problem, placed
from clock.rules.openings import Opening
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, Regulations, problems
from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup
from clock.rules.units import duration_text
from clock.tables.reader import converted, require_none, within

FORMAT: Literal["clapper-game/1"] = "clapper-game/1"


class GameFileError(Problem):
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
    opening: str | Opening = "none"
    """A shipped one by name, or a whole opening."""
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
    names: Names = NAMELESS


def read_named(text: bytes) -> tuple[Setup, tuple[Input, ...], Names]:
    """Return a game file's setup, inputs and names; raises GameFileError with the place in it."""
    try:
        file = _decoded(text.removeprefix(BOM_UTF8))
        with within("setup"):
            setup = setup_from_table(file.setup)
            begin(setup)
        return setup, tuple(_inputs(file.inputs)), file.names
    except SetupError as error:
        raise GameFileError(placed(error.place, error.message)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise GameFileError("expected JSON: {problem}", problem=str(error)) from None
    except RecursionError:
        raise GameFileError("expected less deeply nested JSON") from None


def _decoded(text: bytes) -> GameFile:
    try:
        return msgspec.json.decode(text, type=GameFile)
    except msgspec.ValidationError:  # the reader is slower, and names the mistake and its place
        file: GameFile = converted(msgspec.json.decode(text), GameFile)
        return file


def write_game(setup: Setup, inputs: tuple[Input, ...], names: Names = NAMELESS) -> bytes:
    """Return a game file that is read as the same setup, inputs and names."""
    called = b'"names": %b,\n' % msgspec.json.encode(names) if names else b""
    head = msgspec.json.format(msgspec.json.encode(table_from_setup(setup)), indent=1)
    lines = b",\n".join(
        msgspec.json.encode(_correction_table(each) if isinstance(each, SetControl) else each)
        for each in inputs
    )
    form = b'{"format": "%b",\n%b"setup": %b,\n"inputs": [\n%b\n]}\n'
    return form % (FORMAT.encode(), called, head, lines)


def table_from_setup(setup: Setup) -> SetupTable:
    """Return a setup as it is written."""
    return SetupTable(
        control=BySeat(table_from_control(setup.left), table_from_control(setup.right)),
        regulations=_choices(setup.regulations),
        opening=table_of(setup.opening),
        starter=setup.starter,
        first=setup.first,
        remaining=Remaining(
            *(
                None if length_ns is None else duration_text(length_ns)
                for length_ns in (setup.left_remaining_ns, setup.right_remaining_ns)
            )
        ),
        match=None if setup.match is None else _match_table(setup.match),
    )


def regulations_from(table: str | dict[str, Any]) -> Regulations:
    """Return a profile by name, or a base with choices of it changed, as in `with_choices`."""
    changes = {} if isinstance(table, str) else dict(table)
    base = table if isinstance(table, str) else changes.pop("base", "rif")
    if not isinstance(base, str) or base not in PROFILES:
        place = "" if isinstance(table, str) else "base"
        raise SetupError(place, "expected one of {names}", names=", ".join(PROFILES))
    return with_choices(PROFILES[base], changes)


def setup_from_table(table: SetupTable) -> Setup:
    """Return the setup that is written there; raises SetupError with the place at fault."""
    with within("control"):
        left, right = controls(table.control)
    with within("opening"):
        opening = opening_of(table.opening)
    with within("regulations"):
        regulations = regulations_from(table.regulations)
    with within("remaining"):
        left_ns, right_ns = (
            None if text is None else duration_at(seat, text)
            for seat, text in (("left", table.remaining.left), ("right", table.remaining.right))
        )
    match = None
    if (of := table.match) is not None:
        with within("match"):
            match = read_match(of.games, of.expert_must_win, of.expert, of.results)
    return Setup(
        left=left,
        right=right,
        regulations=regulations,
        opening=opening,
        starter=table.starter,
        first=table.first,
        left_remaining_ns=left_ns,
        right_remaining_ns=right_ns,
        match=match,
    )


def _inputs(written: tuple[Any, ...]) -> Iterator[Input]:
    for index, each in enumerate(written):
        with within(f"inputs[{index}]"):
            yield _correction(each) if isinstance(each, SetControlTable) else each


def _correction(table: SetControlTable) -> SetControl:
    if table.control is None and table.regulations is None:
        raise SetupError("", "expected control or regulations")
    regulations = None
    if table.regulations is not None:
        with within("regulations"):
            regulations = regulations_from(table.regulations)
            require_none(problems(regulations))
    with within("control"):
        left, right = _either(table.control)
    return SetControl(table.at_ns, left, right, regulations, table.reason)


def _either(table: ControlTable | EitherSeat | None) -> tuple[Control | None, Control | None]:
    if table is None:
        return None, None
    if not isinstance(table, EitherSeat):
        return controls(table)
    if table.left is None and table.right is None:
        raise SetupError("", "expected left or right")
    with within("left"):
        left = None if table.left is None else read_control(table.left)
    with within("right"):
        return left, None if table.right is None else read_control(table.right)


def _correction_table(correction: SetControl) -> SetControlTable:
    left, right = (
        None if control is None else table_from_control(control)
        for control in (correction.left, correction.right)
    )
    return SetControlTable(
        at_ns=correction.at_ns,
        control=left if left == right else EitherSeat(left, right),
        regulations=None if correction.regulations is None else _choices(correction.regulations),
        reason=correction.reason,
    )


def _match_table(standing: MatchStanding) -> MatchTable:
    match = standing.match
    return MatchTable(
        table_from_match(match), standing.expert, match.expert_must_win, standing.results
    )


def _choices(regulations: Regulations) -> dict[str, Any]:
    """Return a set of choices as it is written: what differs from the profile that it names."""
    base = msgspec.to_builtins(PROFILES[regulations.name])
    choices: dict[str, Any] = msgspec.to_builtins(regulations)
    changed = {key: value for key, value in choices.items() if value != base[key]}
    return {"base": regulations.name, **changed}
