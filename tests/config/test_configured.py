"""What a configuration changes of the clock as it comes."""

from operator import attrgetter
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.config import config_from
from clock.game.names import Names
from clock.menu.access import Opens, Organizer
from clock.menu.settings import Settings, Volumes
from clock.presets.typed import control_from_pgn
from clock.rules.regulations import PROFILES, HandRule, OnFlag
from clock.rules.seats import Colour, Seat
from clock.rules.units import SECOND_NS
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DEFAULT, DebounceWiring, LampWiring

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
[game.regulations]
hand_rule = "witness"
"""
RIGHT, REFEREE = ScreenName.RIGHT, LampName.REFEREE
PIN = DEFAULT.lamps[REFEREE].pin
OPENS = 'opens = "code"\ncode = "0042"\namounts = ["0:30", "+3:00"]'
CODE = Organizer(Opens.CODE, (0, 0, 4, 2), (-30 * SECOND_NS, 30 * SECOND_NS, 180 * SECOND_NS))
DEBOUNCE = DebounceWiring(lockout_ns=30_000_000, confirm_ns=1_700_000)
SETTINGS = Settings(language="cs", brightness=4, volumes=Volumes(fall=0))


@pytest.mark.parametrize(
    ("text", "part", "value"),
    [
        ("stop = 9", "wiring.lines", {**DEFAULT.lines, Line.STOP: 9}),
        ("key = 12\n[organizer]\nopens = 'key'", "organizer", Organizer(Opens.KEY)),
        ("[screens.right]\ndriver = 'sh1106'", "wiring.screens", {
            **DEFAULT.screens, RIGHT: replace(DEFAULT.screens[RIGHT], driver="sh1106"),
        }),
        ("[lamps]\nreferee = { pin = 'none' }", "wiring.lamps", {
            name: lamp for name, lamp in DEFAULT.lamps.items() if name is not REFEREE
        }),
        ("[lamps]\nreferee = { lit_when_high = false }", "wiring.lamps", {
            **DEFAULT.lamps, REFEREE: LampWiring(pin=PIN, lit_when_high=False),
        }),
        ("[buzzer]\npin = 'none'", "wiring.buzzer", None),
        ("[debounce]\nlockout_ms = 30\nconfirm_ms = 1.7", "wiring.debounce", DEBOUNCE),
        (f"[organizer]\n{OPENS}", "organizer", CODE),
        ("[settings]\nlanguage = 'cs'\nbrightness = 4\n[settings.volumes]\nfall = 0", "settings",
         SETTINGS),
        ("[journal]\nmegabytes = 7", "journal.megabytes", 7),
        ("[power]\nlow_percent = 40", "power.low_percent", 40),
        ("[game]\nstarter = 'right'", "setup.starter", Seat.RIGHT),
        ("[game.control]\nleft = '5m'\nright = '30s'", "setup.left", control_from_pgn("5m")),
        ("[game.control]\nleft = '5m'\nright = '30s'", "setup.right", control_from_pgn("30")),
        ("[names]\nevent = 'Cup'\nleft = 'Lee'", "names", Names("Cup", left="Lee")),
    ],
)  # fmt: skip
def test_a_file_changes_what_is_in_it(text: str, part: str, value: object) -> None:
    config = config_from(text if text.startswith("[") else f"[lines]\n{text}")
    assert attrgetter(part)(config) == value


def test_a_game_is_a_preset_with_its_regulations_and_choices_of_them() -> None:
    regulations = config_from(
        '[game]\ncontrol = "fide-rapid"\n[game.regulations]\nannounce = false\non_flag = "run"\n'
        'referee_call = "3:00"\nrecord_limit = "none"'
    ).setup.regulations
    assert regulations == replace(
        PROFILES["fide"],
        announce=False,
        on_flag=OnFlag.RUN,
        referee_call_ns=180 * SECOND_NS,
        record_limit_ns=None,
    )


@pytest.mark.parametrize(
    ("game", "first"),
    [
        ('control = "fide-rapid"', Colour.WHITE),
        ('control = "fide-rapid"\nfirst = "black"', Colour.BLACK),
        ('control = "10m"', Colour.BLACK),
        ('control = "10m"\nregulations = { base = "fide" }', Colour.WHITE),
        ('control = "10m"\nfirst = "white"', Colour.WHITE),
    ],
)
def test_who_moves_first_is_the_presets_or_the_games_own(game: str, first: Colour) -> None:
    assert config_from(f"[game]\n{game}").setup.first is first


@pytest.mark.parametrize(
    ("control", "text"),
    [
        ('"40/2h:1h"', "40/2h:1h"),
        ('[{ time = "2:00:00", moves = 40 }, { time = "1:00:00" }]', "40/2h:1h"),
        ('[{ time = "0:05.5" }]', "5.5s"),
        ('"5+3"', "5m+3s"),
        ('"pgn:5+3"', "5s+3s"),
    ],
)
def test_a_control_is_as_players_write_it_or_a_list_of_periods(control: str, text: str) -> None:
    setup = config_from(f"[game]\ncontrol = {control}").setup
    assert setup.left == setup.right == control_from_pgn(text)
    assert setup.regulations == PROFILES["club"]


def test_the_hand_is_watched_where_the_sensors_are_wired() -> None:
    assert config_from(HANDS).setup.regulations.hand_rule is HandRule.WITNESS


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
    (skipped,) = config.skipped
    assert f"{tmp_path}/club.toml, line 4: x" in str(skipped)
