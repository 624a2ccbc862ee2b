"""A virtual machine with a Pi's header and two displays: booted, commanded, cut from its power.

It may have more devices, which are plugged in and out.

`vm/build.sh` makes its kernel, initrd and disk. It is emulated in all, so that it runs anywhere;
only loopback is listened on, and QEMU ends with this process whatever happens.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

USERS_CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
CACHE = Path(os.environ.get("CLAPPER_VM_CACHE") or USERS_CACHE / "clapper" / "kernel").resolve()
"""Where the machine was built."""

BOOT_S_MAX = 900.0
COMMAND_S_MAX = 900.0
END_S_MAX = 60.0
LOOK_S, GREET_S_MAX = 0.2, 30.0
MEMORY_MIB = 768

CACHED = "cache=unsafe"
"""What is written to a disk stays in this machine's memory.

Cutting the machine's power ends a process here, and loses none of it; a disk of this machine that
is slow, because something else writes, is not the clock's.
"""

KERNEL_OPTIONS = (
    "root=/dev/vda console=ttyS0,115200 quiet loglevel=4 mitigations=off audit=0 net.ifnames=0 "
    "tsc=unstable no_timer_check random.trust_cpu=on random.trust_bootloader=on "
    "rcupdate.rcu_expedited=1"
)


class MachineError(RuntimeError):
    """The machine did not do what was asked."""


Options = tuple[str, ...]
"""What QEMU is told of a disk, which is named `disk`, or of how the machine's time goes."""

REAL: Options = ("-smp", "2", "-accel", "tcg,thread=multi")
"""Two processors, each a thread of this machine's; the guest's time is this machine's."""

VIRTUAL: Options = (
    *("-smp", "1", "-accel", "tcg,thread=single"),
    *("-icount", "shift=1,sleep=off", "-rtc", "clock=vm"),
)
"""Time is counted in instructions, 2 ns each, and what is idle is skipped.

So figures do not depend on the load of this machine. While the guest is idle its clock runs at
once to the next timer: what is to happen at a time is to be driven from inside.
"""


