"""`clapper replay`: feed a game file to the rules and print the state after each input.

In words an instant is told from the start of the game on, as h:mm:ss.mmm, and what happened by the
name that it has in the file; as JSON all stays as it is in the file.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import msgspec

from clock.game.file import GameFileError, read_game
from clock.rules.control import Period
from clock.rules.inputs import Input, Tick
from clock.rules.machine import begin, step
from clock.rules.outputs import Output
from clock.rules.record import record_of
from clock.rules.refusal import Refused
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, Setup, State, check
from clock.rules.timing import charged, running_seats
from clock.rules.units import SECOND_NS, duration_text
from clock.text.control import plain
from clock.text.language import N_, tr
from clock.text.regulations import whole

INSTANTS = frozenset({"at_ns", "edge_ns"})
"""Fields that are instants, not lengths of time."""

PHASES = {
    Phase.READY: N_("ready"),
    Phase.JOINT: N_("joint"),
    Phase.RUNNING: N_("running"),
    Phase.RECONSTRUCTION: N_("reconstruction"),
    Phase.STOPPED: N_("stopped"),
    Phase.CLAIMED: N_("claimed"),
    Phase.FALLEN: N_("fallen"),
    Phase.FINISHED: N_("finished"),
}


def replay(path: Path, *, as_json: bool, out: TextIO) -> None:
    """Print the state after each input of a game file, with its instant.

    Raises GameFileError, with file and place, for a file that cannot be read or played; what `out`
    raises comes through.
    """
    try:
        text = path.read_bytes()
    except OSError as wrong:
        raise GameFileError(f"{path}: {wrong.strerror}") from None
    try:
        setup, inputs = read_game(text)
        told = _json_line if as_json else _Words(_began_ns(setup, inputs)).line
        for given, state, outputs in played(setup, inputs):
            out.write(told(given, state, outputs) + "\n")
    except GameFileError as wrong:
        raise GameFileError(f"{path}: {wrong}") from None


def played(setup: Setup, inputs: tuple[Input, ...]) -> Iterator[tuple[Input, State, list[Output]]]:
    """Yield each input with the state after it and what came of it.

    Raises GameFileError with the input's place if the rules refuse it.
    """
    state = begin(setup, inputs[0].at_ns if inputs else 0)
    for index, given in enumerate(inputs):
        try:
            state, outputs = step(state, given)
        except Refused as wrong:
            place = f"inputs[{index}]"
            field = wrong.place if wrong.place in given.__struct_fields__ else ""
            dot = "." if field else ""
            raise GameFileError(f"{place}{dot}{field}: {wrong.message}") from None
        check(state)
        yield given, state, outputs


def with_ticks(setup: Setup, inputs: tuple[Input, ...]) -> Iterator[Input]:
    """Yield the inputs of a game with a Tick wherever something happens by itself between them.

    Raises GameFileError as `played` does.
    """
    before: State | None = None
    for given, state, _ in played(setup, inputs):
        while before is not None and before.wake_ns < given.at_ns:
            tick = Tick(before.wake_ns)
            before, _ = step(before, tick)
            yield tick
        yield given
        before = state


def began_ns(inputs: Sequence[Input], states: Iterable[State]) -> int:
    """Return the instant from which a game's times count: its start, or if none its first input."""
    starts = (state.started_at_ns for state in states if state.started_at_ns is not None)
    return next(starts, inputs[0].at_ns if inputs else 0)


def summary(state: State, outputs: list[Output]) -> dict[str, Any]:
    """Return what a line of `replay --json` says, as of the state's last input."""
    running = "joint" if state.phase is Phase.JOINT else state.running
    now = charged(state, state.at_ns) if running_seats(state) else state
    return {
        "at_ns": state.at_ns,
        "phase": state.phase,
        "running": running,
        "left": _seat(now, LEFT),
        "right": _seat(now, RIGHT),
        "outputs": outputs,
    }


