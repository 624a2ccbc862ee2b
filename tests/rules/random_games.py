"""Random games: all inputs, all choices of the regulations, small quotas, falling clappers.

Acts are drawn without regard to the game; their instants, and the seats of moves, depend on its
state, so that boundaries are hit and games make progress.
"""

import os
from collections.abc import Callable
from enum import EnumType
from typing import Any, Literal, NamedTuple

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.notation.opening_files import OPENINGS
from clock.rules import inputs
from clock.rules.control import NEVER_USED_UP, WITH_BONUS, Control, Method, Period
from clock.rules.inputs import Input
from clock.rules.invariants import check
from clock.rules.machine import begin, step
from clock.rules.match import Match, MatchStanding, Times
from clock.rules.openings import Option
from clock.rules.outputs import Output
from clock.rules.refusal import Refused
from clock.rules.regulations import (
    PROFILES,
    IllegalMoves,
    LateFactor,
    LateStart,
    OnFlag,
    Regulations,
)
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat
from clock.rules.state import NEVER_NS, Setup, State
from clock.rules.units import MINUTE_NS, SECOND_NS

ENOUGH_GAMES = 500
"""So many random games have every input and every output among them."""
GAMES = int(os.environ.get("CLAPPER_GAMES", ENOUGH_GAMES))
"""The number of random games for each law of time: more for a long search, fewer for a look."""
HALF_OF_GAMES, QUARTER_OF_GAMES = -(-GAMES // 2), -(-GAMES // 4)
ACTS_MAX = 60
PLAYERS = (
    *(inputs.Press, inputs.StoneLaid, inputs.Arrive, inputs.Choose, inputs.Announce, inputs.Stop),
    inputs.Claim,
)

GAPS_NS = (0, 50_000_000, 1, SECOND_NS, 7 * SECOND_NS, MINUTE_NS, 5 * MINUTE_NS, 20 * MINUTE_NS)
"""Gaps before acts that do not aim at a deadline; short gaps are drawn more often."""
TIMES_NS = (
    *(1, SECOND_NS, 20 * SECOND_NS),
    *(5 * MINUTE_NS - 1, 5 * MINUTE_NS, 5 * MINUTE_NS + 1),
    *(6 * MINUTE_NS, 30 * MINUTE_NS),
)
Lengths = tuple[int, ...]
BONUSES_NS = (1, SECOND_NS, 10 * SECOND_NS, 30 * SECOND_NS)

_TO_DEADLINE = (-1, 0, 1)
_GAPS = (0, 0, 1, 1, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 8, 9, 10)
CORRECTIONS = (
    *("adjust", "give", "penalty", "moves", "period", "turn", "colours", "retype"),
    *("byoyomi", "control", "stones", "illegal", "offences"),
)
_KINDS = (
    *("move",) * 28,
    *("swap", "resume") * 7,
    *("press", "stone", "stop", "arrive", "acknowledge", "fault", "undo") * 2,
    *("press",) * 10,
    *("stone",) * 4,
    *CORRECTIONS,
    *("control", "reconstruct"),
    *("two_more", "stay", "claim", "tick", "finish", "late", "start", "power", "restart", "warn"),
    *("claim", "aside"),
    *("announce", "byoyomi", "dismiss", "claim") * 4,
)


class DrawnAct(NamedTuple):
    """A drawn act: its kind, gap and seat, and a number with a meaning by kind."""

    kind: str
    gap: int
    seat: Seat
    number: int


BYTES_OF_ACT = 3


def acts_of(drawn: bytes) -> list[DrawnAct]:
    """Read acts from bytes, three to an act: a game is a single draw, which shrinks well."""
    threes = zip(*[iter(drawn)] * BYTES_OF_ACT, strict=True)
    return [
        DrawnAct(
            _KINDS[kind % len(_KINDS)],
            _GAPS[gap % len(_GAPS)],
            RIGHT if who % 2 else LEFT,
            who // 2 % 8,
        )
        for kind, gap, who in threes
    ]


EVERY = tuple(Method)
COUNTED_DOWN = (Method.PLAIN, Method.INCREMENT, Method.BRONSTEIN, Method.DELAY)
"""Methods by which a seat's time is the time added less the time spent."""


@st.composite
def periods(
    draw: st.DrawFn, methods: tuple[Method, ...], last: bool, times: Lengths, bonuses: Lengths
) -> Period:
    """Draw a period of these methods; repeating ones never have the two shortest times."""
    method = draw(st.sampled_from(methods))
    gong = method is Method.GONG
    repeat = last and draw(st.booleans())
    endless = method in NEVER_USED_UP
    bounded = repeat or (not last and (endless or draw(st.integers(0, 5)) > 0))
    return Period(
        time_ns=draw(st.sampled_from(times[2:] if repeat or gong else times)),
        moves=draw(st.integers(1, 4)) if bounded else None,
        method=method,
        bonus_ns=draw(st.sampled_from(bonuses)) if method in WITH_BONUS else 0,
        count=draw(st.integers(1, 3)) if method is Method.BYOYOMI else 0,
        repeat=repeat,
        carry=draw(st.booleans()),
    )


@st.composite
def controls(
    draw: st.DrawFn,
    methods: tuple[Method, ...],
    times: Lengths = TIMES_NS,
    bonuses: Lengths = BONUSES_NS,
) -> Control:
    """Draw a control of one to three periods."""
    size = draw(st.integers(1, 3))
    rows = (periods(methods, index == size, times, bonuses) for index in range(1, size + 1))
    return tuple(draw(row) for row in rows)


_FIGURES: dict[str, tuple[object, ...]] = {
    "hand_warnings": (0, 1),
    "hand_penalty_ns": (0, SECOND_NS, 2 * MINUTE_NS),
    "hand_penalty_rapid_ns": (None, SECOND_NS),
    "illegal_move_ns": (0, SECOND_NS, 2 * MINUTE_NS),
    "illegal_move_rapid_ns": (None, SECOND_NS),
    "referee_call_ns": (SECOND_NS, 5 * MINUTE_NS),
    "record_limit_ns": (None, SECOND_NS, 5 * MINUTE_NS),
    "record_bonus_ns": (SECOND_NS, 30 * SECOND_NS),
    "default_time_ns": (None, SECOND_NS, 6 * MINUTE_NS),
}
"""Values of those choices that are figures; of the others every value is drawn."""


def _values_of(name: str, kind: Any) -> tuple[object, ...]:
    if kind is bool:
        return (False, True)
    if isinstance(kind, EnumType):
        return tuple(kind)
    assert name in _FIGURES, f"tests/rules/random_games.py: some values of {name} in _FIGURES"
    return _FIGURES[name]


_CHOICES: dict[str, tuple[object, ...]] = {
    field.name: _values_of(field.name, field.type)
    for field in msgspec.structs.fields(Regulations)
    if field.name not in ("name", "announce")
}


@st.composite
def any_regulations(draw: st.DrawFn) -> Regulations:
    """Draw a profile, as it is or with random choices."""
    profile = PROFILES[draw(st.sampled_from(tuple(PROFILES)))]
    if draw(st.booleans()):
        return profile
    drawn = {name: draw(st.sampled_from(values)) for name, values in _CHOICES.items()}
    announce = profile.announce or drawn["on_flag"] is OnFlag.STOP
    return replace(profile, announce=announce, **drawn)


@st.composite
def setups(draw: st.DrawFn, methods: tuple[Method, ...] = EVERY) -> Setup:
    """Draw a setup: the same control for both more often than not; some games of matches."""
    left = draw(controls(methods))
    opening = OPENINGS[draw(st.sampled_from(tuple(OPENINGS)))]
    game = Setup(
        left=left,
        right=left if draw(st.integers(0, 2)) else draw(controls(methods)),
        regulations=draw(any_regulations()),
        opening=opening,
        starter=draw(st.sampled_from((LEFT, RIGHT))),
        first=draw(st.sampled_from(tuple(Colour) if opening.name == "none" else (Colour.BLACK,))),
        left_remaining_ns=draw(st.sampled_from((None, None, 90 * SECOND_NS))),
    )
    if draw(st.integers(0, 5)):
        return replace(game, times_by_colour=game.starter is RIGHT)
    times = Times(game.left, game.right), Times(game.right, game.left)
    return game.in_match(MatchStanding(Match(times, draw(st.integers(1, 2))), game.starter.other))


class _ActInState(NamedTuple):
    """An act in the state at its turn, with its instant and the seat to move."""

    state: State
    at_ns: int
    mover: Seat
    seat: Seat
    number: int

    @property
    def some_ns(self) -> int:
        return GAPS_NS[self.number]

    @property
    def any_seat(self) -> Seat | None:
        return self.seat if self.number else None

    @property
    def hand(self) -> Hand | None:
        if self.number > 5 and self.state.touch is not None:  # the one that did not press last
            return _HANDS[self.state.touch.hand is Hand.LEFT]
        return {2: Hand.LEFT, 3: Hand.LEFT, 4: Hand.RIGHT, 5: Hand.RIGHT}.get(self.number)


_HANDS = (Hand.LEFT, Hand.RIGHT)
_BY: tuple[Literal["", "players"], ...] = ("", "players")
_ABSENT = ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))
_CLAIMS = tuple(inputs.ClaimKind)
_PRESS_KINDS = (inputs.PressKind.MOVE, inputs.PressKind.SWAP)
_INPUTS: dict[str, Callable[[_ActInState], Input]] = {
    "move": lambda act: inputs.Press(act.at_ns, act.mover, act.hand),
    "press": lambda act: inputs.Press(act.at_ns, act.seat, act.hand),
    "swap": lambda act: inputs.Choose(act.at_ns, act.mover, Option.SWAP),
    "two_more": lambda act: inputs.Choose(act.at_ns, act.mover, Option.TWO_MORE),
    "stay": lambda act: inputs.Choose(act.at_ns, act.mover, Option.STAY),
    "announce": lambda act: inputs.Announce(act.at_ns, act.mover, act.number),
    "stop": lambda act: inputs.Stop(act.at_ns, act.any_seat),
    "resume": lambda act: inputs.Resume(act.at_ns, act.seat if act.number > 5 else None),
    "reconstruct": lambda act: inputs.Resume(act.at_ns, act.any_seat, True),
    "claim": lambda act: inputs.Claim(act.at_ns, act.seat, _CLAIMS[act.number % 2]),
    "dismiss": lambda act: inputs.Dismiss(
        act.at_ns, act.state.claims[0].seat if act.state.claims else act.seat, act.number > 1
    ),
    "stone": lambda act: inputs.StoneLaid(act.at_ns, act.mover, _HANDS[act.number % 2]),
    "arrive": lambda act: inputs.Arrive(act.at_ns, act.seat),
    "acknowledge": lambda act: inputs.Acknowledge(act.at_ns, act.seat),
    "adjust": lambda act: inputs.Adjust(act.at_ns, act.seat, None, act.some_ns, "set"),
    "give": lambda act: inputs.Adjust(act.at_ns, act.seat, act.some_ns, None, "give"),
    "penalty": lambda act: inputs.Adjust(act.at_ns, act.seat, -act.some_ns, None, "penalty"),
    "moves": lambda act: inputs.SetMoves(act.at_ns, max(0, act.state.play.moves + act.number - 2)),
    "period": lambda act: inputs.SetPeriod(act.at_ns, act.seat, act.number, "period"),
    "turn": lambda act: inputs.SetTurn(act.at_ns, act.seat, "turn", act.number > 4),
    "stones": lambda act: inputs.SetStones(act.at_ns, act.seat, act.number, "stones"),
    "undo": lambda act: inputs.Undo(act.at_ns),
    "colours": lambda act: inputs.SetColours(act.at_ns, act.seat, "colours"),
    "byoyomi": lambda act: inputs.SetByoyomi(act.at_ns, act.seat, act.number, "byo-yomi"),
    "control": lambda act: inputs.SetControl(
        act.at_ns, *_control_change(act), "control", (None, True, False)[act.number % 3]
    ),
    "warn": lambda act: inputs.Warn(act.at_ns, act.seat, "talk"),
    "fault": lambda act: inputs.HandFault(act.at_ns, act.seat),
    "illegal": lambda act: inputs.IllegalMove(act.at_ns, act.seat),
    "offences": lambda act: inputs.SetIllegalMoves(act.at_ns, act.seat, act.number % 3, "count"),
    "retype": lambda act: inputs.Retype(act.at_ns, _PRESS_KINDS[act.number % 2]),
    "finish": lambda act: inputs.Finish(
        act.at_ns, tuple(inputs.Result)[act.number % 5], "finish", None, _BY[act.number > 3]
    ),
    "aside": lambda act: inputs.PutAside(act.at_ns, act.number > 1),
    "late": lambda act: inputs.LateEdge(act.at_ns, act.seat, max(0, act.at_ns - act.some_ns)),
    "power": lambda act: inputs.PowerLost(act.at_ns, act.some_ns),
    "restart": lambda act: inputs.Restarted(act.at_ns, act.some_ns),
    "start": lambda act: inputs.Start(act.at_ns, _ABSENT[act.number % 4]),
    "tick": lambda act: inputs.Tick(act.at_ns),
}


