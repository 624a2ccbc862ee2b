"""Help in the width of the terminal, which COLUMNS overrides."""

import argparse
import re
from collections.abc import Iterator

from clock.text.language import tr
from clock.text.rows import columns, indented, padded, terminal_width
from clock.text.rows import lines as lines_of

EXAMPLE = re.compile(r"  (\S.*?)(?: {2,}(\S.*))?")
"""A line of the examples: a command, and what it does."""


class HelpFormatter(argparse.HelpFormatter):
    """A formatter that counts columns of the terminal, and keeps the lines of examples."""

    def __init__(self, prog: str) -> None:
        usage = tr("usage: ")
        wide = columns(usage) - len(usage)  # argparse counts letters in the usage
        super().__init__(prog, width=max(20, terminal_width() - 2 - 4 * wide))

    def _format_action(self, action: argparse.Action) -> str:
        name = self._format_action_invocation(action)
        wide = " " * (columns(name) - len(name))
        return super()._format_action(action).replace(f"{name}{wide}", name, 1)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return list(lines_of(text, lambda line: columns(line) <= width))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(f"{indent}{line}" for line in _filled(text, width))


def _filled(text: str, width: int) -> Iterator[str]:
    """Yield a text's lines: paragraphs anew, examples as they are if there is room."""
    examples = [found for line in text.splitlines() if (found := EXAMPLE.fullmatch(line))]
    column = max((columns(found[1]) for found in examples if found[2]), default=0) + 2
    for paragraph in re.split(r"\n(?=  )|\n\n|(?<=:)\n", text.rstrip("\n")):
        example = EXAMPLE.fullmatch(paragraph)
        if example is None:
            yield from ("", *lines_of(paragraph, lambda line: columns(line) <= width))
        elif width - column >= column or not example[2]:
            room = f"  {padded(example[1], column)}"
            yield from indented(example[2] or "", width, first=room, following=" " * len(room))
            if not example[2]:
                yield room.rstrip()
        else:
            yield f"  {example[1]}"
            yield from indented(example[2], width, first="      ", following="      ")
