"""The lists of times alone: those common to all games, and a player's own, step by step.

In the same game the rules, the opening and who begins are kept.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.menu.control_lists import bonus_name, control_of, with_control
from clock.menu.fields import time_entry
from clock.menu.levels import List, Listing, ListRow, Lists, Scene, Spec
from clock.menu.setup_questions import is_correction, taking
from clock.presets import controls, played_in, usual_setup
from clock.rules.control import Control, Period
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.control import control_title, plain
from clock.text.language import N_, tr
from clock.text.words import seat_name, short_length

COMMON = (
    *("3m+2s", "5m", "5m+3s", "10m", "10m+5s", "10m+10s", "15m", "15m+10s", "20m", "25m+10s"),
    *("30m", "60m", "60m+30s", "90m+30s"),
)
"""Times common to all games."""
MAIN_MIN = (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 45, 60, 90, 120)
BONUS_S = (1, 2, 3, 5, 10, 15, 20, 30, 40, 60)
COUNTS = range(1, 11)
"""Byo-yomi periods."""

_OWN = {
    "each": (N_("Each side"), "10m"),
    "byoyomi": (N_("Byo-yomi"), "30m+5x30s"),
    "increment": (N_("With increment"), "15m+10s"),
}
"""What is entered step by step, and what it begins with."""


def times_list(game: str) -> List:
    """Return the list of times in a game, "" in the present one, with all own ones in sight."""
    return List(Listing.TIMES, cursor=1, key=game)


def _times(level: List, scene: Scene) -> Iterator[ListRow]:
    """The player's own times, which in a correction begin with the present one; the common ones."""
    base = _usual_in(scene.draft, level.key)
    for way, (name, begins) in _OWN.items():
        own = played_in(base.game, controls(begins)[0])
        own = _usual_byoyomi(base.game, scene) or own if own[0].has_byoyomi else own
        if is_correction(scene) and _has_form(scene.draft.left, own):
            own = scene.draft.left
        opens = List(Listing.MAIN_TIME, key=way, seat=LEFT if way == "each" else None)
        yield ListRow(f"{tr(name)} ...", opens, draft=with_control(base, None, own))
    for common in COMMON:
        control = played_in(base.game, controls(common)[0])
        row = ListRow(control_title(control), spoken=plain(control))
        yield taking(row, with_control(base, None, control), scene)


def _usual_byoyomi(game: str, scene: Scene) -> Control | None:
    """The byo-yomi of a game's first preset that has any."""
    offers = (each.setup.left for each in scene.context.offers if each.game == game)
    return next((control for control in offers if control[0].has_byoyomi), None)


def _has_form(control: Control, own: Control) -> bool:
    """Whether a control differs from an own time only in figures that its steps ask for."""
    period = control[0]
    figures = {"time_ns": period.time_ns, "bonus_ns": period.bonus_ns, "count": period.count}
    return control == (replace(own[0], **figures),)


def _usual_in(draft: Setup, game: str) -> Setup:
    """The usual setup in a kind of game, begun by the same seat; "": the setup as it is."""
    if not game:
        return draft
    return replace(usual_setup(game), starter=draft.starter)


# A player's own time


def _period(level: List, scene: Scene) -> Period:
    return control_of(scene.draft, level.seat)[0]


def _entered(level: List, scene: Scene, text: str, opens: List | None, **changed: int) -> ListRow:
    """A row that changes the period; then the next list opens, or at the end the question."""
    period = _period(level, scene)
    control: Control = (replace(period, **changed),)
    draft = with_control(scene.draft, level.seat, control)
    # The other seat's time begins among the short ones, until it has one of its own.
    here = control[0] == period and (level.seat is not RIGHT or scene.draft.left != control)
    row = ListRow(text, here=here)
    return row._replace(opens=opens, draft=draft) if opens else taking(row, draft, scene)


def _main_time(level: List, scene: Scene) -> Iterator[ListRow]:
    """The main times, the present one among them, and another."""
    after = {
        None: List(Listing.BONUS, key=level.key),
        LEFT: List(Listing.MAIN_TIME, cursor=1, key="other", seat=RIGHT),
        RIGHT: None,
    }[level.seat]
    time_ns = _period(level, scene).time_ns
    for each_ns in sorted({time_ns, *(each * MINUTE_NS for each in MAIN_MIN)}):
        yield _entered(level, scene, short_length(each_ns), after, time_ns=each_ns)
    entry = time_entry(time_ns, "time_ns")
    yield ListRow(tr("Another time"), replace(entry, seat=level.seat, then=level))


def _bonus(level: List, scene: Scene) -> Iterator[ListRow]:
    """The increments, or the lengths of a byo-yomi period."""
    period = _period(level, scene)
    after = List(Listing.COUNT, key=level.key) if period.has_byoyomi else None
    for each_ns in sorted({period.bonus_ns, *(each * SECOND_NS for each in BONUS_S)}):
        yield _entered(level, scene, short_length(each_ns), after, bonus_ns=each_ns)


def _count(level: List, scene: Scene) -> Iterator[ListRow]:
    for count in COUNTS:
        yield _entered(level, scene, str(count), None, count=count)


def _main_title(level: List, _: Scene) -> str:
    if level.seat is None:
        return tr("Main time")
    return tr("{seat} time").format(seat=seat_name(level.seat))


def _bonus_title(level: List, scene: Scene) -> str:
    return bonus_name(_period(level, scene))


LISTS: Lists = {
    Listing.TIMES: Spec(N_("Times"), _times),
    Listing.MAIN_TIME: Spec(_main_title, _main_time),
    Listing.BONUS: Spec(_bonus_title, _bonus),
    Listing.COUNT: Spec(N_("Periods"), _count),
}
