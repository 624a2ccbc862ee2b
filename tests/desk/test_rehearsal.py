"""`clapper sim --desk`: a clock on a PC joins an event of the real desk, as any other does."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from clock.desk.event import make_event
from clock.desk.event.certificates import CA
from tests.cli.running import called, refused
from tests.conftest import WAIT_S
from tests.desk.desk_process import PASSWORD, desk, folder, made, url
from tests.desk.desk_server import wait_until
from tests.desk.organizer import Organizer
from tests.journal.written import contents
from tests.simulator.sims import Sim, simulating

__all__ = ["desk", "folder", "made", "url"]

LINK = """\
[desk]
address = "localhost:{port}"
event = "cup"
page = "https://localhost:{port}"
ca_file = "desk-ca.pem"
"""


def card_of(organizer: Organizer, folder: Path) -> Path:
    """What the desk has for all clocks, unpacked."""
    with ZipFile(BytesIO(organizer.ask("/clocks/files")[2])) as files:
        files.extractall(folder)
    return folder


class Terminal:
    """What a clock says on its terminal, line by line, in a file."""

    def __init__(self, folder: Path) -> None:
        self.file = (folder / "lines").open("w+")
        self._lines = 0

    def hear(self, pattern: str) -> re.Match[str]:
        """Wait for the next line of a kind."""
        found: list[re.Match[str]] = []

        def hears() -> bool:
            lines = Path(self.file.name).read_text().splitlines()[self._lines :]
            self._lines += len(lines)
            found.extend(filter(None, (re.search(pattern, line) for line in lines)))
            return bool(found)

        wait_until(hears)
        return found[0]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    a_terminal = Terminal(tmp_path)
    yield a_terminal
    a_terminal.file.close()


def shown(sim: Sim) -> dict[str, Any]:
    with urlopen(f"{sim.url}state.json", timeout=WAIT_S) as answer:
        return dict(json.load(answer))


@contextmanager
def page_of(sim: Sim) -> Iterator[ClientConnection]:
    """A page that is open."""
    address, origin = f"{sim.url.replace('http', 'ws')}body", Origin(sim.url.rstrip("/"))
    with connect(address, origin=origin, compression=None) as page:
        yield page


def speaks(sim: Sim, text: str) -> bool:
    """Whether a page that opens says something of the displays."""
    with page_of(sim) as page:
        return any(text in str(page.recv(WAIT_S)) for _ in range(3))


def test_a_clock_on_a_pc_is_admitted_set_started_corrected_shut_out_and_admitted_again(
    folder: Path, desk: str, tmp_path: Path, terminal: Terminal
) -> None:
    organizer = Organizer(folder, desk, PASSWORD)
    card = card_of(organizer, tmp_path / "card")
    with simulating("--desk", str(card), "--name", "anna", stderr=terminal.file) as sim:
        found = terminal.hear(r"enter the code (\w+) at the desk: https://localhost:\d+(/\S+)")
        assert found[1].encode() in organizer.ask(found[2])[2]
        wait_until(lambda: speaks(sim, " ".join(found[1])))
        fields = {"code": found[1], "table": "7"}
        wait_until(lambda: organizer.ask("/clocks/enrol", fields)[0] == 200)
        terminal.hear("linked to the referees' desk as clock-7")
        rows = b"table,black,white\n7,Ann,Bo\n"
        imported = "/round/import?round=1&game=chess&control=90%2B30"
        assert organizer.act(imported, rows) == "round 1, tables: 1"
        wait_until(lambda: organizer.act("/round/set", {}) == "1 of 1 set")
        wait_until(lambda: shown(sim)["left"]["name"] == "Ann")
        state = shown(sim)
        assert (state["game"], state["right"]["name"]) == ("chess", "Bo")
        wait_until(lambda: b"state good" in organizer.ask("/round")[2])
        wait_until(lambda: organizer.act("/round/start", {"count": "1"}) == "1 of 1 started")
        wait_until(lambda: shown(sim)["running"] == ["right"])
        with page_of(sim) as page:
            for down in ("true", "false"):
                page.send(f'{{"line": "right_plunger", "down": {down}}}')
            wait_until(lambda: shown(sim)["running"] == ["left"])
        wait_until(lambda: b"presses" in organizer.ask("/tables/7")[2])

        assert organizer.act("/clocks/revoke", {"clock": "clock-7"}) == "clock-7 was shut out"
        again = terminal.hear(r"enter the code (\w+) at the desk")
        assert b"presses" not in organizer.ask("/tables/7")[2]
        fields = {"code": again[1], "table": "7"}
        wait_until(lambda: organizer.ask("/clocks/enrol", fields)[0] == 200)
        terminal.hear("linked to the referees' desk as clock-7")
        wait_until(lambda: b"presses" in organizer.ask("/tables/7")[2])
        result = {"round": "1", "table": "7", "revision": "0", "outcome": "white", "stop": "yes"}
        assert organizer.act("/results/enter", result) == "table 7: entered"
        confirmed = organizer.act("/results/confirm", {**result, "revision": "1"})
        assert confirmed == "table 7: confirmed"
        wait_until(lambda: shown(sim)["phase"] == "finished")
        assert shown(sim)["right"]["won"]
        sim.interrupt()
        sim.ended()
        own = sim.state / "clapper" / "anna"
        (*_, game) = contents(own / "games")
        assert (game.header.names.left, game.header.names.board) == ("Ann", "7")
        (password,) = (own / "desk").iterdir()
        assert password.name == "cup~clock-7.password"


def test_a_dead_broker_and_another_event_are_a_line_each(
    folder: Path, desk: str, tmp_path: Path, terminal: Terminal
) -> None:
    organizer = Organizer(folder, desk, PASSWORD)
    card = card_of(organizer, tmp_path / "card")
    link = (card / "desk-link.toml").read_text()
    (card / "desk-link.toml").write_text(re.sub(r":\d+\"", ':1"', link))
    with simulating("--desk", str(card), stderr=terminal.file):
        terminal.hear("^clapper: no link to the referees' desk: localhost:1: Connection refused$")
    (card / "desk-link.toml").write_text(link)
    make_event(tmp_path / "other", "Cup", ("localhost",))
    (card / "desk-ca.pem").write_bytes((tmp_path / "other" / CA).read_bytes())
    with simulating("--desk", str(card), stderr=terminal.file):
        terminal.hear("^clapper: no link .*: its certificate does not belong to this event: ")


def test_files_of_no_desk_are_refused_in_a_line_and_so_is_a_name_that_is_in_use(
    made: Path, tmp_path: Path
) -> None:
    sim = ("sim", "--port", "0", "--no-browser", "--desk", tmp_path)
    hint = "*Clocks* has it in *Files for all clocks*"
    assert hint in refused(*sim)
    link, ca = tmp_path / "desk-link.toml", tmp_path / "desk-ca.pem"
    link.write_text("")
    assert hint in refused(*sim)
    link.write_text(LINK.format(port=1).replace('"cup"', '"The Cup"'))
    assert f"{link}, line 3: desk.event: expected 1 to 40" in refused(*sim)
    link.write_text(LINK.format(port=1))
    assert refused(*sim) == f"clapper: {ca}: No such file or directory"
    ca.write_text("-----BEGIN")
    assert refused(*sim) == f"clapper: {ca}: expected a certificate"
    ca.write_bytes((made / CA).read_bytes())
    assert "--name: expected 1 to 40 " in refused(*sim, "--name", "../x")
    assert refused(*sim, "--journal", "x").startswith("clapper: --journal: not allowed with")
    with simulating("--name", "anna") as running:
        state = {"XDG_STATE_HOME": str(running.state)}
        in_use = called("sim", "--port", "0", "--no-browser", "--name", "anna", **state)
        assert "another clock is writing to this journal" in in_use[2]
