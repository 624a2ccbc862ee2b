"""`clapper doctor`: check everything the clock needs, and suggest fixes.

Nothing is changed. Displays and lamps are used only with `--hands`, while the clock is stopped. As
root, the doctor runs in the service's sandbox, to see only what the service sees.
"""

import json
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import msgspec

from clock.config import DEFAULT_FILE, ConfigError, read_config, where_from
from clock.doctor import board, buses, desk_link, hands, pins, plugged, screen, system
from clock.doctor.findings import Finding, Severity, ok, warning, wrong
from clock.doctor.host_machine import Machine
from clock.rules.message import Message, Problem
from clock.text.language import ENGLISH, language, render, speaking, tr, trn
from clock.text.rows import indented, padded, terminal_width
from hal.body import open_body
from hal.factories import PinError, lgpio_folder, open_factory
from hal.power import LOW_PERCENT
from hal.wiring import Wiring
from hal.wiring_problems import WiringError

INDENT = " " * 24

SICK = 1
"""The exit status if anything is wrong."""

NO = frozenset({"n", "no", "ne", "아", "아니요", "아니오"})
"""The answers that mean no, in all languages; any other answer means yes."""


def look(
    file: Path | None, *, report: bool = False, with_hands: bool = False, as_json: bool = False
) -> int:
    """Examine the machine and print the findings; return the exit status, 1 if any is wrong."""
    if with_hands and not all(each and each.isatty() for each in (sys.stdin, sys.stdout)):
        raise Problem("--hands needs a terminal, and somebody to look and press")
    machine = Machine()
    if (
        machine.is_root
        and file is None
        and not with_hands
        and (place := system.command_in_place(machine))
    ):
        options = (*(("--report",) if report else ()), *(("--json",) if as_json else ()))
        return _run_in_place((*place, "doctor", "--language", language(), *options))
    severities = []
    with lgpio_folder(), speaking(ENGLISH if report or as_json else language()):
        for finding in examine(machine, file, report=report, with_hands=with_hands):
            severities.append(finding.severity)
            text = render((finding.sent if report else None) or finding.what)
            text = plugged.without_serials(text) if report else text
            (_print_json if as_json else _print)(finding, text)
        if not as_json:
            print(f"\n{_sum(severities)}")
    return SICK if Severity.WRONG in severities else 0


def _run_in_place(command: tuple[str, ...]) -> int:
    """Run the doctor in the service's place by this command; return its exit status."""
    try:
        return subprocess.run(command, timeout=system.PLACE_S_MAX).returncode
    except subprocess.TimeoutExpired:
        raise Problem(
            "the doctor, run as the service, did not finish within {seconds} s; `clapper "
            "doctor --config {file}` runs it as this user",
            seconds=f"{system.PLACE_S_MAX:.0f}",
            file=DEFAULT_FILE,
        ) from None


def examine(
    machine: Machine, file: Path | None, *, report: bool = False, with_hands: bool = False
) -> Iterator[Finding]:
    """Yield all findings of a machine."""
    wiring, low_percent, findings = configuration(file)
    if report:
        yield from _facts(machine, wiring)
    yield from board.board(machine, wiring)
    yield from findings
    yield from board.kernel()
    has_none = not wiring.pins.exist
    if not has_none:
        yield from pins.libraries(wiring, pins.installed())
    yield from pins.permissions(machine, wiring)
    if board.has_pins(machine) and not has_none:
        yield from pins.factory(wiring)
    if board.has_pins(machine) or has_none:
        yield from buses.addresses(wiring, system.low_pins(machine))
        yield from buses.speeds(machine, wiring)
    yield from screen.screen(machine, wiring)
    yield from plugged.input_devices(machine, wiring)
    yield from system.disk(machine)
    yield from system.clocks(machine)
    yield from board.power(machine)
    yield from board.batteries(machine, low_percent)
    yield from board.heat(machine)
    yield from system.service(machine)
    if with_hands:
        yield from examine_by_hand(machine, wiring)


