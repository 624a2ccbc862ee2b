"""Each level of the menu of the clock's own settings as a page. Pure."""

from typing import assert_never

from clock.display.face import Page
from clock.menu.own.menu import SOUNDS, level_of, range_of
from clock.menu.own.places import Dial, OwnLevel, OwnListing, OwnPick
from clock.menu.settings import Settings
from clock.menu.words import BACK, place
from clock.text import own as words
from clock.text import setup as setup_words
from clock.text.language import LANGUAGES, tr
from clock.text.rows import cut


def own_page(level: OwnLevel, settings: Settings) -> Page:
    """Return what a level shows."""
    match level:
        case OwnPick(OwnListing.MAIN):
            return _list(tr(words.THIS_CLOCK), _main_rows(settings), level.cursor)
        case OwnPick():
            return _list(tr(words.LANGUAGE), tuple(LANGUAGES.values()), level.cursor)
        case Dial():
            return _dial(level, settings)
        case _:
            assert_never(level)


def _main_rows(settings: Settings) -> tuple[str, ...]:
    """What is set, in the order in which `menu` takes it."""
    dials = [Dial(sound) for sound in SOUNDS]
    return (
        words.switch_item(settings.sound),
        *(words.dial_item(dial.sound, level_of(dial, settings)) for dial in dials),
        words.dial_item(None, settings.brightness),
        words.language_item(LANGUAGES[settings.language]),
    )


def _list(title: str, items: tuple[str, ...], cursor: int) -> Page:
    rows = (*map(cut, items), tr(BACK))
    at = place(rows[cursor], cursor + 1, len(rows))
    hint = setup_words.hint(setup_words.HINT_TAKE)
    return Page(title, rows, cursor, hint, f"{title}. {at}. {tr(setup_words.SAY_LIST)}")


def _dial(dial: Dial, settings: Settings) -> Page:
    title, level = words.dial_title(dial.sound), level_of(dial, settings)
    rows = (f"[{level}]", words.bar(level, range_of(dial)[-1]))
    silent = dial.sound is not None and not settings.sound
    told = (*rows, cut(tr(words.ALL_OFF))) if silent else rows
    hint = setup_words.hint(setup_words.HINT_ENTERED)
    off = f" {tr(words.ALL_OFF)}." if silent else ""
    return Page(title, told, 0, hint, f"{title}. {level}.{off} {tr(words.SAY_DIAL)}")
