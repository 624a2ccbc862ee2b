"""The last press taken back or retyped: what it credited goes or comes, times spent stay."""

import pytest

from clock.rules.inputs import PressKind, Retype
from clock.rules.machine import step
from clock.rules.openings import Option
from clock.rules.seats import Seat
from tests.rules.paths import EVERY_OPENING, presses_of
from tests.rules.scenarios import Scenario, play, scenarios

# The control; what both show after 3 s, a press, 2 s of the other and the press taken back; and
# what they show after a press 4 s later.
METHODS = [
    ("10:00+5", "9:57 9:58", "9:58 9:58"),
    ("10:00b5", "9:57 9:58", "9:58 9:58"),  # a turn of 7 s: 5 s come back
    ("10:00d5", "10:00 10:00", "9:58 10:00"),  # 2 s of the delay were left
    ("0 and 3x30", "27*3 28*3", "30*3 28*3"),
    ("hourglass 1:00", "59 1:01", "55 1:05"),
    ("countup 0", "3 2", "7 2"),
    ("1/10:00b5 then countup 0", "9:57 9:58", "0 9:58"),
    ("&1/1:00", "57 58", "1:53 58"),
]
WAYS = {
    "while the other's clock runs": "turn L",
    "in a stop": "stop; turn L -> runs none; resume",
    "as the clocks go on": "stop; resume L",
    "after a claim": "stop; claim L; resume L",
}


@pytest.mark.rule("corrections: turn", "RIF 14.6")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("text", "back", "again"), METHODS, ids=[row[0] for row in METHODS])
def test_what_the_press_earned_and_brought_is_undone_and_the_time_spent_stays(
    text: str, back: str, again: str, way: str
) -> None:
    Scenario(
        text,
        f"L 3; wait 2; {WAYS[way]}; -> runs L, moves 0, periods 1 1, time {back};"
        f"L 4 -> runs R, moves 1, time {again}",
    ).play()


