"""The organizer's menu speaks as the players of the game do: its sides, its results, its faults."""

from collections.abc import Iterator

import pytest

from clock.kinds import KINDS
from clock.presets import find_presets, setup_of
from clock.rules.inputs import Finish, Result
from clock.rules.machine import begin
from clock.rules.seats import LEFT
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.ending import outcome_row
from tests.menu.menu_driver import MenuDriver
from tests.rules.games import Game

PRESETS = find_presets()
RENJU = ("forbidden", "Forbidden", "Faulty offers", "stone", "Opening")


def stopped(kind: str, control: str = "5+3") -> MenuDriver:
    """A hand at the organizer's menu of a game that is stopped after White's or Right's move."""
    game = Game()
    game.state = begin(setup_of(PRESETS.meant(control, kind)))
    game.start()
    game.make(4)
    game.stop()
    hand = MenuDriver(game)
    hand.press("held")
    return hand


def pages(kind: str) -> Iterator[str]:
    """All that is read at every row of the menu, and of the lists that follow."""
    for row in stopped(kind).rows[:-3]:
        hand = stopped(kind)
        hand.take(row)
        if not hand.closed:
            yield f"{row}: {hand.title} {hand.text}"
        for each in hand.rows if not hand.closed and hand.page.counted else ():
            further = stopped(kind)
            further.take(row, each)
            yield "" if further.closed else f"{each}: {further.title} {further.text}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_menu_has_the_words_of_its_game_alone(kind: str) -> None:
    game, text = KINDS[kind], " ".join(pages(kind))
    assert "Take back last press" in text
    colours = [word for word in ("Black", "White") if word in text]
    names = {} if game.sides is None else {*game.sides}
    assert all(name in text for name in names)
    if names or not game.colours:
        assert set(colours) <= set(names)
    if not game.openings:
        assert not [word for word in RENJU if word in text]
    assert ("Forbidden move" in text) is game.fouls
    rows = " ".join(stopped(kind).rows)
    for ruling in ("illegal", "Hand fault", "rebuilds board"):
        assert (ruling in rows) is game.rulings


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("result", [Result.LEFT, Result.RIGHT, Result.DRAW])
def test_a_result_is_written_as_its_players_write_it(kind: str, result: Result) -> None:
    hand, scores = stopped(kind), KINDS[kind].scores
    black = hand.state.play.black
    written = "" if scores is None else scores.draw
    if scores is not None and result is not Result.DRAW:
        written = scores.black if (result is Result.LEFT) is (black is LEFT) else scores.white
    hand.take("Result")
    assert not written or [row for row in hand.rows if row.endswith(f" {written}")]
    hand.stop()
    hand.stop()
    hand.stop()
    hand.game.do(Finish(hand.game.now_ns, result, "resigned" if result is not Result.DRAW else ""))
    if scores is not None and result is not Result.DRAW:
        written += scores.grounds.get("resigned", "")
    assert outcome_row(hand.state).endswith(written)


@pytest.mark.parametrize(
    ("kind", "over_s", "points"),
    [
        ("scrabble", 0, ""),
        ("scrabble", 1, "-10"),
        ("scrabble", 60, "-10"),
        ("scrabble", 61, "-20"),
        ("other", 61, ""),
    ],
)
def test_each_minute_begun_below_zero_costs_ten_points_in_scrabble(
    kind: str, over_s: int, points: str
) -> None:
    game = Game("below_zero 1:00", kind=kind, rules="club")
    game.press(LEFT, MINUTE_NS + over_s * SECOND_NS)
    game.stop()
    hand = MenuDriver(game)
    hand.press("held")
    hand.take("Result", "Left won", "On the board")
    hand.press("ok")
    shown = [row for row in hand.rows if row.endswith(" points")]
    assert shown == ([f"Left: {points} points"] if points else [])
