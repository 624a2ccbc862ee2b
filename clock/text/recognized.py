"""Texts that come in English from below the faces, with their figures, found by their templates."""

import re
from collections.abc import Callable, Container, Iterable
from functools import cache

from clock.text.language import tr


def recognized(
    text: str,
    templates: Iterable[str],
    figure: Callable[[str], str] = str,
    kept: Container[str] = (),
) -> str | None:
    """Return a text in the language spoken now; None if it is of none of the templates.

    `figure` says what a template was filled in with; that of the places `kept` stays as it is.
    """
    for template in templates:
        found = _pattern(template).fullmatch(text)
        if found is not None:
            figures = {
                name: filled if name in kept else figure(filled)
                for name, filled in found.groupdict().items()
            }
            return tr(template).format(**figures)
    return None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What a template may be filled in as: one that begins with a figure does not take a place."""
    pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template))
    return re.compile(re.sub(r"\A\(\?P<(\w+)>\.\+\?\)", r"(?P<\1>(?:(?!: ).)+?)", pattern))
