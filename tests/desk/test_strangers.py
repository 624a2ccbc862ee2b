"""A clock with the files of another event says so on its displays, and the desk lists it."""

from pathlib import Path

from clock.desk.event import make_event
from clock.desk.event.certificates import CA
from clock.desk.strangers import LASTS_S, STRANGERS_MAX, Strangers
from clock.link.introduction import STRANGER_PATH, Stranger
from clock.link.work import FOREIGN
from clock.text.glyphs import ROW, fits
from clock.text.language import LANGUAGES, render, speaking
from tests.desk.desk_process import PASSWORD, desk, folder, made, url
from tests.desk.desk_server import wait_until
from tests.desk.organizer import Organizer
from tests.desk.test_rehearsal import card_of, speaks
from tests.simulator.sims import simulating

__all__ = ["desk", "folder", "made", "url"]


def test_a_clock_of_another_event_is_named_on_its_displays_and_at_the_desk(
    folder: Path, desk: str, tmp_path: Path
) -> None:
    organizer = Organizer(folder, desk, PASSWORD)
    card = card_of(organizer, tmp_path / "card")
    make_event(tmp_path / "other", "Other", ("localhost",))
    (card / "desk-ca.pem").write_bytes((tmp_path / "other" / CA).read_bytes())
    link = card / "desk-link.toml"
    link.write_text(link.read_text().replace('event = "cup"', 'event = "other"'))
    with simulating("--desk", str(card)) as sim:
        wait_until(lambda: speaks(sim, "desk of another event"))
        listed = b"A clock at 127.0.0.1 has files of another event: other "
        wait_until(lambda: listed in organizer.ask("/clocks")[2])
    before = organizer.ask("/clocks")[2].count(b"of another event")
    for junk in (b"", b"{", b'{"event": "A/B"}', b'{"event": "a", "clock": "<b>"}', b"x" * 10**6):
        assert organizer.ask(STRANGER_PATH, junk)[0] == 403
    assert organizer.ask("/clocks")[2].count(b"of another event") == before


def test_what_the_displays_say_of_another_event_fits_in_a_row() -> None:
    for code in LANGUAGES:
        with speaking(code):
            assert fits(render(FOREIGN), ROW), code


def test_strangers_are_forgotten_when_they_are_silent_and_are_never_too_many() -> None:
    now_s = 0.0
    strangers = Strangers(lambda: now_s)
    first = Stranger("other", "clock-1")
    strangers.add("10.0.0.1", first)
    assert strangers.present() == [("10.0.0.1", first)]
    now_s = LASTS_S + 1
    assert strangers.present() == []
    for number in range(STRANGERS_MAX + 5):
        strangers.add(f"10.0.1.{number}", first)
    strangers.add("10.0.1.54", first)
    addresses = {address for address, _ in strangers.present()}
    assert addresses == {f"10.0.1.{number}" for number in range(5, STRANGERS_MAX + 5)}
