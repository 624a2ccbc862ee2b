"""Game over: in a stop both players agree how the game ended, without an organizer (RIF 17)."""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.kinds import kind_of
from clock.menu.changes import ask, fall_ended, inputs_of, preview
from clock.menu.levels import (
    Level,
    List,
    Listing,
    ListRow,
    Lists,
    Menu,
    MenuContext,
    NewGame,
    Question,
    Scene,
    Spec,
)
from clock.menu.organizer_lists import ask_next_game, likely_winner, may_leave
from clock.rules.inputs import Finish, Input, Press, Result
from clock.rules.seats import Seat
from clock.rules.state import Phase, State
from clock.text.ending import AGREED, RESIGNED, TIME, WINNERS, player_name, seat_label, with_score
from clock.text.language import N_, tr
from clock.text.rows import AnyRow, Row
from clock.text.words import RESULTS

_WINS = {seat: result for result, seat in WINNERS.items() if result is not None}


def game_over(state: State) -> tuple[Level, ...]:
    """Return the list of who won, and after a fall that ended the game the question upon it."""
    levels: tuple[Level, ...] = (List(Listing.GAME_OVER),)
    lost = state.alone_down
    if fall_ended(state) and lost is not None:
        question = _ask(_WINS[lost.other], state)
        assert question is not None
        levels += (question,)
    return levels


def is_open(menu: Menu) -> bool:
    """Return whether the players are ending the game."""
    first = menu.levels[0] if menu.levels else None
    return isinstance(first, List) and first.name is Listing.GAME_OVER


def is_offered(menu: Menu, state: State) -> bool:
    """Return whether a game that is over is only asked about the next one."""
    question = menu.levels[0] if len(menu.levels) == 1 else None
    asks = isinstance(question, Question) and isinstance(question.act, NewGame)
    return asks and state.phase is Phase.FINISHED


def agree(
    menu: Menu, state: State, press: Press, context: MenuContext
) -> tuple[Menu, tuple[Input, ...]] | None:
    """Take a press as agreement, if that is asked for; the second ends the game.

    Then the next game is offered, but at an event.
    """
    question = menu.levels[-1] if menu.levels else None
    if not isinstance(question, Question) or not question.wants_plungers:
        return None
    agreed = question.agreed | {press.seat}
    if len(agreed) < len(Seat):
        return menu.on(replace(question, agreed=agreed), leaves=1), ()
    assert isinstance(question.act, Finish)
    after = preview(state, question.act)
    assert after is not None
    inputs = inputs_of(question.act, state, press.at_ns)
    if context.organizer.event:
        return Menu(), inputs
    return Menu((ask_next_game(after, starts=True),), after.phase), inputs


def _ask(result: Result, state: State) -> Level | None:
    """The question whether both agree; time is the ground where the loser's clapper alone fell."""
    winner = WINNERS.get(result)
    ground = TIME if winner is not None and state.alone_down is winner.other else AGREED
    return ask(Finish(0, result, ground, by="players"), state)


def _won(seat: Seat, state: State) -> Level | None:
    """What a win leads to: where players write how it came about, first how."""
    scores = kind_of(state.setup.game).scores
    written = scores is not None and RESIGNED in scores.grounds
    if written and state.alone_down is not seat.other:
        return List(Listing.HOW_WON, act=Finish(0, _WINS[seat]))
    return _ask(_WINS[seat], state)


def _how_won(level: List, scene: Scene) -> Iterator[ListRow]:
    assert isinstance(level.act, Finish)
    for text, ground in ((N_("By points"), AGREED), (N_("By resignation"), RESIGNED)):
        act = replace(level.act, ground=ground, by="players")
        yield ListRow(tr(text), ask(act, scene.state))


def _who_won(_: List, scene: Scene) -> Iterator[ListRow]:
    """A win of each side in the game's order, and a draw; it opens on the likely winner.

    Where nothing guards the organizer's menu, a row above them leaves the game without a result; a
    game without a move opens on that.
    """
    state, likely = scene.state, likely_winner(scene.state)
    if may_leave(state, scene.context):
        unplayed = likely is None and not state.play.moves
        yield ListRow(tr("Next game"), ask_next_game(state), here=unplayed)
    begins = kind_of(state.setup.game).first.seat(state.play.black)
    for seat, won in _won_rows(state, (begins, begins.other)).items():
        yield ListRow(won, _won(seat, state), here=seat is (likely or begins))
    drawn = with_score(state, Result.DRAW, tr(RESULTS[Result.DRAW]))
    yield ListRow(drawn, _ask(Result.DRAW, state))


def _won_rows(state: State, seats: tuple[Seat, Seat]) -> dict[Seat, AnyRow]:
    """A row for a win of each seat, both with their scores if they have room, by colour if not."""
    won, found = tr("{player} won"), []
    for name in (seat_label, player_name):
        texts = {seat: won.format(player=name(state, seat)) for seat in seats}
        found.append({seat: with_score(state, _WINS[seat], texts[seat]) for seat in seats})
    return next((rows for rows in found if {*map(type, rows.values())} == {Row}), found[0])


LISTS: Lists = {
    Listing.GAME_OVER: Spec(N_("Who won?"), _who_won),
    Listing.HOW_WON: Spec(N_("How was it won?"), _how_won),
}
