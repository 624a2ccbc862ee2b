"""The columns of a table of pairings, by the names that programs and people give them."""

from collections.abc import Iterable

from clock.rounds.player_names import clean_name

TABLE, BLACK, WHITE = "table", "black", "white"
BYE = "bye"
"""In place of an opponent."""
_NAMED = {
    TABLE: (
        "board bo. bo bd bd. tisch brett br. stůl šachovnice stolik szachownica mesa tablero "
        "échiquier tafel bord tavolo scacchiera"
    ),
    BLACK: "schwarz černý czarne czarny noirs noir negras negro zwart nero neri pretas 흑 黒 黑",
    WHITE: (
        "weiß weiss bílý białe biały blancs blanc blancas blanco wit bianco bianchi brancas 백 白"
    ),
}
"""Of each column its names, in lower case."""
_COLUMN = {name: column for column, names in _NAMED.items() for name in names.split()}
NOBODY = frozenset(
    (BYE, "spielfrei", "volno", "pauza", "exempt", "descansa", "vrij", "not paired", "pausing")
)
"""What stands in place of an opponent, as programs write it in lower case."""


def columns_of(cells: Iterable[str]) -> list[str]:
    """Return the names of a head's columns; those of a table and its players in English."""
    names = (clean_name(cell.strip()).lower() for cell in cells)
    return [_COLUMN.get(name, name) for name in names]
