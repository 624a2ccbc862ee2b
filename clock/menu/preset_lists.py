"""The lists that a setup is taken from: the last ones, the games, and each one's presets."""

from collections.abc import Iterator
from functools import partial

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
from clock.presets import OWN, Offer, usual_setup
from clock.rules.seats import Seat
from clock.rules.state import Setup
from clock.text.control import controls_text, opening_sentence, preset_title, titles
from clock.text.language import N_, tr
from clock.text.match import expert_item
from clock.text.rows import cut_title

_TITLES = {name: kind.title for name, kind in KINDS.items()} | {OWN: N_("Your own")}


def present_presets(scene: Scene) -> List:
    """Return the list of the presets of the present game."""
    return _presets_for(_game_of(scene), scene)


def _games(_: List, scene: Scene) -> Iterator[ListRow]:
    """The last setups, set at once; the games, the present one on top; the whole setup."""
    recent = scene.context.recent
    for setup, title in zip(recent, titles(recent), strict=True):
        spoken = controls_text(setup.left, setup.right)
        yield ListRow(title, act=NewSetup(setup), spoken=spoken)
    own = (offer.game for offer in scene.context.offers if offer.game == OWN)
    for game in dict.fromkeys((_game_of(scene), *KINDS, *own)):
        yield ListRow(tr(_TITLES[game]), _presets_for(game, scene))
    yield ListRow(_more(N_("Whole setup")), WHOLE_SETUP)


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
    same = [each for each in alike if _rules_of(each.setup) == _rules_of(draft)]
    return next(iter(same or alike), None)


def _rules_of(setup: Setup) -> object:
    return setup.opening.name, setup.regulations


def _times_of(setup: Setup) -> object:
    """The times that identify a setup: both controls, or a whole match whoever is the expert."""
    return (setup.left, setup.right) if setup.match is None else setup.match.match


def _presets(level: List, scene: Scene) -> Iterator[ListRow]:
    """Times, the presets of one game, and the whole setup; a match asks who the expert is."""
    if is_correction(scene):
        yield from _corrections(level, scene)
        return
    same = level.key in (OWN, _game_of(scene))
    yield ListRow(_more(N_("Times")), times_list("" if same else level.key))
    for offer in (each for each in scene.context.offers if each.game == level.key):
        setup = offer.setup.begun_by(scene.draft.starter)
        row = _offered(offer, setup)
        row = row._replace(
            row=preset_title(offer.title, setup, own=offer.game == OWN),
            spoken=". ".join(filter(None, (row.spoken, opening_sentence(setup, offer.title)))),
        )
        if setup.match is None:
            yield taking(row, setup, scene)
        else:
            yield row._replace(opens=List(Listing.EXPERT, key=offer.name))
    whole = ListRow(_more(N_("Whole setup")), WHOLE_SETUP)
    yield whole if same else whole._replace(draft=_first_in(level.key, scene))


def _first_in(game: str, scene: Scene) -> Setup:
    """The setup of a game's first preset, or its usual one, begun by the present seat."""
    offers = (each.setup for each in scene.context.offers if each.game == game)
    first = next((each for each in offers if each.match is None), None)
    return (first or usual_setup(game)).begun_by(scene.draft.starter)


def _corrections(level: List, scene: Scene) -> Iterator[ListRow]:
    """The times of one game's presets, without matches, and the ways to all others.

    The list opens on the preset in use or the nearest, with *Times* beside it: a wrong preset is
    mostly a neighbour of the right one.
    """
    offers = [each for each in scene.context.offers if each.setup.match is None]
    own = [each for each in offers if each.game == level.key]
    used = min(own, key=partial(_distance, scene.draft), default=None)
    times = ListRow(_more(N_("Times")), times_list(""))
    for offer in own:
        if offer is used:
            yield times
        setup = offer.setup.begun_by(scene.state.beginner)
        by_colour = setup.times_by_colour
        draft = replace(scene.draft, left=setup.left, right=setup.right, times_by_colour=by_colour)
        yield taking(_offered(offer, setup), draft, scene)._replace(here=offer is used)
    if used is None:
        yield times
    for game in dict.fromkeys(offer.game for offer in offers):
        if game != level.key:
            yield ListRow(_more(_TITLES[game]), _presets_for(game, scene))
    yield ListRow(_more(N_("Whole setup")), WHOLE_SETUP)


def _distance(draft: Setup, offer: Offer) -> tuple[float, ...]:
    """How far a preset's times are from a setup's: in method, then in time, then in the bonus."""
    setup, period, other = offer.setup, draft.left[0], offer.setup.left[0]
    return (
        _times_of(setup) != _times_of(draft),
        other.method is not period.method,
        abs(other.time_ns - period.time_ns),
        abs(other.bonus_ns - period.bonus_ns),
        _rules_of(setup) != _rules_of(draft),
    )


def _offered(offer: Offer, setup: Setup) -> ListRow:
    """A preset's row, still without an act; `setup` has its times, begun by the present seat."""
    title = offer.title if offer.game == OWN else tr(offer.title)
    times = "" if setup.match else f": {controls_text(setup.left, setup.right)}"
    return ListRow(cut_title(title), spoken=f"{title}{times}")


def _more(name: str) -> str:
    """A row that leads to a further list."""
    return f"{tr(name)} ..."


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
