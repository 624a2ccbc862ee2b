"""Time controls as programs write them, rewritten as people do: GTP, XBoard, UCI, CSA, cutechess.

Their numbers are seconds or milliseconds, which a person would not mean.
"""

import re
from collections.abc import Callable, Sequence

_BASE = r"(\d+(?::\d\d)?)"
"""XBoard's minutes, or minutes and seconds."""
_INCREMENT = r"(\d+(?:\.\d+)?)"
_TC = r"(?:(\d+)/)?(?:(\d+):)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?"
_LISTS = "(?:ccrl|cegt|ssdf)"
_REPEATED = r"(\d{1,3})/(\d{1,3})(?: repeating)?"
_WTIME = r"(?=.*\bwtime (\d+))(?=.*\bbtime \1\b)"


def _json(key: str) -> str:
    return rf"(?=.*\b{key}\W+(\d+))"


_TIME = r"(\d+ ?(?:s|sec\w*|m|min\w*|h|hrs?|hours?))\b"
_MAIN, _PERIOD, _PERIODS = "main time", "time per period|period (?:time|length)", "periods"
_STONES = "stones per period|stones"
_IN_LINE = (
    rf"(?:(?:time control|time system|system|{_MAIN}|{_PERIOD}|(?:number of )?{_PERIODS}|{_STONES}|"
    r"canadian|japanese|byo-?yomi|default)\b\W*|"
    r"\d+(?: ?(?:s|sec\w*|m|min\w*|h|hrs?|hours?))?\b\W*)+"
)
"""A table in one line: names and values."""
_FOR_MATCH = "(?:rated|unrated|white|black|[ruwb])"


def _line(key: str, value: str) -> str:
    return rf"(?=.*\b(?:{key})\W+{value})"


