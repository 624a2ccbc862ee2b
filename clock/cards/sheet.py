"""Cards as an HTML page to print: four of A6 to a sheet of A4, with lines to cut along."""

from collections.abc import Iterable

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from clock.cards.card import Card
from clock.display.drawing.signs import SIGN
from clock.text.language import language, printable, tr


def sheet(cards: Iterable[Card], title: str) -> str:
    """Return a page of cards in the current language; displays that are alike are in it once."""
    cards = tuple(cards)
    drawn = dict.fromkeys(path for card in cards for each in card.displays for path in each.paths)
    environment = Environment(
        loader=PackageLoader("clock.cards", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template("sheet.html").render(
        language=language(),
        tr=tr,
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
