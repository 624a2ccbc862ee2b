"""The short manual that is on the clock itself, and the rows of its pages."""

from clock.menu.access import Opens
from clock.text.language import N_

GO_ON = N_("Go on")
ORGANIZER = N_("Organizer")

MANUAL: tuple[tuple[str, str], ...] = (
    (
        N_("Start"),
        N_(
            "OK starts the clock of who begins. - and + choose before that who is late. A press "
            "of the other plunger starts as well."
        ),
    ),
    (
        N_("Press"),
        N_(
            "Lay your stone, then press your plunger: your clock stops, the other runs. A move "
            "counts at its press."
        ),
    ),
    (
        N_("Openings"),
        N_(
            "The display says what to lay. + enters a swap before the press; then press without a "
            "stone. + again takes it back. - counts the fifths that you announce."
        ),
    ),
    (
        N_("Stop and claim"),
        N_(
            "Stop halts both clocks and calls the organizer. To claim a win press Stop, then your "
            "own plunger, then OK. Both may claim."
        ),
    ),
    (
        GO_ON,
        N_("In a stop OK shows both times; OK again goes on. - or + shows the whole setting."),
    ),
    (
        ORGANIZER,
        N_(
            "In a stop hold OK for two seconds: times, moves, turn, colours, result. Nothing is "
            "changed before you answer Yes."
        ),
    ),
    (
        N_("After a game"),
        N_(
            "- shows what each move took, + the games of this evening. Hold OK for two seconds "
            "for the next game, with the colours turned."
        ),
    ),
    (
        N_("Set up"),
        N_(
            "Before a game press - and OK. Take a preset, change what you like, then Set the "
            "clock so. Hold - or + to go fast."
        ),
    ),
    (
        N_("This clock"),
        N_(
            "In the set-up and in the organizer's menu: volumes, all sound off, brightness, "
            "language. They hold at once and are kept."
        ),
    ),
)
"""Titles and texts, a page each."""

_GUARDED = {
    Opens.KEY: N_(
        "In a stop the organizer's key opens the menu: go on, times, moves, turn, colours, result. "
        "Turned back it closes. Nothing is changed before you answer Yes."
    ),
    Opens.CODE: N_(
        "In a stop OK asks for the organizer's code, then: go on, times, moves, turn, colours, "
        "result. Nothing is changed before you answer Yes."
    ),
}
"""What the organizer's page says where a key or a code guards the menu."""
_GUARDED_GO_ON = N_("In a stop only the organizer goes on. - or + shows the whole setting.")


def manual(opens: Opens) -> tuple[tuple[str, str], ...]:
    """Return titles and texts, a page each, as they are true on this clock."""
    if opens is Opens.HOLD:
        return MANUAL
    guarded = {GO_ON: _GUARDED_GO_ON, ORGANIZER: _GUARDED[opens]}
    return tuple((title, guarded.get(title, text)) for title, text in MANUAL)
