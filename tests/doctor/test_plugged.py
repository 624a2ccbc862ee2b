"""The doctor lists devices with keys, and names those of the configuration that are missing."""

from clock.doctor import plugged
from hal.wiring import DEFAULT
from tests.doctor.lab import Lab, configured, found

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