def input_of(state: State, act: DrawnAct) -> Input:
    """Return the input for an act in a state."""
    kind, _, seat, number = act
    if kind == "move" and state.running is None and number < 2:
        kind = "resume"
    if kind == "move" and number > 5 and state.play.step and state.play.step.announces:
        kind, number = "announce", number - 4
    begun = state.started_at_ns is not None
    mover = state.running or (state.turn if begun else state.turn.other)
    return _INPUTS[kind](_ActInState(state, _instant_ns(state, act.gap), mover, seat, number))


_ControlChange = tuple[Control | None, Control | None, Regulations | None]


def _control_change(act: _ActInState) -> _ControlChange:
    """Return another increment, other periods or other regulations for a `SetControl`."""
    setup, number = act.state.setup, act.number
    if number < 2:
        return setup.right, setup.left, None
    if number < 6:
        return None, None, PROFILES[tuple(PROFILES)[act.state.play.moves % len(PROFILES)]]
    control = (
        Period(TIMES_NS[number], moves=number - 3),
        Period(MINUTE_NS, bonus_ns=SECOND_NS, method=Method.INCREMENT),
    )
    return (control, None, None) if act.seat is LEFT else (None, control, None)


def _instant_ns(state: State, gap: int) -> int:
    if gap < len(GAPS_NS):
        return state.at_ns + GAPS_NS[gap]
    if state.wake_ns == NEVER_NS:
        return state.at_ns + gap
    return max(state.at_ns, state.wake_ns + _TO_DEADLINE[gap - len(GAPS_NS)])


