"""A round as the rounds of its sections: nothing is lost, and tables are the section's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rounds.byes import ByeKind
from clock.rounds.pairings import Bye, Pairing, read_round
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round, as_trf
from clock.rounds.sections import by_section, in_section
from clock.rounds.trf import read_trf
from clock.rules.message import Problem
from clock.rules.seats import Colour
from tests.rounds.test_pairings import REPORT


def paired(*tables: int) -> tuple[Pairing, ...]:
    return tuple(Pairing(1, str(table), f"B{table}", f"W{table}") for table in tables)


numbers = st.integers(1, 30)


@given(
    st.sets(numbers, min_size=1), st.sets(numbers), st.dictionaries(numbers, st.sampled_from("AB"))
)
def test_each_table_is_in_the_round_of_its_own_section_with_who_is_absent(
    tables: set[int], absent: set[int], sections: dict[int, str]
) -> None:
    away: dict[str, tuple[Colour, ...]] = {str(table): (Colour.BLACK,) for table in tables & absent}
    byes = (Bye(1, "Eva", ByeKind.HALF),)
    whole = Round(1, paired(*tables), byes=byes, absent=away)
    parts = by_section(whole, lambda table: sections.get(int(table), ""))
    for part in parts:
        assert {sections.get(int(each.table), "") for each in part.pairings} == {part.section}
        assert set(part.absent) == {each.table for each in part.pairings} & set(away)
    assert len({part.section for part in parts}) == len(parts)
    assert {each for part in parts for each in part.pairings} == set(whole.pairings)
    assert [bye for part in parts for bye in part.byes] == [*byes]


@pytest.mark.parametrize("tables", [(1, 2, 3), (51, 52, 53), (61, 62, 63)])
def test_tables_that_are_not_the_sections_count_from_its_first(tables: tuple[int, ...]) -> None:
    hall = in_section(Round(1, paired(*tables)), "U12", (51, 70))
    first = 61 if tables[0] == 61 else 51
    assert [int(each.table) for each in hall.pairings] == [first, first + 1, first + 2]
    assert [each.black for each in hall.pairings] == [f"B{table}" for table in tables]
    assert hall.section == "U12"


def test_a_table_that_the_section_does_not_have_is_refused() -> None:
    with pytest.raises(Problem, match="table 53 is not in section U12, which has tables 51 to 52"):
        in_section(Round(1, paired(1, 2, 3)), "U12", (51, 52))


@pytest.mark.parametrize(("first", "last"), [(1, 9), (2, 9), (51, 60)])
def test_a_report_of_a_section_gets_the_results_of_the_sections_tables(
    first: int, last: int
) -> None:
    whole = Round(2, read_round(REPORT.encode(), 2).pairings, report=REPORT)
    round_ = in_section(whole, "U12", (first, last))
    assert as_trf(round_, {}) == REPORT
    table = round_.pairings[1].table
    assert int(table) == first + 1
    entry = ResultEntry(2, table, 1, Outcome.DRAW, ResultStep.CONFIRMED, "Eva", "", "", "U12")
    players = read_trf(as_trf(round_, {table: entry})).players.values()
    assert [player.rounds[1].result for player in players] == [" ", " ", "=", "=", "U"]
