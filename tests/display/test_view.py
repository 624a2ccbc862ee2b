"""What one seat sees, rule by rule."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.display.face import Face, Hint, Other, Sign
from clock.display.view import NO_HINT, refresh_ns, view
from clock.rules.control import Method, Period
from clock.rules.inputs import (
    Choose,
    Claim,
    ClaimKind,
    Dismiss,
    Finish,
    Input,
    PowerLost,
    Press,
    Result,
    Resume,
    Start,
    StoneLaid,
    Stop,
    Tick,
)
from clock.rules.machine import begin, step
from clock.rules.openings import Option
from clock.rules.regulations import LateStart, Rollover
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat
from clock.rules.state import State
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.methods import METHOD_TEXTS
from clock.text.rows import AnyRow, Key, Row
from clock.text.words import shown_time, spoken_time
from tests.rules.games import setup

S = SECOND_NS
TWO_PERIODS = "40/2:00:00 then 1:00:00"
MINUS, PLUS, OK = Key.MINUS, Key.PLUS, Key.OK
HOLD = Row((OK, "resume, hold: menu"))
HINT = Hint(foot=HOLD)
READY = Row(("READY",), (OK, "start"))
SET_UP = Row((MINUS, "set-up"), (PLUS, "both late"))
DOWN = Row(("STOPPED",), ("Clapper down",))
TO_MOVE = Row(("STOPPED",), ("Black to move",))
PLUNGER = Row(("Press: claim",), (MINUS, "info"))
COVER: dict[str, Any] = {
    "rules": "fide", "cover_position": True, "text": "0:10", "hint": HINT, "rule": ("gomoku 5.9",),
}  # fmt: skip
TEN: dict[str, Any] = {"text": "0:10"}


def played(*inputs: Input, text: str = TWO_PERIODS, **setting: Any) -> State:
    state = begin(setup(text, **setting))
    for event in inputs:
        state, _ = step(state, event)
    return state


def seen(state: State, seat: Seat, at_ns: int | None = None) -> Face:
    return view(state, seat, state.at_ns if at_ns is None else at_ns)


# Times


@pytest.mark.parametrize(
    ("remaining_ns", "seconds", "tenths"),
    [
        (2 * HOUR_NS, "2:00:00", "2:00:00"),
        (2 * HOUR_NS - 1, "2:00:00", "2:00:00"),
        (HOUR_NS - S, "59:59", "59:59"),
        (10 * S, "0:10", "0:10"),
        (9 * S + 1, "0:10", "0:09.1"),
        (9_900_000_001, "0:10", "0:10"),
        (7_340_000_000, "0:08", "0:07.4"),
        (1, "0:01", "0:00.1"),
        (0, "0:00", "0:00"),
        (-1, "-0:01", "-0:00.1"),
        (-400_000_000, "-0:01", "-0:00.4"),
        (-5 * S, "-0:05", "-0:05.0"),
        (-5 * S - 1, "-0:06", "-0:05.1"),
        (-MINUTE_NS - 1, "-1:01", "-1:01"),
        (-2 * HOUR_NS, "-2:00:00", "-2:00:00"),
    ],
)
def test_a_time_is_rounded_away_from_zero_which_0_00_alone_is(
    remaining_ns: int, seconds: str, tenths: str
) -> None:
    assert shown_time(remaining_ns, tenths=False) == seconds
    assert shown_time(remaining_ns, tenths=True) == tenths


def test_times_are_spoken_in_whole_words() -> None:
    assert spoken_time(HOUR_NS + 2 * MINUTE_NS + S) == "1 hour 2 minutes 1 second"
    assert spoken_time(0) == "no time"
    assert spoken_time(-400_000_000) == "minus 1 second"
    assert spoken_time(-HOUR_NS - S) == "minus 1 hour 1 second"


@given(
    st.integers(1, 10 * MINUTE_NS),
    st.integers(0, 10 * MINUTE_NS) | st.integers(0, 20).map(lambda count: count * S),
    st.sampled_from(["club", "rif"]),
    st.sampled_from(Method),
    st.sampled_from(
        [[Start(0)], [Start(0, (LEFT, RIGHT))], [Start(0), Stop(0), Resume(0, LEFT, True)]]
    ),
)
def test_a_face_is_drawn_again_at_the_very_instant_it_reads_differently(
    left_ns: int, now_ns: int, rules: str, method: Method, begun: list[Input]
) -> None:
    texts = METHOD_TEXTS[method]
    terms = Period(HOUR_NS, None, method, texts.usual_ns, texts.usual_count)
    shown_ns = (left_ns, 30 * MINUTE_NS)
    game = setup(rules=rules, remaining_ns=shown_ns, late_start=LateStart.SPLIT)
    state = begin(replace(game, left=(terms,), right=(terms,)))
    for each in begun:
        state, _ = step(state, each)
    change_ns = refresh_ns(state, now_ns)

    def figures(at_ns: int) -> list[object]:
        faces = [seen(state, seat, at_ns) for seat in Seat]
        return [(face.time, face.allowances) for face in faces]

    if change_ns is None:
        assert figures(now_ns + HOUR_NS) == figures(now_ns)
        return
    assert figures(change_ns - 1) == figures(now_ns)
    assert figures(change_ns) != figures(now_ns)


@pytest.mark.rule("RIF 14.1")
def test_a_period_that_comes_at_zero_is_never_shown_as_out_of_time() -> None:
    presses = Press(1, LEFT), Press(2, RIGHT)
    state = played(Start(0), *presses, text="1/0:10 then 1:00", rollover=Rollover.AT_ZERO)
    at_ns = 10 * S + 1  # ten seconds of Left's time, 1 ns of Right's
    assert seen(state, LEFT, at_ns - 1).time == "0:01"
    face = seen(state, LEFT, at_ns)  # the watermark has not come this far
    assert (face.time, face.period) == ("1:00", 1)
    assert refresh_ns(state, at_ns) == at_ns + S


@pytest.mark.rule("RIF 14.3", "gomoku 11.7")
def test_the_face_never_hints_that_somebody_forgot_to_press() -> None:
    state = played(Start(0))
    assert seen(state, RIGHT, S) == seen(state, RIGHT, HOUR_NS)


# What stands on a face


def face_of(
    title: str,
    *inputs: Input,
    rule: tuple[str, ...] = (),
    left: dict[str, Any] | None = None,
    right: dict[str, Any] | None = None,
    hint: Hint = NO_HINT,
    at_ns: int | None = None,
    **setting: Any,
) -> Any:
    """A row of the table: after the inputs, these fields of each seat's face are so."""
    case = inputs, {LEFT: left or {}, RIGHT: right or {}}, hint, at_ns, setting
    return pytest.param(case, id=title, marks=[pytest.mark.rule(*rule)] if rule else [])


