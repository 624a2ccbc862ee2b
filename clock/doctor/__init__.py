"""`clapper doctor`: looks at everything that the clock needs, and says what helps.

Nothing is changed; displays and lamps are only touched with hands (`--hands`), when the clock
itself does not run.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

import msgspec

from clock.config import DEFAULT_FILE, ConfigError, config_from, read_config
from clock.doctor import board, buses, hands, pins
from clock.doctor.line import Level, Line, ok, wrong
from clock.doctor.machine import Machine
from clock.station.battery import LOW_PERCENT
from hal.body import open_body
from hal.factories import PinError, open_factory
from hal.scratch import scratch
from hal.wiring import Wiring, WiringError

COLUMNS, INDENT = 100, " " * 24

SICK = 1
"""The exit status if something is wrong."""


def look(file: Path | None, *, as_json: bool, with_hands: bool) -> int:
    """Look at everything and print it; return the exit status, 1 if something is wrong."""
    if with_hands and not all(each and each.isatty() for each in (sys.stdin, sys.stdout)):
        raise ValueError("--hands wants a terminal: somebody to look and to press")
    if with_hands and as_json:
        raise ValueError("--hands asks questions: it goes without --json")
    machine = Machine()
    levels = []
    with scratch():
        for line in examined(machine, file, with_hands=with_hands):
            levels.append(line.level)
            _print_json(line) if as_json else _print(line)
    if not as_json:
        print(f"\n{_sum(levels)}")
    return SICK if Level.WRONG in levels else 0


def examined(machine: Machine, file: Path | None, *, with_hands: bool = False) -> Iterator[Line]:
    """Everything that there is to say of a machine."""
    wiring, low_percent, lines = configuration(file)
    yield from board.board(machine)
    yield from lines
    yield from board.kernel(wiring)
    yield from pins.libraries(wiring, pins.installed())
    if board.has_pins(machine):
        yield from pins.permissions(machine, wiring)
        yield from pins.factory(wiring)
        yield from buses.addresses(wiring)
        yield from buses.speeds(machine, wiring)
    yield from board.disk(machine)
    yield from board.clocks(machine)
    yield from board.power(machine)
    yield from board.batteries(machine, low_percent)
    yield from board.warmth(machine)
    yield from board.service(machine)
    if with_hands:
        yield from handled(machine, wiring)


def configuration(file: Path | None) -> tuple[Wiring, int, list[Line]]:
    """The wiring to look at, when a battery is low, and what is to be said of the configuration."""
    path = file or DEFAULT_FILE
    try:
        if file is None and not path.exists():
            config, told = config_from(""), "is not there: as it comes"
        else:
            config, told = read_config(path), "is sound"
        return config.wiring, config.power.low_percent, [ok("configuration", f"{path} {told}")]
    except ConfigError as error:
        remedy = "change that line; the shipped file explains every key"
        lines = [wrong("configuration", line, remedy) for line in error.lines]
        return error.wiring, LOW_PERCENT, lines


def handled(machine: Machine, wiring: Wiring) -> Iterator[Line]:
    """What only somebody with hands and eyes can tell."""
    if board.serving(machine):
        yield wrong("hands", "the clock runs and has the pins", "`systemctl stop clapper` first")
        return
    try:
        factory = open_factory(wiring.pins.factory)
        body = open_body(wiring, factory)
    except (PinError, WiringError) as error:
        yield wrong("hands", " ".join(str(error).split()), "first mend what stands above")
        return
    try:
        yield from hands.displays(body, _asked)
        yield from hands.lamps(body, wiring, _asked)
        yield from hands.buzzer(body, wiring, _asked)
        yield from hands.switches(body, wiring, _tell)
    finally:
        body.close()


def _asked(question: str) -> bool:
    try:
        return input(f"{question} [Y/n] ").strip().lower() not in ("n", "no")
    except EOFError:
        return False


def _tell(words: str) -> None:
    print(words, flush=True)


def _print(line: Line) -> None:
    head = f"{line.level.value:<8} {line.part:<14} "
    print(fill(line.what, COLUMNS, initial_indent=head, subsequent_indent=INDENT), flush=True)
    if line.remedy is not None:
        arrow = f"{INDENT}→ "
        print(fill(line.remedy, COLUMNS, initial_indent=arrow, subsequent_indent=f"{INDENT}  "))


def _print_json(line: Line) -> None:
    print(json.dumps(msgspec.to_builtins(line), ensure_ascii=False), flush=True)


def _sum(levels: list[Level]) -> str:
    wrongs, warnings = levels.count(Level.WRONG), levels.count(Level.WARNING)
    if not wrongs and not warnings:
        return "All is well."
    counted = ((wrongs, "to mend"), (warnings, "to look at"))
    return f"{', '.join(f'{count} {words}' for count, words in counted if count)}."
