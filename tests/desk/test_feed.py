"""What other programs read: every figure is the clock's, delayed it is all of then."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from clock.desk.people import UserRole
from clock.desk_pages.feed import feed_view
from clock.desk_pages.feed.feed import READERS_OF_KEY_MAX
from clock.desk_pages.feed.feed_tables import FeedBye, FeedRound, FeedSeat, FeedTable
from clock.desk_pages.feed.feed_view import BEHIND_MAX, FeedState
from clock.notation.setup_table import SetupTable
from clock.rounds.byes import ByeKind
from clock.rounds.pairings import Bye
from clock.rounds.results import Outcome, ResultEntry, ResultStep
from clock.rules.seats import LEFT, RIGHT
from clock.rules.timing import charge
from clock.rules.units import SECOND_NS
from tests.desk.feed_hall import FeedHall, FeedReader, feed_hall
from tools.rooms import ROOT


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[FeedHall]:
    with feed_hall(tmp_path) as a_hall:
        yield a_hall


def require_true(hall: FeedHall, reader: FeedReader) -> None:
    """Whoever reads reckons what the clocks show."""
    now_ms = hall.feed.now_ms
    polled = {each["table"]: each for each in hall.tables()["tables"]}
    assert polled.keys() == reader.tables.keys()
    for number, station in enumerate(hall.hall.stations.values(), 1):
        state = station.state
        if state is None:
            continue
        now = charge(state, max(station.time_ns(hall.time_ns), state.since_ns))
        for seat in (LEFT, RIGHT):
            own_ms = now.seat(seat).remaining_ns / 1e6
            reckoned = reader.remaining_ms(f"{number}", seat.value, now_ms)
            assert abs(reckoned - own_ms) < 10, (number, seat)
            assert abs(polled[f"{number}"][seat.value]["remaining_ms"] - own_ms) < 10


def test_a_reader_reckons_every_time_as_the_clocks_show_it(hall: FeedHall) -> None:
    reader = hall.reader()
    assert reader.names == ["state"]
    hall.start(1, 2, 3, 5, 6)
    for _ in range(40):
        hall.pass_time(61.7, SECOND_NS)
        reader.read()
        require_true(hall, reader)


def test_what_a_reader_reckons_by_itself_is_no_event(hall: FeedHall) -> None:
    hall.start(1)
    hall.pass_time(2)
    hall.hall.stations["clock-01"]._next_ns = None
    reader = hall.reader()
    hall.pass_time(300)
    assert reader.read() == []
    assert hall.feed.now_ms - reader.time_ms <= 5_000  # it is told that the desk lives


def test_a_delayed_reader_has_the_whole_state_of_then_and_nothing_before(hall: FeedHall) -> None:
    delay_s = 60
    hall.site.people.put("tv", UserRole.SCREEN, "key", delay_s)
    hall.feed.look()
    reader, seen = hall.reader(delay_s), dict[int, dict[str, Any]]()
    hall.start(1, 2, 3)
    while len(seen) < 4 * delay_s:
        seen[hall.feed.now_ms] = hall.tables()
        hall.pass_time(1, SECOND_NS)
        if len(seen) == 100:
            won = (1, "1", 0, Outcome.BLACK, ResultStep.ENTERED, "Eva", "2026-11-28")
            hall.site.rounds.enter(ResultEntry(*won))
        late, now_ms = hall.polled(delay_s), hall.feed.now_ms
        reader.read()
        if late is None:
            assert (len(seen) < delay_s, reader.names) == (True, [])
            continue
        then = seen[now_ms - 1_000 * delay_s]
        assert (late.pop("id"), late.pop("delay_s")) == (reader.id, delay_s)
        assert late == {key: each for key, each in then.items() if key not in ("id", "delay_s")}
        assert max(each["at_ms"] for each in reader.tables.values()) <= late["time_ms"]
    assert late is not None
    assert late["tables"][0]["result"] == "entered"


def test_more_than_may_wait_makes_a_delayed_reader_later_and_loses_nothing(
    hall: FeedHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_view, "WAITING_MAX", 5)
    delay_s = 60
    hall.site.people.put("tv", UserRole.SCREEN, "key", delay_s)
    hall.feed.look()
    hall.start(1, 2, 3, 5, 6)
    for _ in range(400):
        hall.pass_time(1, SECOND_NS)
        for each in hall.feed._views[delay_s].tables.values():
            assert each.at_ms <= hall.feed.now_ms - 1_000 * delay_s
    for station in hall.hall.stations.values():
        station._next_ns = None
    hall.pass_time(3 * delay_s, SECOND_NS)
    live, late = hall.tables(), hall.polled(delay_s)
    assert late is not None
    for now, then in zip(live["tables"], late["tables"], strict=True):
        for side in ("left", "right"):
            assert now[side]["moves"] == then[side]["moves"]


@pytest.mark.rule("RIF 14.8")
@pytest.mark.parametrize(
    ("control", "rules", "is_open", "expected"),
    [
        ("60", "rif", False, 0),
        ("30+3x30", "rif", False, 3),
        ("60d5", "rif", False, 0),
        ("60", "rif-referees", True, 1),
        ("60", "club", True, 1),
    ],
)
def test_a_fall_is_no_event_where_nobody_may_point_out_a_time(
    control: str, rules: str, is_open: bool, expected: int, hall: FeedHall
) -> None:
    station = hall.set_to(1, SetupTable(control, rules))
    hall.start(1)
    station._next_ns = None
    hall.pass_time(2)
    reader = hall.reader()
    assert reader.tables["1"]["left"]["clapper"] == ("up" if is_open else None)
    while not hall.state(1).seat(LEFT).fallen:
        hall.pass_time(0.25)
    hall.pass_time(20)
    assert reader.read() == ["table"] * expected  # periods of byo-yomi, or the fall
    row = reader.tables["1"]
    assert row["left"]["clapper"] == ("fallen" if is_open else None)
    assert row["phase"] == "running"
    assert reader.remaining_ms("1", "left", hall.feed.now_ms) == 0
    (polled, *_) = hall.tables()["tables"]
    assert polled["left"] == {**row["left"], "remaining_ms": 0, "delay_left_ms": 0}


def test_who_comes_back_is_sent_what_was_missed_or_everything(
    hall: FeedHall,
) -> None:
    hall.start(1, 2, 3)
    hall.pass_time(200, SECOND_NS)
    first = hall.reader()
    hall.pass_time(200, SECOND_NS)
    again = hall.reader(since=first.id)
    assert set(again.names) == {"table"}
    again.tables = first.tables | again.tables
    first.read()
    assert (again.tables, again.id) == (first.tables, first.id)
    assert hall.reader(since=first.id).names == []
    last = int(first.id.rpartition("-")[2])
    run = first.id.rpartition("-")[0]
    for id in ("", "x", f"0-{last}", f"{run}-{last + 1}", f"{run}-0", f"{run}--1", f"{run}-²"):
        other = hall.reader(since=id)
        assert (other.names, other.tables.keys()) == (["state"], first.tables.keys()), id
    short = hall.feed._views[0]._recent
    while len(short) > 3:
        short.popleft()
    assert hall.reader(since=f"{run}-{short[0].number - 2}").names == ["state"]
    assert len(hall.reader(since=f"{run}-{short[0].number - 1}").names) == 3


def test_who_does_not_read_is_cut_off_and_the_others_miss_nothing(hall: FeedHall) -> None:
    slow, fast = hall.reader(), hall.reader()
    hall.start(1, 2, 3, 5, 6)
    while not slow.is_cut_off:
        hall.pass_time(600, 10 * SECOND_NS)
        fast.read()
        require_true(hall, fast)
        if len(fast.names) > BEHIND_MAX:
            slow.read()
    assert not fast.is_cut_off
    assert len(slow.names) == 1  # nothing of what waited for it: it comes back for all


def test_readers_who_go_before_the_first_text_take_no_place(hall: FeedHall) -> None:
    for _ in range(READERS_OF_KEY_MAX + 1):
        assert hall.feed.read("tv", 0, "", lambda: True) is not None


def test_a_table_that_is_gone_and_a_new_round_are_events(hall: FeedHall) -> None:
    reader = hall.reader()
    round_ = hall.site.rounds.current("")
    assert round_ is not None
    rest = replace(round_, pairings=round_.pairings[:-1], byes=(Bye(1, "Eva", ByeKind.HALF),))
    hall.site.desk.revoke("clock-06")
    hall.site.rounds.put(rest)
    hall.pass_time(1)
    assert sorted(reader.read()) == ["gone", "rounds"]
    assert "6" not in reader.tables
    byes = [{"player": "Eva", "kind": "half"}]
    assert reader.rounds == [{"section": "", "round": 1, "byes": byes}]


def test_every_field_of_the_feed_is_explained() -> None:
    lines = (ROOT / "docs" / "feed.md").read_text(encoding="utf-8").splitlines()
    firsts = [line.split("|")[1] for line in lines if line.startswith("|")]
    explained = {word for cell in firsts for word in re.findall("`([a-z_]+)`", cell)}
    kinds = (FeedState, FeedTable, FeedSeat, FeedRound, FeedBye)
    fields = {field for kind in kinds for field in kind.__struct_fields__}
    assert explained == fields | {"state", "table", "gone", "rounds", "beat"}
