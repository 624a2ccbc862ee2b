"""The short manual that is on the clock itself, and the rows of its pages."""

from clock.faces.words.language import N_

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
            "own plunger."
        ),
    ),
    (
        N_("Go on"),
        N_("In a stop OK shows both times; OK again goes on. - or + shows the whole setting."),
    ),
    (
        N_("Organizer"),
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
