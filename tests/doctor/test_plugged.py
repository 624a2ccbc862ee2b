"""The doctor lists devices with keys, and names those of the configuration that are missing."""

import pytest

from clock.doctor import plugged
from hal.wiring import DEFAULT
from tests.doctor.lab import Lab, configured, found

SERIALS = [
    ("usb-Maker_Pad_7777-event-kbd:KEY_A", "usb-Maker_Pad_…-event-kbd:KEY_A"),
    ("usb-Maker_K400_00:1A:77-if01-event-kbd: not used", "usb-Maker_…_…-if01-event-kbd: not used"),
    ("usb-7777-event-joystick", "usb-…-event-joystick"),
    ('{"left_plunger": ["usb-A_7777-event-kbd", 1]}', '{"left_plunger": ["usb-A_…-event-kbd", 1]}'),
    *((f"{path}-event-kbd",) * 2 for path in ("pci-0000:01:00.0-usb-0:1.3:1.0",
                                              "platform-3f980000.usb-usb-0:1.2:1.0", "any")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sent"), SERIALS)
def test_a_text_that_is_sent_has_a_devices_maker_but_no_serial_number(text: str, sent: str) -> None:
    assert plugged.without_serials(text) == sent


PAD, BOARD = "usb-Maker_Pad-event-joystick", "platform-usb-0:1-event-kbd"


def test_devices_are_listed_with_what_they_are_for(lab: Lab) -> None:
    wiring = configured(f'[lines]\nleft_plunger = "{PAD}:1"\n[keyboards]\nany = false')
    missing = f"wrong: keys of {PAD}: not plugged in"
    assert (
        found(plugged.input_devices(lab, wiring)),
        found(plugged.input_devices(lab, DEFAULT)),
    ) == ([missing], [])
    for folder, name, file in (("by-id", PAD, "event0"), ("by-path", BOARD, "event1")):
        lab.put({f"/dev/input/{file}": ""})
        link = lab.at(f"/dev/input/{folder}/{name}")
        link.parent.mkdir()
        link.symlink_to(f"../{file}")
    used, idle = "its keys are plungers or buttons", "not used"
    for asked, of_pad, of_board in ((wiring, used, idle), (DEFAULT, idle, used)):
        lines = [f"ok: {PAD}: {of_pad}", f"ok: {BOARD}: {of_board}"]
        assert sorted(found(plugged.input_devices(lab, asked))) == sorted(lines)


def test_a_touch_screen_is_the_one_with_contacts_in_slots_over_what_it_shows(lab: Lab) -> None:
    wiring = configured('[screens.both]\n[lines]\nleft_plunger = "touch:left"')
    assert found(plugged.input_devices(lab, wiring)) == ["wrong: touch screen: not plugged in"]
    for number, (properties, axes) in enumerate(
        ((1, "265800000000003"), (2, "1000003"), (2, "265800000000003"))
    ):  # a touchpad, a pen, a touch screen
        device = f"/sys/class/input/event{number}/device"
        lab.put({f"{device}/properties": f"{properties}\n", f"{device}/capabilities/abs": axes})
    assert found(plugged.input_devices(lab, wiring)) == ["ok: event2: its halves are plungers"]
