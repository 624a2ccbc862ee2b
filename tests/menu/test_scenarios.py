"""Hands on the buttons, step by step in `scenarios.toml`; what is shown and done is golden.

A step is presses ("ok held +"), a `take` of rows by their beginnings, a plunger, Stop, the key, or
what happens in the game. `CLAPPER_GOLDEN=write` writes `transcripts.txt` again.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from clock.display.face import Page
from clock.menu import render_menu
from clock.menu.access import Opens, Organizer
from clock.menu.levels import MenuContext, NewSetup
from clock.rules.inputs import Finish, HandFault, Result, SetMoves, StoneLaid
from clock.rules.openings import Option
from clock.rules.regulations import PROFILES, Regulations
from clock.rules.seats import Colour, Hand, Seat
from clock.rules.state import State
from clock.rules.units import SECOND_NS, duration_ns
from clock.text.regulations import changed
from clock.text.rows import one_text
from clock.text.words import shown_time
from tests.menu import menu_driver
from tests.menu.words import hint_of, rows_of, spread
from tests.rules.games import Game

pytestmark = pytest.mark.rule(
    *("RIF 9.4", "RIF 9.6", "RIF 12.7", "RIF 14.1", "RIF 14.3", "RIF 14.6", "RIF 14.9", "RIF 15"),
    *("gomoku 6.2", "gomoku 6.4", "gomoku 7.6", "gomoku 11.9.3"),
)

HERE = Path(__file__).parent
GOLDEN = HERE / "transcripts.txt"
ALL_CHOICES = "All options"
"""Of the list of all choices only the rows around the selected one are golden: it may grow."""
SCENARIOS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "scenarios.toml").read_text())
CONTEXTS = {
    "presets": menu_driver.CONTEXT,
    "hands": replace(menu_driver.CONTEXT, hands=True),
    "saves": replace(menu_driver.CONTEXT, saves=True),
    "none": MenuContext(),
    "key": replace(menu_driver.CONTEXT, organizer=Organizer(Opens.KEY)),
    "turned": replace(menu_driver.CONTEXT, organizer=Organizer(Opens.KEY), key=True),
    "code": replace(menu_driver.CONTEXT, organizer=Organizer(Opens.CODE, (7, 0, 9, 5))),
}


def clock(scenario: dict[str, Any]) -> menu_driver.MenuDriver:
    """The game and the clock of a scenario."""
    game = {"text": "1:00:00", **scenario.get("game", {})}
    for name, kind in (("starter", Seat), ("first", Colour)):
        if name in game:
            game[name] = kind(game[name])
    if "remaining" in game:
        game["remaining_ns"] = tuple(map(duration_ns, game.pop("remaining")))
    return menu_driver.MenuDriver(Game(**game), CONTEXTS[scenario.get("clock", "presets")])


def happen(game: Game, words: list[str]) -> None:
    """Let something happen in the game."""
    match words:
        case ["make", moves]:
            game.make(int(moves), SECOND_NS)
        case ["wait", time]:
            game.wait(duration_ns(time))
        case ["start", *absent]:
            game.start(tuple(map(Seat, absent)))
        case ["press", seat, time]:
            game.press(Seat(seat), duration_ns(time))
        case ["press", seat, time, hand]:
            game.press(Seat(seat), duration_ns(time), Hand(hand))
        case ["lay", seat, hand]:
            game.act(StoneLaid, Seat(seat), Hand(hand))
        case ["choose", seat, option]:
            game.choose(Seat(seat), Option(option))
        case ["adjust", seat, time]:
            game.adjust(Seat(seat), to=duration_ns(time))
        case ["claim", seat]:
            game.claim(Seat(seat))
        case ["resume"]:
            game.resume()
        case ["rebuild", seat]:
            game.resume(Seat(seat), reconstruct=True)
        case ["fault", seat]:
            game.do(HandFault(game.now_ns, Seat(seat)))
        case ["moves", made]:
            game.do(SetMoves(game.now_ns, int(made)))
        case ["finish", result, *ground]:
            game.do(Finish(game.now_ns, Result(result), " ".join(ground)))
        case _:
            raise ValueError(f"unknown: {words}")


def do(hand: menu_driver.MenuDriver, step: str) -> None:
    """Do one step of a scenario."""
    kind, _, rest = step.partition(": ")
    match kind:
        case "take":
            hand.take(*rest.split("; "))
        case "game":
            for each in rest.split("; "):
                hand.game.stop() if each == "stop" else happen(hand.game, each.split())
        case "plunger":
            hand.plunge(Seat(rest))
        case "stop":
            hand.stop()
        case "key":
            hand.turn_key(turned=rest == "on")
        case "yes":
            hand.confirm()
        case _:
            hand.press(step)


def transcript(scenario: dict[str, Any]) -> Iterator[str]:
    """What is shown and done after every step."""
    hand = clock(scenario)
    for step in scenario["steps"]:
        hand.acts.clear()
        before = hand.state
        do(hand, step)
        yield f"> {step}"
        page = render_menu(hand.menu, hand.state, hand.context)
        yield from (
            _page(page) if isinstance(page, Page) else [f"  ({hint_of(page)})".replace("\n", " / ")]
        )
        yield from (f"  ! {_act(act)}" for act in hand.log())
        if hand.state is not before and "game" not in step:
            yield f"  = {_state(hand.state)}"


def _page(page: Page) -> Iterator[str]:
    marks = [""] * len(page.rows)
    if page.selected is not None:
        marks[page.selected] = ">"
    elif page.first:
        marks[page.first] = "^"
    rows = list(map("".join, zip(marks, rows_of(page), strict=True)))
    sentence = page.sentence
    if page.selected is not None and one_text(page.title) == ALL_CHOICES:
        rows = ["…", *rows[max(0, page.selected - 1) : page.selected + 2], "…"]
        sentence = re.sub(r", \d+ of \d+\.", ".", sentence)
    yield f"  {one_text(page.title)}: {' | '.join(rows)} [{spread(page.hint)}]"
    yield f"  {sentence}"


def _act(act: Any) -> str:
    if not isinstance(act, NewSetup):
        text = repr(act).replace("at_ns=0, ", "").replace("at_ns=0", "")
        rules = getattr(act, "regulations", None)
        return text.replace(repr(rules), _rules(rules)) if rules else text
    setup, rules = act.setup, _rules(act.setup.regulations)
    shown_ns = setup.left_remaining_ns, setup.right_remaining_ns
    begins = f"{setup.starter.value} {setup.first.value}, {setup.opening.name}"
    saved = f"{act.title}: " * bool(act.title)
    return f"NewSetup {saved}{begins}, {rules}, {setup.left}, {setup.right}, {shown_ns}"


def _rules(rules: Regulations) -> str:
    """A profile and what is changed of it, so that a new choice is in no golden line."""
    own = {key: getattr(rules, key) for key in changed(rules)}
    assert replace(PROFILES[rules.name], **own) == rules
    return f"{rules.name} {own}"


def _state(state: State) -> str:
    times = (shown_time(state.seat(seat).remaining_ns, tenths=False) for seat in Seat)
    runs = "" if state.running is None else f" {state.running.value}"
    return f"{' '.join(times)}, {state.play.moves} moves, {state.phase.value}{runs}"


def golden() -> dict[str, str]:
    """The transcripts as they were last written, by the names of their scenarios."""
    parts = GOLDEN.read_text().split("\n== ") if GOLDEN.exists() else []
    return {part.partition("\n")[0].removeprefix("== "): part.partition("\n")[2] for part in parts}


TRANSCRIPTS = golden()


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_goes_as_it_went(name: str) -> None:
    found = "\n".join(transcript(SCENARIOS[name])) + "\n"
    if os.environ.get("CLAPPER_GOLDEN") == "write":
        TRANSCRIPTS[name] = found
        texts = [f"== {each}\n{TRANSCRIPTS[each]}" for each in SCENARIOS if each in TRANSCRIPTS]
        GOLDEN.write_text("\n".join(texts))
    assert found.strip() == TRANSCRIPTS[name].strip(), "CLAPPER_GOLDEN=write accepts it"
