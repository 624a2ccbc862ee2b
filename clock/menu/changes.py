"""What an organizer's act would change, shown before it is done: the rules themselves are asked.

What the rules refuse has no preview, and what changes nothing no facts: neither is offered.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from clock.game.put_aside import AsideGame
from clock.kinds import has_handicap, kind_of, next_alternates
from clock.menu.figure_facts import figure_changes, phase_fact, times
from clock.menu.levels import (
    AddBonus,
    Asked,
    Discard,
    List,
    Listing,
    NewGame,
    NewSetup,
    Question,
    Reopen,
    TakeUp,
)
from clock.menu.question_facts import Fact, FactKind
from clock.menu.reasons import QUICKPLAY, reasons_for
from clock.rules.inputs import (
    Claim,
    ClaimKind,
    Dismiss,
    Finish,
    IllegalMove,
    Input,
    PutAside,
    Resume,
    SetColours,
    SetControl,
    SetIllegalMoves,
    Start,
    Stop,
    Undo,
)
from clock.rules.machine import step
from clock.rules.quickplay import grant_bonus
from clock.rules.refusal import Refused
from clock.rules.regulations import OnFlag
from clock.rules.seats import Seat
from clock.rules.state import COUNTING, HALTED, Phase, Setup, State
from clock.rules.stoppage import last_entry
from clock.text.control import setup_points
from clock.text.ending import BOTH_TIMES, TIME, WINNERS, claims_draws, time_cost

# The levels that ask for an act


def ask(act: Asked, state: State) -> List | Question | None:
    """Return the level that asks for an act, first for its reason; None if it changes nothing."""
    shown = facts(act, state)
    if shown and isinstance(act, Input) and getattr(act, "reason", None) == "":
        first, *others = reasons_for(act, state.setup)
        if others:
            return List(Listing.REASON, act=act)
        return ask(replace(act, reason=first), state)
    return Question(act, shown) if shown else None


def draw_claim(level: Question, state: State) -> Claim | None:
    """Return the claim of a draw that OK makes of a claim's question, if the rules have such."""
    act, claimable = level.act, claims_draws(state) and not level.has_more(state)
    return replace(act, kind=ClaimKind.DRAW) if isinstance(act, Claim) and claimable else None


def next_games(state: State, *, starts: bool = False) -> tuple[NewGame, ...]:
    """Return the ways to begin the next game, the usual one first.

    After a fall that decides the game, each way with that win comes before one without a result. A
    game without a result was begun by mistake: the next one keeps its colours. After a handicap
    game an even one is a way too, with the same colours.
    """
    turned = next_alternates(state.setup)
    scored = [NewGame(turned, starts), NewGame(not turned, starts)]
    unscored = [NewGame(False, starts), NewGame(True, starts)]
    if state.setup.match is not None:
        scored = unscored = unscored[:1]
    elif has_handicap(state.setup):
        even = NewGame(False, starts, kind_of(state.setup.game).first)
        scored, unscored = [*scored, even], [*unscored, even]
    if state.result is not None:
        return tuple(scored)
    lost = state.alone_down
    if lost is None or state.claims or not fall_ended(state):
        return tuple(unscored)
    won = Finish(0, next(each for each, seat in WINNERS.items() if each and seat is not lost), TIME)
    decided = (replace(each, ending=won) for each in scored)
    return tuple(chain.from_iterable(zip(decided, unscored, strict=True)))


def next_way(act: Asked, state: State) -> NewGame | None:
    """Return the way to begin the next game that OK shows after this one, if there is another."""
    if not isinstance(act, NewGame):
        return None
    ways = next_games(state, starts=act.starts)
    if act not in ways or len(ways) == 1:
        return None
    return ways[(ways.index(act) + 1) % len(ways)]


def act_before_resume(level: Question, state: State) -> Input | AddBonus | None:
    """Return the act that OK carries out before it resumes, if resuming changes nothing else."""
    act = level.act
    if not isinstance(act, Input | AddBonus) or isinstance(act, Claim | Resume | Finish | PutAside):
        return None
    if level.has_more(state) or level.loses:
        return None
    after = preview(state, act)
    if after is None or after.phase is not Phase.STOPPED:
        return None
    shown = {fact.kind for fact in facts(Resume(0), after)}
    return act if shown == {FactKind.TIMES, FactKind.PHASE} else None


# What an act would lead to


def inputs_of(act: Input | Reopen | AddBonus, state: State, at_ns: int) -> tuple[Input, ...]:
    """Return an act as inputs, stamped `at_ns`."""
    if isinstance(act, AddBonus):
        return grant_bonus(state, act.seat, at_ns, QUICKPLAY)
    if isinstance(act, Resume):  # a claim of a draw that is not granted is rejected (FIDE 9.5.3)
        draws = (each for each in state.claims if each.kind is ClaimKind.DRAW)
        rejected = (Dismiss(at_ns, each.seat) for each in draws)
        return (*rejected, replace(act, at_ns=at_ns))
    if not isinstance(act, Reopen):
        return (replace(act, at_ns=at_ns),)
    resumed = preview(state, Resume(at_ns))
    runs = resumed is not None and resumed.phase in COUNTING
    return (Resume(at_ns), Stop(at_ns)) if runs else (Resume(at_ns),)


