"""How many presses a setup takes: from switching on to a running game, and to the next game."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from clock.kinds import KINDS
from clock.menu.access import Opens, Organizer
from clock.menu.levels import MenuContext, NewGame, NewSetup
from clock.presets import controls
from clock.rules.control import Method, Period
from clock.rules.inputs import Finish, Result
from clock.rules.machine import begin
from clock.rules.regulations import PROFILES
from clock.rules.seats import Colour
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.control import setup_title
from tests.menu.menu_driver import CONTEXT, MenuDriver, power_on, preset_setup, ready, stopped
from tests.rules import games
from tests.rules.games import LEFT, RIGHT, Game

BYOYOMI = Period(30 * MINUTE_NS, None, Method.BYOYOMI, 30 * SECOND_NS, 5)


def choose(*rows: str) -> MenuDriver:
    """Choose these rows on a clock just switched on, use the setup, and start the game."""
    hand = power_on()
    hand.press("-")
    hand.take(*rows)
    assert hand.title == "Use this setup?"
    hand.confirm()
    hand.press("ok")
    assert hand.state.phase is Phase.RUNNING
    return hand


def test_five_and_three_in_chess_takes_at_most_seven() -> None:
    hand = choose("Chess", "Blitz 5 + 3")
    setup = hand.state.setup
    assert hand.presses <= 7
    assert (setup.game, setup.first, setup.opening.name) == ("chess", Colour.WHITE, "none")
    assert (setup.regulations, setup.left) == (PROFILES["fide"], controls("5m+3s")[0])


@pytest.mark.parametrize("game", ["Go", "Chess", "Renju"])
def test_byoyomi_of_ones_own_takes_at_most_twenty(game: str) -> None:
    hand = choose(game, "Times ...", "Byo-yomi ...", "30 min", "30 s", "5")
    assert hand.presses <= 20
    assert (hand.state.setup.left, hand.state.setup.right) == ((BYOYOMI,), (BYOYOMI,))
    assert KINDS[hand.state.setup.game].title == game


def test_an_increment_of_ones_own_takes_at_most_twenty() -> None:
    hand = choose("Chess", "Times ...", "With increment ...", "20 min", "5 s")
    assert hand.presses <= 20
    assert hand.state.setup.right == controls("20m+5s")[0]


def test_ten_minutes_against_two_take_at_most_twelve() -> None:
    hand = choose("Chess", "Times ...", "Each side ...", "10 min", "2 min")
    setup = hand.state.setup
    assert hand.presses <= 12
    assert (setup.left, setup.right) == (controls("10m")[0], controls("2m")[0])


def test_byoyomi_begins_with_what_is_usual_in_the_game() -> None:
    hand = power_on()
    hand.press("-")
    hand.take("Shogi", "Times ...", "Byo-yomi ...")
    shown = []
    while hand.title != "Use this setup?":
        shown.append(hand.selected)
        hand.press("ok")
    assert shown == ["10 min", "30 s", "1"]


def test_another_main_time_is_entered_in_minutes_and_stands_among_the_rows() -> None:
    hand = power_on()
    hand.press("-")
    hand.take("Go", "Times ...", "Byo-yomi ...", "Another time")
    assert hand.rows == ("[30]:00",)
    hand.press("+ + ok ok")
    assert hand.selected == "32 min"
    hand.press("ok ok ok")
    (period,) = hand.menu.draft.left if hand.menu.draft else ()
    assert period == replace(BYOYOMI, time_ns=32 * MINUTE_NS)


def test_the_last_setup_is_set_by_two_presses_from_the_faces() -> None:
    played = choose("Chess", "Blitz 5 + 3").state.setup
    hand = power_on(replace(CONTEXT, recent=(played,)))
    hand.press("-")
    assert hand.rows[:2] == ("Chess 5 min + 3 s", "Renju")
    hand.press("ok")
    assert (hand.presses, hand.closed, hand.state.setup) == (2, True, played)
    assert hand.acts == [NewSetup(played)]


def test_of_two_last_setups_with_the_same_row_each_names_what_it_has_alone() -> None:
    fide, club = (
        games.setup("5:00+3", rules=rules, kind="chess", first=Colour.WHITE)
        for rules in ("fide", "club")
    )
    swap2, soosyrv = (
        games.setup("60:00", opening=name, kind="gomoku") for name in ("swap2", "soosyrv-8")
    )
    penalty = replace(fide, regulations=replace(fide.regulations, hand_penalty_ns=7 * MINUTE_NS))
    hour, half = (
        games.setup(f"40/2:00:00 then {time}", kind="renju") for time in ("1:00:00", "30:00")
    )
    for recent, texts in (
        ((fide, club), ("5 min + 3 s, FIDE", "5 min + 3 s, Club")),
        ((swap2, soosyrv), ("Gomoku 60 min, Swap2", "60 min, Soosyrv-8")),
        ((fide, penalty), ("Chess 5 min + 3 s", "Hand penalty: 7:00")),
        ((hour, half), ("40/2:00:00, 1:00:00", "40/2:00:00, 30:00")),
    ):
        hand = power_on(replace(CONTEXT, recent=recent))
        hand.press("-")
        assert hand.rows[:2] == texts


def test_a_row_of_two_different_times_speaks_of_both() -> None:
    hand = power_on(replace(CONTEXT, recent=(play("armageddon").state.setup,)))
    hand.press("-")
    assert "Left: 5:00 · Right: 4:00" in hand.page.sentence
    hand.take("Chess")
    while not hand.selected.startswith("Armageddon"):
        hand.press("+")
    assert "Left: 5:00 · Right: 4:00" in hand.page.sentence


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        ("Renju", {"90+30 s, Soosyrv-8", "10+10 s, Taraguchi-10", "Renju 60 min, RIF"}),
        ("Gomoku", {"Gomoku 60 min, Swap2", "30 min + 5 s, Swap2", "Gomoku 5 min, Swap2"}),
    ],
)
def test_a_preset_s_row_names_its_opening_where_it_has_room_and_its_speech_always(
    game: str, rows: set[str]
) -> None:
    hand = power_on()
    hand.press("-")
    hand.take(game)
    assert rows <= set(hand.rows)
    openings = [each.setup.opening for each in CONTEXT.offers if each.game == game.lower()]
    for opening in openings:
        shown = opening.name == "none" or opening.title in hand.page.sentence
        assert shown, (opening.name, hand.page.sentence)
        hand.press("+")


@pytest.mark.parametrize(
    ("left", "right", "kind", "title"),
    [
        ("5:00+3", "5:00+3", "chess", "Chess 5 min + 3 s"),
        ("10:00", "2:00", "chess", "Chess 10 min v 2 min"),
        ("30:00 and 5x30", "30:00 and 5x30", "go", "Go 30 min, 5x30 s"),
        ("40/2:00:00 then 1:00:00", "40/2:00:00 then 1:00:00", "renju", "Renju 40/2:00:00 …"),
        ("5:00d2", "5:00d2", "chess", "Chess 5:00 d2s"),
        ("5:00", "5:00", "", "5 min"),
    ],
)
def test_a_setup_s_title_is_as_people_say_it(left: str, right: str, kind: str, title: str) -> None:
    assert setup_title(games.setup(left, right=right, kind=kind)) == title


@pytest.mark.parametrize("ends", ["result", "fall"])
def test_the_next_game_runs_after_three_presses(ends: str) -> None:
    game = Game("0:10", rules="fide", kind="chess", first=Colour.WHITE)
    if ends == "fall":
        game.wait(11 * SECOND_NS)
    else:
        game.stop()
        game.do(Finish(game.now_ns, Result.LEFT))
    hand = MenuDriver(game)
    assert "OK next game" in hand.hint
    hand.press("ok + ok")
    assert (hand.state.phase, hand.state.setup.starter) == (Phase.RUNNING, RIGHT)


def test_after_a_fall_that_decides_the_game_ok_offers_its_win_before_no_result() -> None:
    game = Game("0:10", rules="fide", kind="chess", first=Colour.WHITE)
    game.wait(11 * SECOND_NS)
    hand = MenuDriver(game)
    hand.press("ok")
    for row, begins, offers in (
        ("Black won on time", "Right begins as White", "OK without a result"),
        ("Ends this game", "Left begins again", "OK Black won on time"),
        ("Black won on time", "Left begins as White", "OK without a result"),
        ("Ends this game", "Right begins as White", "OK Black won on time"),
    ):
        assert (hand.rows[0], hand.rows[-2], hand.rows[-1]) == (row, begins, offers)
        hand.press("ok")
    hand.press("+")
    assert hand.log() == [Finish(0, Result.RIGHT, "time"), NewGame(True)]


def test_where_a_code_guards_the_menu_no_player_leaves_a_game_without_a_result() -> None:
    game = Game("0:10", rules="fide", kind="chess", first=Colour.WHITE)
    game.wait(11 * SECOND_NS)
    hand = MenuDriver(game, MenuContext(organizer=Organizer(Opens.CODE, (7, 0, 9, 5))))
    assert "next game" not in hand.hint
    hand.press("ok")
    assert hand.title == "Organizer's code"
    hand.press("stop + stop")
    assert (hand.title, "Next game" in hand.rows) == ("Who won?", False)


@pytest.mark.parametrize(
    ("kind", "first", "rows"),
    [
        ("chess", Colour.WHITE, ("Right begins as White", "Left begins as White")),
        ("go", Colour.BLACK, ("Right begins as Black", "Left begins as Black")),
        ("go", Colour.WHITE, ("Left begins as White", "Right begins as White", "Even game")),
        ("shogi", Colour.WHITE, ("Left begins as Gote", "Right begins as Gote", "Even game")),
        ("other", Colour.BLACK, ("Left begins", "Right begins")),
    ],
)
def test_the_kind_of_game_says_who_begins_the_next_and_ok_is_the_other(
    kind: str, first: Colour, rows: tuple[str, ...]
) -> None:
    hand = stopped(kind=kind, first=first)
    hand.game.do(Finish(hand.game.now_ns, Result.LEFT))
    hand.press("ok")
    for row in (*rows, rows[0]):
        assert hand.rows[0] == row
        hand.press("ok")
    hand.press("+")
    assert hand.state.setup.starter is (LEFT if rows[1].startswith("Left") else RIGHT)


def test_after_a_handicap_game_an_even_one_is_two_presses_on_with_the_same_colours() -> None:
    hand = stopped(kind="go", first=Colour.WHITE)  # Left is White
    hand.game.do(Finish(hand.game.now_ns, Result.LEFT))
    hand.press("ok ok")
    assert hand.rows[-1] == "OK Even game"
    hand.press("ok")
    assert hand.rows == ("Even game", "Right begins as Black", "OK Handicap game")
    hand.confirm()
    setup = hand.state.setup
    assert (setup.first, setup.starter, setup.black) == (Colour.BLACK, RIGHT, RIGHT)
    assert hand.log() == [NewGame(False, first=Colour.BLACK)]


@pytest.mark.parametrize("kind", ["go", "scrabble", "shogi"])
def test_the_whole_setup_in_a_game_s_list_is_of_that_game(kind: str) -> None:
    hand = power_on()
    hand.press("-")
    hand.take(KINDS[kind].title, "Whole setup ...", "Use this setup")
    hand.confirm()
    usual = next(each.setup for each in hand.context.offers if each.game == kind)
    assert hand.state.setup == usual.begun_by(LEFT)


@pytest.mark.parametrize(
    ("preset", "row", "begins"),
    [
        ("go-30", "Handicap: none", "Handicap: White first"),
        ("shogi-10-30", "Handicap: none", "Handicap: Gote first"),
        ("fmjd-45", "Handicap: none", "Handicap: Black first"),
    ],
)
def test_a_handicap_turns_who_begins_and_each_seat_keeps_its_side(
    preset: str, row: str, begins: str
) -> None:
    hand = ready(context=power_on().context)
    setup = preset_setup(preset)
    hand.game.state = begin(setup)
    hand.press("-")
    hand.take("Whole setup ...", row)
    hand.take(begins)
    hand.take(row, "Use this setup")
    hand.confirm()
    assert hand.state.setup == replace(setup, starter=RIGHT, first=setup.first.other)
    hand.press("-")
    hand.take("Whole setup ...", "Begins: ")
    assert len(hand.rows) == 3


def test_where_there_is_no_handicap_there_is_no_row_for_it() -> None:
    for preset in ("blitz-5-3", "rif", "scrabble-25"):
        hand = ready(context=power_on().context)
        hand.game.state = begin(preset_setup(preset))
        hand.press("-")
        hand.take("Whole setup ...")
        assert "Handicap" not in hand.text


def play(preset: str) -> MenuDriver:
    """A hand at a game by a preset that is running."""
    game = Game(started=False)
    game.state = begin(preset_setup(preset))
    game.start()
    game.make(4)
    return MenuDriver(game, CONTEXT)


@pytest.mark.parametrize("way", ["+", "- -"])
def test_a_neighbour_of_any_preset_is_asked_for_after_at_most_eight_presses(way: str) -> None:
    for game in KINDS:
        names = [each.name for each in CONTEXT.offers if each.game == game and not each.setup.match]
        for name, neighbour in pairwise(names):
            wrong, right = (name, neighbour) if way == "+" else (neighbour, name)
            hand = play(wrong)
            hand.press(f"stop held - - ok {way} ok")
            setup = preset_setup(right)
            alike = hand.title == "Not possible"  # the same times by other rules
            assert (hand.presses <= 8, alike) == (True, setup.left == hand.state.setup.left)
            if not alike:
                hand.confirm()
            times = hand.state.setup.left, hand.state.setup.right
            assert times == (setup.left, setup.right), (wrong, right)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("blitz-5-3", "FIDE blitz 3 + 2"),
        ("fide-blitz", "Blitz 5 + 3"),
        ("fide-rapid", "Blitz 10 min"),
        ("renju-90", "Renju 120 min + 30 s"),
        ("go-30", "10 min, 3x30 s"),
    ],
)
def test_a_neighbouring_preset_is_set_right_in_at_most_ten_presses(wrong: str, right: str) -> None:
    hand = play(wrong)
    before = hand.state
    hand.press("stop held - -")
    assert hand.selected == "Correct setup"
    hand.press("ok")
    hand.take(right)
    hand.confirm()
    assert hand.presses <= 10
    assert (hand.state.setup.left != before.setup.left, hand.state.play) == (True, before.play)


@pytest.mark.parametrize(
    ("wrong", "steps", "right"),
    [
        ("fide-rapid", ("With increment ...", "20 min", "5 s"), "20m+5s"),
        ("fide-90", ("With increment ...", "90 min", "20 s"), "90m+20s"),
        ("go-30", ("Byo-yomi ...", "40 min", "30 s", "3"), "40m+3x30s"),
    ],
)
def test_a_time_of_ones_own_is_set_right_in_at_most_sixteen_presses(
    wrong: str, steps: tuple[str, ...], right: str
) -> None:
    hand = play(wrong)
    hand.press("stop held - - ok")
    hand.take("Times ...", *steps)
    hand.confirm()
    assert hand.presses <= 16
    assert hand.state.setup.left == hand.state.setup.right == controls(right)[0]


def test_a_wrong_time_is_corrected_for_the_side_that_begins_whoever_that_is() -> None:
    hand = play("blitz-5-3")
    hand.game.state = begin(replace(hand.state.setup, starter=RIGHT))
    hand.game.start()
    hand.press("stop held - - ok")
    hand.take("Armageddon")
    hand.confirm()
    setup = hand.state.setup
    assert (setup.left, setup.right) == (controls("4m")[0], controls("5m")[0])


@pytest.mark.parametrize(
    ("time", "kind", "nearest"),
    [
        ("14:00+10", "chess", "FIDE rapid 15 + 10"),
        ("34:00+30", "go", "30 min + 10 s"),  # the same method, not 30 min and 5x30 s
    ],
)
def test_the_list_opens_on_the_nearest_preset_where_the_time_is_none(
    time: str, kind: str, nearest: str
) -> None:
    hand = play("blitz-5-3")
    hand.game.state = begin(games.setup(time, rules="fide", kind=kind, first=Colour.WHITE))
    hand.game.start()
    hand.press("stop held - - ok")
    assert (hand.title, hand.selected[: len(nearest)]) == (kind.capitalize(), nearest)
    assert hand.rows[hand.cursor - 1] == "Times ..."
