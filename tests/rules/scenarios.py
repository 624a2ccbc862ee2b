"""Games as text: a rule, a sentence, and below it games, with the expected results of steps.

    [control: first bonus]
    an increment is added at the press
      3:00+2, first_bonus=before | L 1 -> TurnPassed earned=2, time 3:03 3:02; wait 5 -> nothing

Before the bar stand the controls ("5:00 vs 0:30" where the right seat has its own) and choices of
`Game`; after it steps, each an act and, after an arrow, what it led to. A step may stand in a line
of its own; without an act it continues the step before. Times are in the notation of controls,
"5:00-1ns" is a nanosecond less.

Acts: `L`, `R` press, after some time, with a hand (`L 0:20 left`); `wait 5`; `make 4 0:10` presses
in turn; `swap R`; `stop`; `resume`; `give L 1:00`; and so on, see `_ACTS`.

What follows: outputs by name, all of them and in order, each with its seat, its instant (`@5:00`),
and fields (`earned=2`, `8:00>13:00` for before and after); `nothing`; `has` or `lacks` an output;
`total` outputs of a kind so far; `refused` with the place; or a figure of `_FIGURES`, of the left
seat and of the right. A `time` is "down" with the clapper, and "0:30*3" in byo-yomi.
"""

import re
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

import pytest

from clock.rules import inputs
from clock.rules.openings import Option
from clock.rules.outputs import Output
from clock.rules.record import record_of
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat
from clock.rules.state import NEVER_NS
from clock.rules.units import SECOND_NS, duration_ns, duration_text
from tests.rules.games import Game, control, regulations

SEATS = {"L": LEFT, "R": RIGHT}
_CHOICES: dict[str, Any] = {
    "yes": True, "no": False, "never": None, "white": Colour.WHITE, **SEATS,
}  # fmt: skip
_NANOSECONDS = re.compile(r"(?:([\d:.]+)(?=[+-]))?([+-]?\d+)ns")


def time_ns(text: str) -> int:
    """Read a time, with "+1ns" or "-1ns" where a nanosecond matters."""
    exact = _NANOSECONDS.fullmatch(text)
    if exact:
        return duration_ns(exact[1] or "0") + int(exact[2])
    return -duration_ns(text[1:]) if text.startswith("-") else duration_ns(text)


class ParsedAct(NamedTuple):
    """A parsed act: its word, the named seats, the other words, and the text of all."""

    word: str
    seats: tuple[Seat, ...]
    rest: list[str]
    text: str

    @property
    def seat(self) -> Any:
        """The first seat named; None without a seat."""
        return self.seats[0] if self.seats else None

    @property
    def after_ns(self) -> int:
        """The time since the last act."""
        times = [each for each in self.rest if each[0].isdigit()]
        return time_ns(times[-1]) if times else 0

    @property
    def hand(self) -> Hand | None:
        """The hand named; None without a hand."""
        return next((Hand(each) for each in self.rest if each in ("left", "right")), None)


