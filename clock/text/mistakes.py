"""What is wrong with a file or a wiring, in the language spoken now.

Whoever reads it tells it in English, as "place: what is wrong"; keys and values stay as they are.
"""

from clock.text.language import N_
from clock.text.recognized import recognized
from clock.text.refusals import REFUSALS

PLACES = (
    N_("game {number}, line {line}, {input}"),
    N_("game {number}"),
    N_("{file}, line {number}"),
)

WIRING = (
    N_("GPIO {pin} does not exist: expected {first} to {last}"),
    N_("GPIO {pin} is used twice, by {other} too"),
    N_("GPIO {pin} belongs to {bus}, which {display} uses"),
    N_("expected {pins}, as {other}: both displays are on {bus}"),
    N_("expected either one plunger or one for each hand, but {other} is wired too"),
    N_("expected a pin: this seat has no plunger"),
    N_("expected a pin: this button is needed"),
    N_("expected a pin: {other} is wired, the other hand is not"),
    N_("expected a pin: on SPI the display needs its D/C wire"),
    N_('expected "none": pins.factory {factory} has no PWM'),
    N_("expected a display for the player at that side"),
    N_("expected 0, the header's SPI, or 1: {key} is spi"),
    N_("expected a table as {example}, got {value}"),
    N_("expected a pin for lines.key: the key is not wired"),
    N_("expected a code: without one nothing opens"),
    N_("expected {fewest} to {most} figures from 0 to 9"),
    N_("expected an amount of time, got {text}"),
    N_("{place} is taken by {other}"),
    N_("{name} is unknown: expected {names}"),
    N_("{driver} has no {what}: expected {names}"),
    N_(
        "{size} after {turns} quarter turns shows no clock: expected at least {least} as it is seen"
    ),
    N_("{size} shows no clock: expected {sizes}"),
    N_("expected 0, 1, 2 or 3 quarter turns, got {value}"),
    N_("SPI {port} has no chip select {device}"),
    N_("expected at least confirm_ms and at most {most}, got {value}"),
)
FILES = (
    N_("kept by clapper {version}, cannot be read: {problem}"),
    N_("cannot be read: {problem}"),
    N_("expected another file to write: this one is what is read"),
    N_("expected another file to write: this one is a journal"),
    N_("expected another file to write: this name is a journal's"),
    N_("expected at most {count} bytes"),
    N_("expected UTF-8"),
    N_("expected tables nested less deeply"),
    N_("expected numbers of a usual size"),
    N_("expected a number up to {most}"),
    N_("expected JSON: nested less deeply"),
    N_("expected JSON: {problem}"),
    N_("not TOML: {problem}"),
    N_("expected quotes, as {example}"),
    N_("unknown: expected {names}"),
    N_("object missing required field {key}, or games of a match"),
    N_("object missing required field {key}"),
    N_("expected a value: it is missing"),
    N_("object contains unknown field {key}"),
)
GAME = (
    N_("expected a time control as {examples}, got {text}, or a name of `clapper presets`"),
    N_("expected a time as {example}, got {text}"),
    N_("expected a unit, as {meant} or {as_written}, got {text}, or a name of `clapper presets`"),
    N_("expected units, as 5m or 5400 or 5s:30s, got {text}, or a name of `clapper presets`"),
    N_("expected a colon, as in {meant} or {as_written}, got {text}"),
    N_("expected a folder from the root on, got {folder}"),
    N_("expected honour: {rule} needs two plungers a seat and stone sensors, which are not wired"),
    N_("expected black: the opening {opening} begins so"),
    N_("expected none beside the games of a match"),
    N_("expected only beside the games of a match"),
    N_("expected a name that no other preset has"),
    N_("expected words in one line"),
    N_("expected no void game: it is played once more"),
    N_("expected a match that is not decided"),
    N_("expected the controls of the match's game"),
    N_("expected control or regulations"),
    N_("expected left or right"),
    N_("expected no game of a match"),
    N_("expected a game that has begun"),
    N_("expected a game that has not begun"),
    N_("expected clocks that are stopped"),
    N_("expected no reconstruction"),
    N_("expected no result: reopen the game first"),
    N_("expected a seat that claims"),
    N_("expected a seat with time left: both clappers fell"),
    N_("expected a seat with time left"),
    N_("expected a period with byo-yomi"),
    N_("expected periods that come by time: here the moves made decide"),
    N_("expected a press to take back: else set the moves made"),
    N_("expected a press that is still the last act of the game"),
    N_("expected a press at which the opening allows a {what}"),
)
JOURNAL = (
    N_("expected a game file: it is a journal, `clapper export` makes game files of its games"),
    N_("expected a journal: it is empty"),
    N_("expected a journal of format {format}, got {other}"),
    N_("expected a journal of format {format}"),
    N_("expected a file: it is a pipe or a device"),
    N_("it is of another format"),
    N_("another clock writes this journal"),
    N_("it is no journal"),
    N_("it is no journal, and stays as it is"),
    N_("its head was changed"),
    N_("its header was changed"),
    N_("its end was changed"),
    N_("line {number} was changed"),
    N_("lines at its end are missing"),
    N_("there are lines of no game"),
    N_("its place was changed"),
    N_("what is missing of it was changed"),
    N_("the game before it was changed, removed or moved"),
    N_("expected the games {first} to {last}"),
    N_("the header of the WAL was changed"),
    N_("the WAL was changed at its frame {number}"),
    N_("its WAL is gone"),
    N_("its WAL is an older one, or another journal's"),
    N_("its game file: the replay ends at other figures"),
    N_("{key} was {recorded}, by the rules it is {anew}"),
)
PINS = (
    N_("pin factory {name} does not start ({why}): {remedy}"),
    N_("pin factory {name} cannot watch edges ({why}): {remedy}"),
    N_("pin factory {name} is not what is installed: {other} is; {remedy}"),
    N_("RPi.GPIO cannot watch edges on this kernel, {kernel} ({why}): {remedy}"),
    N_("RPi.GPIO cannot watch edges, as {file} cannot be written to ({why}): {remedy}"),
    N_("RPi.GPIO cannot watch edges ({why}): {remedy}"),
    N_("RPi.GPIO and rpi-lgpio are both installed and hide one another: uninstall one"),
    N_("GPIO {pin} of {chip} cannot be had by libgpiod ({why}): {remedy}"),
    N_("GPIO {pin} ({part}) cannot be had ({why}): {remedy}"),
    N_("GPIO {pin} ({part}) cannot be had ({why})"),
)
REMEDIES = (
    N_('install gpiod 2, or take edges = "factory"'),
    N_('take edges = "factory"'),
    N_("free this pin from another `clapper run`, or from a dtoverlay"),
    N_("let it use {device}, which a container has to be given, or take lgpio"),
    N_("let it use {device}, which a container has to be given"),
    N_("install {library}, or take lgpio"),
    N_("install {library}"),
    N_("run it on a Raspberry Pi 0 to 4, or take lgpio"),
    N_("run it on a Raspberry Pi, or take lgpio"),
    N_("run it on a Raspberry Pi"),
    N_("start it in a folder that can be written to"),
    N_("put the user who starts it into the group gpio, or take lgpio"),
    N_("put the user who starts it into the group gpio"),
    N_("take {factory}, or install {library} in its place"),
    N_("take lgpio"),
    N_('take factory = "lgpio", or edges = "poll", which reads the levels 1,000 times a second'),
)
VALUES = (
    N_("expected one of {names}, got {value}"),
    *REFUSALS,
    N_("expected {names}, got {value}"),
    N_("expected {names}"),
)
"""Looked at last: almost every message has this form."""

KINDS = (
    N_("a whole number"),
    N_("a whole number {sign} {limit}"),
    N_("a number"),
    N_("text in quotes"),
    N_("true or false"),
    N_("a list"),
    N_("a table"),
    N_("a date or a time"),
    N_("{first}, {second} or {last}"),
    N_("{names} or {last}"),
    N_("{first} to {last}"),
)
"""What values are said to be."""

FOREIGN = frozenset({"problem", "text", "why"})
"""Places of the templates that hold what others wrote: a library, the system, a user."""

KNOWN = (*WIRING, *FILES, *GAME, *JOURNAL, *PINS, *VALUES)


def mistake(line: str) -> str:
    """Return a line in the language spoken now; what is not known of it as it is."""
    known = recognized(line, KNOWN, _figure, FOREIGN)
    if known is not None:
        return known
    place, colon, what = line.partition(": ")
    place = recognized(place, PLACES) or place
    return f"{place}: {mistake(what)}" if colon else place


def _figure(text: str) -> str:
    return recognized(text, (*REMEDIES, *KINDS), _figure) or text
