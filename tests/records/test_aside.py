"""A game that was put aside, in the lists and reports; and one brought from another clock."""

from pathlib import Path

from clock.files import read_file
from clock.game.chain import intact_chain
from clock.game.names import Names
from clock.game.short_form import short_form
from clock.journal.folder import game_files
from clock.journal.journal import Journal
from clock.menu.levels import TakeUp
from clock.rules.inputs import Finish, Press, PutAside, Result, Start, Stop
from clock.rules.seats import LEFT
from clock.rules.units import HOUR_NS, SECOND_NS
from clock.station.table_games import TableGames
from hal.ports import Line
from tests.cli.running import called, printed
from tests.rules.games import setup

NAMES = Names(left="Bo", right="Ann")


class Clock:
    """A clock with a game that was put aside, and another that followed."""

    def __init__(self, folder: Path, *, plays: bool = True) -> None:
        self.folder = folder
        self.journal = Journal(folder, 0, own_thread=False, names=NAMES)
        self.games = TableGames(self.journal, setup("40/2:00:00"), 0)
        if plays:
            self.games.all[-1].add(Start(0))
            self.games.all[-1].add(Press(SECOND_NS, LEFT))
            self.games.all[-1].add(Stop(HOUR_NS))
            self.put_aside()
        self.journal.turn()

    def put_aside(self) -> None:
        at_ns = self.games.all[-1].state.at_ns
        self.games.put_aside(PutAside(at_ns), at_ns)
        self.games.begin(setup("3:00"), at_ns)
        self.games.all[-1].add(Start(at_ns))
        self.games.all[-1].add(Finish(at_ns + SECOND_NS, Result.DRAW))

    def take_up(self) -> None:
        self.journal.look()
        self.journal.turn()
        (aside,) = self.games.asides or ()
        assert self.games.go_on(TakeUp(aside), 2 * HOUR_NS, frozenset(Line))
        self.journal.turn()

    def listed(self) -> list[str]:
        return printed("games", "--journal", self.folder).splitlines()[1:]


def test_it_stays_in_the_list_of_games_and_says_where_it_goes_on(tmp_path: Path) -> None:
    clock = Clock(tmp_path / "games")
    assert "put aside" in clock.listed()[0]
    clock.take_up()
    clock.games.all[-1].add(Finish(3 * HOUR_NS, Result.DRAW))
    clock.take_up()
    clock.journal.close()
    assert ["put aside; goes on as 3, 4" in row for row in clock.listed()] == [True] + 3 * [False]
    assert "are correct" in printed("verify", "--all", "--journal", clock.folder)
    _, log, _ = called("log", "3", "--journal", clock.folder)
    assert "It was put aside as game 1, and taken up after line 5." in log
    assert "The game is put aside" in log
    assert "The game is put aside" in printed("report", "1", "--journal", clock.folder)


def test_a_game_that_is_brought_is_taken_up_as_one_of_the_clock_s_own(tmp_path: Path) -> None:
    old, new = Clock(tmp_path / "old"), Clock(tmp_path / "new", plays=False)
    file = game_files(old.folder)[1]
    assert printed("bring", file, "--journal", new.folder).startswith("Brought (Put aside ")
    (brought,) = new.folder.glob("aside-*")
    assert brought.read_bytes() == file.read_bytes()
    new.take_up()
    state = new.games.all[-1].state
    assert (state.play.moves, state.right.spent_ns) == (1, HOUR_NS - SECOND_NS)
    new.journal.close()
    assert "are correct" in printed("verify", "--all", "--journal", new.folder)
    svg = printed("export", "1", "--qr", "--journal", old.folder)
    assert "<svg" in svg
    code = tmp_path / "code"
    code.write_text(short_form(intact_chain(read_file(file)).lines))
    assert printed("bring", code, "--journal", new.folder).startswith("Brought (Put aside ")
    assert [path.name for path in new.folder.glob("aside-*")] == [brought.name]
    for wrong, why in ((read_file(file)[:-9], "lines at its end are missing"), (b"{}", "recorded")):
        bad = tmp_path / "bad"
        bad.write_bytes(wrong)
        status, _, errors = called("bring", bad, "--journal", new.folder)
        assert (status, why in errors) == (2, True)
