"""The buttons while the faces are shown: in an opening, for the referee, and what they say."""

from clock.menu.access import Opens
from clock.menu.changes import runs_first
from clock.menu.levels import NO_CONTEXT, WAYS, Button, Menu, MenuContext
from clock.rules.inputs import Acknowledge, Announce, Choose, Input
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, Call, Phase, State
from clock.text.control import upper_first
from clock.text.glyphs import fits
from clock.text.language import N_, tr
from clock.text.opening import HINT_COUNT, HINT_COUNT_OR_SWAP
from clock.text.rows import spread

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


def hint(menu: Menu, state: State, context: MenuContext = NO_CONTEXT) -> str:
    """Return the row for the faces that says what the buttons do.

    Before a start a title stands before it, what is chosen and what OK does, and where somebody is
    late, whose clock runs then.
    """
    if state.phase in COUNTING:
        return _running_hint(state)
    if state.phase is Phase.READY:
        return _start_hint(menu.start, state)
    if state.phase is Phase.FINISHED:
        return spread(tr("OK next game"), tr("+ games"))
    if context.lacks_key:
        return tr("OK times, key: menu")
    if context.organizer.opens is Opens.CODE:
        return tr("OK code, then menu")
    return tr("OK times, hold: menu") if state.both_fallen else tr("OK resume, hold: menu")


def _start_hint(start: int, state: State) -> str:
    """What is chosen, what OK does with it, and what Minus and Plus do instead."""
    if state.both_fallen:
        return f"{tr('READY')}\n{tr('- set-up')}"
    names = [tr(name) for _, name in STARTS]
    chosen = upper_first(names[start]) if start else tr("READY")
    rows = [spread(chosen, tr("OK start"))]
    before, after = names[start - 1], names[(start + 1) % len(names)]
    if start:
        rows += runs_first(state, STARTS[start][0])
    others = spread(f"- {before}" if start else tr("- set-up"), f"+ {after}")
    return "\n".join((*rows, others if fits(others) else tr("- + change")))


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


def _running_hint(state: State) -> str:
    options = _options(state)
    if _counts(state, Button.MINUS) and (options or not _calling(state)):
        both = _counts(state, Button.PLUS)
        return tr(HINT_COUNT if both else HINT_COUNT_OR_SWAP)
    if options:
        after, before = (tr(_OPTIONS[_following(state, way)]) for way in (1, -1))
        return f"+ {after}" if after == before else f"- {before}  + {after}"
    return spread(tr("call ref."), tr("OK here")) if _calling(state) else ""


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
