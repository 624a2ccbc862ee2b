"""Random hands in random games: nothing changes but what a question has shown and yes answered.

What a page must show is worked out here from the states alone, not by the menu's own code.
"""

import re
from itertools import chain, product

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.display.face import Hint, Page
from clock.kinds import KINDS
from clock.menu import render_menu
from clock.menu.access import Opens, Organizer
from clock.menu.engine import close_stale
from clock.menu.levels import (
    CLOSED,
    IN_SIGHT,
    Act,
    Button,
    MenuContext,
    NewGame,
    NewSetup,
    Question,
)
from clock.menu.reasons import REASONS, REASONS_OF
from clock.menu.settings import ChangeSettings
from clock.rules.inputs import (
    Acknowledge,
    Announce,
    Choose,
    Claim,
    Dismiss,
    Finish,
    Input,
    Result,
    Resume,
    SetControl,
    Start,
)
from clock.rules.machine import begin, step
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, Phase, Setup, State
from clock.rules.units import duration_text
from clock.text.control import setup_sentences, setup_title
from clock.text.glyphs import ROW, plain
from clock.text.regulations import CHOICES, changed, choice_name
from clock.text.rows import cut, one_text, spoken
from clock.text.words import seat_name, shown_time
from tests.menu.differences import differing, flag_word
from tests.menu.menu_driver import MenuDriver
from tests.menu.walks import CONTEXT
from tests.menu.words import phase_words, rows_of
from tests.rules.games import Game
from tests.rules.random_games import BYTES_OF_ACT, acts_of, input_of, setups

CONTEXTS = (
    *(CONTEXT,) * 3,
    replace(CONTEXT, organizer=Organizer(Opens.KEY)),
    replace(CONTEXT, organizer=Organizer(Opens.CODE, (7, 0, 9, 5))),
)
OPENLY = (Acknowledge, Announce, Choose, Start, Claim, ChangeSettings, NewSetup)
"""What anybody's buttons may do on a clock with a key or a code."""
NEW = ("Result: ", "Ground: ", "Last move: ")


def changes_on(page: Page) -> list[str]:
    """The changes on a page, each in one line even where it takes two rows."""
    lines = re.sub("\n→ ?", "→", "\n".join(rows_of(page))).split("\n")
    return [line for line in lines if "→" in line or line.startswith(NEW)]


def judge_answer(page: Page, act: Act, before: State, after: State) -> None:
    """The question that was answered showed exactly what then happened, and its reason."""
    reason = getattr(act, "reason", "")
    assert f"Reason: {reason}" in " ".join(rows_of(page)) or not reason
    assert one_text(page.title).removesuffix("?").lower() not in {
        *REASONS,
        *chain(*REASONS_OF.values()),
    }
    differ = differing(before, after)
    if before.resumes is Phase.JOINT is not after.resumes and after.phase not in COUNTING:
        differ.append(("Then", "Joint time runs", f"{seat_name(after.turn)}'s clock starts"))
    alone = isinstance(act, Dismiss) and len(before.claims) == 1
    if isinstance(act, Finish) or alone:  # a first result or a claim is the question's title
        in_words = {"Left claim", "Right claim"}
        if isinstance(act, Finish):
            in_words |= {""} if before.result else {"", "Result", "Reason"}
        differ = [each for each in differ if each[0] not in in_words]
    if "" in {name for name, _, _ in differ}:
        assert phase_words(after) in " ".join(rows_of(page))
    differ = [each for each in differ if each[0]]
    lines = changes_on(page)
    for name, old, new in differ:
        assert name in ("Result", "Reason", "Last move") or f"{name} {old}→{new}" in lines
    assert len(lines) == len(differ), (act, lines, differ)
    if isinstance(act, SetControl):
        judge_setting(page, before, after)
    if isinstance(act, Finish):
        losers = {Result.LEFT: [RIGHT], Result.RIGHT: [LEFT]}.get(act.result, [])
        out = {"time": losers, "both times out": [LEFT, RIGHT]}.get(act.ground, [])
        up = {
            f"{seat_name(seat)}'s {flag_word(before)} is up"
            for seat in out
            if not before.seat(seat).fallen
        }
        assert {row for row in rows_of(page) if row.endswith("is up")} == up


