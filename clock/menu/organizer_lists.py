"""The organizer's menu: its lists as rows, and the ways in (a hold, a key or a code).

An act is offered where the rules take it and it changes something. This menu is the organizer's
alone, and so is going on after a stop unless the regulations have `players_resume`; the start of a
game, the set-up menu and the next game are everybody's.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from clock.menu.access import Opens
from clock.menu.changes import ask, byoyomi_left, preview, times
from clock.menu.fields import time_fields
from clock.menu.levels import (
    ORGANIZER,
    WHOLE_SETUP,
    Entered,
    Entry,
    Level,
    List,
    Listing,
    ListRow,
    Lists,
    Menu,
    MenuContext,
    NewGame,
    Question,
    Reading,
    Reopen,
    Scene,
    Spec,
)
from clock.menu.question_facts import fact_words
from clock.rules.inputs import (
    Adjust,
    Arrive,
    Dismiss,
    Finish,
    HandFault,
    Input,
    PressKind,
    Result,
    Resume,
    Retype,
    SetByoyomi,
    SetColours,
    SetMoves,
    SetPeriod,
    SetTurn,
    Warn,
)
from clock.rules.organizer import last_move_of
from clock.rules.seats import LEFT, Seat
from clock.rules.state import Phase, State
from clock.rules.units import SECOND_NS
from clock.text.control import upper_first
from clock.text.ending import BOTH_TIMES, TIME, WINNERS, WON_BY, seat_label
from clock.text.language import N_, tr, trn
from clock.text.match import next_item
from clock.text.rows import Row, wrapped
from clock.text.words import RESULTS, seat_name, shown_time

BYOYOMI_AROUND = 5
"""So many byo-yomi periods more or fewer can be set at once."""

# Who may


def first_level(context: MenuContext) -> Level:
    """Return the organizer's menu, or what has to come before it."""
    opens = context.organizer.opens
    if opens is Opens.CODE:
        return Entry(Entered.CODE, (0,) * len(context.organizer.code))
    if context.lacks_key:
        return Reading(tr("Organizer"), wrapped(tr("Turn the organizer's key first.")))
    return ORGANIZER


def may_resume(state: State, context: MenuContext) -> bool:
    """Return whether whoever presses OK may go on after a stop."""
    turned = context.organizer.opens is Opens.KEY and context.key
    return turned or state.setup.regulations.players_resume


def ask_to_resume(state: State, context: MenuContext) -> Level:
    """Return the question that goes on after a stop, what has to come before it, or why not."""
    may = may_resume(state, context)
    if context.organizer.opens is Opens.CODE and not may:
        return first_level(context)
    question = None if state.both_down else ask(Resume(0), state)
    if question is not None and may:
        return question
    if question is None:
        why = tr("Both clappers down: give time first")
    elif context.lacks_key:
        why = tr("Turn the organizer's key first.")
    else:
        why = tr("Hold OK: only the organizer can resume.")
    return Reading(tr("Times"), (*fact_words(times(state), state), *wrapped(why)))


def at_work(menu: Menu) -> bool:
    """Whether the organizer's menu is open, or some of its code is entered."""
    if not menu.levels:
        return False
    first, last = menu.levels[0], menu.levels[-1]
    if isinstance(first, List) and first.name is Listing.ORGANIZER:
        return True
    return isinstance(last, Entry) and last.what is Entered.CODE and last.field > 0


# What goes into the log as well, in English

REASONS = (
    N_("wrong setting"),
    N_("compensation"),
    N_("penalty"),
    N_("missed press"),
    N_("other"),
)
REASONS_OF: dict[type, tuple[str, ...]] = {
    Adjust: (*REASONS[:-1], N_("illegal move"), REASONS[-1]),
    SetTurn: (N_("illegal move"), N_("faulty offers"), N_("other")),
    Warn: (
        N_("disturbance"),
        N_("outside help"),
        N_("left the room"),
        N_("conduct"),
        N_("other"),
    ),
}
"""Of acts that have reasons of their own."""

GROUNDS = {
    Result.LEFT: tuple(WON_BY),
    Result.RIGHT: tuple(WON_BY),
    Result.DRAW: (N_("agreed"), N_("on the board"), BOTH_TIMES, N_("decision")),
    Result.VOID: (N_("not played"), N_("wrong setting"), N_("decision")),
    Result.BOTH_LOSE: (N_("decision"), N_("absent"), N_("conduct")),
}


# The lists

_Act = Callable[[Seat], Input]
_DISMISS = [(N_("Dismiss {seat}'s claim"), lambda seat: Dismiss(0, seat))]
_TAKE_BACK = [(N_("Take back last press"), lambda seat: SetTurn(0, seat))]
_IN_GAME: tuple[tuple[str, _Act], ...] = (
    (N_("Hand fault by {seat}"), lambda seat: HandFault(0, seat)),
    (N_("Warn {seat}"), lambda seat: Warn(0, seat)),
    (N_("{seat} is here"), lambda seat: Arrive(0, seat)),
    (N_("Resume for {seat}"), lambda seat: Resume(0, seat)),
    (N_("{seat} rebuilds board"), lambda seat: Resume(0, seat, True)),
)
_LAST_PRESS = {
    PressKind.MOVE: N_("Last press was a move"),
    PressKind.SWAP: N_("Last press was a swap"),
    PressKind.TWO_MORE: N_("Last press: 2 stones"),
}