class Played(NamedTuple):
    """A game that was played: its inputs without the refused ones, its states and outputs."""

    inputs: list[Input]
    states: list[State]
    """The first is before any input."""
    outputs: list[list[Output]]

    @property
    def counted_down(self) -> bool:
        """Whether all times only count down; no correction adds a method."""
        setup = self.states[0].setup
        return {period.method for period in (*setup.left, *setup.right)} <= set(COUNTED_DOWN)

    @property
    def all_outputs(self) -> list[Output]:
        return [output for outputs in self.outputs for output in outputs]

    def __repr__(self) -> str:
        rows = zip(self.inputs, self.outputs, strict=True)
        return f"{self.states[0].setup}\n" + "\n".join(f"  {each} → {new}" for each, new in rows)


def play(setup: Setup, drawn: list[DrawnAct]) -> Played:
    """Play a game without the acts that are refused to the organizer; nothing else may raise."""
    played = Played([], [begin(setup)], [])
    for act in drawn:
        state = played.states[-1]
        made = input_of(state, act)
        was = msgspec.json.encode(state)
        try:
            after, outputs = step(state, made)
        except Refused:
            assert not isinstance(made, PLAYERS), f"a player's act was refused: {made}"
            assert msgspec.json.encode(state) == was, f"a refused act changed something: {made}"
            continue
        check(after)
        played.inputs.append(made)
        played.states.append(after)
        played.outputs.append(outputs)
    return played


