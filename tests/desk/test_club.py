"""A club: its clocks come to each of its events with the files that they have."""

import json
import shutil
import ssl
import stat
from contextlib import ExitStack
from pathlib import Path

import pytest

from clock.desk.event import make_event, read_event
from clock.desk.event.broker import SECURITY, stored_password, take_club_clocks
from clock.desk.event.certificates import BROKER, BROKER_KEY, CA, CA_KEY, EVENT_KEY, PAGE, PAGE_KEY
from clock.desk.event.club import CLOCKS_FOLDER, CLUB_FILE, club_clocks, make_club, read_club
from clock.rules.message import Problem
from tests.cli.running import called, refused
from tests.conftest import missing
from tests.desk.desk_process import PASSWORD, add_organizer, running
from tests.desk.desk_server import wait_until
from tests.desk.organizer import Organizer
from tests.desk.test_event import shakes_hands
from tests.desk.test_rehearsal import Terminal, card_of, terminal
from tests.ports import free_port
from tests.simulator.sims import simulating

__all__ = ["terminal"]
CLUB = "gomoku-brno"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    if shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        missing("mosquitto is not installed (apt-get install mosquitto)")
    make_club(tmp_path / "club", CLUB, "Gomoku Brno")
    return tmp_path / "club"


def test_a_clock_comes_to_every_event_of_its_club_with_one_admission_until_it_is_shut_out(
    club: Path, tmp_path: Path, terminal: Terminal
) -> None:
    ports = free_port(), free_port()
    spring, autumn = tmp_path / "spring", tmp_path / "autumn"
    for folder in (spring, autumn):
        make_event(folder, folder.name, ("localhost",), "", *ports, club)
        add_organizer(folder)
    linked, code = "linked to the referees' desk as clock-7", r"enter the code (\w+) at the desk"
    with ExitStack() as clocks:
        with running(spring) as (_, address):
            organizer = Organizer(spring, address, PASSWORD)
            card = card_of(organizer, tmp_path / "card")
            files = {file.name: file.read_bytes() for file in card.iterdir()}
            assert f'event = "{CLUB}"'.encode() in files["desk-link.toml"]
            assert files["desk-ca.pem"] == (club / CA).read_bytes()
            sim = ("--desk", str(card), "--name", "anna")
            clocks.enter_context(simulating(*sim, stderr=terminal.file))
            fields = {"code": terminal.hear(code)[1], "table": "7"}
            wait_until(lambda: organizer.ask("/clocks/enrol", fields)[0] == 200)
            terminal.hear(linked)
        terminal.hear("no link to the referees' desk")
        with running(autumn) as (_, address):
            organizer = Organizer(autumn, address, PASSWORD)
            terminal.hear(linked)
            wait_until(lambda: b"<td>clock-7</td>" in organizer.ask("/clocks")[2])
            status, _, answer = organizer.ask("/clocks/admit", {"table": "9", "name": "7"})
            assert (status, b"a clock named clock-7 exists already" in answer) == (409, True)
            assert card_of(organizer, tmp_path / "now") != card
            assert {each.name: each.read_bytes() for each in (tmp_path / "now").iterdir()} == files
            organizer.act("/clocks/revoke", {"clock": "clock-7"})
            terminal.hear(code)
        terminal.hear("no link to the referees' desk")
        with running(spring) as (_, address):
            organizer = Organizer(spring, address, PASSWORD)
            terminal.hear(code)
            wait_until(lambda: b"Clocks that show a code: 1" in organizer.ask("/clocks")[2])
            assert b"is not on this machine" not in organizer.ask("/clocks")[2]
    club.rename(tmp_path / "away")
    with running(spring) as (_, address):
        page = Organizer(spring, address, PASSWORD).ask("/clocks")[2]
        assert f"folder {club} is not on this machine".encode() in page


