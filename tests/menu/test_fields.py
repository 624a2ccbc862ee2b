"""The fields of an entry: they begin with what was there, and are read as what was entered."""

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.menu.fields import FORMS, bonus_fields, number_fields, time_entry, value_of
from clock.menu.levels import Entered, Entry
from clock.rules.units import HOUR_NS, SECOND_NS

TOO_LONG_NS = 1000 * HOUR_NS


@given(st.integers(0, 2 * TOO_LONG_NS))
@example(TOO_LONG_NS - 1)
@example(TOO_LONG_NS)
def test_an_entry_begins_with_the_time_or_number_that_was_there_as_far_as_it_has_fields(
    length_ns: int,
) -> None:
    seconds = length_ns // SECOND_NS
    for entry, whole in (
        (time_entry(length_ns, ""), seconds * SECOND_NS),
        (Entry(Entered.SHORT_TIME, bonus_fields(length_ns), ""), seconds * SECOND_NS),
        (Entry(Entered.NUMBER, number_fields(seconds), ""), seconds),
    ):
        tops = FORMS[entry.what].tops
        assert all(0 <= field <= top for field, top in zip(entry.fields, tops, strict=True))
        assert value_of(entry) == min(whole, value_of(replace(entry, fields=tops)))
