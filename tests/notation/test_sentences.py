"""Sentences made of the words of each language are read as the controls that they say."""

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from clock.notation.typed import control_as_typed
from clock.notation.written import typed_text
from clock.rules.refusal import SetupError

LANGUAGES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))


def read(text: str) -> str:
    try:
        return typed_text(control_as_typed(text))
    except SetupError as error:
        return str(error)


def increments(words: dict[str, list[str]]) -> Iterator[str]:
    parts = (words[each] for each in ("label", "minutes", "join", "seconds", "each", "start"))
    for label, minutes, join, seconds, each, start in product(*parts):
        yield f"{label}90 {minutes}{join}30 {seconds}{each}{start}"


def periods(words: dict[str, list[str]]) -> Iterator[str]:
    parts = (words.get(each, []) for each in ("label", "minutes", "moves", "then", "rest"))
    for label, minutes, moves, then, rest in product(*parts):
        yield f"{label}{moves.format(f'90 {minutes}')}{then}{rest.format(f'30 {minutes}')}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_minutes_with_seconds_for_every_move_are_read_in_each_languages_words(
    language: str,
) -> None:
    found = {text: read(text) for text in list(increments(LANGUAGES[language]))[::11]}
    assert {text: each for text, each in found.items() if each != "1h30m+30s"} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_in_a_time_then_another_are_read_in_each_languages_words(language: str) -> None:
    found = {text: read(text) for text in list(periods(LANGUAGES[language]))[::3]}
    assert {text: each for text, each in found.items() if each != "40/1h30m:30m"} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_unknown_words_at_the_edges_and_in_brackets_change_nothing(language: str) -> None:
    texts = list(increments(LANGUAGES[language]))[::97]
    for text in texts:
        for around in ("Kufstein: {}", "Kufstein, {}", "{} (Kufstein)", "{}, Kufstein"):
            assert read(around.format(text)) == "1h30m+30s", around.format(text)
