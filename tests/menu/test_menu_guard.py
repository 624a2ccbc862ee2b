"""The organizer's menu behind a key or a code: nobody else corrects a game, or goes on with it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.menu import (
    CLOSED,
    Button,
    Menu,
    closed_by,
    key_turned,
    page,
    pressed,
    stop_pressed,
)
from clock.menu.access import (
    AMOUNTS_MAX,
    CODE_FIGURES,
    Opens,
    Organizer,
    amounts_from,
    code_from,
)
from clock.menu.own.places import ChangeSettings
from clock.menu.places import Act, Ask, Asked, NewGame
from clock.menu.setup.places import NO_CONTEXT, MenuContext, NewSetup
from clock.rules.inputs import (
    Acknowledge,
    Adjust,
    Announce,
    Choose,
    Claim,
    Finish,
    Result,
    Resume,
    Start,
    Stop,
)
from clock.rules.machine import begin, step
from clock.rules.refusal import Refused
from clock.rules.state import Phase, Setup, State
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.menu.setup_hand import SHELF
from tests.menu.test_menu_hand import Hand, stopped
from tests.rules.games import LEFT, RIGHT, Game
from tests.rules.random_games import BYTES_OF_ACT, acts_of, input_of, setups

KEY = MenuContext(organizer=Organizer(Opens.KEY))
TURNED = MenuContext(organizer=Organizer(Opens.KEY), key=True)
CODE = MenuContext(organizer=Organizer(Opens.CODE, (7, 0, 9, 5)))
GUARDED = [KEY, CODE]
LISTS_FIRST = "Go on"


def enter(hand: Hand, code: tuple[int, ...]) -> None:
    """Choose each figure of a code by the shorter way, and take it."""
    for figure in code:
        assert hand.page().title == "Organizer's code"
        forward, back = figure, 11 - figure
        hand.press(" ".join(["+"] * forward if forward <= back else ["-"] * back))
        hand.press("ok")


def row(hand: Hand) -> str:
    """The figures as they are shown."""
    (shown,) = hand.page().rows
    return shown


# The key


def test_the_key_opens_the_organizers_menu_in_a_stop_and_turned_back_closes_it() -> None:
    hand = stopped(context=KEY)
    hand.turn_key(turned=True)
    assert (hand.page().title, hand.selected) == ("Organizer", LISTS_FIRST)
    hand.turn_key(turned=False)
    assert hand.closed
    assert hand.acts == []


def test_turned_back_the_key_forgets_what_was_not_confirmed() -> None:
    hand = stopped(context=KEY)
    hand.turn_key(turned=True)
    hand.take("Left (Black) time", "-1:00  to 59:00", "Penalty")
    hand.press("+")
    assert hand.selected == "Yes"
    hand.turn_key(turned=False)
    hand.press("ok ok + ok held")
    assert hand.acts == []
    assert hand.state.left.remaining_ns == HOUR_NS


def test_what_was_confirmed_stays() -> None:
    hand = stopped(context=KEY)
    hand.turn_key(turned=True)
    hand.take("Left (Black) time", "-1:00  to 59:00", "Penalty")
    hand.confirm()
    hand.turn_key(turned=False)
    assert hand.log() == [Adjust(0, LEFT, delta_ns=-MINUTE_NS, reason="penalty")]


@pytest.mark.rule("RIF 14.6")
def test_without_the_key_both_times_are_read_and_nobody_goes_on() -> None:
    hand = stopped(context=KEY)
    assert hand.hint.split() == ["OK", "times", "key:", "menu"]
    hand.press("ok")
    assert hand.page().rows == ("Left 1:00:00", "Right 1:00:00", "Left (Black) runs")
    assert hand.page().hint.split() == ["-", "+", "leave", "key:", "menu"]
    hand.press("held ok")
    assert hand.closed
    assert hand.acts == []


@pytest.mark.rule("RIF 14.6")
def test_with_the_key_two_presses_go_on_and_both_times_are_shown_before() -> None:
    hand = stopped(context=KEY)
    hand.turn_key(turned=True)
    hand.press("ok")
    assert hand.page().rows == ("Left 1:00:00", "Right 1:00:00", "Left (Black) runs")
    hand.press("ok")
    assert hand.state.running is LEFT


@pytest.mark.parametrize("by_stop", [True, False])
def test_minus_and_stop_leave_go_on_for_the_list_it_was_opened_from(by_stop: bool) -> None:
    hand = stopped(context=KEY)
    hand.turn_key(turned=True)
    hand.press("ok" if by_stop else "ok -")
    if by_stop:
        hand.menu = stop_pressed(hand.menu, hand.state)
    assert (hand.page().title, hand.selected) == ("Organizer", LISTS_FIRST)


def test_while_the_key_is_turned_the_buttons_do_what_they_do_on_a_clock_without_one() -> None:
    hand = stopped(context=TURNED)
    assert hand.hint.split() == ["OK", "go", "on", "hold:", "menu"]
    hand.press("ok held")
    assert hand.page().title == "Organizer"
    hand.take("Back")
    hand.press("ok ok")
    assert hand.log() == [Resume(0)]


def test_go_on_that_was_opened_with_the_key_closes_with_it() -> None:
    hand = stopped(context=TURNED)
    hand.press("ok")
    hand.turn_key(turned=False)
    assert hand.closed


def test_the_key_does_nothing_while_a_clock_runs() -> None:
    hand = Hand(Game("1:00:00"), KEY)
    hand.turn_key(turned=True)
    assert hand.closed
    hand.turn_key(turned=False)
    assert hand.closed


def test_the_key_leaves_the_setting_that_is_being_made() -> None:
    hand = Hand(Game("1:00:00", started=False), MenuContext(SHELF.offers, organizer=KEY.organizer))
    hand.press("- ok")
    before = hand.page()
    hand.turn_key(turned=True)
    assert hand.page() == before
    hand.turn_key(turned=False)
    assert hand.page() == before


def test_the_set_up_menu_leads_to_the_organizers_with_the_key_alone() -> None:
    hand = Hand(Game("1:00:00", started=False), KEY)
    hand.press("- ok")
    hand.take("Organizer")
    assert hand.page().rows == ("Turn the organizer's", "key.")
    hand.press("ok")
    assert hand.page().title == "Set up"
    hand.turn_key(turned=True)
    hand.take("Organizer")
    assert (hand.page().title, hand.selected) == ("Organizer", "Left (Black) time")


def test_before_a_start_the_key_opens_the_menu_at_once_and_ok_starts_without_it() -> None:
    hand = Hand(Game("1:00:00", started=False), KEY)
    hand.turn_key(turned=True)
    assert hand.page().title == "Organizer"
    hand.turn_key(turned=False)
    hand.press("ok")
    assert hand.state.phase is Phase.RUNNING


# The code


def test_the_code_opens_the_menu_and_is_hidden_figure_by_figure() -> None:
    hand = stopped(context=CODE)
    hand.press("ok")
    assert row(hand) == "[0] - - -"
    hand.press("- - - -")
    assert row(hand) == "[7] - - -"
    hand.press("ok")
    assert row(hand) == "* [0] - -"
    hand.press("ok - - ok")
    assert row(hand) == "* * * [0]"
    assert "7" not in hand.page().sentence
    assert hand.page().sentence.startswith("Organizer's code. Figure 4 of 4: 0. ")
    hand.press("+ + + + + ok")
    assert (hand.page().title, hand.selected) == ("Organizer", LISTS_FIRST)
    assert hand.acts == []


def test_one_code_is_enough_for_all_that_is_corrected_before_the_menu_is_left() -> None:
    hand = stopped(context=CODE)
    hand.press("ok")
    enter(hand, (7, 0, 9, 5))
    for _ in range(2):
        hand.take("Left (Black) time", next(r for r in _rows_after(hand) if r.startswith("+1:00")))
        hand.take("Compensation")
        hand.confirm()
    assert hand.state.left.remaining_ns == HOUR_NS + 2 * MINUTE_NS
    hand.take("Back")
    hand.press("ok")
    assert hand.page().title == "Organizer's code"


def _rows_after(hand: Hand) -> tuple[str, ...]:
    """The rows of the list that the first seat's time leads to."""
    probe = Hand(hand.game, hand.context)
    probe.menu = hand.menu
    probe.take("Left (Black) time")
    return probe.page().rows


