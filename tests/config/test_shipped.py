"""The shipped file says what the code does: defaults, keys, names and bounds."""

import re
import tomllib

import pytest

from clock.config import CHOICES, JOURNAL_MB_MAX, Config, config_from
from clock.menu.access import Opens
from clock.menu.settings import Sound
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PROFILES
from hal.factories import FACTORIES
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DRIVERS
from tests.config.texts import SHIPPED, mistakes, uncommented


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
