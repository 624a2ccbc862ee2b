"""Random games: every input, every choice of the regulations, small quotas, clappers that fall.

An act is drawn without regard to the game it falls into; its instant and, for a move, its seat are
taken from the state it meets, so that boundaries are met exactly and games go somewhere.
"""

from typing import NamedTuple

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rules import inputs as given
from clock.rules.control import NEVER_USED_UP, WITH_BONUS, Control, Method, Period
from clock.rules.inputs import Input
from clock.rules.machine import begin, step
from clock.rules.match import Match, Place, Times
from clock.rules.methods import WAYS
from clock.rules.openings import OPENINGS, Option
from clock.rules.outputs import Output
from clock.rules.refusal import Refused
from clock.rules.regulations import (
    PROFILES,
    FirstBonus,
    HandRule,
    LateStart,
    OnFlag,
    PenaltyTo,
    RecordRule,
    Regulations,
    Rollover,
)
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat
from clock.rules.state import NEVER_NS, Setup, State, check
from clock.rules.units import MINUTE_NS, SECOND_NS

ACTS_MAX = 60
PLAYERS = (
    *(given.Press, given.StoneLaid, given.Arrive, given.Choose, given.Announce, given.Stop),
    given.Claim,
)

GAPS_NS = (0, 50_000_000, 1, SECOND_NS, 7 * SECOND_NS, MINUTE_NS, 5 * MINUTE_NS, 20 * MINUTE_NS)
"""Of acts that keep no deadline; the shorter the more often."""
TIMES_NS = (
    1,
    SECOND_NS,
    20 * SECOND_NS,
    5 * MINUTE_NS - 1,
    5 * MINUTE_NS,
    5 * MINUTE_NS + 1,
    6 * MINUTE_NS,
    30 * MINUTE_NS,
)
BONUSES_NS = (1, SECOND_NS, 10 * SECOND_NS, 30 * SECOND_NS)

_TO_DEADLINE = (-1, 0, 1)
_GAPS = (0, 0, 1, 1, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 8, 9, 10)
CORRECTIONS = (
    *("adjust", "give", "penalty", "moves", "period", "turn", "colours", "retype"),
    *("byoyomi", "setting"),
)
_KINDS = (
    *("move",) * 28,
    *("swap", "resume") * 7,
    *("press", "stone", "stop", "arrive", "acknowledge", "fault") * 2,
    *CORRECTIONS,
    "reconstruct",
    *("announce",) * 4,
    *("two_more", "stay", "claim", "tick", "finish", "late", "start"),
    *("power", "restart", "warn", "dismiss", "claim"),
)


class Act(NamedTuple):
    """A draw: what is done, when, by whom, and a number that it makes of what it wants."""

    kind: str
    gap: int
    seat: Seat
    number: int


BYTES_OF_ACT = 3


def acts_of(drawn: bytes) -> list[Act]:
    """Read acts from bytes, three to an act: one draw makes a whole game, and shrinks well."""
    threes = zip(*[iter(drawn)] * BYTES_OF_ACT, strict=True)
    return [
        Act(
            _KINDS[kind % len(_KINDS)],
            _GAPS[gap % len(_GAPS)],
            RIGHT if who % 2 else LEFT,
            who // 2 % 8,
        )
        for kind, gap, who in threes
    ]


EVERY = tuple(WAYS)
COUNTED_DOWN = (Method.PLAIN, Method.INCREMENT, Method.BRONSTEIN, Method.DELAY)
"""Methods by which a seat's time is what it was given less what it spent."""


@st.composite
def periods(draw: st.DrawFn, methods: tuple[Method, ...], last: bool) -> Period:
    """One period of any of these methods; what comes again and again is no shorter than 20 s."""
    method = draw(st.sampled_from(methods))
    gong = method is Method.GONG
    repeat = last and draw(st.booleans())
    endless = method in NEVER_USED_UP
    bounded = repeat or (not last and (endless or draw(st.integers(0, 5)) > 0))
    return Period(
        time_ns=draw(st.sampled_from(TIMES_NS[2:] if repeat or gong else TIMES_NS)),
        moves=draw(st.integers(1, 4)) if bounded else None,
        method=method,
        bonus_ns=draw(st.sampled_from(BONUSES_NS)) if method in WITH_BONUS else 0,
        count=draw(st.integers(1, 3)) if method is Method.BYOYOMI else 0,
        repeat=repeat,
        carry=draw(st.booleans()),
    )


