"""The page's sheet *Time*: it reads what players type, and sets the clock where no game is played.

A running or unfinished game is never lost: the station's thread decides, as for the clock's menu.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clock.kinds import KINDS, OTHER
from clock.menu.levels import NewGame, NewSetup
from clock.menu.organizer_lists import ask_next_game
from clock.menu.question_facts import FactKind, fact_words
from clock.notation.each_side import Controls, readings, text_of_sides
from clock.notation.typed import Unclear
from clock.presets import OWN, Offer, Presets, controls_of, played_in, setup_of, usual_setup
from clock.rules.machine import begin
from clock.rules.message import Message, Problem
from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup, State
from clock.simulator.page_files import Language
from clock.station.loop import Station
from clock.station.orders import MOVED_ON, TableOrder, is_idle
from clock.text.control import begins_text, controls_text, rules_text, short, upper_first
from clock.text.language import render, speaking, tr
from clock.text.match import expert_item
from clock.text.rows import one_text

BODY_BYTES_MAX = 2000
DONE, CONFLICT = 204, 409
NO_MESSAGE = Message("not a message of this page")
_M = TypeVar("_M", bound=msgspec.Struct)


class TimeChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the clock is to be set to: a page's message."""

    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The kind of game; "": the preset's, or the present one."""
    control: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """A time control as typed, or a preset's name; "": the game's first preset."""
    expert: Seat | None = None
    """The expert's seat in a match."""
    last: int | None = None
    """Which of the last settings; its control is then `control`, to be sure."""


class NextChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The next game: a page's message."""

    turned: bool


class SheetRow(msgspec.Struct, frozen=True):
    """A row to tap: title, times in words, its message, and what else is set, in words."""

    title: str
    words: str
    sends: TimeChoice | NextChoice
    rules: str = ""


class Game(msgspec.Struct, frozen=True):
    """A kind of game and its presets, in the menu's order."""

    name: str
    title: str
    presets: list[SheetRow]


class Offers(msgspec.Struct, frozen=True):
    """All that can be chosen, and the present game."""

    game: str
    games: list[Game]
    last: list[SheetRow]


class Read(msgspec.Struct, frozen=True):
    """What a text means: a row if that is clear, none if it is not understood, or cannot be."""

    rows: list[SheetRow]
    problem: str = ""


class NextGame(msgspec.Struct, frozen=True):
    """What to know before the next game, and who may begin it, the usual first."""

    facts: list[str]
    rows: list[SheetRow]


Answers = Callable[[Request], msgspec.Struct]
Acts = Callable[[bytes], NewGame | NewSetup]


