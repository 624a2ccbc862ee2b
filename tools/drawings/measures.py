"""The case for two 2.42-inch displays: its measures in mm."""

from math import cos, radians, tan

WIDTH = 220.0
HEIGHT = 80.0
DEPTH = 95.0
LEAN_DEG = 30.0  # how far the front leans back from upright
WINDOW = (57.0, 30.0)
WALL = 4.0
BOARD_WIDTH = 72.0  # of a common module of 2.42 inch, its window in the middle
WINDOW_FROM_MIDDLE = 66.0
PLUNGER = (44.0, 26.0)
PLUNGER_FROM_MIDDLE = 83.0
PLUNGER_HEIGHT = 8.0
RUNNING_FROM_MIDDLE = 38.0
LAMPS_FROM_BACK = 10.0  # those on top
LAMP = 8.0  # across, of those on top
CLAPPER_LAMP = 5.0  # across

TOP = DEPTH - HEIGHT * tan(radians(LEAN_DEG))  # how deep the top is
FRONT = HEIGHT / cos(radians(LEAN_DEG))  # how high the front is, along its slope

# On the front, from its lower edge.
MIDDLE = FRONT / 2 - 4  # of the displays
CLAPPER_LAMPS = FRONT - 14

STOP = ("Stop", 0.0, MIDDLE + 17, 16.0)
BUTTONS = (
    STOP,
    ("−", -20.0, MIDDLE - 14, 12.0),
    ("OK", 0.0, MIDDLE - 14, 12.0),
    ("+", 20.0, MIDDLE - 14, 12.0),
)
"""Each button's name, its place from the front's middle and lower edge, and its width across."""
