"""How written time controls are read, in words or as JSON."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec

from clock.notation.asked import question_in_words, sentence_of
from clock.notation.control_table import BySeat, table_from_control
from clock.notation.each_colour import ByColour
from clock.notation.each_side import Controls
from clock.notation.sentence import SentenceRead, not_used, read_in_sentence
from clock.notation.typed import Unclear
from clock.presets import Preset, controls_of, find_presets, own_folders
from clock.rules.refusal import SetupError
from clock.text.language import printable, render

FROM_INPUT = "-"


def print_controls(texts: Iterable[str], *, as_json: bool) -> bool:
    """Print how each text is read, a line each; return whether all are understood."""
    all_understood, presets = True, find_presets(*own_folders(os.environ)).presets
    for text in chain.from_iterable(map(_lines, texts)):
        try:
            controls, unused = _read(text, presets)
        except SetupError as error:
            all_understood = False
            line = json.dumps(_refusal(text, error)) if as_json else _asked(text, error)
        else:
            line = f"{text}: {sentence_of(controls)}"
            if as_json:
                rest = {"unused": unused} if unused else {}
                line = json.dumps({"text": text, "control": _table(controls), **rest})
            elif unused:
                print(printable(render(not_used(unused))), file=sys.stderr)
        print(printable(line))
    return all_understood


def _read(text: str, presets: Mapping[str, Preset]) -> SentenceRead:
    """What a preset's name or a written text says; raises SetupError."""
    if (preset := presets.get(text.strip())) is not None:
        return SentenceRead(Controls(*controls_of(preset)))
    return read_in_sentence(text)


def _lines(text: str) -> Iterator[str]:
    """A text, or those of the standard input, without empty lines."""
    if text != FROM_INPUT:
        yield text
        return
    for line in sys.stdin.buffer:
        if written := line.decode("utf-8-sig", "replace").strip():
            yield written


def _asked(text: str, error: SetupError) -> str:
    """Why a text is not read: it is not understood, or has meanings, which are named in words."""
    if isinstance(error, Unclear):
        return render(question_in_words(text.strip(), error))
    return render(error.message)


def _refusal(text: str, error: SetupError) -> dict[str, Any]:
    meanings = error.meanings if isinstance(error, Unclear) else ()
    return {"text": text, "error": str(error), "readings": list(map(_table, meanings))}


def _table(controls: Controls | ByColour) -> Any:
    """The periods as a game file has them, of each seat or colour where they differ."""
    if not isinstance(controls, Controls):
        tables = {each.value: table_from_control(control) for each, control in controls.items()}
        return msgspec.to_builtins(tables)
    left, right = map(table_from_control, controls)
    return msgspec.to_builtins(left if left == right else BySeat(left, right))
