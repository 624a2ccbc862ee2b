"""A clock of `clapper sim` that has a name of its own, and joins an event as any other clock."""

import os
from argparse import Namespace
from collections.abc import Callable

from clock.config.desk_files import DESK_FILE, read_desk_file
from clock.link.desk_table import DeskTable, name_problem
from clock.link.link import Link
from clock.rules.message import Message, Problem, placed
from clock.station.settings_file import users_file
from clock.text.language import render, tr

NAME = "clock"
"""Of a clock at a desk to which neither an option nor the desk has given a name."""


def desk_of(options: Namespace) -> DeskTable | None:
    """Return the desk whose files are in the folder of `--desk`; None without one.

    Raises OSError, and Problem with every mistake in the files.
    """
    if options.desk is None:
        return None
    from clock.link.credentials import password, trusting  # which load what TLS needs

    try:
        desk = read_desk_file(options.desk.absolute())
    except FileNotFoundError:
        desk = None
    if desk is None:
        raise Problem(
            "{folder}: expected {file}: on the desk's page, *Clocks* has it in *Files for all "
            "clocks*",
            folder=options.desk,
            file=DESK_FILE,
        )
    trusting(desk.ca_file)
    if desk.clock:
        password(desk)
    return desk


def in_own_folder(options: Namespace, desk: DeskTable | None) -> Namespace:
    """Return options by which a clock with a name, or at a desk, keeps all it has in its folder.

    Raises Problem if they contradict each other, or for an impossible name.
    """
    name = options.name or (desk and (desk.clock or NAME))
    if not name:
        return options
    if options.journal is not None:
        raise Problem(placed("--journal", Message("not allowed with --name or --desk")))
    if (problem := name_problem(name)) is not None:
        raise Problem(placed("--name", problem))
    folder = users_file(os.environ).parent / name
    settings = options.settings or folder / "settings.json"
    return Namespace(**{**vars(options), "journal": folder / "games", "settings": settings})


class LinkNews:
    """The state of a clock's link to its desk, in a line at each change."""

    def __init__(self, link: Link, say: Callable[[str], None]) -> None:
        self._link, self._say, self._last = link, say, ""

    def look(self) -> None:
        """Look at the link."""
        name, warnings = self._link.linked_as, self._link.warnings
        line = ". ".join(map(render, warnings))
        if name:
            line = tr("linked to the referees' desk as {name}").format(name=name)
        if line not in ("", self._last):
            self._last = line
            self._say(f"clapper: {line}")