@st.composite
def controls(draw: st.DrawFn, methods: tuple[Method, ...]) -> Control:
    """One to three periods."""
    size = draw(st.integers(1, 3))
    return tuple(draw(periods(methods, last=index == size)) for index in range(1, size + 1))


@st.composite
def rules(draw: st.DrawFn) -> Regulations:
    """A profile, or one with its choices that matter to the machine drawn anew."""
    profile = PROFILES[draw(st.sampled_from(tuple(PROFILES)))]
    if draw(st.booleans()):
        return profile
    on_flag = draw(st.sampled_from(OnFlag))
    return replace(
        profile,
        referees=draw(st.booleans()),
        announce=profile.announce or on_flag is OnFlag.STOP,
        on_flag=on_flag,
        rollover=draw(st.sampled_from(Rollover)),
        first_bonus=draw(st.sampled_from(FirstBonus)),
        both_fallen_draw=draw(st.booleans()),
        hand_rule=draw(st.sampled_from(HandRule)),
        hand_warnings=draw(st.integers(0, 1)),
        hand_penalty_ns=draw(st.sampled_from((0, SECOND_NS, 2 * MINUTE_NS))),
        hand_penalty_to=draw(st.sampled_from(PenaltyTo)),
        swap_earns=draw(st.booleans()),
        record=draw(st.sampled_from(RecordRule)),
        record_limit_ns=draw(st.sampled_from((None, SECOND_NS, 5 * MINUTE_NS))),
        late_start=draw(st.sampled_from(LateStart)),
        default_time_ns=draw(st.sampled_from((None, SECOND_NS, 6 * MINUTE_NS))),
    )


@st.composite
def setups(draw: st.DrawFn, methods: tuple[Method, ...] = EVERY) -> Setup:
    """Anything that can be played: the same control for both more often than not; some matches."""
    left = draw(controls(methods))
    opening = OPENINGS[draw(st.sampled_from(tuple(OPENINGS)))]
    colours = tuple(Colour) if opening.name == "none" else (Colour.BLACK,)
    game = Setup(
        left=left,
        right=left if draw(st.integers(0, 2)) else draw(controls(methods)),
        regulations=draw(rules()),
        opening=opening,
        starter=draw(st.sampled_from((LEFT, RIGHT))),
        first=draw(st.sampled_from(colours)),
        left_remaining_ns=draw(st.sampled_from((None, None, 90 * SECOND_NS))),
    )
    if draw(st.integers(0, 5)):
        return game
    times = Times(game.left, game.right), Times(game.right, game.left)
    return game.in_match(Place(Match(times, draw(st.integers(1, 2))), game.starter.other))