def _organizer(_: List, scene: Scene) -> Iterator[ListRow]:
    """What is wanted most often comes first: to go on, the result, a claim, a time, the moves."""
    state = scene.state
    begun = state.phase is not Phase.READY
    result = _named(N_("Result"), List(Listing.RESULT))
    finished = state.phase is Phase.FINISHED
    if begun and not finished:  # most often the game shall just go on
        yield from _if_asked(N_("Resume"), ask(Resume(0), state))
    if begun:
        yield result
    if finished:
        yield from _if_asked(N_("Reopen"), ask(Reopen(), state))
    else:
        yield from _corrections(scene)
    if not begun:
        yield result
    yield _named(N_("New game"), List(Listing.NEW_GAME))
    yield _named(N_("This clock"), List(Listing.SETTINGS))


def _corrections(scene: Scene) -> Iterator[ListRow]:
    state = scene.state
    yield from _for_seats(_DISMISS, state)
    for seat in Seat:
        yield _named(
            N_("{seat} time"), List(Listing.TIME, seat=seat), seat, seat_label(state, seat)
        )
    moves = Entry(Entered.MOVES, (state.play.moves,), "made", SetMoves(0, 0))
    yield _named(N_("Moves"), moves)
    yield from _for_seats(_TAKE_BACK, state)
    for seat in Seat:
        opens, label = List(Listing.PERIOD, seat=seat), seat_label(state, seat)
        yield from _if_any(_named(N_("{seat} period"), opens, seat, label), opens, scene)
    for seat in Seat:
        opens, label = List(Listing.BYOYOMI, seat=seat), seat_name(seat)
        yield from _if_any(_named(N_("{seat} byo-yomi"), opens, seat, label), opens, scene)
    opens = List(Listing.COLOURS)
    yield from _if_any(_named(N_("Colours"), opens), opens, scene)
    for kind, text in _LAST_PRESS.items():
        yield from _if_asked(text, ask(Retype(0, kind), state))
    if state.phase is not Phase.READY:
        if state.setup.match is None:
            yield _named(N_("Correct setup"), WHOLE_SETUP)._replace(draft=state.setup)
        yield from _for_seats(_IN_GAME, state)


def _named(
    template: str, opens: Level | None, seat: Seat | None = None, label: str = ""
) -> ListRow:
    """A row known by its English template and its seat."""
    return ListRow(tr(template).format(seat=label), opens, name=(template, seat))


def _if_asked(template: str, opens: Level | None, seat: Seat | None = None) -> Iterator[ListRow]:
    """A row for an act, if there is anything to ask."""
    if opens is not None:
        yield _named(template, opens, seat, "" if seat is None else seat_name(seat))


def _if_any(row: ListRow, opens: List, scene: Scene) -> Iterator[ListRow]:
    """A row for a list, if that list has any."""
    if any(LISTS[opens.name].rows(opens, scene)):
        yield row


def _for_seats(rows: Iterable[tuple[str, _Act]], state: State) -> Iterator[ListRow]:
    for template, act in rows:
        for seat in Seat:
            yield from _if_asked(template, ask(act(seat), state), seat)


def _row(text: str, opens: Level | None, *, here: bool = False) -> Iterator[ListRow]:
    if opens is not None:
        yield ListRow(text, opens, here=here)


