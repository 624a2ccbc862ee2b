"""Each level of the set-up menu as a page. Pure."""

from typing import assert_never

from clock.display.face import Page
from clock.menu.setup.entry import FIELD_NAMES, shape, shown
from clock.menu.setup.lists import rows
from clock.menu.setup.periods import control_of
from clock.menu.setup.places import (
    Entered,
    Entry,
    MenuContext,
    Reading,
    Row,
    SetLevel,
    SetListing,
    SetPick,
)
from clock.menu.words import place
from clock.rules.seats import LEFT
from clock.rules.state import Setup
from clock.text import setup as words
from clock.text.control import plain
from clock.text.language import tr
from clock.text.match import WHO_IS_EXPERT
from clock.text.regulations import PROFILE_SENTENCES, choice_name, choice_sentence
from clock.text.rows import cut
from clock.text.words import seat_name


def set_page(level: SetLevel, draft: Setup, context: MenuContext) -> Page:
    """Return what a level shows."""
    match level:
        case SetPick():
            return _pick(level, draft, context)
        case Entry():
            return _entry(level, draft)
        case Reading():
            return _reading(level)
        case _:
            assert_never(level)


def _pick(pick: SetPick, draft: Setup, context: MenuContext) -> Page:
    offered = rows(pick, draft, context)
    texts = tuple(cut(row.text) for row in offered)
    cursor, name = min(pick.cursor, len(texts) - 1), _title(pick)
    more = _more(pick, draft, context, offered[cursor])
    at = place(texts[cursor], cursor + 1, len(texts))
    sentence = f"{name}. {at}. {more}{tr(words.SAY_LIST)}"
    return Page(name, texts, cursor, words.hint(words.HINT_TAKE), sentence)


def _entry(entry: Entry, draft: Setup) -> Page:
    name, (now, text) = _entry_title(entry, draft), shown(entry)
    last = entry.field == len(entry.fields) - 1
    field = tr(FIELD_NAMES[shape(entry)][entry.field])
    rest = entry.what is Entered.MOVES and text == "0"
    told = (now, f"({tr(words.REST)})") if rest else (now,)
    say = tr(words.SAY_ENTERED if last else words.SAY_ENTER)
    hint = words.hint(words.HINT_ENTERED if last else words.HINT_ENTER)
    said = tr(words.REST) if rest else text
    return Page(name, told, 0, hint, f"{name}. {said}, {field}. {say}", entry=True)


def _reading(level: Reading) -> Page:
    told = " ".join(level.rows)
    if level.by_row:
        told = place(level.rows[level.cursor], level.cursor + 1, len(level.rows))
    sentence = f"{level.title}. {told}. {tr(words.SAY_READ)}"
    return Page(level.title, level.rows, level.cursor, words.hint(words.HINT_READ), sentence)


def _more(pick: SetPick, draft: Setup, context: MenuContext, row: Row) -> str:
    """What is said of the selected row beyond its words."""
    if pick.listing is SetListing.TIMES and row.draft is not None:
        return f"{plain(row.draft.left)}. "
    if pick.listing is SetListing.PRESETS and row.draft is not None:
        title = next(
            (o.title for o in context.offers if o.game == pick.key and _same(o.setup, row.draft)),
            "",
        )
        return f"{tr(title)}: {plain(row.draft.left)}. "
    if pick.listing is SetListing.PRESETS and isinstance(row.leads, SetPick):
        return "".join(f"{tr(o.title)}. " for o in context.offers if o.name == row.leads.key)
    if pick.listing is SetListing.REGULATIONS and row.draft is not None:
        return f"{tr(PROFILE_SENTENCES[row.draft.regulations.name])} "
    if pick.listing is SetListing.CHOICE:
        return f"{choice_sentence(pick.key)} "
    if pick.listing is SetListing.CONTROL:
        return f"{plain(control_of(draft, pick.seat))}. "
    return ""


def _same(offer: Setup, draft: Setup) -> bool:
    return (offer.left, offer.right, offer.opening.name, offer.first, offer.regulations) == (
        draft.left,
        draft.right,
        draft.opening.name,
        draft.first,
        draft.regulations,
    )


def _title(pick: SetPick) -> str:
    match pick.listing:
        case SetListing.PRESETS | SetListing.TIMES:
            return tr(words.PRESETS.get(pick.key, words.PRESET))
        case SetListing.CONTROL:
            return tr(words.BOTH) if pick.seat is None else seat_name(pick.seat)
        case SetListing.PERIOD:
            return words.period_title(pick.seat, pick.index + 1)
        case SetListing.REJECT:
            return words.rejects(LEFT if pick.seat is None else pick.seat)
        case SetListing.CHOICE:
            return choice_name(pick.key)
        case _:
            return tr(_TITLES[pick.listing])


def _entry_title(entry: Entry, draft: Setup) -> str:
    if entry.what is Entered.CHOICE:
        return choice_name(entry.key)
    period = control_of(draft, entry.seat)[entry.index]
    return words.entry_title(entry.what.value, period)


_TITLES = {
    SetListing.MAIN: words.SET_UP,
    SetListing.CORRECTION: words.SETTING,
    SetListing.EXPERT: WHO_IS_EXPERT,
    SetListing.WHOSE: words.WHOSE,
    SetListing.METHOD: words.METHOD,
    SetListing.BEGINS: words.BEGINS,
    SetListing.OPENING: words.OPENING,
    SetListing.OFFERED: words.OFFERED,
    SetListing.REGULATIONS: words.REGULATIONS,
    SetListing.CHOICES: words.CHOICES_TITLE,
    SetListing.MANUAL: words.MANUAL,
}
