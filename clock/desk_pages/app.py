"""The desk's pages as an ASGI application: sessions, answers, languages."""

import asyncio
import re
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from weakref import WeakValueDictionary

import msgspec
from markupsafe import Markup, escape
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from clock.desk.agreed_results import AgreedResults
from clock.desk.people import ROLES, LoginRefused, Session, UserRole, is_token
from clock.desk.site import Site
from clock.desk_pages import (  # noqa: F401 - each adds its acts or pages
    activity,
    acts,
    paper,
    result_acts,
    round_acts,
    round_page,
    spares,
    views,
)
from clock.desk_pages.feed.api import SHARED, Api
from clock.desk_pages.once import Once
from clock.desk_pages.registry import ACTS, PAGES, TABS
from clock.desk_pages.requests import BODY_BYTES_MAX, ActRow, Answer, PageRequest, PageRow
from clock.desk_pages.stream import Stream, Viewer
from clock.link.enrolment import ENROLMENT_PATH
from clock.link.introduction import STRANGER_PATH, Stranger
from clock.rounds.pairings import whole_number
from clock.rules.message import Message, Problem
from clock.text.language import LANGUAGES, language, render, speaking, tr
from clock.text.templates import templates
from clock.web.guard import Guard
from clock.web.languages import reader_language

COOKIE, LANGUAGE_COOKIE = "clapper_desk", "language"
_ALLOWED = (
    "script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; form-action 'self'"
)
STRANGERS_BYTES_MAX = 10_000
"""Of a request before somebody is logged in: the server has room for so many of them."""
_FILES = Path(__file__).parent / "files"


class TooLong(Problem):
    """A request has more in it than any page sends."""


class DeskApp:
    """The application, behind the guard of all our servers."""

    def __init__(self, site: Site) -> None:
        self._pages = shown = _Pages(site)
        routes = [
            Mount("/files", StaticFiles(directory=_FILES)),
            Route("/", lambda _: RedirectResponse("/now")),
            Route("/login", shown.ask_login),
            Route("/login", shown.login, methods=["POST"]),
            Route("/logout", shown.logout, methods=["POST"]),
            Route("/stream", shown.stream),
            *shown.api.routes,
            Route(ENROLMENT_PATH, shown.enrol, methods=["POST"]),
            Route(STRANGER_PATH, shown.meet, methods=["POST"]),
            *(Route(row.path, partial(shown.show, row)) for row in PAGES),
            *(Route(row.path, partial(shown.do, row), methods=["POST"]) for row in ACTS),
        ]
        app = Starlette(routes=routes, exception_handlers={404: shown.missing})
        names = (site.event.host, *site.event.addresses)
        self._guarded = Guard(app, names, _ALLOWED, SHARED)

    async def run(self) -> None:
        """Take note of all that happens, for the feed."""
        await self._pages.api.feed.run()

    def end(self) -> None:
        """End what would go on for ever."""
        self._pages.end()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._guarded(scope, receive, send)


