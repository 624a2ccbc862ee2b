"""What the rules refuse. Whoever gets one of these knows that nothing has changed."""

from clock.rules.message import Message, Problem


class Refused(Problem):
    """An organizer's act that cannot be done in this state; `place` is the field at fault."""

    def __init__(self, place: str, message: Message | str, /, **values: object) -> None:
        super().__init__(message, **values)
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else str(self.message)


class SetupError(Refused):
    """A setup that cannot be played."""


def require(holds: bool, place: str, message: str, /, **values: object) -> None:
    """Raise Refused with the field at fault and what was expected, unless it holds."""
    if not holds:
        raise Refused(place, message, **values)
