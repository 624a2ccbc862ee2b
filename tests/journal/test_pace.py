"""How often a running clock is written down, by how long the disk takes to answer."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clock.game.head import SLOTS_AT
from clock.journal.folder import HEAD, read_head
from clock.journal.pace import EVERY_NS_MAX, EVERY_NS_MIN, WRITES, every_ns, lost_ns
from clock.rules.units import SECOND_NS
from tests.journal.disks import Kind, LabDisk, Operation, works
from tests.journal.journal_tables import FLUSH_S, JournalTable, start_and_press


@given(st.integers(0, 3600 * SECOND_NS))
def test_a_cut_takes_a_second_at_most_with_a_disk_that_answers_in_a_third_of_it_else_tenths(
    slowest_ns: int,
) -> None:
    every, lost = every_ns(slowest_ns), lost_ns(slowest_ns)
    assert EVERY_NS_MIN <= every <= EVERY_NS_MAX
    assert lost % 100_000_000 == 0
    assert lost <= max(SECOND_NS, 2 * slowest_ns + EVERY_NS_MIN + 100_000_000)
    if slowest_ns <= SECOND_NS // 3:
        assert lost == SECOND_NS
        assert every + 2 * slowest_ns <= SECOND_NS


@given(
    st.lists(st.floats(0.05, 1.0), min_size=30, max_size=30),
    st.floats(0.001, 4.0),
    st.sets(st.integers(0, 8_000), max_size=10),
)
@example([1.0] * 30, 0.32, {1})  # a press makes the writer busy when the loop queues its stamp
@example([1.0] * 30, 0.4, {1})
@example([1.0] * 30, 0.5, {1})
def test_no_more_than_that_is_ever_missing_on_disk_however_writes_overlap(
    parts: list[float], slowest_s: float, presses_ms: set[int]
) -> None:
    """The loop queues stamps, and the writer takes all of them whenever it is free."""
    slowest_ns = round(slowest_s * SECOND_NS)
    queued_ns = sorted(
        {number * every_ns(slowest_ns) for number in range(80)}
        | {press * 1_000_000 for press in presses_ms}
    )
    free_ns = durable_ns = stale_ns = 0
    for part in (1.0, *parts):
        waiting = [at_ns for at_ns in queued_ns if at_ns > durable_ns]
        if not waiting:
            break
        begins_ns = max(free_ns, waiting[0])
        free_ns = begins_ns + round(part * slowest_ns)
        stale_ns = max(stale_ns, free_ns - durable_ns)
        durable_ns = max(at_ns for at_ns in queued_ns if at_ns <= begins_ns)
    assert stale_ns <= lost_ns(slowest_ns)


def test_one_slow_answer_is_forgotten_after_some_minutes(evening: JournalTable) -> None:
    disk, now_s = LabDisk(), [0.0]
    table, journal = evening.switch_on(disk=disk, now_s=lambda: now_s[0]), evening.journal

    def once(_: Operation) -> None:
        now_s[0] += 3.0
        disk.fails = works

    start_and_press(table, 5 * SECOND_NS)
    assert journal.flush(FLUSH_S)
    disk.fails = once
    journal.record_running(journal.due_ns)
    for expected_ns in [EVERY_NS_MIN] * WRITES + [EVERY_NS_MAX]:
        assert journal.flush(FLUSH_S)
        due_ns = journal.due_ns
        journal.record_running(due_ns)
        assert journal.due_ns - due_ns == expected_ns


@pytest.mark.parametrize(
    ("answer_s", "every_s", "lost_s"),
    [(0.06, 0.87, "1.0"), (0.3, 0.4, "1.0"), (0.4, 0.25, "1.1"), (2.04, 0.25, "4.4")],
)
def test_a_slow_disk_is_asked_more_often_and_the_faces_have_what_a_power_cut_may_have_taken(
    evening: JournalTable, answer_s: float, every_s: float, lost_s: str
) -> None:
    disk, now_s = LabDisk(), [0.0]

    def answer(operation: Operation) -> None:
        if operation.kind is Kind.SYNC:
            now_s[0] += answer_s

    table = evening.switch_on(disk=disk, now_s=lambda: now_s[0])
    journal = evening.journal
    start_and_press(table, 5 * SECOND_NS)
    assert journal.flush(FLUSH_S)
    disk.fails = answer
    for _ in range(2):
        assert journal.flush(FLUSH_S)
        table.wait(2 * SECOND_NS)
    asked_ns = journal.due_ns
    journal.record_running(asked_ns)
    assert journal.due_ns - asked_ns == round(every_s * SECOND_NS)
    assert journal.flush(FLUSH_S)
    journal.close()
    for boot in ("another boot", "a third boot"):  # the pace begins with what is on record
        assert f"Power lost, ±{lost_s} s" in evening.switch_on(boot=boot).sentence()
        evening.journal.record_running(asked_ns)
        assert evening.journal.due_ns - asked_ns == round(every_s * SECOND_NS)
        evening.cut()


def test_where_the_newer_half_of_the_head_was_lost_twice_as_much_is_uncertain(
    evening: JournalTable,
) -> None:
    table = evening.switch_on(now_s=lambda: 0.0)  # every answer comes at once
    start_and_press(table, 5 * SECOND_NS)
    for _ in range(4):
        table.wait(EVERY_NS_MAX)
        assert evening.journal.flush(FLUSH_S)
    evening.cut()
    newest = read_head(evening.path).newest
    assert newest is not None
    with (evening.path / HEAD).open("r+b") as file:
        file.seek(SLOTS_AT[newest.sequence % 2])
        file.write(bytes(100))
    again = evening.switch_on(boot="another boot")
    assert "Power lost, ±2.0 s" in again.sentence()
    assert 0 < newest.at_ns - evening.journal.found.last_ns <= EVERY_NS_MAX
    assert evening.journal.damage is None
    assert evening.journal.flush(FLUSH_S)
    assert read_head(evening.path).sound
