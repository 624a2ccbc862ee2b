"""`clapper replay`: a game file fed to the rules, a line for each input.

In words an instant counts from the start of the game on, as h:mm:ss.mmm, and an event has the name
that it has in the file; as JSON all stays as it is in the file.
"""

from contextlib import suppress
from typing import TextIO

import msgspec

from clock.game.file import GameFileError
from clock.game.replay import began_ns, summary
from clock.records.source import Source
from clock.rules.control import Period
from clock.rules.inputs import Input
from clock.rules.outputs import Corrected, Output
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State
from clock.rules.units import SECOND_NS, duration_text
from clock.text.control import plain
from clock.text.language import N_, printable, tr
from clock.text.regulations import whole

INSTANTS = frozenset({"at_ns", "edge_ns"})
"""Fields that are instants; the others in nanoseconds are lengths of time."""

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


def replay(game: Source, *, as_json: bool, out: TextIO | None = None) -> None:
    """Print the state after each input of a game; raises GameFileError as `Source.steps`."""
    start_ns = 0 if as_json else _start_ns(game)
    for event, state, outputs in game.steps():
        if as_json:
            line = msgspec.json.encode(summary(state, outputs)).decode()
        else:
            line = _line(event, state, outputs, start_ns)
        print(line, file=out)


def _start_ns(game: Source) -> int:
    with suppress(GameFileError):  # raised again when the replay comes to it
        return began_ns(game.inputs, (state for _, state, _ in game.steps()))
    return began_ns(game.inputs, ())


def _line(event: Input, state: State, outputs: list[Output], start_ns: int) -> str:
    """An input, what the clocks show after it, and its outputs."""
    now = summary(state, outputs)
    seats = []
    for each in (LEFT, RIGHT):
        seat, overtime = now[each.value], now[each.value]["overtime"]
        text = tr("{seat} {time} move {number} period {period}").format(
            seat=tr("left") if each is LEFT else tr("right"),
            time=duration_text(overtime["left_ns"] if overtime else seat["remaining_ns"]),
            number=seat["moves"],
            period=seat["period"],
        )
        mark = ">" if now["running"] in (each, "joint") else " "
        fallen = f" {tr('fallen')}" if seat["clapper"] == "fallen" else ""
        seats.append(f"{mark}{text}{fallen}")
    results = ", ".join(_event(output, event.at_ns, start_ns) for output in outputs)
    at, what = _instant(event.at_ns - start_ns), _event(event, event.at_ns, start_ns)
    return f"{at}  {what}  {tr(PHASES[state.phase])} | {' | '.join(seats)} | {results}".rstrip(" |")


def _event(event: Input | Output, at_ns: int, start_ns: int) -> str:
    """An event in a few words: its name, its fields, and its instant if not `at_ns`."""
    is_time = isinstance(event, Corrected) and event.what == "remaining_ns"
    fields = msgspec.to_builtins(event)
    texts = []
    for name, value in fields.items():
        if name in ("type", "at_ns") or value in (None, "", ()):
            continue
        if name in INSTANTS:
            text = _instant(value - start_ns)
        elif isinstance(value, int) and (name.endswith("_ns") or is_time):
            text = ("-" if value < 0 else "") + duration_text(abs(value))
        else:
            text = _text(getattr(event, name, value), value)
        texts.append(f"{name.removesuffix('_ns')} {text}")
    if event.at_ns != at_ns:
        texts.append(tr("at {time}").format(time=_instant(event.at_ns - start_ns)))
    return f"{fields['type']}({', '.join(texts)})" if texts else str(fields["type"])


def _text(value: object, written: object) -> str:
    """A value in words, by what is written for it in a file."""
    if isinstance(value, tuple) and value and isinstance(value[0], Period):
        return plain(value)
    match value, written:
        case Regulations(), _:
            return whole(value)
        case bool(), _:
            return tr("yes") if value else tr("no")
        case _, str(text):
            return printable(text.removesuffix("_ns"))
        case _, list() | tuple() as items:
            return " ".join(map(str, items))
    return str(written)


def _instant(since_ns: int) -> str:
    """An instant of a game: "0:12:05.250", rounded down to a millisecond."""
    seconds, rest_ns = divmod(abs(since_ns), SECOND_NS)
    minutes, hours = seconds // 60 % 60, seconds // 3600
    sign = "-" if since_ns < 0 else ""
    return f"{sign}{hours}:{minutes:02}:{seconds % 60:02}.{rest_ns // 1_000_000:03}"