def words(*rows: AnyRow) -> dict[str, Any]:
    return {"words": rows}


def signs(*shown: Sign | str) -> dict[str, Any]:
    return {"signs": shown}


TWO_CLAIMS = Start(0), Tick(10 * S), Claim(62 * S, RIGHT), Claim(65 * S, LEFT)
BARRED = Start(0), Tick(10 * S), Claim(11 * S, LEFT)
HANDS = Start(0), StoneLaid(1, LEFT, Hand.LEFT), Press(2, LEFT, Hand.RIGHT)
REFEREE = Start(0), Tick(115 * MINUTE_NS)
RECORD: dict[str, Any] = {"text": "1/5:00 then 1:00:00"}
JOINT = {"time": "1:59:00", "marked": True} | words("Joint time: press when you arrive")
DRAW = words("a draw by the rules") | signs(Sign.CLAPPER) | {"title": "Both clappers down"}
STOP: dict[str, Any] = {
    "text": "1:00:00", "hint": HINT, "rule": ("RIF 14.6", "RIF 14.7", "RIF 9.6"),
}  # fmt: skip


def titled(title: AnyRow, marked: bool, *rows: AnyRow) -> dict[str, Any]:
    return {"title": title, "marked": marked, "words": rows}


@pytest.mark.parametrize(
    "case",
    [
        face_of("before the start", opening="soosyrv-8", rule=("RIF 14.1",),
            hint=Hint(READY, foot=SET_UP),
            left=titled(READY, True, "40/2:00:00, 1:00:00",
                "Rules RIF, Soosyrv-8", SET_UP)
            | {"time": "2:00:00", "quota": 40, "period": 1, "periods": 2},
            right={"marked": False}),
        face_of("in play", Start(0), Press(5 * S, LEFT), at_ns=8 * S, rule=("RIF 14.3",),
            left={"marked": False, "colour": Colour.BLACK, "moves": 1, "time": "1:59:55"},
            right={"marked": True, "colour": Colour.WHITE, "moves": 0, "time": "1:59:57",
                "sentence": "Right, White, running. 1 hour 59 minutes 57 seconds left. "
                "0 of 40 moves. period 1 of 2."}),
        # The other has its own ten seconds, as before the fall.
        face_of("a fall without referees", Start(0), Tick(10 * S), **TEN, rule=("RIF 14.8",),
            left=signs(Sign.CLAPPER) | words() | {"time": "0:00"},
            right=signs(Sign.RECORD_WAIVED) | words()),
        face_of("a fall that anyone may point out", Start(0), Tick(10 * S), rules="club", **TEN,
            left=words(), right=words("Stop, then claim")),
        face_of("0:00 before the watermark", Start(0), at_ns=10 * S, **TEN, rule=("RIF 14.4",),
            left=signs(Sign.RECORD_WAIVED) | {"time": "0:00"}),
        face_of("a referee called", *REFEREE, rules="rif-referees", rule=("RIF 14.9",),
            left=signs("call ref.", Sign.RECORD_WAIVED), right=signs()),
        face_of("record waived at five minutes", Start(0), **RECORD, rule=("RIF 13.2",),
            left=signs(Sign.RECORD_WAIVED)),
        face_of("record to complete", Start(0), Press(S, LEFT), **RECORD, rule=("RIF 13.2",),
            left=signs(Sign.COMPLETE_RECORD)),
        face_of("FIDE, 29 seconds a move", Start(0), text="1/4:00+29 then 1:00:00", rules="fide",
            left=signs(Sign.RECORD_WAIVED)),
        face_of("FIDE blitz has no record", Start(0), text="3:00+2", rules="fide",
            rule=("FIDE A.2",), left=signs()),
        face_of("gomoku has no record", Start(0), text="1:00", rules="gomoku-cz",
            rule=("gomoku 7.4",), left=signs()),
        face_of("joint time", Start(0, (LEFT, RIGHT)), at_ns=MINUTE_NS, rule=("RIF 15",),
            left=JOINT, right=JOINT),
        face_of("a stop", Start(0), Stop(S), **STOP,
            left=titled(TO_MOVE, True, PLUNGER, HOLD) | signs(),
            right=titled(TO_MOVE, False, PLUNGER, HOLD)),
        face_of("a stop, one absent", Start(0, (RIGHT,)), Stop(S), text="1:00", rule=("RIF 15",),
            left=words(PLUNGER), right=words(Row(("Press: here",), (MINUS, "info")))),
        face_of("a claim", Start(0), Stop(S), Claim(S, LEFT), text="5:00", hint=HINT,
            left=titled("Left claims a win", True, "0 moves", HOLD)
            | signs(Sign.CLAIM, Sign.RECORD_WAIVED),
            right=titled("Left claims a win", False, "0 moves", HOLD)
            | signs(Sign.RECORD_WAIVED)),
        face_of("a claim after a fall", Start(0), Press(4 * S, LEFT), Tick(14 * S),
            Claim(20 * S, LEFT), text="2/0:10 then 0:09", rule=("RIF 9.4", "RIF 9.6"),
            left=words("1 of 2 moves"),
            right=words("0 of 2 moves", "fell after 0:14")),
        face_of("a barred claim", *BARRED, **TEN, hint=HINT, rule=("RIF 9.6",),
            left=words("no win by RIF 9.1-9.4", "fell after 0:10", HOLD)),
        face_of("a barred claim, covered", *BARRED, **TEN, cover_position=True, rule=("RIF 9.6",),
            left=words("Cover the position", "no win by RIF 9.1-9.4", "fell after 0:10")),
        face_of("no claim is barred in Japan", *BARRED, **TEN, rules="japan", hint=HINT,
            left=words("0 moves", "fell after 0:10", HOLD)),
        face_of("two claims", *TWO_CLAIMS, **TEN, hint=HINT, rule=("RIF 9.4", "RIF 9.6"),
            left=titled("Both claim a win", True, "1:05, no 9.1-9.4 win", "fell after 0:10",
                HOLD) | signs(Sign.CLAPPER, Sign.CLAIM),
            right=titled("Both claim a win", True, "claim after 1:02", HOLD)),
        face_of("one of two claims dismissed", *TWO_CLAIMS, Dismiss(66 * S, RIGHT), **TEN,
            right=titled("Left claims a win", False, "0 moves")),
        face_of("both fallen", Start(0), Press(S, LEFT), Tick(11 * S), Press(12 * S, RIGHT),
            Tick(HOUR_NS), **TEN, rule=("RIF 10.4", "gomoku 5.7.2"), left=DRAW, right=DRAW),
        face_of("FIDE's first fall", Start(0), Press(S, LEFT), Tick(12 * S), Resume(13 * S, LEFT),
            Tick(HOUR_NS), **TEN, rules="fide", left=signs(Sign.CLAPPER),
            right=signs(Sign.CLAPPER, "fell first")),
        face_of("the end", Start(0), Press(S, LEFT), Finish(2 * S, Result.RIGHT, "time"),
            rule=("gomoku 7.6",), hint=HINT,
            left=titled("White won on time", False, Row(("1 move",), (MINUS, "times")), HOLD),
            right={"marked": True} | signs(Sign.WON)),
        face_of("the end, last move set", Start(0), Finish(S, Result.BOTH_LOSE, "", 2),
            left=titled("Both lost", False, Row(("2 moves",), (MINUS, "times")))),
        face_of("an opening", Start(0), opening="rif", rule=("RIF 12.1",),
            left=words("lay 3 stones"), right=words()),
        face_of("a choice", Start(0), Press(S, LEFT), opening="rif", rule=("RIF 12.5",),
            right=words("lay 1 or swap")),
        face_of("SWAP", Start(0), Press(S, LEFT), Choose(2 * S, RIGHT, Option.SWAP),
            opening="rif", left=words(), right=words("swap: just press")),
        face_of("two more", Start(0), Press(S, LEFT), Choose(2 * S, RIGHT, Option.TWO_MORE),
            opening="swap2", left={"colour": None}, right=words("lay 2 more, press")),
        face_of("hands that differ", *HANDS, hand_rule="witness", rule=("RIF 14.3 same hand",),
            left=signs("wrong hand"), right=signs()),
        face_of("a reconstruction", Start(0), Stop(S), Resume(2 * S, RIGHT, reconstruct=True),
            rule=("gomoku 6.2",), left={"marked": False},
            right=words("Rebuilding: no moves are counted") | {"marked": True}),
        face_of("covered, a stop", Start(0), Stop(S), **COVER,
            left=words("Cover the position", PLUNGER, HOLD)),
        face_of("covered, power lost", Start(0), PowerLost(S, uncertain_ns=S // 2), **COVER,
            left=words("Cover the position", "Power lost, ±0.5 s", HOLD)),
        face_of("covered, a fall", Start(0), Press(1, LEFT), Tick(11 * S), **COVER,
            left=titled(DOWN, False, "Cover the position", PLUNGER, HOLD)),
    ],
)  # fmt: skip
def test_a_face_is_what_the_rules_ask_for(case: Any) -> None:
    inputs, expected, hint, at_ns, setting = case
    state = played(*inputs, **setting)
    for seat, fields in expected.items():
        face = view(state, seat, state.at_ns if at_ns is None else at_ns, hint=hint)
        assert {name: getattr(face, name) for name in fields} == fields


# Presses that the clock ignored (RIF 14.3, gomoku 11.7): said in a stop, where anybody may


def forgotten(*at_s: int, **setting: Any) -> State:
    """A game in which Right presses while Left's clock runs, then a stop."""
    presses = (Press(at * S, RIGHT) for at in at_s)
    return played(Start(0), *presses, Stop(10 * MINUTE_NS), text="1:00:00", **setting)


@pytest.mark.rule("RIF 14.3", "RIF 14.8", "gomoku 11.7")
def test_a_stop_says_which_presses_were_ignored_where_that_may_be_announced() -> None:
    face = view(forgotten(60, 180, rules="fide"), LEFT, 10 * MINUTE_NS, hint=HINT)
    assert face.words == ("R 2x, last at L 57:00", PLUNGER, HOLD)
    for state in (forgotten(60, 180, rules="rif"), forgotten(rules="fide")):
        assert view(state, LEFT, 10 * MINUTE_NS, hint=HINT).words == (PLUNGER, HOLD)


def test_many_ignored_presses_are_the_last_few_and_their_number() -> None:
    face = view(forgotten(60, 180, 300, 420, rules="fide"), RIGHT, 10 * MINUTE_NS)
    assert face.words[0] == "R 4x, last at L 53:00"
    late = forgotten(*range(100), rules="fide")
    assert view(late, RIGHT, 10 * MINUTE_NS).words[0] == "R 99x: L 58:21"


def test_ignored_presses_push_nothing_out_of_a_stop_or_a_claim() -> None:
    state = forgotten(60, rules="fide", cover_position=True)
    covered = view(state, LEFT, state.at_ns, hint=HINT)
    assert covered.words == ("Cover the position", PLUNGER, HOLD)
    claimed, _ = step(state, Claim(state.at_ns, LEFT))
    assert view(claimed, LEFT, state.at_ns, hint=HINT).words == (
        "Cover the position", "0 moves", HOLD,
    )  # fmt: skip
    claimed, _ = step(forgotten(60, rules="fide"), Claim(state.at_ns, LEFT))
    assert view(claimed, LEFT, state.at_ns, hint=HINT).words == (
        "0 moves", "R pressed, L 59:00", HOLD,
    )  # fmt: skip


def test_a_listener_hears_whether_a_draw_or_a_win_is_claimed() -> None:
    stopped = played(Start(0), Stop(S), rules="fide")
    for kind, text in ((ClaimKind.DRAW, "Claims a draw"), (ClaimKind.WIN, "Claims a win")):
        state, _ = step(stopped, Claim(S, LEFT, kind))
        heard = view(state, LEFT, S).sentence.split(". ")
        assert [each for each in heard if each.startswith("Claims")] == [text]


def test_a_press_that_counts_ends_the_list_of_ignored_presses() -> None:
    state = played(
        Start(0), Press(S, RIGHT), Press(2 * S, LEFT), Press(3 * S, LEFT), Stop(4 * S), rules="fide"
    )
    assert seen(state, LEFT).words[0] == "L pressed, R 1:59:59"


def test_how_to_correct_stays_in_a_stop_and_the_displays_share_what_else_there_is() -> None:
    state = forgotten(60, rules="fide")
    hold = replace(HINT, rows=("Corrections: hold",))
    left, right = (view(state, seat, state.at_ns, hint=hold).words for seat in Seat)
    assert left == (PLUNGER, "Corrections: hold", HOLD)
    assert right == ("R pressed, L 59:00", "Corrections: hold", HOLD)


# While the other display is lost (RIF 14.5: a fault of a clock is made good, the count goes on)


def test_the_display_that_is_left_shows_both_times() -> None:
    state = played(Start(0), Press(60 * S, LEFT), text="10:00")
    face = view(
        state, LEFT, 90 * S, faults=("Right display lost: check its cable",), other_lost=True
    )
    assert (face.time, face.marked) == ("9:00", False)
    assert face.other == Other("9:30", Colour.WHITE, marked=True, fallen=False)
    assert face.sentence.endswith(
        "check its cable. Right, White, running. 9 minutes 30 seconds left."
    )
    assert seen(state, LEFT).other is None
    assert view(played(), LEFT, 0, other_lost=True).other is None


def test_a_notice_is_a_row_and_no_fault() -> None:
    face = view(played(Start(0), Stop(1)), LEFT, 1, notices=("was off for 0.3 s",))
    assert (face.words[0], face.signs) == ("was off for 0.3 s", ())
    assert "faulty" not in face.sentence


@pytest.mark.rule("RIF 14.5")
def test_a_fault_is_shown_at_once_before_a_task_and_the_hint_of_a_stop_stays() -> None:
    fault = ("right display: hangs",)
    running = view(played(Start(0), opening="rif"), LEFT, 1, faults=fault)
    assert (running.signs, running.words) == (("clock fault",), (*fault, "lay 3 stones"))
    stopped = view(played(Start(0), Stop(1)), LEFT, 1, hint=HINT, faults=fault)
    assert stopped.words == (*fault, PLUNGER, HOLD)


def test_before_a_start_a_fault_and_a_low_battery_leave_the_hint_and_drop_whose_clock_starts() -> (
    None
):
    change = Row((MINUS, PLUS, "change"))
    state, hint = begin(setup()), Hint("Left late", ("Left's clock starts",), change)
    face = view(state, LEFT, 0, hint=hint, faults=("display: hangs",))
    assert face.words == ("display: hangs", "Left's clock starts", change)
    both = view(state, LEFT, 0, hint=hint, faults=("display: hangs",), battery_low=7)
    assert both.words == ("display: hangs", "Battery low: 7 %", change)
