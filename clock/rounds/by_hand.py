"""Pairs of a round that an organizer enters, changes, moves or withdraws by hand."""

from collections.abc import Callable

from msgspec.structs import replace

from clock.rounds.pairings import NAME_MAX, Pairing, by_number, require_table
from clock.rounds.player_names import clean_name
from clock.rounds.results import Round
from clock.rules.message import Problem


def with_pair(
    round_: Round, table: str, names: tuple[str, str], game: str = "", control: str = ""
) -> Round:
    """Return a round with a pair, Black first, at a table where nobody plays.

    A bye of theirs is gone. Without a control of its own it has the most usual one of the others.
    Raises Problem.
    """
    if any(each.table == table for each in round_.pairings):
        raise Problem("table {table} has a pair already", table=table)
    require_table(table)
    black, white = (_name(round_, name) for name in names)
    if black == white:
        raise Problem("a player cannot play against themselves: {player}", player=black)
    byes = tuple(each for each in round_.byes if each.player not in (black, white))
    control = control or round_.controls[0]
    own = "" if control == round_.played_by.control else control
    pair = Pairing(round_.number, table, black, white, own, game=game)
    return replace(_with_pairings(round_, (*round_.pairings, pair), lambda at: at), byes=byes)


def with_players(round_: Round, table: str, names: tuple[str, str]) -> Round:
    """Return a round with other players, Black first, at a table. Raises Problem."""
    _refuse_report(round_)
    before = round_.pairing_at(table)
    others = tuple(each for each in round_.pairings if each is not before)
    after = with_pair(replace(round_, pairings=others), table, names)
    new = after.pairing_at(table)
    pair = replace(before, black=new.black, white=new.white, forfeit=None)
    return _with_pairings(after, (*others, pair), lambda at: at)


def turned(round_: Round, table: str) -> Round:
    """Return a round in which the players of a table have the other colours. Raises Problem."""
    pair = round_.pairing_at(table)
    if pair.forfeit is not None:
        raise Problem("table {table} is decided without a game", table=table)
    return with_players(round_, table, (pair.white, pair.black))


def moved(round_: Round, table: str, to: str) -> Round:
    """Return a round with a pair at another table; who plays there takes its place.

    Raises Problem.
    """
    round_.pairing_at(table)
    require_table(to)
    places = {table: to, to: table}
    pairings = tuple(
        replace(each, table=places.get(each.table, each.table)) for each in round_.pairings
    )
    return _with_pairings(round_, pairings, lambda at: places.get(at, at))


def withdrawn(round_: Round, table: str) -> Round:
    """Return a round without the pair of a table. Raises Problem."""
    pair = round_.pairing_at(table)
    pairings = tuple(each for each in round_.pairings if each is not pair)
    return _with_pairings(round_, pairings, lambda at: "" if at == table else at)


def _refuse_report(round_: Round) -> None:
    if round_.report:
        raise Problem(
            "this round's pairs come from a tournament report: change them in the tournament's "
            "program and import the report again"
        )


def _with_pairings(
    round_: Round, pairings: tuple[Pairing, ...], table_now: Callable[[str], str]
) -> Round:
    """A round with other pairings; `table_now` tells where a game of its report is played."""
    at = round_.report_tables or tuple(each.table for each in round_.pairings)
    return replace(
        round_,
        pairings=tuple(sorted(pairings, key=lambda each: by_number(each.table))),
        report_tables=tuple(map(table_now, at)) if round_.report else (),
    )


def _name(round_: Round, text: str) -> str:
    """A name of somebody who does not play yet."""
    name = clean_name(text)
    if not name or len(name) > NAME_MAX or not name.isprintable():
        raise Problem("expected a name of 1 to {most} characters", most=NAME_MAX)
    for each in round_.pairings:
        if name in (each.black, each.white):
            raise Problem("{player} plays at table {table}", player=name, table=each.table)
    return name
