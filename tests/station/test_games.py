"""The games of an evening without a journal, and the turns of the last one."""

from clock.game.facts import Ended
from clock.menu.setup.places import MenuContext
from clock.rules.inputs import Finish, Press, Result, Resume, SetControl, Start, Stop
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import SECOND_NS
from clock.station.games import GAMES_MAX, Games
from tests.rules.games import setup

GAME = setup("1:00")


def play(games: Games, think_ns: int) -> None:
    """One press and a result, on the game that is on the table."""
    at_ns = games.all[-1].state.at_ns
    games.all[-1].add(Start(at_ns))
    games.all[-1].add(Press(at_ns + think_ns, LEFT))
    assert games.menu_context(MenuContext()).turns == ()  # nothing is counted while a clock runs
    games.all[-1].add(Finish(at_ns + think_ns, Result.LEFT))


def test_the_turns_on_the_shelf_are_those_of_the_game_on_the_table_once_it_is_over() -> None:
    games = Games(None, GAME, 0)
    for think_ns in (20 * SECOND_NS, 30 * SECOND_NS):
        play(games, think_ns)
        (turn,) = games.menu_context(MenuContext()).turns
        assert turn.spent_ns == think_ns
        games.begin(GAME, games.all[-1].state.at_ns)
    assert games.menu_context(MenuContext()).turns == ()


def test_a_game_whose_setting_was_set_right_has_its_turns_by_both_settings() -> None:
    games = Games(None, GAME, 0)
    game = games.all[-1]
    right = setup("2:00+10")
    for act in (
        *(Start(0), Press(20 * SECOND_NS, LEFT), Stop(30 * SECOND_NS)),
        SetControl(30 * SECOND_NS, right.left, right.right, None, "wrong setting"),
        *(Resume(30 * SECOND_NS), Press(40 * SECOND_NS, RIGHT)),
        Finish(40 * SECOND_NS, Result.LEFT, "on the board", 3),
    ):
        game.add(act)
    first, second = games.menu_context(MenuContext()).turns
    assert (first.spent_ns, second.spent_ns) == (20 * SECOND_NS, 20 * SECOND_NS)
    (ended,) = games.menu_context(MenuContext()).evening
    assert ended == Ended(Result.LEFT, 3, 40 * SECOND_NS, 50 * SECOND_NS)
    games.begin(game.state.setup.following(Result.LEFT), 50 * SECOND_NS)
    assert games.all[-1].state.left.remaining_ns == 120 * SECOND_NS


def test_the_games_of_the_evening_are_there_without_a_journal_too() -> None:
    games = Games(None, GAME, 0)
    play(games, 20 * SECOND_NS)
    games.begin(GAME, 20 * SECOND_NS)
    games.begin(GAME, 20 * SECOND_NS)  # one that never began is none
    play(games, 30 * SECOND_NS)
    ended = [Ended(Result.LEFT, 1, left * SECOND_NS, 60 * SECOND_NS) for left in (40, 30)]
    assert list(games.menu_context(MenuContext()).evening) == ended
    assert games.due_ns(games.all[-1].state) is None


def test_of_more_games_than_are_remembered_the_first_are_forgotten() -> None:
    games = Games(None, GAME, 0)
    for played_s in range(1, GAMES_MAX + 3):
        play(games, played_s % 60 * SECOND_NS)
        games.begin(GAME, games.all[-1].state.at_ns)
    evening = games.menu_context(MenuContext()).evening
    assert len(evening) == GAMES_MAX
    assert evening[0].left_ns == (60 - 3) * SECOND_NS
