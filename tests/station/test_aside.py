"""A game is put aside and taken up: on this clock or on another, whatever is played in between."""

import os
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.game.figures import Figures, figures_of
from clock.game.names import Names
from clock.game.taken_over import IN_PROGRESS, moved_input
from clock.journal.journal import Journal
from clock.menu.levels import TakeUp
from clock.rules.inputs import Finish, Input, Press, PutAside, Result, Start, Stop
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT
from clock.rules.state import COUNTING, Phase, State
from clock.rules.units import HOUR_NS, SECOND_NS
from clock.station.table_games import TableGames
from hal.ports import Line
from tests.game.test_taken_over import later
from tests.journal.disks import Image, LabDisk
from tests.journal.journal_tables import (
    BOOT,
    OTHER_BOOT,
    JournalTable,
    start_and_press,
)
from tests.journal.written import contents, problem
from tests.rules.games import setup
from tests.rules.random_games import Played, late_games, mixed_games

GAMES = st.one_of(mixed_games(), late_games())
MEMORY = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None
"""The laws measure no speed."""
BODY = frozenset(Line)
NAMES = Names(event="Open", left="Bo", right="Ann")


class Clock:
    """The games of a clock, and its journal, written when `save` is called."""

    def __init__(self, path: Path, now_ns: int = 0, boot: str = BOOT, disk: LabDisk | None = None):
        self.path, self.disk = path, disk
        self.journal = Journal(path, now_ns, boot_id=boot, own_thread=False, names=NAMES, disk=disk)
        self.games = TableGames(self.journal, setup("3:00"), now_ns + self.journal.shift_ns)
        self.save()

    def save(self) -> None:
        self.journal.turn()

    @property
    def state(self) -> State:
        return self.games.all[-1].state

    def add(self, *events: Input) -> None:
        for event in events:
            self.games.all[-1].add(event)

    def put_aside(self, *, sealed: bool = False) -> None:
        at_ns = self.state.at_ns
        self.games.put_aside(PutAside(at_ns, sealed), at_ns)
        self.save()
        self.games.begin(setup("3:00"), at_ns, NAMES)
        self.save()

    def play_another(self) -> None:
        """Play another game to its end."""
        at_ns = self.state.at_ns
        self.add(Start(at_ns), *(Press(at_ns + SECOND_NS, each) for each in (LEFT, LEFT.other)))
        self.save()
        self.add(Finish(at_ns + 2 * SECOND_NS, Result.DRAW))
        self.save()

    def take_up(self, after_ns: int) -> None:
        """Take up the last game that was put aside."""
        asides = self.games.asides
        assert asides
        assert self.games.go_on(TakeUp(asides[0]), self.state.at_ns + after_ns, BODY)
        self.save()

    def bring(self, other: "Clock") -> None:
        """Bring the game that another clock has put aside."""
        (aside,) = other.journal.asides
        name = f"aside-{aside.game.end.hash[:16]}.jsonl"
        (self.path / name).write_bytes(b"".join(aside.lines))
        self.journal.look()
        self.save()


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory(dir=MEMORY) as name:
        yield Path(name)


def stopped(clock: Clock, played: Played, share: float) -> list[Input]:
    """Play a part of a game, and stop it; return the rest of its inputs."""
    count = round(share * len(played.inputs))
    clock.games.begin(played.states[0].setup, 0, NAMES)
    clock.add(*played.inputs[:count])
    if clock.state.phase in COUNTING:
        clock.add(Stop(clock.state.at_ns))
    clock.save()
    assume(clock.state.phase in IN_PROGRESS)
    return played.inputs[count:]


@settings(max_examples=200)
@given(GAMES, st.floats(0.2, 1), st.integers(0, 9 * HOUR_NS), st.booleans(), st.booleans())
def test_a_game_that_is_taken_up_goes_on_as_if_it_had_merely_been_stopped(
    played: Played, share: float, after_ns: int, elsewhere: bool, off: bool
) -> None:
    with TemporaryDirectory(dir=MEMORY) as name:
        clock = Clock(Path(name) / "a")
        rest = stopped(clock, played, share)
        timeline = clock.games.all[-1]
        clock.put_aside()
        clock.play_another()
        timeline.recorder, first = None, clock
        if off:
            clock.journal.close()
            first = clock = Clock(clock.path, 5 * SECOND_NS, OTHER_BOOT)
        if elsewhere:
            clock = Clock(Path(name) / "b", 7 * HOUR_NS)
            clock.bring(first)
        clock.take_up(after_ns)
        taken = clock.games.all[-1]
        assert taken.names == NAMES
        by_ns = taken.state.at_ns - timeline.state.at_ns
        assert msgspec.to_builtins(taken.state) == later(msgspec.to_builtins(timeline.state), by_ns)
        for event in rest:
            assert _outcome(taken, moved_input(event, by_ns)) == _outcome(timeline, event)
        assert msgspec.to_builtins(taken.state) == later(msgspec.to_builtins(timeline.state), by_ns)
        clock.save()
        clock.journal.close()
        assert problem(clock.path) is None
        assert contents(clock.path)[-1].folded().state == taken.state


