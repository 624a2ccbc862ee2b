"""The desk at a real broker, with TLS and access lists: what clocks send comes in."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiomqtt
import msgspec
import pytest

from clock.desk import subscriber as subscriber_module
from clock.desk.desk import Desk
from clock.desk.live import SILENT
from clock.desk.store import Store
from clock.desk.subscriber import Subscriber
from clock.desk_pages import serve as serve_module
from clock.link.messages import Ack, Beat, Command, Op, Setting
from clock.rules.units import SECOND_NS
from tests.conftest import WAIT_S
from tests.desk.test_desk import ASSIGN
from tests.link.hall import CLOCK, DESK, EVENT, OTHER, PASSWORD, Mosquitto, User, event_folder

FLOOD = 6_000


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return event_folder(tmp_path_factory.mktemp("event"))


@pytest.fixture
def broker(event: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mosquitto]:
    monkeypatch.setattr(subscriber_module, "WAIT_S_MIN", 0.05)
    monkeypatch.setattr(subscriber_module, "WAIT_S_MAX", 0.1)
    a_broker = Mosquitto(event)
    a_broker.start()
    yield a_broker
    a_broker.kill()


def desk_at(broker: Mosquitto, folder: Path, password: str = PASSWORD) -> tuple[Desk, Subscriber]:
    url = f"mqtts://127.0.0.1:{broker.port}"
    subscriber = Subscriber(url, EVENT, DESK, password, broker.folder / "ca.pem")
    return Desk(Store(f"sqlite:///{folder / 'desk.db'}"), subscriber), subscriber


def commands(clock: User) -> list[Command]:
    """The commands that a clock has heard, none of which the broker had retained."""
    heard = [each for each in clock.heard if each[0].endswith("/cmd")]
    assert not any(retained for _, _, retained in heard)
    return [msgspec.json.decode(payload, type=Command) for _, payload, _ in heard]


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what a broker and a network bring."""
    async with asyncio.timeout(WAIT_S):
        while not holds():
            await asyncio.sleep(0.02)


