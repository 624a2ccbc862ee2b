"""A button that is kept down goes on by itself, so that long lists and figures are quick. Pure."""

import msgspec

from hal.ports import Line

REPEATING = frozenset({Line.MINUS, Line.PLUS})

REPEAT_AFTER_NS = 600_000_000
"""A button kept down this long begins to repeat."""

REPEAT_EVERY_NS = 150_000_000


class Repeat(msgspec.Struct, frozen=True):
    """The button that is kept down, and when it counts as pressed again."""

    line: Line | None = None
    due_ns: int | None = None

    def changed(self, line: Line, at_ns: int, *, pressed: bool) -> "Repeat":
        """Return what is kept down once a line changed: the last that went down."""
        if pressed:
            return Repeat(line, at_ns + REPEAT_AFTER_NS)
        return Repeat() if line is self.line else self

    def due(self, now_ns: int) -> tuple[Line | None, "Repeat"]:
        """Return the button that counts as pressed again now, once however late it is asked."""
        if self.due_ns is None or now_ns < self.due_ns:
            return None, self
        return self.line, Repeat(self.line, now_ns + REPEAT_EVERY_NS)