def _facts(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Yield the facts for a report: versions and wiring, but no names and no organizer's code."""
    release = machine.read("/etc/os-release") or ""
    system_name = re.search(r'^PRETTY_NAME="?([^"\n]*)', release, re.MULTILINE)
    libraries = pins.installed(("gpiozero", "luma.oled", "pillow"))
    for part, fact in (
        ("clapper", version("clapper-clock")),
        ("system", f"{system_name[1] if system_name else '?'}, {platform.machine()}"),
        ("libraries", f"Python {platform.python_version()}, {', '.join(libraries)}"),
        ("wiring", json.dumps(msgspec.to_builtins(wiring))),
    ):
        yield ok(part, "{fact}", fact=fact)


def configuration(file: Path | None) -> tuple[Wiring, int, list[Finding]]:
    """Return the wiring, the charge of a low battery, and the findings of the configuration."""
    try:
        config = read_config(file)
    except ConfigError as error:
        return error.wiring, LOW_PERCENT, [_mistaken(mistake) for mistake in error.messages]
    sound = ok("configuration", where_from(config))
    if config.file not in (None, DEFAULT_FILE):
        sound = sound._replace(sent=Message("{file} is valid", file=config.file.name))
    doubts = [_mistaken(doubt, warning) for doubt in config.doubts]
    return config.wiring, config.power.low_percent, [sound, *doubts, *desk_link.link(config.desk)]


def _mistaken(mistake: Message, judged: Callable[..., Finding] = wrong) -> Finding:
    """Return the finding of a mistake."""
    # A report is sent to strangers, so it has neither the file's text nor its path.
    place = mistake.values["place"]
    if isinstance(place, Message):
        remedy = Message("change that line; the shipped file explains every key")
        sent = Message("a mistake in line {number}", number=place.values["number"])
    else:
        remedy = Message("check the name of that file, and who may read it")
        sent = Message("{problem}", problem=mistake.values["problem"])  # the file as a whole
    return judged("configuration", mistake, remedy)._replace(sent=sent)


def examine_by_hand(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Yield the findings that need a person's hands and eyes."""
    if system.is_running(machine):
        stop = Message("run `systemctl stop clapper` first")
        yield wrong("hands", "the clock is running and holds the pins", stop)
        return
    try:
        body = open_body(wiring, open_factory(wiring.pins.factory))
    except PinError as error:
        yield pins.unusable("hands", error)
        return
    except WiringError:  # the findings of the configuration have named every fault
        above = Message("first fix the problems above")
        yield wrong("hands", "the wiring is not valid", above)
        return
    try:
        yield from hands.displays(body, _ask)
        yield from hands.lamps(body, wiring, _ask)
        yield from hands.buzzer(body, wiring, _ask)
        yield from hands.everything(body, _ask)
        yield from hands.switches(body, wiring, lambda request: print(request, flush=True))
    finally:
        body.close()


def _ask(question: str) -> bool:
    try:
        return input(tr("{question} [Y/n] ").format(question=question)).strip().lower() not in NO
    except EOFError:
        return False


def _print(finding: Finding, text: str) -> None:
    head = f"{padded(tr(finding.severity.value), 8)} {padded(tr(finding.part), 14)} "
    width = terminal_width()
    for row in indented(text, width, first=head, following=INDENT):
        print(row, flush=True)
    remedy = finding.remedy or ""
    remedy = remedy if isinstance(remedy, str) else render(remedy)
    for row in indented(remedy, width, first=f"{INDENT}→ ", following=f"{INDENT}  "):
        print(row)


def _print_json(finding: Finding, text: str) -> None:
    """Print a finding as a line of JSON."""
    remedy = finding.remedy
    remedy = remedy if remedy is None or isinstance(remedy, str) else render(remedy)
    found = {
        "part": finding.part,
        "severity": finding.severity.value,
        "found": text,
        **({} if remedy is None else {"remedy": remedy}),
    }
    print(json.dumps(found, ensure_ascii=False), flush=True)


def _sum(severities: list[Severity]) -> str:
    wrongs, warnings = severities.count(Severity.WRONG), severities.count(Severity.WARNING)
    if not wrongs and not warnings:
        return tr("All is well.")
    counted = (
        (wrongs, trn("{count} error", "{count} errors", wrongs)),
        (warnings, trn("{count} warning", "{count} warnings", warnings)),
    )
    return f"{', '.join(words.format(count=count) for count, words in counted if count)}."
