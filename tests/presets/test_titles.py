"""A preset's row, on the clock and on the page, has every figure of its time control."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import pytest

from clock.presets import find_presets
from clock.rules.control import Control, Method
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.language import LANGUAGES, speaking, tr
from clock.text.rows import cut_title

OFFERS = [offer for offer in find_presets().offers if offer.setup.match is None]


def figures(control: Control) -> Iterator[set[str]]:
    """The figures of a control, each in the units that it may have; of equal periods how many."""
    for period, same in groupby(control):
        if (count := len([*same])) > 1:
            yield {str(count)}
        yield from ({str(each)} for each in (period.moves, period.count) if each)
        if period.method is not Method.COUNTUP:
            yield in_units(period.time_ns)
    yield from map(in_units, {period.bonus_ns for period in control if period.bonus_ns})


def in_units(time_ns: int) -> set[str]:
    units = (SECOND_NS, MINUTE_NS, HOUR_NS)
    return {str(time_ns // unit) for unit in units if time_ns % unit == 0}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_row_of_a_preset_has_every_figure_of_its_time_control(code: str) -> None:
    rows = set()
    with speaking(code):
        for offer in OFFERS:
            row = cut_title(tr(offer.title))
            found = Counter(re.findall(r"\d+", row))
            controls = dict.fromkeys((offer.setup.left, offer.setup.right))
            for each in (figure for control in controls for figure in figures(control)):
                match = next((word for word in sorted(each) if found[word]), None)
                assert match is not None, (row, each)
                found[match] -= 1
            assert (offer.game, row) not in rows
            rows.add((offer.game, row))