_PATTERNS: tuple[tuple[str, str | Callable[[Sequence[str]], str]], ...] = (
    (
        _line(_MAIN, _TIME) + _line(_PERIOD, _TIME) + _line(_STONES, r"(\d+)\b") + _IN_LINE,
        r"\1 + \3 stones in \2",
    ),
    (
        _line(_MAIN, _TIME) + _line(_PERIOD, _TIME) + _line(_PERIODS, r"(\d+)\b") + _IN_LINE,
        r"\1 + \3 x \2 byo-yomi",
    ),
    (
        rf"(?:/?match (?=\S*[^\W\d])\S{{2,}}|/?seek) (\d{{1,3}}) (\d{{1,2}})(?: {_FOR_MATCH})+",
        r"\1m + \2s a move",
    ),
    (r"/match (?=\S*[^\W\d])\S{2,} (\d{1,3}) (\d{1,2})", r"\1m + \2s a move"),
    (r"(?:\d+ )?(?:kgs-)?time_settings (\d+) (\d+) ([1-9]\d*)", r"\1s + \3 stones in \2s"),
    (r"(?:\d+ )?(?:kgs-)?time_settings (\d+) 0 0", r"\1s"),
    (r"(?:kgs|kata)-time_settings byoyomi (\d+) (\d+) (\d+)", r"\1s + \3x\2s"),
    (r"(?:kgs|kata)-time_settings canadian (\d+) (\d+) (\d+)", r"\1s + \3 stones in \2s"),
    (r"(?:kgs|kata)-time_settings absolute (\d+)", r"\1s"),
    (r"kata-time_settings fischer (\d+) (\d+)", r"\1s + \2s a move"),
    (
        rf"{_json('main_time')}{_json('period_time')}{_json('periods')}.*\bbyoyomi\b.*",
        r"\1s + \3x\2s",
    ),
    (
        rf"{_json('main_time')}{_json('period_time')}{_json('stones_per_period')}.*\bcanadian\b.*",
        r"\1s + \3 stones in \2s",
    ),
    (
        rf"{_json('initial_time')}{_json('time_increment')}.*\bfischer\b.*",
        r"\1s + \2s a move",
    ),
    (rf"{_json('total_time')}.*\babsolute\b.*", r"\1s"),
    (rf"{_json('per_move')}.*\bsimple\b.*", r"\1s per move"),
    (r"tm\[0\] ?ot\[(\d+) simple\]", r"\1s per move"),
    (r"\$?time_limit:(\d+):(\d\d)\+00", r"\1h\2m"),
    (r"\$?time_limit:(\d+):(\d\d)\+(\d+)", r"\1h\2m + 1x\3s"),
    (r"\$?time:(\d+)\+(\d+)\+0", r"\1s + 1x\2s"),
    (rf"level 0 {_BASE} {_INCREMENT}", lambda found: f"{_base(found[0])} + {found[1]}s a move"),
    (rf"level (\d+) {_BASE} 0", lambda found: f"{found[0]}/{_base(found[1])}"),
    (rf"-tc {_BASE} -inc {_INCREMENT}", lambda found: f"{_base(found[0])} + {found[1]}s a move"),
    (rf"-mps (\d+) -tc {_BASE}", lambda found: f"{found[0]}/{_base(found[1])}"),
    (rf"-tc {_BASE} -mps (\d+)", lambda found: f"{found[1]}/{_base(found[0])}"),
    (rf"(?:.* )?-each (?:.* )?tc={_TC}(?: .*)?", lambda found: _cutechess(found)),
    # Lists of engines' ratings: moves, and minutes for them again and again.
    (rf"{_LISTS}(?: rating list)?:? {_REPEATED}", r"\1 moves in \2 min repeating"),
    (
        rf"(?:very short|short|long|v?[sl]tc|fishtest)(?: smp)?:? {_INCREMENT}\+(\d*\.\d+)"
        r"(?: th(?:reads)? ?\d+)?",
        r"\1s + \2s a move",
    ),
    (r"ccrl 40(\d{1,2})", r"40 moves in \1 min repeating"),
    (rf"{_REPEATED},? \(?{_LISTS}\)?", r"\1 moves in \2 min repeating"),
    (rf"(?:{_LISTS}|tcec|ccc)(?: blitz| rapid| standard)?:? (\d.*[+'\"/].*)", r"\1"),
    # A person writes "TC=90+30", but no tenth of a second.
    (r"tc ?= ?(?:(\d+)/)?()(\d+(?:\.\d+)?)\+(0?\.\d+)", lambda found: _cutechess(found)),
    (r"(?:-each |-)?st(?: ?= ?| )(\d+(?:\.\d+)?)", r"\1s per move"),
    (r"(?:go )?movetime ?[=:]? ?(\d+)(?: ?ms)?", lambda found: f"{_ms(found[0])} per move"),
    (r"(?:go )?movetime ?[=:]? ?(\d+) ?s", r"\1s per move"),
    (rf"(?:go )?{_WTIME}(?=.*\bwinc (\d+))(?=.*\bbinc \2\b)[a-z]+ \d+(?: [a-z]+ \d+){{3}}",
        lambda found: f"{_ms(found[0])} + {_ms(found[1])} a move"),
    (rf"(?:go )?{_WTIME}(?=.*\bbyoyomi (\d+))[a-z]+ \d+(?: [a-z]+ \d+){{2}}",
        lambda found: f"{_ms(found[0])} + 1x{_ms(found[1])}"),
    (rf"(?:go )?{_WTIME}[a-z]+ \d+ [a-z]+ \d+", lambda found: _ms(found[0])),
    (r"\{?\W*(?:clock\W*)?limit\W+(\d+)\W+(?:clock\W*)?increment\W+(\d+)\W*", r"\1s + \2s a move"),
)  # fmt: skip
_OF_PROGRAMS = tuple((re.compile(pattern), instead) for pattern, instead in _PATTERNS)


def _base(written: str) -> str:
    minutes, _, seconds = written.partition(":")
    return f"{minutes}m{seconds}s" if seconds else f"{minutes}m"


def _ms(written: str) -> str:
    return f"{int(written) / 1000}s"


def _cutechess(found: Sequence[str]) -> str:
    moves, minutes, seconds, increment = found
    bonus = f" + {increment}s a move" if increment else ""
    quota = f"{moves}/" if moves and moves != "0" else ""
    return f"{quota}{minutes + 'm' if minutes else ''}{seconds}s{bonus}"


def as_people_write(text: str) -> str:
    """Return a program's text as a person would write it, and any other as it is."""
    for pattern, instead in _OF_PROGRAMS:
        if (found := pattern.fullmatch(text)) is not None:
            return found.expand(instead) if isinstance(instead, str) else instead(found.groups())
    return text