class Machine:
    """One machine over a disk; every wait has a bound. Use it as a context."""

    def __init__(self, disk: Options, pace: Options, more: Options = ()) -> None:
        # Not pytest's folder: the paths of sockets may not be long.
        self._folder = Path(tempfile.mkdtemp(prefix="clapper-vm-"))
        self._disk = disk
        self._pace = pace
        self._more = more
        self._qemu: subprocess.Popen[bytes] | None = None
        self._port = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()
        shutil.rmtree(self._folder, ignore_errors=True)

    # Power

    def boot(self, snapshot: str | None = None) -> None:
        """Switch it on, or wake it from a snapshot; wait until it takes commands."""
        if self._qemu is not None:
            raise MachineError("it is on already")
        command = self._command() + (["-loadvm", snapshot] if snapshot else [])
        # setpriv: QEMU does not outlive the test run, however that ends.
        with (self._folder / "qemu.log").open("wb") as log:
            self._qemu = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *command],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        self._wait_for_sshd(time.monotonic() + BOOT_S_MAX)

    def cut_power(self) -> None:
        """End it at once: what the guest had not written is lost."""
        if self._qemu is not None:
            self._qemu.kill()
            self._gone()

    def save(self, snapshot: str) -> None:
        """Save the running machine on its disk, for `boot(snapshot)`."""
        if output := self._monitor(f"savevm {snapshot}").strip():
            raise MachineError(f"savevm: {output}")

    # What is in it

    def output(self, command: str, *, stdin: bytes = b"", seconds: float = COMMAND_S_MAX) -> bytes:
        """Return what a shell command printed; raises MachineError unless it succeeds."""
        arguments = [*self._ssh(), command]
        try:
            done = subprocess.run(
                arguments, input=stdin, capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            raise MachineError(f"{command!r} took more than {seconds:.0f} s") from None
        if done.returncode:
            raise MachineError(f"{command!r} gave {done}")
        return done.stdout

    def run(self, command: str, *, stdin: bytes = b"", seconds: float = COMMAND_S_MAX) -> str:
        """Return the text that a shell command printed; raises MachineError unless it succeeds."""
        return self.output(command, stdin=stdin, seconds=seconds).decode(errors="replace")

    def begin(self, command: str) -> subprocess.Popen[bytes]:
        """Start a shell command; its output comes as it is printed. The caller ends it."""
        return subprocess.Popen(
            [*self._ssh(), command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def read(self, path: str) -> bytes:
        return self.output(f"cat {shlex.quote(path)}")

    def write(self, path: str, content: bytes) -> None:
        """Write a file, its folders included."""
        name = shlex.quote(path)
        self.run(f"mkdir -p $(dirname {name}) && cat > {name}", stdin=content)

    def console(self) -> str:
        """Return what the kernel and systemd wrote to the serial console."""
        path = self._folder / "console"
        return path.read_text(errors="replace") if path.exists() else ""

    def ask(self, command: str, **arguments: Any) -> Any:
        """Return QEMU's answer to a command of its monitor protocol; OSError while it is not up."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(COMMAND_S_MAX)
            connection.connect(str(self._folder / "monitor"))
            with connection.makefile("rw") as stream:
                stream.readline()
                _qmp(stream, "qmp_capabilities")
                return _qmp(stream, command, **arguments)

    # Below

    def _command(self) -> list[str]:
        return [
            "qemu-system-x86_64", "-machine", "q35", "-cpu", "max", *self._pace,
            "-m", str(MEMORY_MIB),
            "-nodefaults", "-no-user-config", "-display", "none",
            "-kernel", str(CACHE / "kernel"), "-initrd", str(CACHE / "initrd"),
            "-append", KERNEL_OPTIONS,
            *self._disk, "-device", "virtio-blk-pci,drive=disk,write-cache=on",
            "-netdev", "user,id=wire,restrict=on,hostfwd=tcp:127.0.0.1:0-:22",
            "-device", "virtio-net-pci,netdev=wire,romfile=", "-device", "virtio-rng-pci",
            "-chardev", f"file,id=console,path={self._folder}/console",
            "-serial", "chardev:console", *self._more,
            "-qmp", f"unix:{self._folder}/monitor,server=on,wait=off",
        ]  # fmt: skip

    def _wait_for_sshd(self, until: float) -> None:
        while time.monotonic() < until:
            assert self._qemu is not None
            if self._qemu.poll() is not None:
                self._gone()
                log = (self._folder / "qemu.log").read_text(errors="replace")
                raise MachineError(f"QEMU ended: {log}")
            self._port = self._port or self._forwarded_port()
            if self._port and self._greets():
                self.run("true")
                return
            time.sleep(LOOK_S)
        raise MachineError(f"it did not come up: {self.console()[-800:]}")

    def _forwarded_port(self) -> int:
        """The port that QEMU took on loopback, 0 while it is not up."""
        found = None
        with suppress(OSError):
            ports = self._monitor("info usernet")
            found = re.search(r"HOST_FORWARD\D+\d+\s+127\.0\.0\.1\s+(\d+)", ports)
        return int(found[1]) if found else 0

    def _greets(self) -> bool:
        """Whether the guest's sshd is up: QEMU takes the connection long before.

        It is not asked again soon: each connection makes sshd fork, and a slow machine would do
        nothing else.
        """
        try:
            with socket.create_connection(("127.0.0.1", self._port), GREET_S_MAX) as connection:
                return connection.recv(4) == b"SSH-"
        except OSError:
            return False

    def _ssh(self) -> list[str]:
        return [
            "ssh", "-F", "/dev/null", "-i", str(CACHE / "key"), "-p", str(self._port),
            "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no",
            "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
            "-o", "ConnectTimeout=60", "-o", "ControlMaster=auto",
            "-o", f"ControlPath={self._folder}/ssh", "-o", "ControlPersist=600", "root@127.0.0.1",
        ]  # fmt: skip

    def _monitor(self, line: str) -> str:
        """What QEMU's monitor answers; OSError while it is not up."""
        return str(self.ask("human-monitor-command", **{"command-line": line}))

    def _gone(self) -> None:
        """Take leave of a QEMU that has ended or is about to."""
        assert self._qemu is not None
        self._qemu.wait(END_S_MAX)
        self._qemu = None
        self._port = 0
        path = self._folder / "ssh"
        if path.exists():
            subprocess.run(
                ["ssh", "-F", "/dev/null", "-o", f"ControlPath={path}", "-O", "exit", "-"],
                capture_output=True, timeout=END_S_MAX, check=False,
            )  # fmt: skip
        for left in ("ssh", "monitor"):
            (self._folder / left).unlink(missing_ok=True)


def _qmp(stream: Any, command: str, **arguments: Any) -> Any:
    stream.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
    stream.flush()
    for line in stream:
        answer = json.loads(line)
        if "error" in answer:
            raise MachineError(f"{command}: {answer['error']}")
        if "return" in answer:
            return answer["return"]
    raise MachineError(f"{command}: QEMU's monitor went away")


def overlay(path: Path, base: Path) -> Options:
    """A new disk that holds what differs from a raw one, which stays as it is."""
    run_here("qemu-img", "create", "-q", "-f", "qcow2", "-b", base, "-F", "raw", path)
    return "-drive", f"file={path},format=qcow2,if=none,id=disk,{CACHED}"


def run_here(*command: str | Path) -> None:
    """Run a command of this machine."""
    subprocess.run(command, check=True, timeout=COMMAND_S_MAX, capture_output=True)
