"""Many virtual clocks at a broker, with a connection each, playing at a real pace."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import aiomqtt
import msgspec

from clock.desk_pages.demo.tempo import move_times_ns
from clock.desk_pages.demo.virtual_clocks import VirtualClock
from clock.link.credentials import trusting
from clock.link.messages import Assign, Command, Have, topic
from clock.link.work import RETRY_S_MAX, RETRY_S_MIN

TO_CLOCK: dict[str, Any] = {"have": Have, "assign": Assign, "cmd": Command}
TURN_S = 0.2
CONNECTING_MAX = 50
"""The most connections opened at once: the rush to connect is not measured."""


class Clocks:
    """The clocks of an event in a single process."""

    def __init__(self, ids: list[str], event: str, host: str, port: int, ca: Path) -> None:
        self._event, self._host, self._port = event, host, port
        self._tls = trusting(ca)
        chance = random.Random(7)
        self.stations = {
            id: VirtualClock(id, self._publish, chance, lambda: move_times_ns(chance)) for id in ids
        }
        self._waiting: dict[str, asyncio.Queue[tuple[str, msgspec.Struct]]] = {}
        self._connecting = asyncio.Semaphore(CONNECTING_MAX)

    async def run(self, password: str) -> None:
        """Let all clocks play, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for station in self.stations.values():
                station.online = False
                tasks.create_task(self._link(station, password))
            while True:
                now_ns = time.monotonic_ns()
                for station in self.stations.values():
                    station.run(now_ns)
                await asyncio.sleep(TURN_S)

    def _publish(self, clock: str, leaf: str, message: msgspec.Struct) -> None:
        if (waiting := self._waiting.get(clock)) is not None:
            waiting.put_nowait((leaf, message))

    async def _link(self, station: VirtualClock, password: str) -> None:
        wait_s = RETRY_S_MIN
        while True:
            client = aiomqtt.Client(
                self._host,
                self._port,
                identifier=station.id,
                username=station.id,
                password=password,
                protocol=aiomqtt.ProtocolVersion.V5,
                keepalive=30,
                tls_context=self._tls,
                timeout=60,
            )
            try:
                async with self._connecting:
                    await client.__aenter__()
                try:
                    wait_s = RETRY_S_MIN
                    await self._talk(client, station)
                finally:
                    await client.__aexit__(None, None, None)
            except* (aiomqtt.MqttError, OSError):
                pass
            station.online = False
            self._waiting.pop(station.id, None)
            wait_s = min(2 * wait_s, RETRY_S_MAX)
            await asyncio.sleep(random.uniform(RETRY_S_MIN, wait_s))

    async def _talk(self, client: aiomqtt.Client, station: VirtualClock) -> None:
        leaves = [(topic(self._event, station.id, leaf), 1) for leaf in TO_CLOCK]
        await client.subscribe(leaves)
        waiting = asyncio.Queue[tuple[str, msgspec.Struct]]()
        self._waiting[station.id] = waiting
        station.connect(time.monotonic_ns())

        async def send() -> None:
            while True:
                leaf, message = await waiting.get()
                path = topic(self._event, station.id, leaf)
                await client.publish(path, msgspec.json.encode(message), qos=1)

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(send())
            async for message in client.messages:
                kind = TO_CLOCK[message.topic.value.rpartition("/")[2]]
                if message.payload:
                    decoded = msgspec.json.decode(bytes(message.payload), type=kind)
                    station.receive(decoded, time.monotonic_ns())
