"""What other programs ask for below /api/v1/: with a screen's key, from wherever they are."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from clock.desk.people import LoginRefused
from clock.desk.site import Site
from clock.desk_pages.feed.broadcast_games import BroadcastGame, as_pgn, asked_games, read_games
from clock.desk_pages.feed.feed import EventFeed
from clock.desk_pages.feed.livechess import game_json, round_json
from clock.rounds.pairings import round_of, whole_number
from clock.rounds.results import RoundKey
from clock.rules.message import Problem

SHARED = "/api/"
"""Below it a key is asked for, and no cookie is looked at."""
TABLES = f"{SHARED}v1/tables.json"
PGN = "application/x-chess-pgn"
DELAYS_S = (0, 60, 180, 300, 600, 900, 1800, 3600)
"""Those that an organizer may choose for a key."""
_HEADERS = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
_AGAIN_S = "10"
"""After which a program may try again."""


class FeedReader:
    """A program that was let in."""

    def __init__(self, site: Site, name: str, key: str) -> None:
        self._site, self.name, self._key = site, name, key
        self.delay_s = self._delay_s

    @property
    def _delay_s(self) -> int:
        return self._site.people.delays.get(self.name, self._site.event.feed_delay_s)

    def is_in(self) -> bool:
        """Return whether its key still holds, with the same delay."""
        holds = self._site.people.may_read(self.name, self._key)
        return holds and self._delay_s == self.delay_s


class Api:
    """Answers other programs."""

    def __init__(self, site: Site) -> None:
        self._site, self.feed = site, EventFeed(site)

    @property
    def routes(self) -> list[Route]:
        """Its addresses."""
        return [
            Route(TABLES, self.tables),
            Route(f"{SHARED}v1/stream", self.stream),
            Route(f"{SHARED}v1/rounds/{{round}}.pgn", self.pgn),
            Route(f"{SHARED}v1/livechess/round-{{round}}/index.json", self.livechess_round),
            Route(f"{SHARED}v1/livechess/round-{{round}}/game-{{game}}.json", self.livechess_game),
        ]

    async def tables(self, request: Request) -> Response:
        """Return all tables as JSON."""
        reader = await self._reader(request)
        if isinstance(reader, Response):
            return reader
        state = self.feed.state(reader.delay_s)
        if state is None:
            return _refused(503, "the delay has not passed yet")
        return _answer(msgspec.json.encode(state), "application/json")

    async def stream(self, request: Request) -> Response:
        """Stream what is new."""
        reader = await self._reader(request)
        if isinstance(reader, Response):
            return reader
        since = request.headers.get("last-event-id") or request.query_params.get("since", "")
        texts = self.feed.read(reader.name, reader.delay_s, since, reader.is_in)
        if texts is None:
            return _refused(503, "too many readers")
        headers = {**_HEADERS, "X-Accel-Buffering": "no"}
        return StreamingResponse(texts, media_type="text/event-stream", headers=headers)

    async def pgn(self, request: Request) -> Response:
        """Return the games of a round in PGN."""
        games = await self._games(request)
        if isinstance(games, Response):
            return games
        return _answer(as_pgn(self._site, _round(request), games).encode(), PGN)

    async def livechess_round(self, request: Request) -> Response:
        """Return a round as LiveChess Cloud does."""
        games = await self._games(request)
        if isinstance(games, Response):
            return games
        return _answer(msgspec.json.encode(round_json(games)), "application/json")

    async def livechess_game(self, request: Request) -> Response:
        """Return a game, counted from 1, as LiveChess Cloud does."""
        games = await self._games(request)
        if isinstance(games, Response):
            return games
        number = whole_number(request.path_params["game"])
        if not 1 <= number <= len(games):
            return _refused(404, "no such game")
        return _answer(msgspec.json.encode(game_json(games[number - 1])), "application/json")

    async def _games(self, request: Request) -> list[BroadcastGame] | Response:
        reader = await self._reader(request)
        if isinstance(reader, Response):
            return reader
        if not self.feed.view(reader.delay_s).is_ready:
            return _refused(503, "the delay has not passed yet")
        try:
            key, delay_s = _round(request), reader.delay_s
            asked = asked_games(self._site, self.feed, key, delay_s)
            store = self._site.desk.store
            return await asyncio.to_thread(read_games, store, key, asked, delay_s)
        except Problem as problem:
            return _refused(404, str(problem))

    async def _reader(self, request: Request) -> FeedReader | Response:
        asked = request.query_params
        name = "".join(filter(str.isprintable, asked.get("name", "")))
        key, address = asked.get("key", ""), request.client.host if request.client else ""
        try:
            await self._site.people.let_read(name, key, address)
        except LoginRefused as problem:
            return _refused(403, str(problem.message))
        return FeedReader(self._site, name, key)


def _round(request: Request) -> RoundKey:
    """The round that is asked for. Raises Problem."""
    number = round_of(request.path_params["round"])
    return RoundKey(request.query_params.get("section", ""), number)


def _answer(content: bytes, kind: str) -> Response:
    return Response(content, media_type=kind, headers=_HEADERS)


def _refused(status: int, text: str) -> Response:
    again = {"Retry-After": _AGAIN_S} if status == 503 else {}
    return PlainTextResponse(f"{text}\n", status, headers={**_HEADERS, **again})