def judge_setting(page: Page, before: State, after: State) -> None:
    """All that is otherwise in the setting was shown as it is now, and all times stayed.

    Times below zero do not, where none may be.
    """
    text = " ".join(rows_of(page))
    below = [before.seat(seat).remaining_ns < 0 for seat in (LEFT, RIGHT)]
    assert "Times do not change" in rows_of(page) or any(below)
    for seat in (LEFT, RIGHT):
        old, new = before.seat(seat), after.seat(seat)
        stays = (new.remaining_ns, new.fallen) == (old.remaining_ns, old.fallen)
        assert stays or old.remaining_ns < 0
        if after.setup.control(seat) != before.setup.control(seat):
            lengths = [each.time_ns for each in after.setup.control(seat) if each.time_ns]
            assert all(duration_text(time_ns) in text for time_ns in lengths)
    if after.setup.regulations != before.setup.regulations:
        named = [f"{choice_name(key)}: " in text for key in CHOICES if key != "name"]
        assert any(named) or "Rules: " in text


def judge_going_on(page: Page, before: State, after: State) -> None:
    """Both times were shown, whose clock runs now, and all that changes beside."""
    text = " ".join(rows_of(page))
    for seat in (LEFT, RIGHT):
        time = shown_time(after.seat(seat).remaining_ns, tenths=False)
        assert f"{seat_name(seat)} {time}"[:ROW] in text
    if after.phase in COUNTING:
        starts = f"{seat_name(after.turn)}'s clock starts"
        assert ("Joint time runs" if after.running is None else starts) in text
    assert ("Dismisses" in text) is bool(before.claims)
    lines = changes_on(page)
    for name, old, new in differing(before, after):
        assert not name or name.endswith(" claim") or f"{name} {old}→{new}" in lines


def judge_resume(page: Page, act: Act, before: State, after: State) -> None:
    """OK did what the question asked, and nothing but going on after it."""
    assert "OK resume" in one_text(page.hint)
    assert isinstance(act, Input)
    corrected, _ = step(before, act)
    judge_answer(page, act, before, corrected)
    changed = {name for name, _, _ in differing(corrected, after)}
    runs = None if after.phase is Phase.JOINT else corrected.turn
    assert (changed, after.running) == ({""}, runs)


def judge_claim(page: Page, seat: Seat, before: State, after: State) -> None:
    """A question named the seat; it claims now, and the other's claim and all times stay."""
    assert page.title == f"{seat_name(seat)}, claim a win?"
    assert (before.claims, after.claims[-1].seat) == (after.claims[:-1], seat)
    text = " ".join(rows_of(page))
    for each in (LEFT, RIGHT):
        clock, made = after.seat(each), before.play.made(each)
        assert clock == before.seat(each)
        time = shown_time(clock.remaining_ns, tenths=False)
        moves = "1 move" if made == 1 else f"{made} moves"
        counts = {f"{made} of {clock.due} moves", f"{made}/{clock.due}"} if clock.due else {moves}
        fell = {" fell"} if clock.ran_out else {""}
        rows = product((seat_name(each), each.value[0].upper()), counts, fell)
        assert any(f"{name} {time}, {count}{how}" in text for name, count, how in rows)


