"""What is heard, and when: on a table whose time the test moves, to the nanosecond."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.menu.settings import VOLUMES, Settings, Sound, Volumes
from clock.rules.control import Method, Period
from clock.rules.inputs import Adjust
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
from clock.station import sounds
from clock.station.keep import Keep
from clock.station.sounder import Sounder
from clock.station.sounds import Tone, allowed, tones_of
from hal.debounce import EDGE_LATENCY_NS_MAX
from hal.fake import FakeBuzzer, FakeTime
from hal.levels import VOLUME_MAX
from hal.ports import Edge, Line
from tests.rules.random_games import BYTES_OF_ACT, acts_of, play, setups
from tests.station.tables import MS, TAP_NS, FakeRig, Table, setup

TICKS = replace(PROFILES["club"], click_sound=False, fall_sound=False, tenths=False)
"""Only counts are heard."""
ABOUT_TIME = {Sound.COUNT, Sound.BYOYOMI, Sound.FALL}


class Ear:
    """A table on fakes, and what its buzzer was asked for."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, game: Setup, own: Settings | None = None
    ) -> None:
        keep = Keep()
        keep.change(own or Settings())
        self.rig = FakeRig(monkeypatch)
        self.table = Table(self.rig, game, keep=keep)
        assert self.rig.fakes.buzzer is not None
        self.buzzer = self.rig.fakes.buzzer

    def heard(self, since_ns: int = 0) -> list[tuple[float, str]]:
        """All tones: seconds since an instant, and their names."""
        names = {(tone.tone_hz, tone.length_ns): tone.name for tone in Tone}
        return [
            ((beep.at_ns - since_ns) / SECOND_NS, names[beep.tone_hz, beep.duration_ns])
            for beep in self.buzzer.beeps
        ]


@pytest.fixture
def listen(monkeypatch: pytest.MonkeyPatch) -> "Listen":
    return Listen(monkeypatch)


class Listen:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(
        self,
        *periods: Period,
        regulations: Regulations = TICKS,
        own: Settings | None = None,
    ) -> Ear:
        game = replace(setup("1h", regulations), left=periods, right=periods)
        return Ear(self._monkeypatch, game, own)


def plain(seconds: float) -> Period:
    return Period(round(seconds * SECOND_NS))


# The count


def test_the_last_ten_seconds_are_counted_at_the_instants_at_which_they_are_shown(
    listen: Listen,
) -> None:
    ear = listen(plain(12.5))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(20 * SECOND_NS)
    assert ear.heard(started_ns) == [(2.5 + after, "COUNT") for after in range(10)]


def test_with_tenths_on_the_display_the_count_is_the_same(listen: Listen) -> None:
    ear = listen(plain(12), regulations=replace(TICKS, tenths=True))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(20 * SECOND_NS)
    assert ear.heard(started_ns) == [(2 + after, "COUNT") for after in range(10)]


def test_a_turn_that_begins_within_the_ten_seconds_is_counted_from_its_next_second(
    listen: Listen,
) -> None:
    ear = listen(plain(7.25))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(2 * SECOND_NS)
    assert ear.heard(started_ns) == [(0.25, "COUNT"), (1.25, "COUNT")]


def test_in_a_stop_nothing_is_counted_and_afterwards_no_second_twice(listen: Listen) -> None:
    ear = listen(plain(10))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(2_500 * MS - (ear.table.now_ns - started_ns))
    stopped_ns = ear.table.tap(Line.STOP)
    assert stopped_ns - started_ns == 2_500 * MS
    ear.table.wait(60 * SECOND_NS)
    assert ear.heard(started_ns) == [(1, "COUNT"), (2, "COUNT")]
    ear.table.tap(Line.OK)
    resumed_ns = ear.table.tap(Line.OK) + TAP_NS
    ear.table.wait(SECOND_NS)
    assert ear.heard(resumed_ns)[2:] == [(0.5, "COUNT")]


def test_a_running_delay_is_no_count(listen: Listen) -> None:
    ear = listen(Period(9 * SECOND_NS, method=Method.DELAY, bonus_ns=3 * SECOND_NS))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(5 * SECOND_NS)
    assert ear.heard(started_ns) == [(4, "COUNT"), (5, "COUNT")]


def test_time_that_counts_up_is_not_counted(listen: Listen) -> None:
    ear = listen(Period(5 * SECOND_NS, method=Method.COUNTUP))
    ear.table.tap(Line.OK)
    ear.table.wait(20 * SECOND_NS)
    assert ear.heard() == []


