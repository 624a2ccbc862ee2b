"""The counter and the colours set right: the turn and both seats' periods follow."""

import pytest

from clock.rules.inputs import Press, SetColours, SetMoves, Start, Warn
from clock.rules.machine import step
from clock.rules.openings import OPENINGS, Option
from clock.rules.outputs import ClapperFell, ClapperRaised, GameStarted, RefereeCalled
from clock.rules.seats import Colour, Seat
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS, duration_ns
from tests.rules.games import LEFT, RIGHT, Game, figures, kinds
from tests.rules.paths import EVERY_OPENING, presses_of

TWO, EITHER = "2/10:00 then 5:00", (LEFT, RIGHT)

# Who is to move after so many moves, on the way without a swap: F began, and plays Black.
ONE_BY_ONE, THREE_AT_ONCE = "FSFSFSFSF", "FFFSFSFSF"
TURNS = {
    **dict.fromkeys(("rif", "yamaguchi", "soosyrv-8", "swap"), THREE_AT_ONCE),
    "sakata": "FFFSSFFSF",
    "swap2": "FFFSFFFSF",  # at 5 "two more" are laid
    **dict.fromkeys(("taraguchi-10", "taraguchi", "tarannikov"), ONE_BY_ONE),
    **dict.fromkeys(("pro", "long-pro", "none"), ONE_BY_ONE),
}


def break_run(game: Game) -> None:
    """Something else happens, so that the next correction counts from here."""
    game.act(Warn, LEFT)


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_the_turn_follows_the_counter_and_the_press_credits_who_presses(
    name: str, starter: Seat
) -> None:
    assert set(TURNS) == set(OPENINGS)
    for made, who in enumerate(TURNS[name]):
        game = Game(opening=name, starter=starter)
        game.act(SetMoves, made)
        seat = starter if who == "F" else starter.other
        assert (game.moves, game.running, game.state.play.black) == (made, seat, starter)
        mine, theirs = (game.state.play.made(each) for each in (seat, seat.other))
        assert kinds(game.press(seat.other)) == ["PressIgnored"]
        assert kinds(game.press(seat))[0] == "TurnPassed"
        if game.state.play.step is None and game.state.play.black is starter:
            made_now = [game.state.play.made(each) for each in (seat, seat.other)]
            assert made_now == [mine + 1, theirs]


@pytest.mark.rule("corrections: moves")
def test_the_colours_stay_as_they_were_swapped() -> None:
    game = Game(opening="rif")
    game.press(LEFT)
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT)
    turns = {}
    for made in (4, 5, 6, 7):  # F3 Sx F1 S1 F1 →S
        game.act(SetMoves, made)
        turns[made] = game.running
        assert (game.colour(LEFT), game.colour(RIGHT)) == (Colour.WHITE, Colour.BLACK)
    assert turns == {4: RIGHT, 5: LEFT, 6: RIGHT, 7: LEFT}


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize(
    ("name", "made", "options", "opens"),
    [
        ("rif", 3, (Option.STAY, Option.SWAP), False),
        ("soosyrv-8", 4, (Option.STAY, Option.SWAP), False),
        ("taraguchi-10", 2, (Option.STAY, Option.SWAP), False),
        ("sakata", 5, (Option.STAY, Option.SWAP), False),
        ("swap", 3, (Option.STAY, Option.SWAP), True),
        ("swap2", 3, (Option.STAY, Option.SWAP, Option.TWO_MORE), True),
    ],
)
def test_below_its_end_an_opening_that_is_over_is_open_again(
    name: str, made: int, options: tuple[Option, ...], opens: bool
) -> None:
    game = Game(opening=name)
    game.make(8)
    over = game.state.play
    assert over.step is None
    game.stop()
    game.act(SetMoves, made)
    play = game.state.play
    assert play.step is not None
    assert (play.step.options, play.open) == (options, opens)
    game.act(SetMoves, over.moves)
    assert game.state.play == over


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize(("made", "then"), [(1, 3), (2, 3), (3, 4), (4, 5)])
def test_inside_an_opening_it_is_counted_on_from_there(made: int, then: int) -> None:
    game = Game(opening="rif")
    game.act(SetMoves, made)
    game.move()
    assert game.moves == then


@pytest.mark.rule("corrections: moves")
def test_at_two_more_stones_the_last_choice_is_to_come_and_the_colours_are_open() -> None:
    game = Game(opening="swap2")
    game.act(SetMoves, 5)
    play = game.state.play
    assert (play.step, play.open) == (OPENINGS["swap2"].steps["last choice"], True)


