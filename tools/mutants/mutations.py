"""The mutants of a place, as mutmut makes them, and a draw that other changes do not move."""

import difflib
import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import libcst
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace

from tools.mutants.places import Place


class Mutant(NamedTuple):
    """One fault in one file."""

    key: str
    """The same as long as its function has the same code in this place."""
    file: Path
    text: str
    """The whole file with the fault."""
    lines: range
    """The lines of the file as it is that the fault replaces, from 1."""
    before: str
    after: str
    """These lines without indents, and what they become."""
    diff: str


class _Drawn(NamedTuple):
    key: str
    file: Path
    module: libcst.Module
    mutation: Mutation


def draw(root: Path, place: Place, count: int, seed: int) -> list[Mutant]:
    """Return `count` mutants, or all if there are fewer, in the order of their keys."""
    found = (each for file in place.files(root) for each in _of_file(root, file, seed))
    return [_mutant(each) for each in sorted(found, key=lambda each: each.key)[:count]]


def _of_file(root: Path, file: Path, seed: int) -> Iterator[_Drawn]:
    source = (root / file).read_text(encoding="utf-8")
    module, mutations, _classes, _functions = create_mutations(str(file), source)
    same: Counter[tuple[str, ...]] = Counter()
    for mutation in mutations:
        function = mutation.contained_by_top_level_function
        if not isinstance(function, libcst.FunctionDef):  # what mutmut does not try either
            continue
        before, after = (
            module.code_for_node(node) for node in (mutation.original_node, mutation.mutated_node)
        )
        words = (str(seed), str(file), function.name.value, before, after)
        same[words] += 1
        key = hashlib.sha256("\0".join((*words, str(same[words]))).encode()).hexdigest()[:12]
        yield _Drawn(key, file, module, mutation)


def _mutant(drawn: _Drawn) -> Mutant:
    module = deep_replace(drawn.module, drawn.mutation.original_node, drawn.mutation.mutated_node)
    assert isinstance(module, libcst.Module)
    old, new = (each.code.splitlines(keepends=True) for each in (drawn.module, module))
    changes = [each for each in difflib.SequenceMatcher(None, old, new, False).get_opcodes()
               if each[0] != "equal"]  # fmt: skip
    (_, first, _, new_first, _), (_, _, last, _, new_last) = changes[0], changes[-1]
    diff = difflib.unified_diff(old, new, str(drawn.file), str(drawn.file), n=2)
    return Mutant(
        drawn.key,
        drawn.file,
        module.code,
        range(first + 1, max(last, first + 1) + 1),
        _plain(old[first:last]),
        _plain(new[new_first:new_last]),
        "".join(diff),
    )


def _plain(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines)
