"""Time controls as people type them, as PGN has them, and as tables."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clock.notation.control_table import control_from_table, table_from_control
from clock.notation.typed import Unclear, control_as_typed, control_from_pgn
from clock.notation.written import typed_text
from clock.presets import find_presets
from clock.rules.control import COUNT_MAX, WITH_BONUS, Control, Method, Period
from clock.rules.refusal import SetupError
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.control import plain
from clock.text.methods import METHOD_TEXTS
from tests.rules.games import control
from tests.rules.random_games import EVERY, controls

MANUAL = Path(__file__).parents[2] / "docs" / "manual.md"

HOURGLASS = Period(3 * MINUTE_NS, method=Method.HOURGLASS)

MEANT = {
    "3m+2s": ("3+2", "3|2", "3m + 2s", "180s+2", "3'+2''", "pgn:180+2"),
    "1h30m+30s": ("90+30", "90 min + 30 sec", "90'+30\"", "5400+30", "1h30+30", "G/90; inc30",
        "90 minutes + 30 seconds per move", "90 minutes and 30 seconds a move"),
    "15m+10s": ("15+10", "900+10", "15 minutes +10 seconds", "15+0:10", "15:00+10",
        "15 minutes plus 10 seconds per move", "15 minutes, 10 seconds per move"),
    "5m10s": ("5m10s", "310", "5:10"),
    "5m": ("5", "5+0", "300", "5:00", "5 min", "G/5;d0", "game in 5", "5 minutes", "2x5 min"),
    "1h30m": ("1h30m", "1h30", "1 hour and 30 minutes", "1.5h", "90m", "90:00", "1:30:00",
        "5400"),
    "1hd5s": ("G/60;d5", "G/60 d5", "60m d5"),
    "10mb3s": ("10 b3", "10m;b3s"),
    "40/2h:1h": ("40/120, SD/60", "40/120 SD/60", "40/2h then 1h", "40/7200:3600",
        "40/2:00:00,1h", "40/2h, 1h", "40 moves in 2:00:00, then 1:00:00",
        "40 in 2:00:00, then 1:00:00 to the end"),
    "40/2hd5s:1hd5s": ("40/120, SD/60; d5", "40/120 SD/60 d5"),
    "40/1h30m+30s:30m+30s": ("40/90, SD/30;+30", "40/90+30:30+30", "40/5400+30:1800+30"),
    "40/2h:20/1h:15m+30s": ("40/120:20/60:15+30",),
    "40/1h30m:30m": ("40/90:30", "40/90' + 30'", "90 Minuten für 40 Züge + 30 Minuten"),
    "5m30s+3s": ("5.5+3",),
    "30s": ("½+0", "0.5+0"),
    "40/2h": ("2h/40",),
    "*40/5m": ("*40/5m",),
    "*5m": ("5:00, an hourglass: what one player uses, the other gains",),
    "2h:30/30m": ("2h, 30/30m", "7200:30/1800"),
    "1h+3x30s": ("60+3x30", "60 min + 3 x 30 s", "1h + 3×0:30"),
    "1h+15/5m": ("60+15/5", "1h + 15/5:00"),
    "*3m": ("*3", "*3m"),
    "1h+4s": ("60+4",),
    "4h": ("G/240", "SD/240"),
    "60/5m": ("60/300",),
    "0s+10s": ("0+10",),
    "1m+0.1s": ("60s+0.1",),
}  # fmt: skip
ASKED = {
    "60": "1h or 1m", "90": "1h30m or 1m30s", "180+2": "3h+2s or 3m+2s", "60+3": "1h+3s or 1m+3s",
    "1:30": "1m30s or 1h30m", "0:30": "30s or 30m", "5.00": "5m or 5s", "5.30": "5m30s or 5.3s",
    "40/5.00:1h": "40/5m:1h or 40/5s:1h", "240+30": "4h+30s or 4m+30s",
    "40/90, 30 +30": "40/1h30m:30m+30s or 40/1h30m+30s:30m+30s",
    "90/40+30": "40/1h30m+30s or 40/1h30m:30m",
    "40/30, 15": "30/40m:15m or 40/30m:15m", "40/90+30": "40/1h30m+30s or 40/1h30m:30m",
    "40/120, 20/60, 15+30": "40/2h:20/1h:15m+30s or 40/2h+30s:20/1h+30s:15m+30s",
    "90' + 30'": "1h30m:30m or 1h30m+30s", "10'05''": "10m5s or 10m+5s",
    "1:30/40 + 0:30": "40/1h30m+30s or 40/1h30m:30m",
    "40/1h30m; 30m + 30s": "40/1h30m:30m+30s or 40/1h30m+30s:30m+30s",
}  # fmt: skip
NO_CONTROL = """? - x 40/ +30 d5 1e3 40/90_30 *5m+3s *5m;d5 40/7200: 5h3h 3+2;d5 40/90_30
60+15/5+3 ,5 60+15/5;d5 pgn: 5m,,5m 9999999999
75_minutes_+_15_minutes_quickplay"""


@pytest.mark.parametrize(("meaning", "texts"), MEANT.items())
def test_what_players_and_programs_write_is_understood(
    meaning: str, texts: tuple[str, ...]
) -> None:
    assert [typed_text(control_as_typed(text)) for text in (meaning, *texts)] == [meaning] * (
        1 + len(texts)
    )


def test_what_has_two_meanings_is_asked_with_both_and_each_is_understood() -> None:
    for text, question in ASKED.items():
        with pytest.raises(Unclear) as asked:
            control_as_typed(text)
        count = "several" if "," in question else "two"
        assert str(asked.value) == f"{text} has {count} meanings: write {question}"
        for meaning in re.split(" or |, ", question):
            assert typed_text(control_as_typed(meaning)) == meaning


def test_every_method_with_a_letter_is_read_as_it_is_written() -> None:
    for method in (each for each, texts in METHOD_TEXTS.items() if texts.letter):
        bonus_ns = 10 * SECOND_NS if method in WITH_BONUS else 0
        period = Period(60 * MINUTE_NS, None, method, bonus_ns, METHOD_TEXTS[method].usual_count)
        assert control_as_typed(typed_text((period,))) == (period,), method


def test_what_is_no_time_control_is_refused_and_what_cannot_be_played_with_the_reason() -> None:
    for text in ("", *(each.replace("_", " ") for each in NO_CONTROL.split())):
        for read in (control_as_typed, control_from_pgn):
            with pytest.raises(SetupError, match=r"^expected a time control such as "):
                read(text)
    for text, reason in (
        ("0", "^expected more than 0"),
        ("5m:0/5m", ": 0/5m is not understood"),
        ("120+0/60", ": 0/60 is not understood"),
        ("5m+0x30", "^expected "),
    ):
        with pytest.raises(SetupError, match=reason) as refused:
            control_as_typed(text)
        assert refused.value.place == ""


def test_the_examples_of_a_refusal_can_be_typed_and_are_in_the_manual() -> None:
    with pytest.raises(SetupError) as refusal:
        control_as_typed("soon")
    examples = re.findall('"(.+?)"', str(refusal.value))
    assert len(examples) == 3
    for each in examples:
        assert control_as_typed(each)
        assert f"`{each}`" in MANUAL.read_text(encoding="utf-8")


def test_the_periods_of_a_text_are_those_of_its_words() -> None:
    canadian = Period(5 * MINUTE_NS, 15, repeat=True, carry=False)
    byoyomi = Period(60 * MINUTE_NS, None, Method.BYOYOMI, 30 * SECOND_NS, 3)
    for text, periods in {
        "60+15/5": (Period(60 * MINUTE_NS), canadian),
        "60+3x30": (byoyomi,),
        "*3": (HOURGLASS,),
        "40/120, SD/60": control("40/2:00:00 then 1:00:00"),
        "40/120 SD/60 d5": control("40/2:00:00d5 then 1:00:00d5"),
        "2h:30/30m": control("2:00:00 then &30/30:00"),
        "10;b3": control("10:00b3"),
    }.items():
        assert control_as_typed(text) == periods


@pytest.mark.rule("control: PGN text")
def test_in_pgn_a_number_is_seconds() -> None:
    for text, periods in {
        "300": control("5:00"),
        "3+2": control("0:03+2"),
        "40/7200+30:1800+30": control("40/2:00:00+30 then 30:00+30"),
        " 40/90m+30s : 30m+30s ": control("40/1:30:00+30 then 30:00+30"),
        "40/9000": control("&40/2:30:00"),
        "5400:1800": control("1:30:00 then 30:00"),
        "40/3600:*180": (*control("40/1:00:00"), HOURGLASS),
        "5:030": (Period(5 * SECOND_NS), Period(30 * SECOND_NS)),
        "0.000000001": (Period(1),),
        "0+10": (Period(0, None, Method.INCREMENT, 10 * SECOND_NS),),
    }.items():
        assert control_from_pgn(text) == control_as_typed(f"pgn:{text}") == periods
    for text in ("5:30", "10:30; +10 s a move from move 1"):  # it is no 5 s, then 30 s
        with pytest.raises(SetupError, match="expected a time control"):
            control_from_pgn(text)


UNITS = st.sampled_from(("", "", "s", "m", "h", "m30s", ":30", ":00", "h30", "'", ".5", ".30m"))
LENGTHS = st.tuples(st.integers(0, 200) | st.sampled_from((5400, 7200)), UNITS).map(
    lambda each: "{}{}".format(*each)
)
BONUSES = st.just("") | st.tuples(
    st.sampled_from(("+", " + ", "|", "d", " b", "+3x", "+15/")), LENGTHS
).map("".join)
PERIODS = st.tuples(st.sampled_from(("", "", "40/", "G/", "SD/", "*")), LENGTHS, BONUSES).map(
    "".join
)
TEXTS = st.lists(st.one_of(PERIODS, PERIODS, BONUSES), max_size=3).flatmap(
    lambda parts: st.sampled_from((", ", ";", ":", " ")).map(lambda between: between.join(parts))
)


PIECES = (
    *"0159/+:,;()'\"x*&½² ",
    "40",
    "90",
    "30",
    " min",
    "h",
    "s ",
    "d",
    "moves",
    " and ",
    " then ",
    "per move",
    "秒読み",
    "초",
    " из ",
    "SD/",
    " byo-yomi ",
    " from move ",
    "3x",
    "once",
    "dropped",
    "gong",
    "Fischer ",
    " or ",
    "forty five ",
    "an hour",
    " and a half",
    " for 40 moves",
    " after move ",
    "TM[60]OT[",
    "no increment",
    "一",
    "White ",
)


@given(TEXTS | st.text("0123456789/+:*.hmsdbx|, ", max_size=20))
@example("40/2h+0, 1hd5")
@example("1h30m+15/5m")
@example("1, 1+15/1, 1d1")
@example("5m, 30m and b5s")
@example("d0, +0:30")
def test_what_is_understood_is_written_so_that_it_has_one_meaning_to_players_and_in_pgn(
    text: str,
) -> None:
    for read in (control_as_typed, control_from_pgn):
        try:
            meant = read(text)
        except SetupError:
            continue
        written = typed_text(meant)
        assert control_as_typed(written) == control_from_pgn(written) == meant
        assert typed_text(control_as_typed(written)) == written


@given(controls(EVERY))
@example((Period(10 * MINUTE_NS, None, Method.INCREMENT, 5 * MINUTE_NS),))
@example((Period(10 * MINUTE_NS, None, Method.INCREMENT, 60 * SECOND_NS),))
@example((Period(10 * MINUTE_NS, None, Method.BYOYOMI, 5 * MINUTE_NS, 15),))
@example((Period(10 * MINUTE_NS, 30), Period(5 * MINUTE_NS, 20)))
def test_every_control_that_the_clock_writes_is_read_back(periods: Control) -> None:
    written = typed_text(periods)
    assert control_as_typed(written) == control_from_pgn(written) == periods


@given(st.text(max_size=30) | st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
@example("40/90+30" * 60)
@example("1:30+" * 150)
@example("9" * 2000)
def test_any_text_is_read_asked_or_refused(text: str) -> None:
    for read in (control_as_typed, control_from_pgn):
        with suppress(SetupError):
            assert read(text)


@given(controls(EVERY))
@example(control("40/2:00:00 then 30:00d5"))
@example(control("40/2:00:00 then 20/1:00:00+30 then 30:00+30"))
@example(control("5:00 then 30:00b5"))
@example(control("9/1:00:00 then 30:00+30"))
@example(control("40/1:00:00+30 then 20/30:00 then 30:00d5"))
@example(control("40/1:30 then 0:30"))
def test_a_sentence_of_the_clock_is_never_understood_as_another_control(periods: Control) -> None:
    with suppress(SetupError):
        assert control_as_typed(plain(periods)) == periods


def test_our_own_presets_are_written_with_one_meaning() -> None:
    texts = [preset.control for preset in find_presets().presets.values()]
    for text in (each for each in texts if isinstance(each, str)):
        assert control_as_typed(text) == control_from_pgn(text)


@given(controls(EVERY))
@example((Period(0, None, Method.BYOYOMI, SECOND_NS, COUNT_MAX),))
def test_every_control_is_written_as_a_table(periods: Control) -> None:
    assert control_from_table(table_from_control(periods)) == periods
