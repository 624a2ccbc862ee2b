"""The system: disk space for the games, time, and the service."""

import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from clock.doctor.findings import Finding, ok, warning, wrong
from clock.doctor.host_machine import Machine
from clock.rules.message import Message

STATE = "/var/lib/clapper"
UNIT = "clapper.service"
LOG_LINES = 500
"""The lines of the service's log that are searched for its last end."""
DISK_LOW_MB, DISK_FULL_MB = 200, 20
DRIFT_PPM_MAX = 100
"""The largest drift of a sound quartz: 100 millionths are a third of a second in an hour."""
_SANDBOX = re.compile(
    r"^(?:User|Group|SupplementaryGroups|Device|Private|Protect|Restrict|SystemCall|NoNewPrivileges)"
    r"\w*=.*",
    re.MULTILINE,
)
"""The properties of a unit that define its service's user and sandbox."""
_PROGRAM = re.compile(r"^ExecStart=[ \t]*[-@:+!|]*(\S+)", re.MULTILINE)
"""The program that a unit starts, without systemd's prefixes."""
IN_PLACE = "CLAPPER_DOCTOR_IN_PLACE"
"""The variable of a doctor that runs in the service's place, so that it starts no other.

Its value is the list of low pins, which only root can get.
"""
PINS_LIST = "/sys/kernel/debug/pinctrl/*/pins"
PLACE_S_MAX = 120.0
"""A doctor in the service's place is ended after this: it may wait for a hanging bus or disk."""
UNITS = ("/etc/systemd/system/clapper.service", "/lib/systemd/system/clapper.service")
"""The unit of `make install`, and the Debian package's unit, which the first hides."""


def disk(machine: Machine) -> Iterator[Finding]:
    """Find whether games can be written, and how much space is free."""
    path = machine.at(STATE)
    if not path.is_dir():
        made = Message("it is created when the service starts")
        yield warning("disk", "{path} does not exist", made, path=STATE)
        return
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        other = Message("put it on a partition that can be written to")
        yield wrong("disk", "{path} is read-only", other, path=STATE)
        return
    free_mb = shutil.disk_usage(path).free // 1_000_000
    free = Message("{megabytes} MB are free for {path}", megabytes=f"{free_mb:,}", path=STATE)
    if free_mb < DISK_FULL_MB:
        room = Message(
            "free some space: once the disk is full, the clock goes on, but games are not kept"
        )
        yield wrong("disk", free, room)
    elif free_mb < DISK_LOW_MB:
        yield warning("disk", free, Message("free some space"))
    else:
        yield ok("disk", free)
    if os.access(path, os.W_OK):
        yield _written(path)
    elif _is_the_clocks(path):
        yield ok(
            "disk",
            "{path} belongs to the clock; run the doctor as root to test writing there",
            path=STATE,
        )
    else:
        owned = f"sudo chown -R clapper: {STATE}"
        yield wrong("disk", "{path} does not belong to the clock", owned, path=STATE)


def _is_the_clocks(path: Path) -> bool:
    with suppress(KeyError):  # the owner may have been deleted
        return path.owner() == "clapper"
    return False


def _written(path: Path) -> Finding:
    try:
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(b"clapper")
            file.flush()
            began_ns = time.monotonic_ns()
            os.fsync(file.fileno())
            took_ms = (time.monotonic_ns() - began_ns) / 1e6
    except OSError as error:
        worn = Message("use another card; this one may be worn out")
        return wrong("disk", "{path}: {problem}", worn, path=STATE, problem=error.strerror)
    takes = "{path} can be written to; a write takes {milliseconds} ms"
    return ok("disk", takes, path=STATE, milliseconds=f"{took_ms:.1f}")


