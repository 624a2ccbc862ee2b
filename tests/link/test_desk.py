"""A clock's link and the real desk, with the real broker between them."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from clock.desk import subscriber as subscriber_module
from clock.desk.desk import Desk
from clock.desk.store import Store
from clock.desk.subscriber import Subscriber
from clock.link.messages import Ack, Assign, Op, position_of
from clock.rules.state import Phase
from tests.conftest import WAIT_S
from tests.journal.journal_tables import JournalTable
from tests.link.conftest import NewLink
from tests.link.hall import CLOCK, DESK, EVENT, PASSWORD, Mosquitto, on_disk
from tests.link.test_commands import GAME
from tests.link.test_link import play, turning


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not holds():
            await asyncio.sleep(0.02)


def test_a_desk_has_every_line_though_its_broker_dies_and_it_sets_and_starts_a_game(
    evening: JournalTable,
    link: NewLink,
    broker: Mosquitto,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(subscriber_module, "WAIT_S_MIN", 0.05)
    monkeypatch.setattr(subscriber_module, "WAIT_S_MAX", 0.1)
    url, ca = f"mqtts://127.0.0.1:{broker.port}", broker.folder / "ca.pem"
    subscriber = Subscriber(url, EVENT, DESK, PASSWORD, ca)
    desk = Desk(Store(f"sqlite:///{tmp_path / 'desk.db'}"), subscriber)

    def caught_up() -> bool:
        games = on_disk(evening.path)
        return {game: list(desk.store.lines(CLOCK, game)) for game in games} == games

    async def played() -> None:
        jobs = [asyncio.create_task(each) for each in (subscriber.run(desk), desk.run())]
        evening.switch_on()
        play(evening, 30)
        link()
        await until(caught_up)
        broker.kill()
        play(evening, 10)
        broker.start()
        await until(caught_up)
        with turning(evening):
            assert await desk.assign(CLOCK, Assign("g", GAME, table="12")) == Ack("g", True)
            assert evening.journal.flush(WAIT_S)
            at = position_of(evening.journal.on_disk)
            await until(lambda: desk.by_table("12") is not None and desk.clocks[CLOCK].at == at)
            ack = await desk.command(CLOCK, Op.START, "Ann")
            assert ack is not None
            assert ack.done, ack.reason
        await until(caught_up)
        assert evening.table.state.phase is Phase.RUNNING
        assert desk.findings == ()
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    asyncio.run(played())
