"""What the menu says: every text of it."""

from clock.rules.inputs import PressKind, Result, SetTurn, Warn
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, SeatState, State
from clock.text.control import upper_first
from clock.text.glyphs import fits
from clock.text.language import N_, tr, trn
from clock.text.rows import cut, spread
from clock.text.words import colour_name, seat_letter, seat_name, shown_time

# Titles

GO_ON = N_("Go on?")
DO_IT = N_("Do it?")
DISMISS_IT = N_("Dismiss it?")
NEXT_GAME = N_("Next game?")
ORGANIZER = N_("Organizer")
REOPEN_IT = N_("Reopen?")
MOVES_MADE = N_("Moves made")
LAST_MOVE = N_("Last move")
COLOURS = N_("Colours")
RESULT = N_("Result")
GROUND = N_("On what ground")
REASON = N_("Why")
NEW_GAME = N_("New game")
CODE = N_("Organizer's code")
WRONG_CODE = N_("Wrong code")

# Rows

GO_ON_ITEM = N_("Go on")
REOPEN = N_("Reopen")
MOVES = N_("Moves")
TAKE_BACK = N_("Take back last press")
SETTING = N_("Correct the setting")
TIMES_STAY = N_("Both times stay")
SET_TO = N_("Set to")
BACK = N_("Back")
NO = N_("No")
YES = N_("Yes")
SAME_COLOURS = N_("Same colours")
COLOURS_TURNED = N_("Colours turned")
GAME_ENDS = N_("This game is left")
JOINT_RUNS = N_("Joint time runs")
TO_THE_START = N_("Back to the start")
BOTH_DOWN = (N_("Both clappers down:"), N_("give time first"))
NONE = N_("none yet")
OPEN = "?"

LAST_PRESS = {
    PressKind.MOVE: N_("Last press was a move"),
    PressKind.SWAP: N_("Last press was a swap"),
    PressKind.TWO_MORE: N_("Last laid two more"),
}

# Hints: what the buttons do now, in the last row of a page or on the faces

HINT_LIST = (N_("- + choose"), N_("OK take"))
HINT_ENTRY = (N_("- + change"), N_("OK take"))
HINT_FIELDS = (
    (N_("- + hours"), N_("OK next")),
    (N_("- + minutes"), N_("OK next")),
    (N_("- + seconds"), N_("OK take")),
)
HINT_GO_ON = (N_("OK go on"), N_("- + leave"))
HINT_CLAIM = (N_("OK claim"), N_("- + leave"))
HINT_BOTH_DOWN = (N_("- + leave"), N_("hold: menu"))
HINT_LOCKED = (N_("- + leave"), N_("key: menu"))
HINT_CODE_BACK = (N_("- + change"), N_("OK back"))
HINT_NO = (N_("OK no"), N_("+ yes"))
HINT_YES = (N_("- no"), N_("OK do it"))
HINT_ORGANIZER = (N_("- yes"), N_("OK take"))
HINTS_ASKED = (HINT_NO, HINT_YES, HINT_ORGANIZER)
HINT_HALTED = (N_("OK go on"), N_("hold: menu"))
HINT_HALTED_DOWN = (N_("OK why"), N_("hold: menu"))
HINT_FINISHED = (N_("OK reopen"), N_("hold: next"))
HINT_KEY = (N_("OK times"), N_("key: menu"))
"""What is said at the two ends of a row."""

HINT_READ = N_("- + read")
HINT_SET_UP = N_("OK set up")
HINT_REFEREE = N_("OK referee is here")

SAY_LIST = N_("Minus and Plus choose, OK takes.")
SAY_ENTRY = N_("Minus and Plus change, OK takes.")
SAY_GO_ON = N_("OK goes on; Minus, Plus and Stop leave.")
SAY_CLAIM = N_("OK claims; Minus and Plus leave.")
SAY_BOTH_DOWN = N_("Minus and Plus leave, OK held opens the organizer's menu.")
SAY_LOCKED = N_("Minus and Plus leave. The organizer's key opens the menu.")
SAY_NO = N_("No is selected. OK leaves it, Plus goes to yes.")
SAY_YES = N_("Yes is selected. OK does it, Minus goes to no.")
SAY_ORGANIZER = N_("The organizer's menu is selected. OK opens it, Minus goes to yes.")
SAY_ASKED = (SAY_NO, SAY_YES, SAY_ORGANIZER)
SAY_READ = N_("Minus and Plus read on.")
SAY_FIELDS = (N_("hours"), N_("minutes"), N_("seconds"))

