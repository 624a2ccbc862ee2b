"""A clock goes on with another's game, or leaves its own to another: done once, and said."""

from pathlib import Path

import pytest

from clock.game.chain import hash_of
from clock.game.figures import figures_of
from clock.game.taken_over import Handover
from clock.journal.folder import game_name
from clock.link.messages import Ack, GamePart, Leaves, Op, Position
from clock.rules.inputs import Press, Result, Start
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.text.ending import MOVED
from hal.ports import ScreenName
from tests.game.recordings import bodies, chained
from tests.journal.journal_tables import JournalTable
from tests.link.test_commands import DONE, Ordered, ordered
from tests.rules.games import setup

__all__ = ["ordered"]

INPUTS = (Start(0), Press(4 * SECOND_NS, LEFT), Press(9 * SECOND_NS, RIGHT))
LINES = chained(bodies(setup("10:00+5", rules="fide", opening="swap2"), INPUTS))
AT = Position(1, len(LINES), hash_of(LINES[-1]))
LIVED_NS = 3 * SECOND_NS
LEAVES = Leaves(AT, Handover("clock-12", 9 * SECOND_NS + LIVED_NS, 0, 2 * SECOND_NS))


def bring(ordered: Ordered, lines: list[bytes], first: int = 0) -> list[Ack]:
    part = GamePart(AT, first, tuple(line.decode() for line in lines))
    return ordered.command(Op.LINES, id=f"part-{first}", part=part)


def taken(ordered: Ordered) -> Ordered:
    bring(ordered, LINES[:2])
    bring(ordered, LINES[2:], 2)
    assert ordered.command(Op.TAKE_OVER, id="take", leaves=LEAVES) == [Ack("take", True)]
    return ordered


def test_it_stands_with_the_others_times_says_whose_they_are_and_is_the_same_after_a_restart(
    evening: JournalTable,
) -> None:
    ordered = taken(Ordered(evening))
    state = ordered.table.state
    assert (state.phase, state.turn, state.play.moves) == (Phase.STOPPED, LEFT, 4)
    assert state.left.remaining_ns == (605 - 4 + 5 - 3) * SECOND_NS
    assert state.uncertain_ns == 2 * SECOND_NS
    for name in ScreenName:
        assert "Taken from clock-12" in ordered.table.sentence(name)
    assert ordered.command(Op.TAKE_OVER, id="take", leaves=LEAVES) == [Ack("take", True)]
    again = ordered.command(Op.TAKE_OVER, id="again", leaves=LEAVES)
    assert again == [Ack("again", False, "lines of the game are missing")]
    evening.cut()
    table = evening.switch_on(boot="another boot")
    assert figures_of(table.state) == figures_of(state)


@pytest.mark.parametrize(
    ("before", "lines", "reason"),
    [
        ("ok", LINES, "a game is in progress"),
        ("-", LINES, "somebody is using the clock's buttons"),
        ("", LINES[:-1], "lines of the game are missing"),
        ("", [*LINES[:-1], LINES[-2]], "the lines of the game were changed on their way"),
    ],
)
def test_a_clock_that_cannot_go_on_with_it_says_why_and_nothing_changes(
    before: str, lines: list[bytes], reason: str, ordered: Ordered
) -> None:
    ordered.table.do(before)
    ordered.table.settle()
    inputs = ordered.table.kinds()
    bring(ordered, lines)
    answer = ordered.command(Op.TAKE_OVER, id="take", leaves=LEAVES)
    assert answer == [Ack("take", False, reason)]
    assert ordered.table.kinds() == inputs


def test_lines_that_do_not_follow_are_refused(ordered: Ordered) -> None:
    assert not bring(ordered, LINES[2:], 2)[0].done


def test_a_clock_whose_game_goes_on_elsewhere_ends_it_for_good_and_says_where(
    evening: JournalTable,
) -> None:
    ordered = Ordered(evening)
    ordered.table.do("ok L")
    ordered.table.settle()
    seen = ordered.seen
    assert seen is not None
    other = Position(seen.game + 1, 1, seen.hash)
    assert not ordered.command(Op.RETIRE, id="other", seen=other, by="clock-06")[0].done
    assert ordered.command(Op.RETIRE, seen=seen, by="clock-06") == DONE
    state = ordered.table.state
    assert (state.phase, state.result, state.ground) == (Phase.FINISHED, Result.VOID, MOVED)
    for name in ScreenName:
        assert "Replaced by clock-06" in ordered.table.sentence(name)
    evening.cut()
    assert evening.switch_on(boot="another boot").state.phase is Phase.READY
    assert Path(evening.path / game_name(seen.game)).is_file()


def test_a_clock_is_stopped_only_while_one_runs(ordered: Ordered) -> None:
    assert not ordered.command(Op.STOP, id="early")[0].done
    ordered.table.do("ok")
    ordered.table.settle()
    assert ordered.command(Op.STOP) == DONE
    assert ordered.table.state.phase is Phase.STOPPED
