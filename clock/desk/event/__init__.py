"""The folder of an event: its configuration, certificates, broker and database."""

import re
import secrets
import unicodedata
from collections.abc import Collection, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from clock.desk.event.broker import DESK_USER, write_broker
from clock.desk.event.certificates import make_certificates, renew_certificates
from clock.desk.event.club import club_signer, read_club
from clock.desk.event.folder_file import read_settings
from clock.desk.event.own_addresses import host_names, own_addresses
from clock.kinds import KINDS
from clock.link.desk_table import is_url, name_problem
from clock.notation.mistyped import not_one_of
from clock.rounds.pairings import by_number
from clock.rules.message import Message, Problem, placed

FILE = "desk.toml"
PAGE_PORT, BROKER_PORT = 8443, 8883
NAME_MAX = 40
"""Most characters of a name in topics."""
DELAY_MAX_S = 3_600
"""Of what other programs read."""
CLOCKS = "clock-"
"""Names of clocks begin so at the broker: no other user there ever has such a name."""
_SQLITE = "sqlite:///"
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_TOML = """\
# The referees' desk of one event.
event = "{event}"  # in the topics of the broker, unless there is a club
name = {name}

# The page: https with the event's own certificate.
host = "0.0.0.0"
port = {port}

# Any MQTT 5 broker. If it is on this machine, `clapper desk run` starts it:
# `listener` in mosquitto.conf then has the same port.
broker = "mqtts://localhost:{broker_port}"

# SQLite in this folder; or a URL, such as postgresql+psycopg://desk@localhost/desk
database = "sqlite:///desk.sqlite"

# Names and addresses by which referees reach this machine; the certificate is valid for them.
addresses = {addresses}

# The kind of game, such as "chess": it says who begins and by which rules, and imports change times
# alone. Empty: each import says which.
game = "{game}"

# What other programs read is so many seconds old (docs/feed.md); a screen may have its own delay.
feed_delay_s = 0

# The club whose clocks come to this event, as in its club.toml, and the club's folder. Empty: the
# event admits clocks of its own.
club = "{club}"
club_folder = {club_folder}

# Sections of the hall, each with rounds of its own, its game, and its first and last table.
# [sections.U12]
# game = "gomoku"
# tables = [51, 100]

# Zones of the hall, for the map: each with its first and last table.
# [zones]
# A = [1, 50]
# B = [51, 100]
"""


class Section(msgspec.Struct, frozen=True):
    """Tables with rounds of their own, and their game."""

    tables: tuple[int, ...]
    """The first and the last."""
    game: str = ""
    """Empty: the event's."""


class Event(msgspec.Struct, frozen=True):
    """What `desk.toml` says."""

    event: str
    name: str
    broker: str
    host: str = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = PAGE_PORT
    """0 takes one that is free."""
    database: str = "sqlite:///desk.sqlite"
    addresses: tuple[str, ...] = ()
    zones: dict[str, tuple[int, ...]] = {}
    game: str = ""
    """The kind of game; empty: each import says which."""
    sections: dict[str, Section] = {}
    feed_delay_s: Annotated[int, msgspec.Meta(ge=0, le=DELAY_MAX_S)] = 0
    """How old what other programs read is, unless their key has another delay."""
    club: str = ""
    """In topics, in the event's place; empty: the event has clocks of its own."""
    club_folder: str = ""

    @property
    def of_clocks(self) -> str:
        """Its name in topics and in clocks' files: its club's, if there is one."""
        return self.club or self.event

    def game_of(self, section: str) -> str:
        """Return the kind of game of a section; empty if imports choose it."""
        own = self.sections.get(section)
        return self.game if own is None else own.game or self.game

    def game_at(self, table: str) -> str:
        """Return the kind of game of the section of a table; empty if it is in none."""
        section = self.section_at(table)
        return self.game_of(section) if section else ""

    def section_at(self, table: str) -> str:
        """Return the section that a table is in; empty if it is in none."""
        _, number, _ = by_number(table)
        for name, section in self.sections.items():
            first, last = section.tables
            if first <= number <= last:
                return name
        return ""

    @property
    def broker_port(self) -> int:
        """The broker's port."""
        return urlsplit(self.broker).port or BROKER_PORT

    @property
    def has_own_broker(self) -> bool:
        """Whether the broker is this machine's, and so the desk's to start."""
        return urlsplit(self.broker).hostname in ("localhost", "127.0.0.1")


def read_event(folder: Path) -> Event:
    """Return the configuration of an event. Raises Problem with the place of a mistake."""
    missing = Message(
        "{folder}: no event here; make one: `clapper desk init {folder}`", folder=folder
    )
    return read_settings(folder / FILE, Event, missing, partial(_problems, folder))


