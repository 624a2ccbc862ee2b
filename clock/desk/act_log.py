"""The acts at the desk: who did what and when, with what stood before and after."""

import time
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, insert, select

from clock.desk.database import ACTS
from clock.desk.store import SEEN
from clock.link.messages import STARTS, Op
from clock.rules.message import Message
from clock.text.language import N_

_IN_WORDS = "in words"
"""An act whose item is its text, and what it changed, as messages."""
_ADDS = insert(ACTS)
_TEXTS = {
    "take": N_("{item}: on the way"),
    "stay": N_("{item}: stays there"),
    "drop": N_("{item}: given back"),
    "pin": N_("{item}: stays on top"),
    "unpin": N_("{item}: no longer stays on top"),
    "escalate": N_("{item}: nobody came, so everybody was called"),
    SEEN: N_("finding {item} was looked at"),
    Op.IDENTIFY: N_("{item}: show its name"),
}


class LoggedAct(NamedTuple):
    """What somebody did; empty `who`: the desk itself."""

    at_ms: int
    """Of the wall clock, since 1970."""
    who: str
    text: Message
    changes: tuple[Message, ...] = ()


class ActLog:
    """The acts of an event, in its database; rows are only added."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, who: str, text: Message, *changes: Message) -> None:
        """Add an act, and what it changed."""
        with self._engine.begin() as connection:
            self.add_on(connection, who, text, *changes)

    def add_on(self, connection: Connection, who: str, text: Message, *changes: Message) -> None:
        """Add an act together with what else is written on a connection."""
        item = msgspec.json.encode([_plain(each) for each in (text, *changes)]).decode()
        row = {"at": time.time_ns() // 1_000_000, "who": who, "act": _IN_WORDS, "item": item}
        connection.execute(_ADDS, row)

    def acts(self, most: int | None = None) -> list[LoggedAct]:
        """Return the last acts, the newest first."""
        in_words_too = ACTS.c.act.in_(
            (Op.CORRECT, Op.STOP, Op.TAKE_OVER, *STARTS)
        )  # for each clock
        query = select(ACTS).where(~in_words_too).order_by(ACTS.c.id.desc()).limit(most)
        with self._engine.connect() as connection:
            return [_act(row.at, row.who, row.act, row.item) for row in connection.execute(query)]


def _act(at_ms: int, who: str, act: str, item: str) -> LoggedAct:
    if act == _IN_WORDS:
        text, *changes = map(_message, msgspec.json.decode(item))
        return LoggedAct(at_ms, who, text, tuple(changes))
    item = item.removeprefix("game:")
    return LoggedAct(at_ms, who, Message(_TEXTS.get(act, "{item}: {act}"), item=item, act=act))


def _plain(value: object) -> object:
    """A message as its template and values, in JSON; other values as they are."""
    if not isinstance(value, Message):
        return value
    return [value.template, {name: _plain(each) for name, each in value.values.items()}]


def _message(value: Any) -> Any:
    """A message that `_plain` has taken apart."""
    if not isinstance(value, list):
        return value
    template, values = value
    return Message(template, **{name: _message(each) for name, each in values.items()})
