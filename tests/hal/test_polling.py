"""Levels that are read: the schedule, and what is delivered."""

from hal.fake import FakeTime
from hal.polling import GAP_NS_MAX, POLL_NS, Poller, run_every
from hal.ports import LOSS_SHOWN_NS

MS = 1_000_000


class Level:
    """A line that a test sets, with what it was told to deliver."""

    def __init__(self) -> None:
        self.level = False
        self.delivered: list[tuple[bool, int]] = []

    def pressed(self) -> bool:
        return self.level

    def deliver(self, pressed: bool, at_ns: int) -> None:
        self.delivered.append((pressed, at_ns))


def test_a_level_that_changed_is_an_edge_stamped_at_its_reading() -> None:
    time, line = FakeTime(), Level()
    poller = Poller([line], time)
    poller.poll()
    line.level = True
    time.advance(MS)
    poller.poll()
    poller.poll()
    assert line.delivered == [(True, time.now_ns())]


def test_a_reading_that_takes_long_dates_no_edge_late() -> None:
    time = FakeTime()

    class Slow(Level):
        def pressed(self) -> bool:
            time.advance(7 * MS)
            return self.level

    line = Slow()
    poller = Poller([line], time)
    line.level, asked_ns = True, time.now_ns()
    poller.poll()
    assert line.delivered == [(True, asked_ns)]


def test_a_line_that_is_down_at_the_start_is_no_edge() -> None:
    line = Level()
    line.level = True
    Poller([line], FakeTime()).poll()
    assert line.delivered == []


def test_readings_that_are_too_far_apart_are_a_fault_for_a_while() -> None:
    time, line = FakeTime(), Level()
    poller = Poller([line], time)
    poller.poll()
    time.advance(GAP_NS_MAX)
    poller.poll()
    assert poller.fault(time.now_ns()) is None
    time.advance(GAP_NS_MAX + 1)
    poller.poll()
    poller.poll()
    assert poller.fault(time.now_ns() + LOSS_SHOWN_NS - 1) == (
        "levels were read too seldom: a press may be dated late, a short one lost"
    )
    assert poller.fault(time.now_ns() + LOSS_SHOWN_NS) is None


class Schedule:
    """Time that passes by waiting, which takes longer than asked, and by a busy machine."""

    def __init__(self, oversleep_ns: int, held_ns: dict[int, int], turns: int) -> None:
        self.now = 0
        self.acts: list[int] = []
        self._oversleep_ns = oversleep_ns
        self._held_ns = held_ns
        self._turns = turns

    def act(self) -> None:
        self.acts.append(self.now)
        self.now += self._held_ns.get(len(self.acts), 20_000)

    def wait(self, seconds: float) -> bool:
        self.now += round(seconds * 1e9) + self._oversleep_ns
        return len(self.acts) == self._turns


def test_a_second_has_a_thousand_readings_though_each_wait_takes_too_long() -> None:
    schedule = Schedule(oversleep_ns=90_000, held_ns={}, turns=1001)
    run_every(POLL_NS, schedule.act, lambda: schedule.now, schedule.wait)
    assert abs(schedule.acts[-1] - 1_000 * MS) <= 90_000


def test_turns_that_were_missed_are_left_out_and_the_beat_is_kept() -> None:
    schedule = Schedule(oversleep_ns=0, held_ns={3: 10 * MS + 300_000}, turns=6)
    run_every(POLL_NS, schedule.act, lambda: schedule.now, schedule.wait)
    assert schedule.acts == [0, MS, 2 * MS, 12 * MS + 300_000, 13 * MS, 14 * MS]


def test_the_thread_reads_and_ends() -> None:
    poller = Poller([Level()], FakeTime())
    assert not poller.alive
    poller.start()
    assert poller.alive
    poller.stop()
    assert not poller.alive
