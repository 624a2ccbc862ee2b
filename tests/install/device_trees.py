"""Reads flattened device trees (Devicetree Specification 0.4, chapter 5), and who has which pin."""

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

MAGIC, BEGIN_NODE, END_NODE, PROPERTY, END = 0xD00DFEED, 1, 2, 3, 9

Nodes = Mapping[str, Mapping[str, bytes]]
"""The properties of each node, by its path."""


def read_nodes(tree: Path) -> Nodes:
    """Read all nodes of a compiled tree."""
    data = tree.read_bytes()
    magic, _, at, strings = struct.unpack_from(">4I", data)
    assert magic == MAGIC, tree
    nodes: dict[str, dict[str, bytes]] = {}
    path: list[str] = []
    while (token := _cells(data[at : at + 4])[0]) != END:
        at += 4
        if token == BEGIN_NODE:
            path.append(_text(data, at))
            nodes["/".join(path) or "/"] = {}
            at += len(path[-1]) + 1
        elif token == END_NODE:
            path.pop()
        elif token == PROPERTY:
            length, name = struct.unpack_from(">2I", data, at)
            at += 8
            nodes["/".join(path) or "/"][_text(data, strings + name)] = data[at : at + length]
            at += length
        at += -at % 4
    return nodes


def pin_owners(nodes: Nodes) -> Iterator[tuple[int, str]]:
    """Yield each GPIO that the kernel gives to an enabled node, and this node's path."""
    groups = {
        _cells(properties["phandle"])[0]: [*_group_pins(nodes, path)]
        for path, properties in nodes.items()
        if "phandle" in properties
    }
    for path, properties in nodes.items():
        if properties.get("status", b"okay\0") not in (b"okay\0", b"ok\0"):
            continue
        if "gpio-hog" in properties:
            yield from ((pin, path) for pin in _cells(properties["gpios"])[::2])
        for name, value in properties.items():
            if name.startswith("pinctrl-") and name.removeprefix("pinctrl-").isdigit():
                for group in _cells(value):
                    yield from ((pin, path) for pin in groups[group])


def _group_pins(nodes: Nodes, group: str) -> Iterator[int]:
    """Yield the pins of a group: Broadcom's cells, or names in the nodes below."""
    for path, properties in nodes.items():
        if path == group or path.startswith(f"{group}/"):
            yield from _cells(properties.get("brcm,pins", b""))
            names = properties.get("pins", b"").decode().rstrip("\0")
            yield from (int(name.removeprefix("gpio")) for name in names.split("\0") if name)


def _cells(value: bytes) -> tuple[int, ...]:
    return struct.unpack(f">{len(value) // 4}I", value)


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()
