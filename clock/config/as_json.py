"""What `clapper check --json` prints: a configuration as it was read, or its mistakes."""

from pathlib import Path
from typing import Any

import msgspec

from clock.config import DEFAULT_FILE, ConfigError, read_config
from clock.notation.setup_table import table_from_setup
from clock.rules.message import Message


def checked(path: Path | None) -> tuple[bytes, bool]:
    """Return a document in English about a configuration, and whether it is valid.

    The organizer's code is not in it.
    """
    file = str(path or DEFAULT_FILE)
    try:
        config = read_config(path)
    except ConfigError as error:
        mistakes = [_mistake(message) for message in error.messages]
        return _document({"file": file, "valid": False, "mistakes": mistakes}), False
    found = {
        "file": None if config.file is None else file,
        "valid": True,
        "setup": table_from_setup(config.setup),
        "names": config.names,
        "wiring": config.wiring,
        "settings": config.settings,
        "skipped": list(map(str, config.skipped)),
        "doubts": [_mistake(message) for message in config.doubts],
    }
    return _document(found), True


def _document(found: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def _mistake(message: Message) -> dict[str, object]:
    """A mistake with its line and its key, as far as it has them."""
    place, problem = message.values["place"], message.values["problem"]
    found: dict[str, object] = {}
    if isinstance(place, Message):
        found["line"] = place.values["number"]
    if isinstance(problem, Message) and set(problem.values) == {"place", "problem"}:
        found["key"], problem = problem.values["place"], problem.values["problem"]
    return {**found, "problem": str(problem)}
