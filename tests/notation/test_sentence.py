"""A time control inside a sentence is found where nothing else in it can change the time."""

from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from clock.notation.each_side import Controls
from clock.notation.sentence import read_in_sentence
from clock.notation.written import typed_text
from clock.rules.control import Control
from clock.rules.refusal import SetupError
from clock.rules.units import MINUTE_NS
from tests.rules.games import control
from tests.rules.random_games import EVERY, controls

SENTENCES = {
    "en": (
        ("In Prague", "At the Kufstein club", "Last evening in the big hall"),
        ("the time control was", "the rate of play of the main event is"),
        ("in the main hall", "as usual", ". Please bring your own clock", "(section Kufstein)"),
    ),
    "de": (
        ("In Prag", "Im Vereinsheim", "Beim Stadtfest in Kufstein"),
        ("beträgt die Bedenkzeit", "ist die Bedenkzeit des Turniers"),
        ("im großen Saal", ". Bitte Uhren mitbringen", "(Gruppe Kufstein)"),
    ),
    "fr": (
        ("A Prague", "Au club de Kufstein"),
        ("la cadence est", "la cadence du tournoi est"),
        ("dans la grande salle", ". Merci de venir", "(salle Kufstein)"),
    ),
    "es": (
        ("En Praga", "En el club de Kufstein"),
        ("el ritmo de juego es", "el ritmo de las partidas es"),
        ("en la sala grande", ". Gracias por venir", "(sala Kufstein)"),
    ),
    "pt": (
        ("Em Praga", "Clube de Kufstein"),
        ("o ritmo de jogo é", "o ritmo do torneio é"),
        ("na sala grande", ". Obrigado", "(sala Kufstein)"),
    ),
    "it": (
        ("A Praga", "Nel circolo di Kufstein"),
        ("il tempo di riflessione è", "la cadenza, tempo di gioco, è"),
        ("nella sala grande", ". Grazie", "(sala Kufstein)"),
    ),
    "pl": (
        ("W Pradze", "W klubie Kufstein"),
        ("tempo gry wynosi", "tempo gry turnieju to"),
        (". Zapraszamy", "(sala Kufstein)"),
    ),
    "cs": (
        ("V Praze", "V klubu Kufstein"),
        ("je hrací tempo", "bude tempo hry"),
        (". Srdečně zveme", "(sál Kufstein)"),
    ),
    "nl": (
        ("In Praag", "In het clubgebouw"),
        ("is het speeltempo", "is de bedenktijd"),
        ("in de grote zaal", ". Welkom", "(zaal Kufstein)"),
    ),
    "ru": (
        ("В Праге", "В клубе Куфштайн"),
        ("контроль времени", "контроль времени турнира"),
        (". Приглашаем", "(зал Куфштайн)"),
    ),
    "ko": (
        ("프라하에서", "동호회에서"),
        ("제한시간은", "대회의 제한시간은"),
        (". 감사합니다", "(대강당)"),
    ),
    "ja": (
        ("プラハでは", "クラブでは"),
        ("持ち時間は", "大会の持ち時間は"),
        ("。ありがとうございます", "(大ホール)"),
    ),
    "zh": (
        ("在布拉格", "在俱乐部"),
        ("用时为", "比赛用时为"),
        ("。谢谢", "(大厅)"),
    ),
}
"""How a sentence begins, how it comes to the time, and how it ends, all without a figure."""
DENYING = {
    "en": ("not", "without", "except", "unless", "or", "instead", "until", "maximum", "penalty"),
    "de": ("nicht", "ohne", "außer", "oder", "statt", "bis", "maximal", "weniger", "Weiß"),
    "fr": ("sans", "pas", "sauf", "ou", "environ", "maximum", "moins", "seulement"),
    "es": ("sin", "salvo", "ni", "hasta", "máximo", "menos", "solamente"),
    "pt": ("sem", "exceto", "ou", "nem", "máximo", "somente"),
    "it": ("senza", "non", "oppure", "massimo", "meno", "tranne"),
    "pl": ("bez", "nie", "lub", "albo", "maksymalnie", "tylko"),
    "cs": ("bez", "není", "nebo", "maximálně", "místo", "pouze"),
    "nl": ("zonder", "niet", "geen", "ofwel", "maximaal", "alleen"),
    "ru": ("без", "не", "или", "кроме", "максимум", "только"),
    "ko": ("없이", "또는", "최대", "약"),
    "ja": ("なし", "または", "最大"),
    "zh": ("没有", "或", "最多"),
}
FIGURES = ("17", "twelve", "3:15")
READ = {
    "In Prague we played 30 moves in 45 minutes and 15 minutes for the rest.": (
        "30/45m:15m",
        ("In Prague",),
    ),
    "(3-day option, rounds 1-2 G/60, d10)": ("1hd10s", ("3-day option, rounds 1-2",)),
    "DGT 2010 set to 25 min, Bronstein delay 10 sec": ("25mb10s", ("DGT 2010",)),
    "4 hour sessions, 2 hours per player for all moves.": ("2h", ("4 hour sessions",)),
    "Saturday at 10:30 am in room B: 15 min + 10 s, max. 40 players, entry 10 EUR": (
        "15m+10s",
        ("Saturday at 10:30 am in room B", "max. 40 players, entry 10 EUR"),
    ),
}
NOT_READ = (
    "It used to be 15 min + 10 s in Prague",
    "The game lasted 40 moves in 90 minutes in Prague",
    "In Prag dauerte die Partie 40 Züge in 90 Minuten",
    "He played 40 moves in 90 minutes and resigned",
    "We drove for 2 hours to Prague",
    "In Prague we played 5 min + 3 s without increment",
    "In Prague we played 90 min + 30 s, 60 min in round 9",
    "Rapid is 15 min + 10 s in the hall. Blitz is 3 min + 2 s in the bar.",
    "If the players agree they play 15 min + 10 s",
    "Each match is 5 s per move, 120 s per match",
    "The time limit between moves shall be ten seconds",
    "In Prague White has 5 min + 3 s",
    "The hourglasses in Prague are for 5 min + 3 s",
    "25 min per player, then upcount",
    "The round starts in 15 minutes",
    "Lunch takes 30 min each",
    "Registration closes 30 minutes before round 1. Time control is announced.",
    "Speed limit 30/60 in town",
    "The bus takes 90 min and 30 sec per stop",
    "Each player loses 5 min per missed round",
    "Analysis: 10 min per player",
    "Wir spielten früher 90 min + 30 s, heute Blitz",
    "The clock gives 10 s per move extra in Prague to each",
    "Round 1: G/90;d5, Round 2: G/90;d5, Round 3: G/90;+30",
)


