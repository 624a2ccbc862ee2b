"""What a configuration changes of the clock as it comes."""

from operator import attrgetter
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.config import ConfigError, config_from, read_config
from clock.game.names import Names
from clock.menu.access import Opens, Organizer
from clock.menu.settings import Settings, Volumes
from clock.notation.typed import control_from_pgn
from clock.rules.regulations import PROFILES, HandRule, OnFlag
from clock.rules.seats import Colour, Seat
from clock.rules.units import SECOND_NS
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DEFAULT, DebounceWiring, FramebufferWiring, LampWiring

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
FIDE = """
[game]
control = "fide-rapid"
[game.regulations]
announce = false
on_flag = "run"
referee_call = "3:00"
record_limit = "none"
"""
FIDE_CHANGED = replace(
    PROFILES["fide"],
    announce=False,
    on_flag=OnFlag.RUN,
    referee_call_ns=180 * SECOND_NS,
    record_limit_ns=None,
)
LEFT, RIGHT, REFEREE = ScreenName.LEFT, ScreenName.RIGHT, LampName.REFEREE
PIN = DEFAULT.lamps[REFEREE].pin
OPENS = 'opens = "code"\ncode = "0042"\namounts = ["0:30", "+3:00"]'
CODE = Organizer(Opens.CODE, (0, 0, 4, 2), (-30 * SECOND_NS, 30 * SECOND_NS, 180 * SECOND_NS))
DEBOUNCE = DebounceWiring(lockout_ns=30_000_000, confirm_ns=1_700_000)
SETTINGS = Settings(language="cs", brightness=4, volumes=Volumes(fall=0))


@pytest.mark.parametrize(
    ("text", "part", "value"),
    [
        ("[lines]\nstop = 9", "wiring.lines", {**DEFAULT.lines, Line.STOP: 9}),
        ("[lines]\nkey = 12\n[organizer]\nopens = 'key'", "organizer", Organizer(Opens.KEY)),
        ("[screens.right]\ndriver = 'sh1106'", "wiring.screens", {
            **DEFAULT.screens, RIGHT: replace(DEFAULT.screens[RIGHT], driver="sh1106"),
        }),
        ("[screens.left]\nbus = 'spi'\ndc = 13", "wiring.screens", {
            **DEFAULT.screens, LEFT: replace(DEFAULT.screens[LEFT], bus="spi", port=0, dc=13),
        }),
        ("[screens.both]\nlayout = 'facing'\n[screens.left]", "wiring.framebuffer",
         FramebufferWiring(layout="facing")),
        ("[screens.both]", "wiring.screens", {}),
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
        (FIDE, "setup.regulations", FIDE_CHANGED),
        (HANDS, "setup.regulations.hand_rule", HandRule.WITNESS),
        ("[game]\ncontrol = 'fide-rapid'", "setup.first", Colour.WHITE),
        ("[game]\ncontrol = 'fide-rapid'\nfirst = 'black'", "setup.first", Colour.BLACK),
        ("[game]\ncontrol = '10m'", "setup.first", Colour.BLACK),
        ("[game]\ncontrol = '10m'\nregulations = { base = 'fide' }", "setup.first", Colour.BLACK),
        ("[game]\ncontrol = '10m'\ngame = 'chess'", "setup.first", Colour.WHITE),
        ("[game]\ncontrol = '10m'\ngame = 'chess'", "setup.regulations", PROFILES["fide"]),
        ("[game]\ncontrol = '10m'\nfirst = 'white'", "setup.first", Colour.WHITE),
        ("[game]\ncontrol = '40/2h:1h'", "setup.regulations", PROFILES["club"]),
        ("[game]\ncontrol = '5+3'", "setup.right", control_from_pgn("5m+3s")),
        ("[game]\ncontrol = 'pgn:5+3'", "setup.left", control_from_pgn("5s+3s")),
        ("[game]\ncontrol = [{ time = '0:05.5' }]", "setup.left", control_from_pgn("5.5s")),
        ("[game]\ncontrol = [{ time = '2:00:00', moves = 40 }, { time = '1:00:00' }]", "setup.left",
         control_from_pgn("40/2h:1h")),
    ],
)  # fmt: skip
def test_a_file_changes_what_is_in_it(text: str, part: str, value: object) -> None:
    config = config_from(text)
    assert attrgetter(part)(config) == value


def test_presets_of_ones_own_are_offered_and_broken_ones_named(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('[tuesday]\ntitle = "Tuesday"\ncontrol = "7m"\n[x]\na = 1')
    config = config_from(f'[presets]\nown = "{tmp_path}"\n[game]\ncontrol = "tuesday"')
    assert [period.time_ns for period in config.setup.left] == [420 * 10**9]
    assert "tuesday" in {offer.name for offer in config.offers}
    (skipped,) = config.skipped
    assert f"{tmp_path}/club.toml, line 5: x.a" in str(skipped)


LINK = '[desk]\naddress = "10.0.0.1"\nevent = "cup"\npage = "https://10.0.0.1:8443"\n'


def test_a_file_of_the_desk_beside_the_clocks_own_replaces_its_desk(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    own, link = card / "clapper.toml", card / "desk-link.toml"
    own.write_text('[desk]\naddress = "10.9.9.9"\nevent = "other"\nclock = "c-1"\n')
    file = tmp_path / "clapper.toml"  # as on a card image
    file.symlink_to(own)
    link.write_text(f'{LINK}ca_file = "desk-ca.pem"\n')
    desk = read_config(file).desk
    assert desk is not None
    assert (desk.address, desk.clock, desk.ca_file) == ("10.0.0.1", "", str(card / "desk-ca.pem"))
    for mistake in ("[desk]\nport = 1\n", LINK.replace("page", "#"), "[desk]\naddress =\n"):
        link.write_text(mistake)
        with pytest.raises(ConfigError, match=r"desk-link\.toml.*line "):
            read_config(file)
