"""The lists that a setup is taken from: the last ones, the games, and each one's presets."""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.kinds import KINDS, OTHER
from clock.menu.levels import (
    WHOLE_SETUP,
    List,
    Listing,
    ListRow,
    Lists,
    MenuContext,
    NewSetup,
    Scene,
    Spec,
)
from clock.menu.setup_questions import is_correction, taking
from clock.menu.time_lists import times_list
from clock.presets import OWN, Offer
from clock.rules.seats import Seat
from clock.rules.state import Setup
from clock.text.control import plain, setup_title
from clock.text.language import N_, tr
from clock.text.match import expert_item
from clock.text.rows import cut, cut_title

_TITLES = {name: kind.title for name, kind in KINDS.items()} | {OWN: N_("Your own")}


def present_presets(scene: Scene) -> List:
    """Return the list of the presets of the present game."""
    return _presets_for(_game_of(scene), scene)


def _games(_: List, scene: Scene) -> Iterator[ListRow]:
    """The last setups, set at once; the games, the present one on top; the whole setup."""
    for setup in scene.context.recent:
        yield ListRow(cut(setup_title(setup)), act=NewSetup(setup), spoken=plain(setup.left))
    own = (offer.game for offer in scene.context.offers if offer.game == OWN)
    for game in dict.fromkeys((_game_of(scene), *KINDS, *own)):
        yield ListRow(tr(_TITLES[game]), _presets_for(game, scene))
    yield ListRow(f"{tr('Whole setup')} ...", WHOLE_SETUP)


def _game_of(scene: Scene) -> str:
    """The game of the setup, or OWN if it is a preset of the user's own.

    Where a setup names no game, that of the preset most like it.
    """
    draft = scene.draft
    known = _matching_offer(draft, scene.context)
    if known is not None and known.game == OWN and known.setup.game == draft.game:
        return OWN
    if draft.game in KINDS:
        return draft.game

    def similarity(offer: Offer) -> tuple[bool, ...]:
        setup = offer.setup
        return (
            (setup.match is None) is (draft.match is None),
            setup.opening.name == draft.opening.name != "none",
            setup.regulations.name == draft.regulations.name,
            _times_of(setup) == _times_of(draft),
        )

    likest = max(scene.context.offers, key=similarity, default=None)
    return likest.game if likest else OTHER


def _presets_for(game: str, scene: Scene) -> List:
    """The list of a game's presets, with the cursor on the first."""
    some = any(offer.game == game for offer in scene.context.offers)
    return List(Listing.PRESETS, cursor=int(some), key=game)


def _matching_offer(draft: Setup, context: MenuContext) -> Offer | None:
    """The preset with this setup's times, preferably its opening and regulations too, or None."""
    alike = [offer for offer in context.offers if _times_of(offer.setup) == _times_of(draft)]
    ruled = (draft.opening.name, draft.regulations)
    same = [o for o in alike if (o.setup.opening.name, o.setup.regulations) == ruled]
    return next(iter(same or alike), None)


def _times_of(setup: Setup) -> object:
    """The times that identify a setup: both controls, or a whole match whoever is the expert."""
    return (setup.left, setup.right) if setup.match is None else setup.match.match


def _presets(level: List, scene: Scene) -> Iterator[ListRow]:
    """Times, the presets of one game, and the whole setup.

    A match preset asks who the expert is. While a game is stopped, presets of all games change only
    the time controls, and matches are left out.
    """
    offers, times_only = scene.context.offers, is_correction(scene)
    same = times_only or level.key in (OWN, _game_of(scene))
    yield ListRow(f"{tr('Times')} ...", times_list("" if same else level.key))
    for offer in (each for each in offers if each.game == level.key):
        title = offer.title if offer.game == OWN else tr(offer.title)
        setup, times = offer.setup, plain(offer.setup.left)
        row = ListRow(cut_title(title))
        if setup.match is None:
            draft, spoken = _begun_by(scene.draft.starter, offer), f"{title}: {times}"
            if times_only:
                draft = replace(scene.draft, left=setup.left, right=setup.right)
            yield taking(row._replace(spoken=spoken), draft, scene)
        elif not times_only:
            yield row._replace(opens=List(Listing.EXPERT, key=offer.name), spoken=title)
    if times_only:
        for game in dict.fromkeys(offer.game for offer in offers):
            if game != level.key:
                yield ListRow(f"{tr(_TITLES[game])} ...", _presets_for(game, scene))
    else:
        yield ListRow(f"{tr('Whole setup')} ...", WHOLE_SETUP)


def _begun_by(starter: Seat, offer: Offer) -> Setup:
    """A preset's setup, begun by a seat; in ours different times go with who begins."""
    setup = offer.setup
    if offer.game != OWN and starter is not setup.starter:
        setup = replace(setup, left=setup.right, right=setup.left)
    return replace(setup, starter=starter)


def _expert(level: List, scene: Scene) -> Iterator[ListRow]:
    """Which seat is the expert's; that decides the times and who starts."""
    for setup in (offer.setup for offer in scene.context.offers if offer.name == level.key):
        if setup.match is not None:
            for seat in Seat:
                draft = setup.in_match(replace(setup.match, expert=seat))
                yield taking(ListRow(expert_item(seat)), draft, scene)


def _presets_title(level: List, _: Scene) -> str:
    return tr(_TITLES[level.key])


LISTS: Lists = {
    Listing.GAMES: Spec(N_("Which game?"), _games),
    Listing.PRESETS: Spec(_presets_title, _presets),
    Listing.EXPERT: Spec(N_("Who is the expert?"), _expert),
}
