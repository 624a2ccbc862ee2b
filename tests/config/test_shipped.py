"""The shipped file agrees with the code: defaults, keys, names and bounds."""

import re
import tomllib

import pytest

from clock.config import Config, config_from
from clock.game.names import Names
from clock.kinds import KINDS
from clock.link.desk_table import DeskTable
from clock.menu.access import Opens
from clock.menu.settings import Sound
from clock.notation.opening_files import OPENINGS
from clock.notation.regulations_table import CHOICES
from clock.rules.regulations import PROFILES
from hal.factories import FACTORIES
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DRIVERS, KEY_PIN
from tests.config.texts import SHIPPED, mistakes, uncommented

TEXT = SHIPPED.read_text(encoding="utf-8")


def test_every_key_of_the_shipped_file_has_its_default_alone_or_with_all_others() -> None:
    usual = config_from("")
    assert config_from(TEXT) == config_from(uncommented()) == usual
    for match in re.finditer(r"^#(\w+) = .*$", TEXT, re.MULTILINE):
        alone = TEXT[: match.start()] + TEXT[match.start() + 1 :]
        assert config_from(alone) == usual, match[0]


def test_the_shipped_file_documents_every_key_and_every_name() -> None:
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
    documented = set(tables["game"].pop("regulations"))
    assert documented == {"base", *CHOICES}, "[game.regulations] of systemd/clapper.toml"
    assert set(tables["settings"].pop("volumes")) == set(Sound)
    assert {name: set(table) for name, table in tables.items()} == {
        "settings": {"language", "brightness", "sound"},
        "pins": {"factory", "edges"},
        "keyboards": {"any"},
        "buzzer": {"pin"},
        "debounce": {"lockout_ms", "confirm_ms"},
        "game": {"control", "game", "opening", "starter", "first"},
        "desk": set(DeskTable.__struct_fields__),
        "journal": {"megabytes"},
        "names": set(Names.__struct_fields__),
        "power": {"low_percent"},
        "organizer": {"opens", "code", "amounts"},
        "presets": {"own"},
    }
    words = set(re.findall(r"[\w-]+", TEXT))
    named = {*FACTORIES, *DRIVERS, *KINDS, *OPENINGS, *PROFILES, *(each.value for each in Opens)}
    assert named - words == set(), "systemd/clapper.toml names each of them"
    assert f"; {KEY_PIN} is free." in TEXT
    config_from(f"[lines]\nkey = {KEY_PIN}")


@pytest.mark.parametrize(
    ("comment", "text"),
    [
        (r"from (\d+) to (\d+) percent\.", "[power]\nlow_percent = {}"),
        (r"From (\d+) to (\d+)\.\n#brightness", "[settings]\nbrightness = {}"),
        (r"from (\d+) to (\d+): a press that counts", "[settings.volumes]\nclick = {}"),
        (
            r"quarter turns, clockwise: (\d+) to (\d+)\.",
            "[screens.left]\nwidth = 128\nheight = 128\ndriver = 'sh1106'\nrotate = {}",
        ),
        (r"(\d+) to (\d+)\.\n#contrast", "[screens.left]\ncontrast = {}"),
        (r"from (\d+) to (\d+), the oldest", "[journal]\nmegabytes = {}"),
        (r"(\d+) to (\d+) digits in quotes", "code"),
    ],
)
def test_a_value_may_be_as_small_and_as_large_as_its_comment_has_it_and_no_more(
    comment: str, text: str
) -> None:
    def written(value: int) -> str:
        if text == "code":
            return f'[organizer]\nopens = "code"\ncode = "{"7" * value}"'
        return text.format(value)

    (bounds,) = re.findall(comment, TEXT)
    least, most = map(int, bounds)
    for value in (least, most):
        assert isinstance(config_from(written(value)), Config)
    for value in (least - 1, most + 1):
        mistakes(written(value))


def test_a_file_closed_as_its_comment_has_it_is_read_by_the_service_and_nobody_else() -> None:
    ((owner, group),) = re.findall(r"`chown (\w+):(\w+)`", TEXT)
    (mode,) = re.findall(r"`chmod (\d+)`", TEXT)
    unit = SHIPPED.with_name("clapper.service").read_text(encoding="utf-8")
    assert f"\nGroup={group}\n" in unit
    assert f"\nUser={owner}\n" not in unit, "the clock does not change its own configuration"
    granted = int(mode, 8)
    assert granted & 0o044 == 0o040, "the group reads it, others do not"
    assert granted & 0o033 == 0, "only its owner changes it"
