"""Times of each seat in one text: "10 vs 2"."""

import pytest

from clock.notation.each_side import Controls, UnclearSides, both_as_typed, readings, text_of_sides
from clock.notation.typed import Unclear
from clock.presets import find_presets, setup_of
from clock.rules.refusal import SetupError
from tests.cli.running import called


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("10 vs 2", "10m vs 2m"),
        ("5v4", "5m vs 4m"),
        ("5 min + 3 s gegen 3+2", "5m+3s vs 3m+2s"),
        ("30 min + 5x30 s proti 10 min", "30m+5x30s vs 10m"),
        ("40/90m, 30m; +30s Versus 60 min", "40/1h30m+30s:30m+30s vs 1h"),
        ("20 대 10", "20m vs 10m"),
        ("10 vs. 10", "10m"),
        ("10 | 2", "10m+2s"),
        ("Odds: left 3 minutes, right 10 minutes", "3m vs 10m"),
        ("links 5 min + 2 s, rechts 3 min", "5m+2s vs 3m"),
        ("child 10 min, parent 2 min", "10m vs 2m"),
        ("Clock simul: 60 min for the master, 40 min for the opponents", "1h vs 40m"),
        ("handicap: 7 minutes for the lower rated player, 3 for the higher", "7m vs 3m"),
    ],
)
def test_each_side_of_the_word_is_a_seats_own_and_reads_back(text: str, meaning: str) -> None:
    controls = both_as_typed(text)
    assert text_of_sides(controls) == meaning
    assert both_as_typed(meaning) == controls


@pytest.mark.parametrize(
    "text", ["kids 10 min, adults 5 min", "child 10 min, child 2 min", "juniors 5 min, seniors 9"]
)
def test_the_times_of_two_groups_are_no_two_seats(text: str) -> None:
    with pytest.raises(SetupError):
        both_as_typed(text)


def test_a_colon_with_spaces_is_asked_and_each_meaning_reads_as_itself() -> None:
    found = readings("10 min : 2 min")
    assert [*map(text_of_sides, found)] == ["10m vs 2m", "10m:2m"]
    assert all(both_as_typed(text_of_sides(each)) == each for each in found)
    with pytest.raises(Unclear, match="write 10m vs 2m or 10m:2m"):
        both_as_typed("10 min : 2 min")
    assert len(readings("40/90 min : 30 min")) == 1  # periods, as in PGN


@pytest.mark.parametrize("text", ["10-2", "10 2", "10 - 2"])
def test_two_numbers_alone_are_asked(text: str) -> None:
    assert [*map(text_of_sides, readings(text))] == ["10m vs 2m", "10m+2s"]


def test_a_time_of_day_and_seconds_are_no_sides() -> None:
    with pytest.raises(SetupError, match="is not understood"):
        readings("60 minut, zahájení v 9 hod")
    assert [*map(text_of_sides, readings("15 min : 10 sec"))] == ["15m+10s", "15m+1x10s"]


def test_what_is_wrong_on_one_side_is_named() -> None:
    with pytest.raises(SetupError, match=r"3\+2 parsecs': parsecs is not understood"):
        both_as_typed("10 vs 3+2 parsecs")
    with pytest.raises(SetupError, match="vs is not understood"):
        both_as_typed("5 vs 4 vs 3")


def test_it_is_a_control_wherever_one_is_typed() -> None:
    setup = setup_of(find_presets().meant("10 vs 2", "chess"))
    assert Controls(setup.left, setup.right) == both_as_typed("10 vs 2")
    status, out, _ = called("control", "10 vs 2")
    assert (status, out) == (0, "10 vs 2: Left: 10:00 · Right: 2:00\n")


def test_a_side_whose_time_is_only_probable_is_asked() -> None:
    with pytest.raises(UnclearSides, match="probably means 10m vs 5m") as asked:
        both_as_typed("10 vs 5 min Kufstein")
    assert len(asked.value.meanings) == 1
