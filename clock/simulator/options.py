"""Turn the options of `clapper sim` into a setup, an organizer and a wiring; ask for the game."""

from functools import partial

from msgspec.structs import replace

from clock.kinds import KINDS, OTHER, with_handicap
from clock.menu.access import Opens, Organizer, code_from
from clock.notation.asked import question_in_words
from clock.notation.mistyped import name_meant
from clock.notation.typed import Unclear
from clock.presets import Presets, played_in, setup_of
from clock.rules.message import Problem, placed
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES
from clock.rules.state import Setup
from clock.text.language import tr
from hal.ports import Line
from hal.wiring import DEFAULT, KEY_PIN, Wiring

TRIES_MAX = 3
"""How often the terminal is asked for a game."""


def setup_from(
    control: str | None,
    regulations: str | None,
    opening: str | None,
    found: Presets,
    game: str | None = None,
    *,
    handicap: bool = False,
    option: str = "--control",
) -> Setup:
    """Return the setup of a preset or a time control. Raises Problem with the option's name.

    `option` is what the control is called on the command line.

    Without a control it is the game's first preset. Where neither a game nor an opening is named,
    regulations with which the presets of one kind of game alone are played name that kind.
    """
    opening = name_meant("--opening", opening, found.openings)
    regulations = name_meant("--regulations", regulations, PROFILES)
    game = name_meant("--game", game, KINDS)
    if not game and not opening and control not in found.presets:
        game = _kind_with(regulations, found)
    if control is None:
        control = found.usual(game or "")
    try:
        chosen = None if regulations is None else PROFILES[regulations]
        preset = found.meant(control, game or "", opening or "")
        setup = setup_of(preset, chosen, opening=opening or "", openings=found.openings)
        if handicap:  # the other side begins: Left keeps its colour, as on the page's sheet
            setup = with_handicap(setup.begun_by(setup.starter.other), True)
        return setup
    except Unclear as error:
        asked = question_in_words(control.strip(), error, partial(played_in, game or OTHER))
        raise Problem(placed(option, asked)) from None
    except SetupError as error:
        wrong = f"--{error.place}" if error.place in ("opening", "handicap") else option
        raise Problem(placed(wrong, error.message)) from None


def _kind_with(regulations: str | None, found: Presets) -> str:
    """Return the only kind of game with presets by these regulations; "" if there is not one."""
    kinds = {
        offer.game
        for offer in found.offers
        if offer.game in KINDS and offer.setup.regulations.name == regulations
    }
    return kinds.pop() if len(kinds) == 1 else ""


def ask_for_game() -> str:
    """Ask at the terminal which game is played; return its kind, "other" for Enter alone."""
    titles = {name: tr(kind.title) for name, kind in KINDS.items()}
    words = {title.casefold(): name for name, title in titles.items()} | {
        name: name for name in KINDS
    }
    question = tr("Which game? {games} (Enter alone: {other}) ")
    question = question.format(games=", ".join(titles.values()), other=titles[OTHER])
    for _ in range(TRIES_MAX):
        try:
            answer = input(question).strip().casefold()
        except EOFError:
            break
        if not answer:
            break
        called = {name for word, name in words.items() if word.startswith(answer)}
        if answer in words or len(called) == 1:
            return words.get(answer) or called.pop()
    return OTHER


def organizer_from(text: str) -> Organizer:
    """Return the organizer by "players", "hold", "key" or "code:1234". Raises Problem."""
    opens, colon, code = text.partition(":")
    if text in (Opens.PLAYERS.value, Opens.HOLD.value, Opens.KEY.value):
        return Organizer(Opens(text))
    try:
        if opens != Opens.CODE.value or not colon:
            raise Problem("expected players, hold, key or code:1234")
        return Organizer(Opens.CODE, code_from(code))
    except Problem as error:
        raise Problem(placed("--organizer", error.message)) from None


def wiring_of(opens: Opens) -> Wiring:
    """Return the default wiring, with the key if it opens the organizer's menu."""
    key = {Line.KEY: KEY_PIN} if opens is Opens.KEY else {}
    return replace(DEFAULT, lines={**DEFAULT.lines, **key})