def judge_setup(page: Page, setup: Setup) -> None:
    """The question that was answered showed the whole of a new setting."""
    text = " ".join(rows_of(page))
    for period in (*setup.left, *setup.right):
        assert duration_text(period.time_ns) in text or period.time_ns == 0
        assert period.moves is None or f"{period.moves} move" in text
    assert f"{seat_name(setup.starter)} begins" in text
    if setup.game:
        assert KINDS[setup.game].title in text
    if setup.game in ("", "renju", "gomoku", "other"):
        assert setup.opening.name in text.lower().replace("long pro", "long-pro")
    named = {key for key in CHOICES if key != "name" and f"{choice_name(key)}: " in text}
    assert named == set(changed(setup.regulations))


def check(page: Page | Hint) -> None:
    """Every row fits, has only glyphs that there are, and a page names itself."""
    texts = [row for row in (page.title, *page.rows) if row]
    if isinstance(page, Page):
        assert page.sentence.startswith(spoken(page.title))
        assert page.selected is None or 0 <= page.selected < len(page.rows)
        texts = [page.title, *page.rows, page.hint]
        assert all(texts)
    for text in texts:
        assert len(one_text(text)) <= ROW, one_text(text)
        assert "?" not in plain(one_text(text).replace("?", ""))


class Walk(MenuDriver):
    """A random hand, and a judge of what comes of it."""

    def __init__(self, setup: Setup, context: MenuContext) -> None:
        super().__init__(Game(started=False), context)
        self.game.state = begin(setup)

    def show(self) -> Page | Hint:
        page = render_menu(self.menu, self.state, self.context)
        check(page)
        return page

    def push(self, button: Button, at_ns: int | None = None) -> tuple[Act, ...]:
        """Press a button, and judge what comes of it."""
        page, before, opens = self.show(), self.state, self.context.organizer.opens
        opened = opens is Opens.HOLD or self.context.key
        draft = self.menu.draft
        acts = super().push(button, at_ns)
        self.judge_draft(draft, page, acts)
        for act in acts:
            by_anybody = isinstance(act, NewGame) and before.phase is Phase.FINISHED
            by_players = isinstance(act, Resume) and act.seat is None and not act.reconstruct
            by_anybody |= by_players and before.setup.regulations.players_resume
            assert opened or by_anybody or isinstance(act, OPENLY)
        if len(acts) > 1 and isinstance(acts[1], Resume) and button is Button.OK:
            assert isinstance(page, Page)
            judge_resume(page, acts[0], before, self.state)
        else:
            new_games = [act for act in acts if isinstance(act, NewGame)]
            for act in new_games or acts[:1]:  # a win on time may be entered before it
                self.judge(page, act, before)
        return acts

    def push_on(self, rows: int) -> None:
        """Take the row so far on, if a page is open."""
        if isinstance(self.show(), Page):
            for _ in range(rows):
                self.push(Button.PLUS)
            self.push(Button.OK)

    def judge(self, page: Page | Hint, act: Act, before: State) -> None:
        match act:
            case ChangeSettings():
                assert self.state == before
            case Acknowledge() | Announce() | Choose():
                assert before.phase in COUNTING
            case Start():
                assert isinstance(page, Hint)
                assert one_text(page.title).endswith("OK start")
            case NewSetup() if isinstance(page, Page) and page.selected is not None:
                assert one_text(page.rows[page.selected]) == cut(setup_title(act.setup))
            case _:
                assert isinstance(page, Page)
                assert before.phase not in COUNTING
                assert page.first + IN_SIGHT >= len(page.rows)
                if isinstance(act, NewSetup):
                    judge_setup(page, act.setup)
                elif isinstance(act, NewGame):
                    assert page.rows
                elif isinstance(act, Claim):
                    judge_claim(page, act.seat, before, self.state)
                elif isinstance(act, Resume) and page.title == "Resume?" and act.seat is None:
                    judge_going_on(page, before, self.state)
                else:
                    judge_answer(page, act, before, self.state)

    def judge_draft(self, draft: Setup | None, page: Page | Hint, acts: tuple[Act, ...]) -> None:
        """What was changed in the set-up is set, or is dropped by a question that names it."""
        if draft is None or self.menu.draft is not None or acts:
            return
        before, after = setup_sentences(self.state.setup), setup_sentences(draft)
        dropped = " ".join(each for each in after if each not in before)
        if dropped:
            assert isinstance(page, Page)
            assert (page.title, " ".join(rows_of(page))) == ("Discard changes?", dropped)

    def stop(self) -> tuple[Act, ...]:
        before, depth, draft, page = self.state, len(self.menu.levels), self.menu.draft, self.show()
        super().stop()
        self.judge_draft(draft, page, ())
        asks = not self.closed and self.title == "Discard changes?"
        back = depth + 1 if asks else depth - 1
        assert depth == 0 or (len(self.menu.levels), self.state) == (back, before)
        return ()

    def turn(self) -> None:
        self.turn_key(turned=not self.context.key)

    def elsewhere(self, drawn: bytes) -> None:
        """Something happens at the clock or at the desk."""
        for act in acts_of(drawn):
            try:
                after = step(self.state, input_of(self.state, act))[0]
            except Refused:
                continue
            phase, self.game.state = self.state.phase, after
            self.menu = close_stale(self.menu, after)
            assert after.phase is phase or self.menu == CLOSED
            assert close_stale(self.menu, after) == self.menu
            self.show()


