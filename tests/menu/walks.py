"""Every page of the menus and every kind of face, for tests that look at all of them."""

from collections.abc import Iterator
from datetime import UTC, datetime

from msgspec.structs import replace

from clock.display.face import Face, Page
from clock.display.view import view
from clock.game.figures import figures_of
from clock.game.names import NAMELESS, Names
from clock.game.put_aside import AsideGame
from clock.menu import render_menu, route
from clock.menu.access import Opens, Organizer
from clock.menu.changes import ask
from clock.menu.faces import hint
from clock.menu.levels import (
    CLOSED,
    Button,
    Entered,
    Entry,
    Level,
    List,
    Listing,
    Menu,
    MenuContext,
    Question,
    Reading,
)
from clock.notation.opening_files import OPENINGS
from clock.presets import find_presets
from clock.rules.inputs import Choose, Claim, Finish, Press, Result, SetMoves, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.match import GAMES_MAX, Match, MatchStanding, Times
from clock.rules.openings import Option
from clock.rules.regulations import PROFILES
from clock.rules.state import Phase, State
from clock.rules.units import HOUR_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, control, setup

OFFERS = find_presets().offers
RECENT = tuple(each.setup for each in OFFERS if each.name in ("go-30", "armageddon", "delay-5"))
_STOPPED = figures_of(step(step(begin(RECENT[0]), Start(0))[0], Stop(SECOND_NS))[0])
_NAMES = Names(left="Bartholomew", right="Alexandra-Marie")
_AT = datetime(2026, 9, 30, 18, 40, tzinfo=UTC)
ASIDES = (
    AsideGame("a", _AT, _NAMES, RECENT[0], _STOPPED, sealed=True, taken=(99, 1000)),
    AsideGame("b", None, NAMELESS, RECENT[1], _STOPPED),
)
CONTEXT = MenuContext(OFFERS, hands=True, saves=True, recent=RECENT, asides=ASIDES)
_KEY = replace(CONTEXT, organizer=Organizer(Opens.KEY))
_CODE = replace(CONTEXT, organizer=Organizer(Opens.CODE, (3, 5, 2, 7)))
GUARDED = (_KEY, replace(_KEY, key=True), _CODE)
"""Clocks with a key, with a key that is turned, and with a code."""
PAGES_MAX = 6000


def pages(state: State, context: MenuContext = CONTEXT) -> Iterator[Page]:
    """Yield every page that buttons and plungers lead to, each place once, whatever was entered."""
    questions = [ask(Claim(0, seat), state) for seat in (LEFT, RIGHT)]
    waiting = [CLOSED, *(Menu((each,), state.phase) if each else CLOSED for each in questions)]
    seen = set()
    while waiting:
        menu = waiting.pop()
        page = render_menu(menu, state, context)
        if isinstance(page, Page):
            yield page
        buttons = (Button.OK, Button.PLUS, Button.MINUS)
        for button in buttons if menu.levels else (*buttons, Button.OK_HELD):
            routed = route(menu, state, button, state.at_ns + 1, context)
            place = (routed.menu.start, *_way(routed.menu))
            if not routed.acts and place not in seen:
                seen.add(place)
                waiting.append(routed.menu)
        assert len(seen) < PAGES_MAX


def _way(menu: Menu) -> Iterator[object]:
    """The place of each level, from the last list on that makes a setup whatever led to it."""
    levels = menu.levels
    for index, level in enumerate(levels):
        if isinstance(level, List) and level.name in _MAKING:
            levels = menu.levels[index:]
    return map(_place, levels)


_MAKING = (Listing.PRESETS, Listing.SETUP, Listing.MAIN_TIME, Listing.BONUS, Listing.COUNT)


def _place(level: Level) -> object:
    """A level without the figures that were entered on the way to it."""
    match level:
        case List(name=Listing.SETTINGS | Listing.LANGUAGE):
            return List
        case List():
            about = level.seat, level.key, min(level.index, 1), type(level.act)
            return level.name, level.cursor, *about
        case Entry(what=Entered.TIME, act=act) if act is not None:
            return level.what
        case Entry(what=Entered.CODE):
            return level.what, level.field, level.fields[level.field]
        case Entry(what=Entered.NAME):
            return level.what, min(level.field, 1), min(level.fields[level.field], 2)
        case Entry():
            return level.what, level.field, level.key
        case Question():
            return type(level.act), level.first
        case Reading():
            return level.title