def parts(language: str) -> st.SearchStrategy[tuple[str, str, str]]:
    return st.tuples(*map(st.sampled_from, SENTENCES[language]))


@pytest.mark.parametrize("text", READ)
def test_what_was_not_used_is_named_beside_the_control(text: str) -> None:
    meant, unused = READ[text]
    found = read_in_sentence(text)
    assert (typed_text(found.controls[0]), found.unused) == (meant, unused)  # type: ignore[index]


@pytest.mark.parametrize("text", NOT_READ)
def test_a_sentence_that_may_change_the_time_is_not_read(text: str) -> None:
    with pytest.raises(SetupError):
        read_in_sentence(text)


@pytest.mark.parametrize("language", SENTENCES)
def test_each_sentence_of_harmless_words_is_harmless(language: str) -> None:
    for begin, comes, end in product(*SENTENCES[language]):
        found = read_in_sentence(f"{begin} {comes} 40/1h30m+30s:30m+30s {end}")
        assert found.text == "40/1h30m+30s:30m+30s"


def test_a_text_that_is_understood_has_nothing_unused() -> None:
    assert read_in_sentence("90+30 per move").unused == ()


@given(controls(EVERY), st.sampled_from([*SENTENCES]).flatmap(parts))
@example(control("40/1:30:00+30 then 30:00+30"), ("In Prague", "the time control was", "as usual"))
def test_any_control_is_found_in_a_sentence_of_harmless_words(
    periods: Control, around: tuple[str, str, str]
) -> None:
    assume(len(periods) > 1 or periods[0].bonus_ns or periods[0].time_ns >= MINUTE_NS)
    begin, comes, end = around
    found = read_in_sentence(f"{begin} {comes} {typed_text(periods)} {end}")
    assert found.controls == Controls(periods, periods)
    assert {each for each in found.unused if each not in f"{begin} {comes} {end}"} == set()


@given(st.data(), controls(EVERY))
def test_one_word_more_that_denies_or_counts_is_never_passed_over(
    data: Any, periods: Control
) -> None:
    language = data.draw(st.sampled_from([*SENTENCES]))
    begin, comes, end = data.draw(parts(language))
    more = data.draw(st.sampled_from((*DENYING[language], *FIGURES)))
    words, behind = f"{begin} {comes}".split(), end.split()
    around = [*words, typed_text(periods), *behind]
    places = [each for each in range(len(around) + 1) if each != len(words) + 1 or "." in end]
    at = data.draw(st.sampled_from(places))
    text = " ".join((*around[:at], more, *around[at:]))
    with suppress(SetupError):
        assert read_in_sentence(text).unused == (), text