BUTTONS = tuple(button for button in Button if button is not Button.KEY)
ROWS = st.integers(0, 20) | st.integers(0, 3)
"""How far the next row is that is taken: this leads deep into the menu."""
DEEP = st.integers(100, 130)
"""From the closed menu to such a row, and by OK to the question, which is answered with Yes."""
STEPS = st.lists(
    st.one_of(
        ROWS,
        DEEP,
        DEEP,
        st.sampled_from((*BUTTONS, LEFT, RIGHT, "stop", "key", "open", "yes", "yes")),
        st.binary(min_size=BYTES_OF_ACT, max_size=BYTES_OF_ACT),
    ),
    min_size=20,
    max_size=50,
)


def taken(walk: Walk, each: Button | Seat | int | str | bytes) -> None:
    """Do one step of a walk."""
    match each:
        case bytes():
            walk.elsewhere(each)
        case Seat():
            walk.plunge(each)
        case Button():
            walk.push(each)
        case str():
            BY_NAME[each](walk)
        case _:
            if each >= 100 and walk.menu == CLOSED:
                open_menu(walk)
            walk.push_on(each % 100)
            for _ in range(4 if each >= 100 else 0):
                if not answer(walk) and isinstance(walk.show(), Page):
                    walk.push(Button.OK)


def open_menu(walk: Walk) -> None:
    """Open the menu that this phase has: the set-up's or the organizer's."""
    ready = isinstance(walk.show(), Hint) and walk.state.phase is Phase.READY
    walk.push(Button.MINUS if ready else Button.OK_HELD)


def answer(walk: Walk) -> bool:
    """Answer the question that is open with yes; return whether there was one."""
    level = walk.menu.levels[-1] if walk.menu.levels else None
    if not isinstance(level, Question):
        return False
    for _ in range(0, len(level.facts), IN_SIGHT):
        walk.push(Button.PLUS)
    return True


BY_NAME = {"stop": Walk.stop, "key": Walk.turn, "open": open_menu, "yes": answer}


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(setups(), st.sampled_from(CONTEXTS), st.binary(max_size=60), st.booleans(), STEPS)
def test_random_hands_only_do_what_a_page_has_shown_and_whoever_may(
    setup: Setup,
    context: MenuContext,
    played: bytes,
    begun: bool,
    steps: list[Button | Seat | int | str | bytes],
) -> None:
    walk = Walk(setup, context)
    if begun:
        walk.elsewhere(played[: len(played) // BYTES_OF_ACT * BYTES_OF_ACT])
    for each in steps:
        if walk.state.phase in COUNTING and begun:
            walk.stop()
        taken(walk, each)
