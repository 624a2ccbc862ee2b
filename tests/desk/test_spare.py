"""A clock that dies in mid-game is replaced: the spare has the game, and nothing is doubled."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.desk.replacements import is_played
from clock.desk.spare import has_game_in_progress, move_game
from clock.desk.witness import Kind
from clock.game.figures import figures_of
from clock.game.recorded import GapCause, RecordedGame
from clock.game.taken_over import IN_PROGRESS, moved_input
from clock.rules.inputs import PowerLost, Stop
from clock.rules.machine import step
from clock.rules.message import Problem
from clock.rules.regulations import HandRule
from clock.rules.seats import LEFT
from clock.rules.state import COUNTING, Setup
from clock.rules.timing import running_seats
from tests.desk.spare_hall import OFFLINE_NS, Played, SpareHall
from tests.rules.random_games import DrawnAct, acts_of, setups
from tests.simulation.scheduler import MS, SECOND_NS

TRIES = 6
FEW, GAMES = 15, 200
"""The few are played by `make test` too."""


def fate(hall: SpareHall, old: Played) -> None:
    """What happens to the clock that is to be replaced: it dies, or only the network does."""
    match hall.random.randrange(6):
        case 0:
            old.off(cut=True)
        case 1:
            old.off(cut=False)
        case 2:
            old.loses_lines = True
        case 3 | 4:
            old.wire.is_out = True
            old.wire.cut(is_noticed=hall.random.random() < 0.5)


def trouble(hall: SpareHall, spare: Played) -> int | None:
    """What happens while it is replaced: the spare or the desk dies; return when the desk does."""
    after_ns, cut = hall.random.randint(0, 800) * MS, hall.random.random() < 0.5
    match hall.random.randrange(6):
        case 0:
            hall.after(after_ns, lambda: spare.off(cut=cut))
        case 1:
            spare.dies_in_operation(hall.random.randint(1, 12), cut=cut)
        case 2:
            hall.after(after_ns, spare.wire.cut)
        case 3:
            return after_ns
    return None


def replaced(hall: SpareHall, old: Played, spares: list[Played]) -> Played:
    """Replace a clock, as often as it takes, by any of the spares; return the one that took it."""
    at = hall.desk.clocks[old.id].at
    assert at is not None
    for attempt in range(TRIES):
        spare, is_last = hall.random.choice(spares), attempt >= TRIES - 2
        ends_ns = None if is_last else trouble(hall, spare)
        hall.badness *= not is_last
        new = hall.desk.clocks[spare.id]
        with suppress(Problem):
            if new.online(hall.desk.now_ns()) and not has_game_in_progress(new):
                live = hall.desk.clocks[old.id]
                hall.run(move_game(hall.desk, live, new, "7", "Ann"), ends_ns)
        hall.wait(SECOND_NS)
        for each in spares:
            each.on()
        hall.wait(2 * OFFLINE_NS)
        taken = hall.desk.replacements.taken_by(old.id, at.game)
        if taken is not None:
            return hall.clocks[taken.spare]
    raise AssertionError("nobody took the game over")


def check(hall: SpareHall, old: Played, spare: Played) -> None:
    """The spare has the game as the other's disk has it, and goes on with it alone."""
    live = hall.desk.clocks[spare.id]
    taken = hall.desk.replacements.last(old.id)
    assert taken is not None
    assert taken.spare == spare.id
    assert hall.desk.by_table("7") is live
    assert hall.desk.clocks[old.id].aside
    own = next(
        each
        for each in map(spare.game, spare.files())
        if each.header.continues is not None and each.header.continues.clock == old.id
    )
    continues, was = own.header.continues, old.game(taken.game)
    assert continues is not None
    known = taken.at.lines - 1 - sum(gap.line < taken.at.lines for gap in was.gaps)
    for mine, his in zip(own.rows[:known], was.rows[:known], strict=True):
        assert moved_input(mine.input, -continues.shift_ns) == his.input
        assert replace(mine.figures, since_ns=0, left=None, right=None) == replace(
            his.figures, since_ns=0, left=None, right=None
        )
        assert mine.figures.left.remaining_ns == his.figures.left.remaining_ns
        assert mine.figures.right.remaining_ns == his.figures.right.remaining_ns
    assert (own.setup, own.header.names) == (was.setup, was.header.names)
    beyond = [line for line in old.files()[taken.game][taken.at.lines :] if is_played(line)]
    kinds = {each.finding.kind for each in hall.desk.findings if each.clock == old.id}
    assert kinds == ({Kind.FORKED} if beyond else set())
    check_stop(own, was, known)


