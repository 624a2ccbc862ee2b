"""A text for people as a value: an English template and what fills it in.

Whoever shows it renders it in the reader's language (`clock.text.language.render`), at the edge;
nothing parses what was rendered. A value is a name, a figure, a text that is not ours to translate,
or a message.
"""


class Message:
    """A template with places in braces, and their values: `Message("line {number}", number=3)`."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.template, self.values = template, values

    def __str__(self) -> str:
        """Return it in English, for a traceback and for who works on the clock."""
        return self.template.format(**self.values)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(str(self))


PLACED = "{place}: {problem}"


def placed(place: object, problem: object) -> Message:
    """Return a problem behind the place that it is about; a message without a place as it is.

    A problem that is no message is in the words of a library or of the system, and stays so.
    """
    if isinstance(problem, Message) and not place:
        return problem
    return Message(PLACED, place=place, problem=problem)


class Problem(ValueError):
    """What a user can mend, in one message; `str()` of it is English."""

    def __init__(self, message: Message | str, /, **values: object) -> None:
        super().__init__()
        self.message = message if isinstance(message, Message) else Message(message, **values)
        self.messages: tuple[Message, ...] = (self.message,)
        """All messages, where there can be several."""

    def __str__(self) -> str:
        return str(self.message)
