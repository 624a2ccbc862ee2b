"""Regulations: every choice that the rules leave to an event, in named profiles."""

from enum import Enum
from typing import Any

import msgspec

from clock.rules.message import Message
from clock.rules.units import MINUTE_NS, SECOND_NS


class OnFlag(Enum):
    """What a clapper's fall does to the clocks."""

    RUN = "run"  # the game goes on until a claim or the second fall (RIF)
    STOP = "stop"  # both clocks stop and keep what they show (FIDE with increments)


class Rollover(Enum):
    """When the next period's time is added."""

    ON_MOVE = "on_move"  # at the press that completes the quota
    AT_ZERO = "at_zero"  # when the seat's time runs out, if its quota is made
    AT_ZERO_BOTH = "at_zero_both"
    """When either seat's time first runs out, to both, whatever was played."""


class FirstBonus(Enum):
    """Which move an increment is for."""

    AFTER = "after"  # for the move just made: 3+2 begins at 3:00
    BEFORE = "before"  # for the move to come: 3+2 begins at 3:02


class HandRule(Enum):
    """How the rule of the same hand is enforced (RIF 14.3, gomoku 5.4)."""

    HONOUR = "honour"
    WITNESS = "witness"
    ENFORCE = "enforce"


class PenaltyTo(Enum):
    """Whose clock a hand fault's time penalty goes to (gomoku 11.9.2, 11.9.3)."""

    OFFENDER = "offender"  # it is taken from the offender
    OPPONENT = "opponent"  # it is added to the opponent


class RecordRule(Enum):
    """When a player short of time need not keep the record, and when he completes it."""

    BELOW_5 = "below_5"
    """At the limit or below it; completed as soon as the time is above it again (RIF 13.2)."""
    PERIOD = "period"  # once waived, for the rest of the period; increments lift nothing (FIDE 8.4)
    AFTER = "after"  # at the limit or below it; completed after the game (gomoku 7.4)
    KEPT = "kept"  # never waived


class LateStart(Enum):
    """Whose clock runs when both players are late."""

    JOINT = "joint"  # one clock, whose time is taken from both (RIF 15)
    STARTER = "starter"  # the starter's (gomoku 5.8, FIDE 6.7.2)
    SPLIT = "split"  # one clock, half of whose time is taken from each (US Chess 16K)


class LateFactor(Enum):
    """How many times the time that ran on a late player's own clock is charged."""

    ONCE = 1
    TWICE = 2  # Chinese go 22
    THREE_TIMES = 3  # Japanese shogi


class IllegalMoves(Enum):
    """What the organizer's ruling on an illegal move does."""

    OFF = "off"  # there is no such ruling
    COUNTED = "counted"  # it is counted, and the opponent gets time
    SECOND_LOSES = "second_loses"  # and a player's second one loses the game (FIDE 7.5.5)


