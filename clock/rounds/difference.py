"""What a newer file changes in a round, and the games it leaves alone."""

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from clock.rounds.byes import BYES, ByeKind
from clock.rounds.pairings import Pairing, by_number
from clock.rounds.results import Round, players_of
from clock.rounds.setups import RoundSetup, control_text
from clock.rules.message import Message, Problem
from clock.rules.seats import Seat
from clock.text.language import N_

_TITLES = {
    "game": N_("Game"),
    "control": N_("Time control"),
    "regulations": N_("Rules"),
    "default_time_min": N_("Default time (minutes)"),
    "opening": N_("Opening"),
    "black_sits": N_("Black is on the"),
}
"""Of what a round is played by, as the import's form calls it."""
_SIDES = {Seat.LEFT: N_("left"), Seat.RIGHT: N_("right")}


def with_held(before: Round, new: Round, held: Collection[str]) -> Round:
    """Return a newer round in which the games of some tables stay at them as they stand.

    Pairs that the file has at such a table go to the table that it had for the pair there. Raises
    Problem for a held pair that the file does not have.
    """
    moved, coming = dict[str, str](), {each.table: each for each in new.pairings}
    standing = [each for each in before.pairings if each.table in held]
    for pairing in standing:
        moved[_table_of(pairing, coming)] = pairing.table
        del coming[_table_of(pairing, coming)]
    free = iter(sorted(moved.keys() - set(held), key=by_number))
    moved |= {table: next(free) for table in sorted(coming, key=by_number) if table in held}
    pairings = [replace(each, table=moved.get(each.table, each.table)) for each in coming.values()]
    tables = new.report_tables or tuple(each.table for each in new.pairings)
    return replace(
        new,
        pairings=tuple(sorted([*standing, *pairings], key=lambda each: by_number(each.table))),
        report_tables=tuple(moved.get(each, each) for each in tables) if new.report else (),
    )


def _table_of(held: Pairing, coming: dict[str, Pairing]) -> str:
    """Where a file has a pair, whatever their colours; at its own table first."""
    same = [each.table for each in coming.values() if _players(each) == _players(held)]
    if not same:
        raise Problem(
            "table {table} has begun its game of {black} and {white}, whom this file does not pair",
            table=held.table,
            black=held.black,
            white=held.white,
        )
    return held.table if held.table in same else same[0]


def _players(pairing: Pairing) -> frozenset[str]:
    return frozenset((pairing.black, pairing.white))


def changes(before: Round, new: Round, kinds: Mapping[str, str]) -> Iterator[Message]:
    """Yield what is new, changed, moved or gone in a round, by its tables; then of its byes."""
    yield from _played_by_changed(before.played_by, new.played_by)
    old, now = ({each.table: each for each in of.pairings} for of in (before, new))
    at = {_players(each): each for each in old.values()}
    still = {_players(each) for each in now.values()}
    for table in sorted({*old, *now}, key=by_number):
        pair, gone = now.get(table), old.get(table)
        if gone is not None and _players(gone) not in still:
            yield _text(N_("table {table}: {first} – {second} removed"), kinds, gone)
        if pair is None or pair == gone:
            continue
        if (was := at.get(_players(pair))) is None:
            yield _text(N_("table {table}: {first} – {second} added"), kinds, pair)
        elif was.table != table:
            yield _text(
                N_("table {table}: {first} – {second}, from table {before}"), kinds, pair, was
            )
        else:
            yield _text(N_("table {table}: {first} – {second} changed"), kinds, pair)
    yield from _byes_changed(before, new)


def _played_by_changed(before: RoundSetup, new: RoundSetup) -> Iterator[Message]:
    """Yield what a round is played by, from what to what."""
    for field, title in _TITLES.items():
        was, now = (_written(getattr(each, field)) for each in (before, new))
        if was != now:
            yield Message("{what}: {before} → {after}", what=Message(title), before=was, after=now)


def _written(value: str | int) -> str | Message:
    """A value of a round's setup, as people read it."""
    if isinstance(value, Seat):
        return Message(_SIDES[value])
    if isinstance(value, str) and value.startswith("pgn:"):
        return control_text(value)
    return str(value) if value else Message("as in the preset")


def _byes_changed(before: Round, new: Round) -> Iterator[Message]:
    """Yield which byes are new, of another kind, or gone."""
    old, now = ({each.player: each.kind for each in of.byes} for of in (before, new))
    for player in sorted({*old, *now}):
        was, kind = old.get(player), now.get(player)
        if was is kind:
            continue
        if was is None:
            yield _bye(N_("{player}, without an opponent, added: {why}"), player, why=kind)
        elif kind is None:
            yield _bye(N_("{player}, without an opponent, removed: {why}"), player, why=was)
        else:
            text = N_("{player}, without an opponent: {before} → {after}")
            yield _bye(text, player, before=was, after=kind)


def _bye(text: str, player: str, **kinds: ByeKind | None) -> Message:
    whys = {name: Message(BYES[kind]) for name, kind in kinds.items() if kind is not None}
    return Message(text, player=player, **whys)


def _text(
    text: str, kinds: Mapping[str, str], pair: Pairing, was: Pairing | None = None
) -> Message:
    first, second = players_of(pair, kinds.get(pair.table, ""))
    names = {"table": pair.table, "first": first, "second": second}
    return Message(text, **names, **({"before": was.table} if was else {}))
