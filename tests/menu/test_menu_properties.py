"""Random buttons in random games: nothing changes but what a page has shown and somebody answered.

What a page must show is worked out here from the states alone, not by the menu's own code.
"""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.display.face import Page
from clock.menu import (
    CLOSED,
    Button,
    ChangeSettings,
    Menu,
    NewGame,
    NewSetup,
    claim_asked,
    closed_by,
    hint,
    page,
    plunged,
    pressed,
)
from clock.menu.changes import preview
from clock.menu.opening import ORGANIZER
from clock.menu.places import Ask
from clock.menu.setup.places import MenuContext, SetListing, SetPick
from clock.menu.words import seat_label
from clock.presets import find_presets
from clock.presets.offers import offers_of
from clock.rules.control import Method
from clock.rules.inputs import (
    Acknowledge,
    Announce,
    Choose,
    Claim,
    Finish,
    Input,
    Press,
    Result,
    Resume,
    SetControl,
    Start,
    Stop,
)
from clock.rules.machine import begin, step
from clock.rules.outputs import PressIgnored
from clock.rules.record import record_of
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import COUNTING, Call, Phase, SeatState, Setup, State
from clock.rules.units import duration_text
from clock.text.glyphs import plain
from clock.text.regulations import changed
from clock.text.words import seat_name, shown_time
from tests.rules.random_games import BYTES_OF_ACT, Act, acts_of, input_of, setups

COLUMNS = 21
BUTTONS = (*(Button.OK,) * 3, *(Button.PLUS,) * 3, Button.MINUS, Button.OK_HELD)
SHELF = MenuContext(offers_of(find_presets()), hands=True)
HURRY_NS = 1_000_000
ELSEWHERE, STOP_EVERY = 248, 3


def figures(state: State) -> Iterator[tuple[str, str]]:
    """All that a correction can change, as (what it is called, what it is)."""
    yield "", state.phase.value + ("" if state.running is None else state.running.value)
    yield "Begins", seat_name(state.setup.starter)
    yield "Opening", "over" if state.play.step is None else "not over"
    yield "Fifths", str(state.play.offers)
    yield "Last move", str(state.last_move)
    yield "To move", seat_name(state.turn)
    yield "Black", "?" if state.play.open else seat_name(state.play.black)
    yield "Moves", str(state.play.moves)
    ahead, behind = (state.play.moves + 1) // 2, state.play.moves // 2
    black_ahead = state.setup.first is Colour.BLACK
    yield "Black's", str(ahead if black_ahead else behind)
    yield "White's", str(behind if black_ahead else ahead)
    yield "Moves counted", "no" if state.count_moves else "yes"
    yield "Result", str(state.result)
    yield "Ground", state.ground
    for seat in (LEFT, RIGHT):
        clock, name = state.seat(seat), seat_name(seat)
        yield name, shown_time(clock.remaining_ns, tenths=False)
        yield f"{name} period", str(clock.period)
        yield f"{name} clapper", "down" if clock.fallen else "up"
        yield f"Faults by {name}", str(clock.hand_faults)
        yield f"{name}'s warnings", str(clock.warnings)
        yield f"{name} is", "late" if seat in state.absent else "here"
        yield f"{name} claims", "yes" if seat in {claim.seat for claim in state.claims} else "no"
        yield f"{name} referee", REFEREE[clock.call]
        yield f"{name} record", record_of(state, seat, clock.remaining_ns).value
        yield f"{name} byo-yomi", byoyomi(clock)


def byoyomi(clock: SeatState) -> str:
    """How many byo-yomi periods are left, the present one among them."""
    if clock.terms.method is not Method.BYOYOMI:
        return "none"
    if clock.overtime is not None:
        return str(clock.overtime)
    return str(clock.terms.count if clock.coming is None else clock.coming.periods)


REFEREE = {
    Call.OFF: "none",
    Call.ARMED: "to come",
    Call.CALLED: "called",
    Call.CAME: "here",
}
IN_OTHER_WORDS = ("", "Result", "Ground", "Last move")
"""Figures that a page tells in words of its own."""
NOT_THERE_BEFORE = ("Result: ", "Ground: ", "Last move: ")


