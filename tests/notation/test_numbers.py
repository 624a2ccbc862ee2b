"""Numbers as words are read in every language of the table, with accents and without."""

import tomllib
from pathlib import Path

from clock.notation import numbers
from clock.notation.numbers import with_digits, without_accents

TABLE = tomllib.loads(Path(numbers.__file__).with_name("numbers.toml").read_text(encoding="utf-8"))


def test_every_word_is_its_number_with_accents_and_without() -> None:
    for value, words in TABLE["values"].items():
        for word in words:
            assert with_digits(word) == with_digits(without_accents(word)) == value


def test_tens_and_units_are_added_up_and_a_half_to_what_it_follows() -> None:
    for text, digits in {
        "one hundred and twenty minutes": "120 minutes",
        "forty five": "45",
        "forty moves in two hours": "40 moves in 2 hours",
        "treinta y cinco": "35",
        "сто двадцать": "120",
        "quatre vingt dix": "90",
        "hour and a half": "1.5 hour",
        "two and a half hours": "2.5 hours",
        "a half hour": "0.5 hour",
        "half an hour": "0.5 hour",
        "per hour": "per 1 hour",
        "3 hours": "3 hours",
        "avec un incrément": "avec un incrément",
        "百二十分": "120分",
        "二時間半": "2.5時間",
        "제한시간 한시간, 이십초": "제한시간 1시간, 20초",
    }.items():
        assert with_digits(text) == digits
