"""Situations in which a clock may be cut off, each brought about by buttons and plungers."""

from typing import NamedTuple

from msgspec.structs import replace

from clock.rules.match import Match, MatchStanding, Times
from clock.rules.seats import RIGHT
from clock.rules.state import Phase, Setup
from hal.ports import Line
from hal.wiring import DEFAULT, Wiring
from tests.rules.games import control, setup

SINGLE = (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER)
TWO_PLUNGERS = replace(
    DEFAULT,
    lines={line: pin for pin, line in enumerate(each for each in Line if each not in SINGLE)},
)
"""A body that knows both hands."""


class Situation(NamedTuple):
    """A game as it is when the clock is cut off."""

    name: str
    setup: Setup
    acts: str
    """As for `Table.do`."""
    phase: Phase
    runs: str = ""
    """The time that runs: left, right, joint, or none."""
    left: float = 0.0
    right: float = 0.0
    """The remaining times in seconds."""
    wiring: Wiring = DEFAULT

    @property
    def ran(self) -> bool:
        """Whether a clock runs when the power goes."""
        return self.runs != ""


_TIMES = (Times(control("5:00"), control("0:30")), Times(control("5:00"), control("0:15")))
_PLACE = MatchStanding(Match(_TIMES, expert_must_win=2), RIGHT)
MATCH = setup().in_match(_PLACE)
"""The first game of a handicap match, with the expert on the right."""

_ON_TIME, _FIDE = setup("1:00:00"), setup("10", rules="fide", first_bonus="after")

_REFEREES, _HANDS = setup("5:20", rules="rif-referees"), setup("1:00", hand_rule="witness")

ALL = (
    Situation("set up, with time given before the start", _ON_TIME,
              "- take:Whole_setup_... take:Organizer take:Left_(Black)_time "
              "take:+0:10,_to_1:00:10 take:Wrong_setting +",
              Phase.READY, "", 3610, 3600),
    Situation("joint time, both late", _ON_TIME, "+ ok 9.6", Phase.JOINT, "joint", 3590.4, 3590.4),
    Situation("left runs", _ON_TIME, "ok 20 L 30 R 9.6", Phase.RUNNING, "left", 3570.4, 3570),
    Situation("stopped", _ON_TIME, "ok 20 L 30 stop 9.6", Phase.STOPPED, "", 3580, 3570),
    Situation("a reconstruction on the left's time", _ON_TIME,
              "ok 20 L 30 stop 9 hold take:Left_rebuilds_board + 9.6",
              Phase.RECONSTRUCTION, "left", 3570.4, 3570),
    Situation("claimed by the right", _ON_TIME, "ok 20 L 30 stop 9 R + 9.6",
              Phase.CLAIMED, "", 3580, 3570),
    Situation("a setting that was set right", _ON_TIME,
              "ok 20 L 30 stop 9 hold take:Correct_setup take:Whole_setup_... "
              "take:Rules:_RIF take:FIDE ok + 9.6", Phase.STOPPED, "", 3580, 3570),
    Situation("one clapper down, and both clocks stopped", _FIDE, "ok 5 L 5 R 9.6",
              Phase.FALLEN, "", 0, 5),
    Situation("one clapper down, and the other side plays on", setup("10", right="1:00"),
              "ok 12 L 9.6", Phase.RUNNING, "right", 0, 50.4),
    Situation("both clappers down", setup("10", right="10"), "ok 12 L 12", Phase.FALLEN),
    Situation("finished", _ON_TIME,
              "ok 20 L 30 stop 9 hold take:Result take:Left_(Black)_won take:On_the_board ok + 9.6",
              Phase.FINISHED, "", 3580, 3570),
    # What is counted
    Situation("the third of five byo-yomi periods", setup("0:10 and 5x30"), "ok 80 L 5 R 9.6",
              Phase.RUNNING, "left", 20.4, 5),
    Situation("a byo-yomi period that ends now", setup("0:10 and 5x30"), "ok 39.6",
              Phase.RUNNING, "left", 0.4, 10),
    Situation("a delay that is being counted", setup("1:00d15"), "ok 20 L 9.6",
              Phase.RUNNING, "right", 55, 60),
    Situation("a delay that was stopped half-way", setup("1:00d15"), "ok 20 L 10 stop 9.6",
              Phase.STOPPED, "", 55, 60),
    Situation("an hourglass", setup("hourglass 1:00"), "ok 20 L 9.6",
              Phase.RUNNING, "right", 49.6, 70.4),
    Situation("a gong that strikes now", setup("gong 30"), "ok 29.6",
              Phase.RUNNING, "left", 0.4, 30),
    Situation("a time that counts up", setup("countup 0"), "ok 20 L 9.6",
              Phase.RUNNING, "right", 20, 9.6),
    Situation("a period that came by time, so that moves are to be counted",
              setup("5/10 then 1:00", rollover="at_zero_both"), "ok 19.6",
              Phase.RUNNING, "left", 50.4, 70),
    Situation("the last second of a time", setup("10", right="1:00"), "ok 9.6",
              Phase.RUNNING, "left", 0.4, 60),
    # What is on the table
    Situation("a swap that is entered", setup("1:00", opening="rif"), "ok 20 L 5 + 4.6",
              Phase.RUNNING, "right", 40, 50.4),
    Situation("colours that have turned", setup("1:00", opening="swap2"),
              "ok 20 L 5 + 5 R 9.6", Phase.RUNNING, "left", 30.4, 50),
    Situation("fifths that are announced", setup("1:00", opening="soosyrv-8"),
              "ok 20 L 5 - 1 - 3.6", Phase.RUNNING, "right", 40, 50.4),
    Situation("a referee who is called", _REFEREES, "ok 29.6",
              Phase.RUNNING, "left", 290.4, 320),
    Situation("a stone that is laid", _HANDS, "ok 5 stone 4.6",
              Phase.RUNNING, "left", 50.4, 60, TWO_PLUNGERS),
    Situation("a match between two games", MATCH,
              "ok 20 L 9 stop 9 hold take:Result take:Right_(White)_won take:On_the_board ok + 9.6",
              Phase.FINISHED, "", 280, 21),
    Situation("the second game of a match", MATCH,
              "ok 20 L 9 stop 9 hold take:Result take:Right_(White)_won take:On_the_board ok + "
              "9 ok + 9 ok 20 L 9.6", Phase.RUNNING, "right", 280, 5.4),
)  # fmt: skip