def _time(level: List, scene: Scene) -> Iterator[ListRow]:
    """What is given or taken, standing in the middle of what is given; or a time to set."""
    seat = level.seat or LEFT
    rows = _amounts(seat, scene)
    added = [row for delta_ns, row in rows if delta_ns > 0]
    middle = added[(len(added) - 1) // 2] if added else None
    yield from (row._replace(here=row is middle) for _, row in rows)
    up_ns = -(-max(0, scene.state.seat(seat).remaining_ns) // SECOND_NS) * SECOND_NS
    act = Adjust(0, seat)
    yield ListRow(tr("Set to"), Entry(Entered.TIME, time_fields(up_ns), "remaining_ns", act))


def _amounts(seat: Seat, scene: Scene) -> list[tuple[int, ListRow]]:
    """What is given or taken, in ns, and its row; all that drop the clapper are one."""
    rows: list[tuple[int, ListRow]] = []
    for delta_ns in scene.context.organizer.amounts_ns:
        act = Adjust(0, seat, delta_ns=delta_ns)
        after, opens = preview(scene.state, act), ask(act, scene.state)
        if after is None or opens is None:
            continue
        clock, amount = after.seat(seat), shown_time(abs(delta_ns))
        if delta_ns < 0 and clock.fallen:
            rows = [(delta_ns, ListRow(tr("To 0:00, clapper down"), opens))]
            continue
        to = tr("to {time}").format(time=shown_time(clock.remaining_ns))
        row = Row((f"{'+' if delta_ns > 0 else '-'}{amount}",), (to,))
        rows.append((delta_ns, ListRow(row, opens)))
    return rows


def _period(level: List, scene: Scene) -> Iterator[ListRow]:
    seat, state = level.seat or LEFT, scene.state
    present, stipulated = state.seat(seat).period, len(state.setup.control(seat))
    # A control that repeats has no last period: its neighbours are offered, not all of them.
    for number in sorted({*range(1, stipulated + 1), present - 1, present + 1}):
        text = tr("Period {number}").format(number=number)
        yield from _row(text, ask(SetPeriod(0, seat, number), state))


def _byoyomi(level: List, scene: Scene) -> Iterator[ListRow]:
    """The periods that can be set, standing on one more; those that there are lead back."""
    seat, state = level.seat or LEFT, scene.state
    left = byoyomi_left(state.seat(seat)) or 0
    for count in range(max(1, left - BYOYOMI_AROUND), left + BYOYOMI_AROUND + 1):
        text = trn("{count} period left", "{count} periods left", count).format(count=count)
        if count == left and not state.seat(seat).fallen:
            yield ListRow(Row((text,), (tr("now"),)), leaves=1)
        yield from _row(text, ask(SetByoyomi(0, seat, count), state), here=count == left + 1)


def _colours(_: List, scene: Scene) -> Iterator[ListRow]:
    yield from _for_seats(
        [(N_("Make {seat} Black"), lambda seat: SetColours(0, seat))], scene.state
    )


def _result(_: List, scene: Scene) -> Iterator[ListRow]:
    """Every result, standing on the win of the player who claimed first."""
    claimant = scene.state.claims[0].seat if scene.state.claims else None
    for result, text in RESULTS.items():
        here = claimant is not None and WINNERS.get(result) is claimant
        yield ListRow(tr(text), List(Listing.GROUND, act=Finish(0, result)), here=here)


def _ground(level: List, scene: Scene) -> Iterator[ListRow]:
    """Every ground of a result, standing on the likely one."""
    state = scene.state
    number = last_move_of(state)
    if isinstance(level.act, Finish):
        likely = _likely_ground(state, level.act.result)
        for ground in GROUNDS[level.act.result]:
            last_move = Entry(
                Entered.MOVES, (number,), "last_move", replace(level.act, ground=ground)
            )
            yield ListRow(upper_first(tr(ground)), last_move, here=ground == likely)


def _likely_ground(state: State, result: Result) -> str:
    """The ground that was entered before, or that the clock speaks for; "" if there is none."""
    if result is state.result:
        return state.ground
    if result is Result.DRAW and state.both_fallen:
        return BOTH_TIMES
    winner = WINNERS.get(result)
    if winner is None:
        return ""
    if state.seat(winner.other).fallen and not state.seat(winner).fallen:
        return TIME
    return "absent" if winner.other in state.absent else ""


def _how(level: List, _: Scene) -> str:
    won = isinstance(level.act, Finish) and level.act.result in (Result.LEFT, Result.RIGHT)
    return tr("How was it won?") if won else tr("Why?")


def _reason(level: List, scene: Scene) -> Iterator[ListRow]:
    """The reasons that an act can have, standing on the likely one."""
    act, likely = level.act, ""
    assert act is not None
    match act:
        case SetMoves():
            likely = "missed press"
        case Adjust(delta_ns=int(delta_ns)):
            likely = "penalty" if delta_ns < 0 else "compensation"
    for reason in REASONS_OF.get(type(act), REASONS):
        question = ask(replace(act, reason=reason), scene.state)
        yield ListRow(upper_first(tr(reason)), question, here=reason == likely)


def _new_game(_: List, scene: Scene) -> Iterator[ListRow]:
    state, place = scene.state, scene.state.setup.match
    if place is not None:
        yield from _row(next_item(place, state.result), ask(NewGame(False), state))
        return
    yield from _row(tr("Same colours"), ask(NewGame(False), state))
    yield from _row(tr("Colours swapped"), ask(NewGame(True), state))


def _of_seat(level: List, scene: Scene) -> str:
    return seat_label(scene.state, level.seat or LEFT)


LISTS: Lists = {
    Listing.ORGANIZER: Spec(N_("Organizer"), _organizer),
    Listing.TIME: Spec(_of_seat, _time),
    Listing.PERIOD: Spec(_of_seat, _period),
    Listing.BYOYOMI: Spec(_of_seat, _byoyomi),
    Listing.COLOURS: Spec(N_("Colours"), _colours),
    Listing.RESULT: Spec(N_("Result"), _result),
    Listing.GROUND: Spec(_how, _ground),
    Listing.REASON: Spec(N_("Why?"), _reason),
    Listing.NEW_GAME: Spec(N_("New game"), _new_game),
}


def ask_next_game(state: State) -> Question:
    """Return the question for the next game, with the colours swapped or by its match's rule."""
    question = ask(NewGame(state.setup.match is None), state)
    assert isinstance(question, Question)
    return question
