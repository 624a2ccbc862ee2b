"""A game moves to another clock over the event's own broker, with its passwords and rights."""

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from clock.desk.desk import Desk
from clock.desk.event import database_url, read_event
from clock.desk.event.broker import CONTROL_TOPIC, DESK_USER, PASSWORD, admission
from clock.desk.event.certificates import CA
from clock.desk.spare import move_game
from clock.desk.store import Store
from clock.desk.subscriber import Subscriber
from clock.rules.state import Phase
from clock.text.ending import MOVED
from tests.conftest import WAIT_S
from tests.desk.round import LOOK_S, Hall, Seated

MOVES, REPLACED_S_MAX = 40, 60


class SpareTable(Hall):
    """Two clocks: a game is played on the first."""

    async def move(self) -> float:
        """Move the game to the second; return how long that took, in seconds."""
        event, old, spare = read_event(self.folder), *self.tables
        secret = (self.folder / PASSWORD).read_text()
        subscriber = Subscriber(event.broker, event.event, DESK_USER, secret, self.folder / CA)
        desk = Desk(Store(database_url(self.folder, event)), subscriber)
        jobs = [asyncio.create_task(job) for job in (subscriber.run(desk), desk.run())]
        jobs.append(asyncio.create_task(self._turning()))
        try:
            async with asyncio.timeout(WAIT_S):
                await self._until(lambda: subscriber.connected)
                for each in self.tables:
                    message = admission(event.event, each.id, f"secret-{each.id}")
                    subscriber.publish(CONTROL_TOPIC, message)
                    desk.register(each.id, str(each.number))
                await self._start(desk, old)
                old.sit_down()
                for _ in range(MOVES):
                    old.play()
                await self._until(lambda: desk.clocks[old.id].beat.at == desk.clocks[old.id].at)
                began_s = time.monotonic()
                await move_game(desk, desk.clocks[old.id], desk.clocks[spare.id], "0", "Ann")
                lasted_s = time.monotonic() - began_s
                await self._until(lambda: old.state.ground == MOVED)
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            desk.store.engine.dispose()
        return lasted_s

    @staticmethod
    async def _until(holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(LOOK_S)


def figures(table: Seated) -> tuple[object, ...]:
    state = table.state
    return state.play, state.left.remaining_ns, state.right.remaining_ns, state.turn


def test_a_game_is_on_the_spare_within_a_minute(tmp_path: Path) -> None:
    with closing(SpareTable(tmp_path, 2, 0, Random(1))) as hall:
        lasted_s = asyncio.run(hall.move())
        old, spare = hall.tables
        assert lasted_s < REPLACED_S_MAX
        assert spare.state.phase is Phase.STOPPED
        assert figures(spare) == figures(old)
        assert spare.state.play.moves >= MOVES - 1
