"""Messages that no sound clock sends: none of them harms the desk or another clock."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from clock.desk.live import OFFLINE_NS
from clock.game.chain import chained
from clock.link.messages import Beat, Lines
from tests.desk.direct_desk import Clock, DirectDesk

HASH = "0" * 64
MESSAGES: dict[str, Any] = {
    "beat": {"now_ns": 1, "boot_id": "b", "at": {"game": 1, "lines": 2, "hash": HASH},
             "phase": "running", "faults": ["f"], "battery": 1, "version": "v", "session": "s",
             "remarks": ["r"], "charge": 50, "audible": True, "signal": -50},
    "lines": {"game": 1, "first": 0, "lines": ["l"], "session": "s"},
    "holds": {"games": [{"game": 1, "lines": 1, "hash": HASH}], "more": True},
    "setting": {"setup": {"control": "90+30", "regulations": "rif"}, "table": "7"},
    "ack": {"id": "a", "done": True, "reason": "r"},
}  # fmt: skip
VALUES = (
    0,
    -1,
    2**31,
    2**53 - 1,
    2**63,
    10**30,
    1.5,
    None,
    "\0",
    "\ud800",
    "x" * 10**5,
    "x" * 200,
    "\\'--",
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to every part of a message."""
    yield path
    parts: Any = enumerate(value) if isinstance(value, list) else ()
    for key, part in value.items() if isinstance(value, dict) else parts:
        yield from places(part, (*path, key))


def spoiled(message: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A message with another value in one place."""
    if not path:
        return value
    copy = message.copy()
    copy[path[0]] = spoiled(message[path[0]], path[1:], value)
    return copy


def payloads() -> Iterator[tuple[str, bytes]]:
    for leaf, message in MESSAGES.items():
        for path in places(message):
            for value in VALUES:
                yield leaf, json.dumps(spoiled(message, path, value)).encode()
    for body in (b'{"game":1}', b'{"game":1,"format":9,"setup":"\0"}'):
        lines = chained("", [body, b"{\0}", b'{"\xc3\xa9":"\\u0000"}'])
        for some in (lines, lines[:1]):
            text = tuple(line.decode() for line in some)
            yield "lines", msgspec.json.encode(Lines(1, 0, text, "s"))


def test_whatever_a_clock_sends_the_desk_goes_on_and_other_clocks_are_not_touched(
    database: str, tmp_path: Path
) -> None:
    with closing(DirectDesk(database)) as wire:
        honest = Clock("honest", tmp_path / "games").played(3)
        wire.exchange(honest)
        state = wire.desk.clocks["honest"].state
        for number, (leaf, payload) in enumerate(payloads()):
            wire.desk.receive(f"c-{number}", "beat", msgspec.json.encode(Beat(1, "b")), wire.now_ns)
            wire.desk.receive(f"c-{number}", leaf, payload, wire.now_ns)
        wire.now_ns += OFFLINE_NS + 1
        for item in wire.desk.attention.items(wire.now_ns):
            wire.desk.attention.take(item.key, "Eva", wire.now_ns)
        wire.desk.commit()
        wire.exchange(honest.played(3))
        wire.open()
        assert not [each for each in wire.desk.findings if each.clock == "honest"]
        assert wire.desk.clocks["honest"].state == honest.timeline.state != state
        honest.kill()
