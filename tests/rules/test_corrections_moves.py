"""The counter and the colours set right: the turn and both seats' periods follow.

A "warn" keeps two corrections from counting as one.
"""

import pytest

from clock.presets.openings import OPENINGS
from clock.rules.inputs import Press, SetColours, SetMoves
from clock.rules.machine import step
from clock.rules.openings import Option
from clock.rules.outputs import Corrected
from clock.rules.seats import Seat
from tests.rules.games import Game, kinds
from tests.rules.paths import EVERY_OPENING, presses_of
from tests.rules.scenarios import Scenario, play, scenarios

# Who is to move after so many moves, on the way without a swap: F began, and plays Black.
ONE_BY_ONE, THREE_AT_ONCE = "FSFSFSFSF", "FFFSFSFSF"
TURNS = {
    **dict.fromkeys(("rif", "yamaguchi", "soosyrv-8", "swap"), THREE_AT_ONCE),
    "sakata": "FFFSSFFSF",
    "swap2": "FFFSFFFSF",  # at 5 "two more" are laid
    **dict.fromkeys(("taraguchi-10", "taraguchi", "tarannikov"), ONE_BY_ONE),
    **dict.fromkeys(("pro", "long-pro", "none"), ONE_BY_ONE),
}


@pytest.mark.rule("corrections: moves")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_the_turn_follows_the_counter_and_the_press_credits_who_presses(
    name: str, starter: Seat
) -> None:
    assert set(TURNS) == set(OPENINGS)
    for made, mover in enumerate(TURNS[name]):
        game = Game(opening=name, starter=starter)
        game.act(SetMoves, made)
        seat = starter if mover == "F" else starter.other
        assert (game.moves, game.running, game.state.play.black) == (made, seat, starter)
        mine, theirs = (game.state.play.made(each) for each in (seat, seat.other))
        assert kinds(game.press(seat.other)) == ["PressIgnored"]
        assert kinds(game.press(seat))[0] == "TurnPassed"
        if game.state.play.step is None and game.state.play.black is starter:
            made_now = [game.state.play.made(each) for each in (seat, seat.other)]
            assert made_now == [mine + 1, theirs]


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
    assert (set(play.step.options), play.open) == (set(options), opens)
    game.act(SetMoves, over.moves)
    assert game.state.play == over


