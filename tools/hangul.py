"""Make `display/drawing/hangul.bin` from the font Galmuri9; this does not run on the clock.

    npm pack galmuri@2.40.3 && tar xf galmuri-2.40.3.tgz
    python -m tools.hangul package/dist/Galmuri9.bdf

The font is under the SIL Open Font License 1.1, and so is the resulting file. The licence,
`LICENSE.txt` in the same package, is kept as `clock/display/drawing/hangul.txt`.
"""

import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from clock.display.drawing.text import SIDE

SYLLABLES = range(ord("가"), ord("힣") + 1)
MADE = Path(__file__).parent.parent / "clock" / "display" / "drawing" / "hangul.bin"


def glyphs(bdf: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the characters of a BDF font with their rows of `SIDE` bits, from the cell's top."""
    code, height, below, left, rows = -1, 0, 0, 0, list[str]()
    for line in bdf.read_text(encoding="utf-8").splitlines():
        match line.split():
            case ["ENCODING", number]:
                code = int(number)
            case ["BBX", _, high, x, y]:
                height, left, below, rows = int(high), int(x), int(y), []
            case ["ENDCHAR"]:
                bits = [f"{int(row, 16):0{4 * len(row)}b}" for row in rows[-height:] if height]
                above = SIDE - height - below
                cells = [""] * above + ["0" * left + row for row in bits] + [""] * below
                yield code, [cell[:SIDE].ljust(SIDE, "0") for cell in cells]
            case [hexadecimal]:
                rows.append(hexadecimal)


def main(bdf: Path) -> None:
    """Write the file, and print its size in bytes."""
    found = dict(glyphs(bdf))
    bits = "".join("".join(found[code]) for code in SYLLABLES)
    bits += "0" * (-len(bits) % 8)
    MADE.write_bytes(zlib.compress(int(bits, 2).to_bytes(len(bits) // 8), 9))
    sys.stdout.write(f"{MADE}: {MADE.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
