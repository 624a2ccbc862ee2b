"""A connection to the event's broker: MQTT 5 over TLS, driven by the link's steps alone.

It keeps no session and nothing is queued for later: what the broker or the network loses is sent
again by the outbox.
"""

import select
import socket
import ssl
import time
from collections.abc import Callable
from typing import Any

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from clock.link.credentials import CONNECT_S_MAX, password, trusting
from clock.link.desk_table import DeskTable
from clock.link.messages import TO_CLOCK, Online, topic
from clock.rules.message import Message, Problem

KEEPALIVE_S = 4
"""A broker that is silent for twice as long is lost."""
PACKET_BYTES_MAX = 200_000
"""The broker sends no larger one."""
FLOOD = 50
"""More messages in a second are a flood: the connection is given up, and tried again later."""
UNKNOWN = (0x86, 0x87)
"""Reasons of a broker that does not know a user, or not with this password."""

Received = Callable[[str, bytes, bool], None]
"""Takes the leaf of a topic, the payload, and whether the broker had it retained."""


class Lost(Problem):
    """There is no connection, and why."""


class BrokerRefused(Lost):
    """The broker does not know this clock, or no longer."""


class Broker:
    """A single connection; a new connection is a new object."""

    def __init__(self, desk: DeskTable, boot_id: str, received: Received) -> None:
        """Connect, within CONNECT_S_MAX. Raises Lost and OSError."""
        self._desk, self._received = desk, received
        self.up = False
        """Whether the broker has taken us, and what we subscribe to."""
        self._problem: Lost | None = None
        self._second, self._count = 0, 0
        self._unconfirmed: dict[str, int] = {}
        """The last message of a leaf, by its number, that the broker has not confirmed."""
        client = Client(
            CallbackAPIVersion.VERSION2, client_id=desk.clock, protocol=MQTTProtocolVersion.MQTTv5
        )
        self._client = client
        client.username_pw_set(desk.clock, password(desk))
        client.tls_set_context(trusting(desk.ca_file))
        client.tls_insecure_set(True)  # of the host's name alone
        client.connect_timeout = CONNECT_S_MAX
        client.will_set(
            self._topic("online"), _encoded(Online(up=False, boot_id=boot_id)), qos=1, retain=True
        )
        client.on_socket_open = _send_at_once
        client.on_connect = self._connected
        client.on_subscribe = self._subscribed
        client.on_publish = self._published
        client.on_message = self._message
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.MaximumPacketSize = PACKET_BYTES_MAX
        client.connect(desk.host, desk.port, KEEPALIVE_S, clean_start=True, properties=properties)

    def traffic(self) -> list[tuple[int, int]]:
        """Return the connection's file descriptor, with the events of `poll` to wait for."""
        connected = self._client.socket()
        if connected is None:
            return []
        return [(connected.fileno(), select.POLLIN | select.POLLOUT * self._client.want_write())]

    def turn(self) -> bool:
        """Send and receive what there is; return whether there is more. Raises Lost."""
        self._client.loop_read()
        self._client.loop_write()
        self._client.loop_misc()
        connected = self._client.socket()
        if self._problem is not None or connected is None:
            raise self._problem or Lost(Message("the connection was lost"))
        return isinstance(connected, ssl.SSLSocket) and connected.pending() > 0

    def publish(self, leaf: str, message: msgspec.Struct, *, retain: bool = False) -> None:
        """Send a message."""
        sent = self._client.publish(self._topic(leaf), _encoded(message), qos=1, retain=retain)
        self._unconfirmed[leaf] = sent.mid

    def is_free(self, leaf: str) -> bool:
        """Whether the broker has the last message of a leaf."""
        return leaf not in self._unconfirmed

    def close(self) -> None:
        """Drop the connection; the broker publishes the will then."""
        connected = self._client.socket()
        if connected is not None:
            connected.close()

    def _topic(self, leaf: str) -> str:
        return topic(self._desk.event, self._desk.clock, leaf)

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _: Any) -> None:
        if reason.is_failure:
            refused = BrokerRefused if reason.value in UNKNOWN else Lost
            self._problem = _refused(reason, refused)
            return
        client.subscribe([(self._topic(leaf), SubscribeOptions(qos=1)) for leaf in TO_CLOCK])

    def _subscribed(self, _client: Client, _data: Any, _mid: int, reasons: Any, _: Any) -> None:
        failures = [reason for reason in reasons if reason.is_failure]
        if failures:
            self._problem = _refused(failures[0])
        else:
            self.up = True

    def _published(self, _client: Client, _data: Any, mid: int, reason: Any, _: Any) -> None:
        for leaf, last in tuple(self._unconfirmed.items()):
            if last == mid:
                del self._unconfirmed[leaf]
        if reason.is_failure:
            self._problem = _refused(reason)

    def _message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        second = int(time.monotonic())
        self._count = self._count + 1 if second == self._second else 1
        self._second = second
        if self._count > FLOOD:
            self._problem = Lost(Message("too many messages arrived"))
        else:
            leaf = message.topic.rpartition("/")[2]
            self._received(leaf, bytes(message.payload), message.retain)


def _refused(reason: Any, kind: type[Lost] = Lost) -> Lost:
    return kind(Message("the broker refused: {reason}", reason=reason))


def _encoded(message: msgspec.Struct) -> bytes:
    return msgspec.json.encode(message)


def _send_at_once(_client: Client, _data: Any, connected: Any) -> None:
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