def told(shown: Page) -> list[str]:
    """The changes on a page, each in one line even where it takes two rows."""
    lines: list[str] = []
    for row in shown.rows:
        if row.startswith("→"):
            lines[-1] += row.replace("→ ", "→")
        else:
            lines.append(row)
    return [line for line in lines if "→" in line or line.startswith(NOT_THERE_BEFORE)]


def confirmed(shown: Page | None, before: State, after: State) -> None:
    """The page that was answered showed exactly what then happened."""
    assert shown is not None
    changed = [
        (name, old, new)
        for (name, old), (_, new) in zip(figures(before), figures(after), strict=True)
        if old != new
    ]
    lines = [line.replace("due", "complete") for line in told(shown)]
    if before.resumes is Phase.JOINT is not after.resumes and after.phase not in COUNTING:
        changed.append(("Then", "Joint time runs", f"{seat_label(after, after.turn)} runs"))
    for name, old, new in changed:
        if name not in IN_OTHER_WORDS:
            assert f"{name} {old}→{new}" in lines
    assert shown.selected is not None
    assert shown.rows[shown.selected] == "Yes"
    assert len(lines) == len(changed)


def gone_on(shown: Page | None, before: State, after: State) -> None:
    """Both times were shown, and whose clock runs now."""
    assert shown is not None
    for seat in (LEFT, RIGHT):
        time = shown_time(before.seat(seat).remaining_ns, tenths=False)
        assert any(row.startswith(f"{seat_name(seat)} {time}"[:COLUMNS]) for row in shown.rows)
        assert after.seat(seat).remaining_ns == before.seat(seat).remaining_ns
    runs = "Joint time" if after.running is None else seat_name(after.running)
    assert shown.rows[2].startswith(runs)


def all_told(shown: Page | None, setup: Setup) -> None:
    """The page that was answered showed the whole of a new setting."""
    assert shown is not None
    assert (shown.selected, shown.rows[-1]) == (len(shown.rows) - 1, "Yes")
    told = " ".join(shown.rows)
    for period in (*setup.left, *setup.right):
        assert duration_text(period.time_ns) in told or period.time_ns == 0
        assert period.moves is None or f"{period.moves} move" in told
    assert f"{seat_name(setup.starter)} begins" in told
    assert setup.opening.name in told.lower().replace("long pro", "long-pro")
    assert told.count("Changed: ") == len(changed(setup.regulations))


def fits(shown: Page | None, faces_hint: str) -> None:
    """Every row fits, has only glyphs that there are, and nothing is said twice."""
    texts = [faces_hint]
    if shown is not None:
        assert faces_hint == ""
        assert shown.sentence.startswith(shown.title)
        assert shown.selected is None or 0 <= shown.selected < len(shown.rows)
        texts += [shown.title, *shown.rows, shown.hint]
        assert all(texts[1:])
    for text in texts:
        assert len(text) <= COLUMNS
        assert "?" not in plain(text.replace("?", ""))


def pressed_once(menu: Menu, state: State, button: Button) -> tuple[Menu, State]:
    """Press a button, and judge what comes of it."""
    shown, at_ns = page(menu, state), state.at_ns + HURRY_NS
    fits(shown, hint(menu, state))
    if at_ns >= state.wake_ns:
        at_ns = state.at_ns
    counting = state.phase in COUNTING
    starting = state.phase is Phase.READY and hint(menu, state).startswith("OK start")
    menu, acts = pressed(menu, state, button, at_ns, SHELF)
    before, given = state, []
    for act in acts:
        if isinstance(act, ChangeSettings):
            assert not counting
            continue
        if isinstance(act, NewSetup):
            assert before.phase is Phase.READY
            all_told(shown, act.setup)
            return closed_by(menu, state), begin(act.setup, at_ns)
        if isinstance(act, NewGame):
            assert shown is not None
            assert shown.selected is not None
            assert shown.rows[shown.selected] == "Yes"
            assert told(shown) == []
            following = state.setup.following(state.result, colours_turned=act.colours_turned)
            return menu, begin(following, at_ns)
        state = step(state, act)[0]
        given.append(act)
    if given:
        judged(given[0], shown, before, state, counting=counting, starting=starting)
    if counting:
        assert menu == CLOSED
        assert shown is None
    return closed_by(menu, state), state


