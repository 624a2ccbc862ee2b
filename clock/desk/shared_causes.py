"""Causes that befall several clocks together are one, as an access point that failed. Pure."""

from collections.abc import Iterator

from clock.desk.causes import Cause, Group, Rank
from clock.rules.message import Message
from clock.rules.units import SECOND_NS

TOGETHER_NS = 10 * SECOND_NS
"""What befalls clocks within this is one; and what is gone for longer is over."""

Befallen = tuple[Group, str, str]
"""Of what group, of what cause, and which table."""


class SharedCauses:
    """Causes that befall several clocks together."""

    def __init__(self) -> None:
        self._last_ns: dict[str, int] = {}
        """Of an item: when a clock was the last to join it."""
        self._joined: dict[Befallen, tuple[str, int]] = {}
        """Of a clock's cause: its item, and when it was last there."""
        self._count = 0

    def join(
        self, present: dict[Befallen, tuple[Message, Message]], now_ns: int
    ) -> Iterator[tuple[Cause, tuple[str, ...]]]:
        """Yield a cause for all that came together, with the tables still affected.

        `present` has for each what it is in words, and in words for several tables.
        """
        for each, (_, seen_ns) in list(self._joined.items()):
            if each not in present and now_ns - seen_ns > TOGETHER_NS:
                del self._joined[each]
        shared: dict[str, list[Befallen]] = {}
        for each in sorted(present):
            key = self._item_of(each, now_ns)
            self._joined[each] = key, now_ns
            shared.setdefault(key, []).append(each)
        for key, joined in shared.items():
            text, many = present[joined[0]]
            cause = Cause(key, joined[0][0], Rank.LOOK, text if len(joined) == 1 else many)
            yield cause, tuple(table for _, _, table in joined)

    def _item_of(self, each: Befallen, now_ns: int) -> str:
        """The item of a clock's cause: its own, that of others just now, or a new item."""
        if each in self._joined:
            return self._joined[each][0]
        group, why, _ = each
        recent = {
            key
            for (other, cause, _), (key, _) in self._joined.items()
            if (other, cause) == (group, why) and now_ns - self._last_ns[key] <= TOGETHER_NS
        }
        self._count += not recent
        key = min(recent, default=f"{group.value}:{why}:{self._count}")
        self._last_ns[key] = now_ns
        return key