_Do = Callable[[Game, ParsedAct], object]
_ACTS: dict[str, _Do] = {
    "L": lambda game, act: game.press(LEFT, act.after_ns, act.hand),
    "R": lambda game, act: game.press(RIGHT, act.after_ns, act.hand),
    "make": lambda game, act: game.make(
        int(act.rest[0]), time_ns(act.rest[1]) if act.rest[1:] else 0
    ),
    "stone": lambda game, act: game.act(inputs.StoneLaid, act.seat, act.hand),
    "arrive": lambda game, act: game.act(inputs.Arrive, act.seat),
    "claim": lambda game, act: game.claim(act.seat, after=act.after_ns),
    "announce": lambda game, act: game.act(inputs.Announce, act.seat, int(act.rest[0])),
    **{
        option.value: lambda game, act: game.choose(act.seat, Option(act.word), act.after_ns)
        for option in Option
    },
    "wait": lambda game, act: game.wait(act.after_ns),
    "start": lambda game, act: game.start(act.seats, act.after_ns),
    "stop": lambda game, act: game.stop(act.seat, after=act.after_ns),
    "resume": lambda game, act: game.resume(act.seat, after=act.after_ns),
    "reconstruct": lambda game, act: game.resume(act.seat, reconstruct=True),
    "dismiss": lambda game, act: game.act(inputs.Dismiss, act.seat, award="plain" not in act.rest),
    "acknowledge": lambda game, act: game.act(inputs.Acknowledge, act.seat),
    "give": lambda game, act: game.adjust(act.seat, by=act.after_ns),
    "take": lambda game, act: game.adjust(act.seat, by=-act.after_ns),
    "set": lambda game, act: game.adjust(act.seat, to=act.after_ns),
    "moves": lambda game, act: game.act(inputs.SetMoves, int(act.rest[0])),
    "black": lambda game, act: game.act(inputs.SetColours, act.seat),
    "turn": lambda game, act: game.act(inputs.SetTurn, act.seat, charge="charge" in act.rest),
    "stones": lambda game, act: game.act(inputs.SetStones, act.seat, int(act.rest[0])),
    "undo": lambda game, _act: game.act(inputs.Undo),
    "period": lambda game, act: game.act(inputs.SetPeriod, act.seat, int(act.rest[0])),
    "byoyomi": lambda game, act: game.act(inputs.SetByoyomi, act.seat, int(act.rest[0])),
    "retype": lambda game, act: game.act(inputs.Retype, inputs.PressKind(act.rest[0])),
    "controls": lambda game, act: game.act(inputs.SetControl, *_controls(act.text)),
    "rules": lambda game, act: game.act(
        inputs.SetControl, regulations=regulations(act.rest[0], **_choices(act.rest[1:]))
    ),
    "illegal": lambda game, act: game.act(inputs.IllegalMove, act.seat),
    "offences": lambda game, act: game.act(inputs.SetIllegalMoves, act.seat, int(act.rest[0])),
    "draw": lambda game, act: game.act(inputs.Claim, act.seat, inputs.ClaimKind.DRAW),
    "fault": lambda game, act: game.act(inputs.HandFault, act.seat),
    "warn": lambda game, act: game.act(inputs.Warn, act.seat),
    "finish": lambda game, act: game.act(
        inputs.Finish,
        inputs.Result(act.rest[0]),
        last_move=int(act.rest[1]) if act.rest[1:] else None,
    ),
    "agree": lambda game, act: game.act(
        inputs.Finish, inputs.Result(act.rest[0]), "agreed by both", by="players"
    ),
    "aside": lambda game, act: game.act(inputs.PutAside, sealed="sealed" in act.rest),
    "late": lambda game, act: game.act(inputs.LateEdge, act.seat, act.after_ns),
    "power": lambda game, act: game.act(inputs.PowerLost, SECOND_NS, after=act.after_ns),
    "restart": lambda game, act: game.act(inputs.Restarted, SECOND_NS, after=act.after_ns),
}


def _controls(text: str) -> list[Any]:
    """Read the controls of both seats; "-" leaves a seat's control unchanged."""
    left, _, right = text.partition(" vs ")
    return [None if each == "-" else control(each) for each in (left, right or left)]


def _choices(words: list[str]) -> dict[str, Any]:
    """Read `name=value` choices of a game or of its regulations."""
    choices: dict[str, Any] = {}
    for word in words:
        name, _, text = word.strip().partition("=")
        value: Any = int(text) if text.isdigit() else _CHOICES.get(text, text)
        if name == "remaining_ns":
            left, right = text.split("/")
            value = (time_ns(left), time_ns(right))
        elif name.endswith("_ns") and value is not None:
            value = time_ns(text)
        choices[name] = value
    return choices


def time_of(game: Game, seat: Seat) -> str:
    """Return what a seat has left, in the notation of scenarios."""
    clock = game.state.seat(seat)
    if clock.fallen:
        return "down"
    periods = "" if clock.overtime is None else f"*{clock.overtime}"
    return duration_text(game.remaining_ns(seat)) + periods


