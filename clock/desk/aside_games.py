"""The games of the event that were put aside, and how a table takes one up again."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from clock.desk.desk import Desk
from clock.desk.live import ClockLive
from clock.desk.round_tables import expect_round
from clock.desk.site import Site, refusal, require_done
from clock.desk.spare import COMES_S, has_game_in_progress, send_game, taking
from clock.desk.waiting import comes_to_hold
from clock.game.put_aside import AsideGame, ago_ns, aside_game
from clock.game.taken_over import Handover
from clock.link.messages import Leaves, Position
from clock.rules.message import Message, Problem

SENT_AGO_NS_MAX = 2**53 - 1
"""The most that a message says: 104 days. Labels of a game from before are too late."""
SHOWN_MAX = 50
"""More are not offered at a table."""


class StoredAside(NamedTuple):
    """A game that was put aside, and its clock."""

    clock: str
    number: int
    aside: AsideGame
    goes_on: tuple[str, ...]
    """The clocks on which it was taken up already; a second one makes a fork."""


def aside_games(site: Site) -> Iterator[StoredAside]:
    """Yield the games of the event that were put aside, the last first."""
    takers = dict[str, list[str]]()
    for clock, hash_ in site.desk.store.continued():
        takers.setdefault(hash_, []).append(clock)
    for clock, number in site.desk.store.asides()[:SHOWN_MAX]:
        with suppress(ValueError):
            game = site.desk.store.read_game(clock, number)
            if game.is_put_aside:
                found = tuple(takers.get(game.end.hash, ()))
                yield StoredAside(clock, number, aside_game(game), found)


async def take_up_at(site: Site, table: str, clock: str, number: int, who: str) -> Message:
    """Have a table's clock go on with a game that was put aside. Raises Problem if it does not."""
    new = site.desk.by_table(table)
    if new is None:
        raise Problem("no clock at table {table}", table=table)
    await take_up(site.desk, new, clock, number, who)
    expect_round(site)
    names = {"table": table, "clock": new.id, "number": number, "of": clock}
    text = Message("Table {table}: {clock} takes up game {number} of {of}", **names)
    site.log.add(who, text)
    return text


async def take_up(desk: Desk, new: ClockLive, clock: str, number: int, who: str) -> None:
    """Bring a game that was put aside to a clock that has none. Raises Problem."""
    if has_game_in_progress(new) or not new.online(desk.now_ns()):
        raise Problem("{clock} is not ready: it is offline, or has a game", clock=new.id)
    desk.commit()
    game, lines = desk.store.read_game(clock, number), desk.store.lines(clock, number)
    if not game.is_put_aside:
        raise Problem("the game has moved on since")
    now = datetime.fromtimestamp(desk.wall_ms() / 1000, UTC)
    of = Handover(clock, game.rows[-1].input.at_ns, min(ago_ns(game, now), SENT_AGO_NS_MAX), 0)
    leaves = Leaves(Position(number, len(lines), game.end.hash), of)
    with taking(new):
        ack = await send_game(desk, new, who, lines, leaves)
        if ack is not None:
            require_done(new.id, ack)
        await _gone_on(new, game.end.hash, refusal(ack) or Message("no answer"))


async def _gone_on(clock: ClockLive, hash_: str, reason: Message) -> None:
    """Wait until the header of a clock's game has a hash. Raises Problem with the reason."""

    def goes_on() -> bool:
        continues = None if clock.game is None else clock.game.header.continues
        return continues is not None and continues.hash == hash_

    if not await comes_to_hold(goes_on, COMES_S):
        raise Problem("{clock}: {reason}", clock=clock.id, reason=reason)