class TimeSheet:
    """Answers the sheet of one clock. Its routes run on the server's event loop."""

    def __init__(self, station: Station, found: Presets) -> None:
        self._station, self._found = station, found

    def routes(self, language: Language) -> Iterator[Route]:
        """Yield the routes; answers are in the reader's language."""
        answer, do = partial(self._answer, language), partial(self._do, language)
        yield Route("/time", partial(answer, self._offers))
        yield Route("/time/read", partial(answer, self._read))
        yield Route("/time/set", partial(do, self._new_setup), methods=["POST"])
        yield Route("/next", partial(answer, self._next_game))
        yield Route("/next/begin", partial(do, self._new_game), methods=["POST"])

    @property
    def is_open(self) -> bool:
        """Whether the clock can be set: no game is in progress."""
        return is_idle(self._state)

    @property
    def may_follow(self) -> bool:
        """Whether the next game may begin."""
        return self._station.snapshot.follows

    @property
    def _state(self) -> State:
        return self._station.state

    async def _answer(self, language: Language, answers: Answers, request: Request) -> Response:
        """Answer in the page's language, in a thread: touches do not wait for a long text."""
        with speaking(language(request)):
            return _json(await asyncio.to_thread(answers, request))

    async def _do(self, language: Language, acts: Acts, request: Request) -> Response:
        """Have the station carry out a message's act, or answer why not."""
        with speaking(language(request)):
            try:
                act = await asyncio.to_thread(acts, await _body(request))
                problem = await self._carried_out(act)
            except Unclear:
                return _json(Read([]), CONFLICT)
            except Problem as error:
                problem = error.message
            if problem is None:
                return Response(status_code=DONE)
            return _json(Read([], _words(problem)), CONFLICT)

    async def _carried_out(self, act: NewGame | NewSetup) -> Message | None:
        """Return why the station refused an act, or None."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Message | None] = loop.create_future()

        def put(problem: Message | None) -> None:
            with contextlib.suppress(RuntimeError):  # at the very end the loop is closed
                loop.call_soon_threadsafe(answer.set_result, problem)

        self._station.ask(TableOrder(act, put))
        return await answer

    # The time

    def _offers(self, _: Request) -> Offers:
        games = [Game(name, tr(KINDS[name].title), [*self._presets(name)]) for name in KINDS]
        present = self._state.setup.game
        return Offers(present if present in KINDS else OTHER, games, [*self._last_rows()])

    def _presets(self, game: str) -> Iterator[SheetRow]:
        """The presets of a game, the user's own among them; of a match for each expert's seat."""
        offers = [each for each in self._found.offers if (each.setup.game or OTHER) == game]
        short_titles = Counter(map(_short_title, offers))
        for offer in offers:
            title = _short_title(offer)
            if short_titles[title] > 1 and offer.game != OWN:
                title = tr(offer.title)
            sends, rules = TimeChoice(control=offer.name), _own_rules(offer.setup)
            if offer.setup.match is None:
                times = _times(offer.setup)
                yield SheetRow(title, "" if title.endswith(times) else times, sends, rules)
            else:
                for seat in Seat:
                    yield SheetRow(title, expert_item(seat), replace(sends, expert=seat), rules)

    def _last_rows(self) -> Iterator[SheetRow]:
        for index, setup in enumerate(self._station.snapshot.recent_setups):
            game = tr(KINDS[setup.game].title) if setup.game in KINDS else ""
            sends = TimeChoice(control=_written(setup), last=index)
            yield SheetRow(game, _times(setup), sends, _own_rules(setup))

    def _read(self, request: Request) -> Read:
        """Say what a text is understood as while it is typed."""
        query = request.query_params
        try:
            choice = msgspec.convert(dict(query), TimeChoice)
            setup = self._setup(choice)
        except Unclear:
            game = choice.game or self._state.setup.game
            found = (map(partial(played_in, game), each) for each in readings(choice.control))
            return Read([_meaning(choice, Controls(*each)) for each in found])
        except msgspec.ValidationError:
            return Read([], _words(NO_MESSAGE))
        except Problem as error:
            return Read([], _words(error.message))
        meaning = _meaning(choice, Controls(setup.left, setup.right))
        return Read([replace(meaning, rules=rules_text(setup))])

    def _new_setup(self, body: bytes) -> NewSetup:
        return NewSetup(self._setup(_message(body, TimeChoice)))

    def _setup(self, choice: TimeChoice) -> Setup:
        """Return the setup of a choice, begun by the seat that begins now; raises Problem.

        A written time keeps the rest of the setup in the same game, as the clock's *Times* does.
        """
        present = self._state.setup
        if choice.last is not None:
            for setup in self._station.snapshot.recent_setups[choice.last : choice.last + 1]:
                if _written(setup) == choice.control:
                    return setup
            raise Problem(MOVED_ON)
        if not (choice.control or choice.game):
            raise Problem(NO_MESSAGE)
        control, game = choice.control or self._found.usual(choice.game), choice.game
        if control not in self._found.presets and game in ("", present.game or OTHER):
            setup = self._with_times(present, control)
            begin(setup)
            return setup
        starter = present.starter if choice.expert is None else choice.expert.other
        preset = self._found.meant(control, game)
        setup = setup_of(preset, openings=self._found.openings, starter=starter)
        if choice.expert is not None and setup.match is None:
            raise Problem(NO_MESSAGE)
        begin(setup)
        return setup

    def _with_times(self, setup: Setup, control: str) -> Setup:
        """Return a setup with a written time: both seats have it in full, and there is no match."""
        black = setup.starter if setup.first is Colour.BLACK else setup.starter.other
        left, right = controls_of(self._found.meant(control, setup.game), black)
        full = {"left_remaining_ns": None, "right_remaining_ns": None}
        return replace(setup, left=left, right=right, **full).out_of_changed_match()

    # The next game

    def _next_game(self, _: Request) -> NextGame:
        state = self._state
        if not self.may_follow:
            return NextGame([], [])
        question = ask_next_game(state)
        assert isinstance(question.act, NewGame)
        facts = [
            one_text(row)
            for fact in question.facts
            if fact.kind is not FactKind.NEXT_BEGINS
            for row in fact_words(fact, state)
        ]
        usual = question.act.colours_turned
        ways = (usual,) if state.setup.match else (usual, not usual)
        return NextGame(facts, [_beginning(state, turned=turned) for turned in ways])

    def _new_game(self, body: bytes) -> NewGame:
        return NewGame(_message(body, NextChoice).turned)


def _json(answer: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


async def _body(request: Request) -> bytes:
    """The body of a request; raises Problem if it is too long for any message."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES_MAX:
            raise Problem(NO_MESSAGE)
    return body


def _message(body: bytes, kind: type[_M]) -> _M:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Problem(NO_MESSAGE) from None


def _written(setup: Setup) -> str:
    return text_of_sides(Controls(setup.left, setup.right))


def _times(setup: Setup) -> str:
    return controls_text(setup.left, setup.right, short)


def _short_title(offer: Offer) -> str:
    """A preset's title without what its times say; one of the user's own as it is."""
    return offer.title if offer.game == OWN else tr(offer.title).partition(", ")[0]


def _own_rules(setup: Setup) -> str:
    """What a setup has besides its times, unless it is usual in its game."""
    if setup.game not in KINDS:
        return rules_text(setup)
    return rules_text(setup, usual_setup(setup.game))


def _meaning(choice: TimeChoice, controls: Controls) -> SheetRow:
    sends = replace(choice, control=text_of_sides(controls))
    return SheetRow("", controls_text(*controls, short), sends)


def _beginning(state: State, *, turned: bool) -> SheetRow:
    """Who begins the next game, and with which colour."""
    following = state.setup.following(state.result, colours_turned=turned)
    return SheetRow(begins_text(following), "", NextChoice(turned))


def _words(problem: Message) -> str:
    """A problem in words: of a text that is not understood the part that is wrong."""
    inner, part = problem.values.get("problem"), problem.values.get("part")
    if isinstance(inner, Message):  # without the names of presets, which stand below the field
        return _words(inner)
    if part is None:
        return upper_first(render(problem))
    return tr('"{part}" is not understood').format(part=part)
