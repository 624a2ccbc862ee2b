"""The desk at the event's broker: what clocks send comes in, what the desk sends goes out.

Nothing waits here for a broker that is away. What the desk would have sent meanwhile is not sent
late: a clock is asked again by its next beat, and a command that comes late is void.
"""

import asyncio
import logging
import math
import random
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import aiomqtt
import msgspec
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from clock.desk.desk import Desk
from clock.link.credentials import reason, trusting
from clock.link.desk_table import NAME
from clock.link.messages import COMMAND_S, FROM_CLOCK, topic
from clock.rules.message import Message

WAIT_S_MIN = 0.5
WAIT_S_MAX = 4.0
"""Between two attempts, doubled each time: a broker that restarts is found at once."""
KEEPALIVE_S = 4
"""A broker that is silent for twice as long is lost."""
ANSWER_S = 10.0
"""How long a broker may take to let the desk in, or to take a message."""
WAITING_MAX = 10_000
"""Messages that may wait to be sent, or to be taken."""

log = logging.getLogger(__name__)


class _Sent(NamedTuple):
    topic: str
    payload: bytes
    retain: bool = False
    expires_s: int | None = None


class Subscriber:
    """The desk of one event at a broker."""

    def __init__(self, url: str, event: str, user: str, password: str, ca: Path) -> None:
        """`url` is "mqtts://host:port"; the broker's certificate is signed by the event's `ca`."""
        self._url, self._event = urlsplit(url), event
        self._user, self._password, self._ca = user, password, ca
        self._waiting: asyncio.Queue[_Sent] = asyncio.Queue(WAITING_MAX)
        self.connected = False
        """Whether there is a broker."""
        self._why: Message | str = Message("no answer")

    @property
    def trouble(self) -> Message | None:
        """Why there is no broker; None if there is one."""
        if self.connected:
            return None
        lost = "No clock is heard: no connection to the broker {broker}: {problem}"
        return Message(lost, broker=self._url.netloc, problem=self._why)

    def send(
        self, clock: str, leaf: str, message: msgspec.Struct | None, *, retain: bool = False
    ) -> None:
        """Send a message to a clock, if there is a broker; None clears the retained message."""
        payload = b"" if message is None else msgspec.json.encode(message)
        expires_s = COMMAND_S if leaf == "cmd" else None
        self._send(_Sent(topic(self._event, clock, leaf), payload, retain, expires_s))

    def publish(self, path: str, payload: bytes) -> None:
        """Send a message to the broker itself, such as an admission."""
        self._send(_Sent(path, payload))

    async def run(self, desk: Desk) -> None:
        """Bring a desk what clocks send; a broker that is lost is looked for again and again."""
        this = asyncio.current_task()
        assert this is not None
        wait_s = WAIT_S_MIN
        before: object = None
        while not this.cancelling():  # a disconnection that failed may have hidden it
            try:
                await asyncio.create_task(self._talk(desk))
            except* (aiomqtt.MqttError, OSError) as errors:
                if self.connected:
                    wait_s, before = WAIT_S_MIN, None
                error = errors.exceptions[0]
                cause = error.__context__ if isinstance(error, aiomqtt.MqttError) else None
                if isinstance(cause, asyncio.CancelledError):  # by our own time limit
                    cause = TimeoutError()
                self._why = reason(cause or error)
                is_starting = not self.connected and wait_s == WAIT_S_MIN
                if not is_starting and self._why != before:
                    log.warning("the broker %s: %s", self._url.netloc, before := self._why)
            self.connected = False
            while not self._waiting.empty():
                self._waiting.get_nowait()
            await asyncio.sleep(wait_s * random.uniform(0.5, 1))
            wait_s = min(2 * wait_s, WAIT_S_MAX)

    async def _talk(self, desk: Desk) -> None:
        """Connect, and bring and send until the connection is lost."""
        async with asyncio.timeout(ANSWER_S) as answer, self._client() as client:
            await self._subscribe(client)
            answer.reschedule(None)
            self.connected = True
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._bring(client, desk))
                tasks.create_task(self._send_on(client))

    async def _subscribe(self, client: aiomqtt.Client) -> None:
        for leaf in FROM_CLOCK:
            await client.subscribe(topic(self._event, "+", leaf), qos=1)
        log.info("connected to the broker %s", self._url.netloc)

    async def _bring(self, client: aiomqtt.Client, desk: Desk) -> None:
        form = topic(re.escape(self._event), f"({NAME[1:-1]})", "([a-z]+)")
        async for message in client.messages:
            found = re.fullmatch(form, message.topic.value)
            if found is not None and isinstance(message.payload, bytes):
                desk.receive(
                    found[1], found[2], message.payload, desk.now_ns(), retained=message.retain
                )

    async def _send_on(self, client: aiomqtt.Client) -> None:
        while True:
            sent = await self._waiting.get()
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            if sent.expires_s is not None:
                properties.MessageExpiryInterval = sent.expires_s
            async with asyncio.timeout(ANSWER_S):
                await client.publish(
                    sent.topic, sent.payload, qos=1, retain=sent.retain, properties=properties
                )

    def _send(self, sent: _Sent) -> None:
        if self.connected:
            with suppress(asyncio.QueueFull):
                self._waiting.put_nowait(sent)

    def _client(self) -> aiomqtt.Client:
        return aiomqtt.Client(
            self._url.hostname or "localhost",
            self._url.port or 8883,
            identifier=self._user,
            username=self._user,
            password=self._password,
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=True,
            keepalive=KEEPALIVE_S,
            tls_context=trusting(self._ca),
            timeout=math.inf,  # its own, by Python 3.11's wait_for, may swallow a cancellation
            max_queued_incoming_messages=WAITING_MAX,
        )