def test_an_increment_brings_seconds_back_and_they_are_counted_again(listen: Listen) -> None:
    ear = listen(Period(9 * SECOND_NS, method=Method.INCREMENT, bonus_ns=2 * SECOND_NS))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(1_500 * MS - (ear.table.now_ns - started_ns))
    ear.table.tap(Line.LEFT_PLUNGER)  # 7.5 s and 2 s
    ear.table.wait(200 * MS)
    again_ns = ear.table.tap(Line.RIGHT_PLUNGER)
    ear.table.wait(2_600 * MS)
    assert ear.heard(started_ns)[:1] == [(1, "COUNT")]
    assert ear.heard(again_ns)[1:] == [(0.5, "COUNT"), (1.5, "COUNT"), (2.5, "COUNT")]


def test_after_a_correction_the_count_goes_by_the_new_time(listen: Listen) -> None:
    ear = listen(plain(8))
    ear.table.tap(Line.OK)
    ear.table.wait(2 * SECOND_NS)
    ear.table.tap(Line.STOP)
    ear.table.settle()
    count = len(ear.heard())
    ear.table.station._add(
        Adjust(ear.table.now_ns, LEFT, remaining_ns=12 * SECOND_NS, reason="compensation")
    )
    ear.table.tap(Line.OK)
    resumed_ns = ear.table.tap(Line.OK) + TAP_NS
    ear.table.wait(4 * SECOND_NS)
    assert ear.heard(resumed_ns)[count:] == [(2, "COUNT"), (3, "COUNT"), (4, "COUNT")]


def test_a_loop_that_was_held_up_does_not_catch_up(listen: Listen) -> None:
    ear = listen(plain(10))
    started_ns = ear.table.tap(Line.OK)
    ear.rig.time.advance(3_300 * MS - (ear.table.now_ns - started_ns))
    ear.table.station.turn()
    assert ear.heard(started_ns) == [(3.3, "COUNT")]


def test_a_press_that_comes_late_and_is_folded_in_makes_no_second_sound_twice(
    listen: Listen,
) -> None:
    ear = listen(plain(10))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(3_010 * MS - (ear.table.now_ns - started_ns))
    assert [after for after, _ in ear.heard(started_ns)] == [1, 2, 3]
    # Left pressed 30 ms before 7 was shown; the edge comes only now.
    pressed_ns = started_ns + 2_980 * MS
    ear.rig.fakes.inputs.set_level(Line.LEFT_PLUNGER, True)
    ear.rig.fakes.inputs.deliver(Edge(Line.LEFT_PLUNGER, True, pressed_ns))
    ear.table._next_ns = ear.table.now_ns
    ear.table.wait(50 * MS)
    assert (ear.table.state.running, ear.table.state.left.remaining_ns) == (RIGHT, 7_020 * MS)
    ear.table.up(Line.LEFT_PLUNGER)
    ear.table.settle()
    before = len(ear.heard())
    begins_ns = ear.table.tap(Line.RIGHT_PLUNGER)
    ear.table.wait(2 * SECOND_NS)
    counted = [after for after, name in ear.heard(begins_ns)[before:] if name == "COUNT"]
    assert [round(after, 3) for after in counted] == [1.02, 2.02]


def test_in_joint_time_nobody_is_there_to_hear_a_count(listen: Listen) -> None:
    ear = listen(plain(12))
    ear.table.tap(Line.PLUS)
    ear.table.tap(Line.OK)
    ear.table.wait(11 * SECOND_NS)
    assert ear.heard() == []


# Byo-yomi and gong


def test_each_byo_yomi_period_is_counted_and_its_beginning_heard_the_main_time_is_not(
    listen: Listen,
) -> None:
    period = Period(5 * SECOND_NS, method=Method.BYOYOMI, bonus_ns=12 * SECOND_NS, count=2)
    ear = listen(period)
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(30 * SECOND_NS - (ear.table.now_ns - started_ns))
    settled_s = EDGE_LATENCY_NS_MAX / SECOND_NS
    first = [(5 + settled_s, "PERIOD"), *((7 + after, "BYOYOMI") for after in range(10))]
    second = [(17 + settled_s, "PERIOD"), *((19 + after, "BYOYOMI") for after in range(10))]
    assert ear.heard(started_ns) == first + second


