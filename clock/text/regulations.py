"""The regulations in plain words: every choice with a short name, its values, and a sentence."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

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
from clock.rules.units import duration_text
from clock.text.language import N_, tr


class Choice(NamedTuple):
    """What a choice is called, and what it means."""

    name: str
    """At most 13 characters."""
    sentence: str


PROFILE_NAMES = {
    "rif": "RIF",
    "rif-referees": N_("RIF, referees"),
    "gomoku-cz": N_("Czech gomoku"),
    "japan": N_("Japan"),
    "fide": "FIDE",
    "go-egf": N_("EGF go"),
    "club": N_("Club"),
}
SHORT_NAMES = {
    "rif": "RIF",
    "rif-referees": N_("RIF+ref"),
    "gomoku-cz": N_("Czech"),
    "japan": N_("JPN"),
    "fide": "FIDE",
    "go-egf": "EGF",
    "club": N_("Club"),
}
"""For a row that names the opening too."""
PROFILE_SENTENCES = {
    "rif": N_(
        "Renju by the RIF rules without time referees: nobody points out that a time is out."
    ),
    "rif-referees": N_("Renju by the RIF rules with time referees, who are called at 5:00."),
    "gomoku-cz": N_("Czech gomoku: no record, and a stop asks to cover the position."),
    "japan": N_("A time referee is called and declares that a time is out; both clocks stop."),
    "fide": N_("Chess by FIDE: an increment is for the move to come, a fall stops both clocks."),
    "go-egf": N_("European go: a fall stops both clocks, there is no record and no draw by time."),
    "club": N_("A friendly game: anyone may point out a fall, tenths are shown, no record."),
}

CHOICES = {
    "name": Choice(N_("Profile"), N_("The named set of choices that these are taken from.")),
    "referees": Choice(
        N_("Referees"), N_("Time referees are used: one is called when time is short.")
    ),
    "announce": Choice(
        N_("Announce"),
        N_("Anyone may point out that a time is out; if not, only the clapper falls."),
    ),
    "on_flag": Choice(
        N_("At a fall"), N_("When a clapper falls, the other side plays on, or both clocks stop.")
    ),
    "rollover": Choice(
        N_("Next period"),
        N_(
            "The next period comes with the move that completes this one; or at zero, if the "
            "moves are made; or at zero to both, and the organizer counts."
        ),
    ),
    "first_bonus": Choice(
        N_("Increment"),
        N_(
            "An increment is for the move just made, or for the move to come: then the first move "
            "has one too."
        ),
    ),
    "first_flag_sign": Choice(N_("First fall"), N_("The face shows whose clapper fell first.")),
    "both_fallen_draw": Choice(
        N_("Both fallen"), N_("With both clappers down and no claim the game is a draw.")
    ),
    "hand_rule": Choice(
        N_("Same hand"),
        N_(
            "The hand that laid the stone presses: on honour; watched, and shown to the referee; "
            "or a press with the other hand does not count."
        ),
    ),
    "hand_warnings": Choice(
        N_("Hand warnings"), N_("So many faults of the hand are only warned of, before a penalty.")
    ),
    "hand_penalty_ns": Choice(
        N_("Hand penalty"), N_("The time of each later hand fault; 0:00: the organizer decides.")
    ),
    "hand_penalty_rapid_ns": Choice(
        N_("Rapid penalty"),
        N_("The hand penalty in a game of less than an hour for 60 moves, if it is another."),
    ),
    "hand_penalty_to": Choice(
        N_("Penalty"), N_("A hand's penalty is taken from the offender, or given to the opponent.")
    ),
    "swap_earns": Choice(N_("Swap earns"), N_("A swap press earns the increment like any move.")),
    "referee_call_ns": Choice(
        N_("Referee at"), N_("The time referee is called when so much of a period is left.")
    ),
    "record": Choice(
        N_("Record"),
        N_(
            "A player short of time need not keep the record: until there is more time, then it is "
            "completed; or to the end of the period; or it is completed after the game; or it is "
            "always kept."
        ),
    ),
    "record_limit_ns": Choice(
        N_("Record waived"), N_("With so much left or less a player is short of time.")
    ),
    "record_bonus_ns": Choice(
        N_("Record with"),
        N_(
            "With an increment of so much or more the record is always kept, where it is waived by "
            "period."
        ),
    ),
    "late_start": Choice(
        N_("Both late"),
        N_("When both players are late, one clock runs for both, or only the clock of who begins."),
    ),
    "default_time_ns": Choice(
        N_("Default time"), N_("After so much of the game an absent player is reported.")
    ),
    "cover_position": Choice(
        N_("Cover board"), N_("A stop says that the position must be covered.")
    ),
    "call_sound": Choice(
        N_("Call sound"),
        N_("The call of a time referee, and a stop that calls the organizer, are heard."),
    ),
    "fall_sound": Choice(
        N_("Fall sound"),
        N_("A clapper's fall is heard, if anyone may point out that a time is out."),
    ),
    "count_sound": Choice(
        N_("Count sound"),
        N_("The last ten seconds are counted aloud, if anyone may point out that a time is out."),
    ),
    "byoyomi_sound": Choice(
        N_("Byo-yomi"),
        N_(
            "The last ten seconds of a byo-yomi period are counted aloud, its end or a gong is "
            "heard, if anyone may point out that a time is out."
        ),
    ),
    "click_sound": Choice(N_("Click"), N_("A press that counts is heard.")),
    "tenths": Choice(N_("Tenths"), N_("Tenths of a second are shown below ten seconds.")),
}

VALUES: dict[Enum, str] = {
    OnFlag.RUN: N_("play on"),
    OnFlag.STOP: N_("both stop"),
    Rollover.ON_MOVE: N_("by move"),
    Rollover.AT_ZERO: N_("at zero"),
    Rollover.AT_ZERO_BOTH: N_("0, both"),
    FirstBonus.AFTER: N_("after"),
    FirstBonus.BEFORE: N_("before"),
    HandRule.HONOUR: N_("honour"),
    HandRule.WITNESS: N_("watched"),
    HandRule.ENFORCE: N_("enforced"),
    PenaltyTo.OFFENDER: N_("taken"),
    PenaltyTo.OPPONENT: N_("given"),
    RecordRule.BELOW_5: N_("by time"),
    RecordRule.PERIOD: N_("by period"),
    RecordRule.AFTER: N_("after game"),
    RecordRule.KEPT: N_("always"),
    LateStart.JOINT: N_("joint time"),
    LateStart.STARTER: N_("who begins"),
}

NEVER = N_("never")
SAME = N_("same")


def profile_name(name: str) -> str:
    """Return what a profile is called."""
    return tr(PROFILE_NAMES[name])


def choice_name(key: str) -> str:
    """Return what a choice is called."""
    return tr(CHOICES[key].name)


def choice_sentence(key: str) -> str:
    """Return what a choice means."""
    return tr(CHOICES[key].sentence)


def value_text(key: str, value: object) -> str:
    """Return a choice's value in a word or a time."""
    if value is None:
        same = key == "hand_penalty_rapid_ns"
        return tr(SAME if same else NEVER)
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, Enum):
        return tr(VALUES[value])
    return duration_text(value) if key.endswith("_ns") and isinstance(value, int) else str(value)


def changed(regulations: Regulations) -> tuple[str, ...]:
    """Return the choices that are not as in the profile whose name they have."""
    base = PROFILES[regulations.name]
    return tuple(key for key in CHOICES if getattr(regulations, key) != getattr(base, key))


def corrected(before: Regulations, after: Regulations) -> Iterator[tuple[str, str, str]]:
    """Yield each choice that was corrected: its name, and its value before and after.

    Of another profile one: all of it.
    """
    if before.name != after.name:
        yield choice_name("name"), whole(before), whole(after)
        return
    for key in CHOICES:
        was, now = getattr(before, key), getattr(after, key)
        if was != now:
            yield choice_name(key), value_text(key, was), value_text(key, now)


def whole(regulations: Regulations) -> str:
    """Return a profile's name with all that was changed of it."""
    choices = (
        f"{choice_name(key)} {value_text(key, getattr(regulations, key))}"
        for key in changed(regulations)
    )
    return "; ".join((profile_name(regulations.name), *choices))


def profile_text(regulations: Regulations) -> str:
    """Return a profile's name, with a star if choices of it were changed."""
    return f"{profile_name(regulations.name)}{'*' if changed(regulations) else ''}"
