"""The buttons while the faces are shown: in an opening, for the referee, and what they say."""

from clock.display.face import Hint
from clock.kinds import has_handicap
from clock.menu.access import Opens
from clock.menu.changes import runs_first
from clock.menu.levels import NO_CONTEXT, WAYS, Button, Menu, MenuContext
from clock.menu.organizer_lists import may_go_on, may_resume
from clock.menu.question_facts import fact_words
from clock.rules.inputs import Acknowledge, Announce, Choose, Input
from clock.rules.openings import Option
from clock.rules.organizer import players_may_end
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, Call, Phase, State
from clock.text.control import upper_first
from clock.text.glyphs import fits
from clock.text.language import N_, tr
from clock.text.rows import AnyRow, Key, Row, one_text, with_key

STARTS: tuple[tuple[tuple[Seat, ...], str], ...] = (
    ((), N_("back")),
    ((LEFT, RIGHT), N_("both late")),
    ((LEFT,), N_("left late")),
    ((RIGHT,), N_("right late")),
)
"""Who may be absent at a start, and how Minus and Plus lead there."""
_OPTIONS = {
    Option.STAY: N_("stay"),
    Option.SWAP: N_("swap"),
    Option.TWO_MORE: N_("two more"),
}


def hint(menu: Menu, state: State, context: MenuContext = NO_CONTEXT) -> Hint:
    """Return what the buttons do while the faces are shown."""
    if state.phase is Phase.READY:
        return _start_hint(menu.start, state)
    if state.phase in COUNTING:
        return Hint(foot=_running_hint(state))
    return Hint(rows=_organizer_row(state, context), foot=_halted_hint(state, context))


def _organizer_row(state: State, context: MenuContext) -> tuple[Row, ...]:
    """How the organizer's menu opens, where the row below does not say it."""
    if not (context.organizer.by_hold and players_may_end(state)):
        return ()
    text = (
        tr("Corrections: hold {key}") if may_resume(state, context) else tr("Organizer: hold {key}")
    )
    return (Row(with_key(text, Key.OK)),)


def _halted_hint(state: State, context: MenuContext) -> Row:
    if state.phase is Phase.FINISHED:
        return Row((Key.OK, tr("next game")), (Key.PLUS, tr("games")))
    if may_go_on(state, context):
        return Row((Key.OK, tr("next game")), (Key.PLUS, tr("result")))
    resumes = may_resume(state, context) and not state.both_down
    by_code = context.organizer.opens is Opens.CODE and not may_resume(state, context)
    if players_may_end(state):
        text = tr("resume") if resumes else tr("code") if by_code else tr("times")
        ends = tr("result") if state.claims else tr("game over")
        return Row((Key.OK, text), (Key.PLUS, ends))
    if context.lacks_key:
        text = tr("resume, key: menu") if resumes else tr("times, key: menu")
    elif by_code:
        text = tr("code, then menu")
    else:
        text = tr("resume, hold: menu") if resumes else tr("times, hold: menu")
    return Row((Key.OK, text))


def _start_hint(start: int, state: State) -> Hint:
    """The chosen start, the effect of OK, and the other starts."""
    if state.both_down:
        return Hint(tr("READY"), foot=Row((Key.MINUS, tr("set-up"))))
    names = [tr(name) for _, name in STARTS]
    chosen = upper_first(names[start]) if start else tr("READY")
    runs = runs_first(state, STARTS[start][0]) if start else None
    before = names[start - 1] if start else tr("set-up")
    others = Row((Key.MINUS, before), (Key.PLUS, names[(start + 1) % len(names)]))
    return Hint(
        title=Row((chosen,), (Key.OK, tr("start"))),
        rows=_ready_rows(state) if runs is None else fact_words(runs, state),
        foot=others if fits(one_text(others)) else Row((Key.MINUS, Key.PLUS, tr("change"))),
    )


def _ready_rows(state: State) -> tuple[AnyRow, ...]:
    return (tr("Handicap game"),) if has_handicap(state.setup) else ()


def while_running(state: State, button: Button, at_ns: int) -> tuple[Input, ...]:
    """Return what a button does while a clock runs."""
    if button is Button.OK:
        return tuple(Acknowledge(at_ns, seat) for seat in _calling(state))
    way, seat, step = WAYS.get(button, 0), state.running, state.play.step
    if not way or seat is None or step is None:
        return ()
    if _counts(state, button):
        offers = state.play.offers
        count = min(offers + way, step.announces) if offers else 1
        return (Announce(at_ns, seat, count),) if count != offers else ()
    options = _options(state)
    if not options or (len(options) == 2 and button is Button.MINUS):
        return ()  # of two, Plus chooses the other
    return (Choose(at_ns, seat, _following(state, way)),)


def _running_hint(state: State) -> AnyRow:
    options = _options(state)
    if _counts(state, Button.MINUS) and (options or not _calling(state)):
        if _counts(state, Button.PLUS):
            return Row((Key.MINUS, Key.PLUS, tr("set fifths")))
        return Row((Key.MINUS, tr("fifths")), (Key.PLUS, tr("swap")))
    if options:
        after, before = (_following(state, way) for way in (1, -1))
        plus = Key.PLUS, tr(_OPTIONS[after])
        return Row(plus) if after is before else Row((Key.MINUS, tr(_OPTIONS[before])), plus)
    return Row((tr("call ref."),), (Key.OK, tr("here"))) if _calling(state) else ""


def _counts(state: State, button: Button) -> bool:
    """Whether a button counts fifths.

    Where there is a swap to enter, Plus does that until Minus has counted one; then both count.
    """
    step = state.play.step if state.phase is Phase.RUNNING else None
    if step is None or not step.announces or state.choice is not None:
        return False
    return button is Button.MINUS or not step.options or state.play.offers > 0


def _calling(state: State) -> tuple[Seat, ...]:
    """The seats that wait for the time referee."""
    return tuple(
        seat for seat in Seat if state.seat(seat).call is Call.CALLED or state.mismatch is seat
    )


def _options(state: State) -> tuple[Option, ...]:
    step = state.play.step if state.phase is Phase.RUNNING else None
    return () if step is None else step.options


def _entered(state: State) -> Option:
    return Option.STAY if state.choice is None else state.choice


def _following(state: State, way: int) -> Option:
    options = _options(state)
    return options[(options.index(_entered(state)) + way) % len(options)]