NOTHING_DONE = N_("Nothing was changed.")
SAY_TURN_THE_KEY = N_("Turn the organizer's key.")
SAY_NO_SENSORS = N_("Same hand: expected honour, as no sensors tell the hands.")

# What goes into the log as well, in English

REASONS = (
    N_("wrong setting"),
    N_("compensation"),
    N_("penalty"),
    N_("missed press"),
    N_("other"),
)
REASONS_OF: dict[type, tuple[str, ...]] = {
    SetTurn: (N_("illegal move"), N_("faulty offers"), N_("other")),
    Warn: (
        N_("disturbance"),
        N_("outside help"),
        N_("out of the room"),
        N_("conduct"),
        N_("other"),
    ),
}
"""Of acts that have reasons of their own."""

_WON_BY = (
    N_("on the board"),
    N_("time"),
    N_("resigned"),
    N_("forbidden move"),
    N_("absent"),
    N_("decision"),
)
GROUNDS = {
    Result.LEFT: _WON_BY,
    Result.RIGHT: _WON_BY,
    Result.DRAW: (N_("agreed"), N_("on the board"), N_("both times out"), N_("decision")),
    Result.VOID: (N_("not played"), N_("wrong setting"), N_("decision")),
    Result.BOTH_LOSE: (N_("decision"), N_("absent"), N_("conduct")),
}
TIME, BOTH_TIMES = "time", "both times out"
"""The grounds that a clapper proves."""

OPTIONS = {
    Option.STAY: N_("stay"),
    Option.SWAP: N_("swap"),
    Option.TWO_MORE: N_("two more"),
}

STARTS: tuple[tuple[tuple[Seat, ...], str], ...] = (
    ((), N_("OK start, both here")),
    ((LEFT, RIGHT), N_("OK start, both late")),
    ((LEFT,), N_("OK start, left late")),
    ((RIGHT,), N_("OK start, right late")),
)
"""Who may be absent at a start; after the last comes the set-up menu."""


def hint(ends: tuple[str, str]) -> str:
    """Return a hint for the last row of a page, or of the faces."""
    left, right = ends
    return spread(tr(left), tr(right))


def now(text: str) -> str:
    """Return what there is now, beside what is entered."""
    return tr("Now {value}").format(value=text)


def was(text: str) -> str:
    """Return what there was, before what there is now."""
    return tr("Was {value}").format(value=text)


def place(row: str, number: int, count: int) -> str:
    """Return a selected row and where it is among all, for those who listen."""
    return tr("{row}, {number} of {count}").format(row=row, number=number, count=count)


def figure(chosen: str, number: int, count: int) -> str:
    """Return the figure of a code that is chosen now and its place, for those who listen."""
    return tr("Figure {number} of {count}: {figure}").format(
        number=number, count=count, figure=chosen
    )


def time(remaining_ns: int) -> str:
    """Return a time in whole seconds, rounded up."""
    return shown_time(remaining_ns, tenths=False)


def seat_label(state: State, seat: Seat) -> str:
    """Return a seat by side and colour: "Left (Black)"; by side while the colours are open."""
    colour = state.colour(seat)
    side = seat_name(seat)
    if colour is None:
        return side
    return tr("{seat} ({colour})").format(seat=side, colour=colour_name(colour))


def times(state: State) -> tuple[str, ...]:
    """Return both times, in one row where they fit."""
    left, right = time(state.left.remaining_ns), time(state.right.remaining_ns)
    both = f"{seat_letter(LEFT)} {left}  {seat_letter(RIGHT)} {right}"
    if fits(both):
        return (both,)
    return tuple(cut(time_row(state, seat)) for seat in (LEFT, RIGHT))


def time_row(state: State, seat: Seat) -> str:
    """Return a seat's time in a row, with its clapper where that is down."""
    clock = state.seat(seat)
    row = f"{seat_name(seat)} {time(clock.remaining_ns)}"
    return tr("{time} fallen").format(time=row) if clock.fallen else row


def phase(state: State) -> str:
    """Return what the clock is doing."""
    running = "" if state.running is None else seat_name(state.running)
    match state.phase:
        case Phase.READY:
            return tr("Not started")
        case Phase.JOINT:
            return tr("Joint time")
        case Phase.RUNNING:
            return tr("{seat} runs").format(seat=running)
        case Phase.RECONSTRUCTION:
            return tr("{seat} rebuilds").format(seat=running)
        case Phase.STOPPED:
            return tr("Stopped")
        case Phase.CLAIMED:
            return tr("Claim")
        case Phase.FALLEN:
            return tr("Clapper fell")
        case Phase.FINISHED:
            return tr("Finished")


