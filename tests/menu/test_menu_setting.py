"""A wrong setting is set right in a game that is stopped, in the set-up menu's own lists."""

from typing import Any

import pytest
from msgspec.structs import replace

from clock.menu.access import Opens, Organizer
from clock.menu.setup.places import MenuContext
from clock.rules.inputs import SetControl
from clock.rules.match import Place
from clock.rules.regulations import PROFILES, HandRule, Regulations
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from tests.menu.setup_hand import SHELF, go
from tests.menu.test_menu_hand import Hand, stopped
from tests.rules.games import RIGHT, Game, control, regulations, setup
from tests.text.test_match import THREE

pytestmark = pytest.mark.rule("gomoku 6.4")

WRONG = "Wrong setting"


def correcting(text: str = "1:00:00", *, context: MenuContext = SHELF, **given: Any) -> Hand:
    """A hand in the list of what can be set right."""
    hand = stopped(text, moves=3, context=context, **given)
    hand.organize("Correct the setting")
    assert hand.page().title == "The setting"
    return hand


def asked(hand: Hand) -> tuple[str, ...]:
    """What the question says, its answers left out."""
    hand.take("Set the clock so", WRONG)
    assert hand.page().title == "Wrong setting?"
    *rows, no, yes = hand.page().rows
    assert (no, yes) == ("No", "Yes")
    return tuple(rows)


def corrected(hand: Hand) -> SetControl:
    """Answer with Yes; the one act that came of it."""
    hand.confirm()
    assert hand.page().title == "Organizer"
    assert hand.menu.draft is None
    (act,) = hand.log()
    assert isinstance(act, SetControl)
    return act


def test_only_times_and_rules_are_set_right_not_the_opening_the_seats_or_a_match() -> None:
    hand = correcting()
    rows = ("Preset", "Set the clock so", "Rules: RIF", "Time: 1:00:00", "Read all of it", "Back")
    assert hand.page().rows == rows


def test_a_presets_time_control_is_taken_and_its_rules_are_not() -> None:
    hand = correcting(rules="gomoku-cz", opening="swap2")
    hand.take("Preset")
    assert "Handicap match" not in hand.page().rows
    go(hand, "Renju ...", "Renju 90 min + 30 s")
    assert asked(hand) == (
        "Was Both: 1:00:00",
        "Now Both: 1:30:00;",
        "+30 s a move from the",
        "first",
        "Both times stay",
    )
    before = hand.state
    told = control("1:30:00+30")
    assert corrected(hand) == SetControl(0, told, told, None, "wrong setting")
    assert (hand.state.left.remaining_ns, hand.state.play) == (
        before.left.remaining_ns,
        before.play,
    )
    assert hand.state.setup == replace(before.setup, left=told, right=told)


def test_a_wrong_increment_of_one_seat_is_typed_right() -> None:
    hand = correcting("1:00:00+10")
    go(hand, "Time:", "Right:", "1:", "Bonus:")
    hand.press("ok")
    hand.press(" ".join(["+"] * 20) + " ok")
    hand.take("Back", "Back", "Back")
    assert asked(hand)[-1] == "Both times stay"
    assert corrected(hand) == SetControl(0, right=control("1:00:00+30"), reason="wrong setting")
    hand.take("Back")
    hand.press("ok ok")
    hand.game.press(RIGHT, after=SECOND_NS)
    assert hand.state.right.remaining_ns == (3600 + 10 - 1 + 30 - 10) * SECOND_NS + 10 * SECOND_NS


def test_the_rules_are_set_right_with_all_that_follows_from_them() -> None:
    hand = correcting("4:00")
    go(hand, "Rules:", "Czech gomoku")
    assert asked(hand) == (
        "Was Rules: RIF",
        "Now Rules: Czech",
        "gomoku",
        *("Left record waived", "→ kept", "Right record waived", "→ kept"),
        "Both times stay",
    )
    assert corrected(hand).regulations == PROFILES["gomoku-cz"]


def test_a_quota_that_is_made_by_the_right_setting_shows_its_period() -> None:
    hand = correcting("40/1:00:00 then 1:00:00")
    go(hand, "Time:", "Both", "1:", "Moves: 40")
    hand.press("- - - - ok + + ok")
    hand.take("Back", "Back", "Back")
    assert "Left period 1→2" in asked(hand)
    corrected(hand)
    assert hand.state.left.period == 2
    assert hand.state.left.remaining_ns == 3600 * SECOND_NS


def test_nothing_changed_is_nothing_asked() -> None:
    hand = correcting()
    hand.take("Set the clock so")
    assert hand.page().rows == ("Nothing was changed.",)
    hand.press("ok")
    assert hand.page().title == "The setting"


def test_what_cannot_be_played_is_not_asked_and_told() -> None:
    hand = correcting(rules="fide")
    go(hand, "Rules:", "Every choice", "Announce:", "No")
    hand.take("Back", "Back", "Set the clock so")
    assert hand.page().title == "Not yet:"
    assert hand.page().rows[0].startswith("Announce: expected")
    assert hand.acts == []


@pytest.mark.rule("RIF 14.3")
@pytest.mark.parametrize(("hands", "offered"), [(False, 1), (True, 3)])
def test_a_rule_of_the_hands_gets_in_only_where_sensors_tell_them(
    hands: bool, offered: int
) -> None:
    hand = correcting(context=replace(SHELF, hands=hands))
    go(hand, "Rules:", "Every choice", "Same hand:")
    rows = hand.page().rows
    assert len({"Honour", "Watched", "Enforced"} & set(rows)) == offered


def test_a_rule_of_the_hands_that_came_from_another_body_goes_no_further() -> None:
    enforced: Regulations = regulations(hand_rule=HandRule.ENFORCE)
    hand = correcting("1:00:00", hand_rule="enforce")
    assert hand.state.setup.regulations == enforced
    go(hand, "Rules:", "Every choice", "Tenths:", "Yes")
    hand.take("Back", "Back", "Set the clock so")
    assert " ".join(hand.page().rows).startswith("Same hand: expected honour")
    hand.press("ok")
    go(hand, "Rules:", "Every choice", "Same hand:", "Honour")
    hand.take("Back", "Back")
    assert asked(hand)[-1] == "Both times stay"


def test_what_was_entered_is_forgotten_on_the_way_back() -> None:
    hand = correcting()
    go(hand, "Rules:", "FIDE", "Back")
    assert hand.menu.draft is None
    hand.take("Correct the setting")
    assert "Rules: RIF" in hand.page().rows


def test_before_a_start_after_a_result_and_in_a_match_it_is_not_offered() -> None:
    ready, match = Hand(Game(started=False)), Hand(Game(started=False))
    match.game.state = replace(match.game.state, setup=setup().in_match(Place(THREE, RIGHT)))
    match.game.start()
    match.game.stop()
    for hand in (ready, match):
        hand.press("held")
        assert "Correct the setting" not in hand.page().rows


def test_the_key_turned_back_closes_its_lists_too() -> None:
    hand = correcting(context=replace(SHELF, organizer=Organizer(Opens.KEY), key=True))
    go(hand, "Rules:", "FIDE")
    hand.turn_key(turned=False)
    assert hand.closed
    assert hand.menu.draft is None


def test_a_claim_that_stands_stays_with_a_setting_that_is_set_right() -> None:
    hand = stopped(moves=3, context=SHELF)
    hand.game.claim(RIGHT)
    hand.organize("Correct the setting")
    go(hand, "Rules:", "Czech gomoku")
    asked(hand)
    corrected(hand)
    assert hand.state.phase is Phase.CLAIMED
