"""The configuration: every mistake in a line of its own, and a shipped file that is the code's."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clock.config import CHOICES, JOURNAL_MB_MAX, Config, ConfigError, config_from, read_config
from clock.faces.guard import Opens, Organizer
from clock.faces.own.settings import Settings, Sound, Volumes
from clock.presets import presets
from clock.rules.notation import control_from_pgn
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PROFILES, HandRule
from clock.rules.seats import RIGHT, Colour, Seat
from clock.rules.units import SECOND_NS
from clock.toml_lines import line_numbers
from hal.factories import FACTORIES
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DEFAULT, DRIVERS, KEY_PIN, DebounceWiring

SHIPPED = Path(__file__).parent.parent / "systemd" / "clapper.toml"

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


def mistakes(text: str) -> tuple[str, ...]:
    """The lines that a configuration is refused with; fails if it is not."""
    with pytest.raises(ConfigError) as caught:
        config_from(text, "c.toml")
    return caught.value.lines


# ---- The shipped file


def uncommented() -> str:
    """The shipped file with every key taken out of its comment."""
    return re.sub(r"^#(?=\w)", "", SHIPPED.read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_the_shipped_file_changes_nothing() -> None:
    assert config_from(SHIPPED.read_text(encoding="utf-8")) == config_from("")


def test_every_default_that_the_shipped_file_tells_is_the_codes_default() -> None:
    assert config_from(uncommented()) == config_from("")


def test_the_shipped_file_documents_every_key() -> None:
    tables = tomllib.loads(uncommented())
    screen = {"driver", "width", "height", "bus", "port", "address", "device", "dc", "reset",
              "bus_pins", "rotate", "contrast"}  # fmt: skip
    assert set(tables.pop("lines")) == set(Line)
    lamps = tables.pop("lamps")
    assert set(lamps) == set(LampName)
    assert all(set(lamp) == {"pin", "lit_when_high"} for lamp in lamps.values())
    assert {side: set(keys) for side, keys in tables.pop("screens").items()} == dict.fromkeys(
        ScreenName, screen
    )
    assert set(tables["game"].pop("regulations")) == {"base", *CHOICES}
    assert set(tables["settings"].pop("volumes")) == set(Sound)
    assert {name: set(table) for name, table in tables.items()} == {
        "settings": {"language", "brightness", "sound"},
        "pins": {"factory", "edges"},
        "buzzer": {"pin"},
        "debounce": {"lockout_ms", "confirm_ms"},
        "game": {"control", "opening", "starter", "first"},
        "journal": {"megabytes"},
        "power": {"low_percent"},
        "organizer": {"opens", "code", "amounts"},
        "presets": {"own"},
    }


@pytest.mark.parametrize(
    "names", [FACTORIES, DRIVERS, OPENINGS, PROFILES, [each.value for each in Opens]]
)
def test_the_shipped_file_tells_every_name_that_may_be_chosen(names: tuple[str, ...]) -> None:
    words = set(re.findall(r"[\w-]+", SHIPPED.read_text(encoding="utf-8")))
    assert set(names) <= words


def test_every_comment_of_a_key_stands_with_it() -> None:
    """A key that is uncommented alone lands in its own table."""
    text = SHIPPED.read_text(encoding="utf-8")
    for match in re.finditer(r"^#(\w+) = .*$", text, re.MULTILINE):
        alone = text[: match.start()] + text[match.start() + 1 :]
        assert isinstance(config_from(alone), Config), match[0]


BOUNDS = [
    (r"In percent, (\d+) to (\d+):", "[power]\nlow_percent = {}"),
    (r"From (\d+) to (\d+)\.\n#brightness", "[settings]\nbrightness = {}"),
    (r"from (\d+) to (\d+): a press that counts", "[settings.volumes]\nclick = {}"),
    (r"Quarter turns, clockwise: (\d+) to (\d+)\.", "[screens.left]\nwidth = 128\n"
     "height = 128\ndriver = 'sh1106'\nrotate = {}"),
    (r"(\d+) to (\d+)\.\n#contrast", "[screens.left]\ncontrast = {}"),
    (r"From (\d+) to (\d+): all of it is looked at", "[journal]\nmegabytes = {}"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "written"), BOUNDS, ids=[said for said, _ in BOUNDS])
def test_a_value_may_be_as_small_and_as_large_as_its_comment_says_and_no_more(
    said: str, written: str
) -> None:
    (bounds,) = re.findall(said, SHIPPED.read_text(encoding="utf-8"))
    least, most = map(int, bounds)
    for value in (least, most):
        assert isinstance(config_from(written.format(value)), Config)
    for value in (least - 1, most + 1):
        mistakes(written.format(value))


def test_a_code_may_have_as_many_figures_as_its_comment_says() -> None:
    (bounds,) = re.findall(r"(\d+) to (\d+) figures in quotes", SHIPPED.read_text(encoding="utf-8"))
    least, most = map(int, bounds)
    written = '[organizer]\nopens = "code"\ncode = "{}"'
    for count in (least, most):
        assert isinstance(config_from(written.format("7" * count)), Config)
    for count in (least - 1, most + 1):
        mistakes(written.format("7" * count))


def test_a_file_closed_as_its_comment_says_is_read_by_the_service_and_nobody_else() -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    (owner, group), (mode,) = (
        re.findall(r"`chown (\w+):(\w+)`", text)[0], re.findall(r"`chmod (\d+)`", text)
    )  # fmt: skip
    unit = SHIPPED.with_name("clapper.service").read_text(encoding="utf-8")
    assert f"\nGroup={group}\n" in unit
    assert f"\nUser={owner}\n" not in unit, "the clock does not change its own configuration"
    granted = int(mode, 8)
    assert granted & 0o044 == 0o040, "the group reads it, others do not"
    assert granted & 0o033 == 0, "only its owner changes it"


def test_the_largest_journal_is_looked_at_while_systemd_waits_for_the_start() -> None:
    """A tenth of a second for a megabyte, on a slow card and a small Pi."""
    unit = (SHIPPED.parent / "clapper.service").read_text(encoding="utf-8")
    waits = re.search(r"^TimeoutStartSec=(\d+)$", unit, re.MULTILINE)
    assert waits is not None
    assert int(waits[1]) > JOURNAL_MB_MAX * 0.1


# ---- What can be configured


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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('opens = "lock"', "line 2: organizer.opens: expected code, hold or key, got 'lock'"),
        ('opens = "key"', "line 2: organizer.opens: expected a pin for lines.key: the key is not"),
        ('opens = "code"', "line 2: organizer.code: expected a code: without one nothing opens"),
        ('code = "12"', "line 2: organizer.code: expected 4 to 8 figures from 0 to 9"),
        ("code = 1234", "line 2: organizer.code: expected text in quotes"),
        ('amounts = ["1 min"]', "line 2: organizer.amounts: expected a time as"),
        ("amounts = []", "line 2: organizer.amounts: expected 1 to 16 amounts"),
        ('amounts = "1:00"', "line 2: organizer.amounts: expected a list"),
        ("amount = 1", "line 2: organizer.amount: unknown"),
    ],
)
def test_a_mistake_about_the_organizers_menu_is_told(text: str, told: str) -> None:
    (line,) = mistakes(f"[organizer]\n{text}")
    assert line.startswith(f"c.toml, {told}")


def test_a_code_is_not_told_not_even_a_wrong_one() -> None:
    (line,) = mistakes('[organizer]\ncode = "73x9"')
    assert "73" not in line


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
        '[game.regulations]\non_flag = "run"\nreferee_call = "3:00"\nrecord_limit = "none"'
    )
    own = PROFILES[presets()["fide-rapid"].regulations]
    regulations = config.setup.regulations
    assert config.setup.starter is RIGHT
    assert (regulations.name, regulations.first_bonus) == (own.name, own.first_bonus)
    assert (regulations.on_flag.value, regulations.referee_call_ns) == ("run", 180 * 10**9)
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


# ---- What cannot be

SPI_LEFT = "[screens.left]\nbus = 'spi'\ndriver = 'ssd1309'\n"
BROKEN = [
    # (the file, the line's number, how the line goes on)
    ("[lines]\nstop = '4'", 2, "lines.stop: expected a whole number, got text in quotes"),
    ("[lines]\n\nstop = 4.5", 3, "lines.stop: expected a whole number, got a number"),
    ("[lines]\nstop = true", 2, "lines.stop: expected a whole number, got true or false"),
    ("[lines]\nstop = [4]", 2, "lines.stop: expected a whole number, got a list"),
    ("[lines]\nstop = 31", 2, "lines.stop: GPIO 31 does not exist: expected 0 to 27"),
    ("[lines]\nstop = -1", 2, "lines.stop: GPIO -1 does not exist: expected 0 to 27"),
    ("[lines]\nstop = 5", 2, "lines.stop: GPIO 5 is used twice, by lines.left_plunger too"),
    ("[lines]\nleft_plunger = 6", 2, "lines.right_plunger: GPIO 6 is used twice, by lines.left_"),
    ("[lines]\nstop = 2", 2, "lines.stop: GPIO 2 belongs to I²C 1, which screens.left uses"),
    ("[lines]\nhalt = 9", 2, "lines.halt: unknown: expected key, left_plunger, "),
    ("[lines]\nstop = 'none'", 2, "lines.stop: expected a pin: this button is needed"),
    ("[lines]\nleft_plunger = 'none'", 2, "lines.left_plunger: expected a pin: this seat has no"),
    ("[lines]\nleft_plunger = 'none'\nleft_plunger_lh = 9", 3, "lines.left_plunger_rh: expected"),
    ("[lines]\nleft_plunger_lh = 9\nleft_plunger_rh = 12", 2, "lines.left_plunger: expected eith"),
    ("[lines]\nleft_stone_lh = 9", 2, "lines.left_stone_rh: expected a pin: left_stone_lh is"),
    ("lines = 3", 1, "lines: expected a table, got a whole number"),
    ("lines = 1979-05-27", 1, "lines: expected a table, got a date or a time"),
    ("[lamps]\nreferee = 25", 2, "lamps.referee: expected a table as { pin = 25 }, got a whole nu"),
    ("[lamps]\nreferee = 'none'", 2, 'lamps.referee: expected a table as { pin = "none" }, got te'),
    ("[lamps]\nreferee = true", 2, "lamps.referee: expected a table as { pin = 25 }, got true or"),
    ("[lamps]\nreferee = { pin = 'x' }", 2, "lamps.referee.pin: expected a whole number, got"),
    ("[lamps]\nreferee = { pin = 4 }", 2, "lamps.referee.pin: GPIO 4 is used twice, by lines.stop"),
    ("[lamps.referee]\npin = 40", 2, "lamps.referee.pin: GPIO 40 does not exist"),
    ("[lamps]\nreferee = { colour = 1 }", 2, "lamps.referee.colour: unknown: expected lit_when_"),
    ("[lamps]\nreferee = { lit_when_high = 1 }", 2, "lamps.referee.lit_when_high: expected true"),
    ("[lamps]\nbell = { pin = 9 }", 2, "lamps.bell: unknown: expected left_clapper, left_running"),
    ("[buzzer]\npin = 99", 2, "buzzer.pin: GPIO 99 does not exist: expected 0 to 27"),
    ("[buzzer]\nvolume = 3", 2, "buzzer.volume: unknown: expected pin"),
    ("[[buzzer]]\npin = 18", 1, "buzzer: expected a table, got a list"),
    ("\n[screens.middle]", 2, "screens.middle: unknown: expected left or right"),
    ("[screens.left]\ndriver = 'hd44780'", 2, "screens.left.driver: 'hd44780' is unknown: expect"),
    ("[screens.left]\nwidth = 100", 2, "screens.left.width: ssd1306 has no 100x64: expected"),
    ("[screens.left]\nbus = 'can'", 2, "screens.left.bus: expected i2c or spi, got 'can'"),
    ("[screens.left]\naddress = 0x80", 2, "screens.left.address: expected 0x08 to 0x77, got 0x80"),
    ("[screens.left]\naddress = '3C'", 2, "screens.left.address: expected a whole number, got te"),
    ("[screens.left]\naddress = 0x3D", 2, "screens.right.address: ssd1306 at 0x3D on I²C 1 is ta"),
    ("[screens.left]\nport = -1", 2, "screens.left.port: expected 0 or more, got -1"),
    ("[screens.left]\nbus = 'spi'\nport = 0", 1, "screens.left.dc: expected a pin: on SPI the dis"),
    (f"[game]\n{SPI_LEFT}dc = 13", 3, "screens.left.port: expected 0, the header's SPI, or 1: scr"),
    (f"[game]\n{SPI_LEFT}dc = 13\nport = 1", 2, "buzzer.pin: GPIO 18 belongs to SPI 1, which scr"),
    ("[screens.left]\nbus_pins = [3, 44]", 2, "screens.left.bus_pins: GPIO 44 does not exist"),
    ("[screens.left]\nrotate = 90", 2, "screens.left.rotate: expected 0, 1, 2 or 3 quarter turns"),
    ("[screens.left]\ncontrast = 256", 2, "screens.left.contrast: expected 0 to 255, got 256"),
    ("[debounce]\nconfirm_ms = 0", 2, "debounce.confirm_ms: expected 1 to 20"),
    ("[debounce]\nlockout_ms = nan", 2, "debounce.lockout_ms: expected a number, got nan"),
    ("[debounce]\nlockout_ms = '25 ms'", 2, "debounce.lockout_ms: expected a number, got text in"),
    ("[debounce]\nlockout = 25", 2, "debounce.lockout: unknown: expected confirm_ms or lockout_ms"),
    ("[pins]\nfactory = 'pigpio'", 2, "pins.factory: expected lgpio, mock, native, rpi-"),
    ("[pins]\nfactory = 1", 2, "pins.factory: expected text in quotes, got a whole number"),
    ("[game]\ncontrol = 'rff'", 2, "game.control: expected a time control as"),
    ("[game]\ncontrol = []", 2, "game.control: "),
    ("[game]\ncontrol = [{ time = '0' }]", 2, "game.control"),
    ("[game]\n\n[[game.control]]\ntime = 'x'", 4, "game.control[0].time: expected a time as"),
    ("[game.control]\nleft = '5m'", 1, "game.control: "),
    ("[game]\nopening = 'rif-96'", 2, "game.opening: expected long-pro, none, pro, rif"),
    ("[game]\nstarter = 'black'", 2, "game.starter: expected left or right, got 'black'"),
    ("[game]\nfirst = 'Black'", 2, "game.first: expected black or white, got 'Black'"),
    ("[game]\nfirst = 3", 2, "game.first: expected text in quotes, got a whole number"),
    ("[game]\ncontrol = 7", 2, "game.control: expected text in quotes, a table or a list, got a w"),
    ("[game]\ncontrol = [{ time = '1:00', method = 'x' }]", 2, "game.control[0].method: expected "),
    ("[game.control]\nleft = [{ time = '9', method = 'x' }]\nright = '5m'", 2, "game.control.left["
     "0].method: expected bronstein, byoyomi, countup, delay, gong, hourglass, increment or plain, "
     "got 'x'"),
    ("[game]\ncontrol = '5.30'", 2, "game.control: expected a unit, as 330s or 5.30s, got '5.30',"),
    ("[game]\ncontrol = '40/5.00:1h'", 2, "game.control: expected a unit, as 300s or 5.00s, got "),
    ("[game]\ncontrol = '5.5+3'", 2, "game.control: expected a unit, as 5.5m or 5.5s, got '5.5'"),
    ("[game]\ncontrol = '5:30'", 2, "game.control: expected units, as 5m or 5400 or 5s:30s, got"),
    ("[game]\ncontrol = [{ time = '5.30' }]", 2, "game.control[0].time: expected a colon, as in "),
    ("[game]\ncontrol = [{ time = '5:00', bonus = '0.30' }]", 2, "game.control[0].bonus: expected"),
    ("[game.control]\nleft = '1.00'\nright = '5m'", 2, "game.control.left: expected a unit, as 60"),
    ("[game]\nclock = 1", 2, "game.clock: unknown: expected control, first, opening, regulat"),
    ("[game.regulations]\nbase = 'ing'", 2, "game.regulations.base: expected club, fide, go-egf"),
    ("[game.regulations]\nbase = []", 2, "game.regulations.base: expected club, fide, go-egf"),
    ("[game.regulations]\nreferee = 1", 2, "game.regulations.referee: unknown: expected announce"),
    ("[game.regulations]\non_flag = 'halt'", 2, "game.regulations.on_flag: expected one of run, s"),
    ("[game.regulations]\nreferee_call = '0'", 2, "game.regulations.referee_call: expected more"),
    ("[game.regulations]\nreferee_call = -3", 2, "game.regulations.referee_call: expected a time"),
    ("[game.regulations]\nhand_warnings = -1", 2, "game.regulations.hand_warnings: expected 0 or"),
    ("[game.regulations]\nhand_rule = 'enforce'", 2, "game.regulations.hand_rule: expected honour"),
    ("[game.regulations]\nreferee_call = '5.00'", 2, "game.regulations.referee_call: expected a "
     "colon, as in \"5:00\" or \"0:05\", got '5.00'"),
    ("[game.regulations]\nrecord_limit = 5.5", 2, "game.regulations.record_limit: expected a colon,"
     " as in \"5:00\" or \"0:05.5\", got '5.5'"),
    ("[game.regulations]\nannounce = 'yes'", 2, "game.regulations.announce: expected true or false,"
     " got text in quotes"),
    ("[game.regulations]\nrollover = 3", 2, "game.regulations.rollover: expected text in quotes, "),
    ("[organizer]\nopens = 'code'\ncode = 1234", 3, "organizer.code: expected text in quotes, got"),
    ("[organizer]\namounts = ['+1.00']", 2, "organizer.amounts: expected a colon, as in \"1:00\" "),
    ("[presets]\nown = 'mine'", 2, "presets.own: expected a folder from the root on, got 'mine'"),
    ("[presets]\nown = 3", 2, "presets.own: expected text in quotes, got a whole number"),
    ("[settings]\nlanguage = 'de'", 2, "settings.language: expected cs, en or ko, got 'de'"),
    ("[settings]\nbrightness = 0", 2, "settings.brightness: expected a whole number >= 1"),
    ("[settings]\nvolume = 5", 2, "settings.volume: unknown: expected brightness, language, so"),
    ("[settings.volumes]\nfall = 11", 2, "settings.volumes.fall: expected a whole number <= 10"),
    ("settings = 3", 1, "settings: expected a table, got a whole number"),
    ("[settings]\nvolumes = 3", 2, "settings.volumes: expected a table, got a whole number"),
    ("[table]\nlegs = 4", 1, "table: unknown: expected buzzer, debounce, game, journal, lamps"),
    ("[lines]\nstop 4", 2, "not TOML: expected '=' after a key"),
    ("[lines]\nstop = 4\nstop = 5", 3, "not TOML: cannot overwrite a value"),
    ("[lines]\nstop = [1,\n2", 3, "not TOML: "),
    ("[lines]\nstop =", 2, "not TOML: invalid value"),
    ("[screens.left]\naddress = 3C", 2, "not TOML: expected newline"),
    ("[pins]\nfactory = lgpio # ours", 2, 'expected quotes, as factory = "lgpio"'),
    ("[game.regulations]\r\nreferee_call = 5:00\r\n", 2, 'expected quotes, as referee_call = "5:0'),
    ("[game]\ncontrol = 90m+30s", 2, 'expected quotes, as control = "90m+30s"'),
    ("[game]\ncontrol = [{ time = 2:00:00, moves = 40 }]", 2, 'expected quotes, as time = "2:00:0'),
    ("[lamps]\nreferee = { pin = none }", 2, 'expected quotes, as pin = "none"'),
    ("[presets]\nown = /etc/x", 2, 'expected quotes, as own = "/etc/x"'),
    ("[settings]\nsound = Yes", 2, "expected true or false, got Yes"),
    ("[organizer]\ncode = x1234", 2, "not TOML: invalid value"),
]  # fmt: skip


def test_there_are_at_least_fifty_broken_configurations() -> None:
    assert len({text for text, _, _ in BROKEN}) >= 50


@pytest.mark.parametrize(("text", "number", "line"), BROKEN, ids=[case[2][:60] for case in BROKEN])
def test_a_mistake_is_one_line_that_names_its_place(text: str, number: int, line: str) -> None:
    (told,) = mistakes(text)
    assert told.startswith(f"c.toml, line {number}: {line}")
    assert "\n" not in told
    assert "`" not in told.replace("`clapper presets`", "")


ODD = """-1 99999999999999999999 nan 1e400 5e-324 true "" "\\u0000" [] "/etc/\\u0000" [[]] {}
1979-05-27 07:32:00 "²" "1:00" [{}] "spi" """
VALUES = st.sampled_from([*ODD.split(), *re.findall(r"^\w+ = (.*)", uncommented(), re.MULTILINE)])
KEYS = st.sampled_from(
    [*re.findall(r"^(\w+) = ", uncommented(), re.MULTILINE), '"a.b"', '"a\\nb"', "a.b", '""']
)
HEADS = st.sampled_from([*re.findall(r"^\[.*\]$", uncommented(), re.MULTILINE), "[x]", "[[lines]]"])


@example(['"a\\nb" = 1'])
@given(st.lists(st.one_of(HEADS, st.tuples(KEYS, VALUES).map(" = ".join)), max_size=8))
def test_whatever_is_written_is_a_configuration_or_its_mistakes_a_line_each(
    lines: list[str],
) -> None:
    told: tuple[str, ...] = ()
    try:
        config_from("\n".join(lines), "c.toml")
    except ConfigError as wrong:
        told = wrong.lines
    assert all(re.fullmatch(r"c\.toml, line \d+: .+", line) for line in told)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    told = mistakes(
        "[game.regulations]\non_flag = 'halt'\nhand_warnings = -2\n[screens.left]\ndriver = 'x'\n"
        "[lines]\nstop = 99\nminus = '17'\n[foo]\n[game]\nopening = 'y'\n"
    )
    assert [line.split(": ")[0].removeprefix("c.toml, line ") for line in told] == [
        "2", "3", "5", "7", "8", "9", "11",
    ]  # fmt: skip


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        read_config(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        read_config(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"[lines]\n# \xe9")
    with pytest.raises(ConfigError, match=r"latin\.toml, line 2: expected UTF-8"):
        read_config(tmp_path / "latin.toml")
    (tmp_path / "big.toml").write_bytes(b"#" * 2_000_000)
    with pytest.raises(ConfigError, match=r"big\.toml: expected at most 1000000 bytes"):
        read_config(tmp_path / "big.toml")
    (tmp_path / "deep.toml").write_text("x = " + "[" * 50_000)
    with pytest.raises(ConfigError, match=r"deep\.toml.*: "):
        read_config(tmp_path / "deep.toml")


def test_what_could_be_read_of_the_displays_is_kept_so_that_they_can_tell() -> None:
    with pytest.raises(ConfigError) as caught:
        config_from("[screens.left]\naddress = 0x3E\n[lines]\nstop = 99")
    assert caught.value.wiring.screens[ScreenName.LEFT].address == 0x3E


# ---- Lines


def test_every_key_has_the_line_on_which_its_statement_begins() -> None:
    text = (
        "a = 1\r\n\n[b.c]\nd = [\n  1, # ]\n  2,\n]\ne.f = '''\n[no.table]\ng = 1\n'''\n"
        "[[h]]\ni = { j = 2 }\n['k l']\nm = 3"
    )
    assert line_numbers(text) == {
        ("a",): 1, ("b",): 3, ("b", "c"): 3, ("b", "c", "d"): 4, ("b", "c", "e"): 8,
        ("b", "c", "e", "f"): 8, ("h",): 12, ("h", "i"): 13, ("h", "i", "j"): 13,
        ("k l",): 14, ("k l", "m"): 15,
    }  # fmt: skip


def test_what_is_written_in_parts_has_the_line_of_its_first() -> None:
    text = "a.b = 1\na.c = 2\n[d.e]\n[d]\nf = 3\n[[g]]\nh = 4\n[[g]]\nh = 5\n"
    assert line_numbers(text) == {
        ("a",): 1, ("a", "b"): 1, ("a", "c"): 2, ("d",): 3, ("d", "e"): 3, ("d", "f"): 5,
        ("g",): 6, ("g", "h"): 7,
    }  # fmt: skip


def test_lines_that_end_as_windows_ends_them_are_counted_too() -> None:
    assert line_numbers("a = 1\r\n[b]\r\nc = [\r\n1]\r\n") == {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 3,
    }


@pytest.mark.parametrize(
    "text",
    [
        "[debounce]\nlockout_ms = 1e308",
        "[debounce]\nlockout_ms = nan",
        f"[{'.'.join(['a'] * 3_000)}]",
        f"a = {'[' * 3_000}{']' * 3_000}",
        f"[lines]\nstop = {'9' * 5_000}",
        f"[lines]\nstop = 0x{'f' * 5_000}",
        f"[screens.left]\nport = {'9' * 4_000}",
        '[presets]\nown = "/a\\u0000b"',
        "x = [\n" + "1, # ]\n" * 20_000 + "]",
    ],
    ids=lambda text: text[:30],
)
def test_what_no_clock_can_have_is_told_in_a_line_and_soon(text: str) -> None:
    (told,) = mistakes(text)
    assert told.startswith("c.toml")
    assert "\n" not in told
    assert len(told) < 300
