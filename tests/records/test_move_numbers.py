"""In the log, the report and its charts a game of chess has as many moves as its players count."""

import json
import re
from pathlib import Path

import pytest

from clock.game.file import write_game
from clock.rules.inputs import Finish, Press, Result, SetMoves, Start, Stop
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.units import SECOND_NS
from tests.cli.running import printed
from tests.rules.games import setup

PLIES = 67


@pytest.mark.parametrize(("kind", "most"), [("chess", 34), ("go", PLIES)])
def test_no_number_of_a_move_is_larger_than_its_players_have_it(
    kind: str, most: int, tmp_path: Path
) -> None:
    first = Colour.WHITE if kind == "chess" else Colour.BLACK
    game, file = setup("30/10:00 then 5:00", kind=kind, first=first), tmp_path / "game.json"
    presses = [Press((n + 1) * SECOND_NS, (LEFT, RIGHT)[n % 2]) for n in range(PLIES - 1)]
    at_ns = PLIES * SECOND_NS
    corrects = SetMoves(at_ns, PLIES, "wrong count")
    ends = Stop(at_ns), corrects, Finish(at_ns, Result.LEFT, "resigned", PLIES)
    file.write_bytes(write_game(game, (Start(0), *presses, *ends)))
    log, page = printed("log", file), printed("report", file)
    table = re.findall(r"<tr><td>(\d+)</td><td>[LR]", page)
    ticks = re.findall(r'text-anchor="middle">(\d+)<', page)
    in_words = re.findall(r"[Mm]ove (\d+)", log + page)
    for found in (table, ticks, in_words):
        assert max(map(int, found)) in range(most - 4, most + 1)
    assert f"Last move {most}" in page
    black = "34, White to move → 34, Black to move"
    assert (f"moves {black}" in log) is (kind == "chess")
    data = json.loads(printed("report", "--json", file))
    assert (data["facts"]["moves"], len(data["facts"]["turns"])) == (PLIES, PLIES - 1)