class _Pages:
    """Answers requests."""

    def __init__(self, site: Site) -> None:
        self._site, self._stream, self._once = site, Stream(site), Once()
        self.api = Api(site)
        AgreedResults(site)
        self._turns = WeakValueDictionary[str, asyncio.Lock]()
        """By the tokens of the sessions that ask for pages now."""
        self._templates = templates("clock.desk_pages", "templates")
        tabs = sorted((row for row in PAGES if row.tab), key=lambda row: TABS.index(row.path))
        self._templates.globals.update(languages=LANGUAGES, event=site.event, tabs=tabs)
        self._templates.filters.update(
            words=render, tr=tr, typed=_typed, role=lambda role: tr(ROLES[role])
        )

    def end(self) -> None:
        """End the streams."""
        self._stream.end()
        self.api.feed.end()

    async def show(self, row: PageRow, request: Request) -> Response:
        """Show a page to people with its role, and the login page to strangers."""
        session, cookie = await self._session(request)
        if session is None:
            asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return RedirectResponse(f"/login?to={quote(asked)}", 303)
        # A browser that asks for many pages at once waits for itself; others do not wait for it.
        async with self._turn(session):
            answer = await self._shown(row, session, request)
        if cookie:
            _set(answer, COOKIE, cookie, request)
        return answer

    async def _shown(self, row: PageRow, session: Session, request: Request) -> Response:
        """Show a page to somebody who is logged in."""
        with speaking(_language(request)):
            if not session.role.may(row.role):
                return self._page("refused.html", session, request, 403)
            try:
                content = await row.show(self._site, PageRequest(session, request))
            except Problem as problem:
                template = {"texts": _texts(problem)}
                return self._page("refused.html", session, request, 404, template)
            if isinstance(content, Response):
                return content
            content = {**content, "tab": row.tab}
            return self._page(row.template, session, request, content=content)

    async def missing(self, request: Request, _: Exception) -> Response:
        """Answer a request for a page that does not exist."""
        session, _cookie = await self._session(request)
        with speaking(_language(request)):
            template = {"texts": [tr("There is no such page.")]}
            return self._page("refused.html", session, request, 404, template)

    async def do(self, row: ActRow, request: Request) -> Response:
        """Do an act for those who may, if their own page asks for it."""
        session, _ = await self._session(request)
        with speaking(_language(request)):
            if session is None:
                return _answer(Answer(tr("please log in first"), ok=False, go="/login"), 401)
            if not session.role.may(row.role):
                return _answer(Answer(tr("your role does not allow this"), ok=False), 403)
            try:
                asked = PageRequest(session, request, await _body(request))
                if not _has_token(asked):
                    return _answer(Answer(tr("please log in first"), ok=False, go="/login"), 401)
            except TooLong as problem:
                return _answer(Answer(render(problem.message), ok=False), 413)
            async with self._turn(session):
                await asyncio.sleep(0)  # so its acts begin one by one, but do not wait for ends
            mark = request.headers.get("x-once", "")
            return await self._once.answer(session.name, mark, partial(self._done, row, asked))

    def _turn(self, session: Session) -> asyncio.Lock:
        return self._turns.setdefault(session.token, asyncio.Lock())

    async def _done(self, row: ActRow, asked: PageRequest) -> Response:
        """Do an act, and answer what it came to."""
        try:
            done = await row.do(self._site, asked)
        except Problem as problem:
            return _answer(Answer("\n".join(_texts(problem)), ok=False), 409)
        self._stream.note_change()
        self.api.feed.note_change()
        if isinstance(done, Response):
            return done
        if isinstance(done, Answer):
            return _answer(done)
        return _answer(Answer(render(done) if isinstance(done, Message) else done))

    async def stream(self, request: Request) -> Response:
        """Stream the changes to a browser."""
        session, _ = await self._session(request)
        if session is None:
            return Response(status_code=204)  # a browser does not try again
        cookie = request.cookies[COOKIE]

        def still_in() -> bool:
            return self._site.people.session(cookie) is not None

        viewer = Viewer(_language(request), session.role.may(UserRole.REFEREE))
        return self._stream.response(viewer, still_in)

    async def enrol(self, request: Request) -> Response:
        """Answer a clock that enrols; 202 until an organizer has admitted the clock."""
        try:
            secret = (await _body(request, STRANGERS_BYTES_MAX)).decode("ascii", "replace")
            answer = await self._site.enrolments.ask(secret, _address(request))
        except Problem as problem:
            return PlainTextResponse(f"{problem}\n", 403)
        return Response(answer, 202 if answer is None else 200, media_type="application/json")

    async def meet(self, request: Request) -> Response:
        """Take note of a clock of another event, which may be anybody."""
        try:
            body = await _body(request, STRANGERS_BYTES_MAX)
            stranger = msgspec.json.decode(body, type=Stranger)
        except (Problem, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Response(status_code=403)
        if self._site.strangers is not None:
            self._site.strangers.add(_address(request), stranger)
        return Response(status_code=204)

    async def ask_login(self, request: Request) -> Response:
        """Show the login page."""
        with speaking(_language(request)):
            return self._page("login.html", None, request)

    async def login(self, request: Request) -> Response:
        """Let somebody in, and on to the page they wanted."""
        with speaking(_language(request)):
            try:
                body = await _body(request, STRANGERS_BYTES_MAX)
                fields = PageRequest(_NOBODY, request, body).form()
                cookie, _ = await self._site.people.login(
                    fields.get("name", ""), fields.get("password", ""), _address(request)
                )
            except Problem as problem:
                status = 403 if isinstance(problem, LoginRefused) else 400
                content = {"texts": _texts(problem)}
                return self._page("login.html", None, request, status, content)
        to = request.query_params.get("to", "/now")
        answer = RedirectResponse(to if to.startswith("/") and to[1:2] not in "/\\" else "/", 303)
        _set(answer, COOKIE, cookie, request)
        return answer

    async def logout(self, request: Request) -> Response:
        """End a session."""
        session, _ = await self._session(request)
        if session is not None and _has_token(PageRequest(session, request, await _body(request))):
            self._site.people.logout(request.cookies[COOKIE])
        answer = RedirectResponse("/login", 303)
        answer.delete_cookie(COOKIE)
        return answer

    async def _session(self, request: Request) -> tuple[Session | None, str]:
        """The session of a request; with the key of a screen in its address, a new one."""
        people = self._site.people
        session = people.session(request.cookies.get(COOKIE, ""))
        key = request.query_params.get("key")
        if session is not None or key is None or request.method != "GET":
            return session, ""
        name = request.query_params.get("name", "")
        try:
            cookie, new = await people.login(name, key, _address(request), only=UserRole.SCREEN)
        except LoginRefused:
            return None, ""
        return new, cookie

    def _page(
        self,
        template: str,
        session: Session | None,
        request: Request,
        status: int = 200,
        content: dict[str, Any] | None = None,
    ) -> HTMLResponse:
        asked = request.query_params.get("language", "")
        text = self._templates.get_template(template).render(
            {"texts": [], "tab": "", **(content or {})},
            me=session,
            path=request.url.path,
            language=language(),
            roles=UserRole,
        )
        answer = HTMLResponse(text, status)
        if asked in LANGUAGES:
            _set(answer, LANGUAGE_COOKIE, asked, request)
        return answer


_NOBODY = Session("", UserRole.SCREEN, "")


async def _body(request: Request, most: int = BODY_BYTES_MAX) -> bytes:
    """All of a request's body; raises TooLong."""
    body, announced = b"", request.headers.get("content-length", "")
    if whole_number(announced) > most:
        raise TooLong("expected at most {count} bytes", count=most)
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise TooLong("expected at most {count} bytes", count=most)
    except ClientDisconnect:
        raise Problem("the browser closed the connection") from None
    return body


def _has_token(asked: PageRequest) -> bool:
    """Whether an act names its session's token: in a header, or in its form."""
    token = asked.request.headers.get("x-token")
    return is_token(asked.session, asked.form().get("token", "") if token is None else token)


def _typed(text: str) -> Markup:
    """A text for the page; parts in backticks are typed by users."""
    return Markup(re.sub("`(.+?)`", r"<code>\1</code>", str(escape(text))))


def _texts(problem: Problem) -> list[str]:
    return [render(message) for message in problem.messages]


def _answer(answer: Answer, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def _set(answer: Response, name: str, value: str, request: Request) -> None:
    secure = request.url.scheme == "https"
    answer.set_cookie(name, value, httponly=True, samesite="strict", secure=secure)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _language(request: Request) -> str:
    return reader_language(request, request.cookies.get(LANGUAGE_COOKIE, ""))
