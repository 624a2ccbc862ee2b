"""How soon a clock asks again for a connection that it cannot have."""

import errno
import os
from itertools import pairwise
from typing import NoReturn

import pytest

from clock.link.desk_table import DeskTable
from clock.link.work import RETRY_S_MAX, RETRY_S_MIN, LinkWork
from tests.journal.journal_tables import JournalTable

DESK = DeskTable(address="hall", event="cup", clock="c-1")


def test_a_connection_is_not_tried_again_at_once_however_often_the_link_is_woken(
    evening: JournalTable,
) -> None:
    tries, now_s = list[float](), 0.0

    def connect(*_: object) -> NoReturn:
        tries.append(now_s)
        if len(tries) > 30:
            pytest.fail("it is tried again and again without a wait")
        raise OSError(errno.EHOSTUNREACH, os.strerror(errno.EHOSTUNREACH))

    station = evening.switch_on().station
    work = LinkWork(
        DESK, evening.journal, station, lambda: None, connect=connect, now_s=lambda: now_s
    )
    steps = work.steps()
    while len(tries) < 30:
        assert 0 < next(steps) <= RETRY_S_MAX
        now_s += 0.1
    apart_s = [later - earlier for earlier, later in pairwise(tries)]
    assert min(apart_s) >= RETRY_S_MIN
    assert max(apart_s) <= RETRY_S_MAX + 0.1 + 1e-9
    assert "No route to host" in str(work.trouble)