@pytest.mark.rule("corrections: moves")
def test_past_the_opening_nothing_that_was_entered_is_pending() -> None:
    game = Game(opening="rif")
    game.press(LEFT)
    game.choose(RIGHT, Option.SWAP)
    game.act(SetMoves, 9, "begun from a position")
    assert kinds(game.press(RIGHT)) == ["TurnPassed"]
    assert game.moves == 10


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize(
    "text",
    [
        *(TWO, "2/10:00+5 then 5:00+5", "2/10:00b5 then 5:00b5", "2/10:00d5 then 5:00d5"),
        *("2/10:00 and 3x30 then 5:00 and 3x30", "hourglass 2/10:00 then hourglass 5:00"),
        *("2/10:00 then &2/5:00", "2/10:00 then *9/5:00"),
    ],
)
@pytest.mark.parametrize("first", ["after", "before"])
@pytest.mark.parametrize("starter", EITHER)
def test_the_time_of_a_period_is_given_when_it_is_reached_and_taken_back_when_it_is_left(
    text: str, first: str, starter: Seat
) -> None:
    game = Game(text, starter=starter, first_bonus=first)
    game.stop(after=MINUTE_NS)
    shown = dict(zip(EITHER, game.shown, strict=True))
    for made, periods in ((4, (2, 2)), (3, (2, 1)), (0, (1, 1)), (3, (2, 1))):
        game.act(SetMoves, made)
        for seat, period in zip((starter, starter.other), periods, strict=True):
            more_ns = (period - 1) * 5 * MINUTE_NS  # and no increment
            assert game.state.seat(seat).period == period
            assert game.shows(seat) == shown[seat] + more_ns
        break_run(game)


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize("starter", EITHER)
def test_a_counter_that_was_wrong_in_play_costs_no_more_than_the_time_it_brought(
    starter: Seat,
) -> None:
    game = Game(TWO, starter=starter)
    game.make(3, each=MINUTE_NS)  # the third brought 5:00
    assert game.shows(starter) == 13 * MINUTE_NS
    assert figures(game.act(SetMoves, 2)) == [
        ("moves", None, 3, 2),
        ("turn", None, starter.other.value, starter.value),
        ("period", starter, 2, 1),
        ("remaining_ns", starter, 13 * MINUTE_NS, 8 * MINUTE_NS),
    ]


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("countup 10/0 then 30:00", "0", "30:00"),
        ("countup 10/0 then 30:00+5", "0", "30:05"),
        ("countup 10/0 then 0 and 3x30", "0", "0:30"),
        ("gong 10/0:10 then 30:00", "0:10", "30:00"),
        ("10/30:00 then gong 0:10", "30:00", "0:10"),
        ("10/30:00 then countup 0", "30:00", "0"),
    ],
)
def test_between_time_left_and_a_count_or_a_gong_a_period_begins_with_its_own_time(
    text: str, before: str, after: str
) -> None:
    game = Game(text, first_bonus="before")
    game.stop()
    for made, period, shows in ((20, 2, after), (0, 1, before)):
        game.act(SetMoves, made)
        assert (game.left.period, game.right.period) == (period, period)
        assert game.shown == (duration_ns(shows), duration_ns(shows))
        assert (game.left.overtime is not None) is ("3x" in text and period == 2)
        assert not game.left.fallen
        break_run(game)


@pytest.mark.rule("corrections: moves")
def test_a_counter_may_bring_and_take_several_periods_and_blocks_that_repeat() -> None:
    game = Game("1/10:00 then 1/5:00 then &2/1:00")
    game.act(SetMoves, 8)
    assert (game.left.period, game.left.due, game.shown) == (4, 6, (17 * MINUTE_NS,) * 2)
    break_run(game)
    game.act(SetMoves, 2)
    assert (game.left.period, game.left.due, game.shown) == (2, 2, (15 * MINUTE_NS,) * 2)


@pytest.mark.rule("corrections: moves")
def test_a_block_that_came_by_time_is_completed_by_the_counter_and_not_left_by_it() -> None:
    game = Game("1:00 then &3/0:30")
    game.press(LEFT, after=MINUTE_NS)  # the first move of the block
    game.press(RIGHT, after=MINUTE_NS)
    game.act(SetMoves, 5)
    assert (game.left.period, game.left.due, game.right.period) == (3, 6, 2)
    assert game.shown == (60 * SECOND_NS, 30 * SECOND_NS)
    break_run(game)
    game.act(SetMoves, 0)
    assert (game.left.period, game.left.due, game.shown) == (2, 3, (30 * SECOND_NS,) * 2)