@st.composite
def games(draw: st.DrawFn, methods: tuple[Method, ...] = EVERY) -> Played:
    """Draw a random game and play it; most are started first."""
    setup = draw(setups(methods))
    absent = draw(st.sampled_from((0, 0, 0, 0, 1, 2, 3, 3)))
    start = [DrawnAct("start", 0, LEFT, absent)] if draw(st.integers(0, 9)) else []
    size = draw(st.sampled_from((4, 12, ACTS_MAX))) * BYTES_OF_ACT
    return play(setup, start + acts_of(draw(st.binary(min_size=size, max_size=size))))


def mixed_games() -> st.SearchStrategy[Played]:
    """Draw random games, a third of them only with methods that count down."""
    return st.sampled_from((EVERY, EVERY, COUNTED_DOWN)).flatmap(games)


_LATE_ACTS = (
    *("move",) * 3,
    *("stop", "give", "adjust", "penalty", "claim", "tick", "arrive", "illegal", "resume", "swap"),
)


@st.composite
def late_games(draw: st.DrawFn) -> Played:
    """Draw short games with late players, time referees, draw claims and illegal moves."""
    setup = draw(setups())
    rules = replace(
        setup.regulations,
        late_factor=draw(st.sampled_from(tuple(LateFactor))),
        late_start=draw(st.sampled_from(tuple(LateStart))),
        draw_claims=True,
        referees=draw(st.booleans()),
        illegal_moves=draw(st.sampled_from((IllegalMoves.COUNTED, IllegalMoves.SECOND_LOSES))),
    )
    seats, numbers = st.sampled_from((LEFT, RIGHT)), st.integers(0, 7)
    acts = st.builds(DrawnAct, st.sampled_from(_LATE_ACTS), st.sampled_from(_GAPS), seats, numbers)
    before = draw(st.sampled_from(((), (), (), ("penalty",))))
    start = draw(st.sampled_from((("start",), ("start",), ("start",), ("press",))))
    first = [DrawnAct(kind, 0, draw(seats), draw(numbers)) for kind in (*before, *start)]
    return play(replace(setup, regulations=rules), first + draw(st.lists(acts, max_size=8)))
