"""The house's language: one name for one thing, and docstrings that are read once."""

import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from tools.rooms import ROOT, files, room_of
from tools.sources import source_of

SHARED = {"Message"}
"""`hal.message` and `clock.rules.message` are alike by design: hal knows nothing of the clock."""
SHARED_MODULES = {"control.py", "match.py", "message.py", "regulations.py"}
"""Modules that do the same job for their rooms: the rules of a thing, and its texts."""
RESTLESS = {"that", "what", "which", "who", "it", "one", "each", "such", "so"}
NEAR = 4
"""Two of these words within so many words of each other make a line be read twice."""
READ_TWICE_MAX = 0.03
ENDINGS = ("ings", "ing", "ied", "ies", "ed", "es", "en", "s", "d", "e", "y")
IRREGULAR = {
    "began": "begin",
    "begun": "begin",
    "fallen": "fall",
    "fell": "fall",
    "given": "giv",
    "gave": "giv",
    "held": "hold",
    "kept": "keep",
    "left": "leav",
    "made": "mak",
    "met": "meet",
    "ran": "run",
    "run": "run",
    "said": "say",
    "seen": "see",
    "sent": "send",
    "shown": "show",
    "taken": "tak",
    "took": "tak",
    "written": "writ",
    "wrote": "writ",
}


def place(file: Path, line: int) -> str:
    return f"{file.relative_to(ROOT)}:{line}"


def test_no_two_public_types_have_one_name() -> None:
    places = defaultdict(list)
    for file in files():
        for name, line in source_of(file).types:
            places[name].append(place(file, line))
    twice = {name: found for name, found in places.items() if len(found) > 1 and name not in SHARED}
    assert twice == {}


def test_modules_of_one_name_do_the_same_job() -> None:
    rooms = defaultdict(list)
    for file in files():
        rooms[file.name].append(room_of(file))
    twice = {name for name, found in rooms.items() if len(found) > 1} - {"__init__.py"}
    assert twice <= SHARED_MODULES


def test_first_lines_of_docstrings_are_read_once() -> None:
    count, restless = 0, []
    for file in files():
        for text, line in source_of(file).docstrings:
            words = re.findall(r"[a-z']+", text.lower())
            at = [index for index, word in enumerate(words) if word in RESTLESS]
            count += 1
            if any(after - before <= NEAR for before, after in pairwise(at)):
                restless.append(f"{place(file, line)} {text}")
    assert len(restless) <= READ_TWICE_MAX * count, "\n".join(restless)


def stem(word: str) -> str:
    """A word without the ending of its tense: "passed", "passes" and "passing" are "pass"."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls" else word


def test_no_two_public_functions_of_a_room_differ_in_a_tense_alone() -> None:
    found: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for file in files():
        for name, line in source_of(file).public:
            words = tuple(map(stem, name.split("_")))
            found[room_of(file), "_".join(words)][name] = place(file, line)
    plural = {"read_control", "sentence"}  # with "s" they return several
    tenses = [
        each
        for each in found.values()
        if len(each) > 1 and not (len(each) == 2 and min(each) in plural)
    ]
    assert tenses == []


def test_the_ending_of_a_tense_is_found() -> None:
    for alike in ("starts started starting", "stop stops stopped", "take takes taken took"):
        assert len(set(map(stem, alike.split()))) == 1, alike