@pytest.mark.rule("corrections: moves")
def test_what_a_block_dropped_is_not_given_back() -> None:
    game = Game("*2/1:00")
    game.make(4, each=10 * SECOND_NS)  # 40 s of the first block were left to each
    game.adjust(LEFT, by=30 * SECOND_NS)
    game.act(SetMoves, 3)
    assert (game.left.period, game.shows(LEFT)) == (2, 90 * SECOND_NS)
    game.act(SetMoves, 2)
    assert (game.left.period, game.shows(LEFT)) == (1, 30 * SECOND_NS)


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize("on_flag", ["run", "stop"])
def test_nothing_left_then_is_a_fallen_clapper_and_a_typing_error_is_typed_anew(
    on_flag: str,
) -> None:
    game = Game(TWO, on_flag=on_flag, announce=True)
    game.press(LEFT)
    game.press(RIGHT)
    game.press(LEFT, after=9 * MINUTE_NS)
    game.press(RIGHT)
    game.wait(2 * MINUTE_NS)
    assert game.shown == (4 * MINUTE_NS, 15 * MINUTE_NS)
    game.stop()
    fell = game.act(SetMoves, 0, "typed wrong")
    assert ClapperFell(game.now_ns, LEFT) in fell
    assert game.shown == (0, 10 * MINUTE_NS)
    raised = game.act(SetMoves, 4)
    assert ClapperRaised(game.now_ns, LEFT) in raised
    assert (game.shown, game.moves) == ((4 * MINUTE_NS, 15 * MINUTE_NS), 4)


@pytest.mark.rule("corrections: moves")
def test_a_seat_that_runs_out_by_the_counter_falls_while_its_clock_runs() -> None:
    game = Game(TWO)
    game.make(4)
    game.wait(11 * MINUTE_NS)
    assert kinds(game.act(SetMoves, 2))[-1] == "ClapperFell"
    assert (game.left.fell_at_ns, game.phase) == (11 * MINUTE_NS, Phase.RUNNING)


@pytest.mark.rule("corrections: moves")
def test_a_fallen_seat_gets_no_period_and_is_in_that_of_its_moves_once_it_is_given_time() -> None:
    game = Game("3/1:00 then 5:00")
    game.wait(MINUTE_NS)
    game.act(SetMoves, 6)
    assert (game.left.period, game.right.period, game.left.fallen) == (1, 2, True)
    game.adjust(LEFT, to=MINUTE_NS)
    assert (game.left.period, game.shows(LEFT)) == (2, MINUTE_NS)


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize("rollover", ["at_zero", "at_zero_both"])
def test_where_periods_come_at_zero_the_counter_brings_none(rollover: str) -> None:
    game = Game("1/10:00 then 5:00", rollover=rollover)
    assert figures(game.act(SetMoves, 4)) == [("moves", None, 0, 4)]
    assert (game.left.period, game.shows(LEFT)) == (1, 10 * MINUTE_NS)
    game.wait(10 * MINUTE_NS)
    assert game.left.period == 2


@pytest.mark.rule("corrections: moves")
def test_in_a_reconstruction_the_counter_leaves_the_clock_that_runs() -> None:
    game = Game()
    game.stop()
    game.resume(LEFT, reconstruct=True)
    game.act(SetMoves, 1)
    assert (game.phase, game.running, game.state.turn) == (Phase.RECONSTRUCTION, LEFT, RIGHT)


# The colours


@pytest.mark.rule("corrections: colours")
@pytest.mark.parametrize("name", OPENINGS)
@pytest.mark.parametrize("black", EITHER)
def test_before_a_start_the_seat_that_plays_black_begins(name: str, black: Seat) -> None:
    game = Game("10:00", right="5:00", opening=name, starter=black.other, started=False)
    game.act(SetColours, black)
    assert game.state.setup.starter is black
    assert game.start() == [GameStarted(0, black)]
    assert game.shown == (10 * MINUTE_NS, 5 * MINUTE_NS), "times stay with the seats"


@pytest.mark.rule("corrections: colours")
@pytest.mark.rule("first colour")
def test_where_white_begins_it_is_the_other_seat() -> None:
    game = Game(first=Colour.WHITE, started=False)
    game.act(SetColours, LEFT)
    assert (game.state.turn, game.colour(LEFT)) == (RIGHT, Colour.BLACK)
    assert kinds(game.press(LEFT)) == ["GameStarted"]
    assert game.running is RIGHT


