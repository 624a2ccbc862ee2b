"""Configurations with one mistake each, and the line about it.

What is wrong with the wiring itself is in `tests/hal/test_wiring.py`; here are the places of it.
"""

import json

from clock.rules.control import Method

SECRET = "73x9"
NO_PINS = "pins.factory = 'none'\n"
DESK = "[desk]\naddress = 'h'\nevent = 'e'\nclock = 'c'\n"
SPI_LEFT = "[screens.left]\nbus = 'spi'\ndriver = 'ssd1309'\n"
BROKEN = [
    # (the file, the line's number, how the line goes on)
    ("[lines]\nstop = '4'", 2, "lines.stop: expected a whole number, got \"4\": write 4"),
    ("[lines]\nstop = 31", 2, "lines.stop: expected 0 to 27, got 31"),
    ("[lines]\nstop = 9223372036854775808", 2, "lines.stop: expected 0 to 27, got a whole number"),
    ("[screens.left]\nbus_pins = [2, 44]", 2, "screens.left.bus_pins[1]: expected 0 to 27, got 44"),
    ("[screens.left]\nport = -1", 2, "screens.left.port: expected 0 to 255, got -1"),
    ("[lines]\nleft_plunger = 6", 2, "lines.right_plunger: GPIO 6 is also used by lines.left_"),
    ("[lines]\nhalt = 9", 2, "lines.halt: unknown: expected key, left_plunger, "),
    ("[lines]\nleft_plunger = 'none'\nleft_plunger_lh = 9", 3, "lines.left_plunger_rh: expected"),
    ("[lines]\nleft_plunger_lh = 9\nleft_plunger_rh = 12", 2, "lines.left_plunger: expected eith"),
    ("[lines]\nstop = 'KEY_SPACE'", 2, "lines.stop: expected a device and a key, got 'KEY_SPACE'"),
    ("[lines]\nstop = 'A'", 2, "lines.stop: expected a device and a key, got 'A': write \"any:KEY"),
    ("[lines]\nstop = 'usb-Pad-event-kbd'", 2, "lines.stop: expected a pin, or a key as in \"any:"),
    ("[lines]\nok = 'pad:KEY_OKAY'", 2, "lines.ok: 'KEY_OKAY' is no key: expected a name as "),
    ("[lines]\nok = 'a:1'\nplus = 'a:KEY_ESC'", 3, "lines.plus: the key a:KEY_ESC is also used "),
    (f"{NO_PINS}[lines]\nstop = 4", 3, "lines.stop: expected a key, as in \"any:KEY_A\","
     " got 4: there are no pins with pins.factory none"),
    (f"{NO_PINS}lamps.referee.pin = 25", 2, 'lamps.referee.pin: expected "none"'),
    (f"{NO_PINS}buzzer.pin = 18", 2, "buzzer.pin: expected \"none\", got 18: there are "),
    (f"{NO_PINS}[screens.left]\nbus = 'spi'", 3, "screens.left.bus: expected \"i2c\": "),
    (f"{NO_PINS}[screens.left]\nbus_pins = [2]", 3, "screens.left.bus_pins: expected []"),
    (f"{NO_PINS}lines.stop = 'none'", 2, "lines.stop: expected a pin or a key: this "),
    ("[keyboards]\nany = 1", 2, "keyboards.any: expected true or false, got 1"),
    ("lines = 3", 1, "lines: expected a table, got a whole number"),
    ("pins = 1979-05-27", 1, "pins: expected a table, got a date or a time: write [pins]"),
    ("lines = 1979-05-27", 1, "lines: expected a table, got a date or a time"),
    ("[lamps]\nreferee = 25", 2, "lamps.referee: expected a table, got 25: write {"),
    ("[lamps]\nreferee = { colour = 1 }", 2, "lamps.referee.colour: unknown: expected lit_when_"),
    ("[[buzzer]]\npin = 18", 1, "buzzer: expected a table, got a list"),
    ("\n[screens.middle]", 2, "screens.middle: unknown: expected both, left or right"),
    ("[screens.both]\nlayout = 'stacked'", 2, "screens.both.layout: expected one of bes"),
    ("[screens.both]\nrotate = 4", 2, "screens.both.rotate: expected 0 to 3, got 4"),
    ("[screens.both]\ndevice = 'HDMI-1'", 2, "screens.both.device: expected a screen such"),
    ("[screens.both]\n[screens.left]\nport = 1", 2, "screens.left: expected either one screen or "
     "a display for each side: screens.both is set too"),
    ("[screens.left]\nwidth = 64\nheight = 48", 3, "screens.left.height: ssd1306 has no 64x48: ex"),
    ("[screens.left]\nheight = 32\ndriver = 'ssd1362'\nwidth = 256", 2, "screens.left.height: ssd1"
     "362 has no 256x32: expected 256x64"),
    ("[screens.left]\ndriver = 'sh1107'", 2, "screens.left.driver: sh1107 has no 128x64: expected "
     "128x128, 64x128 or 80x128"),
    ("[screens.left]\ndriver = 'sh1107'\nwidth = 64\nheight = 128", 1, "screens.left.rotate: 64x12"
     "8 with rotate = 0 is too small for the clock: expected at least 128x64"),
    ("[screens.left]\nbus = 'can'", 2, "screens.left.bus: expected one of i2c, spi, got 'can'"),
    (f"[game]\n{SPI_LEFT}dc = 13\nport = 1", 2, "buzzer.pin: GPIO 18 belongs to SPI 1, which scr"),
    ("[debounce]\nconfirm_ms = 0", 2, "debounce.confirm_ms: expected 1 to 20"),
    ("[debounce]\nlockout_ms = nan", 2, "debounce.lockout_ms: expected 0 to 100, got a number"),
    ("[pins]\nedges = 'factory'\nfactory = 'rpigpio'", 2, 'pins.edges: expected "auto", "gpiod"'),
    ("[game]\ncontrol = 'rff'", 2, "game.control: expected a time control such as"),
    ("[game]\ncontrol = []", 2, "game.control: "),
    ("[game]\ncontrol = '0s+10s'", 2, "game.control.left[0].time: expected more than 0"),
    ("[game]\n\n[[game.control]]\ntime = 'x'", 4, "game.control[0].time: expected a time in"),
    ("[game.control]\nleft = '5m'", 1, "game.control.right: expected a value, found none"),
    ("[game]\ncontrol = [{ time = '9', pace = 3 }]", 2, "game.control[0].pace: unknown: expected "),
    ("[[game.control]]\ntime = '9'\nmoves = 4\n[[game.control]]\nmoves = 4\ntime = 'x'", 6, "game."
     "control[1].time: expected a time in"),
    ("[[game.control]]\ntime = '9'\nmoves = 4\n[[game.control]]\nmoves = 4", 4, "game.control[1].ti"
     "me: expected a value, found none"),
    ("[game]\ncontrol = [\n{ time = '9', moves = 4 },\n{ time = 'x' }]", 2, "game.control[1].time: "
     "expected a time in"),
    ("[game]\nopening = 'rif-96'", 2, "game.opening: expected one of rif, yamaguchi"),
    ("[game]\nfirst = 'Black'", 2, "game.first: expected one of black, white, got 'B"),
    ("[game]\ncontrol = 7", 2, "game.control: expected text in quotes or a list or a table, "),
    ("[game.control]\nleft = [{ time = '9', method = 'x' }]\nright = '5m'", 2, "game.control.left["
     f"0].method: expected one of {', '.join(each.value for each in Method)}, got 'x'"),
    ("[game]\ncontrol = '5.30'", 2, "game.control: 5.30 has two meanings: write 5m30s"),
    ("[game]\ncontrol = [{ time = '5:00', bonus = '0.30' }]", 2, "game.control[0].bonus: expected"),
    ("[game.control]\nleft = '1.00'\nright = '5m'", 2, "game.control.left: 1.00 has two meanings"),
    ("[game.regulations]\nbase = []", 2, "game.regulations.base: expected one of rif, rif"),
    ("[game.regulations]\nreferee = 1", 2, "game.regulations.referee: unknown: did you mean refe"),
    ("[game.regulations]\non_flag = 'halt it'", 2, "game.regulations.on_flag: expected one of run, "
     "stop, got 'halt it'"),
    ("[game.regulations]\nreferee_call = '0'", 2, "game.regulations.referee_call: expected more"),
    ("[game.regulations]\nreferee_call = -3", 2, "game.regulations.referee_call: expected a time"),
    ("[game.regulations]\nhand_warnings = -1", 2, "game.regulations.hand_warnings: expected 0 or"),
    ("[game.regulations]\nlate_factor = 4", 2, "game.regulations.late_factor: expected one of 1, "),
    ("[game.regulations]\nlate_factor = '2'", 2, "game.regulations.late_factor: expected a whole "),
    ("[game.regulations]\nhand_rule = 'enforce'", 2, "game.regulations.hand_rule: expected honour"),
    ("[game.regulations]\nrecord_limit = 5.5", 2, "game.regulations.record_limit: expected a colon,"
     " as in \"5:00\" or \"0:05.5\", got '5.5'"),
    ("[game.regulations]\nannounce = 'yes'", 2, "game.regulations.announce: expected true or false,"
     " got \"yes\": write true"),
    ("[game.regulations]\nbase = 'rif'\non_flag = 'stop'", 3, "game.regulations.announce: expected"
     " true (yes): on_flag stop shows every fall, as both clocks stop (RIF 14.8)"),
    ("[organizer]\nopens = 'key'", 2, "organizer.opens: expected a pin for lines.key: the key is"),
    ("[organizer]\nopens = 'code'", 2, "organizer.code: expected a code: without one nothing"),
    (f"[organizer]\ncode = '{SECRET}'", 2, "organizer.code: expected 4 to 8 digits"),
    ("[organizer]\nopens = 'code'\ncode = 1234", 3, "organizer.code: expected text in quotes, got"),
    ("[organizer]\namounts = ['1 min']", 2, "organizer.amounts: expected a time, got"),
    ("[organizer]\namounts = []", 2, "organizer.amounts: expected 1 to 16 amounts"),
    ("[organizer]\namounts = ['+1.00']", 2, "organizer.amounts: expected a colon, as in \"1:00\" "),
    ("[presets]\nown = 'me'", 2, "presets.own: expected an absolute path to a folder, got 'me'"),
    ("[settings]\nlanguage = 'de'", 2, "settings.language: expected one of en, cs, ko, got 'de'"),
    ("[table]\nlegs = 4", 1, "table: unknown: expected buzzer, debounce, desk, game, journal"),
    ("[desk]\naddress = 'h:0'\nevent = 'e'\nclock = 'c'", 2, "desk.address: expected a host"),
    ("[desk]\naddress = '[abc]'\nevent = 'e'\nclock = 'c'", 2, "desk.address: expected a host"),
    ("[desk]\naddress = 'h'\nevent = 'Cup 1'\nclock = 'c'", 3, "desk.event: expected 1 to 40 "),
    *(
        (f"{DESK}page = {json.dumps(page)}", 5, "desk.page: expected https://host")
        for page in (
            "https://[::1", "http://h", "https://h:0", "https://h\0", f"https://{3000 * 'h'}"
        )
    ),
    ("[desk]\naddress = 'h'\nevent = 'e'", 2, "desk.clock: expected 1 to 40 "),
    ("[lines]\nstop 4", 2, "got stop 4: write stop = 4"),
    ("[lines]\nstop = [1,\n2", 3, "got 2: expected the end of a list or a table; text"),
    ("[lines]\nstop = 1\nstop = 2", 3, "got stop again: it is in line 2 already"),
    ("[lines]\nstop = 1 2", 2, "got 1 2: expected a value: text in quot"),
    ("stop = 'x", 1, "got 'x: write 'x'"),
    ('own = "C:\\x"', 1, '''got "C:\\x": write 'C:\\x\''''),
    ('[names]\nevent = "a\\u001bb"', 2, "names.event: expected text on one line"),
    ("[pins]\nfactory = lgpio # ours", 2, 'got lgpio: write "lgpio"'),
    ("[game.regulations]\r\nreferee_call = 5:00\r\n", 2, 'got 5:00: write "5:00"'),
]  # fmt: skip
