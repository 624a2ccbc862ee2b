"""The station sets the clock anew: a fresh game, held buttons, and plungers while one sets up."""

import pytest

from clock.presets import controls, find_presets
from clock.presets.offers import offers_of
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PROFILES, HandRule
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.station.buttons import HOLD_NS
from clock.station.repeat import REPEAT_AFTER_NS, REPEAT_EVERY_NS
from hal.ports import Line, ScreenName
from tests.station.conftest import Lay
from tests.station.tables import MS, FakeRig, Table, setup


class Shop(Table):
    """A table whose clock knows the presets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        offers = offers_of(find_presets())
        super().__init__(FakeRig(monkeypatch), setup(opening="rif"), offers)

    @property
    def said(self) -> str:
        return self.says(ScreenName.LEFT)

    def go(self, row: str, line: Line = Line.PLUS) -> None:
        """Go to a row of a list and take it."""
        for _ in range(60):
            if f". {row}, " in self.said:
                self.tap(Line.OK)
                return
            self.tap(line)
        raise AssertionError(f"expected {row}, got {self.said}")


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Shop:
    return Shop(monkeypatch)


def test_a_setting_that_was_answered_is_a_fresh_game(shop: Shop) -> None:
    shop.tap(Line.MINUS)
    shop.tap(Line.OK)
    shop.go("Renju 90 min + 30 s")
    assert "Set the clock so, 2 of" in shop.said
    shop.go("Rules: RIF")
    shop.go("RIF, referees")
    shop.tap(Line.OK)
    assert "Set it so?" in shop.said
    shop.tap(Line.PLUS)
    before = shop.station.timeline
    shop.tap(Line.OK)
    assert shop.station.timeline is not before
    assert shop.state.phase is Phase.READY
    given = shop.state.setup
    assert (given.left, given.right) == controls("90m+30s")
    assert (given.regulations, given.opening) == (PROFILES["rif-referees"], OPENINGS["soosyrv-8"])
    assert shop.said.startswith("Left, Black, at rest. 1 hour 30 minutes left")
    shop.tap(Line.OK)
    shop.wait(3 * SECOND_NS)
    assert shop.state.running is LEFT


def test_a_list_goes_fast_while_a_button_is_held(shop: Shop) -> None:
    shop.tap(Line.MINUS)
    shop.tap(Line.OK)
    shop.down(Line.PLUS)
    shop.wait(20 * MS)
    assert ", 2 of " in shop.said
    shop.wait(REPEAT_AFTER_NS - 30 * MS)
    assert ", 2 of " in shop.said
    shop.wait(20 * MS)
    assert ", 3 of " in shop.said
    shop.wait(REPEAT_EVERY_NS)
    assert ", 4 of " in shop.said
    shop.up(Line.PLUS)
    shop.wait(2 * SECOND_NS)
    assert ", 4 of " in shop.said


def test_a_hold_of_the_other_button_goes_the_other_way(shop: Shop) -> None:
    shop.tap(Line.MINUS)
    shop.tap(Line.OK)
    shop.down(Line.PLUS)
    shop.wait(20 * MS)
    shop.down(Line.MINUS)
    shop.wait(REPEAT_AFTER_NS + 20 * MS)
    assert ", 16 of 16" in shop.said
    shop.up(Line.PLUS)
    shop.wait(REPEAT_EVERY_NS)
    assert ", 15 of 16" in shop.said


def test_no_choice_of_a_game_repeats(lay: Lay) -> None:
    table = lay()
    table.down(Line.PLUS)
    table.wait(3 * SECOND_NS)
    assert "OK start, both late" in table.says(ScreenName.LEFT)
    table.up(Line.PLUS)
    table.wait(100 * MS)
    table.tap(Line.OK)
    assert table.state.phase is Phase.JOINT


def test_a_button_that_was_held_before_a_page_opened_does_not_move_it(shop: Shop) -> None:
    shop.tap(Line.PLUS)
    shop.tap(Line.MINUS)
    shop.down(Line.MINUS)
    shop.wait(40 * MS)
    shop.tap(Line.OK)
    first = shop.said
    shop.wait(3 * SECOND_NS)
    assert shop.said == first


def test_no_plunger_starts_a_game_while_one_sets_up(shop: Shop) -> None:
    shop.tap(Line.MINUS)
    shop.tap(Line.OK)
    shop.tap(Line.RIGHT_PLUNGER)
    assert shop.state.phase is Phase.READY
    assert shop.said.startswith("Renju. ")
    shop.go("Back", Line.MINUS)
    shop.go("Back", Line.MINUS)
    shop.tap(Line.RIGHT_PLUNGER)
    assert (shop.state.phase, shop.state.running) == (Phase.RUNNING, LEFT)


def test_plungers_tell_whose_turn_it_is_to_reject_an_opening(shop: Shop) -> None:
    shop.tap(Line.MINUS)
    shop.tap(Line.OK)
    shop.go("Back", Line.MINUS)
    shop.go("Opening: RIF")
    shop.go("By rejection", Line.MINUS)
    for name in ("RIF", "Yamaguchi", "Swap2"):
        shop.go(f"[ ] {name}")
    assert shop.said.startswith("Left rejects.")
    shop.tap(Line.RIGHT_PLUNGER)
    assert shop.said.startswith("Right rejects.")
    assert shop.state.phase is Phase.READY


def test_a_case_without_sensors_offers_no_rule_that_needs_them(shop: Shop) -> None:
    shop.tap(Line.MINUS)
    shop.tap(Line.OK)
    shop.go("Back", Line.MINUS)
    shop.go("Rules: RIF")
    shop.go("Every choice", Line.MINUS)
    shop.go("Same hand: honour")
    shop.tap(Line.OK)
    assert shop.state.setup.regulations.hand_rule is HandRule.HONOUR
    shop.go("Same hand: honour")
    for _ in range(12):
        assert "Watched" not in shop.said
        assert "Enforced, " not in shop.said
        shop.tap(Line.PLUS)


def test_a_plunger_that_was_down_when_the_clock_was_set_is_no_press_of_the_new_game(
    shop: Shop,
) -> None:
    shop.tap(Line.MINUS)
    shop.tap(Line.OK)
    shop.go("Renju 90 min + 30 s")
    shop.go("Set the clock so", Line.MINUS)
    shop.tap(Line.PLUS)
    shop.down(Line.RIGHT_PLUNGER)
    shop.wait(100 * MS)
    shop.tap(Line.OK)
    assert shop.said.startswith("Left, Black, at rest. 1 hour 30 minutes left")
    shop.up(Line.RIGHT_PLUNGER)
    shop.wait(SECOND_NS)
    assert shop.state.running is None
    shop.tap(Line.RIGHT_PLUNGER)
    assert shop.state.running is LEFT


@pytest.mark.rule("handicap match")
def test_a_handicap_match_is_played_on_the_clock_with_buttons_alone(shop: Shop) -> None:
    shop.tap(Line.MINUS)
    shop.tap(Line.OK)
    shop.go("Gomoku ...", Line.MINUS)
    shop.go("Handicap match", Line.MINUS)
    shop.go("Left is the expert")
    shop.go("Set the clock so", Line.MINUS)
    shop.tap(Line.PLUS)
    shop.tap(Line.OK)
    for number, expert in ((1, "30 seconds"), (2, "15 seconds")):
        assert f"Game {number} of 2" in shop.said
        assert shop.said.startswith(f"Left, White, at rest. {expert} left")
        shop.tap(Line.OK)
        assert shop.state.running is RIGHT
        shop.tap(Line.STOP)
        shop.tap(Line.OK, held_ns=HOLD_NS + 100 * MS)
        shop.go("Result", Line.MINUS)
        shop.go("Left wins")
        shop.go("On the board")
        for line in (Line.OK, Line.PLUS, Line.OK):
            shop.tap(line)
        assert "Expert won" in shop.said
        if number == 1:
            assert "Expert needs game 2" in shop.said
            shop.tap(Line.OK)
            assert "Game 2 of 2? L 0:15  R 5:00, Right begins" in shop.said
            shop.tap(Line.PLUS)
            shop.tap(Line.OK)
    assert "Match: expert won" in shop.said
    games = [game.state for game in shop.station.games if game.state.result is not None]
    assert [game.setup.match.number for game in games if game.setup.match] == [1, 2]
