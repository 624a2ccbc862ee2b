"""The addresses of a desk: tried in turn, from a file that may change at any time."""

import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from clock.config.desk_files import ADDRESSES_FILE, DESK_FILE, read_desk_file
from clock.doctor import desk_link as doctor
from clock.link.addresses import ADDRESSES_MAX, Places, lines_without_address
from clock.link.desk_table import DeskTable
from clock.link.work import RETRY_S_MAX, LinkWork
from tests.journal.journal_tables import JournalTable


@pytest.fixture
def desk(tmp_path: Path) -> DeskTable:
    file = tmp_path / ADDRESSES_FILE
    page = "https://hall.local:8443"
    return DeskTable("hall.local:21883", "cup", "c-1", page, addresses_file=str(file))


def write(desk: DeskTable, *lines: str) -> None:
    Path(desk.addresses_file).write_text("\n".join(lines))


def places(desk: DeskTable) -> list[tuple[str | None, str]]:
    return [(each.address, each.page) for each in Places(desk).in_turn()]


def test_a_desk_is_looked_for_at_its_address_and_those_of_the_file_with_its_ports(
    desk: DeskTable,
) -> None:
    own = (desk.address, desk.page)
    assert places(desk) == [own]
    write(desk, "# halls", "10.0.0.7  # the school", "", "hall.local", "[fd00::7]:1", "10.0.0.7")
    assert places(desk) == [
        own,
        ("10.0.0.7:21883", "https://10.0.0.7:8443"),
        ("[fd00::7]:1", "https://[fd00::7]:8443"),
    ]
    write(desk, *(f"10.0.0.{number}" for number in range(20)))
    assert len(places(desk)) == ADDRESSES_MAX


def test_a_mistake_in_the_file_is_passed_over_and_the_doctor_names_it(desk: DeskTable) -> None:
    write(desk, "no address", "10.0.0.7:99999", "10.0.0.8")
    assert [each.address for each in Places(desk).in_turn()] == [desk.address, "10.0.0.8:21883"]
    assert lines_without_address(desk) == ("no address", "10.0.0.7:99999")
    named = [str(each.what) for each in doctor.link(desk)][:2]
    assert named == [
        "expected a host or host:port, got 'no address'",
        "expected a host or host:port, got '10.0.0.7:99999'",
    ]
    Path(desk.addresses_file).write_bytes(b"\xff" * 9_000)
    assert [each.address for each in Places(desk).in_turn()] == [desk.address]


def test_the_last_good_address_is_tried_first_while_it_is_in_the_file(desk: DeskTable) -> None:
    write(desk, "10.0.0.7", "10.0.0.8")
    found = Places(desk)
    found.found(found.in_turn()[2])
    order = [each.host for each in found.in_turn()]
    assert order == ["10.0.0.8", "hall.local", "10.0.0.7"]
    write(desk, "10.0.0.7")
    assert [each.host for each in found.in_turn()] == ["hall.local", "10.0.0.7"]


def test_the_file_beside_the_link_is_its_list_and_one_that_is_missing_is_none(
    tmp_path: Path, desk: DeskTable
) -> None:
    (tmp_path / DESK_FILE).write_text('[desk]\naddress = "h"\nevent = "cup"\nclock = "c-1"\n')
    read = read_desk_file(tmp_path)
    assert read is not None
    assert read.addresses_file == desk.addresses_file


def test_every_address_is_tried_before_the_first_one_again_and_a_new_file_counts_at_once(
    evening: JournalTable, desk: DeskTable
) -> None:
    tries, now_s = list[str](), 0.0

    def connect(at: DeskTable, *_: object) -> NoReturn:
        tries.append(at.host)
        raise OSError(errno.EHOSTUNREACH, os.strerror(errno.EHOSTUNREACH))

    write(desk, "10.0.0.7", "10.0.0.8")
    station = evening.switch_on().station
    work = LinkWork(
        desk, evening.journal, station, lambda: None, connect=connect, now_s=lambda: now_s
    )
    steps = work.steps()
    while len(tries) < 6:
        assert 0 < next(steps) <= RETRY_S_MAX
        now_s += 0.1
    assert tries == 2 * ["hall.local", "10.0.0.7", "10.0.0.8"]
    assert str(work.trouble) == "hall.local:21883: No route to host"
    write(desk, "10.0.0.9")
    while len(tries) < 8:
        next(steps)
        now_s += 0.1
    assert tries[6:] == ["hall.local", "10.0.0.9"]
