"""Which game it was: the event and who played, as far as somebody said so."""

import msgspec
from msgspec.structs import asdict, replace


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The names of a game, each of them empty where nobody gave one."""

    event: str = ""
    round: str = ""
    board: str = ""
    left: str = ""
    right: str = ""

    def __bool__(self) -> bool:
        return self != Names()

    def over(self, other: "Names") -> "Names":
        """Return these names, and those of another set where there is none."""
        return replace(other, **{key: name for key, name in asdict(self).items() if name})


NAMELESS = Names()
