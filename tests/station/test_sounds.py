"""What is heard, and when: on a table whose time the test moves, to the nanosecond."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.menu.settings import VOLUMES, Settings, Sound, Volumes
from clock.rules.control import Method, Period
from clock.rules.inputs import Result
from clock.rules.machine import begin
from clock.rules.outputs import (
    ByoyomiBegan,
    ClapperFell,
    GongStruck,
    OrganizerCalled,
    Output,
    RefereeCalled,
    TurnPassed,
)
from clock.rules.regulations import PROFILES, OnFlag, Regulations
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.rules.units import SECOND_NS
from clock.station.sounds import Sounder, Tone, allowed, unheard
from hal.debounce import EDGE_LATENCY_NS_MAX
from hal.ports import VOLUME_MAX, Line
from hal.wiring import DEFAULT
from tests.fakes import FakeBuzzer, FakeTime
from tests.rules.random_games import BYTES_OF_ACT, acts_of, play, setups
from tests.station.tables import MS, FakeRig, Table, setup

TICKS = replace(PROFILES["club"], click_sound=False, fall_sound=False, tenths=False)
"""Only counts are heard."""
LOUD = {f"{sound.value}_sound": True for sound in Sound}
REFEREES = PROFILES["rif-referees"]
TONE_OF = {(tone.tone_hz, tone.length_ns): tone for tone in Tone}

Heard = list[tuple[float, str]]


def period(
    seconds: float, method: Method = Method.PLAIN, bonus_s: float = 0, count: int = 0
) -> Period:
    return Period(
        round(seconds * SECOND_NS), method=method, bonus_ns=round(bonus_s * SECOND_NS), count=count
    )


class Ear(Table):
    """A table on fakes with an hour's game or a period, and what its buzzer was asked for."""

    def __init__(self, rig: FakeRig, of: Period, regulations: Regulations = TICKS) -> None:
        super().__init__(rig, replace(setup("1h", regulations), left=(of,), right=(of,)))
        self.beeps = rig.beeps

    def heard(self, since_ns: int = 0) -> Heard:
        """All tones since an instant: seconds after it, and their names."""
        return [
            ((beep.at_ns - since_ns) / SECOND_NS, TONE_OF[beep.tone_hz, beep.duration_ns].name)
            for beep in self.beeps
            if beep.at_ns >= since_ns
        ]


def seconds(name: str, *at: float) -> Heard:
    return [(each, name) for each in at]


SETTLED_S = EDGE_LATENCY_NS_MAX / SECOND_NS