def preview(state: State, act: Input | Reopen | AddBonus) -> State | None:
    """Return the state that an act would lead to; None if the rules refuse it."""
    try:
        for each in inputs_of(act, state, state.at_ns):
            state, _ = step(state, each)
    except Refused:
        return None
    return state


def facts(act: Asked, state: State) -> tuple[Fact, ...]:
    """Return the reason and the effects of an act; empty without effect."""
    match act:
        case NewSetup():
            title = (Fact(FactKind.TITLE, after=act.title),) if act.title else ()
            return (*title, *(Fact(FactKind.SETUP, after=each) for each in setup_points(act.setup)))
        case Discard():
            present = setup_points(state.setup)
            new = (each for each in setup_points(act.setup) if each not in present)
            return tuple(Fact(FactKind.SETUP, after=each) for each in new)
        case NewGame():
            return tuple(_new_game(act, state))
        case TakeUp():
            return tuple(_taking_up(act.game))
    after = preview(state, act)
    if after is None:
        return ()
    more: tuple[Fact, ...] = ()
    match act:
        case Claim():
            return tuple(_claim(act.seat, state, after))
        case Resume(seat=None):
            return tuple(_going_on(state, after))
        case Finish():
            return tuple(_ending(act, state, after))
        case Undo():
            struck = last_entry(state)
            what = Fact(FactKind.UNDOES, getattr(struck, "seat", None), after=type(struck).__name__)
            return (what, *_why(struck), *_setups(state, after), *figure_changes(state, after))
        case IllegalMove(seat=seat):
            loses = state.setup.regulations.loses_by_illegal_move(after.seat(seat).illegal_moves)
            more = (Fact(FactKind.LOSES, seat),) if loses else ()
            return (*more, *_ruled_illegal(seat, state, after))
        case PutAside():
            sealed = Fact(FactKind.SEALED, state.turn if act.sealed else None)
            changed = figure_changes(state, after, (FactKind.TIME, FactKind.TO_MOVE))
            return (sealed, *changed, times(after), Fact(FactKind.TO_MOVE_THEN, after.turn))
        case AddBonus():
            return (*_setups(state, after), *figure_changes(state, after))
        case SetControl():
            changes = tuple(_setups(state, after))
            stays = times(state) == times(after)  # not those below zero, where none may be
            more = (*figure_changes(state, after), *((Fact(FactKind.TIMES_STAY),) if stays else ()))
        case SetIllegalMoves():
            changes = tuple(figure_changes(state, after))
            more = (Fact(FactKind.TIMES_STAY),)
        case SetColours() if _run_by_colour(state):
            changes = tuple(figure_changes(state, after))
            more = (times(after), Fact(FactKind.TIMES_STAY))
        case Dismiss() if len(state.claims) == 1:  # the title names the claim
            return tuple(figure_changes(state, after, (FactKind.CLAIM_STANDS,)))
        case _:
            changes = tuple(figure_changes(state, after))
            more = (times(after),) if isinstance(act, Resume) else ()
    return (*_why(act), *changes, *more) if changes else ()


def _ruled_illegal(seat: Seat, state: State, after: State) -> list[Fact]:
    """The opponent's time first; without the move's number, since the turn goes back."""
    counts = FactKind.BLACK_MOVES, FactKind.WHITE_MOVES, FactKind.MOVES
    changes = figure_changes(state, after, counts if state.turn is not after.turn else ())
    order: dict[object, int] = {(FactKind.TIME, seat.other): 0, (FactKind.TIME, seat): 1}
    return sorted(changes, key=lambda fact: order.get((fact.kind, fact.seat), 2))


def _why(act: Asked | None) -> tuple[Fact, ...]:
    """The reason of an act, if it has one."""
    reason = getattr(act, "reason", "")
    return (Fact(FactKind.REASON, after=reason),) if reason else ()


def _run_by_colour(state: State) -> bool:
    """Return whether the colours' own times run already, and so stay with the seats."""
    return state.started_at_ns is not None and state.setup.times_by_colour


def fall_ended(state: State) -> bool:
    """Return whether a fall has ended the game, by the regulations."""
    halted = state.phase in HALTED and state.at_rest is Phase.FALLEN
    return halted and state.setup.regulations.on_flag is OnFlag.STOP


