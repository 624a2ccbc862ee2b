"""What each Python file says, read once for all who ask: a kept syntax tree is costly."""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

_KINDS = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module),
    *(ast.arg, ast.Name, ast.Attribute, ast.Import, ast.ImportFrom),
)
_DOCUMENTED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


class Source(NamedTuple):
    """What one file says; with a name or a text stands its line."""

    lines: int
    types: list[tuple[str, int]]
    """Classes, and aliases of types, which have a capital and small letters."""
    public: list[tuple[str, int]]
    """Public functions outside classes."""
    names: list[tuple[str, int]]
    """Every name that it defines, the file's own first."""
    lengths: list[tuple[str, int]]
    """Every function, with its number of lines."""
    docstrings: list[tuple[str, int]]
    """The first line of each."""
    imports: set[str]
    """Full names: modules, and names from them."""


@cache
def source_of(file: Path) -> Source:
    """Return what a file says."""
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    source = Source(text.count("\n"), [], [], [(file.stem, 0)], [], [], set())
    for statement in tree.body:
        _add_top(source, statement)
    for node in ast.walk(tree):
        if isinstance(node, _KINDS):
            _add(source, node)
    return source


def _add_top(source: Source, node: ast.stmt) -> None:
    match node:
        case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            if name[0].isupper() and (isinstance(node, ast.ClassDef) or not name.isupper()):
                source.types.append((name, node.lineno))
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name[0] != "_":
            source.public.append((name, node.lineno))


def _add(source: Source, node: ast.AST) -> None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            assert node.end_lineno is not None
            source.names.append((node.name, node.lineno))
            source.lengths.append((node.name, node.end_lineno - node.lineno + 1))
        case ast.ClassDef():
            source.names.append((node.name, node.lineno))
        case ast.arg():
            source.names.append((node.arg, node.lineno))
        case ast.Name(ctx=ast.Store()):
            source.names.append((node.id, node.lineno))
        case ast.Attribute(ctx=ast.Store()):
            source.names.append((node.attr, node.lineno))
        case ast.Import():
            source.imports.update(alias.name for alias in node.names)
        case ast.ImportFrom():
            source.imports.update(f"{node.module}.{alias.name}" for alias in node.names)
    if isinstance(node, _DOCUMENTED) and (text := ast.get_docstring(node)):
        source.docstrings.append((text.splitlines()[0], getattr(node, "lineno", 1)))
