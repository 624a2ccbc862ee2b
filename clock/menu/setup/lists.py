"""The lists of the set-up menu: what each offers now. Pure.

A new list is a row in `_LISTS` and an item that leads to it. The last item always leads back.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from clock.menu.own.places import OwnPick
from clock.menu.setup import choices as setup_choices
from clock.menu.setup import periods as setup_periods
from clock.menu.setup.places import Leads, MenuContext, Offer, Reading, Row, SetListing, SetPick
from clock.rules.openings import OPENINGS
from clock.rules.regulations import FIRST
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Setup
from clock.text import setup as words
from clock.text.control import first_words, setting_rows, upper_first
from clock.text.language import N_, tr
from clock.text.manual import manual
from clock.text.match import expert_item
from clock.text.opening import OPENING_NAMES, opening_name
from clock.text.own import THIS_CLOCK
from clock.text.regulations import PROFILE_NAMES
from clock.text.review import EVENING, evening_rows
from clock.text.rows import wrapped

BACK = N_("Back")
ON_OFFER = 3
"""Openings that a rejection begins with."""

_NAMES = tuple(OPENING_NAMES)


def rows(pick: SetPick, draft: Setup, context: MenuContext) -> tuple[Row, ...]:
    """Return what a list offers now."""
    return (*_LISTS[pick.listing](pick, draft, context), Row(tr(BACK), leaves=1))


def evening_page(context: MenuContext) -> Reading:
    """Return the page of the games that were played, standing on the last."""
    rows = evening_rows(context.evening)
    return Reading(tr(EVENING), rows, len(rows) - 1, by_row=True)


def presets(draft: Setup, context: MenuContext) -> SetPick:
    """Return the list of presets in which the setting is, standing on it."""
    offer = _offer(draft, context)
    if offer is None:
        game = context.offers[0].game if context.offers else ""
        return SetPick(SetListing.PRESETS, key=game)
    beside = [each for each in context.offers if each.game == offer.game]
    return SetPick(SetListing.PRESETS, beside.index(offer), key=offer.game)


def _offer(draft: Setup, context: MenuContext) -> Offer | None:
    """The preset that a setting is, or was made from."""
    alike = [offer for offer in context.offers if _times(offer.setup) == _times(draft)]
    ruled = (draft.opening.name, draft.regulations)
    same = [o for o in alike if (o.setup.opening.name, o.setup.regulations) == ruled]
    return next(iter(same or alike), None)


def _times(setup: Setup) -> object:
    """What tells a setting's time from another's: of a match all of it, whoever sits where."""
    return (setup.left, setup.right) if setup.match is None else setup.match.match


def _main(_pick: SetPick, draft: Setup, context: MenuContext) -> Iterator[Row]:
    """What is set; the second item is `MAIN_SET`."""
    profile = list(PROFILE_NAMES).index(draft.regulations.name)
    opening = _NAMES.index(draft.opening.name)
    yield Row(tr(words.PRESET), presets(draft, context))
    yield Row(tr(words.SET_SO), Leads.ASK)
    yield Row(words.regulations_item(draft), SetPick(SetListing.REGULATIONS, profile))
    yield Row(words.opening_item(draft), SetPick(SetListing.OPENING, opening))
    begins = _beginnings(draft).index((draft.starter, draft.first))
    yield Row(words.begins_item(draft), SetPick(SetListing.BEGINS, begins))
    yield Row(words.time_item(draft), SetPick(SetListing.WHOSE))
    yield Row(tr(words.READ), Reading(tr(words.SETTING), setting_rows(draft)))
    yield Row(tr(words.MANUAL), SetPick(SetListing.MANUAL))
    if context.evening:
        yield Row(tr(EVENING), evening_page(context))
    yield Row(tr(THIS_CLOCK), OwnPick())
    yield Row(tr(words.ORGANIZER), Leads.ORGANIZER)


def _correction(_pick: SetPick, draft: Setup, context: MenuContext) -> Iterator[Row]:
    """The setting of a game that is stopped; the second item is `MAIN_SET` here too."""
    profile = list(PROFILE_NAMES).index(draft.regulations.name)
    yield Row(tr(words.PRESET), replace(presets(draft, context), listing=SetListing.TIMES))
    yield Row(tr(words.SET_SO), Leads.CORRECT)
    yield Row(words.regulations_item(draft), SetPick(SetListing.REGULATIONS, profile))
    yield Row(words.time_item(draft), SetPick(SetListing.WHOSE))
    yield Row(tr(words.READ), Reading(tr(words.SETTING), setting_rows(draft)))


def _times_of_presets(pick: SetPick, draft: Setup, context: MenuContext) -> Iterator[Row]:
    for row in _presets(pick, draft, context):
        if row.draft is not None:
            timed = replace(draft, left=row.draft.left, right=row.draft.right)
            yield row._replace(draft=timed)
        elif isinstance(row.leads, SetPick) and row.leads.listing is SetListing.PRESETS:
            yield row._replace(leads=replace(row.leads, listing=SetListing.TIMES))


def _presets(pick: SetPick, draft: Setup, context: MenuContext) -> Iterator[Row]:
    for offer in context.offers:
        title = first_words(tr(offer.title))
        if offer.game == pick.key and offer.setup.match is not None:
            yield Row(title, SetPick(SetListing.EXPERT, key=offer.name))
        elif offer.game == pick.key:
            yield Row(title, None, replace(offer.setup, starter=draft.starter), leaves=1)
    for game in dict.fromkeys(offer.game for offer in context.offers):
        if game != pick.key:
            yield Row(words.game_item(game), SetPick(SetListing.PRESETS, key=game), leaves=1)


def _expert(pick: SetPick, _draft: Setup, context: MenuContext) -> Iterator[Row]:
    """Which seat is the expert's; the times of a match, and who begins, follow."""
    for setup in (offer.setup for offer in context.offers if offer.name == pick.key):
        if setup.match is not None:
            for seat in (LEFT, RIGHT):
                taken = setup.in_match(replace(setup.match, expert=seat))
                yield Row(expert_item(seat), None, taken, leaves=2)


