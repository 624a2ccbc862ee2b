"""Update the languages' catalogues to the texts in the code: `python -m tools.catalogues`.

New texts are added for a person to translate; texts no longer in the code are removed. No entry is
fuzzy, because gettext would use a wrong translation. The tests list the untranslated texts.
"""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from clock.simulator.page_texts import texts_of as texts_of_page
from tools.compiled import LOCALE, compile_catalogues

ROOT = Path(__file__).parent.parent
ROOMS = ("clock", "hal")
KEYWORDS = {
    "tr": 0,
    "N_": 0,
    "trn": 0,  # and 1, the plural
    "trc": 1,  # after its context
    "Message": 0,
    "Problem": 0,
    "PinError": 0,
    "JournalError": 0,
    "GameFileError": 0,
    "LoginRefused": 0,
    "TooLong": 0,
    "Refused": 1,
    "SetupError": 1,
    "Unclear": 1,
    "KeyFault": 1,
    "add_fault": 1,  # of a Reader
    "ok": 1,  # findings of the doctor
    "warning": 1,
    "wrong": 1,
    "require": 2,
}
"""The functions that take a template, and its position among their arguments."""
ARGPARSE = (
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "argument %(argument_name)s: %(message)s",
    "the following arguments are required: %s",
    "unrecognized arguments: %s",
    "expected one argument",
    "expected at most one argument",
    "expected at least one argument",
    "ignored explicit argument %r",
    "not allowed with argument %s",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "ambiguous option: %(option)s could match %(matches)s",
    "invalid %(type)s value: %(value)r",
)
"""The texts of argparse itself, for which `clock.cli.parser` provides the translation."""
WIDTH = 100

_DROPPED = ('"Report-', '"POT-', '"PO-', '"Last-', '"Generated-', '"Language-Team')
_PLACE, _WORD = re.compile(r"{\w*}"), re.compile(r"[^\W\d_]")


class Site(NamedTuple):
    """A call that takes a template: the argument, and its possible texts."""

    file: Path
    keyword: str
    call: ast.Call
    template: ast.expr
    texts: tuple[str, ...]

    @property
    def context(self) -> str | None:
        """What the text stands for, if it has another form for that."""
        return ast.literal_eval(self.call.args[0]) if self.keyword == "trc" else None


@cache
def sites() -> tuple[Site, ...]:
    """Return all calls of the keywords in the program."""
    return tuple(_sites())


def _sites() -> Iterator[Site]:
    for file in sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        tree = ast.parse(file.read_bytes())
        names = _named_texts(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                keyword = getattr(node.func, "attr", getattr(node.func, "id", ""))
                at = KEYWORDS.get(keyword, len(node.args))
                arguments = node.args[at : at + 2] if keyword == "trn" else node.args[at : at + 1]
                if arguments:
                    texts = tuple(text for each in arguments for text in texts_of(each, names))
                    yield Site(file, keyword, node, arguments[0], texts)


def texts_of(expression: ast.expr, names: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield an expression's possible texts: a constant, either of two, or a named text."""
    match expression:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Name(id=name):
            yield from names.get(name, ())
        case ast.IfExp():
            yield from texts_of(expression.body, names)
            yield from texts_of(expression.orelse, names)


def _named_texts(tree: ast.AST) -> dict[str, list[str]]:
    """Return the texts that a file assigns to names."""
    names = defaultdict[str, list[str]](list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names[node.targets[0].id] += texts_of(node.value, {})
    return names


@cache
def extracted() -> Catalog:
    """Return all English texts with words in them, and their files."""
    catalogue = Catalog(fuzzy=False)
    for file, text, context in (*_with_context(), *((*each, None) for each in _texts())):
        if _WORD.search(_PLACE.sub("", "".join(text))):
            where = [(file.relative_to(ROOT).as_posix(), 0)]
            catalogue.add(text, locations=where, context=context)
    return catalogue


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language."""
    with _file(language).open("rb") as source:
        return read_po(source, locale=language)


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.name for path in (ROOT / LOCALE).iterdir() if path.is_dir())


def update(language: str) -> int:
    """Update a catalogue to the code; return the number of untranslated texts."""
    catalogue = read_catalogue(language)
    catalogue.update(extracted(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    write_catalogue(language, catalogue)
    return sum(1 for message in catalogue if message.id and not any(_strings(message.string)))


def write_catalogue(language: str, catalogue: Catalog) -> None:
    """Write a catalogue, sorted by file and without dates, so that a diff shows only changes."""
    written = BytesIO()
    write_po(written, catalogue, width=WIDTH, include_lineno=False, sort_by_file=True)
    head, blank, texts = written.getvalue().decode().partition("\n\n")
    lines = [line for line in head.split("\n") if not line.startswith(_DROPPED)]
    _file(language).write_text("\n".join(lines) + blank + texts, encoding="utf-8")


def _with_context() -> Iterator[tuple[Path, str, str]]:
    for site in sites():
        if site.context is not None:
            yield from ((site.file, text, site.context) for text in site.texts)


def _texts() -> Iterator[tuple[Path, str | tuple[str, ...]]]:
    for site in sites():
        if site.context is not None:
            continue
        if site.keyword != "trn":
            yield from ((site.file, text) for text in site.texts)
        elif site.texts:
            yield site.file, site.texts
    yield from ((ROOT / "clock" / "cli" / "parser.py", text) for text in ARGPARSE)
    report = ROOT / "clock" / "records" / "report" / "page.html"
    cards = ROOT / "clock" / "cards" / "sheet.html"
    pages = (ROOT / "clock" / "desk_pages" / "templates").glob("*.html")
    for file in (report, cards, *sorted(pages)):
        with file.open("rb") as source:
            texts = babel_extract(source, ("tr",), (), {})
            yield from ((file, str(text)) for _, _, text, _ in texts)
    for file in sorted((ROOT / "clock" / "simulator" / "page").glob("*.*")):
        yield from ((file, text) for text in texts_of_page(file.read_text(encoding="utf-8")))
    for file in sorted((ROOT / "clock" / "presets").glob("*.toml")):
        yield from ((file, preset["title"]) for preset in _toml(file).values())
    for file in sorted((ROOT / "clock" / "kinds").glob("*.toml")):
        kind = _toml(file)
        yield from ((file, text) for text in (kind["title"], *kind.get("sides", ())))
    for file in sorted((ROOT / "clock" / "openings").glob("*.toml")):
        opening = _toml(file)
        yield file, opening["title"]
        for step in opening.get("steps", {}).values():
            yield from ((file, step[key]) for key in ("text", "announced") if key in step)
            if "one" in step:
                yield file, (step["one"], step["text"])
    for room, name in (("menu", "manual.toml"), ("text", "regulations.toml")):
        file = ROOT / "clock" / room / name
        yield from ((file, text) for text in _strings_in(_toml(file)))


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _strings_in(value: object) -> Iterator[str]:
    """Yield all strings in a table of tables."""
    if isinstance(value, dict):
        for each in value.values():
            yield from _strings_in(each)
    else:
        yield str(value)


def _file(language: str) -> Path:
    return ROOT / LOCALE / language / "LC_MESSAGES" / "clapper.po"


def _strings(string: object) -> tuple[str, ...]:
    return tuple(map(str, string)) if isinstance(string, (tuple, list)) else (str(string or ""),)


if __name__ == "__main__":
    for each in languages():
        count = update(each)
        where = f' in {_file(each).relative_to(ROOT)}: msgstr ""' if count else ""
        sys.stdout.write(f"{each}: {count} texts to translate{where}\n")
    compile_catalogues(ROOT)