def input_of(state: State, act: Act) -> Input:
    """What an act is in the state that it meets."""
    kind, seat, number = act.kind, act.seat, act.number
    at_ns = _instant_ns(state, act.gap)
    hand = (None, None, None, Hand.LEFT, Hand.RIGHT)[number % 5]
    some_ns = GAPS_NS[number]
    mover = state.running or (state.turn if state.started_at_ns is not None else state.turn.other)
    if kind == "move" and state.running is None and number < 2:
        kind = "resume"
    match kind:
        case "move":
            return given.Press(at_ns, mover, hand)
        case "press":
            return given.Press(at_ns, seat, hand)
        case "swap" | "two_more" | "stay":
            return given.Choose(at_ns, mover, Option(kind))
        case "announce":
            return given.Announce(at_ns, mover, number)
        case "stop":
            return given.Stop(at_ns, seat if number else None)
        case "resume":
            return given.Resume(at_ns, seat if number > 5 else None)
        case "reconstruct":
            return given.Resume(at_ns, seat if number else None, True)
        case "claim":
            return given.Claim(at_ns, seat)
        case "stone":
            return given.StoneLaid(at_ns, mover, Hand.RIGHT if number % 2 else Hand.LEFT)
        case "arrive":
            return given.Arrive(at_ns, seat)
        case "adjust":
            return given.Adjust(at_ns, seat, remaining_ns=some_ns, reason=kind)
        case "give":
            return given.Adjust(at_ns, seat, delta_ns=some_ns, reason=kind)
        case "penalty":
            return given.Adjust(at_ns, seat, delta_ns=-some_ns, reason=kind)
        case "acknowledge":
            return given.Acknowledge(at_ns, seat)
        case "moves":
            return given.SetMoves(at_ns, max(0, state.play.moves + number - 2), kind)
        case "period":
            return given.SetPeriod(at_ns, seat, number, kind)
        case "turn":
            return given.SetTurn(at_ns, seat, kind)
        case "colours":
            return given.SetColours(at_ns, seat, kind)
        case "byoyomi":
            return given.SetByoyomi(at_ns, seat, number, kind)
        case "setting":
            return given.SetControl(at_ns, *_setting(state, seat, number), kind)
        case "warn":
            return given.Warn(at_ns, seat, kind)
        case "dismiss":
            return given.Dismiss(at_ns, seat)
        case "fault":
            return given.HandFault(at_ns, seat)
        case "retype":
            return given.Retype(at_ns, given.PressKind.SWAP if number % 2 else given.PressKind.MOVE)
        case "finish":
            return given.Finish(at_ns, tuple(given.Result)[number % 5], kind)
        case "late":
            return given.LateEdge(at_ns, seat, max(0, at_ns - some_ns))
        case "power":
            return given.PowerLost(at_ns, some_ns)
        case "restart":
            return given.Restarted(at_ns, some_ns)
        case "start":
            return given.Start(at_ns, ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))[number % 4])
        case _:
            return given.Tick(at_ns)


_Setting = tuple[Control | None, Control | None, Regulations | None]


def _setting(state: State, seat: Seat, number: int) -> _Setting:
    """Another increment, other periods, other rules: what an organizer finds set wrong."""
    setup = state.setup
    if number < 2:
        return setup.right, setup.left, None
    if number < 4:
        return None, None, PROFILES[tuple(PROFILES)[state.play.moves % len(PROFILES)]]
    control = (
        Period(TIMES_NS[number], moves=number - 3),
        Period(MINUTE_NS, bonus_ns=SECOND_NS, method=Method.INCREMENT),
    )
    return (control, None, None) if seat is LEFT else (None, control, None)


def _instant_ns(state: State, gap: int) -> int:
    if gap < len(GAPS_NS):
        return state.at_ns + GAPS_NS[gap]
    if state.wake_ns == NEVER_NS:
        return state.at_ns + gap
    return max(state.at_ns, state.wake_ns + _TO_DEADLINE[gap - len(GAPS_NS)])


class Played(NamedTuple):
    """A game that was played: every input that was not refused, and the state after each."""

    inputs: list[Input]
    states: list[State]
    """The first is before any input."""
    outputs: list[list[Output]]

    def __repr__(self) -> str:
        rows = zip(self.inputs, self.outputs, strict=True)
        return f"{self.states[0].setup}\n" + "\n".join(f"  {each} → {came}" for each, came in rows)


def play(setup: Setup, drawn: list[Act]) -> Played:
    """Play a game; whatever an organizer may not do is left out, nothing else may raise."""
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
    """A whole random game, most often one that is started first."""
    setup = draw(setups(methods))
    absent = draw(st.sampled_from((0, 0, 0, 0, 1, 2, 3, 3)))
    start = [Act("start", 0, LEFT, absent)] if draw(st.integers(0, 9)) else []
    size = draw(st.sampled_from((4, 12, ACTS_MAX))) * BYTES_OF_ACT
    return play(setup, start + acts_of(draw(st.binary(min_size=size, max_size=size))))