def faces(state: State, context: MenuContext = CONTEXT) -> Iterator[Face]:
    """Yield what both seats see, with the hints of a closed menu."""
    for start in range(4) if state.phase is Phase.READY else (0,):
        menu = Menu(phase=state.phase, start=start) if start else CLOSED
        for seat in (LEFT, RIGHT):
            yield view(state, seat, state.at_ns, hint=hint(menu, state, context))


def preset_states() -> Iterator[State]:
    """Yield every preset before its start, under each of the regulations."""
    for offer in CONTEXT.offers:
        for rules in PROFILES.values():
            yield begin(replace(offer.setup, regulations=rules))


def match_states() -> Iterator[State]:
    """Yield games of handicap matches, of two and of twenty, in mid-play and ended in every way."""
    short, long = control("5:00"), control("0:30")
    for count, must_win in ((2, 2), (3, 2), (GAMES_MAX, 11)):
        match = Match((Times(short, long),) * count, must_win)
        for played in range(count):
            for seat, won in ((LEFT, Result.LEFT), (RIGHT, Result.RIGHT)):
                results = (won, Result.DRAW) * count
                place = MatchStanding(match, seat, results[:played])
                if place.winner is None:
                    yield from _game_of(place)


def _game_of(place: MatchStanding) -> Iterator[State]:
    """A game of a match: before its start, run, stopped, claimed, and with every result."""
    state = begin(setup("5:00", rules="club").in_match(place))
    yield state
    state, _ = step(state, Start(state.at_ns))
    for _ in range(3):
        state, _ = step(state, Press(state.at_ns + SECOND_NS, state.turn))
        yield state
    stopped, _ = step(state, Stop(state.at_ns))
    yield stopped
    yield step(stopped, Claim(stopped.at_ns, LEFT))[0]
    for result in Result:
        yield step(stopped, Finish(stopped.at_ns, result))[0]


def opening_states() -> Iterator[State]:
    """Yield every step of every opening, with every choice entered and the clocks stopped."""
    for name in OPENINGS:
        waiting, seen = [Game(opening=name)], set()
        while waiting:
            game = waiting.pop()
            step = game.state.play.step
            if step in seen:
                continue
            seen.add(step)
            yield game.state
            options = (Option.STAY,) if step is None else (step.options or (Option.STAY,))
            for option in options:
                chosen = Game(opening=name)
                chosen.state = game.state
                if step is not None and step.options:
                    chosen.do(Choose(chosen.now_ns, chosen.state.turn, option))
                    yield chosen.state
                chosen.move()
                if chosen.state.play.step is not None:
                    waiting.append(chosen)


def other_states() -> Iterator[State]:
    """Yield joint time, stops, claims, falls, a reconstruction and every result."""
    for rules in PROFILES:
        for text in ("40/2:00:00 then 1:00:00", "5:00", "0 and 3x30", "1:00:00d5"):
            yield from _course(text, rules)


def _course(text: str, rules: str) -> Iterator[State]:
    joint = Game(text, rules=rules, started=False)
    joint.start((LEFT, RIGHT))
    yield joint.state
    game = Game(text, rules=rules)
    game.make(3, SECOND_NS)
    yield game.state
    game.stop()
    yield game.state
    game.resume(LEFT, reconstruct=True)
    yield game.state
    game.stop()
    for result in Result:
        ended = Game(text, rules=rules)
        ended.state = game.state
        ended.do(SetMoves(ended.now_ns, 224))
        ended.do(Finish(ended.now_ns, result))
        yield ended.state
    claimed = Game(text, rules=rules)
    claimed.make(3, SECOND_NS)
    claimed.wait(2 * HOUR_NS)
    yield claimed.state
    if claimed.phase is Phase.RUNNING:
        claimed.do(Stop(claimed.now_ns + SECOND_NS))
    for seat in (LEFT, RIGHT):
        if claimed.phase is Phase.STOPPED:
            won = Game(text, rules=rules)
            won.state = claimed.state
            won.do(Claim(won.now_ns + SECOND_NS, seat))
            yield won.state
            won.do(Claim(won.now_ns + SECOND_NS, seat.other))
            yield won.state