def not_sent(game: RecordedGame) -> int:
    """How often lines were missing when the game moved on."""
    return sum(gap.cause is GapCause.NOT_SENT for gap in game.gaps)


def check_stop(own: RecordedGame, was: RecordedGame, known: int) -> None:
    """The clocks stand as they were when the other was last known to be on."""
    before = was._replace(rows=was.rows[:known]).folded().state
    lacks = not_sent(own) > not_sent(was)
    row = own.rows[known] if len(own.rows) > known else None
    if not running_seats(before):
        return
    assert row is not None
    assert isinstance(row.input, Stop if lacks else PowerLost)
    assert row.figures.phase not in COUNTING
    assert own.header.continues is not None
    at_ns = row.input.at_ns - own.header.continues.shift_ns
    stopped = step(before, moved_input(row.input, -own.header.continues.shift_ns))[0]
    assert at_ns >= before.at_ns
    assert row.figures.left.remaining_ns == stopped.left.remaining_ns
    assert row.figures.right.remaining_ns == stopped.right.remaining_ns


def check_all(hall: SpareHall) -> None:
    """Everything is at the desk once; one clock has the game, and the others say so."""
    on = [each for each in hall.clocks.values() if each.station.state.phase in IN_PROGRESS]
    assert {each.id for each in on} <= {hall.desk.by_tables()["7"].id}
    for each in hall.clocks.values():
        assert hall.stored(each.id) == {
            number: lines for number, lines in each.files().items() if len(lines) > 0
        }
        live = hall.desk.clocks[each.id]
        if live.at is not None and live.state is not None and each in on:
            assert figures_of(live.state) == figures_of(each.station.state)


def moved(met: Counter[str], game: Setup, seed: int, drawn: bytes) -> None:
    """Play a game that moves between clocks; count what was met."""
    honour = replace(game.regulations, hand_rule=HandRule.HONOUR)
    game = replace(game, regulations=honour)  # the others need sensors
    acts = acts_of(drawn[: len(drawn) // 3 * 3])
    with TemporaryDirectory() as folder, closing(SpareHall(Path(folder), seed, game)) as hall:
        clocks = list(hall.clocks.values())
        old = clocks[0]
        old.act(DrawnAct("start", 0, LEFT, hall.random.randrange(4)))
        for _ in range(hall.random.choice((1, 1, 2))):
            for act in acts[: hall.random.choice((0, 1, 4, len(acts)))]:
                old.act(act)
            fate(hall, old)
            for act in acts[-hall.random.randint(1, 3) :]:
                old.act(act)
            hall.wait(hall.random.choice((0, OFFLINE_NS)))
            live = hall.desk.clocks[old.id]
            if live.state is None or not has_game_in_progress(live):
                return
            met[live.state.phase.value] += 1
            spare = replaced(hall, old, [each for each in clocks if each is not old])
            for act in acts[: hall.random.randint(0, 3)]:
                old.act(act)
            old.wire.is_out = old.loses_lines = False
            old.on()
            hall.wait(4 * OFFLINE_NS)
            check(hall, old, spare)
            check_all(hall)
            met.update(situations(hall, old))
            old = spare


def situations(hall: SpareHall, old: Played) -> Iterator[str]:
    """What a replacement was like."""
    taken = hall.desk.replacements.last(old.id)
    assert taken is not None
    own = hall.clocks[taken.spare].game(max(hall.clocks[taken.spare].files()))
    if not_sent(own):
        yield "lines lack"
    if any(each.clock == old.id for each in hall.desk.findings):
        yield "fork"
    for each in hall.clocks.values():
        second = hall.desk.replacements.last(each.id)
        if second is not None and not second.table:
            yield "two took it over"
    if hall.opened > 1:
        yield "the desk died"
    if any(each.machine.boots > 1 for each in hall.clocks.values()):
        yield "power was cut"


@pytest.mark.parametrize("games", [FEW, pytest.param(GAMES, marks=pytest.mark.slow)])
def test_a_game_that_moves_between_clocks_has_every_figure_and_nothing_is_doubled(
    games: int,
) -> None:
    met: Counter[str] = Counter()

    @settings(
        max_examples=games,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(setups(), st.integers(0, 2**32), st.binary(min_size=30, max_size=90))
    def play(game: Setup, seed: int, drawn: bytes) -> None:
        moved(met, game, seed, drawn)

    play()
    if games == FEW:
        return
    assert {"running", "stopped", "claimed", "joint"} <= met.keys(), met
    assert {"lines lack", "fork", "the desk died", "power was cut"} <= met.keys(), met
