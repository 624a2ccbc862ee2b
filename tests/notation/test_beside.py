"""Sentences, and numbers of other things, beside a time control never change what is read."""

import tomllib
from pathlib import Path

from clock.notation import lexicon
from tests.notation.test_written_by_people import TEXTS, read

PROSE = Path(lexicon.__file__).with_name("prose.toml")
CHANGING = Path(lexicon.__file__).with_name("changing.toml")
AROUND = (
    "{} (as usual)",
    "{}. Be warned: this is quick!",
    "7 rounds, start 19:30, {}",
    "Thursday, October 8, {}",
    "{}, entry 5 euros",
    "{}. If a player's time expires, he or she loses the game.",
)
IN_SENTENCES = {
    "60 minutes. The time is for both players together.",
    "60 min per player. Unused time is lost after each move.",
    "15 minutes per player, 30 minutes coffee",
    "3 rounds of 15 min then 2 rounds of 25 min",
    "It was 60 min in 2010 and is 90 min now",
    "60 minutes each, but the champion gets 30",
    "60 min for 20 boards",
    "15 min + 10 s, 25 min + 10 s in the final",
    "30 days for the game",
    "50 moves in 50 days",
    "10 min per player (the clock is reset after each move)",
    "G/60 (90 min with 5 s delay)",
    "5 min on Monday, 10 min on Tuesday",
    "各自60分、残り5分から秒読み",
    "60 min per player, you lose the unused time after each move",
    "60 min. All unused time is lost when the flag falls.",
    "60 min (White)",
    "60 min. White only.",
    "60 min (if possible)",
    "60 min (until Friday)",
    "5 vs 4. Or 6 minutes each",
}


def is_open(found: str) -> bool:
    return found.startswith(("refused", "asked: "))


def test_sentences_and_other_numbers_beside_a_text_never_change_what_is_read() -> None:
    texts = [each for each in list(TEXTS)[::7] if not is_open(TEXTS[each])]
    for around in AROUND:
        found = {text: read(around.format(text)) for text in texts}
        others = {text for text in texts if found[text] != TEXTS[text]}
        assert {text for text in others if not is_open(found[text])} == set(), around
        assert len(others) < len(texts) / 8, around


def test_a_word_of_prose_is_never_passed_over_behind_a_bare_number() -> None:
    tables = tomllib.loads(PROSE.read_text(encoding="utf-8")).values()
    patterns = (each for table in tables for patterns in table.values() for each in patterns)
    words = [word for each in patterns for word in lexicon.spelled_out(each)]
    assert len(words) > 2000
    for index, word in enumerate(words[::9]):
        for text in ("60 min {} 30", "30 {}", "60 min for 40 {}", "60 min, {} 30 min")[index % 4 :]:
            assert is_open(read(text.format(word))), text.format(word)


def test_a_word_that_may_change_a_time_is_never_passed_over() -> None:
    for words in tomllib.loads(CHANGING.read_text(encoding="utf-8"))["changing"].values():
        for index, word in enumerate(
            each for group in words for each in lexicon.spelled_out(group)
        ):
            text = ("60 min {}", "{} 60 min", "60 min {} + 30 s", "{}: 60 min + 30 s")[index % 4]
            assert is_open(read(text.format(word))), text.format(word)


def test_what_a_sentence_may_change_is_never_read() -> None:
    assert {text for text in IN_SENTENCES if not is_open(read(text))} == set()