class Regulations(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A full set of choices: RIF's, where a profile or an event has no other."""

    name: str
    referees: bool = False  # time referees are used: they are called (RIF 14.9)
    announce: bool = False
    """Anyone may point out that a time is out; False: only the clapper falls (RIF 14.8)."""
    on_flag: OnFlag = OnFlag.RUN
    rollover: Rollover = Rollover.ON_MOVE
    first_bonus: FirstBonus = FirstBonus.AFTER
    first_flag_sign: bool = False  # the display shows whose clapper fell first (FIDE)
    both_fallen_draw: bool = True
    """Both clappers fallen and nobody claimed is a draw (RIF 10.4, gomoku 5.7.2)."""
    hand_rule: HandRule = HandRule.HONOUR
    hand_warnings: int = 1  # hand faults that are only warned of
    hand_penalty_ns: int = 0
    """The time penalty of each later hand fault; 0: the organizer decides each time."""
    hand_penalty_rapid_ns: int | None = None
    """That of a game of less than an hour for 60 moves (FIDE A.3, B.3); None: the same."""
    hand_penalty_to: PenaltyTo = PenaltyTo.OFFENDER
    illegal_moves: IllegalMoves = IllegalMoves.OFF
    illegal_move_ns: int = 2 * MINUTE_NS
    """The opponent's time for one, and for a rejected claim of a draw (FIDE 7.5.5, 9.5.3)."""
    illegal_move_rapid_ns: int | None = None
    """That of a game of less than an hour for 60 moves (FIDE A.3, B.3); None: the same."""
    draw_claims: bool = False  # a player may claim a draw (FIDE 9.2, 9.3)
    swap_earns: bool = True  # a swap press earns the increment like any move
    referee_call_ns: int = 5 * MINUTE_NS
    """The time referee is called at this much left of a period (RIF 14.9)."""
    record: RecordRule = RecordRule.BELOW_5
    record_limit_ns: int | None = 5 * MINUTE_NS
    """The record is waived at this much left of a period or less (RIF 13.2); None: never."""
    record_bonus_ns: int = 30 * SECOND_NS
    """By `RecordRule.PERIOD` it is never waived with increments of this much (FIDE 8.4)."""
    late_start: LateStart = LateStart.JOINT
    late_factor: LateFactor = LateFactor.ONCE  # what exceeds once is charged at the arrival
    default_time_ns: int | None = None
    """After this much of the game an absent player is reported (RIF 15); None: never."""
    players_resume: bool = False
    """After a stop the players may go on by themselves; False: only the organizer resumes."""
    players_end: bool = True
    """In a stop both players may agree how the game ended; False: only the organizer ends it."""
    cover_position: bool = False
    """At a stop the display says that the position must be covered (gomoku 5.9)."""
    call_sound: bool = False
    """The call of a time referee, and a stop that calls the organizer, may be heard."""
    fall_sound: bool = False  # a clapper's fall may be heard, where `announce` allows that
    count_sound: bool = False
    """The last ten seconds may be counted aloud, where `announce` allows that."""
    byoyomi_sound: bool = False  # so may those of a byo-yomi period, and its end or a gong be heard
    click_sound: bool = False  # a press that counts may be heard
    tenths: bool = False  # tenths of a second are shown below ten seconds

    def loses_by_illegal_move(self, count: int) -> bool:
        """Whether a player's `count`-th illegal move loses the game (FIDE 7.5.5)."""
        return self.illegal_moves is IllegalMoves.SECOND_LOSES and count > 1


_CALLED_OUT = {"announce": True, "first_flag_sign": True}
_ONE_FALL = {**_CALLED_OUT, "on_flag": OnFlag.STOP, "both_fallen_draw": False}
_REFEREES = {
    "referees": True,
    "announce": True,
    "players_end": False,
    "call_sound": True,
    "fall_sound": True,
}
_DIFFERENCES: dict[str, dict[str, Any]] = {
    "rif": {},
    "rif-referees": _REFEREES,
    "gomoku-cz": {
        "record": RecordRule.AFTER,
        "record_limit_ns": None,
        "late_start": LateStart.STARTER,
        "cover_position": True,
    },
    # The referee declares that a time is out: so anyone may see it, and nobody plays on.
    "japan": {**_ONE_FALL, **_REFEREES, "byoyomi_sound": True},
    "fide": {
        **_ONE_FALL,
        "first_bonus": FirstBonus.BEFORE,
        "hand_penalty_ns": 2 * MINUTE_NS,
        "hand_penalty_rapid_ns": MINUTE_NS,
        "hand_penalty_to": PenaltyTo.OPPONENT,
        "illegal_moves": IllegalMoves.SECOND_LOSES,
        "illegal_move_rapid_ns": MINUTE_NS,
        "draw_claims": True,
        "record": RecordRule.PERIOD,
        "late_start": LateStart.STARTER,
    },
    # The players alone call a flag, so the clock is silent (13C, 16K).
    "us-chess": {
        "illegal_moves": IllegalMoves.COUNTED,
        "draw_claims": True,
        "record": RecordRule.PERIOD,
        "late_start": LateStart.SPLIT,
    },
    # A player whose time is out has lost; there is no record to keep, and no draw by time.
    "go-egf": {
        **_ONE_FALL,
        "record_limit_ns": None,
        "late_start": LateStart.STARTER,
        "fall_sound": True,
        "byoyomi_sound": True,
    },
    "club": {
        **_CALLED_OUT,
        "record_limit_ns": None,
        "players_resume": True,
        "fall_sound": True,
        "count_sound": True,
        "byoyomi_sound": True,
        "click_sound": True,
        "tenths": True,
    },
}
"""What each profile has otherwise than RIF's rules."""

PROFILES: dict[str, Regulations] = {
    name: Regulations(name=name, **choices) for name, choices in _DIFFERENCES.items()
}


_NOT_NEGATIVE = (
    *("hand_warnings", "hand_penalty_ns", "hand_penalty_rapid_ns", "record_bonus_ns"),
    *("illegal_move_ns", "illegal_move_rapid_ns"),
)
_POSITIVE = ("referee_call_ns", "record_limit_ns", "default_time_ns")


def problems(regulations: Regulations) -> list[tuple[str, Message]]:
    """Return what is wrong with a set of choices, as (name of the choice, what was expected)."""
    found = [
        (name.removesuffix("_ns"), Message("expected 0 or more"))
        for name in _NOT_NEGATIVE
        if (amount := getattr(regulations, name)) is not None and amount < 0
    ]
    found += [
        (name.removesuffix("_ns"), Message("expected more than 0"))
        for name in _POSITIVE
        if (limit := getattr(regulations, name)) is not None and limit <= 0
    ]
    if not regulations.announce and regulations.on_flag is OnFlag.STOP:
        # Clocks that stop by themselves tell everybody that a time is out.
        expected = (
            "expected true (yes): on_flag stop shows every fall, as both clocks stop (RIF 14.8)"
        )
        found.append(("announce", Message(expected)))
    return found
