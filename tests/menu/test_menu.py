"""The menu's tables: every preset, opening, profile, method, reason, ground and slip of a hand."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.kinds import KINDS
from clock.menu import opens_by_hold, route
from clock.menu.access import Opens, Organizer
from clock.menu.levels import Button, MenuContext, NewSetup
from clock.menu.organizer_lists import GROUNDS
from clock.menu.reasons import REASONS, REASONS_OF
from clock.menu.settings import Sound
from clock.notation.opening_files import OPENINGS
from clock.presets import Offer, controls, find_presets, played_in, rules_of
from clock.rules.control import Method, Period
from clock.rules.inputs import Adjust, Finish, Result, Warn
from clock.rules.machine import begin
from clock.rules.regulations import PROFILES
from clock.rules.seats import Seat
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.methods import METHOD_TEXTS
from clock.text.words import RESULTS
from tests.menu.menu_driver import CONTEXT, MenuDriver, power_on, ready, set_so, setting_up, stopped
from tests.menu.words import spread
from tests.rules.games import LEFT, RIGHT, Game
from tests.rules.scenarios import follow


@pytest.mark.rule("gomoku 11.9.1")
@pytest.mark.parametrize(
    ("path", "act", "likely"),
    [
        (("Left (Black) time", "+1:00  to 1:01:00"), Adjust(0, LEFT, delta_ns=MINUTE_NS), 1),
        (("Left (Black) time", "-1:00  to 59:00"), Adjust(0, LEFT, delta_ns=-MINUTE_NS), 2),
        (("Warn Right",), Warn(0, RIGHT), 0),
    ],
)
def test_every_reason_goes_into_the_log(
    path: tuple[str, ...], act: Adjust | Warn, likely: int
) -> None:
    reasons = REASONS_OF.get(type(act), REASONS)
    for reason in reasons:
        hand = stopped()
        hand.organize(*path)
        assert hand.selected == reasons[likely].capitalize()
        hand.take(reason.capitalize())
        hand.confirm()
        assert hand.log() == [replace(act, reason=reason)]


@pytest.mark.parametrize("result", Result)
def test_every_result_has_a_ground_and_the_question_says_who_won_and_how(result: Result) -> None:
    titles = {Result.LEFT: "Left (Black) won?", Result.RIGHT: "Right (White) won?"}
    loser = "White" if result is Result.LEFT else "Black"
    how = {
        "time": f"{loser} ran out of time",
        "resigned": "Left (Black) resigned" if loser == "Black" else "White resigned",
        "forbidden move": f"{loser}: forbidden move",
        "illegal move": f"{loser}: illegal move",
        "absent": f"{loser} is absent",
        "decision": "Organizer's decision",
    }
    up = {
        (Result.LEFT, "time"): ("Right's clapper is up",),
        (Result.RIGHT, "time"): ("Left's clapper is up",),
        (Result.DRAW, "both times out"): ("Left's clapper is up", "Right's clapper is up"),
    }
    row = titles.get(result, RESULTS[result]).rstrip("?")
    for ground in GROUNDS[result]:
        hand = stopped()
        hand.organize("Result", row, ground.capitalize())
        assert (hand.title, hand.rows) == ("Last move", ("0", "Clock: 0"))
        hand.press("+ ok")
        assert hand.title == titles.get(result, f"{RESULTS[result]}?")
        about = how.get(ground) if result in titles else None
        contradictions = up.get((result, ground), ())
        assert hand.rows == (about or ground.capitalize(), "Last move: 1", *contradictions)
        hand.confirm()
        assert (hand.log(), hand.closed) == ([Finish(0, result, ground, 1)], True)


@pytest.mark.parametrize("seat", Seat)
def test_after_a_claim_the_list_of_results_stands_on_the_claimants_win(seat: Seat) -> None:
    hand = stopped()
    hand.game.claim(seat)
    hand.organize("Result")
    assert hand.selected == ("Left (Black) won" if seat is LEFT else "Right (White) won")


@pytest.mark.parametrize(
    ("game", "result", "ground"),
    [
        ("wait 1:00; claim R", "Right (White) won", "Time"),
        ("wait 1:00; claim R", "Left (Black) won", "On the board"),
        ("claim R", "Right (White) won", "On the board"),
        ("claim R", "Draw", "Agreed"),
        ("L 1:00; wait 1:00", "Draw", "Both times out"),
        ("L 1:00; wait 1:00", "Right (White) won", "On the board"),
        ("stop; finish left", "Right (White) won", "On the board"),
    ],
)
def test_the_list_of_grounds_stands_on_what_the_clappers_speak_for(
    game: str, result: str, ground: str
) -> None:
    hand = MenuDriver(Game("1:00"))
    follow(hand.game, game)
    hand.organize("Result", result)
    assert hand.selected == ground


@pytest.mark.parametrize(
    ("game", "now"), [("stop", "3 periods left  now"), ("wait 0:45; stop", "2 periods left  now")]
)
def test_the_list_of_byoyomi_periods_marks_how_many_are_left(game: str, now: str) -> None:
    hand = MenuDriver(Game("0:10 and 3x30"))
    follow(hand.game, game)
    hand.organize("Left byo-yomi")
    assert [row for row in hand.rows if "now" in row] == [now]
    before = hand.state
    hand.take(now)
    assert (hand.title, hand.state) == ("Organizer", before)


def test_the_list_of_grounds_stands_on_the_absence_of_the_loser_or_on_what_was_entered() -> None:
    hand = ready()
    hand.game.start((LEFT,))
    hand.stop()
    hand.organize("Result", "Right (White) won")
    assert hand.selected == "Absent"
    hand.take("Resigned")
    hand.press("ok")
    hand.confirm()
    hand.organize("Result", "Right (White) won")
    assert hand.selected == "Resigned"


@pytest.mark.parametrize(
    ("preset", "referees", "most"),
    [("RIF 40/2 h, then 1 h", False, 5), ("90+30 s, Soosyrv-8", True, 12)],
)
def test_a_setting_needs_at_most_the_presses_that_are_promised(
    preset: str, referees: bool, most: int
) -> None:
    hand = power_on()
    assert "- set-up" in hand.hint
    hand.press("-")
    assert hand.title == "Which game?"
    hand.take("Renju", preset)
    assert hand.title == "Use this setup?"
    if referees:
        hand.press("-")
        hand.take("Rules: RIF", "RIF, referees")
        assert hand.selected == "Use this setup"
        hand.press("ok")
    setup = set_so(hand)
    assert hand.presses <= most
    if referees:
        assert (setup.left, setup.right) == controls("90m+30s")
        assert setup.opening is OPENINGS["soosyrv-8"]
        assert setup.regulations == PROFILES["rif-referees"]


@pytest.mark.parametrize(
    ("time", "most"),
    [("5 min + 3 s", 12), ("10 min", 12), ("15 min + 10 s", 16), ("90 min + 30 s", 10)],
)
@pytest.mark.parametrize("name", ["rif", "gomoku-60", "blitz-5-3", "egf-a-byoyomi"])
def test_a_common_time_needs_few_presses_in_every_game_and_leaves_its_rules_and_its_opening(
    name: str, time: str, most: int
) -> None:
    before = next(offer.setup for offer in CONTEXT.offers if offer.name == name)
    hand = ready(context=CONTEXT)
    hand.game.state = begin(before)
    hand.press("-")
    title = hand.selected
    hand.take(title, "Times ...", time)
    control = controls(time.replace(" min", "m").replace(" s", "s").replace(" ", ""))
    after = set_so(hand)
    assert after == replace(before, left=control[0], right=control[1])
    assert hand.presses <= most
    hand.press("-")
    assert hand.selected == title


@pytest.mark.parametrize(
    ("rules", "opening", "title"),
    [("rif", "none", "Renju"), ("rif", "swap2", "Gomoku"), ("club", "none", "Chess")],
)
def test_the_games_begin_with_the_one_whose_presets_are_most_like_a_setting_without_a_game(
    rules: str, opening: str, title: str
) -> None:
    hand = ready("7:00", rules=rules, opening=opening, context=CONTEXT)
    hand.press("-")
    assert (hand.selected, hand.cursor) == (title, 0)


@pytest.mark.parametrize("game", KINDS)
def test_a_common_time_of_another_game_brings_that_game_s_rules_and_who_begins(game: str) -> None:
    kind, hand = KINDS[game], power_on()
    before = hand.state.setup
    hand.press("-")
    hand.take(kind.title, "Times ...", "10:00 then below 0" if kind.minute_points else "10 min")
    setup = set_so(hand)
    assert (setup.left, setup.game, setup.starter) == (
        played_in(game, controls("10m")[0]),
        game,
        before.starter,
    )
    assert setup.first is kind.first
    assert (setup.regulations, setup.opening.name) == (PROFILES[kind.regulations], kind.opening)


@pytest.mark.parametrize("offer", CONTEXT.offers, ids=lambda offer: offer.name)
def test_every_preset_can_be_set_and_is_unlike_the_others_in_its_list(offer: Offer) -> None:
    hand = power_on()
    hand.press("-")
    hand.take(KINDS[offer.game].title)
    assert len(set(hand.rows)) == len(hand.rows)
    assert "…" not in hand.text
    index = [each for each in CONTEXT.offers if each.game == offer.game].index(offer)
    hand.take(hand.rows[1 + index])  # after "Times ..."
    if offer.setup.match is not None:
        hand.take("Right is the expert")
    assert set_so(hand) == offer.setup


def test_the_users_own_presets_have_a_list_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('[ours]\ntitle = "Ours"\ncontrol = "7m"\n')
    hand = power_on(MenuContext(find_presets(tmp_path).offers))
    hand.press("-")
    hand.take("Your own", "Ours")
    assert set_so(hand).left == (Period(7 * MINUTE_NS),)
    hand.press("-")
    assert (hand.cursor, hand.selected) == (0, "Your own")


def test_what_is_saved_as_a_preset_is_in_use_and_is_saved_only_if_it_can_be_played() -> None:
    hand = setting_up(replace(CONTEXT, saves=True))
    hand.take("Rules: RIF", "Club", "Save as a preset", "My preset")
    assert (hand.title, hand.rows[0]) == ("Save and use it?", "My preset")
    hand.press("-")
    assert (hand.title, hand.acts) == ("Save as", [])
    hand.take("My preset")
    (act,) = hand.confirm()
    assert isinstance(act, NewSetup)
    assert (act.title, act.setup.regulations.name) == ("My preset", "club")
    assert hand.closed
    hand = setting_up(replace(CONTEXT, saves=True))
    hand.take("Time: ", "Both", "1: ", "Time: ")
    hand.press("- - ok ok ok")
    hand.take("Back", "Back", "Back", "Save as a preset")
    assert (hand.title, hand.acts) == ("Not possible", [])


def test_a_changed_setting_is_left_only_by_a_question_that_names_what_is_dropped() -> None:
    for leave in ("back", "stop"):
        hand = setting_up()
        hand.take("Rules: RIF", "Club")
        for answer in ("-", "stop", "+"):
            hand.take("Back", "Back") if leave == "back" else hand.press("stop stop")
            assert (hand.title, hand.rows) == ("Discard changes?", ("Rules: Club",))
            assert hand.press(answer) == ()
            if answer != "+":
                assert hand.title == "Which game?"
                hand.take("Whole setup ...")
        assert hand.closed
    hand = stopped(context=CONTEXT)
    hand.organize("Correct setup", "Whole setup", "Rules: RIF", "Club", "Back", "Back")
    assert hand.title == "Discard changes?"
    hand.press("+")
    assert (hand.title, hand.log()) == ("Organizer", [])


def test_a_dial_of_the_clock_changes_nothing_of_the_setting() -> None:
    hand = power_on()
    hand.press("-")
    hand.take("Go", "60 min, 3x30 s")
    hand.press("-")
    hand.take("This clock")
    draft, dials = hand.menu.draft, [row for row in hand.rows if row[-1].isdigit()]
    for dial in dials:
        hand.take(dial)
        hand.press("ok")
        assert hand.menu.draft == draft, dial
    assert len(dials) == len(Sound) + 1


@pytest.mark.parametrize(("after_ms", "agrees"), [(0, False), (599, False), (600, True)])
def test_who_presses_on_through_a_question_does_not_agree_before_it_was_read(
    after_ms: int, agrees: bool
) -> None:
    hand = power_on()
    hand.press("-")
    hand.take("Chess", "Armageddon")
    assert spread(hand.page.hint).endswith("+ more")
    at_ns, after_ns = SECOND_NS, after_ms * SECOND_NS // 1000
    depth = len(hand.menu.levels)
    hand.menu, _, _ = route(hand.menu, hand.state, Button.PLUS, at_ns, hand.context)
    assert len(hand.menu.levels) == depth, "no leaves the question, not a page of it"
    shown = hand.page
    assert spread(shown.hint).endswith("+ yes")
    pressed = at_ns + after_ns
    hand.menu, acts, _ = route(hand.menu, hand.state, Button.PLUS, pressed, hand.context)
    assert (bool(acts), hand.closed) == (agrees, agrees)
    if not agrees:
        assert hand.page == shown
        assert hand.confirm()


def test_every_period_has_a_row_in_the_set_up() -> None:
    hand = setting_up()
    assert {"Time: 40 in 2:00:00", "then 1:00:00"} <= set(hand.rows)
    hand.press("stop")
    hand.take("Chess", "40/90 + 30 min + 30 s")
    hand.press("-")
    assert {"Time: 40/1:30:00 +30s", "then 30:00 +30s"} <= set(hand.rows)
    hand.take("then 30:00 +30s")
    assert hand.title == "Whose time?"


def test_a_hold_opens_another_page_unless_somebody_is_at_work_or_it_is_the_keys() -> None:
    def opens(hand: MenuDriver) -> bool:
        return opens_by_hold(hand.menu, hand.state, hand.context)

    hand = stopped()
    assert opens(hand)
    hand.press("ok")
    assert opens(hand)
    hand.press("held")
    assert not opens(hand)
    keyed = MenuContext(organizer=Organizer(Opens.KEY))
    assert not any(map(opens, (setting_up(), MenuDriver(Game()), stopped(context=keyed))))


@pytest.mark.rule("gomoku 7.6")
def test_a_last_move_that_was_laid_but_not_pressed_before_a_claim_is_explained() -> None:
    for claimed, rows in (
        (False, ("12", "Clock: 12")),
        (True, ("13", "Clock: 12", "+1: laid, not pressed")),
    ):
        hand = stopped(moves=12)
        if claimed:
            hand.game.claim(LEFT)
        hand.organize("Result", "Left (Black) won", "On the board")
        assert hand.rows == rows
    hand.press("- ok")
    assert "Last move: 12" in hand.rows


@pytest.mark.parametrize(
    ("row", "values"),
    [
        ("Opening: RIF", OPENINGS.values()),
        ("Rules: RIF", [PROFILES[name] for name in rules_of("renju")]),
    ],
)
def test_every_opening_and_every_profile_can_be_set(row: str, values: Iterable[object]) -> None:
    for at, value in enumerate(values):
        hand = setting_up()
        hand.take(row)
        assert hand.selected == "RIF"
        hand.take(hand.rows[at])
        setup = set_so(hand)
        assert value in (setup.opening, setup.regulations)


@pytest.mark.parametrize("method", list(METHOD_TEXTS)[1:], ids=lambda method: method.value)
def test_every_method_can_be_set_and_brings_a_bonus_where_it_needs_one(
    method: Method,
) -> None:
    texts, hand = METHOD_TEXTS[method], setting_up()
    name = texts.name[:1].upper() + texts.name[1:]
    hand.take("Time: ", "Both", "1: ", "Remove this period", "1: ", "No increment", name)
    period = Period(HOUR_NS, None, method, texts.usual_ns, texts.usual_count)
    if period.count:
        hand.take("Periods: 3")
        hand.press("ok + + ok")
        period = replace(period, count=5)
    hand.take("Back", "Back", "Back")
    assert set_so(hand).left == (period,)