def _claim(seat: Seat, state: State, after: State) -> Iterator[Fact]:
    """What a claim is judged by (RIF 9.4, 9.6); nothing if it stands already."""
    if after.claims == state.claims:
        return
    fell = any(state.seat(each).fallen for each in Seat)  # then the claim is of a win
    if seat is not state.turn and claims_draws(state) and not fell:
        yield Fact(FactKind.NOT_ON_MOVE)
    for claim in state.claims:
        yield Fact(FactKind.HAS_CLAIMED, claim.seat)
    for each in (seat, seat.other):
        clock = state.seat(each)
        standing = clock.remaining_ns, state.play.made(each), clock.due
        yield Fact(FactKind.TIME_AND_MOVES, each, after=standing)
        if clock.fell_at_ns is not None:
            yield Fact(FactKind.FELL, each, after=clock.fell_at_ns)
    yield Fact(FactKind.ORGANIZER_DECIDES)


def _going_on(state: State, after: State) -> Iterator[Fact]:
    """Both times, whose clock will run, and whatever else going on changes."""
    if fall_ended(state):
        yield Fact(FactKind.FALL_ENDS)
    yield times(after)
    if state.claims:
        yield Fact(FactKind.DISMISSES, after=len(state.claims))
    yield phase_fact(after)
    yield from figure_changes(state, after, (FactKind.PHASE, FactKind.CLAIM_STANDS))


def _ending(finish: Finish, state: State, after: State) -> Iterator[Fact]:
    """How the game is won, the last move, and a clapper that is up though the time was out."""
    # A first result is in the question's title. Claims end with the game.
    titled = () if state.result else (FactKind.RESULT, FactKind.GROUND)
    changes = list(figure_changes(state, after, (FactKind.PHASE, FactKind.CLAIM_STANDS, *titled)))
    if not changes and state.phase is Phase.FINISHED:
        return
    if finish.ground:
        yield Fact(FactKind.HOW_ENDED, after=(after.result, after.ground))
    yield from changes
    for seat in Seat:
        if time_cost(state, seat):
            yield Fact(FactKind.POINTS, seat)
    winner = WINNERS.get(finish.result)
    lost = () if winner is None else (winner.other,)
    for seat in {TIME: lost, BOTH_TIMES: Seat}.get(finish.ground, ()):
        if not state.seat(seat).fallen:
            yield Fact(FactKind.CLAPPER_UP, seat)


def _new_game(act: NewGame, state: State) -> Iterator[Fact]:
    if act.ending is not None:
        yield Fact(FactKind.OUTCOME, after=(act.ending.result, act.ending.ground))
    elif state.result is None:
        yield Fact(FactKind.NO_RESULT)
    if act.starts:
        yield Fact(FactKind.RESULT, after=state.result)
    following = act.setup_after(state)
    if act.first is not None:
        yield Fact(FactKind.EVEN_GAME)
    if following.match is not None or following.left != following.right:
        yield Fact(FactKind.NEXT_TIMES, after=following)
    yield _begins(act, state, following)
    other = next_way(act, state)
    if other is not None:
        yield Fact(FactKind.OTHER_WAY, after=_other(act, other, state))


def _taking_up(game: AsideGame) -> Iterator[Fact]:
    """A game to take up: its times, and where it goes on already."""
    seats = game.figures.left, game.figures.right
    yield Fact(FactKind.ASIDE, after=game)
    yield Fact(FactKind.TIMES, after=tuple(each.remaining_ns for each in seats))
    yield from (Fact(FactKind.FORK, after=number) for number in game.taken)


def _begins(act: NewGame, state: State, following: Setup) -> Fact:
    """Who begins the next game; after one without a result whether that is the same player."""
    unscored = state.result is None and act.ending is None and state.setup.match is None
    if unscored and not (act.colours_turned or act.first):
        return Fact(FactKind.BEGINS_AGAIN, following.starter)
    return Fact(FactKind.NEXT_BEGINS, after=following)


def _other(act: NewGame, other: NewGame, state: State) -> Fact:
    """What is different about another way to begin the next game."""
    if other.ending is not None and act.ending is None:
        return Fact(FactKind.OUTCOME, after=(other.ending.result, other.ending.ground))
    if act.ending is not None and other.ending is None:
        return Fact(FactKind.WITHOUT_RESULT)
    if act.first is not other.first:
        return Fact(FactKind.EVEN_GAME if other.first else FactKind.HANDICAP_GAME)
    return Fact(FactKind.STARTS_NEXT, other.setup_after(state).starter)


def _setups(state: State, after: State) -> Iterator[Fact]:
    """The changed points of the setup, as they are and as they would be."""
    old, new = setup_points(state.setup), setup_points(after.setup)
    yield from (Fact(FactKind.WAS, after=each) for each in old if each not in new)
    yield from (Fact(FactKind.NOW, after=each) for each in new if each not in old)


def runs_first(state: State, absent: tuple[Seat, ...]) -> Fact | None:
    """Return what runs after a start at which these seats are absent; None if it is refused."""
    after = preview(state, Start(state.at_ns, absent))
    return None if after is None else phase_fact(after)
