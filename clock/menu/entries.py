"""What comes of an entry once its last field is taken, and its page."""

from msgspec.structs import replace

from clock.display.face import Page
from clock.menu import words
from clock.menu.changes import asked
from clock.menu.controls import bonus_name, control_of, with_entered
from clock.menu.fields import CODE_BACK, FORMS, NAME_CHARS, NAME_MAX, shown, value_of
from clock.menu.levels import ORGANIZER, Entered, Entry, Level, Reading, Row, SavePreset, Scene
from clock.menu.settings import ChangeSettings, Settings, Sound
from clock.menu.this_clock import sound_name
from clock.menu.words import Help
from clock.rules.inputs import Adjust, Finish, SetMoves
from clock.rules.seats import LEFT, Colour
from clock.text.glyphs import ROW, fits
from clock.text.language import N_, tr
from clock.text.regulations import choice_name
from clock.text.rows import cut, wrapped
from clock.text.words import colour_name


def taken(entry: Entry, scene: Scene) -> Row:
    """Return what OK does: it goes on to the next field, or takes all of them."""
    code = entry.what is Entered.CODE
    if code and entry.fields[entry.field] == CODE_BACK:
        return _figure_back(entry)
    if entry.field < len(entry.fields) - 1:
        return Row(opens=replace(entry, field=entry.field + 1), leaves=1)
    value = value_of(entry)
    match entry.what:
        case Entered.TIME:
            return _asking(Adjust(0, entry.seat or LEFT, remaining_ns=value), scene)
        case Entered.MOVES:
            return _asking(SetMoves(0, value), scene)
        case Entered.LAST_MOVE if entry.act is not None:
            return _asking(replace(entry.act, last_move=value), scene)
        case Entered.NAME:
            return _name_taken(entry, scene)
        case Entered.CODE:
            return Row(opens=_opened_by(entry.fields, scene), leaves=1)
        case Entered.CHOICE_TIME | Entered.CHOICE_NUMBER:
            # Back to the list of all choices, past the page of this one.
            regulations = replace(scene.draft.regulations, **{entry.key: value})
            return Row(leaves=2, draft=replace(scene.draft, regulations=regulations))
        case Entered.LENGTH | Entered.QUOTA | Entered.BONUS | Entered.COUNT:
            return Row(leaves=1, draft=with_entered(entry, scene.draft))
        case _:
            return Row(leaves=1)


def dialled(entry: Entry, settings: Settings) -> ChangeSettings | None:
    """Return what a dial changes at once; None for every other entry."""
    if entry.what is Entered.BRIGHTNESS:
        return ChangeSettings(replace(settings, brightness=entry.fields[0]))
    if entry.what is Entered.VOLUME:
        volumes = replace(settings.volumes, **{entry.key: entry.fields[0]})
        return ChangeSettings(replace(settings, volumes=volumes), Sound(entry.key))
    return None


def _asking(act: Adjust | SetMoves | Finish, scene: Scene) -> Row:
    return Row(opens=asked(act, scene.state), leaves=1)


def _figure_back(entry: Entry) -> Row:
    """The figure before is entered once more; before the first one the entry is left."""
    if not entry.field:
        return Row(leaves=1)
    at = entry.field - 1
    fields = (*entry.fields[:at], *(0 for _ in entry.fields[at:]))
    return Row(opens=Entry(Entered.CODE, fields, at), leaves=1)


def _name_taken(entry: Entry, scene: Scene) -> Row:
    """One more character, one fewer, or the whole name: of none the one that was proposed."""
    *typed, last = entry.fields
    if last == len(NAME_CHARS) - 1:
        return Row(opens=replace(entry, fields=(*typed[:-1], 0), field=len(typed[:-1])), leaves=1)
    if last and len(typed) < NAME_MAX:
        return Row(opens=replace(entry, fields=(*typed, last, 0), field=len(typed) + 1), leaves=1)
    title = _typed(entry).strip() or entry.key
    saved = tr("{title} is among your own presets.").format(title=title)
    return Row(
        opens=Reading(tr("Saved"), wrapped(saved)), leaves=1, act=SavePreset(title, scene.draft)
    )


def _typed(entry: Entry) -> str:
    return "".join(NAME_CHARS[each] for each in entry.fields[:-1])


def _opened_by(code: tuple[int, ...], scene: Scene) -> Level:
    """A wrong code is reported once all of it is there, so no figure is by itself."""
    if code == scene.context.organizer.code:
        return ORGANIZER
    return Reading(tr("Wrong code"), wrapped(tr(words.NOTHING_DONE)))


# Pages


