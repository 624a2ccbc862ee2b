"""How well the texts of a page stand out against what lies behind them."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO

from PIL import Image
from playwright.sync_api import Page

TEXTS = """() => {
  const top = document.querySelector("dialog[open], .two.more .tools") ?? document.body;
  const found = document.createTreeWalker(top, NodeFilter.SHOW_TEXT), texts = [];
  while (found.nextNode()) {
    const text = found.currentNode, each = text.parentElement;
    if (!text.data.trim() || !each.checkVisibility({visibilityProperty: true})) continue;
    if (each.closest(".unseen, noscript")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const all = range.getBoundingClientRect(), box = each.getBoundingClientRect();
    const { color, fill, paddingLeft } = getComputedStyle(each);
    const inset = parseFloat(paddingLeft), below = each.closest("svg") ? all.height / 4 : 0;
    const left = Math.max(all.left, box.left + inset);
    const right = Math.min(all.right, box.right - inset); // a name that is too long ends in …
    const top = all.top, bottom = all.bottom - below; // no figure of a chart goes below its line
    const colour = (each.closest("svg") ? fill : color).match(/[0-9.]+/g).map(Number);
    const place = [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY];
    texts.push([text.data.trim(), colour, place]);
  }
  return texts;
}"""
"""Every text in front: its words, colour and place."""
NO_TEXT = """* { color: transparent !important; transition: none !important; }
svg text { fill: transparent !important; }"""


@cache
def luminance(colour: tuple[float, ...]) -> float:
    """By WCAG 2."""
    parts = [part / 255 for part in colour[:3]]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrasts(page: Page) -> Iterator[tuple[str, float]]:
    """Yield the texts with their contrasts to the colours of their background."""
    texts = page.evaluate(TEXTS)
    behind = Image.open(BytesIO(page.screenshot(style=NO_TEXT, full_page=True, scale="css")))
    for text, colour, (left, top, right, bottom) in texts:
        around = behind.convert("RGB").crop((int(left), int(top), int(right) + 1, int(bottom) + 1))
        for _, ground in around.getcolors(1 << 20) or ():
            one, other = sorted((luminance(tuple(colour)), luminance(ground)))
            yield text, (other + 0.05) / (one + 0.05)
