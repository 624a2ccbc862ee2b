"""The last press taken back, or typed anew: what it credited goes or comes, times spent stay."""

from typing import Any

import pytest

from clock.rules.inputs import (
    Adjust,
    Input,
    PressKind,
    Resume,
    Retype,
    SetByoyomi,
    SetColours,
    SetMoves,
    SetTurn,
    Stop,
    Warn,
)
from clock.rules.machine import step
from clock.rules.openings import Option
from clock.rules.outputs import ClocksResumed, PressTakenBack
from clock.rules.refusal import Refused
from clock.rules.seats import Colour, Seat
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, figures, kinds
from tests.rules.paths import EVERY_OPENING, THOUGHT_NS, presses_of

EITHER = (LEFT, RIGHT)
WAYS = ("while the other's clock runs", "in a stop", "as the clocks go on", "after a claim")

# The control; what both show after 3 s, a press, 2 s of the other and the press taken back; and
# what the presser shows after a press 4 s later. In seconds, of the presser and of the other.
METHODS = [
    ("10:00", (597, 598), 593),
    ("10:00+5", (597, 598), 598),
    ("10:00b5", (597, 598), 598),  # a turn of 7 s: 5 s come back
    ("10:00d5", (600, 600), 598),  # 2 s of the delay were left
    ("0 and 3x30", (27, 28), 30),
    ("hourglass 1:00", (59, 61), 55),
    ("countup 0", (3, 2), 7),
    ("1/10:00 then 5:00", (597, 598), 893),
    ("1/10:00+5 then 5:00+7", (597, 598), 898),
    ("1/10:00b5 then countup 0", (597, 598), 0),
    ("*1/1:00", (57, 58), 60),
    ("&1/1:00", (57, 58), 113),
]


def shown(game: Game, presser: Seat) -> tuple[float, float]:
    """What the presser and the other show, in seconds."""
    return game.shows(presser) / SECOND_NS, game.shows(presser.other) / SECOND_NS


def take_back(game: Game, seat: Seat, way: str) -> None:
    """The organizer gives the turn back to the seat that pressed last."""
    if way == WAYS[0]:
        game.act(SetTurn, seat)
        return
    game.stop()
    if way == WAYS[1]:
        game.act(SetTurn, seat)
        assert game.running is None
    elif way == WAYS[3]:
        game.claim(LEFT)
    game.resume(None if way == WAYS[1] else seat)


@pytest.mark.rule("corrections: turn")
@pytest.mark.rule("RIF 14.6")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("presser", EITHER)
@pytest.mark.parametrize(("text", "back", "again"), METHODS, ids=[row[0] for row in METHODS])
def test_what_the_press_earned_and_brought_is_undone_and_the_time_spent_stays(
    text: str, back: tuple[int, int], again: int, presser: Seat, way: str
) -> None:
    game = Game(text, starter=presser)
    game.press(presser, after=3 * SECOND_NS)
    game.wait(2 * SECOND_NS)
    take_back(game, presser, way)
    assert (game.running, game.moves) == (presser, 0)
    assert (game.left.period, game.right.period) == (1, 1)
    assert shown(game, presser) == back
    game.press(presser, after=4 * SECOND_NS)
    assert (game.running, game.moves) == (presser.other, 1)
    assert shown(game, presser) == (again, back[1] + (4 if "hourglass" in text else 0))


@pytest.mark.rule("corrections: turn")
@pytest.mark.rule("control: gong")
def test_a_turn_that_the_gong_ended_begins_anew_when_it_is_given_back() -> None:
    game = Game("gong 0:10")
    game.wait(12 * SECOND_NS)
    game.act(SetTurn, LEFT)
    assert (game.running, game.moves, game.shows(LEFT)) == (LEFT, 0, 10 * SECOND_NS)
    assert kinds(game.wait(10 * SECOND_NS)) == ["GongStruck", "TurnPassed"]