@pytest.mark.parametrize(
    ("of", "acts", "heard"),
    [
        # The last ten seconds, at the instants at which they are shown
        (period(12.5), "ok 20", seconds("COUNT", *(2.5 + after for after in range(10)))),
        # A turn that begins within them is counted from its next second
        (period(7.25), "ok 2", seconds("COUNT", 0.25, 1.25)),
        # In a stop nothing is counted, and afterwards no second twice
        (period(10), "ok 2.5 stop 60 ok 1 + 1", seconds("COUNT", 1, 2, 64)),
        (period(9, Method.DELAY, 3), "ok 5", seconds("COUNT", 4, 5)),
        (period(5, Method.COUNTUP), "ok 20", []),
        # Below zero nothing more is counted, and no clapper falls
        (period(3, Method.BELOW_ZERO), "ok 20", seconds("COUNT", 1, 2)),
        # An increment brings seconds back, and they are counted again
        (period(9, Method.INCREMENT, 2), "ok 1.5 L 0.5 R 2.6", seconds("COUNT", 1, 2.5, 3.5, 4.5)),
        # In joint time nobody is there to hear a count
        (period(12), "+ ok 11", []),
        # Each byo-yomi period is counted and its beginning heard, the main time is not
        (period(5, Method.BYOYOMI, 12, 2), "ok 30",
         [(5 + SETTLED_S, "PERIOD"), *seconds("BYOYOMI", *range(7, 17)),
          (17 + SETTLED_S, "PERIOD"), *seconds("BYOYOMI", *range(19, 29))]),
        # A byo-yomi period that is refilled is counted from its beginning again
        (period(0, Method.BYOYOMI, 10, 1), "ok 3.5 L 0.2 R 2.5",
         seconds("BYOYOMI", 1, 2, 3, 4.7, 5.7)),
        # A gong at the end of every turn
        (period(3, Method.GONG), "ok 6.5",
         [*seconds("BYOYOMI", 1, 2), (3 + SETTLED_S, "GONG"),
          *seconds("BYOYOMI", 4, 5), (6 + SETTLED_S, "GONG")]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("tenths", [False, True])
def test_seconds_are_counted_as_they_begin_to_be_shown(
    rig: FakeRig, of: Period, acts: str, heard: Heard, tenths: bool
) -> None:
    ear = Ear(rig, of, replace(TICKS, tenths=tenths))
    begun_ns = ear.now_ns
    ear.do(acts)
    assert ear.heard(begun_ns) == [(round(at, 9), name) for at, name in heard]


def test_a_loop_that_was_held_up_does_not_catch_up(rig: FakeRig) -> None:
    ear = Ear(rig, period(10))
    started_ns = ear.tap(Line.OK)
    ear.rig.time.advance(3_300 * MS - (ear.now_ns - started_ns))
    ear.station.turn()
    assert ear.heard(started_ns) == [(3.3, "COUNT")]


def test_a_press_that_comes_late_and_is_folded_in_makes_no_second_sound_twice_or_late(
    rig: FakeRig,
) -> None:
    ear = Ear(rig, period(10.02))
    started_ns = ear.tap(Line.OK)
    ear.wait(3_030 * MS - (ear.now_ns - started_ns))
    # Left pressed 20 ms before 7 was shown; the edge comes only now, and the right's 10 is over.
    ear.deliver(Line.LEFT_PLUNGER, started_ns + 3_000 * MS)
    ear.wait(50 * MS)
    assert (ear.state.running, ear.state.left.remaining_ns) == (RIGHT, 7_020 * MS)
    assert ear.heard(started_ns) == seconds("COUNT", 0.02, 1.02, 2.02, 3.02)
    ear.up(Line.LEFT_PLUNGER)
    ear.settle()
    begins_ns = ear.tap(Line.RIGHT_PLUNGER)
    ear.wait(2 * SECOND_NS)
    assert ear.heard(begins_ns) == seconds("COUNT", 1.02, 2.02)


# Presses, calls and falls


def test_a_press_that_counts_clicks_at_once_and_a_click_never_cuts_a_call_short(
    rig: FakeRig,
) -> None:
    ear = Ear(rig, period(302), replace(REFEREES, click_sound=True))
    begun_ns = ear.now_ns
    ear.do("ok 2.3 L L 1 R stop")  # the call of the time referee: at 2.25 s
    heard = ear.heard(begun_ns)
    assert [name for _, name in heard] == ["CLICK", "CALL", "CLICK", "ORGANIZER"]
    assert 0 <= heard[0][0] < 0.03


def test_of_two_tones_at_once_the_one_that_matters_more_is_heard() -> None:
    at, buzzer = (0, LEFT), FakeBuzzer(FakeTime())
    everything: list[Output] = [
        TurnPassed(*at, 0, 0, 0, 1, 1),
        ByoyomiBegan(*at, 1),
        OrganizerCalled(0),
        RefereeCalled(*at),
        GongStruck(*at),
        ClapperFell(*at),
    ]
    for outputs in (everything, everything[:-1]):
        sounder, game = Sounder(buzzer), begin(setup(regulations=replace(REFEREES, **LOUD)))
        sounder.add(outputs, game.setup.regulations)
        sounder.sound(game, Settings(), 0)
    assert [beep.tone_hz for beep in buzzer.beeps] == [Tone.FALL.tone_hz, Tone.CALL.tone_hz]


@st.composite
def noisy(draw: st.DrawFn) -> Setup:
    """A random setup with every choice about sounds drawn."""
    chosen = draw(setups())
    choices = {name: draw(st.booleans()) for name in LOUD}
    choices["announce"] = chosen.regulations.on_flag is OnFlag.STOP or draw(st.booleans())
    return replace(chosen, regulations=replace(chosen.regulations, **choices))


@pytest.mark.rule("RIF 14.8", "RIF 14.9", "gomoku 11.7")
@settings(max_examples=50)
@given(noisy(), st.binary(min_size=0, max_size=40 * BYTES_OF_ACT))
def test_only_allowed_sounds_are_heard_each_at_its_volume(game: Setup, drawn: bytes) -> None:
    time = FakeTime(0)
    buzzer = FakeBuzzer(time)
    sounder, own = Sounder(buzzer), Settings(volumes=Volumes(2, 3, 0, 5, 6))
    played = play(game, acts_of(drawn[: len(drawn) // BYTES_OF_ACT * BYTES_OF_ACT]))
    for outputs, (before, after) in zip(played.outputs, pairwise(played.states), strict=True):
        for part in range(1, 24):  # looks in between, some seconds apart or less
            look_ns = before.at_ns + (after.at_ns - before.at_ns) * part // 24
            time.move_to(max(time.now_ns(), look_ns))
            sounder.sound(before, own, time.now_ns())
        sounder.add(outputs, after.setup.regulations)
        time.move_to(max(time.now_ns(), after.at_ns))
        sounder.sound(after, own, time.now_ns())
    beeps = {(TONE_OF[each.tone_hz, each.duration_ns].sound, each.volume) for each in buzzer.beeps}
    assert all(volume == own.volume(sound) > 0 for sound, volume in beeps)
    heard = {sound for sound, _ in beeps}
    rules = {state.setup.regulations for state in played.states}
    assert all(any(allowed(sound, each) for each in rules) for sound in heard)
    assert not heard & {Sound.COUNT, Sound.BYOYOMI, Sound.FALL} or any(r.announce for r in rules)


def test_volumes_are_the_bodys_and_no_two_tones_sound_alike() -> None:
    assert list(VOLUMES) == list(range(VOLUME_MAX + 1))
    assert len(TONE_OF) == len(Tone)


SILENT = Settings(volumes=Volumes(byoyomi=0, call=0))


@pytest.mark.parametrize(
    ("control", "rules", "chosen", "buzzer", "expected"),
    [
        ("10 3x30s", "japan", Settings(), True, []),
        ("10 3x30s", "japan", Settings(), False, ["Byo-yomi: no buzzer", "Calls: no buzzer"]),
        ("10 3x30s", "japan", SILENT, True, ["Byo-yomi: volume 0", "Calls: volume 0"]),
        ("10 3x30s", "go-egf", Settings(sound=False), True, ["Byo-yomi: volume 0"]),
        ("10", "rif-referees", SILENT, True, ["Calls: volume 0"]),
        ("10", "club", SILENT, False, []),
        ("10 3x30s", "rif", SILENT, False, []),
    ],
)
def test_a_game_that_counts_on_sounds_says_which_of_them_nobody_hears(
    control: str, rules: str, chosen: Settings, buzzer: bool, expected: list[str]
) -> None:
    found = unheard(setup(control, rules), chosen, buzzer=buzzer)
    assert list(map(str, found)) == expected


def test_a_clock_without_a_buzzer_says_so_before_the_start_and_at_the_desk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch, replace(DEFAULT, buzzer=None))
    table = Table(rig, setup("10", "rif-referees"))
    for steps, seen, at_the_desk in (("", True, True), ("ok 1", False, True)):
        table.do(steps)
        assert ("Calls: no buzzer" in table.sentence()) is seen
        assert ("Calls: no buzzer" in map(str, table.station.snapshot.remarks)) is at_the_desk
    table.finish(Result.LEFT)
    assert table.station.snapshot.remarks == ()