_OF_SEAT: dict[str, Callable[[Game, Seat], object]] = {
    "time": time_of,
    "periods": lambda game, seat: game.state.seat(seat).period,
    "due": lambda game, seat: game.state.seat(seat).due,
    "spent": lambda game, seat: duration_text(game.state.seat(seat).spent_ns),
    "delay": lambda game, seat: duration_text(game.state.seat(seat).delay_left_ns),
    "call": lambda game, seat: game.state.seat(seat).call,
    "record": lambda game, seat: record_of(game.state, seat, game.remaining_ns(seat)),
    "faults": lambda game, seat: game.state.seat(seat).hand_faults,
    "illegals": lambda game, seat: game.state.seat(seat).illegal_moves,
    "warnings": lambda game, seat: game.state.seat(seat).warnings,
    "colours": lambda game, seat: game.state.colour(seat),
    "made": lambda game, seat: game.state.play.made(seat),
}
_FIGURES: dict[str, Callable[[Game], list[object]]] = {
    "runs": lambda game: [game.running],
    "turn": lambda game: [game.state.turn],
    "starter": lambda game: [game.state.setup.starter],
    "moves": lambda game: [game.moves],
    "phase": lambda game: [game.phase],
    "step": lambda game: [game.state.play.step is not None],
    "deadline": lambda game: [
        None if game.state.wake_ns == NEVER_NS else duration_text(game.state.wake_ns)
    ],
    "absent": lambda game: list(game.state.absent) or [None],
    "claims": lambda game: [claim.seat for claim in game.state.claims] or [None],
    "result": lambda game: [game.state.result],
    "offers": lambda game: [game.state.play.offers],
    "choice": lambda game: [game.state.choice],
    "uncertain": lambda game: [duration_text(game.state.uncertain_ns)],
    "last_move": lambda game: [game.state.last_move],
    "mismatch": lambda game: [game.state.mismatch],
    "first_fallen": lambda game: [game.state.first_fallen],
}


def _word(value: object) -> str:
    match value:
        case Seat():
            return "L" if value is LEFT else "R"
        case Enum():
            return str(value.value)
        case None | bool():
            return {None: "none", True: "yes", False: "no"}[value]
        case _:
            return str(value)


def canonical(word: str) -> str:
    """Write a time as `duration_text` does, byo-yomi periods after it; other words stay."""
    if word.isalpha():
        return word
    length, star, periods = word.partition("*")
    return duration_text(time_ns(length)) + star + periods


_TIMES = ("time", "spent", "delay", "deadline", "uncertain")


def _figure(game: Game, name: str, words: list[str]) -> tuple[str, str]:
    """Return a figure as expected and as it is."""
    of_seat = _OF_SEAT.get(name)
    found = [of_seat(game, each) for each in (LEFT, RIGHT)] if of_seat else _FIGURES[name](game)
    if name in _TIMES:
        words = [canonical(each) for each in words]
    return " ".join(words), " ".join(map(_word, found))


def is_output(output: Output, description: str) -> bool:
    """Whether an output has the name, and the seat, instant and fields of a description."""
    name, *words = description.split()
    return type(output).__name__ == name and all(_has(output, word) for word in words)


def _has(output: Any, word: str) -> bool:
    in_time = getattr(output, "what", "") == "remaining_ns"
    if word in SEATS or word == "none":
        named = [getattr(output, each, ...) for each in ("seat", "running", "by", "black")]
        return SEATS.get(word) in named
    if word.startswith("@"):
        return bool(output.at_ns == time_ns(word[1:]))
    if ">" in word:
        figures = zip((output.before, output.after), word.split(">"), strict=True)
        return all(now == (time_ns(then) if in_time else _read(now, then)) for now, then in figures)
    name, equals, value = word.partition("=")
    if not equals:
        return bool(output.what == word)
    if hasattr(output, f"{name}_ns"):
        return bool(getattr(output, f"{name}_ns") == time_ns(value))
    return _word(getattr(output, name)) == value