def test_a_move_inside_a_byo_yomi_period_begins_its_count_anew(listen: Listen) -> None:
    ear = listen(Period(0, method=Method.BYOYOMI, bonus_ns=10 * SECOND_NS, count=1))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(3_500 * MS - (ear.table.now_ns - started_ns))
    ear.table.tap(Line.LEFT_PLUNGER)
    ear.table.wait(100 * MS)
    again_ns = ear.table.tap(Line.RIGHT_PLUNGER)
    ear.table.wait(2_500 * MS)
    assert ear.heard(started_ns)[:3] == [(1, "BYOYOMI"), (2, "BYOYOMI"), (3, "BYOYOMI")]
    assert ear.heard(again_ns)[3:] == [(1, "BYOYOMI"), (2, "BYOYOMI")]


def test_a_gong_is_heard_at_the_end_of_every_turn(listen: Listen) -> None:
    ear = listen(Period(3 * SECOND_NS, method=Method.GONG))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(6_500 * MS - (ear.table.now_ns - started_ns))
    names = [name for _, name in ear.heard(started_ns)]
    assert names == ["BYOYOMI", "BYOYOMI", "GONG", "BYOYOMI", "BYOYOMI", "GONG"]


# Presses, calls and falls


def test_a_press_that_counts_clicks_and_one_that_does_not_is_silent(listen: Listen) -> None:
    ear = listen(plain(3600), regulations=PROFILES["club"])
    started_ns = ear.table.tap(Line.OK)
    pressed_ns = ear.table.tap(Line.LEFT_PLUNGER)
    ear.table.tap(Line.LEFT_PLUNGER)  # not his turn
    heard_ns = [beep.at_ns for beep in ear.buzzer.beeps]
    assert [name for _, name in ear.heard()] == ["CLICK", "CLICK"]
    for at_ns, press_ns in zip(heard_ns, (started_ns, pressed_ns), strict=True):
        assert 0 <= at_ns - press_ns < 30 * MS  # the debounce's time


def test_a_stop_calls_the_organizer(listen: Listen) -> None:
    ear = listen(plain(3600), regulations=PROFILES["rif-referees"])
    ear.table.tap(Line.OK)
    ear.table.wait(SECOND_NS)
    ear.table.tap(Line.STOP)
    assert [name for _, name in ear.heard()] == ["ORGANIZER"]


def test_a_click_never_cuts_a_call_short(listen: Listen) -> None:
    ear = listen(plain(302), regulations=replace(PROFILES["rif-referees"], click_sound=True))
    started_ns = ear.table.tap(Line.OK)
    ear.table.wait(2_300 * MS - (ear.table.now_ns - started_ns))  # the call: at 2.25 s
    ear.table.tap(Line.LEFT_PLUNGER)
    assert [name for _, name in ear.heard()] == ["CLICK", "CALL"]
    ear.table.wait(SECOND_NS)
    ear.table.tap(Line.RIGHT_PLUNGER)
    assert [name for _, name in ear.heard()][2:] == ["CLICK"]


def test_of_two_tones_at_once_the_one_that_matters_more_is_heard() -> None:
    at = (0, LEFT)
    everything: list[Output] = [
        TurnPassed(*at, 0, 0, 0, 1, 1),
        ByoyomiBegan(*at, 1),
        OrganizerCalled(0),
        RefereeCalled(*at),
        GongStruck(*at),
        ClapperFell(*at),
    ]
    names = [tone.name for tone in tones_of(everything)]
    assert names == ["FALL", "CALL", "ORGANIZER", "GONG", "PERIOD", "CLICK"]


# Regulations


@pytest.mark.rule("RIF 14.8", "RIF 14.9", "gomoku 11.7")
@pytest.mark.parametrize(
    ("profile", "heard"),
    [
        ("rif", set()),
        ("rif-referees", {Sound.CALL, Sound.FALL}),
        ("gomoku-cz", set()),
        ("japan", {Sound.CALL, Sound.FALL, Sound.BYOYOMI}),
        ("fide", set()),
        ("go-egf", {Sound.FALL, Sound.BYOYOMI}),
        ("club", {Sound.CLICK, Sound.COUNT, Sound.BYOYOMI, Sound.FALL}),
    ],
)
def test_each_profile_lets_its_own_sounds_be_heard(profile: str, heard: set[Sound]) -> None:
    assert {sound for sound in Sound if allowed(sound, PROFILES[profile])} == heard


