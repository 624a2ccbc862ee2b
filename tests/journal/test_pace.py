"""How often a running clock is written down, by how long the disk takes to answer."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clock.journal.journal import Journal
from clock.journal.pace import EVERY_NS_MAX, EVERY_NS_MIN, WRITES, Pace, every_ns, lost_ns
from clock.rules.units import SECOND_NS
from hal.ports import ScreenName
from tests.journal.disks import Disk, Operation, Sync
from tests.journal.evenings import FLUSH_S, RETRY_S, Evening, start_and_press
from tests.station.tables import FakeRig, Table, setup


@given(st.integers(0, SECOND_NS // 3))
def test_with_a_disk_that_answers_in_a_third_of_a_second_a_cut_takes_one_at_most(
    slowest_ns: int,
) -> None:
    assert lost_ns(slowest_ns) == SECOND_NS


@given(st.integers(0, 3600 * SECOND_NS))
def test_what_a_cut_may_take_is_told_in_tenths(slowest_ns: int) -> None:
    assert EVERY_NS_MIN <= every_ns(slowest_ns) <= EVERY_NS_MAX
    assert lost_ns(slowest_ns) % 100_000_000 == 0
    assert lost_ns(slowest_ns) <= max(SECOND_NS, 2 * slowest_ns + EVERY_NS_MIN + 100_000_000)


@given(
    st.lists(st.floats(0.05, 1.0), min_size=30, max_size=30),
    st.floats(0.001, 4.0),
    st.sets(st.integers(0, 8_000), max_size=10),
)
@example([1.0] * 30, 0.32, {1})  # a press keeps the writer busy when the loop tells its stamp
@example([1.0] * 30, 0.4, {1})
@example([1.0] * 30, 0.5, {1})
def test_no_more_than_is_told_is_ever_missing_on_disk_however_writes_overlap(
    parts: list[float], slowest_s: float, presses_ms: set[int]
) -> None:
    """The loop tells its stamps, the writer takes what is there whenever it is free."""
    slowest_ns = round(slowest_s * SECOND_NS)
    told_ns = sorted(
        {number * every_ns(slowest_ns) for number in range(80)}
        | {press * 1_000_000 for press in presses_ms}
    )
    free_ns = durable_ns = stale_ns = 0
    for part in (1.0, *parts):
        waiting = [at_ns for at_ns in told_ns if at_ns > durable_ns]
        if not waiting:
            break
        begins_ns = max(free_ns, waiting[0])
        free_ns = begins_ns + round(part * slowest_ns)
        stale_ns = max(stale_ns, free_ns - durable_ns)
        durable_ns = max(at_ns for at_ns in told_ns if at_ns <= begins_ns)
    assert stale_ns <= lost_ns(slowest_ns)


def test_one_slow_answer_is_forgotten_after_some_minutes() -> None:
    pace = Pace()
    pace.took(3 * SECOND_NS)
    for _ in range(WRITES - 1):
        pace.took(1)
        assert pace.slowest_ns == 3 * SECOND_NS
    pace.took(1)
    assert pace.slowest_ns == 1


@pytest.mark.parametrize(
    ("answer_s", "every_s", "told"),
    [(0.1, 0.75, "1.0"), (0.3, 0.7, "1.0"), (0.4, 0.25, "1.1"), (2.04, 0.25, "4.4")],
)
def test_a_slow_disk_is_asked_more_often_and_what_a_power_cut_may_have_taken_is_told(
    monkeypatch: pytest.MonkeyPatch,
    evening: Evening,
    answer_s: float,
    every_s: float,
    told: str,
) -> None:
    disk, now_s = Disk(f"slow {answer_s}"), [0.0]

    def answer(operation: Operation) -> None:
        if isinstance(operation, Sync) and operation.name.endswith("-wal"):
            now_s[0] += answer_s

    rig = FakeRig(monkeypatch)
    journal = Journal(
        evening.path, rig.time.now_ns(), boot_id="a boot", retry_s=RETRY_S,
        connect=disk.connect, now_s=lambda: now_s[0],
    )  # fmt: skip
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    start_and_press(table, 5 * SECOND_NS)
    assert journal.flush(FLUSH_S)
    disk.fails = answer
    for _ in range(2):
        assert journal.flush(FLUSH_S)
        table.wait(2 * SECOND_NS)
    asked_ns = journal.due_ns
    journal.alive(asked_ns)
    assert journal.due_ns - asked_ns == round(every_s * SECOND_NS)
    assert journal.flush(FLUSH_S)
    journal.close()
    for boot in ("another boot", "a third boot"):
        says = evening.switch_on(boot=boot).says(ScreenName.LEFT)
        assert f"Power lost, ±{told} s" in says
        evening.cut()
