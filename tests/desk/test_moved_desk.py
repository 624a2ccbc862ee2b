"""A hall's network gives the desk another address: its clocks come back by themselves."""

import shutil
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from clock.desk.event import make_event
from tests.conftest import missing
from tests.desk.desk_process import PASSWORD, add_organizer, running
from tests.desk.desk_server import wait_until
from tests.desk.networks import laid
from tests.desk.organizer import Organizer
from tests.desk.test_rehearsal import Terminal, card_of
from tests.simulator.sims import simulating

NAME, HERE, THERE = "hall.local", "10.77.1.1", "10.77.2.7"
BACK_S = 60.0
LINKED = "linked to the referees' desk as clock-"
CLOCKS = ("anna", "bob", "cyril")


def lines_of(terminal: Terminal) -> str:
    """A clock's lines on its terminal."""
    return Path(terminal.file.name).read_text()


def cards_of(card: Path, folder: Path) -> dict[str, Path]:
    """Cards of three clocks: of one as the desk hands it out, by name alone, by a list alone."""
    cards = {name: Path(shutil.copytree(card, folder / name)) for name in CLOCKS}
    (cards["bob"] / "desk-addresses.txt").unlink()
    link = cards["cyril"] / "desk-link.toml"
    link.write_text(link.read_text().replace(NAME, HERE))
    (cards["cyril"] / "desk-addresses.txt").write_text(f"# our halls\n{THERE}\n")
    return cards


def test_a_minute_after_the_desk_has_another_address_every_clock_is_back_without_a_new_file(
    tmp_path: Path,
) -> None:
    if shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        missing("mosquitto is not installed (apt-get install mosquitto)")
    folder = tmp_path / "cup"
    make_event(folder, "Cup", (NAME,))
    add_organizer(folder)
    with laid(NAME) as networks, ExitStack() as stack:
        networks.move(HERE)
        terminals: dict[str, Terminal] = {}
        with running(folder, networks.within(networks.desk)):

            def asked() -> Organizer:
                return Organizer(folder, "localhost:8443", PASSWORD)

            organizer = networks.call(networks.desk, asked)
            card = networks.call(networks.desk, lambda: card_of(organizer, tmp_path / "card"))
            for table, (name, files) in enumerate(cards_of(card, tmp_path).items(), 1):
                terminals[name] = terminal = Terminal(files)
                stack.callback(terminal.file.close)
                sim = ("--desk", str(files), "--name", name)
                within = networks.within(networks.clocks)
                stack.enter_context(simulating(*sim, stderr=terminal.file, within=within))
                code = terminal.hear(r"enter the code (\w+) at the desk")[1]
                admits = partial(
                    organizer.act, "/clocks/enrol", {"code": code, "table": str(table)}
                )
                networks.call(networks.desk, admits)
                terminal.hear(LINKED)
            before = {name: len(lines_of(each)) for name, each in terminals.items()}
            networks.move(THERE)
            moved_s = time.monotonic()
            for name, terminal in terminals.items():
                wait_until(lambda: LINKED in lines_of(terminal)[before[name] :])  # noqa: B023
            assert time.monotonic() - moved_s < BACK_S
        with running(folder, networks.within(networks.desk)):
            networks.call(networks.desk, lambda: Organizer(folder, f"{THERE}:8443", PASSWORD))
