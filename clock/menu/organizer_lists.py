"""The organizer's menu: its lists as rows, and the ways in (a hold, a key or a code).

An act is offered where the rules take it and it changes something. This menu is the organizer's
alone, and so is going on after a stop unless the regulations have `players_resume` or nobody
organizes; the start of a game, the set-up menu and the next game are everybody's.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.kinds import kind_of
from clock.menu.access import Opens
from clock.menu.act_rows import SeatAct, for_seats, if_asked, named
from clock.menu.aside_lists import put_aside_row, take_up_row
from clock.menu.changes import ask, fall_ended, next_games, preview
from clock.menu.correction_lists import LISTS as CORRECTIONS
from clock.menu.correction_lists import TAKE_BACK, colours_title
from clock.menu.figure_facts import times
from clock.menu.levels import (
    ORGANIZER,
    AddBonus,
    Entered,
    Entry,
    Level,
    List,
    Listing,
    ListRow,
    Lists,
    Menu,
    MenuContext,
    Question,
    Reading,
    Reopen,
    Scene,
    Spec,
)
from clock.menu.preset_lists import present_presets
from clock.menu.question_facts import STONES, fact_words, stones_template
from clock.menu.readings import idle_page
from clock.rules.inputs import (
    Arrive,
    Dismiss,
    Finish,
    HandFault,
    IllegalMove,
    PressKind,
    Result,
    Resume,
    Retype,
    SetMoves,
    SetTurn,
    Undo,
    Warn,
)
from clock.rules.organizer import last_move_of, players_may_end
from clock.rules.quickplay import may_ask_for_bonus
from clock.rules.seats import Seat
from clock.rules.state import Phase, Setup, State
from clock.text.control import upper_first
from clock.text.ending import (
    BOTH_TIMES,
    FOUL,
    ILLEGAL_MOVE,
    TIME,
    WINNERS,
    WON_BY,
    player_name,
    seat_label,
    with_score,
)
from clock.text.flags import flag_text
from clock.text.language import N_, tr
from clock.text.rows import wrapped
from clock.text.words import RESULTS, seat_name

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
    opens, regulations = context.organizer.opens, state.setup.regulations
    turned = opens is Opens.KEY and context.key
    friendly = opens is Opens.PLAYERS and regulations.players_end  # else a referee is there
    return turned or friendly or regulations.players_resume


def may_leave(state: State, context: MenuContext) -> bool:
    """Return whether players may begin the next game: after a result, or in a stop.

    Where a key or a code guards the organizer's menu, no player leaves a game without a result.
    """
    unguarded = context.organizer.by_hold or context.key
    return state.phase is Phase.FINISHED or (players_may_end(state) and unguarded)


def may_go_on(state: State, context: MenuContext) -> bool:
    """Return whether OK leads to the next game: after a result, or a fall that ends the game."""
    return may_leave(state, context) and (state.phase is Phase.FINISHED or fall_ended(state))


def ask_to_resume(state: State, context: MenuContext) -> Level:
    """Return the question that goes on after a stop, what has to come before it, or why not."""
    may = may_resume(state, context)
    if context.organizer.opens is Opens.CODE and not may:
        return first_level(context)
    question = None if state.both_down else ask(Resume(0), state)
    if question is not None and may:
        return question
    if question is None:
        why = tr(flag_text(state.setup.game, "Both clappers down: give time first"))
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

GROUNDS = {
    Result.LEFT: tuple(WON_BY),
    Result.RIGHT: tuple(WON_BY),
    Result.DRAW: (N_("agreed"), N_("on the board"), BOTH_TIMES, N_("decision")),
    Result.VOID: (N_("not played"), N_("wrong setting"), N_("decision")),
    Result.BOTH_LOSE: (N_("decision"), N_("absent"), N_("conduct")),
}


def grounds_of(result: Result, setup: Setup) -> tuple[str, ...]:
    """Return the grounds that a result can have in a game."""
    fouls = kind_of(setup.game).fouls
    return tuple(each for each in GROUNDS[result] if fouls or each != FOUL)


# The lists

_DISMISS = [(N_("Dismiss {seat}'s claim"), lambda seat: Dismiss(0, seat))]
_IN_GAME: tuple[tuple[str, SeatAct], ...] = (
    (N_("Hand fault by {seat}"), lambda seat: HandFault(0, seat)),
    (N_("Warn {seat}"), lambda seat: Warn(0, seat)),
    (N_("{seat} is here"), lambda seat: Arrive(0, seat)),
    (N_("Resume for {seat}"), lambda seat: Resume(0, seat)),
    (N_("{seat} rebuilds board"), lambda seat: Resume(0, seat, True)),
)
_RULINGS = (_IN_GAME[0], _IN_GAME[-1])
"""Not in a game without them."""
_OF_SEAT = (
    (N_("{seat} period"), Listing.PERIOD),
    (N_("{seat} byo-yomi"), Listing.BYOYOMI),
    (STONES, Listing.STONES),
)
_ILLEGAL = N_("{seat} illegal")
_LAST_PRESS = {
    PressKind.MOVE: N_("Last press was a move"),
    PressKind.SWAP: N_("Last press was a swap"),
    PressKind.TWO_MORE: N_("Last press: 2 stones"),
}


def _organizer(_: List, scene: Scene) -> Iterator[ListRow]:
    """What is wanted most often comes first: a result, a claim's answer, going on, rulings.

    Another game or setup, which is wanted at once too, comes last: a press or two back.
    """
    state = scene.state
    begun = state.phase is not Phase.READY
    result = named(N_("Result"), List(Listing.RESULT))
    this_clock = named(N_("This clock"), List(Listing.SETTINGS))
    next_game = named(N_("Next game"), ask_next_game(state))
    if state.phase is Phase.FINISHED:
        yield next_game
        yield from take_up_row(scene)
        yield from if_asked(N_("Reopen"), ask(Reopen(), state))
        yield from if_asked(N_("Undo"), ask(Undo(0), state))
        yield result
        yield this_clock
        return
    ended, dismissals = fall_ended(state), tuple(for_seats(_DISMISS, state))
    decides = ended or bool(state.claims)
    yield from _won_on_time(state)
    if state.claims_draw:  # it is mostly rejected; a claim of a win is mostly answered by a result
        yield from dismissals
    if decides:
        yield result
    if ended:
        yield next_game
    if begun:
        yield from if_asked(N_("Resume"), ask(Resume(0), state))
    if not state.claims_draw:
        yield from dismissals
    yield from if_asked(N_("Undo"), ask(Undo(0), state))
    yield from _at_hand(state)
    yield from _times(state)
    if not decides:
        yield result
    yield from _presses(state)
    yield from _corrections(scene)
    yield from put_aside_row(scene)
    yield this_clock
    yield from take_up_row(scene)
    if not ended:
        yield next_game
    if begun and state.setup.match is None:
        yield named(N_("Correct setup"), present_presets(scene))._replace(draft=state.setup)


def _won_on_time(state: State) -> Iterator[ListRow]:
    """The win on time for a claim while the other's clapper alone is down."""
    fallen = state.alone_down
    claim = next((each for each in state.claims if each.seat is not fallen), None)
    if fallen is None or claim is None or state.claims_draw:
        return
    won = Result.LEFT if claim.seat is Seat.LEFT else Result.RIGHT
    text = tr(WON_BY[TIME][0]).format(player=player_name(state, claim.seat))
    yield ListRow(text, ask(Finish(0, won, TIME), state))


