"""A text for people as a value: an English template and its values.

It is rendered where it is shown, in the reader's language (`clock.text.language.render`), because
the rules do not know the reader; nothing parses a rendered text. A value is a name, a figure, a
foreign text (never translated) or another message.
"""


class Message:
    """A template with fields in braces, and their values: `Message("line {number}", number=3)`."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.template, self.values = template, values

    def __str__(self) -> str:
        """Return the English text, for tracebacks and developers."""
        return self.template.format(**self.values)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(str(self))


PLACED = "{place}: {problem}"


def placed(place: object, problem: object) -> Message:
    """Return a problem with the place in front of it; without a place, the problem alone.

    A `problem` in the words of a library or of the system is not a message; it stays untranslated.
    """
    if isinstance(problem, Message) and not place:
        return problem
    return Message(PLACED, place=place, problem=problem)


class Problem(ValueError):
    """A mistake that the user can fix; `str()` returns the message in English."""

    def __init__(self, message: Message | str, /, **values: object) -> None:
        super().__init__()
        self.message = message if isinstance(message, Message) else Message(message, **values)
        self.messages: tuple[Message, ...] = (self.message,)
        """All messages, for subclasses with several."""

    def __str__(self) -> str:
        return str(self.message)
