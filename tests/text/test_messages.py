"""Every message of every raise site is whole, translated and in one language only."""

import ast
import re
from concurrent.futures import ThreadPoolExecutor
from string import Formatter

import pytest

from clock.rules.message import Message
from clock.text.glyphs import drawable
from clock.text.language import ENGLISH, LANGUAGES, PARTS, language, render, speaking, tr, trc, trn
from hal.message import Message as HalMessage
from hal.message import one_of
from hal.ports import LampName, Line, ScreenName
from tools.catalogues import ROOT, Site, extracted, languages, read_catalogue, sites

OTHERS = [code for code in LANGUAGES if code != ENGLISH]
MARKERS = {"tr", "N_", "trn"}
NOT_PLACES = {"about"}
"""Arguments of a raise site that are no values of its template."""

# Names, and what a user types, are the same in every language.
NAMES = """
    Renju Gomoku renju gomoku Fischer Bronstein Taraguchi Tarannikov Yamaguchi Sakata Soosyrv
    soosyrv Swap Long Pro Jönköping yomi byo Byo Clapper clapper Debian Raspberry Linux JavaScript
    Ctrl TimeControl SQLite systemd lgpio gpio gpiod rpi libgpiod spidev dtoverlay toml kHz root
    chmod sim doctor mock spi true false left right black honour hold key code stop last factory
    edges control regulations byoyomi club japan fide rif referees egf pins debounce rapid json ppm
    paho OpenGotha game chess shogi xiangqi janggi draughts othello scrabble other Othello Scrabble
    FMJD none Sente Gote Han Ing Enter players make evtest input segno
"""
# Words that Czech shares with English.
CZECH = """
    min swap Minus Plus minus plus menu pin argument Rapid restart disk Stop start Blitz blitz
    Role text port gong Gong Bullet program info broker Model model period per Handicap
"""
SHARED = {"cs": {*NAMES.split(), *CZECH.split()}, "ko": {*NAMES.split(), "Stop"}}


# Raise sites


def fields(text: str) -> set[str]:
    """What is filled into a text: "{seat}", and argparse's "%s" and "%(choices)s"."""
    if found := re.findall(r"%(?:\(\w+\))?[sr]", text):
        return set(found)
    return {
        f"{name}!{conversion}" if conversion else name
        for _, name, _, conversion in Formatter().parse(text)
        if name is not None
    }


def place(site: Site) -> str:
    return f"{site.file.relative_to(ROOT)}:{site.call.lineno}"


def together(expression: ast.expr) -> bool:
    """Whether a text is put together where it stands."""
    match expression:
        case ast.IfExp():
            return together(expression.body) or together(expression.orelse)
        case ast.Call(func=ast.Attribute(attr="format" | "join")):
            return True
        case _:
            return isinstance(expression, ast.JoinedStr | ast.BinOp)


def test_a_message_is_one_template_not_put_together() -> None:
    assert not [place(site) for site in sites() if together(site.template)]


def test_the_places_of_a_template_are_the_values_of_its_raise_site() -> None:
    for site in sites():
        values = {keyword.arg for keyword in site.call.keywords} - NOT_PLACES
        named = isinstance(site.template, ast.Name)
        if site.keyword not in MARKERS and None not in values and (values or not named):
            for text in site.texts:
                assert fields(text) == values, place(site)


def test_a_value_of_a_message_is_no_english_text() -> None:
    texts = {text for site in sites() for text in site.texts}
    for site in sites():
        for keyword in site.call.keywords:
            for node in ast.walk(keyword.value):
                match node:
                    case ast.Constant(value=str(text)) if text not in texts:
                        assert " " not in text or not words(text), (place(site), text)


# The catalogues


def forms_of(text: object) -> tuple[str, ...]:
    """An entry's id or translation, in all its plural forms."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text or ""),)


TYPED = re.compile(
    r"""`[^`]*`|"[^"]*"|'[^']*'|{[^}]*}|%\(\w+\)[sr]"""  # quoted, or filled in
    r"|\w+ = |\S*[_=/<>*]\S*|\S*\w\.\w\S*"  # keys, folders, files
    r"|--?[a-z-]+|\bclapper \w+(?: last)?"  # options and commands
)


def words(text: str) -> set[str]:
    """The words of a text, save what is typed or filled in."""
    found = re.findall(r"[^\W\d_]{3,}", TYPED.sub(" ", text))
    return {word for word in found if not word.isupper()}


def foreign(english: str, translated: str, code: str) -> set[str]:
    """Words of English that are left in a translation."""
    left = words(translated)
    left &= words(english) if code == "cs" else {word for word in left if word.isascii()}
    return left - SHARED[code]


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_whole_and_nothing_else(code: str) -> None:
    assert languages() == sorted(OTHERS)
    catalogue = read_catalogue(code)
    texts, known = ({entry.id for entry in each if entry.id} for each in (extracted(), catalogue))
    assert (texts - known, known - texts) == (set(), set()), "run `make languages` and translate"
    assert not catalogue.obsolete
    for entry in (each for each in catalogue if each.id):
        forms = catalogue.num_plurals if isinstance(entry.id, tuple) else 1
        assert not entry.fuzzy, entry.id
        assert len(forms_of(entry.string)) == forms, entry.id
        for string in forms_of(entry.string):
            assert string, entry.id
            assert fields(string) == fields(forms_of(entry.id)[-1]), entry.id
            assert drawable(string), f"{string}: without glyphs it would be shown in English"
            left = foreign(" ".join(forms_of(entry.id)), string, code)
            assert not left, f"{string}: translate these words, or add them to CZECH or NAMES here"


# Rendering


@pytest.mark.parametrize("kind", [Message, HalMessage])
def test_a_message_is_rendered_with_the_messages_and_parts_in_it(kind: type[Message]) -> None:
    message = kind("{part}: {why}", part=Line.LEFT_PLUNGER, why=kind("is not responding"))
    assert str(message) == "left_plunger: is not responding"
    for code, text in (
        ("en", "left plunger: is not responding"),
        ("cs", "levé tlačítko: neodpovídá"),
        ("ko", "왼쪽 버튼: 응답 없음"),
    ):
        with speaking(code):
            assert render(message) == text


def test_every_part_of_the_body_has_a_name_and_keys_to_choose_from_stay_as_they_are_typed() -> None:
    assert {*Line, *LampName, *ScreenName} <= set(PARTS)
    with speaking("ko"):
        assert render(Message("{keys}", keys=one_of([Line.STOP, Line.OK]))) == "ok 또는 stop"


@pytest.mark.parametrize("kind", [Message, HalMessage])
def test_a_message_made_again_is_the_same_so_it_is_logged_once(kind: type[Message]) -> None:
    assert kind("{count} left", count=1) == kind("{count} left", count=1)
    assert kind("{count} left", count=1) != kind("{count} left", count=2)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_in_no_catalogue_is_english(code: str) -> None:
    with speaking(code):
        assert tr("No catalogue has this.") == "No catalogue has this."
        assert trn("{count} no such", "{count} no suches", 2) == "{count} no suches"


def test_a_language_is_current_in_its_block_and_thread_only() -> None:
    with speaking("cs"), speaking("ko"):
        assert language() == "ko"
    assert language() == ENGLISH
    with speaking("cs"), ThreadPoolExecutor() as other:
        assert other.submit(language).result() == ENGLISH


def test_a_word_has_another_form_for_what_it_stands_for() -> None:
    with speaking("cs"):
        assert (tr("none"), trc("record", "none")) == ("žádné", "žádný")
    assert trc("record", "none") == "none"