def _problems(folder: Path, event: Event) -> Iterator[tuple[str, Message]]:
    """The mistakes, with their keys; no URL is repeated, since a URL may contain a password."""
    if (problem := name_problem(event.event)) is not None:
        yield "event", problem
    if event.club and (problem := name_problem(event.club)) is not None:
        yield "club", problem
    if not is_url(event.broker, "mqtts"):
        yield "broker", Message("expected mqtts://host or mqtts://host:port")
    if not _is_database(event.database):
        form = "expected sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
        yield "database", Message(form)
    elif event.database.startswith(_SQLITE):
        file = Path(make_url(database_url(folder, event)).database or "")
        if file.is_dir() or not file.parent.is_dir():
            expected = "expected a file in a folder that exists, got {file}"
            yield "database", Message(expected, file=file)
    areas = {f"zones.{name}": tables for name, tables in event.zones.items()}
    areas |= {f"sections.{name}.tables": each.tables for name, each in event.sections.items()}
    for key, tables in areas.items():
        if len(tables) != 2:
            yield key, Message("expected the first and the last table")
    games = {
        f"sections.{name}.game": each.game for name, each in event.sections.items() if each.game
    }
    games |= {"game": event.game} if event.game else {}
    for key, game in games.items():
        if game not in KINDS:
            yield key, not_one_of(game, KINDS)


def _is_database(url: str) -> bool:
    try:
        make_url(url)
    except (ArgumentError, ValueError):  # of a port that is no number
        return False
    return url.startswith((_SQLITE, "postgresql+psycopg://"))


def make_event(
    folder: Path,
    name: str,
    addresses: tuple[str, ...] = (),
    game: str = "",
    port: int = PAGE_PORT,
    broker_port: int = BROKER_PORT,
    club_folder: Path | None = None,
) -> Event:
    """Make the folder of an event with all that its desk needs, perhaps under a club.

    Raises Problem if it is there, for an unknown kind of game, and without the club.
    """
    if game and game not in KINDS:
        raise Problem(placed("--game", not_one_of(game, KINDS)))
    if (folder / FILE).exists():
        raise Problem("{folder}: this folder already has an event", folder=folder)
    club = None if club_folder is None else read_club(club_folder)
    signer = None if club_folder is None else club_signer(club_folder)
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    addresses = addresses or (*host_names(), "localhost", "127.0.0.1")
    event = topic_name(name)
    make_certificates(folder, name, _served(addresses), signer)
    of_clocks = event if club is None else club.club
    write_broker(folder, of_clocks, new_password(), broker_port)
    at_club = "" if club_folder is None else str(club_folder.resolve())
    text = _TOML.format(
        event=event,
        game=game,
        port=port,
        broker_port=broker_port,
        name=msgspec.json.encode(name).decode(),
        addresses=msgspec.json.encode(addresses).decode(),
        club="" if club is None else club.club,
        club_folder=msgspec.json.encode(at_club).decode(),
    )
    (folder / FILE).write_text(text, encoding="utf-8")
    return read_event(folder)


def addresses_now(event: Event) -> tuple[str, ...]:
    """Return where the desk is reached now: as `desk.toml` has it, by name, by other addresses."""
    return tuple(dict.fromkeys((*event.addresses, host_names()[0], *own_addresses())))


def renew_event(folder: Path, event: Event) -> tuple[str, ...]:
    """Have the certificates name where the desk is reached now; return those that are new.

    Raises Problem if they cannot be signed.
    """
    now = (*event.addresses, *own_addresses())
    also = _served(())
    return renew_certificates(folder, event.name, now, also, broker=event.has_own_broker)


def _served(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """The names and addresses that certificates need."""
    usual = (*host_names(), *own_addresses(), "localhost", "127.0.0.1")
    return tuple(dict.fromkeys((*addresses, *usual)))


def database_url(folder: Path, event: Event) -> str:
    """Return where an event's database is; a file of SQLite is in the event's folder."""
    if not event.database.startswith(_SQLITE):
        return event.database
    return f"{_SQLITE}{folder.resolve() / event.database.removeprefix(_SQLITE)}"


def topic_name(name: str) -> str:
    """Return what an event is called in topics: small letters, figures, dashes."""
    return _plain(name) or "event"


def clock_name(name: str, table: str) -> str:
    """Return what a new clock is called at the broker: after its own name, else after its table.

    Raises Problem for the desk's own name, however it is written.
    """
    plain = _plain(name).removeprefix(CLOCKS)
    if plain == DESK_USER:
        raise Problem(
            "a clock cannot be called {name}: the desk has that name at the broker", name=name
        )
    return CLOCKS + (plain or _plain(table))[: NAME_MAX - len(CLOCKS)].rstrip("-")


def free_name(clock: str, taken: Collection[str]) -> str:
    """Return a name like a clock's that no other clock has."""
    endings = (f"-{number}" for number in count(2))
    names = (clock[: NAME_MAX - len(each)].rstrip("-") + each for each in endings)
    return next(each for each in names if each not in taken)


def _plain(name: str) -> str:
    """A name in letters and figures that a topic may have; empty if none are left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:NAME_MAX].strip("-")


def new_password() -> str:
    """Return a password of 74 bits, easy to read out and to type."""
    letters = [secrets.choice(_ALPHABET) for _ in range(15)]
    return "-".join("".join(letters[at : at + 5]) for at in range(0, 15, 5))
