"""A request for a page or an act, what it is answered with, and who may make it."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from clock.desk.people import Session, UserRole
from clock.desk.site import Site
from clock.rules.message import Message, Problem

BODY_BYTES_MAX = 4_000_000


class PageRequest(NamedTuple):
    """A request of somebody who may make it."""

    session: Session
    request: Request
    body: bytes = b""

    @property
    def table(self) -> str:
        """The table in its path."""
        return str(self.request.path_params.get("table", ""))

    def query(self, name: str, default: str = "") -> str:
        """Return what the address has under a name."""
        return self.request.query_params.get(name, default)

    def form(self) -> dict[str, str]:
        """Return the fields of a form."""
        try:
            fields = parse_qs(self.body.decode(), keep_blank_values=True, max_num_fields=100)
        except ValueError:
            raise Problem("expected a form") from None
        return {name: values[-1].strip() for name, values in fields.items()}


class Answer(msgspec.Struct, omit_defaults=True):
    """What an act came to, for the page that asked for it."""

    text: str
    ok: bool = True
    go: str = ""
    """A page to open."""
    stays: bool = False
    """Shown until it is clicked away; another answer that all is well is shown for a while."""


Show = Callable[[Site, PageRequest], Awaitable[dict[str, object] | Response]]
Do = Callable[[Site, PageRequest], Awaitable[Message | str | Answer | Response]]


class PageRow(NamedTuple):
    """A page: where it is, who may see it, its template, and what fills that in."""

    path: str
    role: UserRole
    template: str
    show: Show
    tab: str = ""
    """Its name in the navigation; empty: another page leads to it."""


class ActRow(NamedTuple):
    """An act: where it is posted, who may do it."""

    path: str
    role: UserRole
    do: Do
