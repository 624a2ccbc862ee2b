"""What people write on pages, in rule books and in pairing files is read as it is meant."""

import re
from collections import defaultdict
from itertools import permutations
from pathlib import Path

import pytest

from clock.notation import lexicon
from clock.notation.numbers import with_digits, without_accents
from clock.notation.typed import Unclear, control_as_typed
from clock.notation.written import typed_text
from clock.presets import find_presets
from clock.rules.refusal import SetupError

MANUAL = Path(__file__).parents[2] / "docs" / "manual.md"
LINES = Path(__file__).with_name("controls.tsv").read_text(encoding="utf-8").splitlines()
TEXTS = dict(line.split("\t") for line in LINES if not line.startswith("#"))


def read(text: str) -> str:
    """How a text is read, in the words of controls.tsv."""
    try:
        return typed_text(control_as_typed(text))
    except Unclear as error:
        return f"asked: {', '.join(map(typed_text, error.meanings))}"
    except SetupError:
        return "refused"


def test_each_text_is_read_as_it_is_meant_or_asked_or_refused() -> None:
    assert {text: read(text) for text in TEXTS} == TEXTS
    assert len(TEXTS) > 300


def test_a_word_that_no_table_has_never_changes_what_is_read() -> None:
    others = defaultdict(set)
    for text in TEXTS:
        for at in (0, *(each.start() for each in re.finditer(" ", text)), len(text)):
            found = read(f"{text[:at]} Kufstein {text[at:]}")
            if not found.startswith(("refused", "asked: ")) and found != TEXTS[text]:
                others[text].add(found)
    assert others == {}


def test_labels_and_facts_of_go_beside_a_text_never_change_what_is_read() -> None:
    others = []
    for label in ("Rounds 1-5: {}", "U12: {}", "122 {}", "Komi 6.5, {}", "{} (rounds 1-5)"):
        for text in (each for each in list(TEXTS)[::5] if re.match(r"\d+[^x\d]", each)):
            found = read(label.format(text))
            if found != TEXTS[text] and not found.startswith(("refused", "asked: ")):
                others.append((label.format(text), found))
    assert others == []


def test_quotes_of_every_sort_are_minutes_and_seconds_or_say_nothing() -> None:
    others = {}
    for text in (each for each in TEXTS if {*each} & {*"'\""} and each[0] != "["):
        for minutes, seconds in ("’”", "‘“", "′″", "ʹʺ", "‛‟", "ʼ״", ("´", "´´")):
            found = read(text.replace('"', seconds).replace("'", minutes))
            if found != TEXTS[text]:
                others[text] = found
    assert others == {}
    around = ("“{}”", "„{}“", "‘{}’", "«{}»", "»{}«", '"{}"', "Blitz: “{}”", "「{}」")
    for text in ("90+30", "90' + 30''", "40/90 min, 30 min; +30 s", "3 min + 2 sec"):
        assert {read(each.format(text)) for each in around} == {read(text)}


def test_the_examples_of_the_manual_are_read() -> None:
    part = MANUAL.read_text(encoding="utf-8").split("| written | is |")[1].split("\n\n")[0]
    examples = [each for row in part.splitlines() for each in re.findall("`(.+?)`", row)]
    assert len(examples) > 12
    presets = find_presets()
    for each in examples:
        assert presets.meant(each).title == ""


def test_each_meaning_between_which_the_clock_asks_has_one_meaning() -> None:
    for question in (each for each in TEXTS.values() if each.startswith("asked: ")):
        for meaning in question.removeprefix("asked: ").split(", "):
            assert read(meaning) == meaning


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("90+30 parsecs", "parsecs"),
        ("5 Tage/Partie", "5 tage"),
        ("75 minutes + 15 minutes quickplay", "15 minutes quickplay"),
        ("40/90, SD/30, foo 30", "foo"),
        ("3+2;d5", "d5"),
    ],
)
def test_a_refusal_names_the_part_that_is_not_understood(text: str, part: str) -> None:
    with pytest.raises(SetupError, match=f": {part} is not understood$"):
        control_as_typed(text)


def test_no_words_stand_for_two_things_except_units_which_follow_a_number() -> None:
    letters = defaultdict(set)
    for kind, languages in lexicon.words():
        for pattern in (each for patterns in languages.values() for each in patterns):
            for phrase in lexicon.spelled_out(with_digits(without_accents(pattern))):
                if kind not in lexicon.UNITS:
                    letters[lexicon.raw_words(phrase)].add(lexicon.LETTERS[kind])
    assert {words: found for words, found in letters.items() if len(found) > 1} == {}


def test_a_text_of_two_events_is_never_read() -> None:
    for text in (
        "Rapid: 15 min + 10 sec, Blitz: 3 min + 2 sec",
        "Open 90 min + 30 s, Kufstein 60 min + 30 s",
        "Rapid 25 min, Blitz 5 min",
        "Hauptturnier 90 Minuten, Nebenturnier 30 Minuten",
        "Schnellschach 15 Min. + 5 Sek. / Blitz 3 Min. + 2 Sek.",
        "15 min + 10 s and 60 min",
        "20 min per player / 15 min 10 sec increment",
        "25 min + 10 s Bronstein and 90 min + 30 s",
        "30 min a side and 2 x 15 minutes",
    ):
        assert read(text).startswith(("refused", "asked: ")), text


def test_many_minutes_behind_a_plus_are_never_for_every_move() -> None:
    for minutes in range(3, 61):
        for text in (f"90 min + {minutes} min", f"40/90' + {minutes}'", f"1h30 + {minutes}m"):
            assert f"+{minutes * 60}s" not in read(text)


@pytest.mark.parametrize("join", [", ", ", then ", " and "])
def test_later_blocks_that_are_greater_may_be_counted_from_the_start(join: str) -> None:
    for moves, minutes in ((60, 150), (80, 240), (41, 121)):
        found = read(f"40 moves in 120 min{join}{moves} moves in {minutes} min, then 15 min")
        assert found.startswith("asked: "), (moves, minutes, found)
    for moves, minutes in ((40, 120), (20, 150), (60, 90), (60, 120)):
        found = read(f"40 moves in 120 min{join}{moves} moves in {minutes} min, then 15 min")
        assert not found.startswith("asked: "), (moves, minutes, found)


def test_a_tag_with_a_period_behind_one_that_ends_the_game_is_refused() -> None:
    for value in ("300; 600", "5+0.05; 10+0.1", "5400+30;1800+30"):
        assert read(f'[TimeControl "{value}"]') == "refused"
    assert read('[TimeControl "40/5400;1800"]') == "40/1h30m:30m"


def test_a_table_in_one_line_is_read_in_any_order_of_its_names() -> None:
    stones = ("Main Time{}12 minutes", "Time per Period{}1 minute", "Stones per Period{}10")
    periods = ("Main time{}30 min", "Period time{}30 sec", "Number of periods{}5")
    for rows, meant in ((stones, "12m+10/1m"), (periods, "30m+5x30s")):
        for order in permutations(rows):
            for sign, join in (" - ", " "), (": ", ", "), (" = ", "; "):
                assert read(join.join(order).format(*[sign] * 3)) == meant


def test_seconds_behind_words_and_a_bare_number_are_no_bonus() -> None:
    for words in ("the time control was", "time", "per player and game"):
        assert read(f"17 {words} 1s") != "17m+1s"
