"""Cards as an HTML page to print: four of A6 to a sheet of A4, with lines to cut along."""

from collections.abc import Iterable

from markupsafe import Markup

from clock.cards.card import Card
from clock.display.drawing.signs import SIGN
from clock.text.language import language, printable
from clock.text.templates import templates


def sheet(cards: Iterable[Card], title: str) -> str:
    """Return a page of cards in the current language; displays that are alike are in it once."""
    cards = tuple(cards)
    drawn = dict.fromkeys(path for card in cards for each in card.displays for path in each.paths)
    page = templates("clock.cards").get_template("sheet.html")
    text = page.render(
        language=language(),
        title=title,
        cards=cards,
        paths={path: f"d{number}" for number, path in enumerate(drawn)},
        code=_code,
        sign=SIGN,
    )
    return "\n".join(map(printable, text.split("\n")))


def _code(address: str) -> Markup:
    """Return the QR code of an address."""
    import segno  # a page without codes needs none

    return Markup(segno.make(address, micro=False).svg_inline(border=0, omitsize=True))
