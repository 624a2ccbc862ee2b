"""The result of an entry after its last field, and its page."""

from typing import NamedTuple

from msgspec.structs import replace

from clock.menu.changes import ask
from clock.menu.control_lists import bonus_name, control_of, with_entered
from clock.menu.fields import (
    CODE_BACK,
    FORMS,
    NAME_CHARS,
    NAME_DELETES,
    NAME_MAX,
    field_texts,
    value_of,
)
from clock.menu.levels import (
    DIALS,
    ORGANIZER,
    Entered,
    Entry,
    Level,
    ListRow,
    NewSetup,
    Reading,
    Scene,
)
from clock.menu.regulation_lists import sound_name, with_choice
from clock.menu.settings import ChangeSettings, Settings, Sound
from clock.rules.inputs import Adjust, Finish
from clock.rules.organizer import last_move_of
from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup
from clock.text.counting import MoveNumber, last_of, last_text, moves_until, place_after, place_text
from clock.text.ending import seat_label
from clock.text.glyphs import ROW
from clock.text.language import N_, tr
from clock.text.regulations import CHOICES, choice_name
from clock.text.rows import Key, Row, cut, wrapped
from clock.text.sides import player_of, side_name
from clock.text.words import shown_time


def take_field(entry: Entry, scene: Scene) -> ListRow:
    """Go on to the next field, or take the whole entry."""
    code = entry.what is Entered.CODE
    if code and entry.fields[entry.field] == CODE_BACK:
        return _figure_back(entry)
    if entry.field < len(entry.fields) - 1:
        return ListRow(opens=replace(entry, field=entry.field + 1), leaves=1)
    if entry.what in DIALS:
        return ListRow(leaves=1)
    value = value_of(entry)
    if entry.act is not None:
        asks = ask(replace(entry.act, **{entry.key: value}), scene.state)
        return ListRow(opens=asks, leaves=1)
    if code:
        return ListRow(opens=_opened_by(entry.fields, scene), leaves=1)
    if entry.what is Entered.NAME:
        return _name_taken(entry, scene)
    if entry.key in CHOICES:
        # Back to the list of all choices, past the page of this one.
        return ListRow(leaves=2, draft=with_choice(scene, entry.key, value))
    return ListRow(opens=entry.then, leaves=1, draft=with_entered(entry, scene.draft))


def turn_dial(entry: Entry, settings: Settings) -> ChangeSettings | None:
    """Return what a dial changes at once; None for every other entry."""
    if entry.what is Entered.BRIGHTNESS:
        return ChangeSettings(replace(settings, brightness=entry.fields[0]))
    if entry.what is Entered.VOLUME:
        volumes = replace(settings.volumes, **{entry.key: entry.fields[0]})
        return ChangeSettings(replace(settings, volumes=volumes), Sound(entry.key))
    return None


def _figure_back(entry: Entry) -> ListRow:
    """The figure before is entered once more; before the first one the entry is left."""
    if not entry.field:
        return ListRow(leaves=1)
    at = entry.field - 1
    fields = (*entry.fields[:at], *(0 for _ in entry.fields[at:]))
    return ListRow(opens=replace(entry, fields=fields, field=at), leaves=1)


def _name_taken(entry: Entry, scene: Scene) -> ListRow:
    """Add or delete a character, or take the whole name; leave the entry if it is empty."""
    *typed, last = entry.fields
    title = _typed(entry).strip()
    if last == NAME_DELETES and typed:
        return ListRow(opens=replace(entry, fields=tuple(typed), field=len(typed) - 1), leaves=1)
    if not _completes(entry):
        return ListRow(
            opens=replace(entry, fields=(*typed, last, 0), field=len(typed) + 1), leaves=1
        )
    asks = ask(NewSetup(scene.draft, title), scene.state)
    return ListRow(opens=asks) if title else ListRow(leaves=1)


def _completes(entry: Entry) -> bool:
    """Whether OK takes the name as it is."""
    return entry.fields[-1] in (0, NAME_DELETES) or entry.field == NAME_MAX


def _typed(entry: Entry) -> str:
    return "".join(NAME_CHARS[each] for each in entry.fields[:-1])


def _opened_by(code: tuple[int, ...], scene: Scene) -> Level:
    """Report a wrong code once it is complete: no single figure can be guessed."""
    if code == scene.context.organizer.code:
        return ORGANIZER
    return Reading(tr("Wrong code"), wrapped(tr("Nothing changed.")))


# Pages


class Parts(NamedTuple):
    """What an entry shows: its title and rows, and the value for those who listen."""

    title: str
    rows: tuple[str, ...]
    read: str


def entry_parts(entry: Entry, scene: Scene) -> Parts:
    """Return what an entry shows."""
    if isinstance(entry.act, Adjust):
        return _time(entry, entry.act.seat, scene)
    match entry.what:
        case Entered.MOVES:
            return _moves(entry, scene)
        case Entered.CODE:
            return _code(entry)
        case Entered.NAME:
            return _name(entry)
        case what if what in DIALS:
            return _dial(entry, scene)
        case _:
            return _setup(entry, scene)


