"""Texts for people as values: an English template, and the values for its placeholders.

A message is rendered where it is shown, in the reader's language; nothing here knows of languages,
and nothing parses a rendered text. A value is a part (`Line`, `LampName`, `ScreenName`), a figure,
a message, or a text that is not translated.
"""

from collections.abc import Iterable, Mapping
from typing import Protocol

NAME_MAX = 40
"""A longer text is no mistyped name."""


class MessageLike(Protocol):
    """Any message: this module's class, or the caller's own."""

    @property
    def template(self) -> str: ...
    @property
    def values(self) -> Mapping[str, object]: ...


class Message:
    """A template with its values: `Message("line {number}", number=3)`."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.template, self.values = template, values

    def __str__(self) -> str:
        """Return the English text, for tracebacks."""
        return self.template.format(**self.values)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(str(self))


class KeyFault:
    """A mistake at a key of a configuration; as text "key.path: what was expected".

    `about` is the path of a second key that the message concerns, empty if there is none.
    """

    def __init__(
        self, path: str, message: MessageLike | str, /, about: str = "", **values: object
    ) -> None:
        self.path, self.about = path, about
        self.message = Message(message, **values) if isinstance(message, str) else message

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


def nearest(text: object, names: Iterable[object]) -> str | None:
    """Return the name that was probably meant by a mistyped text, if there is one."""
    from difflib import get_close_matches  # only for a mistake

    if not isinstance(text, str) or len(text) > NAME_MAX:
        return None
    spelled = {_spelled(name): str(name) for name in names}
    found = get_close_matches(_spelled(text), spelled, n=1, cutoff=0.75)
    turned = (each for each in spelled if sorted(each) == sorted(_spelled(text)))
    return next((spelled[each] for each in (*found, *turned)), None)


def _spelled(name: object) -> str:
    """A name without what people mistake: capitals, and the sign between words."""
    return str(name).casefold().replace("_", "-").replace(" ", "-")


def one_of(names: Iterable[str]) -> Message | str:
    """Return names as a list in a sentence: "a, b or c"."""
    *most, last = sorted(map(str, names))  # keys as they are typed, so parts are not translated
    return Message("{names} or {last}", names=", ".join(most), last=last) if most else last
