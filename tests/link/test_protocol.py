"""A clock and a desk whose programs are not of the same time say so, and lose nothing."""

from contextlib import closing

import msgspec
import pytest

from clock.link.connection import Received
from clock.link.conversation import NEWER_DESK, OLDER_DESK, Connection, Conversation
from clock.link.desk_table import DeskTable
from clock.link.messages import BEAT_S, PROTOCOL, Have
from clock.rules.message import Message
from clock.station.orders import DeskOrder, Identify
from clock.text.glyphs import ROW, fits
from clock.text.language import LANGUAGES, render, speaking
from tests.journal.journal_tables import JournalTable
from tests.link.test_link import Prompt, linked_clock


@pytest.mark.parametrize(
    ("have", "problem"),
    [
        (b"{}", OLDER_DESK),
        (msgspec.json.encode(Have(None, PROTOCOL)), None),
        (msgspec.json.encode(Have(None, PROTOCOL + 1)), NEWER_DESK),
    ],
)
def test_before_a_game_the_displays_say_that_the_desk_is_older_or_newer(
    evening: JournalTable,
    monkeypatch: pytest.MonkeyPatch,
    have: bytes,
    problem: Message | None,
) -> None:
    prompt, table = Prompt(), evening.switch_on()
    orders, hears = list[DeskOrder](), list[Received]()

    def connect(_desk: DeskTable, _boot: str, received: Received) -> Connection:
        hears.append(received)
        return prompt

    clock = linked_clock(evening, lambda: prompt.now_s)
    monkeypatch.setattr(table.station, "ask", orders.append)
    with closing(Conversation(DeskTable(), clock, connect)) as conversation:
        conversation.turn()
        hears[0]("have", have, False)
        prompt.now_s += BEAT_S
        conversation.turn()
        shown = [each.act.problem for each in orders if isinstance(each.act, Identify)]
        assert shown == ([] if problem is None else [problem])
        table.do("ok 1")
        prompt.now_s += BEAT_S
        conversation.turn()
        assert len(orders) == len(shown)
    assert {each.protocol for each in prompt.beats} == {PROTOCOL}


def test_what_the_displays_say_of_another_program_fits_in_a_row() -> None:
    for code in LANGUAGES:
        with speaking(code):
            for each in (OLDER_DESK, NEWER_DESK):
                assert fits(render(each), ROW), code
