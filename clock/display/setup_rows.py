"""The rows of a face before the start: the time control, the rules, the opening."""

from clock.rules.control import Control
from clock.rules.seats import Seat
from clock.rules.state import Setup
from clock.text.glyphs import fits
from clock.text.language import tr
from clock.text.match import number_row
from clock.text.opening import rules_and_opening
from clock.text.regulations import profile_short_name
from clock.text.rows import AnyRow, Row, Words, broken, label_of, one_text, unfinished
from clock.text.words import brief, in_groups, whole_control_rows


def setup_rows(setup: Setup, seat: Seat, rows: int) -> tuple[AnyRow, ...]:
    """Return the setup of a seat in plain words, as much as `rows` hold."""
    periods = _periods_in_rows(setup.control(seat))
    if setup.match is None and setup.opening.name == "none" and len(periods) > 1 and rows > 1:
        *most, last = periods[:rows]
        if len(periods) > rows:
            return (*most, unfinished(last))
        then = tr("then {period}").format(period=last)
        rules = (profile_short_name(setup.regulations.name),)
        texts = (Row((then,), rules), Row((last,), rules), then, last)
        return (*most, next(text for text in texts if fits(one_text(text)) or text is last))
    match = () if setup.match is None else (number_row(setup.match),)
    rules = (*match, rules_and_opening(setup.regulations.name, setup.opening))
    return (*_control_rows(setup.control(seat), max(1, rows - len(rules))), *rules)[:rows]


def _control_rows(control: Control, room: int) -> tuple[str, ...]:
    """A time control in plain words, else all of it in a row, else as much as there is room for."""
    rows = whole_control_rows(control)
    if len(rows) <= room:
        return rows
    if fits(together := brief(control)):
        return (together,)
    return (*rows[: room - 1], unfinished(rows[room - 1]))


def _periods_in_rows(control: Control) -> tuple[str, ...]:
    """All periods of a time control in rows, as short as possible."""
    texts = (brief((period,) * times) for period, times in in_groups(control))
    return tuple(map(_listed, broken(texts, lambda row: fits(_listed(row)))))


def _listed(words: Words) -> str:
    return ", ".join(map(label_of, words))