@pytest.mark.rule("corrections: colours")
@pytest.mark.parametrize("starter", EITHER)
def test_the_turn_follows_the_colours_and_each_quota_is_looked_at_anew(starter: Seat) -> None:
    game = Game(TWO, starter=starter)
    game.make(3, each=MINUTE_NS)  # Black has made two, White one
    assert figures(game.act(SetColours, starter.other)) == [
        ("black", None, starter.value, starter.other.value),
        ("turn", None, starter.other.value, starter.value),
        *sorted(
            [
                ("period", starter, 2, 1),
                ("remaining_ns", starter, 13 * MINUTE_NS, 8 * MINUTE_NS),
                ("period", starter.other, 1, 2),
                ("remaining_ns", starter.other, 9 * MINUTE_NS, 14 * MINUTE_NS),
            ],
            key=lambda figure: (figure[1] is RIGHT, figure[0]),
        ),
    ]
    assert (game.running, game.moves) == (starter, 3)
    assert [game.state.play.made(seat) for seat in (starter, starter.other)] == [1, 2]
    game.press(starter)
    assert (game.moves, game.state.play.made(starter)) == (4, 2)


@pytest.mark.rule("corrections: colours")
@pytest.mark.rule("openings")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_in_an_opening_the_colours_set_are_the_choice(name: str, starter: Seat) -> None:
    """Whoever is to move then lays; a swap needs no press, and no time is given or taken."""
    for before, option, after in presses_of(name, starter):
        same = before.play.black is after.play.black and not before.play.open
        if option in (None, Option.TWO_MORE) or same:
            continue
        state, _ = step(before, SetColours(before.at_ns, after.play.black))
        assert (state.left.remaining_ns, state.right.remaining_ns) == (
            before.left.remaining_ns,
            before.right.remaining_ns,
        )
        if option is Option.STAY:
            state, _ = step(state, Press(before.at_ns, before.turn))
        assert (state.play, state.turn, state.running) == (after.play, after.turn, after.running)


@pytest.mark.rule("corrections: colours")
@pytest.mark.parametrize("name", ["swap", "swap2"])
@pytest.mark.parametrize("black", EITHER)
def test_at_an_open_choice_either_colour_may_be_entered_and_white_lays_next(
    name: str, black: Seat
) -> None:
    game = Game(opening=name)
    game.press(LEFT)
    assert game.act(SetColours, black) != []
    assert (game.colour(black), game.running) == (Colour.BLACK, black.other)
    game.press(black.other)
    assert (game.moves, game.running, game.state.play.step) == (4, black, None)


@pytest.mark.rule("corrections: colours")
@pytest.mark.rule("RIF 14.9")
def test_colours_set_while_a_clock_runs_date_no_call_back() -> None:
    game = Game("3/10:00 then 10:00", rollover="at_zero", rules="rif-referees")
    game.make(5)
    game.adjust(LEFT, to=4 * MINUTE_NS)
    assert game.said(RefereeCalled) == [], "left has made its three"
    game.wait(SECOND_NS)
    came = game.act(SetColours, RIGHT)
    assert came[-1] == RefereeCalled(SECOND_NS, LEFT), "it has two now, at this instant"
    assert game.running is LEFT
    assert game.wait(MINUTE_NS) == []


@pytest.mark.rule("corrections: colours")
def test_a_start_that_follows_is_that_of_the_new_starter_in_joint_time_too() -> None:
    game = Game(started=False)
    game.act(SetColours, RIGHT)
    game.do(Start(0, EITHER))
    game.press(LEFT, after=HOUR_NS // 2)
    assert game.running is RIGHT


@pytest.mark.rule("corrections: moves")
def test_a_counter_typed_again_raises_no_clapper_over_nothing() -> None:
    game = Game("2/1:00 then 2/0:30 then 1:00")
    game.make(8, each=20 * SECOND_NS)
    game.stop(after=10 * SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (3, 60 * SECOND_NS)
    game.act(SetMoves, 0)
    fell = game.said(ClapperFell)
    assert [each.seat for each in fell] == [LEFT, RIGHT]
    game.act(SetMoves, 6)
    raised = [each.seat for each in game.said(ClapperRaised)]
    assert raised == [RIGHT], "left has 1:00 less 1:00"
    assert (game.shows(LEFT), game.left.fell_at_ns) == (0, fell[0].at_ns)
    game.act(SetMoves, 8)
    assert (game.shows(LEFT), game.left.fallen) == (60 * SECOND_NS, False)