@scenarios("""
[corrections: turn, control: gong]
a turn that the gong ended begins again when it is given back
  gong 10 | wait 12; turn L -> runs L, moves 0, time 10 10; wait 10 -> GongStruck L, TurnPassed L
[RIF 12.7, corrections: turn]
faulty fifths are offered again on Black's time
  1:00:00+30, opening=rif | make 3 10 -> moves 5, runs R; stop 20
    resume L -> has PressTakenBack L moves=4, has Corrected moves 5>4, has ClocksResumed L
    -> has Corrected turn right>left, has Corrected L remaining_ns 1:00:40>1:00:10
    -> time 1:00:10 1:00:00, colours black white
    L 1 -> moves 5, runs R; R -> made 3 3
[corrections: turn]
a byo-yomi period goes on as it stood before the press
  0:10 and 3x30 | L 1:00 -> time 30*2 10; R; L 25
    turn L -> has Corrected moves 3>2, has Corrected L remaining_ns 30>5; wait 5 -> ByoyomiBegan L
    -> time 30*1 10
a byo-yomi block that the press completed goes on, also with time that was added before
  *2/1:00 and 2x30 | L; R; L 1:40 -> periods 2 1, time 1:00 1:00; turn L -> periods 1 1
    -> time 20*1 1:00
  *1/1:00 and 2x30 | wait 1:40; give L 1:00; L -> periods 2 1; turn L -> periods 1 1, time 1:00 1:00
    wait 1:00 -> ByoyomiBegan L periods=1, time 20*1 1:00
a clapper that was up only by the press falls, and down it stays
  10:00+5 | L 10:00-1ns; take L 2ns; turn L -> has ClapperFell L
  10:00 | L 10:00; turn L -> time down 10:00, moves 0
nothing is left of what the other player began
  1:00:00b5, opening=soosyrv-8 | make 2; swap L 9; turn R; R; L 1 -> TurnPassed L
    -> time 59:51 1:00:00
one press is taken back, and none after the turn was corrected
  1:00:00 | turn R -> refused seat; stop; turn R -> refused seat; resume R -> refused seat
  1:00:00 | make 3; turn L; turn R -> refused seat; stop; resume R -> refused seat
  1:00:00 | make 3; moves 5; turn L -> refused seat; stop; resume L -> refused seat
  1:00:00 | make 3; black R; turn R -> refused seat; stop; resume R -> refused seat
what is no correction of the turn leaves the press to be taken back
  10:00 and 3x30 | L; give L 1ns; warn L; stop; byoyomi L 2; turn L -> moves 0
before a start the turn is not set
  1:00:00, started=no | turn L -> refused SetTurn; turn R -> refused SetTurn; start -> runs L
[corrections: turn, gomoku 6.2]
a reconstruction takes nothing back and sets no turn
  10:00+5 | L 1; stop; reconstruct L -> moves 1, runs L, turn R; turn L -> refused; L 1
    resume -> runs R, time 10:03 10:00
[corrections: press, RIF 12.5]
a forgotten swap is entered afterwards, and the increment stays
  1:00:00+30, opening=rif, swap_earns=no | L 20; R 9 -> time 1:00:10 1:00:21
    retype swap -> has Corrected moves 4>3, has Corrected black left>right, total Corrected 2
    -> time 1:00:10 1:00:21, moves 3, runs L; L 1 -> moves 4
[corrections: press]
a period that the press brought goes back with its time
  2/10:00 then 5:00, opening=taraguchi-10 | make 3 -> periods 2 1, time 15:00 10:00
    retype swap -> moves 2, periods 1 1, time 10:00 10:00
    retype move -> moves 3, periods 2 1, time 15:00 10:00
a period that another press brought stays as it does with a swap
  2/10:00 then 5:00, opening=rif | L; R; retype swap -> periods 2 2, time 15:00 15:00
  2/10:00 then 5:00, opening=rif | L; swap R; R -> periods 2 2, time 15:00 15:00
a press that was retyped can be taken back as what it is
  2/10:00+5 then 5:00, opening=taraguchi-10 | make 3 1; retype swap
    turn L -> moves 2, colours black white, periods 1 1, time 10:03 10:04
what the next player entered meanwhile is dropped
  1:00:00, opening=soosyrv-8 | make 2; swap L; retype swap; L -> TurnPassed L, moves 4
    -> colours white black
what was no choice or no press or was corrected since is not retyped
  1:00:00, opening=rif | retype swap -> refused; L; retype swap -> refused
    retype two_more -> refused; R; moves 3; retype swap -> refused, moves 3, phase running
a period that came by time stays whatever the press was
  1/1:00 then 10:00, rollover=at_zero | make 2 30; stop 1:00; retype move -> PressRetyped
    -> periods 2 1, time 9:30 30
  1/1:00 then 10:00, rollover=at_zero_both | make 2 30; stop 1:00; retype move -> PressRetyped
    -> periods 2 2, time 9:30 10:30
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("corrections: turn", "corrections: time")
@pytest.mark.parametrize(
    ("text", "spent", "act", "then"),
    [
        ("0 and 3x30", "20", "take L 25", "time 15*2 30*3"),  # 10 s were left: 15 s of the next run
        ("0 and 3x30", "20", "give L 15", "time 15 30*3"),  # main time, and then the 10 s
        ("1/10:00 and 3x30 then 5:00", "9:50", "take L 1:00", "time 10*2 10:00, periods 1 1"),
        ("1:00+30 then 5:00", "58", "take L 31", "time 4:31 1:00, periods 2 1"),
    ],
)
def test_with_time_given_or_taken_since_it_is_as_if_the_press_had_not_been(
    text: str, spent: str, act: str, then: str
) -> None:
    taken_back = Scenario(text, f"L {spent}; {act}; turn L -> {then}").play()
    without = Scenario(text, f"stop {spent}; {act} -> {then}").play()
    assert taken_back.left.coming == without.left.coming


# Retyped


@pytest.mark.rule("corrections: press", "openings")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_a_choice_is_retyped_as_any_other_that_was_there_and_all_times_stay(
    name: str, starter: Seat
) -> None:
    typed = {None: PressKind.MOVE, Option.STAY: PressKind.MOVE, Option.SWAP: PressKind.SWAP}
    pressed = list(presses_of(name, starter))
    for before, option, after in pressed:
        for same, wanted, there in pressed:
            if same is not before or wanted is option:
                continue
            kind = typed.get(wanted, PressKind.TWO_MORE)
            state, _ = step(after, Retype(after.at_ns, kind))
            assert (state.play, state.turn) == (there.play, there.turn)
            assert (state.left, state.right) == (after.left, after.right)
