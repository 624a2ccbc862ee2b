"""`clapper doctor`: looks at everything that the clock needs, and says what helps.

Nothing is changed; displays and lamps are only touched with hands (`--hands`), when the clock
itself does not run.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from clock.config import ConfigError, read_config, where_from
from clock.doctor import board, buses, hands, pins
from clock.doctor.line import Level, Line, ok, wrong
from clock.doctor.machine import Machine
from clock.station.battery import LOW_PERCENT
from clock.text.columns import filled, padded
from clock.text.language import ENGLISH, language, speaking, tr, trn
from clock.text.mistakes import mistake
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
        raise ValueError(tr("--hands wants a terminal: somebody to look and to press"))
    if with_hands and as_json:
        raise ValueError(tr("--hands asks questions: it goes without --json"))
    machine = Machine()
    levels = []
    with scratch(), speaking(ENGLISH if as_json else language()):
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
    yield from board.installations(machine)
    if with_hands:
        yield from handled(machine, wiring)


def configuration(file: Path | None) -> tuple[Wiring, int, list[Line]]:
    """The wiring to look at, when a battery is low, and what is to be said of the configuration."""
    try:
        config = read_config(file)
    except ConfigError as error:
        remedy = tr("change that line; the shipped file explains every key")
        lines = [wrong("configuration", mistake(line), remedy) for line in error.lines]
        return error.wiring, LOW_PERCENT, lines
    return config.wiring, config.power.low_percent, [ok("configuration", where_from(config))]


def handled(machine: Machine, wiring: Wiring) -> Iterator[Line]:
    """What only somebody with hands and eyes can tell."""
    if board.serving(machine):
        runs = tr("the clock runs and has the pins")
        yield wrong("hands", runs, tr("`systemctl stop clapper` first"))
        return
    try:
        factory = open_factory(wiring.pins.factory)
        body = open_body(wiring, factory)
    except (PinError, WiringError) as error:
        what = mistake(" ".join(str(error).split()))
        yield wrong("hands", what, tr("first mend what stands above"))
        return
    try:
        yield from hands.displays(body, _asked)
        yield from hands.lamps(body, wiring, _asked)
        yield from hands.buzzer(body, wiring, _asked)
        yield from hands.everything(body, _asked)
        yield from hands.switches(body, wiring, _tell)
    finally:
        body.close()


def _asked(question: str) -> bool:
    no = ("n", "no", tr("no"), tr("no")[:1])
    try:
        return input(tr("{question} [Y/n] ").format(question=question)).strip().lower() not in no
    except EOFError:
        return False


def _tell(words: str) -> None:
    print(words, flush=True)


def _print(line: Line) -> None:
    head = f"{padded(tr(line.level.value), 8)} {padded(tr(line.part), 14)} "
    for row in filled(line.what, COLUMNS, first=head, following=INDENT):
        print(row, flush=True)
    if line.remedy is not None:
        for row in filled(line.remedy, COLUMNS, first=f"{INDENT}→ ", following=f"{INDENT}  "):
            print(row)


def _print_json(line: Line) -> None:
    print(json.dumps(msgspec.to_builtins(line), ensure_ascii=False), flush=True)


def _sum(levels: list[Level]) -> str:
    wrongs, warnings = levels.count(Level.WRONG), levels.count(Level.WARNING)
    if not wrongs and not warnings:
        return tr("All is well.")
    counted = (
        (wrongs, trn("{count} to mend", "{count} to mend", wrongs)),
        (warnings, trn("{count} to look at", "{count} to look at", warnings)),
    )
    return f"{', '.join(words.format(count=count) for count, words in counted if count)}."