def _read(like: object, text: str) -> object:
    return int(text) if isinstance(like, int) else text


def follow(game: Game, steps: str) -> Game:
    """Play steps in a game, and check their results."""
    outputs = game.log[:]
    for step in filter(None, map(str.strip, steps.split(";"))):
        act, _, rest = map(str.strip, step.partition("->"))
        expected = [each.strip() for each in rest.split(",") if each.strip()]
        if act:
            outputs = _do(game, act, [each for each in expected if each.startswith("refused")])
        for each in expected:
            _check(game, act, outputs, each)
        _check_all(act, outputs, expected)
    return game


def _do(game: Game, text: str, refused: list[str]) -> list[Output]:
    before, count = game.state, len(game.log)
    word, *rest = text.split()
    seats = tuple(SEATS[each] for each in rest if each in SEATS)
    act = ParsedAct(word, seats, [each for each in rest if each not in SEATS], " ".join(rest))
    if refused:
        with pytest.raises(Refused) as error:
            _ACTS[word](game, act)
        assert refused[0].split()[1:] in ([], [error.value.place])
        assert game.state is before, "a refusal changes nothing"
    else:
        _ACTS[word](game, act)
    return game.log[count:]


def _check_all(act: str, outputs: list[Output], expected: list[str]) -> None:
    """Compare the named outputs, in their order, with all outputs."""
    named = [each for each in expected if each[0].isupper()]
    if named or "nothing" in expected:
        same = len(outputs) == len(named) and all(map(is_output, outputs, named))
        assert same, f"{act}: expected {named}, got {outputs}"


def _check(game: Game, act: str, outputs: list[Output], expected: str) -> None:
    name, _, rest = expected.partition(" ")
    if name in ("has", "lacks"):
        found = any(is_output(output, rest) for output in outputs)
        assert found is (name == "has"), f"{act}: {expected}, got {outputs}"
    elif name == "total":
        description, _, number = rest.rpartition(" ")
        total = sum(is_output(output, description) for output in game.log)
        assert total == int(number), f"{act}: {expected}, got {total}"
    elif name in _OF_SEAT or name in _FIGURES:
        wanted, found_words = _figure(game, name, rest.split())
        assert found_words == wanted, f"{act}: {name}: expected {wanted}"
    else:
        assert name[0].isupper() or name in ("nothing", "refused"), f"unknown: {expected}"


class Scenario(NamedTuple):
    """One game: its controls and choices, and its steps."""

    setup: str
    steps: str

    def play(self) -> Game:
        text, *choices = self.setup.split(", ")
        controls, _, right = text.partition(" vs ")
        return follow(Game(controls, right=right or None, **_choices(choices)), self.steps)


def scenarios(text: str) -> pytest.MarkDecorator:
    """Return the mark that runs a test for each sentence, with its games as `games`."""
    rows: list[Any] = []
    marks: list[pytest.MarkDecorator] = []
    games: list[Scenario] = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith("["):
            marks = [pytest.mark.rule(number) for number in rules_of(line)]
        elif not line.startswith(" "):
            games = []
            rows.append(pytest.param(games, id=line, marks=marks))
        elif " | " in line or line.endswith(" |"):
            setup, _, steps = line.partition(" |")
            games.append(Scenario(setup.strip(), steps))
        else:
            games[-1] = games[-1]._replace(steps=f"{games[-1].steps};{line}")
    return pytest.mark.parametrize("games", rows)


def rules_of(heading: str) -> list[str]:
    """Return the numbers of the rules in a heading: "[RIF 14.6, gomoku 6.2]"."""
    return heading.strip("[]").split(", ")


def play(games: list[Scenario]) -> None:
    """Play each of these games."""
    assert games, "a scenario without a game"
    for each in games:
        each.play()