@pytest.mark.parametrize("code", [(7, 0, 9, 4), (0, 0, 0, 0), (5, 9, 0, 7)])
def test_a_wrong_code_is_told_and_nothing_has_happened(code: tuple[int, ...]) -> None:
    hand = stopped(context=CODE)
    before = hand.state
    hand.press("ok")
    enter(hand, code)
    assert (hand.page().title, hand.page().rows) == ("Wrong code", ("Nothing was changed.",))
    hand.press("ok")
    assert hand.closed
    assert (hand.acts, hand.state) == ([], before)
    hand.press("ok")
    enter(hand, (7, 0, 9, 5))
    assert hand.page().title == "Organizer"


def test_a_figure_is_taken_back_and_before_the_first_one_leaves() -> None:
    hand = stopped(context=CODE)
    hand.press("ok + ok -")
    assert row(hand) == "* [<] - -"
    assert hand.page().hint.split() == ["-", "+", "change", "OK", "back"]
    hand.press("ok")
    assert row(hand) == "[0] - - -"
    hand.press("- ok")
    assert hand.closed


@pytest.mark.rule("RIF 14.6")
def test_with_the_code_two_presses_go_on() -> None:
    hand = stopped(context=CODE)
    hand.press("ok held")
    enter(hand, (7, 0, 9, 5))
    hand.press("ok ok")
    assert hand.state.running is LEFT