def entry_hint(entry: Entry) -> Row:
    """Return the hint: the field under the buttons, and where OK leads."""
    names, changes, leads = FORMS[entry.what].names, N_("change"), N_("next")
    if entry.what is Entered.NAME:
        changes = N_("letter")
        if entry.fields[-1] == NAME_DELETES and entry.fields[:-1]:
            leads = N_("delete")
        elif _completes(entry):
            leads = N_("save") if _typed(entry).strip() else N_("back")
    elif entry.what is Entered.CODE and entry.fields[entry.field] == CODE_BACK:
        leads = N_("back")
    elif entry.field == len(entry.fields) - 1:
        leads = N_("done")
    changes = names[entry.field] if names else changes
    return Row((Key.MINUS, Key.PLUS, tr(changes)), (Key.OK, tr(leads)))


def _time(entry: Entry, seat: Seat, scene: Scene) -> Parts:
    fields, plain = field_texts(entry)
    now = tr("Now {value}").format(value=shown_time(scene.state.seat(seat).remaining_ns))
    set_to = tr("Set to")
    rows = (f"{set_to} {fields}", cut(now))
    return Parts(seat_label(scene.state, seat), rows, f"{set_to} {plain}. {now}")


def _moves(entry: Entry, scene: Scene) -> Parts:
    made, play, setup = entry.fields[0], scene.state.play, scene.state.setup
    move = entered_move(entry, setup)
    if isinstance(entry.act, Finish):
        count = last_text(setup, play.moves)
        title, beside = tr("Last move"), [tr("Clock: {count}").format(count=count)]
        if move.colour is not None and made:
            beside.insert(0, side_name(setup.game, move.colour))
        if last_move_of(scene.state) == play.moves + 1:  # laid for a claim (gomoku 7.6)
            beside.append(tr("+1: laid, not pressed"))
    elif move.colour is not None:
        to_move = tr("{player} to move").format(player=side_name(setup.game, move.colour))
        now = tr("Now {value}").format(value=place_text(setup, play.moves))
        title, beside = tr("Move number"), [to_move, *wrapped(now)]
    else:
        title, entered = tr("Moves made"), replace(play, moves=made)
        colours = ((Colour.BLACK, play.black), (Colour.WHITE, play.black.other))
        beside = [f"{player_of(setup, seat, each)} {entered.made(seat)}" for each, seat in colours]
        beside.append(tr("Now {value}").format(value=str(play.moves)))
    rows = (str(move.number), *beside)
    return Parts(title, rows, ", ".join(rows))


def entered_move(entry: Entry, setup: Setup) -> MoveNumber:
    """Return the moves that are entered as a move: the last one, or in a correction the next."""
    count = last_of if isinstance(entry.act, Finish) else place_after
    return count(setup, entry.fields[0])


def with_move(entry: Entry, setup: Setup, move: MoveNumber) -> Entry:
    """Return the entry with that move entered. Raises ValueError where there is none."""
    moves = moves_until(setup, move) - (not isinstance(entry.act, Finish))
    if not 0 <= moves <= FORMS[entry.what].tops[0]:
        raise ValueError
    return replace(entry, fields=(moves,))


def _code(entry: Entry) -> Parts:
    """What was entered stays hidden: the players see the same display."""
    figure, at, count = entry.fields[entry.field], entry.field, len(entry.fields)
    back = figure == CODE_BACK
    row = " ".join(["*"] * at + [f"[{'<' if back else figure}]"] + ["-"] * (count - at - 1))
    read = tr("Digit {number} of {count}: {figure}").format(
        number=at + 1, count=count, figure=tr("Back") if back else figure
    )
    return Parts(tr("Organizer's code"), (row,), read)


def _name(entry: Entry) -> Parts:
    """The end of the name where all of it has no room."""
    name, char = _typed(entry), NAME_CHARS[entry.fields[-1]]
    return Parts(tr("Name"), (f"{name}[{char}]"[-ROW:],), " ".join(filter(None, (name, char))))


def _dial(entry: Entry, scene: Scene) -> Parts:
    level, top, title = entry.fields[0], FORMS[entry.what].tops[0], sound_name(entry.key)
    rows, off = (f"[{level}]", "=" * level + "-" * (top - level)), tr("All sound is off")
    if entry.what is Entered.BRIGHTNESS:
        return Parts(title, rows, f"{level}")
    title = tr("{sound}: volume").format(sound=title)
    if scene.context.settings.sound:
        return Parts(title, rows, f"{level}")
    return Parts(title, (*rows, cut(off)), f"{level}. {off}")


def _setup(entry: Entry, scene: Scene) -> Parts:
    """A figure of a period, or of the regulations."""
    fields, plain = field_texts(entry)
    title = tr(PERIOD_TITLES[entry.key]) if entry.key in PERIOD_TITLES else choice_name(entry.key)
    if entry.key == "bonus_ns":
        title = bonus_name(control_of(scene.draft, entry.seat)[entry.index])
    if entry.key == "moves" and plain == "0":
        last = entry.index == len(control_of(scene.draft, entry.seat)) - 1
        rest = tr("rest of game") if last else tr("any number")
        return Parts(title, (fields, f"({rest})"), rest)
    return Parts(title, (fields,), plain)


PERIOD_TITLES = {
    "time_ns": N_("Time"),
    "moves": N_("Moves"),
    "bonus_ns": N_("Bonus"),
    "count": N_("Byo-yomi periods"),
    "points": N_("Points"),
}
