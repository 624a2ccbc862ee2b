"""The names of a game's event and players, as far as they are known."""

import msgspec
from msgspec.structs import asdict, replace

from clock.rules.seats import LEFT, Seat


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The names of a game; empty where nobody gave any."""

    event: str = ""
    round: str = ""
    board: str = ""
    left: str = ""
    right: str = ""

    def __bool__(self) -> bool:
        return self != Names()

    def at(self, seat: Seat) -> str:
        """Return the name of a seat's player; "" if it is not known."""
        return self.left if seat is LEFT else self.right

    def over(self, other: "Names") -> "Names":
        """Return these names, filled up from another set."""
        return replace(other, **{key: name for key, name in asdict(self).items() if name})


NAMELESS = Names()