def time_item(state: State, seat: Seat) -> str:
    """Return the item that leads to a seat's time."""
    return tr("{seat} time").format(seat=seat_label(state, seat))


def period_item(state: State, seat: Seat) -> str:
    """Return the item that leads to a seat's period."""
    return tr("{seat} period").format(seat=seat_label(state, seat))


def byoyomi_item(seat: Seat) -> str:
    """Return the item that leads to a seat's byo-yomi periods."""
    return tr("{seat} byo-yomi").format(seat=seat_name(seat))


def dismiss_item(seat: Seat) -> str:
    """Return the item that dismisses a seat's claim."""
    return tr("Dismiss {seat}'s claim").format(seat=seat_name(seat))


def warn_item(seat: Seat) -> str:
    """Return the item that warns a seat."""
    return tr("Warn {seat}").format(seat=seat_name(seat))


def here_item(seat: Seat) -> str:
    """Return the item that says that an absent player is there."""
    return tr("{seat} is here").format(seat=seat_name(seat))


def fault_item(seat: Seat) -> str:
    """Return the item that enters a hand fault."""
    return tr("Hand fault by {seat}").format(seat=seat_name(seat))


def go_on_item(seat: Seat) -> str:
    """Return the item that lets a chosen seat's clock run."""
    return tr("Go on with {seat}").format(seat=seat_name(seat))


def rebuild_item(seat: Seat) -> str:
    """Return the item that starts a reconstruction on a seat's time (gomoku 6.2)."""
    return tr("{seat} rebuilds board").format(seat=seat_name(seat))


def black_item(seat: Seat) -> str:
    """Return the item that gives a seat Black."""
    return tr("{seat} is Black").format(seat=seat_name(seat))


def period_number(number: int) -> str:
    """Return the item that sets a period."""
    return tr("Period {number}").format(number=number)


def byoyomi_left(count: int) -> str:
    """Return the item that sets the byo-yomi periods left."""
    return trn("{count} period left", "{count} periods left", count).format(count=count)


def amount_item(delta_ns: int, after: SeatState) -> str:
    """Return the item that gives or takes an amount, with what comes of it for the seat."""
    if delta_ns < 0 and after.fallen:
        return tr("All: clapper falls")
    amount = f"{'+' if delta_ns > 0 else '-'}{time(abs(delta_ns))}"
    return tr("{amount}  to {time}").format(amount=amount, time=time(after.remaining_ns))


def claims(seat: Seat) -> str:
    """Return the question whether a player claims."""
    return tr("{seat} claims a win?").format(seat=seat_name(seat))


def claimed(seat: Seat) -> str:
    """Return the row of a claim that stands beside the one that is asked for."""
    return tr("{seat} has claimed").format(seat=seat_name(seat))


def claim_row(state: State, seat: Seat) -> str:
    """Return a seat's time, its moves against the quota and its clapper: "L 5:00 12/40 ↑"."""
    clock, made = state.seat(seat), state.play.made(seat)
    moves = f"{made}" if clock.due is None else f"{made}/{clock.due}"
    clapper = "↓" if clock.fallen else "↑"
    return cut(f"{seat_letter(seat)} {time(clock.remaining_ns)} {moves} {clapper}")


def clapper_up(seat: Seat) -> str:
    """Return the row that tells that the clock contradicts a ground."""
    return tr("{seat}'s clapper is up").format(seat=seat_name(seat))


def counted(moves: int) -> str:
    """Return how many moves the clock counts, beside the last one's number that is entered."""
    return tr("Clock counts {count}").format(count=moves)


def runs(state: State, seat: Seat) -> str:
    """Return whose clock will run."""
    return tr("{seat} runs").format(seat=seat_label(state, seat))


def start_hint(index: int) -> str:
    """Return the hint before a start."""
    return tr(STARTS[index][1] if index < len(STARTS) else HINT_SET_UP)


def choice_hint(entered: Option, following: Option) -> str:
    """Return the hint at an opening's choice: what is entered, and what Plus enters."""
    return f"[{tr(OPTIONS[entered])}]  + {tr(OPTIONS[following])}"


def reason_title(reason: str) -> str:
    """Return the title of a page that asks for a correction with a reason."""
    return tr("Other reason?") if reason == "other" else f"{upper_first(tr(reason))}?"