def _at_hand(state: State) -> Iterator[ListRow]:
    """The counter, and the rulings upon the last press and for the player to move."""
    moves = Entry(Entered.MOVES, (state.play.moves,), "made", SetMoves(0, 0))
    yield named(N_("Moves"), moves)
    yield from _illegal_move(state, state.turn.other)
    if may_ask_for_bonus(state):
        yield from if_asked(N_("5 s a move for both"), ask(AddBonus(state.turn), state))


def _illegal_move(state: State, seat: Seat) -> Iterator[ListRow]:
    asked = ask(IllegalMove(0, seat), state) if kind_of(state.setup.game).rulings else None
    if asked:
        yield named(_ILLEGAL, asked, seat, seat_label(state, seat))


def _times(state: State) -> Iterator[ListRow]:
    for seat in Seat:
        yield named(N_("{seat} time"), List(Listing.TIME, seat=seat), seat, seat_label(state, seat))


def _presses(state: State) -> Iterator[ListRow]:
    """What is wanted less often of the last presses."""
    yield from _illegal_move(state, state.turn)
    if state.idle_presses:
        yield named(N_("Ignored presses"), idle_page(state))
    presser = state.turn.other
    if ask(SetTurn(0, presser), state):
        ruled = ask(IllegalMove(0, presser), state) is not None
        if not ruled and kind_of(state.setup.game).rulings:
            opens = List(Listing.TAKE_BACK, key=ILLEGAL_MOVE)
            yield named(_ILLEGAL, opens, presser, seat_label(state, presser))
        yield named(TAKE_BACK, List(Listing.TAKE_BACK))
    else:  # after a correction the press itself is forgotten
        yield from if_asked(TAKE_BACK, _ask_one_move_less(state))