def test_a_desk_hears_its_clocks_commands_them_and_outlives_its_broker(
    broker: Mosquitto, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desk, subscriber = desk_at(broker, tmp_path)
    caplog.set_level(logging.INFO, subscriber_module.__name__)
    with closing(User(broker, CLOCK, f"clapper/1/{EVENT}/clock/{CLOCK}/+")) as clock:

        async def played() -> None:
            jobs = [asyncio.create_task(each) for each in (subscriber.run(desk), desk.run())]
            clock.publish("beat", Beat(5 * SECOND_NS, "boot"), retain=True)
            clock.publish("setting", Setting(ASSIGN.setup, table="7"), retain=True)
            clock.publish("beat", Beat(1, "boot"), clock=OTHER)
            await until(lambda: desk.by_table("7") is not None)
            answer = asyncio.create_task(desk.command(CLOCK, Op.IDENTIFY, "Ann"))
            await until(lambda: bool(commands(clock)))
            (command,) = commands(clock)
            assert (command.op, command.issuer) == (Op.IDENTIFY, "Ann")
            clock.publish("ack", Ack(command.id, True))
            assert (await answer) == Ack(command.id, True)
            broker.kill()
            await until(lambda: not subscriber.connected)
            desk.clocks[CLOCK].beat = SILENT
            await until(lambda: "Connection refused" in caplog.text)
            assert str(subscriber.trouble).endswith(f":{broker.port}: Connection refused")
            broker.start()
            await until(lambda: subscriber.trouble is None)
            clock.publish("beat", Beat(9 * SECOND_NS, "boot"))
            await until(lambda: desk.clocks[CLOCK].beat is not SILENT)
            assert OTHER not in desk.clocks
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

        asyncio.run(played())
    at = f"the broker 127.0.0.1:{broker.port}"
    found = f"connected to {at}"
    _, lost, *tried, again = caplog.messages[caplog.messages.index(found) :]
    assert lost.startswith(f"{at}: ")
    assert f"{at}: Connection refused" in tried
    assert again == found


def test_a_flood_of_one_clock_ends_neither_the_desk_nor_another_clocks_game(
    broker: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriber_module, "WAITING_MAX", 50)
    desk, subscriber = desk_at(broker, tmp_path)
    everything = f"clapper/1/{EVENT}/clock/+/+"
    with (
        closing(User(broker, OTHER, everything)) as flooding,
        closing(User(broker, CLOCK, everything)) as clock,
    ):

        async def flooded() -> None:
            jobs = [asyncio.create_task(each) for each in (subscriber.run(desk), desk.run())]
            await until(lambda: subscriber.connected)
            for number in range(FLOOD):
                leaf = ("beat", "lines", "setting", "holds", "ack", "online")[number % 6]
                flooding.publish(leaf, b"[" * (number % 3000), clock=OTHER)
            now_ns = 0
            while CLOCK not in desk.clocks or desk.clocks[CLOCK].beat is SILENT:
                clock.publish("beat", Beat(now_ns := now_ns + SECOND_NS, "boot"))
                await asyncio.sleep(0.02)
            await until(lambda: flooding.published == FLOOD)
            assert not any(job.done() for job in jobs)
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

        asyncio.run(asyncio.wait_for(flooded(), WAIT_S))


class _Deaf:
    """A broker that answers nothing, not even a disconnection."""

    def __init__(self, tries: list[None]) -> None:
        tries.append(None)

    async def __aenter__(self) -> "_Deaf":
        return self

    async def __aexit__(self, *_: object) -> None:
        raise aiomqtt.MqttError("no answer to the disconnection")

    async def subscribe(self, *_: object, **_options: object) -> None:
        await asyncio.Event().wait()


@pytest.mark.parametrize("answer_s", [WAIT_S, 0.01])
def test_a_desk_ends_though_its_broker_answers_nothing_and_says_so_before(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    answer_s: float,
) -> None:
    for name, seconds in (("ANSWER_S", answer_s), ("WAIT_S_MIN", 0.01), ("WAIT_S_MAX", 0.02)):
        monkeypatch.setattr(subscriber_module, name, seconds)

    async def ended() -> bool:
        tries: list[None] = []
        subscriber = Subscriber("mqtts://127.0.0.1", EVENT, DESK, PASSWORD, tmp_path)
        monkeypatch.setattr(subscriber, "_client", lambda: _Deaf(tries))
        running = asyncio.create_task(subscriber.run(Desk(Store("sqlite://"), subscriber)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if answer_s < WAIT_S:
            await until(lambda: len(tries) > 4)
        running.cancel()
        done, _ = await asyncio.wait([running], timeout=WAIT_S)
        return bool(done)

    assert asyncio.run(ended())
    no_answer = [] if answer_s == WAIT_S else ["the broker 127.0.0.1: no answer"]
    assert caplog.messages == no_answer


def test_a_desk_ends_though_a_message_is_confirmed_at_that_very_moment(
    broker: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, subscriber = desk_at(broker, tmp_path)
    confirmed = aiomqtt.Client._on_publish

    async def ended() -> bool:
        running = asyncio.create_task(subscriber.run(desk))

        def confirmed_and_ended(*arguments: Any) -> None:
            confirmed(*arguments)
            running.cancel()

        monkeypatch.setattr(aiomqtt.Client, "_on_publish", confirmed_and_ended)
        await until(lambda: subscriber.connected)
        subscriber.publish("clapper/1/cup/clock/1/cmd", b"")
        done, _ = await asyncio.wait([running], timeout=WAIT_S)
        return bool(done)

    assert asyncio.run(ended())


def test_a_job_that_waits_again_once_it_is_cancelled_is_ended_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve_module, "CANCEL_AGAIN_S", 0.01)

    async def disconnected() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.Event().wait()  # the broker's answer, which never comes

    async def ended() -> bool:
        job = asyncio.create_task(disconnected())
        await asyncio.sleep(0)
        await asyncio.wait_for(serve_module.end_tasks([job]), WAIT_S)
        return job.cancelled()

    assert asyncio.run(ended())
