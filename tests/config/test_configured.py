"""What a configuration changes of the clock as it comes."""

from pathlib import Path

import pytest

from clock.config import config_from
from clock.menu.access import Opens, Organizer
from clock.menu.settings import Settings, Volumes
from clock.presets import presets
from clock.rules.notation import control_from_pgn
from clock.rules.regulations import PROFILES, HandRule
from clock.rules.seats import RIGHT, Colour, Seat
from clock.rules.units import SECOND_NS
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DEFAULT, KEY_PIN, DebounceWiring
from tests.config.texts import SHIPPED

HANDS = """
[lines]
left_plunger = "none"
right_plunger = "none"
left_plunger_lh = 5
left_plunger_rh = 12
right_plunger_lh = 6
right_plunger_rh = 13
left_stone_lh = 19
left_stone_rh = 20
right_stone_lh = 21
right_stone_rh = 15
"""


def test_a_file_says_only_what_differs() -> None:
    config = config_from('[lines]\nstop = 9\n[screens.right]\ndriver = "sh1106"')
    assert config.wiring.lines == {**DEFAULT.lines, Line.STOP: 9}
    right = config.wiring.screens[ScreenName.RIGHT]
    assert (right.driver, right.address) == ("sh1106", 0x3D)
    assert config.wiring.screens[ScreenName.LEFT] == DEFAULT.screens[ScreenName.LEFT]


def test_a_part_that_is_not_wired_is_none() -> None:
    config = config_from(
        '[lines]\nok = "none"\n[lamps]\nreferee = { pin = "none" }\n[buzzer]\npin = "none"\n'
    )
    assert Line.OK not in config.wiring.lines
    assert LampName.REFEREE not in config.wiring.lamps
    assert config.wiring.buzzer is None


def test_the_organizers_menu_opens_by_a_key_that_is_wired() -> None:
    config = config_from('[lines]\nkey = 12\n[organizer]\nopens = "key"')
    assert config.organizer == Organizer(Opens.KEY)
    assert config.wiring.lines[Line.KEY] == KEY_PIN == 12
    assert config_from("").organizer == Organizer()


def test_the_pin_that_the_shipped_file_names_for_a_key_is_free() -> None:
    config_from(f"[lines]\nkey = {KEY_PIN}")
    assert f"; {KEY_PIN} is free." in SHIPPED.read_text(encoding="utf-8")


def test_the_organizers_menu_opens_by_a_code_and_offers_the_amounts_of_the_file() -> None:
    config = config_from('[organizer]\nopens = "code"\ncode = "0042"\namounts = ["0:30", "+3:00"]')
    amounts_ns = (-30 * SECOND_NS, 30 * SECOND_NS, 180 * SECOND_NS)
    assert config.organizer == Organizer(Opens.CODE, (0, 0, 4, 2), amounts_ns)


def test_milliseconds_become_exact_nanoseconds() -> None:
    config = config_from("[debounce]\nlockout_ms = 30\nconfirm_ms = 1.7")
    assert config.wiring.debounce == DebounceWiring(lockout_ns=30_000_000, confirm_ns=1_700_000)


def test_a_lamp_keeps_what_is_not_written() -> None:
    config = config_from("[lamps]\nreferee = { lit_when_high = false }")
    assert config.wiring.lamps[LampName.REFEREE].pin == DEFAULT.lamps[LampName.REFEREE].pin
    assert not config.wiring.lamps[LampName.REFEREE].lit_when_high


