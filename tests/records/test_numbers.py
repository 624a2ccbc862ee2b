"""No number in a file is work without an end, for a command or for a clock that starts."""

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from msgspec.structs import replace

from clock.game.chain import body_of, encoded
from clock.game.head import HALF_BYTES, Head
from clock.game.recorded import End, end_of
from clock.journal.folder import HEAD
from clock.records.export import export
from clock.records.game_log import lines_of
from clock.records.games import JournalGames
from clock.records.listing import list_games
from clock.records.replay_log import print_replay
from clock.records.report.html_page import html_page
from clock.records.report.reported import as_json, reported_game
from clock.records.source import Source, read_source
from clock.records.verify import verify
from clock.rules import inputs as act
from clock.rules.inputs import Input
from clock.rules.message import Problem
from clock.rules.refusal import Refused
from clock.rules.regulations import PROFILES, Rollover
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import SECOND_NS
from tests.game.recordings import bodies, chained
from tests.journal.journal_tables import BOOT, OTHER_BOOT, JournalTable
from tests.journal.written import game_file, relinked
from tests.rules.games import setup
from tests.rules.test_bounds import bounded

S = SECOND_NS
RULES = replace(PROFILES["club"], referee_call_ns=S, hand_warnings=3, rollover=Rollover.AT_ZERO)
SETUP = replace(setup("2/10:00 then 1:00 and 3x30"), regulations=RULES)
INPUTS: tuple[Input, ...] = (
    act.Start(S), act.Announce(2 * S, LEFT, 3), act.Press(3 * S, LEFT),
    act.LateEdge(4 * S, LEFT, 3 * S), act.Restarted(5 * S, S), act.Stop(6 * S),
    act.Adjust(6 * S, LEFT, delta_ns=S), act.Adjust(6 * S, RIGHT, remaining_ns=S),
    act.SetMoves(7 * S, 5), act.SetPeriod(7 * S, LEFT, 2), act.SetByoyomi(7 * S, LEFT, 2),
    act.Resume(8 * S), act.PowerLost(9 * S, S), act.Resume(10 * S),
    act.Finish(11 * S, act.Result.LEFT, "time", 5), act.Resume(12 * S), act.Press(13 * S, RIGHT),
)  # fmt: skip
EXTREMES = (-(10**30), -1, 2**53 - 1, 2**62 - 2, 2**63 - 2, 2**63 - 1, 10**30)


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in a table there is a number."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from numbers(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from numbers(each, (*path, index))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def changed(body: bytes, path: tuple[Any, ...], number: int) -> bytes:
    """A line's body with another number there."""
    table = json.loads(body)
    *way, last = path
    place = table
    for key in way:
        place = place[key]
    place[last] = number
    return json.dumps(table, separators=(",", ":")).encode()


BODIES = [body_of(line) for line in chained(bodies(SETUP, INPUTS, before=End(0, 3, "")))]
PLACES = [(line, path) for line, body in enumerate(BODIES) for path in numbers(json.loads(body))]


def use(source: Source) -> None:
    """Do with a game all that the commands do."""
    game = reported_game(source)
    html_page(game)
    as_json(game)
    list(lines_of(source))
    export(source, as_csv=True)
    export(source, as_csv=False)
    for as_text in (False, True):
        print_replay(source, as_json=as_text, out=StringIO())


VARIANTS = [(place, number) for place in PLACES for number in EXTREMES]


HEAD_OF = Head(2, 20 * S, BOOT, S, S, 1, End(1, 1, ""))
HEAD_PATHS = list(numbers(json.loads(encoded(HEAD_OF))))


@pytest.mark.parametrize("step", [83, pytest.param(10, marks=pytest.mark.slow)])
def test_no_number_of_a_journal_keeps_its_clock_from_starting_or_a_command_from_its_end(
    step: int, evening: JournalTable
) -> None:
    evening.is_whole = False
    began = [((0, ("began_ns",)), 2**63 - 1)]
    of_head = [((None, path), number) for path in HEAD_PATHS for number in EXTREMES]
    for (line, path), number in [*began, *of_head[:: step // 4 + 1], *VARIANTS[::step]]:
        shutil.rmtree(evening.path, ignore_errors=True)
        evening.path.mkdir()
        lines = [*BODIES]
        if line is not None:
            lines[line] = changed(BODIES[line], path, number)
        game = relinked(lines)
        game_file(evening.path, 1).write_bytes(game)
        end = end_of(1, game.splitlines(keepends=True))
        slots = [encoded(replace(HEAD_OF, sequence=each, last=end)) for each in (2, 1)]
        if line is None:
            slots = [changed(each, path, number) for each in slots]
        halves = (relinked([each]).ljust(HALF_BYTES, b"\0") for each in slots)
        (evening.path / HEAD).write_bytes(b"".join(halves))
        with bounded():
            list_games(JournalGames(evening.path))
        for command in (
            lambda: use(read_source("last", evening.path)),
            lambda: verify(evening.path, None, StringIO()),
        ):
            with suppress(Problem, Refused), bounded():
                command()
        with bounded():
            evening.switch_on(boot=OTHER_BOOT if number % 2 else BOOT).settle()
        evening.journal.close()
