"""What was meant by a line that is no TOML: decimal commas, curly quotes, words without quotes."""

import json
import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, get_type_hints

from clock.rules.message import Message, Problem, placed
from clock.rules.regulations import Regulations
from hal.message import nearest as nearest  # for rooms that know nothing of the body

SECRETS = ("code",)
"""Keys whose values are in no message."""
_NO_SECRETS = {"organizer": ("amounts", "opens")}
"""Tables with a secret, and the keys there that cannot be a misspelt one."""
SHOWN_MAX = 60
"""Letters of a line that a message quotes."""

_LINE_MAX = 200
"""A longer line is quoted in part, but not repaired."""

_CURLY = str.maketrans({**dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‘’‚‛′‹›", "'")})
_DASHES = str.maketrans(dict.fromkeys("−–—", "-"))
_LISTS = ("amounts", "bus_pins")
"""Keys whose commas divide a list."""
_switches = (key for key, kind in get_type_hints(Regulations).items() if kind is bool)
_TRUTHS = ("sound", "lit_when_high", "any", "carry", "repeat", *_switches)
"""Keys whose values are true or false."""
_ASSIGNED = re.compile(r"\s*(?P<key>[^=:\"'\[{]+?)\s*(?P<sign>:=|=+|:|\s(?=[\"'\d]))\s*(?P<raw>.*)")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_OTHER_COMMENT = re.compile(r"(?P<line>.*?)(?P<found>(?:^|\s)(?://|;|--)\s*(?P<comment>.*))")
_HEADER = re.compile(r"\s*[\[(<]*(?P<name>[\w.-]+(?: [\w.-]+)?)[\])>:]*\s*")
_ANOTHER = re.compile(r"(?P<value>.+?)[,;]?\s+[\w.-]+\s*=.*")
_ITEM = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,;]+")
_PASSWORD = re.compile(r"://[^/\s]{0,200}@")
_SUM = re.compile(r"[\"']\s*[+,;]\s*[\"']")
_LISTED = re.compile(r"[\[(](?P<in>.*)[\])]|(?P<out>[\d:.\"'].*[,;].*)")
_LISTED_ITEM = re.compile(r"\"[^\"]*\"|'[^']*'|[+-]?[\d:.]+")
_REPAIRS = (
    (r"(?i)true", "true"),
    (r"(?i)false", "false"),
    (r"(?i)(none|null|nil|no|off)", '"none"'),
    (r"([+-]?\d+),(\d+)", r"\1.\2"),
    (r"([+-]?)(\.\d+)", r"\g<1>0\2"),
    (r"([+-]?\d+)\.", r"\1"),
    (r"(?i)(?:gpio|bcm|d)[ _.]?(\d+)", r"\1"),
    (r"(?!0x)(\d+(?:\.\d+)?) ?(?:ms|%|mb|MB|px|x|°)", r"\1"),
    (r"(\d+),(\d+) ?(?:ms|%|mb|MB)", r"\1.\2"),
    (r"0+(\d+)", r"\1"),
)
"""What a value looks like, and how TOML writes it."""
_REPAIRS_OF_KEYS = (
    (r"address", r"(?:0[xX] ?|[xX$])?([0-9A-Fa-f]{2})[hH]?", r"0x\1"),
    (r"(?!control).*", r"(\d{1,3}) ?(?:min(?:utes?)?|['′m])", r'"\1:00"'),
    ("|".join(_TRUTHS), r"(?i)(yes|on|ano|ja|oui|sí|si|tak|да|예)", "true"),
    ("|".join(_TRUTHS), r"(?i)(no|off|ne|nein|non|nie|нет|아니요|아니오)", "false"),
)
"""The same for some keys."""
_ANOTHER_UNIT = {
    "address": {"78": "0x3C", "7a": "0x3D"},
    "rotate": {"90": "1", "180": "2", "270": "3"},
}
"""Values as they are printed on a module, and in degrees."""
_UNIT = re.compile(r"[\"']?(?:0x|x|\$)?([0-9a-f]+)h? ?(?:°|deg\w*)?[\"']?")
_KEY_NAME = re.compile(r"\"((?:KEY|BTN)_\w+|[A-Z])\"", re.IGNORECASE)
"""A key without its device, in quotes."""
_HEADED = re.compile(r"\s*(\[[\w.]+\])\s*([^\s#].*)")
_ODD_SPACE = re.compile(r"[^\S \t]|[\u200b-\u200f\u2060\ufeff]")


class Mistyped(NamedTuple):
    """A part of a line that is no TOML, and what to write there instead."""

    found: str
    repair: str

    def message(self) -> Message:
        """Return a mistake as found, with its remedy."""
        found, repair = shown(self.found), self.repair
        if self.found.translate(_CURLY) == repair:
            straight = "got {found}: use straight quotes, as in {repair}"
            return Message(straight, found=found, repair=repair)
        return Message("got {found}: write {repair}", found=found, repair=repair)


def shown(text: str) -> str:
    """Return a text as messages quote it, cut if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}..."


def not_one_of(value: object, known: Collection[object], *, search: bool = True) -> Message:
    """Return the message about a value that is not known, with the name that was meant."""
    names = ", ".join(map(str, known))
    quoted = as_written(value) if isinstance(value, bool) else repr(value)
    if search and (meant := nearest(value, known)) is not None:
        close = "expected one of {names}, got {value}: did you mean {meant}?"
        return Message(close, names=names, value=quoted, meant=meant)
    return Message("expected one of {names}, got {value}", names=names, value=quoted)


def name_meant(place: str, name: str | None, names: Collection[str]) -> str | None:
    """Return the name that is meant, in whatever letters; raises Problem, with the place."""
    if name is None:
        return None
    for each in names:
        if each.casefold() == name.casefold():
            return each
    raise Problem(placed(place, not_one_of(name, names)))


def is_secret(lines: Sequence[str], number: int) -> bool:
    """Return whether a line, from 1, may have a value that is in no message."""
    line = lines[number - 1].casefold()
    key = re.split(r"[^\w]", line.strip(), maxsplit=1)[0]
    usual = _NO_SECRETS.get(_table_of(lines, number), (key,))
    return has_password(line) or any(each in line for each in SECRETS) or key not in usual


def _table_of(lines: Sequence[str], number: int) -> str:
    """The table in which a line stands; empty without one."""
    before = reversed(lines[:number])
    return next((each.strip(" \t[]") for each in before if each.lstrip().startswith("[")), "")


def has_password(text: object) -> bool:
    """Return whether a text has an address with a password in it."""
    return isinstance(text, str) and _PASSWORD.search(text) is not None


def mistake_in(lines: Sequence[str], number: int, problem: Message) -> Message:
    """Return the message about a line, from 1, at which a text ceases to be TOML."""
    line = lines[number - 1] if number <= len(lines) else ""
    if not line.strip() or is_secret(lines, number):
        return problem
    if len(line) > _LINE_MAX:
        return Message("got {found}: {problem}", found=shown(line), problem=problem)
    if (earlier := _earlier(lines, number)) is not None:
        again = "got {found} again: it is in line {number} already"
        return Message(again, found=shown(_begin(line)), number=earlier)
    if _ODD_SPACE.search(line) and _reads(_ODD_SPACE.sub(" ", line)):
        odd = "got {found}: type its spaces again, one of them is another character"
        return Message(odd, found=shown(line))
    if (headed := _HEADED.fullmatch(_COMMENT.sub("", line))) and _reads(headed[1]):
        alone = "got {found}: expected a line with {table} alone"
        return Message(alone, found=shown(line), table=headed[1])
    if (mistyped := _mistyped(line, _table_of(lines, number))) is not None:
        return mistyped.message()
    found = _ASSIGNED.fullmatch(_COMMENT.sub("", line))
    raw = line if found is None else found["raw"]
    if found is not None and not raw:
        return Message('expected a value after "="')
    if found is not None and (more := _ANOTHER.fullmatch(raw)) and _value(more["value"], ""):
        return Message("got {found}: expected a line for each key", found=shown(raw))
    return Message("got {found}: {problem}", found=shown(raw), problem=problem)


def _begin(line: str) -> str:
    """A line's key, or its table in brackets."""
    return line.strip() if line.lstrip().startswith("[") else line.partition("=")[0].strip()


def _earlier(lines: Sequence[str], number: int) -> int | None:
    """The line that has the same key in the same table, or the same table."""
    line = _COMMENT.sub("", lines[number - 1])
    if not _reads(line):
        return None
    for earlier in range(number - 1, 0, -1):
        other = _COMMENT.sub("", lines[earlier - 1])
        if _begin(other) == _begin(line):
            return earlier
        if other.lstrip().startswith("[") and not line.lstrip().startswith("["):
            return None
    return None


def _mistyped(line: str, table: str = "") -> Mistyped | None:
    plain = _COMMENT.sub("", line).strip()
    comment = _OTHER_COMMENT.fullmatch(line)
    if comment is not None and _reads(comment["line"]):
        return Mistyped(comment["found"].strip(), f"# {comment['comment']}".strip())
    header = _HEADER.fullmatch(plain)
    if header is not None and not plain.replace(" ", "").isalnum():
        table = f"[{header['name'].replace(' ', '.')}]"
        return Mistyped(plain, table) if _reads(table) else None
    found = _ASSIGNED.fullmatch(plain)
    if found is None or not found["raw"]:
        return None
    value = _value(found["raw"], found["key"])
    if value is not None and table == "lines":
        value = _line_value(value)
    if value is None:
        return None
    if found["sign"] == "=" and _reads(f"{found['key']} = 0"):
        return Mistyped(found["raw"], value)
    key = re.sub(r"\s+", "_", found["key"])
    whole = f"{key} = {value}"
    return Mistyped(plain, whole) if _reads(whole) else None


def _line_value(value: str) -> str | None:
    """A value of the table of lines: no text, unless it is a key; then with a device."""
    name = _KEY_NAME.fullmatch(value)
    if name is not None:
        return f'"any:{"KEY_" * (len(name[1]) == 1)}{name[1].upper()}"'
    return value if value[0] not in "\"'" or ":" in value or value == '"none"' else None


def _value(raw: str, key: str) -> str | None:
    """A value in TOML, or None if it is unclear."""
    return next((value for value in _values(raw, key) if _reads(f"x = {value}")), None)


def _values(raw: str, key: str) -> Iterator[str]:
    raw = raw.strip()
    unit = _UNIT.fullmatch(raw.lower())
    if unit is not None and unit[1] in _ANOTHER_UNIT.get(key, ()):
        yield _ANOTHER_UNIT[key][unit[1]]
    yield raw
    yield raw.translate(_CURLY)
    yield unicodedata.normalize("NFKC", raw).translate(_DASHES)
    plain = raw.rstrip(",;") if raw.rstrip(",;.").isdigit() else raw.rstrip(",;.")
    yield plain
    if key not in _LISTS:
        yield from _repaired(plain, key)
    yield from _listed(raw, key)
    for text in (plain, plain.translate(_CURLY)):
        yield from _quoted(text)
    if raw.startswith("{"):
        table = re.sub(r"([\w\"]+)\s*:\s*", r"\1 = ", raw).replace(";", ",").rstrip("}, ")
        yield f"{table} }}"
    if plain[:1] not in tuple("\"'[{(=") and not re.search(r"\w\s*=|^0x|^[\d ]+$", plain):
        yield in_quotes(plain)


def _repaired(raw: str, key: str) -> Iterator[str]:
    if re.fullmatch(r"\d+[\dO]*", raw):
        yield raw.replace("O", "0")
    of_key = ((each[1], each[2]) for each in _REPAIRS_OF_KEYS if re.fullmatch(each[0], key))
    for pattern, repair in (*of_key, *_REPAIRS):
        if (found := re.fullmatch(pattern, raw)) is not None:
            yield found.expand(repair)


def _listed(raw: str, key: str) -> Iterator[str]:
    listed = _LISTED.fullmatch(raw)
    if listed is None and key not in _LISTS:
        return
    items = _ITEM.findall(raw if listed is None else listed["in"] or listed["out"])
    if (len(items) > 1 or key in _LISTS) and all(map(_LISTED_ITEM.fullmatch, items)):
        yield f"[{', '.join(_value(item, '') or '' for item in items)}]"


def _quoted(raw: str) -> Iterator[str]:
    """A text whose closing quote is missing, or that has its own quotes in it."""
    if raw[:1] not in tuple("\"'"):
        return
    if raw[-1] in "\"'" and raw[-1] != raw[0]:
        yield f"{raw[:-1]}{raw[0]}"
    yield f"{raw}{raw[0]}"
    if len(raw) > 1 and raw[-1] == raw[0] and not _SUM.search(raw):
        yield in_quotes(raw[1:-1])


def in_quotes(text: str) -> str:
    """Return a TOML string, without backslashes where possible."""
    if ("\\" in text or '"' in text) and "'" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)


def as_written(raw: object) -> str:
    """Return a text, number or truth as TOML and JSON have it."""
    return in_quotes(raw) if isinstance(raw, str) else json.dumps(raw)


def rewritten(raw: object, kind: type, key: str) -> str | None:
    """Return how a value is written as another kind; None if that is not clear."""
    if kind is str:
        return None if isinstance(raw, bool) else in_quotes(str(raw))
    if kind is int and isinstance(raw, float) and raw.is_integer():
        return str(int(raw))
    if kind is list:
        return f"[{as_written(raw)}]"
    if not isinstance(raw, str) or len(raw) > SHOWN_MAX or (value := _value(raw, key)) is None:
        return None
    found = type(tomllib.loads(f"x = {value}")["x"])
    return value if found is kind or (found, kind) == (int, float) else None


def _reads(line: str) -> bool:
    """Whether a line is TOML."""
    try:
        tomllib.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
