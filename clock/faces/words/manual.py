"""The short manual that is on the clock itself, and the rows of its pages."""

MANUAL: tuple[tuple[str, str], ...] = (
    (
        "Start",
        "OK starts the clock of who begins. - and + choose before that who is late. A press of the "
        "other plunger starts as well.",
    ),
    (
        "Press",
        "Lay your stone, then press your plunger: your clock stops, the other runs. A move counts "
        "at its press.",
    ),
    (
        "Openings",
        "The display says what to lay. + enters a swap before the press; then press without a "
        "stone. + again takes it back.",
    ),
    (
        "Stop and claim",
        "Stop halts both clocks and calls the organizer. To claim a win press Stop, then your own "
        "plunger.",
    ),
    (
        "Go on",
        "In a stop OK shows both times; OK again goes on. - or + shows the whole setting.",
    ),
    (
        "Organizer",
        "In a stop hold OK for two seconds: times, moves, turn, colours, result. Nothing is "
        "changed before you answer Yes.",
    ),
    (
        "Set up",
        "Before a game press - and OK. Take a preset, change what you like, then Set the clock so. "
        "Hold - or + to go fast.",
    ),
)
"""Titles and texts, a page each."""
