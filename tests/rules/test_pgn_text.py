"""A time control as PGN's TimeControl text, in and out."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clock.presets.notation import (
    control_from_pgn,
    control_from_table,
    pgn_from_control,
    table_from_control,
)
from clock.rules.control import COUNT_MAX, Control, Method, Period
from clock.rules.refusal import SetupError
from clock.rules.units import DURATION_NS_MAX, HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import control
from tests.rules.random_games import EVERY, controls

pytestmark = pytest.mark.rule("control: PGN text")

IN_PGN = (Method.PLAIN, Method.INCREMENT, Method.HOURGLASS)
HOURGLASS = Period(3 * MINUTE_NS, method=Method.HOURGLASS)

BOTH_WAYS: list[tuple[str, Control]] = [
    ("300", control("5:00")),
    ("180+2", control("3:00+2")),
    ("8100+30", control("2:15:00+30")),
    ("40/7200:3600", control("40/2:00:00 then 1:00:00")),
    ("40/7200+30:1800+30", control("40/2:00:00+30 then 30:00+30")),
    ("40/7200:20/3600:900+30", control("40/2:00:00 then 20/1:00:00 then 15:00+30")),
    ("7200:30/1800", control("2:00:00 then &30/30:00")),
    ("40/9000", control("&40/2:30:00")),
    ("5400:1800", control("1:30:00 then 30:00")),
    ("*180", (HOURGLASS,)),
    ("40/3600:*180", (Period(HOUR_NS, 40), HOURGLASS)),
    ("60+0.1", control("1:00+0.1")),
    ("0.000000001", (Period(1),)),
    ("0+10", (Period(0, None, Method.INCREMENT, 10 * SECOND_NS),)),
]


# Units and spaces are read, and seconds are written.
READ = [
    ("2h", "7200"),
    ("90m+30s", "5400+30"),
    ("40/2h:1h", "40/7200:3600"),
    ("1.5h", "5400"),
    (" 40/90m+30s : 30m+30s ", "40/5400+30:1800+30"),
    ("*3m", "*180"),
    ("300+0", "300"),
]


def test_what_pgn_can_express_is_written_and_read() -> None:
    for text, periods in BOTH_WAYS:
        assert (pgn_from_control(periods), control_from_pgn(text)) == (text, periods)
    for text, same in READ:
        assert pgn_from_control(control_from_pgn(text)) == same


def test_two_short_periods_are_not_written_as_a_time_of_the_clock() -> None:
    short = (Period(5 * SECOND_NS), Period(30 * SECOND_NS))
    assert pgn_from_control(short) == "5:030"
    assert control_from_pgn("5:030") == short
    with pytest.raises(SetupError, match="expected units"):
        control_from_pgn("5:30")


NOT_IN_PGN: list[tuple[Control, str]] = [
    ((Period(MINUTE_NS, None, Method.BYOYOMI, 30 * SECOND_NS, 5),), r"\[0\]\.method.*byoyomi"),
    (control("5:00d3"), r"\[0\]\.method.*delay"),
    (control("40/5:00 then 5:00b3"), r"\[1\]\.method.*bronstein"),
    ((Period(0, method=Method.COUNTUP),), r"\[0\]\.method.*countup"),
    ((Period(MINUTE_NS, method=Method.GONG),), r"\[0\]\.method.*gong"),
    ((Period(MINUTE_NS, 40, Method.HOURGLASS), HOURGLASS), r"\[0\]\.moves.*hourglass"),
    (control("40/2:00:00 then 20/1:00:00"), r"\[1\]\.moves.*repeat"),
    (control("2:00:00 then *30/30:00"), r"\[1\]\.carry.*dropped"),
    ((), "expected 1 to 20 periods"),
]


@pytest.mark.parametrize(("periods", "place"), NOT_IN_PGN)
def test_what_pgn_cannot_express_is_refused_with_its_place(periods: Control, place: str) -> None:
    with pytest.raises(SetupError, match=place):
        pgn_from_control(periods)


@pytest.mark.parametrize(
    "text", ["", "?", "-", "5:00", "*40/180", "*180+5", "40/", "+30", "40/7200:", "1e3", "0", "x"]
)
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(SetupError):
        control_from_pgn(text)


@example(control("5:00 then 0:30 then 0:10"))
@given(st.sampled_from((EVERY, IN_PGN)).flatmap(controls))
def test_every_control_is_written_as_text_or_refused_and_always_as_a_table(
    periods: Control,
) -> None:
    assert control_from_table(table_from_control(periods)) == periods
    try:
        text = pgn_from_control(periods)
    except SetupError:
        return
    assert control_from_pgn(text) == periods


@given(st.lists(st.integers(1, DURATION_NS_MAX), min_size=1, max_size=4))
def test_any_lengths_are_written_exactly(lengths_ns: list[int]) -> None:
    periods = tuple(map(Period, lengths_ns))
    assert control_from_pgn(pgn_from_control(periods)) == periods


@given(st.text("0123456789/+:*.hms ", max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        periods = control_from_pgn(text)
    except SetupError:
        return
    assert control_from_pgn(pgn_from_control(periods)) == periods


def test_a_table_has_the_most_byoyomi_periods() -> None:
    most = (Period(0, None, Method.BYOYOMI, SECOND_NS, COUNT_MAX),)
    assert control_from_table(table_from_control(most)) == most
