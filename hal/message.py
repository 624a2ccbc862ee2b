"""A text for people as a value: an English template and the values that fill it in.

Whoever displays it renders it in the reader's language; nothing here knows of languages, and
nothing parses what was rendered. A value is a part (`Line`, `LampName`, `ScreenName`), a figure, a
text that is not ours to translate, or a message.
"""

from collections.abc import Iterable, Mapping
from typing import Protocol


class MessageLike(Protocol):
    """What a message has: of this module's class or of the caller's own."""

    @property
    def template(self) -> str: ...
    @property
    def values(self) -> Mapping[str, object]: ...


class Message:
    """A template with places in braces, and their values: `Message("line {number}", number=3)`."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.template, self.values = template, values

    def __str__(self) -> str:
        """Return it in English, for a traceback and for developers."""
        return self.template.format(**self.values)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(str(self))


class KeyFault:
    """A mistake at a key of a configuration, in English "key.path: what was expected".

    `about` is the path of another key that the message is about as well, empty if there is none.
    """

    def __init__(
        self, path: str, message: MessageLike | str, /, about: str = "", **values: object
    ) -> None:
        self.path, self.about = path, about
        self.message = Message(message, **values) if isinstance(message, str) else message

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


def one_of(names: Iterable[str]) -> Message | str:
    """Return names as a sentence has them: "a, b or c"."""
    *most, last = sorted(map(str, names))  # a part is named by its key here
    return Message("{names} or {last}", names=", ".join(most), last=last) if most else last