def test_the_set_up_menu_asks_for_the_code_before_the_organizers() -> None:
    hand = Hand(Game("1:00:00", started=False), CODE)
    hand.press("- ok")
    hand.take("Organizer")
    enter(hand, (1, 2, 3, 4))
    assert hand.page().title == "Wrong code"
    hand.press("ok")
    assert hand.page().title == "Set up"
    hand.take("Organizer")
    enter(hand, (7, 0, 9, 5))
    assert hand.page().title == "Organizer"


# What needs neither


@pytest.mark.parametrize("context", GUARDED)
def test_anybody_starts_a_game_and_reads_its_setting_in_a_stop(context: MenuContext) -> None:
    hand = Hand(Game("1:00:00", started=False), context)
    (started,) = hand.press("ok")
    assert isinstance(started, Start)
    hand.game.do(Stop(hand.game.now_ns))
    hand.press("-")
    assert hand.page().title == "The setting"
    hand.press("ok")
    assert hand.closed


@pytest.mark.parametrize("context", GUARDED)
@pytest.mark.parametrize("ending", ["claim", "result", "result before the start"])
def test_a_claim_and_a_result_are_taken_back_by_the_organizer_alone(
    context: MenuContext, ending: str
) -> None:
    game = Game("1:00:00", started="before" not in ending)
    game.do(Stop(game.now_ns))
    if ending == "claim":
        game.do(Claim(game.now_ns, RIGHT))
    else:
        game.do(Finish(game.now_ns, Result.LEFT))
    hand = Hand(game, context)
    for presses in ("ok", "+ ok", "ok + + + + + + ok", "held + + ok + ok ok"):
        hand.press(presses)
    assert hand.acts == []


@pytest.mark.parametrize("context", GUARDED)
def test_after_a_game_anybody_asks_for_the_next_one_and_its_organizers_menu_is_guarded(
    context: MenuContext,
) -> None:
    hand = stopped(context=context)
    hand.game.do(Finish(hand.game.now_ns, Result.LEFT))
    assert hand.hint.endswith("hold: next")
    hand.press("ok held + +")
    assert hand.selected == "Organizer"
    hand.press("ok")
    assert hand.page().title in ("Organizer's code", "Organizer")
    assert hand.page().rows in (("[0] - - -",), ("Turn the organizer's", "key."))
    hand.press("- ok" if context is CODE else "ok")
    hand.press("-")
    assert hand.selected == "Yes"
    (act,) = hand.press("ok")
    assert act == NewGame(True)


@pytest.mark.parametrize(("opens", "told"), [(Opens.KEY, "key"), (Opens.CODE, "code")])
def test_the_manual_on_the_clock_tells_of_the_key_or_the_code(opens: Opens, told: str) -> None:
    hand = Hand(
        Game("1:00:00", started=False), MenuContext(organizer=Organizer(opens, (1, 2, 3, 4)))
    )
    hand.press("- ok")
    hand.take("Manual", "Organizer")
    assert f"organizer's {told}" in " ".join(hand.page().rows)
    hand.press("ok")
    hand.take("Go on")
    assert "only the organizer" in " ".join(hand.page().rows)


# Random hands


MAY = (Acknowledge, Announce, Choose, Start, ChangeSettings, NewSetup)
"""What anybody's buttons may do."""
ALPHABET = st.sampled_from((*(Button.OK,) * 3, *(Button.PLUS,) * 2, Button.MINUS, Button.OK_HELD))


def anybodys(act: Act | Asked, state: State) -> bool:
    """Whether an act needs no organizer."""
    if isinstance(act, NewGame):
        return state.phase is Phase.FINISHED
    return isinstance(act, MAY)