def test_a_clubs_authority_is_trusted_at_its_events_alone_and_its_key_stays_in_its_folder(
    club: Path, tmp_path: Path
) -> None:
    events = [tmp_path / name for name in ("a", "b", "own")]
    for folder in events:
        make_event(
            folder, "Cup", ("desk.local",), club_folder=None if folder.name == "own" else club
        )
    keys = [club / CA_KEY, *(each / key for each in events[:2] for key in (EVENT_KEY, PAGE_KEY))]
    for file in keys:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert not (events[0] / CA_KEY).exists()
    client = ssl.create_default_context(cafile=club / CA)
    for folder in events:
        for certificate, key in ((BROKER, BROKER_KEY), (PAGE, PAGE_KEY)):
            server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            server.load_cert_chain(folder / certificate, folder / key)
            if folder.name == "own":
                with pytest.raises(ssl.SSLCertVerificationError):
                    shakes_hands(server, client, "desk.local")
            else:
                assert shakes_hands(server, client, "desk.local")


def test_what_a_clubs_folder_lacks_is_named_before_an_event_is_made(
    club: Path, tmp_path: Path
) -> None:
    with pytest.raises(Problem, match="this folder already has a club"):
        make_club(club, CLUB, "again")
    with pytest.raises(Problem, match="no club here; make one: `clapper desk club "):
        make_event(tmp_path / "cup", "Cup", club_folder=tmp_path)
    (club / CLUB_FILE).write_text('club = "a/b"\nname = "A"\n')
    with pytest.raises(Problem, match=r"club.toml, line 1: club: expected 1 to 40 characters"):
        read_club(club)
    (club / CLUB_FILE).write_text('club = "a"\nname = "A"\n')
    (club / CA_KEY).unlink()
    with pytest.raises(Problem, match=r"ca.key: No such file"):
        make_event(tmp_path / "cup", "Cup", club_folder=club)
    assert not (tmp_path / "cup").exists()


def test_the_commands_make_a_club_and_an_event_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "gomoku-brno"
    status, out, _ = called("desk", "club", folder, "--name", "Gomoku Brno")
    assert (status, f"clapper desk init EVENT --club {folder}" in out) == (0, True)
    assert read_club(folder).club == CLUB
    assert called("desk", "init", tmp_path / "cup", "--club", folder)[0] == 0
    event = read_event(tmp_path / "cup")
    assert (event.of_clocks, event.club_folder) == (CLUB, str(folder))
    assert "already has a club" in refused("desk", "club", folder)


def test_a_broker_takes_its_clubs_clocks_and_no_longer_those_that_were_shut_out(
    club: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "cup"
    make_event(folder, "Cup", ("localhost",), club_folder=club)
    clocks = club_clocks(club)
    assert clocks is not None
    for clock in ("clock-1", "clock-2", "desk"):
        clocks.keep(clock, stored_password("secret"))
    before = _logins(folder)

    def taken() -> dict[str, str]:
        take_club_clocks(folder, CLUB, clocks.passwords())
        return _logins(folder)

    first = taken()
    assert {*first} == {"desk", "clock-1", "clock-2"}
    assert (first["desk"], taken()) == (before["desk"], first)
    clocks.keep("clock-2", {})
    assert {*taken()} == {"desk", "clock-1"}
    roles = json.loads((folder / SECURITY).read_text())["roles"]
    assert [each["rolename"] for each in roles] == ["desk", "clock-clock-1"]
    assert all(f"clapper/1/{CLUB}/" in acl["topic"] for acl in roles[1]["acls"])
    for file in (club / CLOCKS_FOLDER).iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    (club / CLOCKS_FOLDER / "clock-1.json").write_text("junk")
    with pytest.raises(Problem, match=r"clock-1.json: expected a clock's password"):
        clocks.passwords()
    (folder / SECURITY).write_text("junk")
    take_club_clocks(folder, CLUB, {})
    assert (folder / SECURITY).read_text() == "junk"
    assert club_clocks(tmp_path) is None


def _logins(folder: Path) -> dict[str, str]:
    """The passwords of those whom the broker lets in."""
    clients = json.loads((folder / SECURITY).read_text())["clients"]
    return {each["username"]: each["password"] for each in clients}
