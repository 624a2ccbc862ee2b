"""The words of the page: its files have them in English, in double braces.

Keys stand in backticks. Whoever shows the page may have them said in another language.
"""

import html
import json
import re
from collections.abc import Callable
from typing import NamedTuple

_WORDS = re.compile(r"\{\{(.+?)\}\}")
_KEY = re.compile("`(.+?)`")
_PAGE_TAG = '<html lang="en">'


class PageWords(NamedTuple):
    """The language of a page, as HTML names it, and how English is said in it."""

    language: str = "en"
    translate: Callable[[str], str] = str


def words_of(source: str) -> list[str]:
    """Return the English words in a file of the page, in their order."""
    return _WORDS.findall(source)


def spoken(source: str, media_type: str, words: PageWords) -> str:
    """Return a file of the page as it is served, its words said and escaped for its kind."""
    escape = {"text/html": _in_html, "text/javascript": _in_script}.get(media_type)
    if escape is None:
        return source
    source = source.replace(_PAGE_TAG, f'<html lang="{html.escape(words.language)}">')
    return _WORDS.sub(lambda found: escape(words.translate(found[1])), source)


def _in_html(text: str) -> str:
    return _KEY.sub(r"<kbd>\1</kbd>", html.escape(text))


def _in_script(text: str) -> str:
    """The text within a string, between quotes or backticks."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("`", "\\`").replace("${", "\\${")
