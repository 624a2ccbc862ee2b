"""72 slips of people who edit a configuration on a Pi, and what is answered of each."""

LINES, BOTH, LEFT, DEBOUNCE = "[lines]\n", "[screens.both]\n", "[screens.left]\n", "[debounce]\n"
CZECH = "[names]\nevent = 'Kříž'"
A_PIN = "expected a whole number, got"
SLIPS: list[tuple[str | bytes, str]] = [
    # (the file, what is answered)
    # Quotes
    (f"{LEFT}driver = “ssd1309”", 'line 2: got “ssd1309”: use straight quotes, as in "ssd1309"'),
    (f"{BOTH}device = ‘/dev/fb0’", "line 2: got ‘/dev/fb0’: use straight quotes, as in '/dev/fb0'"),
    (f"{LINES}stop = usb-Pad-event-kbd:KEY_A", 'got usb-Pad-event-kbd:KEY_A: write "usb-Pad-ev'),
    (f'{LINES}stop = "usb-Pad:KEY_A', 'got "usb-Pad:KEY_A: write "usb-Pad:KEY_A"'),
    (f"{BOTH}layout = facing", 'line 2: got facing: write "facing"'),
    (f"{LINES}stop = KEY_A", 'line 2: got KEY_A: write "any:KEY_A"'),
    (f"{LINES}stop = a", 'line 2: got a: write "any:KEY_A"'),
    ("[pins]\nfactory = none", 'line 2: got none: write "none"'),
    # Units
    (f"{DEBOUNCE}confirm_ms = 2,5", "line 2: got 2,5: write 2.5"),
    (f'{DEBOUNCE}confirm_ms = "2.5 ms"', 'confirm_ms: expected a number, got "2.5 ms": write 2.5'),
    (f"{DEBOUNCE}confirm_ms = 0.0025", "got 0.0025: write 2.5, in milliseconds"),
    (f"{DEBOUNCE}lockout_ms = 250", "debounce.lockout_ms: expected 0 to 100, got 250"),
    (f"{LEFT}rotate = 90", "left.rotate: expected 0 to 3, got 90: write 1, in quarter turns"),
    (f"{BOTH}rotate = 270", "both.rotate: expected 0 to 3, got 270: write 3, in quarter turns"),
    (f'{LEFT}rotate = "180°"', 'rotate: expected a whole number, got "180°": write 2'),
    (f"{LEFT}contrast = 300", "left.contrast: expected 0 to 255, got 300"),
    ("[game.regulations]\nreferee_call = '5 min'", "expected a time, got '5 min': write \"5:00\""),
    ("[game.regulations]\ndefault_time = '1h'", "expected a time, got '1h': write \"1:00:00\""),
    ("[organizer]\namounts = ['30 s']", "organizer.amounts: expected a time, got '30 s': write"),
    ("[settings]\nbrightness = 100", "settings.brightness: expected 1 to 10, got 100"),
    # Addresses of displays
    (f"{LEFT}address = 3C", "line 2: got 3C: write 0x3C"),
    (f'{LEFT}address = "3C"', 'address: expected a whole number, got "3C": write 0x3C'),
    (f"{LEFT}address = 0x78", "expected 0x3C: modules print it doubled, as 0x78"),
    (f"{LEFT}address = 7A", "line 2: got 7A: write 0x3D"),
    (f"{LEFT}address = 78", "line 2: screens.left.address: expected 0x3C or 0x3D, got 0x4E"),
    # Pins counted on the header
    (f"{LINES}stop = 7", "lines.stop: GPIO 7 is header pin 26: if the wire is on header pin 7, wr"),
    (f"{LINES}minus = 11", "lines.minus: GPIO 11 is header pin 23: if the wire is on header pin 1"),
    (f"{LINES}ok = 13", "lines.ok: GPIO 13 is header pin 33: if the wire is on header pin 13, wri"),
    (f"{LINES}plus = 15", "lines.plus: GPIO 15 is header pin 10: if the wire is on header pin 15"),
    (f"{LINES}left_plunger = 29", "expected 0 to 27, got 29: header pin 29 is GPIO 5: write 5"),
    ("[lamps]\nleft_running = { pin = 36 }", "got 36: header pin 36 is GPIO 16: write 16"),
    (f"{LINES}stop = 30", "lines.stop: expected 0 to 27, got 30: header pin 30 is ground"),
    (f'{LINES}stop = "pin 7"', f'{A_PIN} "pin 7": header pin 7 is GPIO 4: write 4'),
    # Other pins
    (f'{LINES}stop = "GPIO4"', f'lines.stop: {A_PIN} "GPIO4": write 4'),
    (f"{LINES}stop = GPIO.4", "line 2: got GPIO.4: write 4"),
    (f"{LINES}stop = 4.0", f"lines.stop: {A_PIN} 4.0: write 4"),
    (f"{LINES}left_plunger = 6", "lines.right_plunger: GPIO 6 is also used by lines.left_plunger"),
    (f"{LINES}stop = 2", "lines.stop: GPIO 2 belongs to I²C 1, which screens.left uses"),
    (f"{LINES}stop = 14", "lines.stop: GPIO 14 is the serial console's: switch that off with "),
    (f"{LINES}stop = 0", "lines.stop: GPIO 0 is used at power-on, to look for a HAT: use another"),
    ("[lamps]\nleft_clapper = { pin = 7 }", "GPIO 7 is high from power-on, so the lamp flashes: u"),
    ("[lamps]\nreferee = 25", "lamps.referee: expected a table, got 25: write { pin = 25 }"),
    ("[lamps]\nreferee = 'none'", 'expected a table, got "none": write { pin = "none" }'),
    ("[buzzer]\npin = false", f'buzzer.pin: {A_PIN} false: write "none"'),
    (f"{LINES}left_plunger = [5, 6]", 'expected one pin, or one key as in "any:KEY_A", got a list'),
    ("pins.factory = 'none'\nlines.stop = 4", 'stop: expected a key, as in "any:KEY_A", got 4: th'),
    # Keys
    (f'{LINES}stop = "pad:A"', "lines.stop: 'A' is no key: did you mean KEY_A?"),
    (f'{LINES}stop = "pad:KEY_SPACEBAR"', "'KEY_SPACEBAR' is no key: did you mean KEY_SPACE?"),
    (f'{LINES}ok = "pad:KEY_KP_ENTER"', "'KEY_KP_ENTER' is no key: did you mean KEY_KPENTER?"),
    (f'{LINES}stop = "key_a"', "expected a device and a key, got 'key_a': write \"any:KEY_A\""),
    (f'{LINES}ok = "Enter"', "expected a device and a key, got 'Enter': write \"any:KEY_ENTER\""),
    (f'{LINES}stop = "any KEY_A"', "expected a device and a key, got 'any KEY_A': write \"any:K"),
    (f'{LINES}stop = "/dev/input/event3"', "expected a pin, or a key as in \"any:KEY_A\", got '/d"),
    (f'{LINES}stop = "/dev/input/event3:KEY_A"', "/dev/input/event3 may be another device after a"),
    (f'{LINES}left_plunger = "any:KEY_A"\nright_plunger = "any:KEY_A"', "line 3: lines.right_plunge"
     "r: the key any:KEY_A is also used by lines.left_plunger"),
    # The screen
    (f'{BOTH}device = "fb0"', 'a screen such as /dev/fb0, got fb0: write "/dev/fb0"'),
    (f'{BOTH}device = "/dev/fb9x"', 'a screen such as /dev/fb0, got /dev/fb9x: write "/dev/fb9"'),
    (f'{BOTH}device = "HDMI-1"', "both.device: expected a screen such as /dev/fb0, got HDMI-1"),
    ("[screens]\nboth = true", "screens.both: expected a table, got true: write [screens.both]"),
    # Tables
    ("driver = 'ssd1309'", "line 1: driver: expected below [screens.left] or [screens.right]"),
    ("[keys]\nstop = 'any:KEY_A'", "line 1: keys: unknown: did you mean lines?"),
    ("[display.left]\ndriver = 'ssd1309'", "line 1: display: unknown: did you mean screens?"),
    (f"{LINES}stop = 9\n{LINES}ok = 12", "line 3: got [lines] again: it is in line 1 already"),
    ("[lines] stop = 9", "line 1: got [lines] stop = 9: expected a line with [lines] alone"),
    # Names
    ("[settings]\nlanguage = 'cz'", "expected one of en, cs, ko, got 'cz': did you mean cs?"),
    ("[settings]\nsound = 'yes'", 'settings.sound: expected true or false, got "yes": write true'),
    ("[game]\ncontrol = 'fide rapid'", "got 'fide rapid'; did you mean the preset fide-rapid?"),
    # The file
    (f"{LINES}stop\u00a0= 9", "got stop = 9: type its spaces again, one of them is another ch"),
    (CZECH.encode("cp1250"), "line 2: expected UTF-8: save the file again with the encoding UTF-8"),
    (f"\ufeff{LINES}\tstop = 9", "is valid."),
    (f"{LINES}stop = 9".encode("utf-16"), "is valid."),
    (f"{LINES}stop = 9\n".replace("\n", "\r\n"), "is valid."),
]  # fmt: skip
"""In silence is taken only what cannot be meant otherwise: tabs, marks of an encoding, ends of line
of Windows."""
