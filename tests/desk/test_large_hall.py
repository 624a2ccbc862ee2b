"""What a large hall asks of the desk: an act about all tables is one write, and has no bound."""

import re
from functools import partial
from pathlib import Path
from threading import current_thread

from sqlalchemy import event

from clock.desk.people import UserRole
from clock.desk_pages.result_rows import result_rows
from clock.rounds.results import ResultStep, RoundKey
from clock.rules.inputs import Finish, Result, Stop
from tests.desk.desk_server import (
    ORGANIZER,
    REFEREE,
    DeskServer,
    desk_pages_on,
    is_over,
    wait_until,
)
from tests.desk.pages import desk, play

__all__ = ["desk"]

FIRST = RoundKey("", 1)
TABLES = [str(number) for number in range(1, 7)]


def commits(desk: DeskServer, path: str, **fields: str) -> int:
    """How often an act of the pages writes to the disk."""
    found = []

    def note(_connection: object) -> None:
        found.append(current_thread().name)

    engine = desk.site.desk.store.engine
    event.listen(engine, "commit", note)
    assert desk.act(path, ORGANIZER, UserRole.ORGANIZER, **fields).status == 200
    event.remove(engine, "commit", note)
    return found.count("desk")


def test_all_results_are_confirmed_by_one_write_and_each_is_on_record(desk: DeskServer) -> None:
    for table in TABLES:
        entry = {"round": "1", "table": table, "revision": "0", "outcome": "black"}
        assert commits(desk, "/results/enter", **entry) == 1
    rows = result_rows(desk.site, desk.site.rounds.rounds[FIRST])
    fields = {"round": "1", "seen": " ".join(row.mark for row in rows)}
    assert commits(desk, "/results/confirm-all", **fields) == 1
    held = desk.site.rounds.results(FIRST)
    assert [(each.table, each.step, each.revision) for each in held] == [
        (table, ResultStep.CONFIRMED, 2) for table in TABLES
    ]
    confirmed, *entered = desk.site.log.acts()
    assert [str(each.text) for each in entered] == [
        f"round 1, table {table}: result entered" for table in reversed(TABLES)
    ]
    tables = ", ".join(TABLES)
    assert str(confirmed.text) == f"round 1: results confirmed: {len(TABLES)}; tables: {tables}"
    changes = [str(each) for each in confirmed.changes]
    assert [each.partition(":")[0] for each in changes] == [f"table {table}" for table in TABLES]
    assert all(each.endswith(" won") for each in changes)
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    assert f"<summary>Changes: {len(TABLES)}</summary>" in desk.ask("/activity", cookie).text


def test_what_clocks_say_is_entered_by_one_write_before_they_are_set_again(
    desk: DeskServer,
) -> None:
    play(desk)
    for table in ("1", "3"):
        desk.at_table(int(table), Stop)
        desk.at_table(int(table), partial(Finish, result=Result.DRAW))
        wait_until(partial(is_over, desk, table))
    assert commits(desk, "/round/set") == 2  # and that they were set
    held = desk.site.rounds.results(FIRST)
    assert [(each.table, each.author) for each in held] == [("1", "clock-01"), ("3", "clock-03")]


def test_results_of_running_clocks_are_confirmed_together_when_somebody_says_so(
    tmp_path: Path,
) -> None:
    tables = [str(number) for number in range(1, 21)]
    with desk_pages_on(tmp_path, len(tables)) as desk:
        clocks = [desk.site.desk.by_table(table) for table in tables]
        for table in tables:
            desk.start(int(table))
        wait_until(lambda: all(each and each.state and each.state.running for each in clocks))
        for table in tables:
            seen = {"round": "1", "table": table, "revision": "0", "outcome": "draw"}
            desk.act("/results/enter", REFEREE, UserRole.REFEREE, **seen)
        cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
        page = desk.ask("/results", cookie).text
        assert f"The clocks at these tables are running: {', '.join(tables)}." in page
        marks = dict(re.findall(r'name="(seen|seen_running)" value="(.*?)"', page))
        confirm = partial(
            desk.act, "/results/confirm-all", ORGANIZER, UserRole.ORGANIZER, round="1"
        )
        assert confirm(seen=marks["seen"]).act["text"].startswith("0 confirmed")
        assert confirm(**marks).act["text"] == f"{len(tables)} confirmed"
        # So the next round's settings, a moment later, find them free.
        assert all(each and each.state and each.state.result is Result.DRAW for each in clocks)
