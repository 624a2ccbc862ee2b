"""What `games` and `log` print with `--json`: an object a line, never translated."""

from collections.abc import Iterator
from typing import Any

import msgspec

from clock.game.names import NAMELESS
from clock.notation.setup_table import table_from_setup
from clock.records.game_log import dropped_inputs, logged_inputs, start_of
from clock.records.games import JournalGames, is_begun
from clock.records.listing import end_of, figures_now
from clock.records.source import Source
from clock.rules.inputs import StoneLaid
from clock.rules.message import Problem

Object = dict[str, Any]


def encoded(value: object) -> str:
    """Return a value as one line of JSON."""
    return msgspec.json.encode(value).decode()


def game_objects(games: JournalGames, day: str) -> Iterator[tuple[Object, bool]]:
    """Yield an object for each game begun on a day, or at all, and whether the game is whole.

    Of a range of games whose files are gone, there is one object.
    """
    found = {number: item for number in games.files if (item := _game(games, number, day))}
    for first, last in games.missing_numbers():
        found[first] = {"game": first, "to": last, "problems": ["its file is gone"]}, False
    for number in sorted(found):
        yield found[number]


def _game(games: JournalGames, number: int, day: str) -> tuple[Object, bool] | None:
    try:
        game = games.read(number)
        if not is_begun(game) or not game.wall.startswith(day):
            return None
        figures = figures_now(game) if game.rows else None
    except Problem as error:
        return {"game": number, "problems": [str(error.message)]}, False
    end = None if figures is None else end_of(figures, game)
    about: Object = {"game": number, "wall": game.wall}
    if game.header.names != NAMELESS:
        about["names"] = game.header.names
    about |= {"setup": table_from_setup(game.setup), "figures": figures}
    if end is not None:
        last = {} if end.last_move is None else {"last_move": end.last_move}
        about |= {"ground": end.ground, **last}
    if game.is_put_aside:
        about["put_aside"] = {"goes_on_as": list(games.takers(game))}
    if game.problems:
        about["problems"] = list(map(str, game.problems))
    return about, not game.problems


def log_objects(game: Source) -> Iterator[Object]:
    """Yield the game, then what happened, with times from its start. Raises GameFileError."""
    about: Object = {"name": game.name, "setup": table_from_setup(game.setup)}
    if game.wall and game.recorded is not None:
        about["wall"] = game.recorded.wall
    if game.names != NAMELESS:
        about["names"] = game.names
    yield {**about, "notes": list(game.notes())}
    events = logged_inputs(game)
    start_ns = start_of(events)
    found: list[Object] = []
    for each in events:
        late: Object = {"late": True} if each.late else {}
        if isinstance(each.input, StoneLaid):
            found.append({**_fields(each.input, start_ns), **late})
        texts = {id(output): text for output, text in each.sentences(start_ns)}
        for output in each.outputs:
            text = {"text": texts[id(output)]} if id(output) in texts else {}
            found.append({**_fields(output, start_ns), **late, **text})
    dropped = dropped_inputs(game, events)
    found += ({**_fields(event, start_ns), "dropped": True} for event in dropped)
    yield from sorted(found, key=lambda each: int(each["at_ns"]))


def _fields(value: object, start_ns: int) -> Object:
    """The fields of an input or output, with its instant from the start."""
    fields: Object = msgspec.to_builtins(value)
    return {**fields, "at_ns": fields["at_ns"] - start_ns}