def _outcome(timeline: object, event: Input) -> str:
    try:
        timeline.add(event)  # type: ignore[attr-defined]
    except Refused as error:
        return str(error)
    return ""


class Killed(NamedTuple):
    """What a clock that was killed has of a game, when it is switched on again."""

    on_the_table: bool
    aside: bool
    taken: bool


def switched_on(image: Image, folder: Path, figures: Figures) -> Killed:
    """Switch a clock on over the folder as a kill left it."""
    with TemporaryDirectory(dir=folder) as name:
        for file, data in image.files().items():
            (Path(name) / file).write_bytes(data)
        clock = Clock(Path(name), 0, OTHER_BOOT)
        asides = clock.games.asides or ()
        assert all(_same(each.figures, figures) for each in asides)
        assert len(asides) <= 1
        clock.journal.close()
        return Killed(
            _same(figures_of(clock.state), figures),
            bool(asides),
            any(each.taken for each in asides),
        )


def _same(one: Figures, other: Figures) -> bool:
    """Whether the figures are the same, but for the instants."""
    return _timeless(one) == _timeless(other)


def _timeless(figures: Figures) -> Figures:
    left, right = (replace(each, fell_at_ns=None) for each in (figures.left, figures.right))
    return replace(figures, since_ns=0, left=left, right=right)


@settings(max_examples=15)
@given(mixed_games(), st.floats(0.3, 1))
def test_a_kill_at_any_step_loses_no_game_that_was_put_aside(played: Played, share: float) -> None:
    with TemporaryDirectory(dir=MEMORY) as name:
        disk = LabDisk()
        clock = Clock(Path(name) / "games", disk=disk)
        stopped(clock, played, share)
        assume(not isinstance(clock.games.all[-1].all_inputs()[-1], PutAside))
        figures, was_stopped = figures_of(clock.state), len(disk.operations)
        clock.put_aside()
        clock.play_another()
        clock.take_up(HOUR_NS)
        image, seen, known = Image({}), list[Killed](), set[int]()
        for index, operation in enumerate(list(disk.operations)):
            image.apply(operation)
            if index + 1 >= was_stopped:
                for each in (image, image.after_a_cut(lambda _: None, 0)):
                    files = hash(tuple(sorted(each.files().items())))
                    if files not in known:
                        seen.append(switched_on(deepcopy(each), Path(name), figures))
                    known.add(files)
        clock.journal.close()
        assert all(each.on_the_table or each.aside for each in seen)
        assert not any(each.on_the_table and each.aside and not each.taken for each in seen)
        assert seen[0] == Killed(True, False, False)
        assert seen[-1] == Killed(True, True, True)
        assert Killed(False, True, False) in seen


def test_taken_up_twice_it_is_a_fork_that_the_question_names(folder: Path) -> None:
    clock = Clock(folder / "games")
    clock.games.begin(setup("3:00"), 0, NAMES)
    clock.add(Start(0), Press(SECOND_NS, LEFT), Stop(2 * SECOND_NS))
    clock.put_aside(sealed=True)
    clock.play_another()
    clock.take_up(HOUR_NS)
    assert [each.taken for each in clock.games.asides or ()] == [(3,)]
    clock.add(Finish(clock.state.at_ns, Result.DRAW))
    clock.take_up(HOUR_NS)
    assert [each.taken for each in clock.games.asides or ()] == [(3, 4)]
    assert clock.state.phase is Phase.STOPPED


def test_the_organizer_puts_a_game_aside_and_takes_it_up_at_the_clock(
    evening: JournalTable,
) -> None:
    table = evening.switch_on(names=NAMES)
    start_and_press(table, 10 * SECOND_NS, 20 * SECOND_NS)
    table.do("5 stop hold take:Put_aside take:Left_has_sealed")
    assert table.sentence().startswith("Put aside? Left's sealed move counts. ")
    assert "Moves 2, now 3. Left 1:59:45. Right 1:59:40. Right to move." in table.sentence()
    table.do("1 + + 1")
    assert "READY" in table.sentence()
    table.do("ok 5 L 5 R 5 stop hold take:Result take:Draw take:Agreed ok +")
    assert evening.journal.flush(10)
    table.do("hold take:Take_up")
    assert "Bo–Ann" in table.sentence()
    table.do("ok")
    assert table.sentence().startswith("Take up? Bo–Ann. Put aside ")
    assert "A move is sealed" in table.sentence()
    table.do("+ +")
    assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, 3)
    assert "Put aside " in table.sentence()
    assert "faulty" not in table.sentence()
    table.do("-")
    assert table.sentence().startswith("Setup. Used L 0:15, R 0:20 ")
    evening.counts()
