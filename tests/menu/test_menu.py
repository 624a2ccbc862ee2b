"""The menu's tables: every preset, opening, profile, method, reason, ground and slip of a hand."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.menu import MenuContext, SavePreset, words
from clock.presets import controls, find_presets
from clock.presets.offers import Offer, offers_of
from clock.presets.openings import OPENINGS
from clock.rules.control import Control, Method, Period
from clock.rules.inputs import Adjust, Finish, Result, SetMoves, Stop, Warn
from clock.rules.match import Match, Place, Times
from clock.rules.regulations import PROFILES
from clock.rules.seats import Seat
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.glyphs import ROW, fits
from clock.text.words import RESULTS
from tests.menu.hand import CONTEXT, Hand, power_on, ready, set_so, setting_up, stopped
from tests.rules.games import LEFT, RIGHT, Game, control, setup

PATHS = (
    ("Left (Black) time", "-2:00  to 58:00", "Penalty"),
    ("Take back last press", "Illegal move"),
    ("Colours", "Right is Black", "Other"),
    ("Hand fault by Left",),
    ("Last press was a swap",),
    ("Resume for Right",),
    ("Result", "Draw", "Agreed"),
    ("New game", "Same colours"),
)
"""Ways to a question, one of each kind."""
HELPS = [each for each in vars(words).values() if isinstance(each, words.Help)]


@pytest.mark.parametrize("reason", words.REASONS)
def test_every_reason_goes_into_the_log(reason: str) -> None:
    hand = stopped()
    hand.organize("Left (Black) time", "+1:00  to 1:01:00")
    assert hand.selected == "Compensation"
    hand.take(reason.capitalize())
    hand.confirm()
    assert hand.log() == [Adjust(0, LEFT, delta_ns=MINUTE_NS, reason=reason)]


@pytest.mark.parametrize("white", [LEFT, RIGHT])
def test_two_minutes_from_white_and_one_more_move_need_at_most_eighteen_presses(
    white: Seat,
) -> None:
    game = Game(starter=white.other)
    game.make(11)
    hand = Hand(game)
    hand.presses += 1
    game.do(Stop(game.now_ns))
    name = "Left (White) time" if white is LEFT else "Right (White) time"
    hand.organize(name, "-2:00  to 58:00", "Penalty")
    hand.confirm()
    hand.take("Moves")
    hand.press("+ ok")
    hand.take("Missed press")
    assert "White's 5→6" in hand.rows
    hand.confirm()
    assert hand.presses - 1 <= 18  # OK and its hold are one
    assert hand.log() == [
        Adjust(0, white, delta_ns=-2 * MINUTE_NS, reason="penalty"),
        SetMoves(0, 12, "missed press"),
    ]
    assert hand.state.seat(white).remaining_ns == 58 * MINUTE_NS


@pytest.mark.rule("gomoku 11.9.1")
@pytest.mark.parametrize("reason", words.REASONS_OF[Warn])
def test_an_official_warning_is_counted_and_has_its_reason(reason: str) -> None:
    hand = stopped()
    hand.organize("Warn Right", reason.capitalize())
    assert hand.rows == ("Right's warnings 0→1",)
    hand.confirm()
    assert hand.log() == [Warn(0, RIGHT, reason)]


@pytest.mark.parametrize("result", Result)
def test_every_result_has_a_ground(result: Result) -> None:
    up = {
        (Result.LEFT, "time"): ("Right's clapper is up",),
        (Result.RIGHT, "time"): ("Left's clapper is up",),
        (Result.DRAW, "both times out"): ("Left's clapper is up", "Right's clapper is up"),
    }
    for ground in words.GROUNDS[result]:
        hand = stopped()
        hand.organize("Result", RESULTS[result], ground.capitalize())
        assert (hand.title, hand.rows) == ("Last move", ("Set to 0", "Clock counts 0"))
        hand.press("+ ok")
        assert hand.title == f"{RESULTS[result]}?"
        one, two = (f"Ground: {ground}",), ("Ground", f"→ {ground}")
        assert hand.rows == (
            *(one if fits(*one) else two),
            f"Result: {RESULTS[result]}",
            "Last move: 1",
            "Stopped→Finished",
            *up.get((result, ground), ()),
        )
        hand.confirm()
        assert (hand.log(), hand.closed) == ([Finish(0, result, ground, 1)], True)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[0])
@pytest.mark.parametrize("slip", ["ok", "ok ok ok", "- ok", "held ok", "ok held"])
def test_no_slip_answers_a_question_with_yes(slip: str, path: tuple[str, ...]) -> None:
    hand = stopped(moves=2, opening="taraguchi-10")
    before = hand.state
    hand.organize(*path)
    hand.press(slip)
    assert (hand.acts, hand.state) == ([], before)


@pytest.mark.parametrize("help", HELPS)
def test_a_hint_fills_its_row_from_end_to_end(help: words.Help) -> None:
    row = help.hint
    assert row.startswith(help.left)
    assert (len(row) == ROW and row.endswith(help.right)) or not help.right


@pytest.mark.parametrize("seat", Seat)
def test_two_minutes_to_one_side_and_running_again_need_at_most_twelve_presses(seat: Seat) -> None:
    hand = Hand(Game())
    hand.press("stop")
    hand.organize(f"{'Left (Black)' if seat is LEFT else 'Right (White)'} time", "+2:00")
    hand.presses -= 1  # OK and its hold are one
    assert hand.selected == "Compensation"
    hand.press("ok + stop ok +")
    assert (hand.state.running, hand.presses <= 12) == (LEFT, True)
    assert hand.state.seat(seat).remaining_ns == HOUR_NS + 2 * MINUTE_NS


@pytest.mark.parametrize(
    ("preset", "referees", "most"), [("RIF, 40 moves", False, 6), ("Renju 90 min + 30 s", True, 12)]
)
def test_a_setting_needs_at_most_the_presses_that_are_promised(
    preset: str, referees: bool, most: int
) -> None:
    hand = power_on()
    hand.press("-")
    assert hand.hint.endswith("OK set up")
    hand.press("ok")
    hand.take(preset)
    assert hand.selected == "Use these settings"
    if referees:
        hand.take("Rules: RIF", "RIF, referees")
        assert hand.selected == "Use these settings"
    hand.press("ok")
    setup = set_so(hand)
    assert hand.presses <= most
    if referees:
        assert (setup.left, setup.right) == controls("90m+30s")
        assert setup.opening is OPENINGS["soosyrv-8"]
        assert setup.regulations == PROFILES["rif-referees"]


def test_what_is_set_is_saved_under_a_name_that_is_entered_letter_by_letter() -> None:
    hand = setting_up(replace(CONTEXT, saves=True))
    hand.take("Save as a preset")
    assert hand.rows == ("My preset[✓]",)
    assert hand.press("ok") == (SavePreset("My preset", hand.state.setup),)
    hand.press("ok")
    hand.take("Save as a preset")
    hand.press("+ + ok - ok + ok + ok")  # B, taken back, A, A
    assert hand.rows == ("AA[✓]",)
    assert hand.press("ok") == (SavePreset("AA", hand.state.setup),)
    hand.press("ok stop stop")
    assert hand.closed


@pytest.mark.parametrize("offer", CONTEXT.offers, ids=lambda offer: offer.name)
def test_every_preset_can_be_set_and_is_unlike_the_others_in_its_list(offer: Offer) -> None:
    hand = power_on()
    hand.press("- ok")
    game = {"gomoku": "Gomoku ...", "chess": "Chess ...", "go": "Go ..."}.get(offer.game)
    if game is not None:
        hand.take(game)
    assert len(set(hand.rows)) == len(hand.rows)
    assert "…" not in hand.text
    index = [each for each in CONTEXT.offers if each.game == offer.game].index(offer)
    hand.take(hand.rows[index])
    if offer.setup.match is not None:
        hand.take("Right is the expert")
    assert set_so(hand) == offer.setup


def test_the_users_own_presets_have_a_list_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('[ours]\ntitle = "Ours"\ncontrol = "7m"\n')
    hand = power_on(MenuContext(offers_of(find_presets(tmp_path))))
    hand.press("- ok")
    hand.take("Your own ...", "Ours")
    assert set_so(hand).left == (Period(7 * MINUTE_NS),)


def test_a_control_of_more_periods_than_can_be_built_stays() -> None:
    long: Control = tuple(Period(HOUR_NS, 10) for _ in range(6))
    hand = setting_up()
    assert hand.menu.draft is not None
    hand.menu = replace(hand.menu, draft=replace(hand.menu.draft, left=long, right=long))
    hand.take("Begins: ", "Right")
    assert set_so(hand).left == long


@pytest.mark.parametrize("name", OPENINGS)
def test_every_opening_can_be_set(name: str) -> None:
    hand = setting_up()
    hand.take("Opening: RIF")
    assert hand.selected == "RIF"
    hand.take(hand.rows[list(OPENINGS).index(name)])
    assert set_so(hand).opening is OPENINGS[name]


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_can_be_set(name: str) -> None:
    hand = setting_up()
    hand.take("Rules: RIF")
    hand.take(hand.rows[list(PROFILES).index(name)])
    assert set_so(hand).regulations == PROFILES[name]


@pytest.mark.parametrize(
    ("name", "period"),
    [
        ("Bronstein", Period(HOUR_NS, None, Method.BRONSTEIN, 5 * SECOND_NS)),
        ("Delay (US)", Period(HOUR_NS, None, Method.DELAY, 5 * SECOND_NS)),
        ("Byo-yomi", Period(HOUR_NS, None, Method.BYOYOMI, 30 * SECOND_NS, 5)),
        ("Hourglass", Period(HOUR_NS, None, Method.HOURGLASS)),
        ("Counts up", Period(HOUR_NS, None, Method.COUNTUP)),
        ("Gong", Period(HOUR_NS, None, Method.GONG)),
    ],
)
def test_every_method_can_be_set_and_brings_a_bonus_where_it_needs_one(
    name: str, period: Period
) -> None:
    hand = setting_up()
    hand.take("Time: ", "Both", "1: ", "Remove this period", "1: ", "No increment", name)
    if period.count:
        hand.take("Periods: 3")
        hand.press("ok + + ok")
    hand.take("Back", "Back", "Back")
    assert set_so(hand).left == (period,)


@pytest.mark.rule("gomoku 6.4")
def test_only_times_and_rules_are_corrected_not_the_opening_the_seats_or_a_match() -> None:
    hand = stopped(moves=3, context=CONTEXT)
    hand.organize("Correct settings")
    rows = ("Preset", "Use these settings", "Rules: RIF", "Time: 1:00:00", "Show settings", "Back")
    assert hand.rows == rows
    match = Game(started=False)
    three = Match((Times(control("5:00"), control("0:30")),) * 3, expert_must_win=2)
    match.state = replace(match.state, setup=setup().in_match(Place(three, RIGHT)))
    match.start()
    match.stop()
    for hand in (ready(), Hand(match)):
        hand.press("held")
        assert "Correct settings" not in hand.rows
