"""Bring the languages' catalogues up to the texts in the code: `python -m tools.catalogues`.

New texts come in without a translation, for a person to give one; a text that nothing says any more
goes out. Nothing is guessed: no entry is fuzzy. The tests tell what is still to be translated.
"""

import sys
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from clock.simulator.words import words_of
from tools.compiled import LOCALE, compile_catalogues

ROOT = Path(__file__).parent.parent
KEYWORDS = {
    "tr": None,
    "N_": None,
    "trn": (1, 2),
    "Message": None,
    "Problem": None,
    "Refused": (2,),
    "SetupError": (2,),
    "TimeWentBackwards": None,
    "require": (3,),
}
WIDTH = 100
NOT_KEPT = ('"Report-', '"POT-', '"PO-', '"Last-', '"Generated-', '"Language-Team')

Message = str | tuple[str, ...]


def extracted() -> Catalog:
    """Return every English text that can be said in another language, and the files it is in."""
    catalogue = Catalog(fuzzy=False)
    for file, message in _messages():
        catalogue.add(message, locations=[(file.relative_to(ROOT).as_posix(), 0)])
    return catalogue


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language."""
    with _file(language).open("rb") as source:
        return read_po(source, locale=language)


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.name for path in (ROOT / LOCALE).iterdir() if path.is_dir())


def update(language: str) -> int:
    """Bring a catalogue up to the code; return how many of its texts are not translated."""
    catalogue = read_catalogue(language)
    catalogue.update(extracted(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    write_catalogue(language, catalogue)
    return sum(1 for message in catalogue if message.id and not any(_strings(message.string)))


def write_catalogue(language: str, catalogue: Catalog) -> None:
    """Write a catalogue by the files its texts are in, without the day on which it was written."""
    written = BytesIO()
    write_po(written, catalogue, width=WIDTH, include_lineno=False, sort_by_file=True)
    head, blank, texts = written.getvalue().decode().partition("\n\n")
    kept = [line for line in head.split("\n") if not line.startswith(NOT_KEPT)]
    _file(language).write_text("\n".join(kept) + blank + texts, encoding="utf-8")


def _messages() -> Iterator[tuple[Path, Message]]:
    for file in sorted((ROOT / "clock").rglob("*.py")):
        with file.open("rb") as source:
            for _, message, _, _ in extract("python", source, KEYWORDS):
                yield file, message
    for file in sorted((ROOT / "clock" / "simulator" / "page").glob("*.*")):
        for text in words_of(file.read_text(encoding="utf-8")):
            yield file, text
    for file in sorted((ROOT / "clock" / "presets").glob("*.toml")):
        for preset in tomllib.loads(file.read_text(encoding="utf-8")).values():
            yield file, preset["title"]


def _file(language: str) -> Path:
    return ROOT / LOCALE / language / "LC_MESSAGES" / "clapper.po"


def _strings(string: object) -> tuple[str, ...]:
    return tuple(map(str, string)) if isinstance(string, (tuple, list)) else (str(string or ""),)


if __name__ == "__main__":
    for each in languages():
        sys.stdout.write(f"{each}: {update(each)} texts to translate\n")
    compile_catalogues(ROOT)