def judged(
    act: Input, shown: Page | None, before: State, after: State, *, counting: bool, starting: bool
) -> None:
    """An act is one that may come without a page, or one that its page has told."""
    match act:
        case Choose() | Announce() | Acknowledge():
            assert counting
            assert after.phase is before.phase
        case Start():
            assert starting
        case Resume(seat=None) if shown is not None and shown.selected is None:
            gone_on(shown, before, after)
        case Claim():
            claimed(act.seat, shown, before, after)
        case _:
            assert not counting
            confirmed(shown, before, after)
            assert shown is not None
            match act:
                case SetControl():
                    set_right(shown, before, after)
                case Finish():
                    up = {
                        f"{seat_name(seat)}'s clapper is up" for seat in contradicted(act, before)
                    }
                    assert {row for row in shown.rows if row.endswith("is up")} == up


def claimed(seat: Seat, shown: Page | None, before: State, after: State) -> None:
    """A question named the seat; it claims now, and the other's claim and all times stay."""
    assert shown is not None
    assert shown.title == f"{seat_name(seat)} claims a win?"
    assert (before.claims, after.claims[-1].seat) == (after.claims[:-1], seat)
    for each in (LEFT, RIGHT):
        clock = before.seat(each)
        assert after.seat(each) == clock
        time = shown_time(clock.remaining_ns, tenths=False)
        clapper = "↓" if clock.fallen else "↑"
        quota = "" if clock.due is None else f"/{clock.due}"
        made = before.play.made(each)
        assert f"{seat_name(each)[0]} {time} {made}{quota} {clapper}" in shown.rows


def set_right(shown: Page, before: State, after: State) -> None:
    """All that is otherwise in the setting was told as it is now, and all times stayed."""
    told = " ".join(shown.rows)
    assert "Both times stay" in shown.rows
    for seat in (LEFT, RIGHT):
        assert after.seat(seat).remaining_ns == before.seat(seat).remaining_ns
        assert after.seat(seat).fallen is before.seat(seat).fallen
        if after.setup.control(seat) != before.setup.control(seat):
            periods = after.setup.control(seat)
            assert all(duration_text(each.time_ns) in told for each in periods if each.time_ns)
    if after.setup.regulations != before.setup.regulations:
        assert told.count("Changed: ") + told.count("Rules: ")
    assert after.setup.opening == before.setup.opening


def contradicted(finish: Finish, state: State) -> set[Seat]:
    """Whose time is out by the ground, and not by the clock."""
    losers = {Result.LEFT: {RIGHT}, Result.RIGHT: {LEFT}}.get(finish.result, set())
    out = {"time": losers, "both times out": {LEFT, RIGHT}}.get(finish.ground, set())
    return {seat for seat in out if not state.seat(seat).fallen}


def from_elsewhere(menu: Menu, state: State, act: Act) -> tuple[Menu, State]:
    """Something happens at the clock or at the desk."""
    try:
        after = step(state, input_of(state, act))[0]
    except Refused:
        return menu, state
    menu = closed_by(menu, after)
    assert after.phase is state.phase or menu == CLOSED
    assert closed_by(menu, after) == menu
    fits(page(menu, after), hint(menu, after))
    return menu, after


