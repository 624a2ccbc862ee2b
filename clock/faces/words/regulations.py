"""The regulations in plain words: every choice with a short name, its values, and a sentence."""

from enum import Enum
from typing import NamedTuple

from clock.rules.regulations import (
    PROFILES,
    FirstBonus,
    HandRule,
    OnFlag,
    PenaltyTo,
    Regulations,
    Rollover,
)
from clock.rules.units import duration_text


class Choice(NamedTuple):
    """What a choice is called, and what it means."""

    name: str
    """At most 13 characters."""
    sentence: str


PROFILE_NAMES = {
    "rif": "RIF",
    "rif-referees": "RIF, referees",
    "gomoku-cz": "Czech gomoku",
    "japan": "Japan",
    "fide": "FIDE",
    "go-egf": "EGF go",
    "club": "Club",
}
PROFILE_SENTENCES = {
    "rif": "Renju by the RIF rules without time referees: nobody points out that a time is out.",
    "rif-referees": "Renju by the RIF rules with time referees, who are called at 5:00.",
    "gomoku-cz": "Czech gomoku: no record, and a stop asks to cover the position.",
    "japan": "A time referee is called and declares that a time is out; both clocks stop.",
    "fide": "Chess by FIDE: an increment is for the move to come, a fall stops both clocks.",
    "go-egf": "European go: a fall stops both clocks, there is no record and no draw by time.",
    "club": "A friendly game: anyone may point out a fall, tenths are shown, no record.",
}

CHOICES = {
    "name": Choice("Profile", "The named set of choices that these are taken from."),
    "referees": Choice("Referees", "Time referees are used: one is called when time is short."),
    "announce": Choice(
        "Announce", "Anyone may point out that a time is out; if not, only the clapper falls."
    ),
    "on_flag": Choice(
        "At a fall", "When a clapper falls, the other side plays on, or both clocks stop."
    ),
    "rollover": Choice(
        "Next period",
        "The next period comes with the move that completes this one; or at zero, if the moves are "
        "made; or at zero to both, and the organizer counts.",
    ),
    "first_bonus": Choice(
        "Increment",
        "An increment is for the move just made, or for the move to come: then the first move has "
        "one too.",
    ),
    "first_flag_sign": Choice("First fall", "The face shows whose clapper fell first."),
    "both_fallen_draw": Choice(
        "Both fallen", "With both clappers down and no claim the game is a draw."
    ),
    "hand_rule": Choice(
        "Same hand",
        "The hand that laid the stone presses: on honour; watched, and shown to the referee; or a "
        "press with the other hand does not count.",
    ),
    "hand_warnings": Choice(
        "Hand warnings", "So many faults of the hand are only warned of, before a penalty."
    ),
    "hand_penalty_ns": Choice(
        "Hand penalty", "The time of each later hand fault; 0:00: the organizer decides."
    ),
    "hand_penalty_to": Choice(
        "Penalty", "A hand's penalty is taken from the offender, or given to the opponent."
    ),
    "swap_earns": Choice("Swap earns", "A swap press earns the increment like any move."),
    "referee_call_ns": Choice(
        "Referee at", "The time referee is called when so much of a period is left."
    ),
    "record_limit_ns": Choice(
        "Record waived", "With so much left or less the record need not be kept."
    ),
    "record_bonus_ns": Choice(
        "Record with", "With an increment of so much or more the record is always kept."
    ),
    "default_time_ns": Choice(
        "Default time", "After so much of the game an absent player is reported."
    ),
    "cover_position": Choice("Cover board", "A stop says that the position must be covered."),
    "call_sound": Choice("Call sound", "The call of a time referee may be heard."),
    "tenths": Choice("Tenths", "Tenths of a second are shown below ten seconds."),
}

VALUES: dict[Enum, str] = {
    OnFlag.RUN: "play on",
    OnFlag.STOP: "both stop",
    Rollover.ON_MOVE: "by move",
    Rollover.AT_ZERO: "at zero",
    Rollover.AT_ZERO_BOTH: "0, both",
    FirstBonus.AFTER: "after",
    FirstBonus.BEFORE: "before",
    HandRule.HONOUR: "honour",
    HandRule.WITNESS: "watched",
    HandRule.ENFORCE: "enforced",
    PenaltyTo.OFFENDER: "taken",
    PenaltyTo.OPPONENT: "given",
}

NEVER = "never"


def value_text(key: str, value: object) -> str:
    """Return a choice's value in a word or a time."""
    if value is None:
        return NEVER
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return VALUES[value]
    return duration_text(value) if key.endswith("_ns") and isinstance(value, int) else str(value)


def changed(regulations: Regulations) -> tuple[str, ...]:
    """Return the choices that are not as in the profile whose name they have."""
    base = PROFILES[regulations.name]
    return tuple(key for key in CHOICES if getattr(regulations, key) != getattr(base, key))


def profile_text(regulations: Regulations) -> str:
    """Return a profile's name, with a star if choices of it were changed."""
    return f"{PROFILE_NAMES[regulations.name]}{'*' if changed(regulations) else ''}"
