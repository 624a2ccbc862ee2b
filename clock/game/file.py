"""Game files: a setup and the inputs of a game as JSON, in and out."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args

import msgspec

from clock.game.names import NAMELESS, Names
from clock.notation.control_table import (
    ControlTable,
    read_control,
    read_controls,
    table_from_control,
)
from clock.notation.reader import converted, require_none, within
from clock.notation.regulations_table import regulations_from_table, table_from_regulations
from clock.notation.setup_table import (
    ReadControls,
    SetupTable,
    setup_from_table,
    table_from_setup,
)
from clock.rules.control import Control
from clock.rules.edition import EDITION
from clock.rules.inputs import INSTANT_NS_END, Input, SetControl
from clock.rules.machine import begin
from clock.rules.message import Problem, placed
from clock.rules.refusal import SetupError
from clock.rules.regulations import problems
from clock.rules.state import Setup

FORMAT: Literal["clapper-game/1"] = "clapper-game/1"


class GameFileError(Problem):
    """A game file that cannot be played; the message names the place in it."""


class EitherSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A control for one seat, or for both."""

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
    times_by_colour: bool | None = None


_WRITTEN: Any = reduce(or_, (kind for kind in get_args(Input) if kind is not SetControl))


Edition = Annotated[int, msgspec.Meta(ge=1)]


class _AnyGame(msgspec.Struct):
    rules: int = 1


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game file as it is written."""

    format: Literal["clapper-game/1"]
    setup: SetupTable
    inputs: tuple[_WRITTEN | SetControlTable, ...]
    names: Names = NAMELESS
    rules: Edition = 1


def read_named(
    text: bytes, controls: ReadControls = read_controls
) -> tuple[Setup, tuple[Input, ...], Names, int]:
    """Return a file's setup, inputs, names and edition; raises GameFileError with its place."""
    try:
        file = _decoded(text.removeprefix(BOM_UTF8))
        with within("setup"):
            setup = setup_from_table(file.setup, controls)
            begin(setup)
        return setup, tuple(_inputs(file.inputs, controls)), file.names, file.rules
    except SetupError as error:
        raise GameFileError(placed(error.place, error.message)) from None
    except UnicodeDecodeError:
        raise GameFileError("expected UTF-8: save the file again with the encoding UTF-8") from None
    except msgspec.DecodeError as error:
        raise GameFileError("expected JSON: {problem}", problem=str(error)) from None
    except RecursionError:
        raise GameFileError("expected less deeply nested JSON") from None


def require_known(text: bytes) -> None:
    """Raise GameFileError if a later edition of the rules has counted a game, in either format."""
    with suppress(msgspec.DecodeError):  # whoever reads all of it names the mistake
        edition = msgspec.json.decode(text, type=_AnyGame).rules
        if edition > EDITION:
            raise GameFileError(
                "counted by edition {edition} of the rules; this program knows editions up to "
                "{known}",
                edition=edition,
                known=EDITION,
            )


def _decoded(text: bytes) -> GameFile:
    require_known(text)
    try:
        return msgspec.json.decode(text, type=GameFile)
    except msgspec.ValidationError:  # the reader is slower, and names the mistake and its place
        file: GameFile = converted(msgspec.json.decode(text), GameFile)
        return file


def write_game(
    setup: Setup, inputs: tuple[Input, ...], names: Names = NAMELESS, edition: int = EDITION
) -> bytes:
    """Return a game file that is read as the same setup, inputs, names and edition."""
    called = b'"names": %b,\n' % msgspec.json.encode(names) if names else b""
    head = msgspec.json.format(msgspec.json.encode(table_from_setup(setup)), indent=1)
    lines = b",\n".join(
        msgspec.json.encode(_correction_table(each) if isinstance(each, SetControl) else each)
        for each in inputs
    )
    form = b'{"format": "%b",\n"rules": %d,\n%b"setup": %b,\n"inputs": [\n%b\n]}\n'
    return form % (FORMAT.encode(), edition, called, head, lines)


def _inputs(written: tuple[Any, ...], controls: ReadControls) -> Iterator[Input]:
    for index, each in enumerate(written):
        with within(f"inputs[{index}]"):
            yield _correction(each, controls) if isinstance(each, SetControlTable) else each


def _correction(table: SetControlTable, controls: ReadControls) -> SetControl:
    by_colour = table.times_by_colour
    if table.control is None and table.regulations is None and by_colour is None:
        raise SetupError("", "expected control or regulations")
    regulations = None
    if table.regulations is not None:
        with within("regulations"):
            regulations = regulations_from_table(table.regulations)
            require_none(problems(regulations))
    with within("control"):
        left, right = _either(table.control, controls)
    return SetControl(table.at_ns, left, right, regulations, table.reason, by_colour)


def _either(
    table: ControlTable | EitherSeat | None, controls: ReadControls
) -> tuple[Control | None, Control | None]:
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
    changed = correction.regulations
    return SetControlTable(
        at_ns=correction.at_ns,
        control=left if left == right else EitherSeat(left, right),
        regulations=None if changed is None else table_from_regulations(changed),
        reason=correction.reason,
        times_by_colour=correction.times_by_colour,
    )