def test_a_game_is_a_preset_with_its_regulations_and_choices_of_them() -> None:
    config = config_from(
        '[game]\ncontrol = "fide-rapid"\nstarter = "right"\n'
        '[game.regulations]\nannounce = false\non_flag = "run"\n'
        'referee_call = "3:00"\nrecord_limit = "none"'
    )
    own = PROFILES[presets()["fide-rapid"].regulations]
    regulations = config.setup.regulations
    assert config.setup.starter is RIGHT
    assert (regulations.name, regulations.first_bonus) == (own.name, own.first_bonus)
    assert (regulations.on_flag.value, regulations.referee_call_ns) == ("run", 180 * 10**9)
    assert not regulations.announce, "which both stopping at a fall would contradict"
    assert regulations.record_limit_ns is None


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ('control = "fide-rapid"', Colour.WHITE),
        ('control = "fide-rapid"\nfirst = "black"', Colour.BLACK),
        ('control = "10m"', Colour.BLACK),
        ('control = "10m"\nregulations = { base = "fide" }', Colour.WHITE),
        ('control = "10m"\nfirst = "white"', Colour.WHITE),
    ],
)
def test_who_moves_first_is_the_presets_or_the_games_own(written: str, first: Colour) -> None:
    assert config_from(f"[game]\n{written}").setup.first is first


@pytest.mark.parametrize(
    "written",
    ['"40/2h:1h"', '[{ time = "2:00:00", moves = 40 }, { time = "1:00:00" }]'],
)
def test_a_control_is_pgn_text_or_a_list_of_periods(written: str) -> None:
    config = config_from(f"[game]\ncontrol = {written}")
    assert config.setup.left == config_from("").setup.left
    assert config.setup.regulations == PROFILES["club"]


def test_each_seat_may_have_its_own_control() -> None:
    config = config_from('[game.control]\nleft = "5m"\nright = "30"')
    assert [period.time_ns for period in config.setup.left] == [300 * 10**9]
    assert [period.time_ns for period in config.setup.right] == [30 * 10**9]


def test_the_hand_is_watched_where_the_sensors_are_wired() -> None:
    config = config_from(f'{HANDS}[game.regulations]\nhand_rule = "witness"')
    assert config.setup.regulations.hand_rule is HandRule.WITNESS


@pytest.mark.parametrize("starter", Seat)
def test_a_handicap_match_is_set_with_the_seat_that_begins_as_the_beginner(starter: Seat) -> None:
    text = f'[game]\ncontrol = "handicap-match"\nstarter = "{starter.value}"'
    setup = config_from(text).setup
    assert setup.match is not None
    assert (setup.match.expert, setup.starter) == (starter.other, starter)
    assert setup.control(starter)[0].time_ns == 300 * 10**9


def test_presets_of_ones_own_are_offered_and_broken_ones_named(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('[tuesday]\ntitle = "Tuesday"\ncontrol = "7m"\n[x]\na = 1')
    config = config_from(f'[presets]\nown = "{tmp_path}"\n[game]\ncontrol = "tuesday"')
    assert [period.time_ns for period in config.setup.left] == [420 * 10**9]
    assert "tuesday" in {offer.name for offer in config.offers}
    assert len(config.skipped) == 1
    assert "club.toml, line 4: x" in config.skipped[0]


def test_a_clock_is_delivered_with_settings_of_its_own() -> None:
    config = config_from(
        '[settings]\nlanguage = "cs"\nbrightness = 4\n[settings.volumes]\nfall = 0'
    )
    assert config.settings == Settings(language="cs", brightness=4, volumes=Volumes(fall=0))


@pytest.mark.parametrize("control", ["60+0.1", "1.5h", "5.30s", "40/90.5m:30s+0.25", "*180"])
def test_a_fraction_with_a_unit_and_one_of_an_increment_are_clear(control: str) -> None:
    assert config_from(f'[game]\ncontrol = "{control}"').setup.left == control_from_pgn(control)


def test_a_fraction_behind_a_colon_is_one_of_a_second() -> None:
    config = config_from(
        '[game]\ncontrol = [{ time = "0:05.5" }]\n[game.regulations]\nreferee_call = "0:02.25"'
    )
    assert config.setup.left[0].time_ns == 5_500_000_000
    assert config.setup.regulations.referee_call_ns == 2_250_000_000
