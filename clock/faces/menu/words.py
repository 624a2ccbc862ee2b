"""What the menu says: every text of it, in rows of at most 21 characters."""

from clock.faces.words import seat_name, shown_time
from clock.rules.inputs import PressKind, Result
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, State

COLUMNS = 21

# Titles

GO_ON = "Go on?"
DO_IT = "Do it?"
ORGANIZER = "Organizer"
MOVES_MADE = "Moves made"
TO_MOVE = "Whose turn"
COLOURS = "Colours"
RESULT = "Result"
GROUND = "On what ground"
REASON = "Why"
NEW_GAME = "New game"

# Rows

MOVES = "Moves"
SET_TO = "Set to"
BACK = "Back"
NO = "No"
YES = "Yes"
SAME_COLOURS = "Same colours"
COLOURS_TURNED = "Colours turned"
GAME_ENDS = "This game is left"
JOINT_RUNS = "Joint time runs"
TO_THE_START = "Back to the start"
BOTH_DOWN = ("Both clappers down:", "give time first")
NONE = "-"
OPEN = "?"

LAST_PRESS = {
    PressKind.MOVE: "Last press was a move",
    PressKind.SWAP: "Last press was a swap",
    PressKind.TWO_MORE: "Last laid two more",
}

# Hints: what the buttons do now, in the last row of a page or on the faces

HINT_LIST = "- + choose    OK take"
HINT_ENTRY = "- + change    OK take"
HINT_FIELDS = ("- + hours     OK next", "- + minutes   OK next", "- + seconds   OK take")
HINT_GO_ON = "OK go on    - + leave"
HINT_BOTH_DOWN = "- + leave  hold: menu"
HINT_NO = "OK no           + yes"
HINT_YES = "- no         OK do it"
HINT_READ = "- + read"
HINT_HALTED = "OK go on   hold: menu"
HINT_HALTED_DOWN = "OK why     hold: menu"
HINT_SET_UP = "OK set up"
HINT_REFEREE = "OK referee is here"

SAY_LIST = "Minus and Plus choose, OK takes."
SAY_ENTRY = "Minus and Plus change, OK takes."
SAY_GO_ON = "OK goes on, Minus and Plus leave."
SAY_BOTH_DOWN = "Minus and Plus leave, OK held opens the organizer's menu."
SAY_NO = "No is selected. OK leaves it, Plus goes to yes."
SAY_YES = "Yes is selected. OK does it, Minus goes to no."
SAY_READ = "Minus and Plus read on."
SAY_FIELDS = ("hours", "minutes", "seconds")

# What goes into the log as well

REASONS = ("wrong setting", "penalty", "compensation", "missed press", "other")

_WON_BY = ("on the board", "time", "resigned", "forbidden move", "absent", "decision")
GROUNDS = {
    Result.LEFT: _WON_BY,
    Result.RIGHT: _WON_BY,
    Result.DRAW: ("agreed", "on the board", "both times out", "decision"),
    Result.VOID: ("not played", "wrong setting", "decision"),
}

OPTIONS = {Option.STAY: "stay", Option.SWAP: "swap", Option.TWO_MORE: "two more"}

STARTS: tuple[tuple[tuple[Seat, ...], str], ...] = (
    ((), "both here"),
    ((LEFT, RIGHT), "both late"),
    ((LEFT,), "left late"),
    ((RIGHT,), "right late"),
)
"""Who may be absent at a start; after the last comes the set-up menu."""


def cut(text: str) -> str:
    """Return a text in one row."""
    return text if len(text) <= COLUMNS else text[: COLUMNS - 1].rstrip() + "…"


def time(remaining_ns: int) -> str:
    """Return a time in whole seconds, rounded up."""
    return shown_time(remaining_ns, tenths=False)


def seat_label(state: State, seat: Seat) -> str:
    """Return a seat by side and colour: "Left (Black)"; by side while the colours are open."""
    colour = state.colour(seat)
    side = seat_name(seat)
    return side if colour is None else f"{side} ({colour.value.capitalize()})"


def times(state: State) -> tuple[str, ...]:
    """Return both times, in one row where they fit."""
    left, right = time(state.left.remaining_ns), time(state.right.remaining_ns)
    both = f"L {left}  R {right}"
    if len(both) <= COLUMNS:
        return (both,)
    return tuple(cut(time_row(state, seat)) for seat in (LEFT, RIGHT))


def time_row(state: State, seat: Seat) -> str:
    """Return a seat's time in a row, with its clapper where that is down."""
    clock = state.seat(seat)
    clapper = " fallen" if clock.fallen else ""
    return f"{seat_name(seat)} {time(clock.remaining_ns)}{clapper}"


def phase(state: State) -> str:
    """Return what the clock is doing."""
    running = "" if state.running is None else seat_name(state.running)
    match state.phase:
        case Phase.READY:
            return "Not started"
        case Phase.JOINT:
            return "Joint time"
        case Phase.RUNNING:
            return f"{running} runs"
        case Phase.RECONSTRUCTION:
            return f"{running} rebuilds"
        case Phase.STOPPED:
            return "Stopped"
        case Phase.CLAIMED:
            return "Claim"
        case Phase.FALLEN:
            return "Clapper fell"
        case Phase.FINISHED:
            return "Finished"


def time_item(state: State, seat: Seat) -> str:
    """Return the item that leads to a seat's time."""
    return f"{seat_label(state, seat)} time"


def period_item(state: State, seat: Seat) -> str:
    """Return the item that leads to a seat's period."""
    return f"{seat_label(state, seat)} period"


def fault_item(seat: Seat) -> str:
    """Return the item that enters a hand fault."""
    return f"Hand fault by {seat_name(seat)}"


def go_on_item(seat: Seat) -> str:
    """Return the item that lets a chosen seat's clock run."""
    return f"Go on with {seat_name(seat)}"


def rebuild_item(seat: Seat) -> str:
    """Return the item that starts a reconstruction on a seat's time (gomoku 6.2)."""
    return f"Reconstruct: {seat_name(seat)}"


def turn_item(state: State, seat: Seat) -> str:
    """Return the item that gives a seat the move."""
    return f"{seat_label(state, seat)} moves"


def black_item(seat: Seat) -> str:
    """Return the item that gives a seat Black."""
    return f"{seat_name(seat)} is Black"


def period_number(number: int) -> str:
    """Return the item that sets a period."""
    return f"Period {number}"


def amount_item(delta_ns: int, after_ns: int) -> str:
    """Return the item that gives or takes an amount, with the time that comes of it."""
    return f"{'+' if delta_ns > 0 else '-'}{time(abs(delta_ns))}  to {time(after_ns)}"


def runs(state: State, seat: Seat) -> str:
    """Return whose clock will run."""
    return f"{seat_label(state, seat)} runs"


def start_hint(index: int) -> str:
    """Return the hint before a start."""
    return f"OK start, {STARTS[index][1]}" if index < len(STARTS) else HINT_SET_UP


def choice_hint(entered: Option, following: Option) -> str:
    """Return the hint at an opening's choice: what is entered, and what Plus enters."""
    return f"[{OPTIONS[entered]}]  + {OPTIONS[following]}"


def reason_title(reason: str) -> str:
    """Return the title of a page that asks for a correction with a reason."""
    return "Other reason?" if reason == "other" else f"{reason.capitalize()}?"
