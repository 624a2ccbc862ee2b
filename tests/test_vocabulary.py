"""One vocabulary: no name, and no text for people, has a word that docs/vocabulary.md replaces."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clock.text.flags import FLAGS
from tools.catalogues import extracted
from tools.sources import source_of

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
ROOMS = ("clock", "hal", "tests", "tools", "benchmarks")

# Fields and values of files that were written with these names, and names of other libraries.
EXCEPTIONS = {
    "KEPT",  # RecordRule: "kept" in game files and configurations
    "CAME",  # Call: "came" in journals
    "RefereeCame",  # an output's type in `replay --json`
}


def backquoted(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


TABLE, STYLE = PAGE.split("## Style")
FORBIDDEN = {word for row in TABLE.splitlines() for word in backquoted(row.rpartition("| ")[2])}
(SENTENCE,) = re.findall(r"- Test names are sentences[^.]*\.[^.]*\.", STYLE)
IN_SENTENCES = backquoted(SENTENCE)


def words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*", name)}


@pytest.mark.parametrize("room", ROOMS)
def test_names_are_words_of_the_vocabulary(room: str) -> None:
    wrong = [
        f"{file.relative_to(ROOT)}:{line} {name}"
        for file in sorted((ROOT / room).rglob("*.py"))
        for name, line in source_of(file).names
        if name not in EXCEPTIONS
        and words(name) & (IN_SENTENCES if name.startswith("test_") else FORBIDDEN)
    ]
    assert not wrong, "\n".join(wrong)


def texts_for_people() -> Iterator[str]:
    for message in extracted():
        yield from message.id if isinstance(message.id, tuple) else (str(message.id),)


def test_texts_for_people_are_in_words_of_the_vocabulary() -> None:
    assert not {text for text in texts_for_people() if words(text) & IN_SENTENCES}


def test_a_text_about_a_fallen_clapper_has_another_for_games_with_flags() -> None:
    about = (
        r"\bclappers?('s)? (is|are|was|falls?|fell|fallen|down)\b|'s clapper|Clapper (fell|down)"
    )
    for text in texts_for_people():
        assert not re.search(about, text) or text in FLAGS, text
    for clapper, flag in FLAGS.items():
        assert flag == clapper.replace("clapper", "flag").replace("Clapper", "Flag")


def test_the_vocabulary_has_terms_and_words_to_look_for() -> None:
    assert len(TABLE.splitlines()) > 40
    assert len(PAGE.splitlines()) <= 90
    assert {"told", "given", "kept", "twin", "shelf"} <= FORBIDDEN
    assert IN_SENTENCES < FORBIDDEN
