"""Kinds of game by the names that people type."""

from clock.kinds import KINDS, GameKind
from clock.notation.mistyped import not_one_of
from clock.rules.refusal import SetupError


def kind_named(name: str) -> GameKind:
    """Return the kind by its name; raises SetupError with a suggestion."""
    if name not in KINDS:
        raise SetupError("", "{problem}", problem=not_one_of(name, KINDS))
    return KINDS[name]