@settings(max_examples=800, deadline=None, derandomize=True, database=None)
@given(setups(), st.binary(max_size=60), st.binary(min_size=30, max_size=90))
def test_random_buttons_in_random_games_only_do_what_a_page_has_told(
    setup: Setup, played: bytes, hand: bytes
) -> None:
    menu, state, rest = CLOSED, begin(setup), list(hand)
    for act in acts_of(played[: len(played) // BYTES_OF_ACT * BYTES_OF_ACT]):
        menu, state = from_elsewhere(menu, state, act)
    while rest:
        first = rest.pop()
        if first >= ELSEWHERE and len(rest) >= BYTES_OF_ACT:
            (act,) = acts_of(bytes(rest.pop() for _ in range(BYTES_OF_ACT)))
            menu, state = from_elsewhere(menu, state, act)
        elif first % STOP_EVERY == 0 and state.phase in COUNTING:
            state = step(state, Stop(state.at_ns))[0]
            menu = closed_by(menu, state)
        else:
            menu, state = pressed_once(menu, state, BUTTONS[first % len(BUTTONS)])


AT_THE_TABLE = st.sampled_from(
    (*range(21), *tuple(range(3)) * 9, Button.OK_HELD, Button.PLUS, LEFT, RIGHT)
)
"""How far the next row is; a near one more often, which leads deeper into the menu."""
SETTING = Menu((ORGANIZER, SetPick(SetListing.CORRECTION)), context=SHELF)
"""The lists of what can be set right, as they open."""


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(
    setups(),
    st.binary(min_size=30, max_size=60),
    st.lists(AT_THE_TABLE, min_size=20, max_size=40),
    st.booleans(),
)
def test_random_rows_of_the_organizers_menu_only_do_what_a_page_has_told(
    setup: Setup, played: bytes, hand: list[Button | Seat | int], setting: bool
) -> None:
    menu, state = CLOSED, begin(setup)
    for act in acts_of(played[: len(played) // BYTES_OF_ACT * BYTES_OF_ACT]):
        menu, state = from_elsewhere(menu, state, act)
    for each in hand:
        if state.phase in COUNTING:
            state = step(state, Stop(state.at_ns))[0]
            menu = closed_by(menu, state)
        if isinstance(each, Seat):
            menu, state = plunger(state, each)
        elif menu == CLOSED and setting and preview(state, a_setting(state)) is not None:
            menu = replace(SETTING, phase=state.phase, draft=state.setup)
        elif menu == CLOSED:
            menu, state = pressed_once(menu, state, Button.OK_HELD)
        for _ in range(each if isinstance(each, int) else 0):
            menu, _ = pressed(menu, state, Button.PLUS, state.at_ns, SHELF)
        menu, state = pressed_once(menu, state, each if isinstance(each, Button) else Button.OK)
        if menu.levels and isinstance(menu.levels[-1], Ask):
            menu, _ = pressed(menu, state, Button.PLUS, state.at_ns, SHELF)
            menu, state = pressed_once(menu, state, Button.OK)


def a_setting(state: State) -> SetControl:
    """A correction of the setting that changes nothing."""
    return SetControl(state.at_ns, regulations=state.setup.regulations)


def plunger(state: State, seat: Seat) -> tuple[Menu, State]:
    """A plunger is pressed at the faces, which may ask."""
    state, outputs = step(state, Press(state.at_ns, seat))
    ignored = any(isinstance(output, PressIgnored) for output in outputs)
    return claim_asked(CLOSED, state, seat) if ignored else CLOSED, state


ROWS = st.integers(0, 9)
"""How far from the selected row the next one is that is taken: this leads deep into the menu."""


SET_UP = st.one_of(ROWS, ROWS, st.sampled_from((*Button, LEFT, RIGHT)))


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(setups(), st.lists(SET_UP, min_size=25, max_size=50))
def test_random_buttons_in_the_set_up_menu_change_nothing_but_by_its_question(
    setup: Setup, hand: list[Button | Seat | int]
) -> None:
    menu, state = CLOSED, begin(setup)
    for each in hand:
        if menu == CLOSED:
            menu, _ = pressed(CLOSED, state, Button.MINUS, state.at_ns, SHELF)
            menu, _ = pressed(menu, state, Button.OK, state.at_ns, SHELF)
        if isinstance(each, Seat):
            menu = plunged(menu, state, each) or menu
            fits(page(menu, state), hint(menu, state))
            continue
        buttons = (*(Button.PLUS,) * each, Button.OK) if isinstance(each, int) else (each,)
        for button in buttons:
            if not hint(menu, state).startswith("OK start"):
                menu, state = pressed_once(menu, state, button)
