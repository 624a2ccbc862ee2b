"""Lines of a file that another program wrote, with bounds for what no tournament has."""

from io import StringIO

from clock.rules.message import Problem

LINE_MAX, LINES_MAX = 20_000, 100_000
"""A report's line of 999 rounds has 10,081 characters, and 50 rounds of 1,999 tables fit."""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, each with its end as it is.

    Raises Problem where there are too many, or for one that is too long.
    """
    if max(map(text.count, "\r\n")) > LINES_MAX:
        raise Problem("expected at most {most} lines", most=LINES_MAX)
    lines = [*StringIO(text, newline="")]
    for number, line in enumerate(lines, start=1):
        if len(line) > LINE_MAX:
            raise Problem(
                "line {number}: expected at most {most} characters", number=number, most=LINE_MAX
            )
    return lines