@scenarios("""
[corrections: moves]
inside an opening moves are counted on from there, and past it nothing entered is pending
  1:00:00, opening=rif | L; swap R; R; moves 4 -> runs R, colours white black; swap R
    moves 7 -> runs L, colours white black; L -> TurnPassed L, moves 8
  1:00:00, opening=rif | moves 2; L -> moves 3
at two more stones the last choice is to come and the colours are open
  1:00:00, opening=swap2 | moves 5 -> step yes, colours none none; swap L
    L -> runs R, colours black white
a counter that was wrong in play costs no more than the time it brought
  2/10:00 then 5:00 | make 3 1:00 -> time 13:00 9:00
    moves 2 -> has Corrected moves 3>2, has Corrected turn right>left, has Corrected L period 2>1
    -> has Corrected L remaining_ns 13:00>8:00, total Corrected 4
between time left and a count or a gong a period begins with its own time
  countup 10/0 then 30:00 | stop; moves 20 -> periods 2 2, time 30:00 30:00; warn L
    moves 0 -> periods 1 1, time 0 0
  countup 10/0 then 30:00+5, first_bonus=before | stop; moves 20 -> time 30:05 30:05; warn L
    moves 0 -> periods 1 1, time 0 0
  10/30:00 then gong 0:10 | stop; moves 20 -> time 10 10; warn L; moves 0 -> time 30:00 30:00
a counter may bring and take several periods and blocks that repeat, but no increment
  2/10:00+5 then 5:00 and 3x30 | moves 4 -> time 15:00 15:00; warn L; moves 3 -> time 15:00 10:00
  1/10:00 then 1/5:00 then &2/1:00 | moves 8 -> periods 4 4, due 6 6, time 17:00 17:00; warn L
    moves 2 -> periods 2 2, due 2 2, time 15:00 15:00
what is missing when blocks are left is taken from byo-yomi, once
  &1/1:00 and 3x50 | moves 8; take L 4:50 -> periods 5 5, time 10 5:00
    moves 6 -> periods 4 4, time 50*2 4:00; warn L; moves 0 -> periods 1 1, time 40*2 1:00
a block that came by time is completed by the counter and not left by it
  1:00 then &3/0:30 | L 1:00; R 1:00; moves 5 -> periods 3 2, due 6 3, time 1:00 30; warn L
    moves 0 -> periods 2 2, due 3 3, time 30 30
what a block dropped is not given back
  *2/1:00 | make 4 10; give L 30; moves 3 -> periods 2 1, time 1:30 down
    moves 2 -> periods 1 1, time 30 down
nothing left then is a fallen clapper, and a typing error can be corrected
  2/10:00 then 5:00, announce=yes | make 2; L 9:00; R; wait 2:00 -> time 4:00 15:00; stop
    moves 0 -> has ClapperFell L, time down 10:00; wait 5
    moves 4 -> has ClapperRaised L, time 4:00 15:00, moves 4
  2/10:00 then 5:00, announce=yes, on_flag=stop | make 2; L 9:00; R; wait 2:00; stop
    moves 0 -> has ClapperFell L, time down 10:00; moves 4 -> has ClapperRaised L, time 4:00 15:00
a seat that runs out by the counter falls while its clock runs
  2/10:00 then 5:00 | make 4; wait 11:00; moves 2 -> has ClapperFell L @11:00, phase running
a fallen seat gets no period, and is in that of its moves once it is given time
  3/1:00 then 5:00 | wait 1:00; moves 6 -> periods 1 2, time down 6:00
    set L 1:00 -> periods 2 2, time 1:00 6:00
where periods come at zero the counter brings none
  1/10:00 then 5:00, rollover=at_zero | moves 4 -> Corrected moves 0>4, periods 1 1
    wait 10:00 -> periods 2 1, time 5:00 10:00
  1/10:00 then 5:00, rollover=at_zero_both | moves 4 -> Corrected moves 0>4, periods 1 1
    wait 10:00 -> periods 2 2, time 5:00 15:00
in a reconstruction the counter leaves the clock that runs
  1:00:00 | stop; reconstruct L; moves 1 -> phase reconstruction, runs L, turn R
a counter typed again raises no clapper without time
  2/1:00 then 2/0:30 then 1:00 | make 8 20; stop 10 -> periods 3 3, time 1:00 1:10
    moves 0 -> has ClapperFell L, has ClapperFell R
    moves 6 -> has ClapperRaised R, lacks ClapperRaised L, time down 10
    moves 8 -> time 1:00 1:10
[corrections: colours, first colour]
before a start the seat that plays Black begins, where White does not, and times stay
  10:00 vs 5:00, opening=rif, started=no | black R -> starter R; start -> GameStarted R
    -> time 10:00 5:00
  1:00:00, first=white, started=no | black L -> turn R, colours black white; L -> GameStarted R
[corrections: colours]
the turn follows the colours and each quota is looked at again
  2/10:00 then 5:00 | make 3 1:00 -> made 2 1
    black R -> has Corrected black left>right, has Corrected turn right>left, total Corrected 6
    -> time 8:00 14:00, periods 1 2, runs L, moves 3, made 1 2; L -> moves 4, made 2 2
a start that follows is that of the new starter in joint time too
  1:00:00, started=no | black R; start L R; L 30:00 -> runs R
at an open choice either colour may be entered and White lays next
  1:00:00, opening=swap | L; black L -> colours black white, runs R; R -> moves 4, runs L, step no
  1:00:00, opening=swap2 | L; black R -> colours white black, runs L; L -> moves 4, runs R, step no
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("corrections: colours", "openings")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_in_an_opening_the_colours_set_are_the_choice(name: str, starter: Seat) -> None:
    """Whoever is to move then lays; a swap needs no press, and no time is given or taken."""
    for before, option, after in presses_of(name, starter):
        same = before.play.black is after.play.black and not before.play.open
        if option in (None, Option.TWO_MORE) or same:
            continue
        state, outputs = step(before, SetColours(before.at_ns, after.play.black))
        figures = {each.what for each in outputs if isinstance(each, Corrected)}
        assert "remaining_ns" not in figures
        if option is Option.STAY:
            state, _ = step(state, Press(before.at_ns, before.turn))
        assert (state.play, state.turn, state.running) == (after.play, after.turn, after.running)
