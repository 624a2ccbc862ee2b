"""Results: entered, confirmed, never overwritten in silence, and written to files."""

import csv
import json
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine

from clock.desk.act_log import ActLog
from clock.desk.database import open_database
from clock.desk.rounds_store import Conflict, Rounds
from clock.rounds.pairings import Pairing, read_round
from clock.rounds.results import (
    Outcome,
    ResultEntry,
    ResultStep,
    Round,
    RoundKey,
    as_csv,
    as_json,
    as_trf,
)
from clock.rounds.trf import read_trf
from clock.rules.message import Message, Problem
from tests.rounds.test_pairings import REPORT

FIRST = RoundKey("", 1)
PAIRINGS = (Pairing(1, "1", "Ann", "Bo"), Pairing(1, "2", "=Cy()", "Di"))


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = open_database(database)
    yield engine
    engine.dispose()


def result(
    outcome: Outcome, revision: int = 0, step: ResultStep = ResultStep.ENTERED, author: str = "Eva"
) -> ResultEntry:
    return ResultEntry(1, "1", revision, outcome, step, author, "2026-11-23T10:00:00+01:00")


entries = st.lists(
    st.builds(
        result,
        st.sampled_from(Outcome),
        st.integers(0, 4),
        st.sampled_from(ResultStep),
        st.sampled_from(["Eva", "Petr"]),
    ),
    max_size=12,
)


@given(entries)
def test_whatever_is_entered_nothing_is_lost_and_nobody_is_overruled_unseen(
    entries: list[ResultEntry],
) -> None:
    engine = open_database("sqlite://")
    rounds = Rounds(engine)
    rounds.put(Round(1, PAIRINGS))
    for entry in entries:
        before = list(rounds.history(FIRST, "1"))
        found: ResultEntry | Problem
        try:
            found = rounds.enter(entry)
        except Problem as problem:
            found = problem
        match found:
            case ResultEntry():
                assert found.outcome is entry.outcome
            case Conflict(result=held):
                assert held == before[-1]
                assert entry.revision != len(before)
            case Problem():
                assert entry.step is ResultStep.CONFIRMED
                assert not before or before[-1].outcome is not entry.outcome
        history = list(rounds.history(FIRST, "1"))
        assert history[: len(before)] == before
        assert [each.revision for each in history] == list(range(1, len(history) + 1))
        if len(history) > len(before) > 0:
            assert entry.revision == len(before)
    again = Rounds(engine)
    assert list(again.history(FIRST, "1")) == list(rounds.history(FIRST, "1"))
    assert again.rounds == rounds.rounds
    engine.dispose()


def test_a_result_is_entered_confirmed_and_corrected_by_who_has_seen_it(engine: Engine) -> None:
    rounds = Rounds(engine)
    rounds.put(Round(1, PAIRINGS))
    entered = rounds.enter(result(Outcome.BLACK))
    assert rounds.enter(result(Outcome.BLACK, author="Petr")) == entered  # twice is once
    with pytest.raises(Conflict, match="table 1: Eva has entered a result"):
        rounds.enter(result(Outcome.WHITE, author="Petr"))
    for outcome, table in ((Outcome.WHITE, "1"), (Outcome.BLACK, "2")):
        with pytest.raises(Problem, match=f"table {table}: enter the result first"):
            rounds.enter(result(outcome, 1, ResultStep.CONFIRMED, "Jan")._replace(table=table))
    confirmed = rounds.enter(result(Outcome.BLACK, 1, ResultStep.CONFIRMED, "Jan"))
    corrected = rounds.enter(result(Outcome.WHITE, confirmed.revision, author="Petr"))
    assert (corrected.step, corrected.revision) == (ResultStep.ENTERED, 3)
    assert rounds.results(FIRST) == [corrected]
    with pytest.raises(Problem, match="table 7 does not play in this round"):
        rounds.enter(result(Outcome.DRAW)._replace(table="7"))


