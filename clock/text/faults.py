"""What is wrong with the clock's devices, in the language spoken now.

The hardware tells it in English; what a driver's own library said stays as it is.
"""

from clock.text.language import N_
from clock.text.parts import part_name
from clock.text.recognized import recognized

FAULTS = (
    N_("what brings the edges has ended: plungers are not heard any more"),
    N_("what brings the edges ends again and again: plungers are not heard"),
    N_("plungers were not heard for a moment: check the last press"),
    N_("levels were read too seldom: a press may be dated late, a short one lost"),
    N_("edges cannot be read: {why}"),
    N_("{part}: so many edges at once that some were lost; look at its contact"),
    N_("{part}: edges are stamped with another clock: take lgpio"),
    N_("{part}: an edge was not taken: {why}"),
    N_("{part}: cannot be read: {why}"),
    N_("{driver} at {address} on I²C {port}: {why}"),
    N_("{driver} at chip select {device} on SPI {port}: {why}"),
    N_("twin display {part}: {why}"),
    N_("{part}: its charge cannot be read: {remedy}"),
    N_("the battery does not answer: {remedy}"),
    N_("{part}: {why}"),
)
WHY = (
    N_("hangs"),
    N_("too little voltage"),
    N_("a stronger supply, and a shorter, thicker cable"),
    N_("its charge cannot be read"),
    N_("its plug on the Pi"),
)


def fault(told: str) -> str:
    """Return a fault in the language spoken now; what is not known of it as it is."""
    return recognized(told, FAULTS, _figure) or told


def _figure(text: str) -> str:
    return recognized(text, WHY) or part_name(text)