def _ask_one_move_less(state: State) -> Level | None:
    """The question that counts back the last move; in an opening a press may have counted more."""
    fewer = SetMoves(0, state.play.moves - 1)
    after = preview(state, fewer)
    moved = after is not None and after.turn is not state.turn and after.play.step is None
    return ask(fewer, state) if moved else None


def _corrections(scene: Scene) -> Iterator[ListRow]:
    """What is wanted less often."""
    state = scene.state
    for template, listing in _OF_SEAT:
        for seat in Seat:
            # The colour of the seat has room beside a short name only.
            label = seat_label(state, seat) if listing is Listing.PERIOD else seat_name(seat)
            opens = List(listing, seat=seat)
            if listing is Listing.STONES:
                template = stones_template(state.setup)
            yield from _if_any(named(template, opens, seat, label), opens, scene)
    if any(state.seat(seat).illegal_moves for seat in Seat):
        for seat in Seat:
            opens = List(Listing.ILLEGAL_MOVES, seat=seat)
            yield named(N_("{seat} illegal count"), opens, seat, seat_name(seat))
    opens = List(Listing.COLOURS)
    yield from _if_any(named(colours_title(state.setup), opens), opens, scene)
    for kind, text in _LAST_PRESS.items():
        yield from if_asked(text, ask(Retype(0, kind), state))
    if state.phase is not Phase.READY:
        rules = kind_of(state.setup.game).rulings
        yield from for_seats((each for each in _IN_GAME if rules or each not in _RULINGS), state)


def _if_any(row: ListRow, opens: List, scene: Scene) -> Iterator[ListRow]:
    """A row for a list, if that list has any."""
    if any(CORRECTIONS[opens.name].rows(opens, scene)):
        yield row


def _result(_: List, scene: Scene) -> Iterator[ListRow]:
    """Every result, standing on the likely winner's."""
    likely = likely_winner(scene.state)
    for result in RESULTS:
        here = likely is not None and WINNERS.get(result) is likely
        scored = with_score(scene.state, result, _result_text(scene.state, result))
        yield ListRow(scored, List(Listing.GROUND, act=Finish(0, result)), here=here)


def _result_text(state: State, result: Result) -> str:
    """A result, with the winning colour, alone where its score says the rest."""
    winner = WINNERS.get(result)
    if winner is None:
        return tr(RESULTS[result])
    name = seat_label if kind_of(state.setup.game).scores is None else player_name
    return tr("{player} won").format(player=name(state, winner))


def _ground(level: List, scene: Scene) -> Iterator[ListRow]:
    """Every ground of a result, standing on the likely one."""
    state = scene.state
    number = last_move_of(state)
    if isinstance(level.act, Finish):
        likely = _likely_ground(state, level.act.result)
        for ground in grounds_of(level.act.result, state.setup):
            last_move = Entry(
                Entered.MOVES, (number,), "last_move", replace(level.act, ground=ground)
            )
            yield ListRow(upper_first(tr(ground)), last_move, here=ground == likely)


def likely_winner(state: State) -> Seat | None:
    """Return who claimed first, or whose opponent loses by an illegal move or on time."""
    if state.claims:
        return state.claims[0].seat
    loser = _illegal_loser(state) or state.alone_down
    return None if loser is None else loser.other


def _illegal_loser(state: State) -> Seat | None:
    """Who loses by the rules for illegal moves."""
    loses = state.setup.regulations.loses_by_illegal_move
    return next((seat for seat in Seat if loses(state.seat(seat).illegal_moves)), None)


def _likely_ground(state: State, result: Result) -> str:
    """The ground that was entered before, or that the clock speaks for; "" if there is none."""
    if result is state.result:
        return state.ground
    if result is Result.DRAW and state.both_fallen:
        return BOTH_TIMES
    winner = WINNERS.get(result)
    if winner is None:
        return ""
    if state.alone_down is winner.other:
        return TIME
    if _illegal_loser(state) is winner.other:
        return ILLEGAL_MOVE
    return "absent" if winner.other in state.absent else ""


def _how(level: List, _: Scene) -> str:
    won = isinstance(level.act, Finish) and level.act.result in (Result.LEFT, Result.RIGHT)
    return tr("How was it won?") if won else tr("Why?")


LISTS: Lists = {
    Listing.ORGANIZER: Spec(N_("Organizer"), _organizer),
    Listing.RESULT: Spec(N_("Result"), _result),
    Listing.GROUND: Spec(_how, _ground),
}


def ask_next_game(state: State, *, starts: bool = False) -> Question:
    """Return the question for the next game, begun in the usual way."""
    question = ask(next_games(state, starts=starts)[0], state)
    assert isinstance(question, Question)
    return question
