"""A clock as the desk knows it: the clock's own figures, its time, and its setting."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from msgspec.structs import replace

from clock.desk.clock_time import ClockTime
from clock.desk.live import OFFLINE_NS, ClockLive
from clock.desk_pages import stream
from clock.desk_pages.stream import SeatData, is_expected
from clock.display.allowances import AllowanceFigure, AllowanceKind
from clock.display.view import ahead
from clock.game.file import GameFileError
from clock.game.names import Names
from clock.game.recorded import Header, RecordedInput
from clock.game.timeline import Timeline
from clock.link.messages import Assign, Beat, Setting
from clock.notation.setup_table import Remaining, SetupTable
from clock.rules.control import Period
from clock.rules.edition import EDITION
from clock.rules.inputs import Press, Resume, Start, Stop, Tick
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Phase
from clock.rules.timing import splits
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.language import LANGUAGES, render, speaking
from tests.display.test_allowances import beside_the_time
from tests.game.recordings import GAP, OLDER, bodies, chained
from tests.rules.games import setup
from tests.rules.random_games import Played, mixed_games

SET = Setting(SetupTable("40/7200:3600", "rif"), Names(left="Ada", right="Bo"), "7")
ROUND = Assign("a1", SET.setup, SET.names, SET.table)


@settings(max_examples=20, deadline=None)
@given(played=mixed_games())
def test_at_every_instant_the_desk_has_the_figures_of_the_clock(played: Played) -> None:
    assume(played.inputs)
    before = played.states[0].setup
    timeline, clock = Timeline(before, played.inputs[0].at_ns), ClockLive("one")
    clock.hear(Beat(0, "boot", phase="running"), 5 * MINUTE_NS, retained=False)
    header, *rows = chained(bodies(before, played.inputs))
    clock.fold(1, 0, [header])
    for number, (event, row) in enumerate(zip(played.inputs, rows, strict=True), 1):
        timeline.add(event)
        clock.fold(1, number, [row])
        assert clock.state == timeline.state
        for later_ns in (0, SECOND_NS, MINUTE_NS, 100 * MINUTE_NS):
            at_ns = timeline.state.at_ns + later_ns
            desk_ns = at_ns + 5 * MINUTE_NS
            assert clock.instant(desk_ns) == at_ns
            assert clock.state_at(desk_ns) == ahead(timeline.state, at_ns)
    assert clock.game is not None
    assert clock.game.problem is None


def test_figures_that_are_not_those_of_the_rules_are_doubted() -> None:
    header, start, press = bodies(setup("5:00"), [Start(0), Press(SECOND_NS, LEFT)])
    assert isinstance(press, RecordedInput)
    wrong = replace(press, figures=replace(press.figures, moves=2))
    for row, doubted in ((press, False), (wrong, True), (GAP, True)):
        clock = ClockLive("one")
        clock.fold(1, 0, chained([header, start, row]))
        assert clock.game is not None
        assert (clock.game.problem is not None) is doubted


def test_figures_that_an_older_edition_of_the_rules_counted_are_no_damage() -> None:
    clock = ClockLive("one")
    clock.fold(1, 0, OLDER.read_bytes().splitlines(keepends=True))
    assert clock.game is not None
    assert str(clock.game.problem) == (
        f"counted by edition 1 of the rules; by edition {EDITION} it differs from line 6 on"
    )
    (header,) = bodies(setup("5:00"), ())
    assert isinstance(header, Header)
    with pytest.raises(GameFileError, match=f"counted by edition {EDITION + 1} of the rules"):
        clock.fold(2, 0, chained([replace(header, rules=EDITION + 1)]))


@pytest.mark.parametrize("ppm", [-80.0, 0.0, 25.0])
def test_a_drift_is_measured_through_a_slow_network(ppm: float) -> None:
    chance, time = random.Random(3), ClockTime()
    for number in range(450):
        true_ns = number * 2 * SECOND_NS
        delay_ns = round(chance.expovariate(1 / 20e6)) + 2_000_000
        time.add("boot", round(true_ns * (1 + ppm / 1e6)), true_ns + delay_ns)
    assert time.drift_ppm == pytest.approx(ppm, abs=5)
    assert time.jumped_ns == 0


def test_time_that_a_clock_has_lost_is_noticed_but_a_new_boot_is_none() -> None:
    time = ClockTime()
    for number in range(100):
        true_ns = number * 2 * SECOND_NS
        lost_ns = 5 * SECOND_NS if number > 60 else 0
        time.add("boot", true_ns - lost_ns, true_ns + 1_000_000)
    assert time.jumped_ns == 5 * SECOND_NS
    time.add("another boot", 0, 300 * SECOND_NS)
    assert time.jumped_ns == 0
    assert time.drift_ppm is None
    assert time.offset_ns == 300 * SECOND_NS


def test_a_clock_is_offline_by_the_age_of_its_beat_and_a_retained_one_is_of_no_age() -> None:
    clock = ClockLive("one")
    beat = Beat(1_000, "boot")
    clock.hear(beat, 10, retained=True)
    assert not clock.online(11)
    assert clock.silent_ns(11) is None
    clock.hear(replace(beat, now_ns=2_000), SECOND_NS, retained=False)
    assert clock.online(SECOND_NS + OFFLINE_NS)
    assert not clock.online(SECOND_NS + OFFLINE_NS + 1)


def test_a_game_that_is_set_shows_until_one_is_on_disk() -> None:
    clock = ClockLive("one")
    clock.hear(Beat(0, "boot"), 0, retained=False)
    assert clock.state is None
    clock.set_to(SET)
    assert clock.state is not None
    assert clock.state.phase is Phase.READY
    assert clock.names == SET.names


def changed(**rules: object) -> Setting:
    return replace(SET, setup=replace(SET.setup, regulations={"base": "rif", **rules}))


@pytest.mark.parametrize(
    ("found", "english", "czech"),
    [
        (SET, "", ""),
        (replace(SET, setup=replace(SET.setup, control="40/7200+30:3600")),
         "Time control: 40/2h+30s:1h, expected 40/2h:1h", ""),
        (replace(SET, setup=replace(SET.setup, remaining=Remaining(left="1:00"))),
         "Time at the start: 1:00 / -, expected - / -", ""),
        (changed(tenths=True), "Tenths: yes, expected no", "Desetiny: ano, má být ne"),
        (changed(hand_rule="witness", default_time="30:00"),
         "Same hand: watched, expected honour; Default time: 30:00, expected never", ""),
        (changed(base="fide"), "Rules: FIDE, expected RIF", ""),
        (replace(SET, setup=replace(SET.setup, opening="swap2")),
         "Opening: Swap2, expected none", ""),
        (replace(SET, setup=replace(SET.setup, starter=RIGHT, first=Colour.WHITE)),
         "Begins: Right, expected Left; Moves first: White, expected Black", ""),
        (replace(SET, names=Names(left="{x}", right="Bo")), "Left: {x}, expected Ada", ""),
        (replace(SET, table=""), "Table: -, expected 7", ""),
    ],
)  # fmt: skip
def test_whatever_differs_from_the_round_is_named_as_the_clock_names_it(
    found: Setting, english: str, czech: str
) -> None:
    clock = ClockLive("one")
    with speaking("ko"):
        clock.expect(ROUND)
        clock.set_to(found)
    for language, text in (("en", english), ("cs", czech)):
        with speaking(language):
            assert not text or "; ".join(map(render, clock.deviations)) == text
    assert bool(clock.deviations) is bool(english)


BYOYOMI = AllowanceFigure(AllowanceKind.BYOYOMI, 3, Period(0, bonus_ns=SECOND_NS))
RUNS = stream.TableRow(
    "7", "one", "running", True, 1_000, 61_500, SeatData(60_000, "Ada", -1, 500), SeatData(9)
)


@pytest.mark.parametrize(
    ("row", "left", "is_sent"),
    [
        ({}, {}, False),
        ({}, {"ms": 58_502}, False),
        ({}, {"ms": 58_503}, True),
        ({}, {"ms": 60_000}, True),
        ({"at": 99_000}, {"ms": 0}, False),
        ({"at": 1_400}, {"ms": 60_000, "wait": 100}, False),
        ({"at": 99_000}, {"ms": -37_500}, True),
        ({"table": "8"}, {}, True),
        ({"phase": "stopped"}, {}, True),
        ({"online": False}, {}, True),
        ({"until": None}, {}, True),
        ({"right": None}, {}, True),
        ({"right": SeatData(20)}, {}, True),
        ({}, {"name": "Bo"}, True),
        ({}, {"rate": 0}, True),
        ({}, {"fallen": True}, True),
        ({}, {"made": 1}, True),
        ({"at": 1_400}, {"ms": 60_000, "wait": 300}, True),
        ({}, {"beside": (BYOYOMI,)}, True),
        ({}, {"due": 40}, True),
        ({}, {"colour": "black"}, True),
        ({}, {"points": "½"}, True),
    ],
)
def test_pages_are_sent_what_they_would_not_draw_by_themselves_and_nothing_else(
    row: dict[str, Any], left: dict[str, Any], is_sent: bool
) -> None:
    assert not is_expected(RUNS, None)
    assert RUNS.left is not None
    clock = replace(RUNS.left, **{"ms": 58_500, "wait": 0, **left})
    assert is_expected(replace(RUNS, **{"at": 3_000, "left": clock, **row}), RUNS) is not is_sent


@settings(max_examples=50, deadline=None)
@given(played=mixed_games())
def test_games_that_differ_beside_the_time_differ_in_what_the_pages_are_sent(
    played: Played,
) -> None:
    """The table of clocks, the hall's screen and the overlay draw the same rows."""
    sent: dict[tuple[str, bool, tuple[tuple[str, int], ...]], bytes] = {}
    for state in played.states:
        for seat in Seat:
            facts = tuple(beside_the_time(state, seat).items())
            row = stream.TableRow("7", "one", "", True, 0)
            row = replace(row, left=stream.seat_data(state, seat, state.at_ns))
            for language in LANGUAGES:
                with speaking(language):
                    left = stream.worded_row(row).left
                assert left is not None
                wait_ms = -(-left.wait // (2 if splits(state) else 1))  # at half speed
                data = msgspec.json.encode([left.beside, -(-wait_ms // 1000)])
                # A delay that runs is drawn by the page, and one that stands is in words.
                assert sent.setdefault((language, left.wait > 0, facts), data) == data
    assert len({(language, data) for (language, *_), data in sent.items()}) == len(sent)


def test_a_delay_that_runs_is_drawn_by_the_pages_and_one_that_stands_is_in_words() -> None:
    state, seen = begin(setup("1:00d10")), []
    for event in (Start(0), Tick(4 * SECOND_NS), Stop(4 * SECOND_NS), Resume(5 * SECOND_NS)):
        state, _ = step(state, event)
        row = replace(RUNS, left=stream.seat_data(state, LEFT, event.at_ns))
        left = msgspec.to_builtins(stream.worded_row(row).left)
        seen.append((left.get("wait"), [each["texts"][0] for each in left.get("beside", ())]))
    assert seen == [(10_000, []), (6_000, []), (None, ["delay 0:06"]), (6_000, [])]


@pytest.mark.parametrize(("ms", "is_sent"), [(-37_500, False), (0, True)])
def test_a_page_counts_on_below_zero_where_the_clock_does(ms: int, is_sent: bool) -> None:
    first = SeatData(60_000, "Ada", -1, 500, below=True)
    row = replace(RUNS, left=first, until=None)
    later = replace(row, at=99_000, left=replace(first, ms=ms, wait=0))
    assert is_expected(later, row) is not is_sent