def entry_page(entry: Entry, scene: Scene) -> Page:
    """Return what an entry shows."""
    match entry.what:
        case Entered.TIME:
            title, rows, spoken, help = _time(entry, scene)
        case Entered.MOVES | Entered.LAST_MOVE:
            title, rows, spoken, help = _moves(entry, scene)
        case Entered.CODE:
            title, rows, spoken, help = _code(entry)
        case Entered.NAME:
            title, rows, spoken, help = _name(entry)
        case Entered.VOLUME | Entered.BRIGHTNESS:
            title, rows, spoken, help = _dial(entry, scene)
        case _:
            title, rows, spoken, help = _setup(entry, scene)
    sentence = f"{title}. {spoken}. {tr(help.spoken)}"
    return Page(title, rows, 0, help.hint, sentence, entry=help is not words.DIAL)


_Parts = tuple[str, tuple[str, ...], str, Help]
"""A page's title and rows, the value for those who listen, and what the buttons do."""


def _time(entry: Entry, scene: Scene) -> _Parts:
    seat, (fields, plain) = entry.seat or LEFT, shown(entry)
    now = words.now(words.time(scene.state.seat(seat).remaining_ns))
    field, set_to = tr(FORMS[entry.what].names[entry.field]), tr(words.SET_TO)
    rows = (f"{set_to} {fields}", cut(now))
    help = (words.HOURS, words.MINUTES, words.SECONDS)[entry.field]
    title = words.seat_label(scene.state, seat)
    return title, rows, f"{set_to} {plain}, {field}. {now}", help


def _moves(entry: Entry, scene: Scene) -> _Parts:
    made, play = entry.fields[0], scene.state.play
    if entry.what is Entered.LAST_MOVE:
        title, beside = tr(words.LAST_MOVE), [tr("Clock counts {count}").format(count=play.moves)]
    else:
        title, entered = tr("Moves made"), replace(play, moves=made)
        colours = ((Colour.BLACK, play.black), (Colour.WHITE, play.black.other))
        beside = [f"{colour_name(colour)} {entered.made(seat)}" for colour, seat in colours]
        beside.append(words.now(str(play.moves)))
    rows = (f"{tr(words.SET_TO)} {made}", *beside)
    return title, rows, ", ".join(rows), words.ENTERED


def _code(entry: Entry) -> _Parts:
    """What was entered stays hidden: the players see the same display."""
    figure, at, count = entry.fields[entry.field], entry.field, len(entry.fields)
    back = figure == CODE_BACK
    row = " ".join(["*"] * at + [f"[{'<' if back else figure}]"] + ["-"] * (count - at - 1))
    spoken = tr("Figure {number} of {count}: {figure}").format(
        number=at + 1, count=count, figure=tr(words.BACK) if back else figure
    )
    return tr("Organizer's code"), (row,), spoken, words.CODE_BACK if back else words.ENTERED


def _name(entry: Entry) -> _Parts:
    """The end of the name where all of it has no room."""
    name = _typed(entry) or (entry.key if entry.fields == (0,) else "")
    char = NAME_CHARS[entry.fields[-1]]
    row = f"{name}[{char}]"
    return tr("Name"), (row if fits(row) else row[-ROW:],), f"{name} {char}", words.ENTERED


def _dial(entry: Entry, scene: Scene) -> _Parts:
    level, top = entry.fields[0], FORMS[entry.what].tops[0]
    title = sound_name(entry.key)
    rows = (f"[{level}]", "=" * level + "-" * (top - level))
    if entry.what is Entered.BRIGHTNESS:
        return title, rows, f"{level}", words.DIAL
    title = tr("{sound}: volume").format(sound=title)
    if scene.context.settings.sound:
        return title, rows, f"{level}", words.DIAL
    off = tr(words.ALL_OFF)
    return title, (*rows, cut(off)), f"{level}. {off}", words.DIAL


def _setup(entry: Entry, scene: Scene) -> _Parts:
    fields, plain = shown(entry)
    field = tr(FORMS[entry.what].names[entry.field])
    help = words.ENTERED if entry.field == len(entry.fields) - 1 else words.ENTER
    if entry.what is Entered.QUOTA and plain == "0":
        rest = tr(words.REST)
        return _title(entry, scene), (fields, f"({rest})"), f"{rest}, {field}", help
    return _title(entry, scene), (fields,), f"{plain}, {field}", help


def _title(entry: Entry, scene: Scene) -> str:
    if entry.what is Entered.BONUS:
        period = control_of(scene.draft, entry.seat)[entry.index]
        return tr("{bonus} m:ss").format(bonus=bonus_name(period))
    return tr(_TITLES[entry.what]) if entry.what in _TITLES else choice_name(entry.key)


_TITLES = {
    Entered.LENGTH: N_("Time h:mm:ss"),
    Entered.QUOTA: N_("Moves"),
    Entered.COUNT: N_("Byo-yomi periods"),
}
