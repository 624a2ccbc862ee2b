"""What the rules refuse. Whoever gets one of these knows that nothing has changed."""


class Refused(ValueError):
    """An organizer's act that cannot be done in this state; `place` is the field at fault."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place, self.message = place, message


class TimeWentBackwards(Refused):
    """An input earlier than the last one."""

    def __init__(self, message: str) -> None:
        super().__init__("at_ns", message)


class SetupError(Refused):
    """A setup that cannot be played."""


def require(holds: bool, place: str, message: str) -> None:
    """Raise Refused with the field at fault and what was expected, unless it holds."""
    if not holds:
        raise Refused(place, message)
