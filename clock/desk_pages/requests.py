"""Requests for pages and acts, their answers, and the roles that may make them."""

import re
from collections.abc import Awaitable, Callable, Mapping
from enum import Enum
from typing import NamedTuple, TypeVar
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from clock.desk.people import Session, UserRole
from clock.desk.site import Site
from clock.rounds.pairings import round_of
from clock.rounds.results import RoundKey
from clock.rules.message import Message, Problem

_E = TypeVar("_E", bound=Enum)

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
FIELD_MAX = 200
"""No field of a form is longer, but for those that say what was seen of a whole round."""
SEEN = {"seen", "seen_running"}
BODY_BYTES_MAX = 4_000_000
"""A tournament report with a thousand players and eleven rounds has a twentieth of this."""


class PageRequest(NamedTuple):
    """A request whose session has the role for it."""

    session: Session
    request: Request
    body: bytes = b""

    @property
    def table(self) -> str:
        """The table in its path."""
        return str(self.request.path_params.get("table", ""))[:FIELD_MAX]

    def query(self, name: str, default: str = "") -> str:
        """Return what the address has under a name."""
        return self.request.query_params.get(name, default)

    def form(self) -> dict[str, str]:
        """Return the fields of a form."""
        try:
            fields = parse_qs(self.body.decode(), keep_blank_values=True, max_num_fields=100)
        except ValueError:
            raise Problem("expected a form") from None
        last = {name: values[-1].strip() for name, values in fields.items()}
        if any(_CONTROL.search(text) for text in last.values()):
            raise Problem("expected text on one line")
        if any(len(text) > FIELD_MAX for name, text in last.items() if name not in SEEN):
            raise Problem("expected at most {count} characters", count=FIELD_MAX)
        return last


class Answer(msgspec.Struct, omit_defaults=True):
    """The outcome of an act, for the page."""

    text: str
    ok: bool = True
    go: str = ""
    """A page to open."""
    changes: tuple[str, ...] = ()
    """What the act would change, to be seen first."""
    seen: str = ""
    """With this the act is done as it was shown."""
    stays: bool = False
    """Shown until it is clicked away; another answer that all is well is shown for a while."""


Show = Callable[[Site, PageRequest], Awaitable[dict[str, object] | Response]]
Do = Callable[[Site, PageRequest], Awaitable[Message | str | Answer | Response]]


class PageRow(NamedTuple):
    """A page: its path, the least role to see it, its template, and the function with the data."""

    path: str
    role: UserRole
    template: str
    show: Show
    tab: str = ""
    """Its name in the navigation; empty: another page leads to it."""


class ActRow(NamedTuple):
    """An act: its path, the role it needs, and its function."""

    path: str
    role: UserRole
    do: Do


def choice(kind: type[_E], text: str | None) -> _E:
    """Return what was chosen of a page's choices. Raises Problem."""
    try:
        return kind(text)
    except ValueError:
        raise Problem("expected one of the page's choices") from None


def round_asked(fields: Mapping[str, str]) -> RoundKey:
    """Return the round that a form is about. Raises Problem."""
    return RoundKey(fields.get("section", ""), round_of(fields.get("round", "")))
