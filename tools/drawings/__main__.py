"""`python -m tools.drawings NAME [FILE]`: print a picture, or the tables of a configuration.

Pictures: wiring, wiring-two-plungers, case, rooms, signs, clock, the faces of the manual. Tables:
tables. FILE is a `clapper.toml`. schemdraw is imported only where it is used, because some pictures
do not need it.
"""

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from clock.config import read_config
from hal.wiring import DEFAULT, Wiring
from tools.drawings.faces import SCENES, face_drawing, signs_drawing
from tools.drawings.tables import header_table, panel_table, strip_table, wiring_table

TWO_PLUNGERS = Path(__file__).parents[2] / "examples" / "two-plungers-a-seat.toml"


def wiring(own: Wiring | None) -> str:
    """Draw the default wiring, or the user's own."""
    from tools.drawings.wiring import wiring_diagram

    if own is not None:
        return wiring_diagram(own, "Clapper, wiring")
    return wiring_diagram(DEFAULT, "Clapper, default wiring")


def two_plungers(own: Wiring | None) -> str:
    """Draw the wiring of the example with two plungers a seat."""
    from tools.drawings.wiring import wiring_diagram

    title = "Clapper, two plungers a seat and stone sensors"
    return wiring_diagram(own or read_config(TWO_PLUNGERS).wiring, title)


def case(_: Wiring | None) -> str:
    """Draw the case."""
    from tools.drawings.case import case_drawing

    return case_drawing()


def rooms(_: Wiring | None) -> str:
    """Draw the program's rooms."""
    from tools.drawings.rooms import rooms_drawing

    return rooms_drawing()


def face(name: str, _: Wiring | None) -> str:
    """Draw the clock, or its two displays, in a scene of the manual."""
    return face_drawing(name)


def signs(_: Wiring | None) -> str:
    """Draw the signs of the faces."""
    return signs_drawing()


def tables(own: Wiring | None) -> str:
    """Return the tables of `hardware.md`."""
    made = own or DEFAULT
    made_of_it = (wiring_table(made), header_table(made), strip_table(made), panel_table())
    return "\n\n".join(made_of_it) + "\n"


DRAWN: Mapping[str, Callable[[Wiring | None], str]] = {
    "wiring": wiring,
    "wiring-two-plungers": two_plungers,
    "case": case,
    "rooms": rooms,
    "signs": signs,
    "tables": tables,
    **{name: partial(face, name) for name in SCENES},
}


def main(arguments: list[str]) -> int:
    """Print a picture or the tables; return 2 if it is unknown, faulty or cannot be drawn."""
    name, *files = arguments or [""]
    if name not in DRAWN or len(files) > 1:
        print(f"expected one of {', '.join(DRAWN)}, and at most one file", file=sys.stderr)
        return 2
    try:
        print(DRAWN[name](read_config(Path(files[0])).wiring if files else None), end="")
    except ValueError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "schemdraw":
            raise
        print(f"{name} is drawn by schemdraw, which `make .venv/.test` installs", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