def _seat(state: State, seat: Seat) -> dict[str, Any]:
    clock = state.seat(seat)
    overtime = None
    if clock.overtime is not None:
        overtime = {"periods": clock.overtime, "left_ns": clock.remaining_ns}
    return {
        # In byo-yomi the main time is used up; what is left of the period is told apart.
        "remaining_ns": clock.remaining_ns if overtime is None else 0,
        "clapper": "fallen" if clock.fallen else "up",
        "moves": state.play.made(seat),
        "period": clock.period,
        "delay_left_ns": clock.delay_left_ns,
        "overtime": overtime,
        "colour": state.colour(seat),
        "record": record_of(state, seat, clock.remaining_ns),
    }


def _json_line(_given: Input, state: State, outputs: list[Output]) -> str:
    return msgspec.json.encode(summary(state, outputs)).decode()


def _began_ns(setup: Setup, inputs: tuple[Input, ...]) -> int:
    with suppress(GameFileError):  # it is told when the replay comes to it
        return began_ns(inputs, (state for _, state, _ in played(setup, inputs)))
    return began_ns(inputs, ())


class _Words:
    """Lines in words, of a game that began at `began_ns`."""

    def __init__(self, began_ns: int) -> None:
        self._began_ns = began_ns

    def line(self, given: Input, state: State, outputs: list[Output]) -> str:
        """Return an input, what the clocks show after it, and what came of it."""
        now = summary(state, outputs)
        seats = []
        for name in ("left", "right"):
            seat, overtime = now[name], now[name]["overtime"]
            mark = ">" if name == _value(now["running"]) or now["running"] == "joint" else " "
            told = tr("{seat} {time} move {number} period {period}").format(
                seat=tr("left") if name == "left" else tr("right"),
                time=duration_text(overtime["left_ns"] if overtime else seat["remaining_ns"]),
                number=seat["moves"],
                period=seat["period"],
            )
            fell = f" {tr('fallen')}" if seat["clapper"] == "fallen" else ""
            seats.append(f"{mark}{told}{fell}")
        came = ", ".join(self._told(output, given.at_ns) for output in outputs)
        at, what = self._instant(given.at_ns), self._told(given, given.at_ns)
        phase = tr(PHASES[state.phase])
        return f"{at}  {what}  {phase} | {' | '.join(seats)} | {came}".rstrip(" |")

    def _told(self, event: Input | Output, at_ns: int) -> str:
        """An event in a few words: its name, its fields, and its instant if not `at_ns`."""
        fields = msgspec.to_builtins(event)
        fields |= {name: said for name in fields if (said := _setting(getattr(event, name, None)))}
        in_ns = str(fields.get("what", "")).endswith("_ns")
        rest = [
            f"{name.removesuffix('_ns')} {self._worded(name, value, in_ns)}"
            for name, value in fields.items()
            if name not in ("type", "at_ns") and value not in (None, "", ())
        ]
        if event.at_ns != at_ns:
            rest.append(tr("at {time}").format(time=self._instant(event.at_ns)))
        return f"{fields['type']}({', '.join(rest)})" if rest else str(fields["type"])

    def _worded(self, name: str, value: object, in_ns: bool) -> str:
        match value:
            case bool():
                return tr("yes") if value else tr("no")
            case int() if name in INSTANTS:
                return self._instant(value)
            case int() if in_ns or name.endswith("_ns"):
                return _length(value)
            case str() if not value.isprintable():  # a line stays a line, whatever a file says
                return repr(value)[1:-1]
            case str():
                return value.removesuffix("_ns")
            case tuple() | list():
                return " ".join(map(str, value))
            case _:
                return str(value)

    def _instant(self, at_ns: int) -> str:
        """An instant from the start on: "0:12:05.250", what is below a millisecond left out."""
        since_ns = at_ns - self._began_ns
        seconds, rest_ns = divmod(abs(since_ns), SECOND_NS)
        minutes, hours = seconds // 60 % 60, seconds // 3600
        sign = "-" if since_ns < 0 else ""
        return f"{sign}{hours}:{minutes:02}:{seconds % 60:02}.{rest_ns // 1_000_000:03}"


def _setting(value: object) -> str:
    """A time control or regulations in words; "" for anything else."""
    match value:
        case tuple() if value and isinstance(value[0], Period):
            return plain(value)
        case Regulations():
            return whole(value)
    return ""


def _length(length_ns: int) -> str:
    return ("-" if length_ns < 0 else "") + duration_text(abs(length_ns))


def _value(running: object) -> object:
    return running.value if isinstance(running, Seat) else running
