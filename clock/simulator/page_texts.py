"""The texts of the page: in its files, English in double braces, with keys in backticks."""

import html
import json
import re

from clock.text.language import speaking, tr

_TEXT = re.compile(r"\{\{(.+?)\}\}")
_KEY = re.compile("`(.+?)`")
_PAGE_TAG = '<html lang="en">'


def texts_of(source: str) -> list[str]:
    """Return the English texts in a file of the page, in order."""
    return _TEXT.findall(source)


def translate_page(source: str, media_type: str, language: str) -> str:
    """Return a file of the page with its texts translated, and escaped for its media type."""
    escape = {"text/html": _in_html, "text/javascript": _in_script}.get(media_type)
    if escape is None:
        return source
    source = source.replace(_PAGE_TAG, f'<html lang="{language}">')
    with speaking(language):
        return _TEXT.sub(lambda text: escape(tr(text[1])), source)


def _in_html(text: str) -> str:
    return _KEY.sub(r"<kbd>\1</kbd>", html.escape(text))


def _in_script(text: str) -> str:
    """Escape a text for a string in a script, between quotes or backticks."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("`", "\\`").replace("${", "\\${")
