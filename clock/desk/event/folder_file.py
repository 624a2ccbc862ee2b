"""The settings of a folder, of an event or a club, as a file of TOML."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from clock.notation.reader import converted, require_none
from clock.notation.toml import keys_of, parsed, read_text
from clock.rules.message import Message, Problem
from clock.rules.refusal import SetupError

_S = TypeVar("_S")


def read_settings(
    file: Path,
    kind: type[_S],
    missing: Message,
    problems: Callable[[_S], Iterable[tuple[str, Message]]],
) -> _S:
    """Return what a file says, without `problems`, which have their keys.

    Raises Problem with the place of a mistake, or with `missing` where there is no file.
    """
    try:
        toml = parsed(read_text(file), str(file))
    except FileNotFoundError:
        raise Problem(missing) from None
    try:
        settings: _S = converted(toml.tables, kind)
        require_none(problems(settings))
    except SetupError as error:
        line = toml.line(keys_of(error.place))
        raise Problem(toml.mistake(line, error.place, error.message)) from None
    return settings
