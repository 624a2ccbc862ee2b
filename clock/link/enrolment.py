"""Enrols a clock: the desk gives a new clock its name and password.

It makes a secret and shows a code that follows from it. The desk lets in the clock whose code the
organizer enters, and gives the password to nobody but who has the secret. It is kept beside the
journal, so that is done once in an event.
"""

import base64
import secrets
from contextlib import closing, suppress
from hashlib import pbkdf2_hmac
from http.client import HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from clock.files import replace_file
from clock.link.credentials import CONNECT_S_MAX, trusting
from clock.link.desk_table import DeskTable
from clock.link.messages import Name
from clock.rules.message import Problem

ANSWER_BYTES_MAX = 1_000
ENROLMENT_PATH = "/claim"
ENDING = ".password"
ROUNDS = 20_000
"""Of PBKDF2: some 10 ms on a PC, and 2^40 secrets are years."""


class Login(msgspec.Struct, frozen=True):
    """Who a clock is at an event."""

    clock: Name
    password: str


class Enrolment:
    """One clock's enrolment."""

    def __init__(self, desk: DeskTable, folder: Path) -> None:
        """`folder` keeps the password."""
        self._desk, self._folder = desk, folder
        self._secret = secrets.token_urlsafe(32)
        self.code = code_of(self._secret)

    def at(self, desk: DeskTable) -> "Enrolment":
        """Ask at another address of the desk from now on."""
        self._desk = desk
        return self

    @property
    def url(self) -> str:
        """The desk's page for this clock, for a phone's camera."""
        return f"{self._desk.page.rstrip('/')}/clocks?code={self.code}"

    def stored_desk(self) -> DeskTable | None:
        """Return the desk with the stored name and password, if there are any."""
        for file in sorted(self._folder.glob(f"{self._desk.event}~*{ENDING}")):
            clock = file.name.removesuffix(ENDING).partition("~")[2]
            return replace(self._desk, clock=clock, password_file=str(file))
        return None

    def ask(self) -> DeskTable | None:
        """Ask the desk for a name and a password; return the desk with them, or None so far."""
        parts = urlsplit(self._desk.page)
        connection = HTTPSConnection(
            parts.hostname or "",
            parts.port,
            timeout=CONNECT_S_MAX,
            context=trusting(self._desk.ca_file),
        )
        with closing(connection):
            connection.request("POST", ENROLMENT_PATH, body=self._secret)
            answer = connection.getresponse()
            body = answer.read(ANSWER_BYTES_MAX)
        if answer.status == 202:
            return None
        if answer.status != 200:
            raise Problem(
                "the desk is not admitting new clocks now ({status})", status=answer.status
            )
        login = msgspec.json.decode(body, type=Login)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        name = f"{self._desk.event}~{login.clock}{ENDING}"
        replace_file(self._folder / name, login.password.encode())
        return self.stored_desk()

    def forget(self) -> None:
        """Forget a name and a password that hold no longer."""
        for file in self._folder.glob(f"{self._desk.event}~*{ENDING}"):
            with suppress(OSError):
                file.unlink()


def code_of(secret: str) -> str:
    """Return the code that a clock with this secret shows.

    The code is short, so it is slow to compute: whoever sees it on a display cannot find another
    secret for it while the clock asks.
    """
    return base64.b32encode(pbkdf2_hmac("sha256", secret.encode(), b"", ROUNDS, 5)).decode()