def _begins(_pick: SetPick, draft: Setup, _context: MenuContext) -> Iterator[Row]:
    for seat, first in _beginnings(draft):
        begun = replace(draft, starter=seat, first=first)
        yield Row(words.beginner(begun), None, begun, leaves=1)


def _beginnings(draft: Setup) -> list[tuple[Seat, Colour]]:
    """Who can begin, and as what; in an opening that is Black."""
    colours = (Colour.BLACK, Colour.WHITE) if draft.opening.name == "none" else (Colour.BLACK,)
    return [(seat, colour) for colour in colours for seat in (LEFT, RIGHT)]


def _opening(_pick: SetPick, draft: Setup, context: MenuContext) -> Iterator[Row]:
    for name in OPENING_NAMES:
        yield Row(upper_first(opening_name(name)), None, _opened(draft, name, context), leaves=1)
    yield Row(tr(words.REJECTION), SetPick(SetListing.OFFERED))


def _offered(pick: SetPick, _draft: Setup, _context: MenuContext) -> Iterator[Row]:
    """All openings, of which three are marked; the third leads on."""
    for index, name in enumerate(_openings()):
        marked = set(pick.offered) ^ {name}
        offered = tuple(each for each in _NAMES if each in marked)
        leads = replace(pick, cursor=index, offered=offered)
        if len(offered) == ON_OFFER:
            leads = SetPick(SetListing.REJECT, seat=LEFT, offered=offered)
        yield Row(words.offered_item(name, taken=name in pick.offered), leads, leaves=1)


def _reject(pick: SetPick, draft: Setup, context: MenuContext) -> Iterator[Row]:
    """Those still on offer; of two, rejecting one leaves the opening that is played."""
    seat = LEFT if pick.seat is None else pick.seat
    for name in pick.offered:
        left = tuple(each for each in pick.offered if each != name)
        if len(left) == 1:
            yield Row(opening_name(name), None, _opened(draft, left[0], context), leaves=2)
        else:
            leads = SetPick(SetListing.REJECT, seat=seat.other, offered=left)
            yield Row(opening_name(name), leads, leaves=1)


def _manual(_pick: SetPick, _draft: Setup, context: MenuContext) -> Iterator[Row]:
    for title, text in manual(context.organizer.opens):
        yield Row(tr(title), Reading(tr(title), wrapped(tr(text))))


def _openings() -> Iterator[str]:
    return (name for name in _NAMES if name != "none")


def _opened(draft: Setup, name: str, context: MenuContext) -> Setup:
    """Return the setting with an opening; where one is taken back, the game's own colour begins."""
    opened = replace(draft, opening=OPENINGS[name], first=Colour.BLACK)
    if name != "none":
        return opened
    if draft.opening.name == "none":
        return replace(opened, first=draft.first)
    own = _offer(opened, context)
    if own is None or own.setup.opening.name != "none":
        return replace(opened, first=FIRST.get(draft.regulations.name, Colour.BLACK))
    return replace(opened, first=own.setup.first)


_LISTS: dict[SetListing, Callable[[SetPick, Setup, MenuContext], Iterator[Row]]] = {
    SetListing.MAIN: _main,
    SetListing.CORRECTION: _correction,
    SetListing.PRESETS: _presets,
    SetListing.TIMES: _times_of_presets,
    SetListing.EXPERT: _expert,
    SetListing.WHOSE: lambda pick, draft, _: setup_periods.whose(pick, draft),
    SetListing.CONTROL: lambda pick, draft, _: setup_periods.periods(pick, draft),
    SetListing.PERIOD: lambda pick, draft, _: setup_periods.terms(pick, draft),
    SetListing.METHOD: lambda pick, draft, _: setup_periods.methods(pick, draft),
    SetListing.BEGINS: _begins,
    SetListing.OPENING: _opening,
    SetListing.OFFERED: _offered,
    SetListing.REJECT: _reject,
    SetListing.REGULATIONS: lambda pick, draft, _: setup_choices.profiles(pick, draft),
    SetListing.CHOICES: setup_choices.choices,
    SetListing.CHOICE: setup_choices.values,
    SetListing.MANUAL: _manual,
}