def test_results_that_are_entered_together_and_their_acts_are_all_there_or_none(
    engine: Engine,
) -> None:
    rounds, log, message = Rounds(engine), ActLog(engine), Message("told")
    rounds.put(Round(1, PAIRINGS))
    held = [rounds.enter(result(Outcome.BLACK))]
    with suppress(OSError), rounds.together() as connection:
        rounds.enter(result(Outcome.BLACK, 1, ResultStep.CONFIRMED))
        rounds.enter(result(Outcome.DRAW)._replace(table="2"))
        log.add_on(connection, "Eva", message)
        raise OSError
    for each in (rounds, Rounds(engine)):
        assert each.results(FIRST) == held
    assert log.acts() == []
    with rounds.together() as connection:
        held.append(rounds.enter(result(Outcome.DRAW)._replace(table="2")))
        log.add_on(connection, "Eva", message)
        with pytest.raises(Conflict):  # which leaves the others as they are
            rounds.enter(result(Outcome.WHITE))
    for each in (rounds, Rounds(engine)):
        assert each.results(FIRST) == held
    assert [(each.who, each.text) for each in log.acts()] == [("Eva", message)]


def test_another_desk_on_the_same_database_is_not_overruled(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'desk.sqlite'}")
    one = Rounds(engine)
    one.put(Round(1, PAIRINGS))
    other = Rounds(engine)
    one.enter(result(Outcome.BLACK))
    with pytest.raises(Conflict):
        other.enter(result(Outcome.WHITE))
    engine.dispose()


def test_players_of_a_table_with_a_result_stay(engine: Engine) -> None:
    rounds = Rounds(engine)
    rounds.put(Round(1, PAIRINGS))
    rounds.enter(result(Outcome.BLACK))
    other = (Pairing(1, "1", "Ann", "Zed"), PAIRINGS[1])
    for pairings in (other, PAIRINGS[1:]):
        with pytest.raises(Problem, match="table 1 already has a result"):
            rounds.put(Round(1, pairings))
    rounds.put(Round(1, (PAIRINGS[0], Pairing(1, "2", "New", "Di"))))
    assert rounds.rounds[FIRST].pairings[1].black == "New"


def test_a_table_and_json_have_every_pairing_and_no_formula(engine: Engine) -> None:
    rounds = Rounds(engine)
    rounds.put(round_ := Round(1, PAIRINGS))
    held = {"1": rounds.enter(result(Outcome.DRAW))}
    first, second = csv.DictReader(StringIO(as_csv(round_, held)))
    assert (first["result"], first["step"]) == ("draw", "entered")
    assert (second["black"], second["result"]) == ("'=Cy()", "")
    tables = json.loads(as_json(round_, held))["tables"]
    assert [table["result"] and table["result"]["outcome"] for table in tables] == ["draw", None]


@pytest.mark.parametrize(
    ("outcome", "black", "white"),
    [
        (Outcome.BLACK, "1", "0"),
        (Outcome.WHITE, "0", "1"),
        (Outcome.DRAW, "0.5", "0.5"),
        (Outcome.BLACK_FORFEIT, "1", "0"),
        (Outcome.WHITE_FORFEIT, "0", "1"),
        (Outcome.BOTH_LOSE, "0", "0"),
        (Outcome.VOID, "", ""),
    ],
)
def test_a_result_is_worth_what_the_rules_say(outcome: Outcome, black: str, white: str) -> None:
    (row, _) = csv.DictReader(StringIO(as_csv(Round(1, PAIRINGS), {"1": result(outcome)})))
    assert (row["points_black"], row["points_white"]) == (black, white)


def test_players_with_one_name_keep_their_own_results_in_the_report(engine: Engine) -> None:
    report = REPORT.replace("Lind,Bo  ", "Novák,Jan").replace("Berg,Eva   ", "Kim,Min-jun")
    rounds = Rounds(engine)
    rounds.put(round_ := Round(2, read_round(report.encode(), 2).pairings, report=report))
    entered = rounds.enter(result(Outcome.DRAW)._replace(round=2, table="2"))
    held = {"2": rounds.enter(entered._replace(step=ResultStep.CONFIRMED))}
    players = read_trf(as_trf(round_, held)).players.values()
    assert [player.rounds[1].result for player in players] == [" ", " ", "=", "=", "U"]


def test_only_what_is_confirmed_goes_into_the_report(engine: Engine) -> None:
    rounds = Rounds(engine)
    pairings = read_round(REPORT.encode(), 2).pairings
    rounds.put(round_ := Round(2, pairings, report=REPORT))
    held = {"1": rounds.enter(result(Outcome.WHITE_FORFEIT)._replace(round=2))}
    assert as_trf(round_, held) == REPORT
    held["1"] = rounds.enter(held["1"]._replace(step=ResultStep.CONFIRMED))
    assert "2 b -" in as_trf(round_, held)
    with pytest.raises(Problem, match="not imported as a tournament report"):
        as_trf(Round(1, PAIRINGS), {})