@pytest.mark.rule("RIF 14.8")
def test_where_nobody_may_point_out_a_time_no_choice_makes_it_heard() -> None:
    loud = {f"{sound.value}_sound": True for sound in Sound}
    regulations = replace(PROFILES["rif"], **loud)
    assert {sound for sound in Sound if allowed(sound, regulations)} == set(Sound) - ABOUT_TIME


@st.composite
def noisy(draw: st.DrawFn) -> Setup:
    """A random setup with every choice about sounds drawn."""
    chosen = draw(setups())
    choices = {f"{sound.value}_sound": draw(st.booleans()) for sound in Sound}
    choices["announce"] = chosen.regulations.on_flag is OnFlag.STOP or draw(st.booleans())
    return replace(chosen, regulations=replace(chosen.regulations, **choices))


@pytest.mark.rule("RIF 14.8")
@settings(max_examples=400)
@given(noisy(), st.binary(min_size=0, max_size=40 * BYTES_OF_ACT))
def test_whatever_is_played_only_what_is_allowed_is_ever_heard(game: Setup, drawn: bytes) -> None:
    time = FakeTime(0)
    buzzer = FakeBuzzer(time)
    voice = Sounder(buzzer)
    played = play(game, acts_of(drawn[: len(drawn) // BYTES_OF_ACT * BYTES_OF_ACT]))
    for outputs, (before, after) in zip(played.outputs, pairwise(played.states), strict=True):
        for part in range(1, 24):  # looks in between, some seconds apart or less
            look_ns = before.at_ns + (after.at_ns - before.at_ns) * part // 24
            time.move_to(max(time.now_ns(), look_ns))
            voice.speak(before, Settings(), time.now_ns())
        voice.tell(outputs, after.setup.regulations)
        time.move_to(max(time.now_ns(), after.at_ns))
        voice.speak(after, Settings(), time.now_ns())
    sound_of = {(tone.tone_hz, tone.length_ns): tone.sound for tone in Tone}
    heard = {sound_of[beep.tone_hz, beep.duration_ns] for beep in buzzer.beeps}
    rules = {state.setup.regulations for state in played.states}
    assert all(any(allowed(sound, each) for each in rules) for sound in heard)
    if not any(each.announce for each in rules):
        assert not heard & ABOUT_TIME


# Volumes


@pytest.mark.parametrize("sound", Sound)
@pytest.mark.parametrize("volume", [0, 1, 7, 10])
def test_each_sound_has_its_own_volume(sound: Sound, volume: int, listen: Listen) -> None:
    own = Settings(volumes=replace(Volumes(0, 0, 0, 0, 0), **{sound.value: volume}))
    period = Period(11 * SECOND_NS, method=Method.BYOYOMI, bonus_ns=11 * SECOND_NS, count=1)
    for each in ((plain(11),), (period,), (plain(301),)):
        loud = {f"{each.value}_sound": True for each in Sound}
        regulations = replace(PROFILES["rif-referees"], **loud)
        ear = listen(*each, regulations=regulations, own=own)
        ear.table.tap(Line.OK)
        ear.table.wait(310 * SECOND_NS)
        sound_of = {(tone.tone_hz, tone.length_ns): tone.sound for tone in Tone}
        found = {(sound_of[b.tone_hz, b.duration_ns], b.volume) for b in ear.buzzer.beeps}
        assert found <= {(sound, volume)}
        expected = {
            Sound.CLICK: True,
            Sound.COUNT: each != (period,),
            Sound.BYOYOMI: each == (period,),
            Sound.CALL: True,
            Sound.FALL: True,
        }
        assert bool(found) is (volume > 0 and expected[sound])


def test_with_all_sound_off_nothing_is_heard(listen: Listen) -> None:
    ear = listen(plain(12), regulations=PROFILES["club"], own=Settings(sound=False))
    ear.table.tap(Line.OK)
    ear.table.wait(20 * SECOND_NS)
    assert ear.heard() == []


def test_volumes_are_the_bodys() -> None:
    assert list(VOLUMES) == list(range(VOLUME_MAX + 1))


def test_the_table_of_tones_tells_them_as_they_are_and_no_two_are_alike() -> None:
    told = re.findall(r"^\| [^|]+ \| [^|]+ \| (\d+) \| (\d+) \|$", sounds.__doc__ or "", re.M)
    made = [(str(tone.tone_hz), str(tone.length_ns // MS)) for tone in Tone]
    assert told == made
    assert len(set(made)) == len(made)
