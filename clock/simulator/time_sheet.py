"""The routes of the page's sheet *Time*, by which the clock is set where no game is played.

A running or unfinished game is never lost: the station's thread decides, as for the clock's menu.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clock.menu.levels import NewGame, NewSetup
from clock.notation.typed import Unclear
from clock.rules.message import Message, Problem
from clock.simulator.page_files import Language
from clock.simulator.rules_choice import NO_MESSAGE
from clock.simulator.time_choices import TOO_LONG, TimeChoices, words
from clock.simulator.time_messages import NextChoice, Read, TimeChoice
from clock.station.loop import Station
from clock.station.orders import TableOrder, is_idle
from clock.text.language import speaking

BODY_BYTES_MAX = 2000
DONE, CONFLICT = 204, 409
_M = TypeVar("_M", bound=msgspec.Struct)
Answers = Callable[[Request], msgspec.Struct]
Acts = Callable[[bytes], tuple[NewGame | NewSetup, str]]
"""The act of a message, and a remark for who sent it."""


class Done(msgspec.Struct, frozen=True):
    """An act was carried out: what its sender may not expect."""

    remark: str


class TimeSheet:
    """Answers the sheet of one clock. Its routes run on the server's event loop."""

    def __init__(self, station: Station, choices: TimeChoices) -> None:
        self._station, self._choices = station, choices

    def routes(self, language: Language) -> Iterator[Route]:
        """Yield the routes; answers are in the reader's language."""
        answer, do = partial(self._answer, language), partial(self._do, language)
        yield Route("/time", partial(answer, lambda _: self._choices.offers()))
        yield Route("/time/read", partial(answer, self._read))
        yield Route("/time/set", partial(do, self._new_setup), methods=["POST"])
        yield Route("/next", partial(answer, lambda _: self._choices.next_game()))
        yield Route("/next/begin", partial(do, self._new_game), methods=["POST"])

    @property
    def is_open(self) -> bool:
        """Whether the clock can be set: no game is in progress."""
        return is_idle(self._station.state)

    @property
    def may_follow(self) -> bool:
        """Whether the next game may begin."""
        return self._station.snapshot.may_follow

    async def _answer(self, language: Language, answers: Answers, request: Request) -> Response:
        """Answer in the page's language, in a thread: touches do not wait for a long text."""
        with speaking(language(request)):
            return _json(await asyncio.to_thread(answers, request))

    async def _do(self, language: Language, acts: Acts, request: Request) -> Response:
        """Have the station carry out a message's act, or answer why not."""
        with speaking(language(request)):
            try:
                act, remark = await asyncio.to_thread(acts, await _body(request))
                problem = await self._carried_out(act)
            except Unclear:
                return _json(Read([]), CONFLICT)
            except Problem as error:
                problem = error.message
            if problem is None:
                return _json(Done(remark)) if remark else Response(status_code=DONE)
            return _json(Read([], words(problem)), CONFLICT)

    async def _carried_out(self, act: NewGame | NewSetup) -> Message | None:
        """Return why the station refused an act, or None."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Message | None] = loop.create_future()

        def put(problem: Message | None) -> None:
            with contextlib.suppress(RuntimeError):  # at the very end the loop is closed
                loop.call_soon_threadsafe(answer.set_result, problem)

        self._station.ask(TableOrder(act, put))
        return await answer

    def _read(self, request: Request) -> Read:
        try:
            choice = msgspec.convert(dict(request.query_params), TimeChoice, strict=False)
        except msgspec.ValidationError:
            return Read([], words(NO_MESSAGE))
        return self._choices.read(choice)

    def _new_setup(self, body: bytes) -> tuple[NewSetup, str]:
        choice, choices = _message(body, TimeChoice), self._choices
        act = NewSetup(choices.setup(choice), names=choices.names(choice))
        return act, choices.remark(choice)

    def _new_game(self, body: bytes) -> tuple[NewGame, str]:
        return self._choices.next_of(_message(body, NextChoice)), ""


def _json(answer: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


async def _body(request: Request) -> bytes:
    """The body of a request; raises Problem if it is too long for a text to read."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES_MAX:
            raise Problem(TOO_LONG)
    return body


def _message(body: bytes, kind: type[_M]) -> _M:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Problem(NO_MESSAGE) from None
