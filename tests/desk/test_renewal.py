"""Certificates that name where the desk is reached now, also after it has moved."""

import ssl
from pathlib import Path

import pytest

from clock.desk.event import addresses_now, make_event, read_event, renew_event
from clock.desk.event import certificates as signing
from clock.desk.event.certificates import (
    BROKER,
    CA,
    CA_KEY,
    EVENT_KEY,
    PAGE,
    make_certificates,
)
from clock.desk.event.club import make_club
from clock.rules.message import Problem
from tests.desk.test_event import shakes_hands

HALL, HOME = "10.7.7.7", "fd00::7"


@pytest.fixture(params=["own", "club"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An event of its own, and one under a club whose folder is elsewhere since."""
    club = tmp_path / "club" if request.param == "club" else None
    if club is not None:
        make_club(club, "brno", "Brno")
    make_event(tmp_path / "cup", "Cup", ("desk.local",), club_folder=club)
    if club is not None:
        club.rename(tmp_path / "elsewhere")
    return tmp_path / "cup"


def move(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Give this machine other addresses."""
    monkeypatch.setattr("clock.desk.event.own_addresses", lambda: addresses)


def is_trusted(folder: Path, certificate: str, name: str) -> bool:
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(folder / certificate, (folder / certificate).with_suffix(".key"))
    try:
        return shakes_hands(server, ssl.create_default_context(cafile=folder / CA), name)
    except ssl.SSLCertVerificationError:
        return False


def test_certificates_name_a_new_address_and_their_keys_stay(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, keys = read_event(folder), {key: key.read_bytes() for key in folder.glob("*.key")}
    authorities = {each: each.read_bytes() for each in folder.glob("*ca.crt")}
    assert renew_event(folder, event) == ()
    for address in (HALL, HOME):
        assert not is_trusted(folder, PAGE, address)
        move(monkeypatch, address)
        assert addresses_now(event)[0] == "desk.local"
        assert address in addresses_now(event)
        assert renew_event(folder, event) == (PAGE, BROKER)
        assert renew_event(folder, event) == ()
    move(monkeypatch)
    assert renew_event(folder, event) == ()
    for certificate in (PAGE, BROKER):
        assert all(is_trusted(folder, certificate, each) for each in (HALL, HOME, "desk.local"))
        assert not is_trusted(folder, certificate, "evil.example")
    assert {key: key.read_bytes() for key in folder.glob("*.key")} == keys
    assert {each: each.read_bytes() for each in folder.glob("*ca.crt")} == authorities


def test_an_event_of_an_earlier_version_has_its_certificates_until_it_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    move(monkeypatch, HALL)
    make_event(tmp_path / "cup", "Cup", (HALL,))
    make_certificates(tmp_path / "cup", "Cup", (HALL,))
    event = read_event(tmp_path / "cup")
    assert renew_event(tmp_path / "cup", event) == ()
    move(monkeypatch, HALL, HOME)
    assert renew_event(tmp_path / "cup", event) == (PAGE, BROKER)
    assert is_trusted(tmp_path / "cup", PAGE, "localhost")


def test_a_certificate_of_the_page_is_new_before_the_last_one_ends(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "PAGE_DAYS_LEFT", signing.PAGE_DAYS + 1)
    assert renew_event(folder, read_event(folder)) == (PAGE,)
    assert is_trusted(folder, PAGE, "desk.local")


def test_a_certificate_keeps_the_names_of_the_last_halls_up_to_a_bound(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = read_event(folder)
    for number in range(signing.NAMES_MAX + 2):
        move(monkeypatch, f"10.1.1.{number}")
        renew_event(folder, event)
    assert is_trusted(folder, PAGE, f"10.1.1.{signing.NAMES_MAX + 1}")
    assert not is_trusted(folder, PAGE, "10.1.1.0")


def test_without_the_authority_s_key_the_certificates_stay_and_the_desk_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in (CA_KEY, EVENT_KEY):
        (folder / key).unlink(missing_ok=True)
    assert renew_event(folder, read_event(folder)) == ()
    before = (folder / PAGE).read_bytes()
    move(monkeypatch, HALL)
    with pytest.raises(Problem, match=r"ca.key: No such file"):
        renew_event(folder, read_event(folder))
    assert (folder / PAGE).read_bytes() == before