def clocks(machine: Machine) -> Iterator[Finding]:
    """Find the clock source, and the drift of its quartz from network time."""
    source = machine.read("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    yield ok("time", "the clock source is {source}", source=source or "?")
    synced = machine.command("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if synced != "yes":
        yield ok("time", "without network time the quartz cannot be checked")
        return
    # The raw clock follows the quartz alone; the other is corrected by network time.
    monotonic_s = time.clock_gettime(time.CLOCK_MONOTONIC)
    raw_s = time.clock_gettime(time.CLOCK_MONOTONIC_RAW)
    ppm = (monotonic_s - raw_s) / raw_s * 1e6
    corrected = Message(
        "network time has corrected the quartz by {count} ppm since power-on", count=f"{ppm:+.1f}"
    )
    if abs(ppm) > DRIFT_PPM_MAX:
        compare = Message("compare an hour on the clock with an hour on a radio clock")
        yield warning("time", corrected, compare)
    else:
        yield ok("time", corrected)


def command_in_place(machine: Machine) -> tuple[str, ...]:
    """Return the command that runs the clock's program in the service's sandbox, as its user.

    Empty without a service, if systemd cannot do it, or if this process runs there already.
    """
    unit = machine.command("systemctl", "cat", UNIT) or ""
    programs = _PROGRAM.findall(unit)
    if not programs or IN_PLACE in os.environ:
        return ()
    properties = (
        *_SANDBOX.findall(unit),
        # Beyond the service's own rights: systemd's log, and the firmware's warnings.
        *("SupplementaryGroups=systemd-journal video", "DeviceAllow=/dev/vcio rw"),
        *(f"ReadWritePaths=-{STATE}", f"RuntimeMaxSec={PLACE_S_MAX:.0f}"),
    )
    command = (
        *("systemd-run", "--quiet", "--collect", "--wait", "--pipe"),
        f"--setenv={IN_PLACE}={' '.join(map(str, sorted(low_pins(machine))))}",
        *(f"--property={each}" for each in properties),
    )
    return () if machine.command(*command, "true") is None else (*command, programs[-1])


def low_pins(machine: Machine) -> frozenset[int]:
    """Return the low pins of a Pi 0 to 4, from the kernel's list, which only root may read."""
    # Reading the list changes nothing; requesting a pin as a line would take it from its bus.
    if IN_PLACE in os.environ:
        return frozenset(map(int, os.environ[IN_PLACE].split()))
    listed = "\n".join(machine.read(path) or "" for path in machine.glob(PINS_LIST))
    return frozenset(map(int, re.findall(r"^pin (\d+) .* in lo\b", listed, re.MULTILINE)))


def service(machine: Machine) -> Iterator[Finding]:
    """Find the service's state in systemd, and whether the clock is installed twice."""
    names = ("LoadState", "ActiveState", "UnitFileState", "NRestarts", "StatusText")
    shown = machine.command("systemctl", "show", UNIT, f"--property={','.join(names)}")
    if shown is None:
        by_hand = Message(
            "run the clock with `clapper run`, or, to keep its games in FOLDER/games, with "
            "`STATE_DIRECTORY=FOLDER clapper run`"
        )
        yield warning("service", "systemd does not answer", by_hand)
    else:
        yield _service(dict(line.partition("=")[::2] for line in shown.splitlines()), machine)
    if machine.is_root:
        yield ok("service", "checked as root, which may do more than the service")
    if all(machine.at(unit).is_file() for unit in UNITS):
        yield warning(
            "service",
            "the clock is installed twice: the one from `make install` hides the Debian package",
            Message("`make uninstall`, or `apt remove clapper-clock`"),
        )


def _service(state: dict[str, str], machine: Machine) -> Finding:
    log = Message("`journalctl -u clapper` shows more")
    restarts, status = int(state.get("NRestarts") or 0), state.get("StatusText", "")
    active = state.get("ActiveState")
    if state.get("LoadState") != "loaded":
        package = Message("`make install`, or the Debian package")
        return warning("service", "it is not installed", package)
    if active == "failed":
        return wrong("service", "it has failed", log)
    if restarts:
        judged = warning if active == "active" else wrong
        last = "restarted by itself: {count} ×, last at {time}: {why}"
        ended, why, own = _last_end(machine)
        in_words = Message(last, count=restarts, time=ended, why=why)
        quoted = Message(last, count=restarts, time=ended, why=own) if own else in_words
        return judged("service", quoted, log)._replace(sent=in_words)
    if active == "active":
        return ok("service", "it is running. {status}", status=status)
    if active == "activating":
        return wrong("service", "it is not ready: {status}", log, status=status or "?")
    if state.get("UnitFileState") != "enabled":
        enable = "`systemctl enable --now clapper`"
        return warning("service", "it does not start by itself", enable)
    return ok("service", "it starts at the next power-on; `systemctl start clapper` starts it now")


_ENDS = {
    "watchdog": Message("it hung"),
    "signal": Message("it was killed"),
    "core-dump": Message("it was killed"),
    "oom-kill": Message("memory ran out"),
}
"""systemd's names for the end of a service; for any other, the service's last line says why."""


def _last_end(machine: Machine) -> tuple[str, Message, str]:
    """Return when and why the service last ended by itself in this boot, and its last line."""
    log = machine.command(
        *("journalctl", f"--unit={UNIT}", "--boot", f"--lines={LOG_LINES}", "--no-pager"),
        *("--output=json", "--output-fields=MESSAGE,UNIT_RESULT,_SYSTEMD_UNIT"),
    )
    ended, why, own = "?", Message("unknown; run the doctor as root to read the log"), ""
    written = ""
    for line in (log or "").splitlines():
        entry = json.loads(line)
        if (result := entry.get("UNIT_RESULT")) is not None:
            at_s = int(entry["__REALTIME_TIMESTAMP"]) // 1_000_000
            ended = time.strftime("%H:%M:%S", time.localtime(at_s))
            why = _ENDS.get(result, Message("it ended by itself"))
            own = "" if result in _ENDS else written
        elif entry.get("_SYSTEMD_UNIT") == UNIT:
            written = str(entry.get("MESSAGE")).removeprefix("clapper: ")
    return ended, why, own


def is_running(machine: Machine) -> bool:
    """Return whether the service runs, and so holds the pins."""
    return machine.command("systemctl", "is-active", UNIT) == "active"
