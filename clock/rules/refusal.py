"""Refusals of the rules: after one of these errors nothing has changed."""

from clock.rules.message import Message, Problem


class Refused(Problem):
    """An act of the organizer is impossible in this state; `place` names the field at fault."""

    def __init__(self, place: str, message: Message | str, /, **values: object) -> None:
        super().__init__(message, **values)
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else str(self.message)


class SetupError(Refused):
    """A game cannot be played with this setup."""


def require(holds: bool, place: str, message: str, /, **values: object) -> None:
    """Raise Refused for the field `place`, with the message, unless `holds`."""
    if not holds:
        raise Refused(place, message, **values)
