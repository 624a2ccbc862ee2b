"""A club: its authority, and the clocks of all its events.

The folder has a file for each clock, so that two desks can write at once. A file has a hash of the
clock's password, as mosquitto keeps it; that of a clock that was shut out is empty.
"""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from clock.desk.event.certificates import CA, CA_KEY, Signer, make_authority
from clock.desk.event.folder_file import read_settings
from clock.files import read_file, replace_file
from clock.link.desk_table import name_problem
from clock.rules.message import Message, Problem, placed

CLUB_FILE, CLOCKS_FOLDER, ENDING = "club.toml", "clocks", ".json"
LOGIN_BYTES_MAX = 10_000
_TOML = """\
# A club whose events have the same clocks.
club = "{club}"  # in the topics of its events' brokers, and in the files of its clocks
name = {name}
"""

StoredPassword = dict[str, Any]
"""A password as mosquitto keeps it; empty: nobody has it any more."""


class Club(msgspec.Struct, frozen=True):
    """What `club.toml` says."""

    club: str
    name: str


def make_club(folder: Path, club: str, name: str) -> Club:
    """Make the folder of a club. Raises Problem if it is there."""
    if (folder / CLUB_FILE).exists():
        raise Problem("{folder}: this folder already has a club", folder=folder)
    (folder / CLOCKS_FOLDER).mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    make_authority(folder, name)
    text = _TOML.format(club=club, name=msgspec.json.encode(name).decode())
    replace_file(folder / CLUB_FILE, text.encode())
    return read_club(folder)


def read_club(folder: Path) -> Club:
    """Return the club of a folder. Raises Problem with the place of a mistake."""
    missing = Message(
        "{folder}: no club here; make one: `clapper desk club {folder}`", folder=folder
    )

    def problems(club: Club) -> Iterator[tuple[str, Message]]:
        if (problem := name_problem(club.club)) is not None:
            yield "club", problem

    return read_settings(folder / CLUB_FILE, Club, missing, problems)


def club_signer(folder: Path) -> Signer:
    """Return the authority of a club. Raises Problem without its certificate or key."""
    for file in (folder / CA, folder / CA_KEY):
        if not file.is_file():
            raise Problem(placed(file, os.strerror(errno.ENOENT)))
    return Signer(folder / CA, folder / CA_KEY)


def club_clocks(folder: Path) -> "ClubClocks | None":
    """Return the clocks of a club; None if its folder is not on this machine."""
    clocks = folder / CLOCKS_FOLDER
    return ClubClocks(clocks) if clocks.is_dir() else None


class ClubClocks:
    """The clocks that a club's events let in, in the club's folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def passwords(self) -> dict[str, StoredPassword]:
        """Return the clocks' passwords; empty ones of clocks that were shut out.

        Raises OSError, and Problem for a file that is none.
        """
        found = {}
        for file in sorted(self._folder.glob(f"*{ENDING}")):
            clock = file.name.removesuffix(ENDING)
            try:
                content = read_file(file, LOGIN_BYTES_MAX)
                found[clock] = msgspec.json.decode(content, type=StoredPassword)
            except msgspec.DecodeError:
                raise Problem(placed(file, Message("expected a clock's password"))) from None
            if name_problem(clock) is not None:
                raise Problem(placed(file, Message("expected a clock's password")))
        return found

    def keep(self, clock: str, password: StoredPassword) -> None:
        """Let a clock in at every event from now on; shut it out if the password is empty.

        Raises Problem if it cannot be written.
        """
        file = self._folder / f"{clock}{ENDING}"
        try:
            replace_file(file, msgspec.json.encode(password))
            file.chmod(0o600)
        except OSError as error:
            raise Problem(placed(file, error.strerror or str(error))) from None