@pytest.mark.rule("corrections: turn")
def test_a_byoyomi_period_goes_on_as_it_stood_before_the_press() -> None:
    game = Game("0:10 and 3x30")
    game.press(LEFT, after=60 * SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (2, 30 * SECOND_NS)
    game.press(RIGHT)
    game.press(LEFT, after=25 * SECOND_NS)
    assert figures(game.act(SetTurn, LEFT)) == [
        ("moves", None, 3, 2),
        ("turn", None, "right", "left"),
        ("remaining_ns", LEFT, 30 * SECOND_NS, 5 * SECOND_NS),
    ]
    assert kinds(game.wait(5 * SECOND_NS)) == ["ByoyomiBegan"]
    assert game.left.overtime == 1


@pytest.mark.rule("corrections: turn")
@pytest.mark.rule("openings")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_in_an_opening_every_press_can_be_taken_back_with_its_swap(
    name: str, starter: Seat
) -> None:
    for before, option, after in presses_of(name, starter, "1/1:00:00+5 then 1/30:00 then 5:00"):
        seat = before.turn
        state, outputs = step(after, SetTurn(after.at_ns, seat, "x"))
        assert outputs[0] == PressTakenBack(after.at_ns, seat, before.play.moves)
        assert (state.play, state.turn, state.running) == (before.play, seat, seat)
        assert state.choice is None, f"{option}: entered anew"
        for each in EITHER:
            was, now = before.seat(each), state.seat(each)
            spent_ns = THOUGHT_NS if each is seat else 0
            assert now.remaining_ns == was.remaining_ns - spent_ns
            assert (now.period, now.due) == (was.period, was.due)


@pytest.mark.rule("RIF 12.7")
@pytest.mark.rule("corrections: turn")
def test_faulty_fifths_are_offered_anew_on_blacks_time() -> None:
    game = Game("1:00:00+30", opening="rif")
    game.make(3, each=10 * SECOND_NS)  # F3 S1 F1: the fifths are on the board
    assert (game.moves, game.running) == (5, RIGHT)
    game.stop(after=20 * SECOND_NS)
    came = game.resume(LEFT)
    assert came[0] == PressTakenBack(game.now_ns, LEFT, 4)
    assert figures(came) == [
        ("moves", None, 5, 4),
        ("turn", None, "right", "left"),
        ("remaining_ns", LEFT, HOUR_NS + 40 * SECOND_NS, HOUR_NS + 10 * SECOND_NS),
    ]
    assert came[-1] == ClocksResumed(game.now_ns, LEFT, reconstruct=False)
    assert game.colour(LEFT) is Colour.BLACK
    assert game.shown == (HOUR_NS + 10 * SECOND_NS, HOUR_NS)  # 20 s each; one increment each
    game.press(LEFT, after=SECOND_NS)
    assert (game.moves, game.running) == (5, RIGHT)
    game.press(RIGHT)
    assert [game.state.play.made(seat) for seat in EITHER] == [3, 3]


@pytest.mark.rule("corrections: turn")
def test_time_that_the_organizer_gave_since_stays() -> None:
    game = Game("10:00+5")
    game.press(LEFT, after=SECOND_NS)
    game.adjust(LEFT, by=MINUTE_NS)
    game.adjust(RIGHT, by=-MINUTE_NS)
    game.act(SetTurn, LEFT)
    assert game.shown == (11 * MINUTE_NS - SECOND_NS, 9 * MINUTE_NS)


@pytest.mark.rule("corrections: turn")
@pytest.mark.rule("corrections: time")
@pytest.mark.parametrize(
    ("text", "spent", "by", "period", "overtime", "shows"),
    [
        ("0 and 3x30", 20, -25, 1, 2, 15),  # 10 s were left: 15 s of the next period run
        ("0 and 3x30", 20, 15, 1, None, 15),  # main time, and then the 10 s
        ("0 and 3x30", 20, 60, 1, None, 60),
        ("1/10:00 and 3x30 then 5:00", 590, -60, 1, 2, 10),
        ("1:00+30 then 5:00", 58, -31, 2, None, 271),
    ],
)
def test_with_time_given_or_taken_since_it_is_as_if_the_press_had_not_been(
    text: str, spent: int, by: int, period: int, overtime: int | None, shows: int
) -> None:
    game = Game(text)
    game.press(LEFT, after=spent * SECOND_NS)
    game.adjust(LEFT, by=by * SECOND_NS)
    game.act(SetTurn, LEFT)
    without = Game(text)
    without.stop(after=spent * SECOND_NS)
    without.adjust(LEFT, by=by * SECOND_NS)
    for each in (without, game):
        assert (each.left.period, each.left.overtime, each.left.fallen) == (period, overtime, False)
        assert each.shows(LEFT) == shows * SECOND_NS
    assert game.left.coming == without.left.coming


@pytest.mark.rule("corrections: turn")
def test_a_clapper_that_only_the_press_kept_up_falls() -> None:
    game = Game("10:00+5")
    game.press(LEFT, after=10 * MINUTE_NS - 1)
    game.adjust(LEFT, by=-2)
    assert kinds(game.act(SetTurn, LEFT))[-1] == "ClapperFell"
    game = Game("10:00")
    game.press(LEFT, after=10 * MINUTE_NS)
    game.act(SetTurn, LEFT)
    assert (game.left.fallen, game.moves) == (True, 0), "down it stays down"


@pytest.mark.rule("corrections: turn")
@pytest.mark.parametrize("between", ["nothing", "back", "moves", "colours"])
@pytest.mark.parametrize("stopped", [False, True])
def test_one_press_is_taken_back_and_none_after_the_turn_was_corrected(
    between: str, stopped: bool
) -> None:
    game = Game()
    given: dict[str, Any] = {
        "nothing": lambda: game.state.turn,
        "back": lambda: game.act(SetTurn, LEFT),
        "moves": lambda: game.act(SetMoves, 5),
        "colours": lambda: game.act(SetColours, RIGHT),
    }
    if between != "nothing":
        game.make(3)
    if stopped:
        game.stop()
    given[between]()
    before, other = game.state, game.state.turn.other
    acts: list[Input] = [SetTurn(game.now_ns, other), Resume(game.now_ns, other)]
    for act in acts[: 1 + stopped]:
        with pytest.raises(Refused, match="set the moves made") as refused:
            step(before, act)
        assert refused.value.place == "seat"


@pytest.mark.rule("corrections: turn")
@pytest.mark.parametrize("between", [Adjust(0, LEFT, 1), Warn(0, LEFT), Stop(0), SetByoyomi])
def test_what_is_no_correction_of_the_turn_leaves_the_press_to_be_taken_back(
    between: Any,
) -> None:
    game = Game("10:00 and 3x30")
    game.press(LEFT)
    game.do(SetByoyomi(0, LEFT, 2) if between is SetByoyomi else between)
    game.act(SetTurn, LEFT)
    assert game.moves == 0


@pytest.mark.rule("corrections: turn")
@pytest.mark.parametrize("first", list(Colour))
def test_before_a_start_the_turn_is_not_set(first: Colour) -> None:
    game = Game(first=first, started=False)
    for seat in EITHER:
        with pytest.raises(Refused, match="begun"):
            game.act(SetTurn, seat)
    game.start()
    assert game.running is LEFT


@pytest.mark.rule("corrections: turn")
@pytest.mark.rule("gomoku 6.2")
def test_a_reconstruction_takes_nothing_back_and_sets_no_turn() -> None:
    game = Game("10:00+5")
    game.press(LEFT, after=SECOND_NS)
    game.stop()
    game.resume(LEFT, reconstruct=True)
    assert (game.moves, game.running, game.state.turn) == (1, LEFT, RIGHT)
    with pytest.raises(Refused, match="no reconstruction"):
        game.act(SetTurn, LEFT)
    game.press(LEFT, after=SECOND_NS)
    game.resume()
    assert (game.running, game.shows(LEFT)) == (RIGHT, 10 * MINUTE_NS + 3 * SECOND_NS)


@pytest.mark.rule("corrections: turn")
def test_a_turn_taken_back_leaves_nothing_of_what_the_other_began() -> None:
    game = Game("1:00:00b5", opening="soosyrv-8")
    game.make(2)
    game.choose(LEFT, Option.SWAP, after=9 * SECOND_NS)
    game.act(SetTurn, RIGHT)
    game.press(RIGHT)
    assert kinds(game.press(LEFT, after=SECOND_NS)) == ["TurnPassed"], "no swap is pending"
    assert game.shows(LEFT) == HOUR_NS - 9 * SECOND_NS, "and of its turn 1 s, which came back"


# Typed anew


@pytest.mark.rule("corrections: press")
@pytest.mark.rule("openings")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_a_choice_is_typed_anew_as_any_other_that_was_there_and_all_times_stay(
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


@pytest.mark.rule("corrections: press")
@pytest.mark.rule("RIF 12.5")
def test_a_forgotten_swap_is_typed_anew_and_the_increment_stays() -> None:
    game = Game("1:00:00+30", opening="rif", swap_earns=False)
    game.press(LEFT, after=20 * SECOND_NS)
    game.press(RIGHT, after=9 * SECOND_NS)
    before = game.shown
    came = game.act(Retype, PressKind.SWAP)
    assert figures(came) == [("moves", None, 4, 3), ("black", None, "left", "right")]
    assert (game.shown, game.moves, game.running) == (before, 3, LEFT)
    game.press(LEFT, after=SECOND_NS)
    assert game.moves == 4


@pytest.mark.rule("corrections: press")
def test_a_press_is_typed_anew_in_a_stop_and_there_and_back() -> None:
    game = Game(opening="soosyrv-8")
    game.make(2)
    game.stop(after=SECOND_NS)
    play = game.state.play
    for kind in (PressKind.SWAP, PressKind.MOVE):
        game.act(Retype, kind)
    assert game.state.play == play


@pytest.mark.rule("corrections: press")
def test_a_period_that_the_press_brought_goes_back_with_its_time() -> None:
    game = Game("2/10:00 then 5:00", opening="taraguchi-10")
    game.make(3)  # left, Black, made its second
    assert (game.left.period, game.shown) == (2, (15 * MINUTE_NS, 10 * MINUTE_NS))
    game.act(Retype, PressKind.SWAP)
    assert (game.moves, game.left.period, game.shown) == (2, 1, (10 * MINUTE_NS,) * 2)
    game.act(Retype, PressKind.MOVE)
    assert (game.moves, game.left.period, game.shown) == (3, 2, (15 * MINUTE_NS, 10 * MINUTE_NS))


@pytest.mark.rule("corrections: press")
def test_a_period_that_another_press_brought_stays_as_it_does_with_a_swap() -> None:
    quota = "2/10:00 then 5:00"
    game = Game(quota, opening="rif")
    game.press(LEFT)  # two of Black's
    game.press(RIGHT)
    assert game.shown == (15 * MINUTE_NS, 15 * MINUTE_NS)
    game.act(Retype, PressKind.SWAP)
    swapped = Game(quota, opening="rif")
    swapped.press(LEFT)
    swapped.choose(RIGHT, Option.SWAP)
    swapped.press(RIGHT)
    assert swapped.shown == (15 * MINUTE_NS, 15 * MINUTE_NS)
    assert (game.left.period, game.right.period, game.shown) == (2, 2, swapped.shown)


@pytest.mark.rule("corrections: press")
def test_a_press_that_was_typed_anew_can_be_taken_back_as_what_it_is() -> None:
    game = Game("2/10:00+5 then 5:00", opening="taraguchi-10")
    game.make(3, each=SECOND_NS)
    game.act(Retype, PressKind.SWAP)
    game.act(SetTurn, LEFT)
    assert (game.moves, game.colour(LEFT), game.left.period) == (2, Colour.BLACK, 1)
    assert game.shown == (10 * MINUTE_NS + 3 * SECOND_NS, 10 * MINUTE_NS + 4 * SECOND_NS)


@pytest.mark.rule("corrections: press")
def test_what_the_next_player_entered_meanwhile_is_dropped() -> None:
    game = Game(opening="soosyrv-8")
    game.make(2)
    game.choose(LEFT, Option.SWAP)
    game.act(Retype, PressKind.SWAP)
    assert kinds(game.press(LEFT)) == ["TurnPassed"]
    assert (game.moves, game.colour(RIGHT)) == (4, Colour.BLACK)


@pytest.mark.rule("corrections: press")
def test_what_was_no_choice_or_no_press_or_was_corrected_since_is_not_typed_anew() -> None:
    game = Game(opening="rif")
    with pytest.raises(Refused):
        game.act(Retype, PressKind.SWAP)
    game.press(LEFT)
    for kind in (PressKind.SWAP, PressKind.TWO_MORE):
        with pytest.raises(Refused, match="allows a"):
            game.act(Retype, kind)
    game.press(RIGHT)
    game.act(SetMoves, 3)
    with pytest.raises(Refused):
        game.act(Retype, PressKind.SWAP)
    assert (game.moves, game.phase) == (3, Phase.RUNNING)


@pytest.mark.rule("corrections: press")
@pytest.mark.parametrize("rollover", ["at_zero", "at_zero_both"])
def test_a_period_that_came_by_time_stays_whatever_the_press_was(rollover: str) -> None:
    game = Game("1/1:00 then 10:00", rollover=rollover)
    game.make(2, each=30 * SECOND_NS)
    game.stop(after=MINUTE_NS)
    shown = game.shown
    assert kinds(game.act(Retype, PressKind.MOVE)) == ["PressRetyped"]
    assert (game.left.period, game.shown, game.left.fallen) == (2, shown, False)
