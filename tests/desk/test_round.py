"""A whole round on real clocks while broker and desk are killed again and again."""

import os
import time
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import func, select

from clock.desk.database import LINES
from clock.rules.units import HOUR_NS
from tests.desk.round import BUSY_S, Hall
from tests.journal.conftest import MEMORY
from tests.link.hall import on_disk

KILLS = int(os.environ.get("CLAPPER_KILLS", "40"))
TABLES, BEHIND = 60, 10
ROUND_NS = 5 * HOUR_NS
CUT_NS = 3 * HOUR_NS
LOOK_S = 0.1


def wait_for_all(hall: Hall, but: int = 0) -> float:
    """Wait until the desk's database has all; return how long that took."""
    since_s = time.monotonic()
    while len(behind := hall.behind()) > but:
        assert time.monotonic() - since_s < BUSY_S, behind
        time.sleep(LOOK_S)
    return time.monotonic() - since_s


@pytest.mark.slow
def test_a_round_of_sixty_clocks_loses_and_doubles_nothing_whatever_is_killed(
    pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]
) -> None:
    """`CLAPPER_KILLS=1000` kills so often; the figures are printed."""
    chance = Random(15)
    with (
        TemporaryDirectory(dir=MEMORY) as folder,
        closing(Hall(Path(folder), TABLES, BEHIND, chance)) as hall,
    ):
        hall.begin()
        first_ns = min(table.now_ns for table in hall.tables)
        hall.start_desk()
        caught_up_s = []
        for kill in range(KILLS):
            now_ns = first_ns + ROUND_NS * (kill + 1) // KILLS
            hall.play(now_ns)
            is_cut = 0 < now_ns - first_ns - HOUR_NS // 2 < CUT_NS
            if hall.cable.is_cut.is_set() and not is_cut:
                hall.cable.is_cut.clear()
                caught_up_s.append(wait_for_all(hall))
            elif is_cut:
                hall.cable.is_cut.set()
            but = chance.choice((0, *range(10, TABLES + 10, 10)))
            waited_s = wait_for_all(hall, but + (BEHIND if is_cut else 0))
            caught_up_s += [] if but else [waited_s]
            if chance.random() < 0.5:
                hall.broker.kill()
                hall.broker.start()
            else:
                hall.kill_desk()
                hall.start_desk()
        hall.end()
        caught_up_s.append(wait_for_all(hall))
        hall.kill_desk()
        calls = sum(table.calls for table in hall.tables)
        claims = sum(table.claims for table in hall.tables)
        desk = hall.desk_in_memory()
        assert desk.findings == ()
        lines = 0
        for table in hall.tables:
            for game, there in on_disk(table.journal.path).items():
                assert list(desk.store.lines(table.id, game)) == there
                lines += len(there)
            live = desk.clocks[table.id]
            assert (live.state, live.names) == (table.state, table.station.snapshot.names)
        with desk.store.engine.connect() as connection:
            assert connection.execute(select(func.count()).select_from(LINES)).scalar_one() == lines
        assert calls > 0
        assert claims > 0
    caught_up_s.sort()
    figures = (
        f"{KILLS} kills, {lines} lines, {calls} calls, {claims} claims; all caught up in "
        f"{caught_up_s[len(caught_up_s) // 2]:.1f} s, at most {caught_up_s[-1]:.1f} s"
    )
    with capsys.disabled():
        pytestconfig.get_terminal_writer().line(f"\n{figures}")
