"""Tables are read as msgspec reads them, each mistake at its place; each key has its line."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import msgspec
from hypothesis import given, settings

from clock.game.file import GameFile, write_game
from clock.notation.reader import converted
from clock.notation.toml import line_numbers
from clock.rules.refusal import SetupError
from clock.rules.state import Setup
from tests.rules.random_games import setups

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**63 - 1,
    5.5,
    "x",
    "left",
    "Press",
    [],
    [[]],
    {},
    {"type": "Tick"},
)


def changed(table: Any) -> Iterator[str]:
    """Yield the text of a table with one value after the other odd, gone, or with one more."""
    inner = [table]
    for each in inner:
        items = list(each.items() if isinstance(each, dict) else enumerate(each))
        inner += [item for _, item in items if isinstance(item, dict | list)]
        for key, item in items:
            for each[key] in ODD:
                yield json.dumps(table)
            each[key] = item
        if isinstance(each, dict):
            each["more"] = 1
            yield json.dumps(table)
            del each["more"]
            for key, item in items:
                del each[key]
                yield json.dumps(table)
                each[key] = item


@settings(max_examples=5, deadline=None)
@given(setups())
def test_a_game_file_with_an_odd_value_is_read_as_msgspec_does_or_has_a_mistake(
    game: Setup,
) -> None:
    file = json.loads(write_game(game, ()))
    file["inputs"] = [{"type": "Press", "at_ns": 5, "seat": "left"}]
    for text in changed(file):
        expected = read = None
        with suppress(msgspec.ValidationError):
            expected = msgspec.json.decode(text, type=GameFile)
        place = ""
        try:
            read = converted(json.loads(text), GameFile)
        except SetupError as error:
            place = error.place
        assert (read, bool(place)) == (expected, expected is None), text


TEXT_AND_LINES = [
    (
        "a = 1\n\n[b.c]\nd = [\n  1, # ]\n  2,\n]\ne.f = '''\n[no.table]\ng = 1\n'''\n"
        "[[h]]\ni = { j = 2 }\n['k l']\nm = 3",
        {
            ("a",): 1, ("b",): 3, ("b", "c"): 3, ("b", "c", "d"): 4, ("b", "c", "e"): 8,
            ("b", "c", "e", "f"): 8, ("h",): 12, ("h", "i"): 13, ("h", "i", "j"): 13,
            ("k l",): 14, ("k l", "m"): 15,
        },
    ),
    (
        "a.b = 1\na.c = 2\n[d.e]\n[d]\nf = 3\n[[g]]\nh = 4\n[[g]]\nh = 5\n",
        {
            ("a",): 1, ("a", "b"): 1, ("a", "c"): 2, ("d",): 3, ("d", "e"): 3, ("d", "f"): 5,
            ("g",): 6, ("g", "h"): 7, ("g", "[1]"): 8, ("g", "[1]", "h"): 9,
        },
    ),
]  # fmt: skip


def test_every_key_has_the_line_on_which_its_statement_begins() -> None:
    for (text, lines), end in product(TEXT_AND_LINES, ("\n", "\r\n")):
        assert line_numbers(text.replace("\n", end)) == lines