def played(setup: Setup, acts: bytes) -> State:
    """A game after random acts, then stopped."""
    state = begin(setup)
    for act in acts_of(acts[: len(acts) // BYTES_OF_ACT * BYTES_OF_ACT]):
        try:
            state = step(state, input_of(state, act))[0]
        except Refused:
            continue
    return step(state, Stop(state.at_ns))[0]


def do(act: Act, state: State) -> State:
    """The game after what came of a button."""
    if isinstance(act, NewSetup):
        return begin(act.setup, state.at_ns)
    if isinstance(act, NewGame):
        turned = act.colours_turned
        return begin(state.setup.following(state.result, colours_turned=turned), state.at_ns)
    return state if isinstance(act, ChangeSettings) else step(state, act)[0]


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(GUARDED),
    setups(),
    st.binary(max_size=60),
    st.lists(ALPHABET, min_size=30, max_size=90),
)
def test_random_buttons_correct_nothing_without_the_key_or_the_code(
    context: MenuContext, setup: Setup, acts: bytes, hand: list[Button]
) -> None:
    menu, state = CLOSED, played(setup, acts)
    for button in hand:
        menu, done = pressed(menu, state, button, state.at_ns, context)
        for act in done:
            assert anybodys(act, state)
            state = do(act, state)
            if state.running is not None:
                state = step(state, Stop(state.at_ns))[0]
        menu = closed_by(menu, state)
        assert not isinstance(last(menu), Ask) or anybodys(last_act(menu), state)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(
    setups(), st.binary(max_size=60), st.lists(ALPHABET | st.booleans(), min_size=30, max_size=90)
)
def test_with_a_key_that_is_turned_to_and_fro_only_the_turned_key_corrects(
    setup: Setup, acts: bytes, hand: list[Button | bool]
) -> None:
    menu, state, context = CLOSED, played(setup, acts), KEY
    for each in hand:
        if isinstance(each, bool):
            context = TURNED if each else KEY
            menu = key_turned(menu, state, context)
            assert page(menu, state) is None or menu.context.key is each or menu.draft is None
            continue
        menu, done = pressed(menu, state, each, state.at_ns, context)
        for act in done:
            assert context.key or anybodys(act, state)
            state = do(act, state)
            if state.running is not None:
                state = step(state, Stop(state.at_ns))[0]
        menu = closed_by(menu, state)


def last(menu: Menu) -> object:
    return menu.levels[-1] if menu.levels else None


def last_act(menu: Menu) -> Asked:
    level = last(menu)
    assert isinstance(level, Ask)
    return level.act


# Amounts and codes as they are written


def test_the_amounts_that_are_configured_are_those_that_are_offered() -> None:
    amounts_ns = amounts_from(["+3:00", "0:30", "-1:00"])
    hand = stopped(context=MenuContext(organizer=Organizer(amounts_ns=amounts_ns)))
    hand.organize("Left (Black) time")
    assert hand.page().rows == (
        "-1:00  to 59:00",
        "-0:30  to 59:30",
        "+0:30  to 1:00:30",
        "+3:00  to 1:03:00",
        "Set to",
        "Back",
    )
    hand.take("+3:00  to 1:03:00", "Compensation")
    hand.confirm()
    assert hand.state.left.remaining_ns == HOUR_NS + 3 * MINUTE_NS


def test_the_usual_amounts_are_those_of_the_configurations_default() -> None:
    assert NO_CONTEXT.organizer.amounts_ns == amounts_from(["0:10", "1:00", "2:00", "5:00"])


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ([], "expected 1 to 16 amounts, given and taken together, got 0"),
        ([f"{n}" for n in range(1, 10)], "expected 1 to 16 amounts"),
        (["0:00"], "expected an amount of time, got '0:00'"),
        ([""], 'expected a time as "H:MM:SS"'),
        (["+"], 'expected a time as "H:MM:SS"'),
        (["--1:00"], 'expected a time as "H:MM:SS"'),
        (["1:75"], "expected minutes and seconds below 60"),
    ],
)
def test_amounts_that_cannot_be_are_refused(texts: list[str], told: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        amounts_from(texts)
    assert str(caught.value).startswith(told)


def test_amounts_are_sorted_and_told_once() -> None:
    assert amounts_from(["1:00", "60", "+0:01.5"]) == (
        -MINUTE_NS,
        3 * SECOND_NS // 2,
        MINUTE_NS,
    )
    assert len(amounts_from([f"{n}" for n in range(1, AMOUNTS_MAX // 2 + 1)])) == AMOUNTS_MAX


@pytest.mark.parametrize("text", ["", "123", "123456789", "12a4", "１２３４", " 1234", "-123"])
def test_a_code_that_cannot_be_is_refused_without_telling_it(text: str) -> None:
    with pytest.raises(ValueError, match="expected 4 to 8 figures") as caught:
        code_from(text)
    assert not text or text not in str(caught.value)


@pytest.mark.parametrize("count", CODE_FIGURES)
def test_a_code_of_any_length_that_may_be_fits_in_its_row(count: int) -> None:
    code = tuple(range(count))
    hand = stopped(context=MenuContext(organizer=Organizer(Opens.CODE, code)))
    hand.press("ok")
    for figure in code:
        assert len(row(hand)) <= 21
        enter(hand, (figure,))
    assert hand.page().title == "Organizer"
