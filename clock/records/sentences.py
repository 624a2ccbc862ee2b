"""The outputs of a game as sentences, for the log, the table and the report."""

from collections.abc import Iterator, Sequence

from clock.game.recorded import Gap, GapCause
from clock.kinds import kind_of
from clock.records.style import EXACT, Style
from clock.rules import outputs as out
from clock.rules.control import Control
from clock.rules.inputs import ClaimKind
from clock.rules.message import Message
from clock.rules.openings import Option
from clock.rules.outputs import IgnoreReason, Output
from clock.rules.regulations import Regulations
from clock.rules.seats import Colour, Hand, Seat
from clock.rules.state import Phase, Setup
from clock.text.act_names import act_name
from clock.text.control import plain
from clock.text.ending import result_text
from clock.text.flags import flag_text
from clock.text.language import N_, render, tr, trn
from clock.text.regulations import corrected
from clock.text.sides import has_colours, side_name
from clock.text.words import cost_text, seat_name

REASONS = {
    IgnoreReason.IDLE_SEAT: N_("the other clock was running"),
    IgnoreReason.OTHER_HAND: N_("it was not the hand that laid the stone"),
    IgnoreReason.NOT_STARTED: N_("the game had not begun"),
    IgnoreReason.STOPPED: N_("the clocks were stopped"),
    IgnoreReason.CLAIMED: N_("a claim had been made"),
    IgnoreReason.FALLEN: N_("a clapper was down"),
    IgnoreReason.FINISHED: N_("the game was over"),
    IgnoreReason.RECONSTRUCTION: N_("the position was being rebuilt"),
    IgnoreReason.NO_CHOICE: N_("there was nothing to choose"),
    IgnoreReason.NO_DRAW_CLAIMS: N_("the rules have no claims of a draw"),
    IgnoreReason.NO_ANNOUNCEMENT: N_("there was nothing to announce"),
    IgnoreReason.HERE_ALREADY: N_("nobody was absent"),
    IgnoreReason.NOT_CALLED: N_("no referee had been called"),
    IgnoreReason.GONG: N_("only the gong ends a turn"),
}
PHASES = {
    Phase.READY: N_("ready"),
    Phase.JOINT: N_("joint time"),
    Phase.RUNNING: N_("running"),
    Phase.RECONSTRUCTION: N_("reconstruction"),
    Phase.STOPPED: N_("stopped"),
    Phase.CLAIMED: N_("claimed"),
    Phase.FALLEN: N_("clapper fallen"),
    Phase.FINISHED: N_("finished"),
}
HANDS = {Hand.LEFT: N_("left hand"), Hand.RIGHT: N_("right hand")}
GAPS = {
    GapCause.DAMAGED: N_(
        "Something after input {line} is missing: the journal was found damaged at {when}."
    ),
    GapCause.UNWRITTEN: N_(
        "Something after input {line} is missing: the disk took no more at {when}."
    ),
    GapCause.NOT_SENT: N_(
        "Something after input {line} is missing: it was played on another clock, and had not "
        "arrived by {when}."
    ),
}
FIGURES = {
    "remaining_ns": N_("time"),
    "turn": N_("seat to move"),
    "black": N_("{side}'s seat"),
    "moves": N_("moves"),
    "period": N_("period"),
    "stones": N_("stones to lay"),
    "byoyomi": N_("byo-yomi periods"),
    "control": N_("time control"),
    "hand_faults": N_("Hand faults"),
    "illegal_moves": N_("illegal moves"),
    "press": N_("Last press"),
}
"""The figures that can be corrected."""
VALUES = {
    "left": N_("Left"),
    "right": N_("Right"),
    "open": N_("open"),
    Option.STAY.value: N_("a move"),
    Option.SWAP.value: N_("a swap"),
    Option.TWO_MORE.value: N_("two more"),
    "taken_back": N_("taken back"),
    "none": N_("none"),
}
"""The values of corrected figures, and the kinds of a press."""

_BEGAN = N_("{seat} enters period {period}; time changes by {length}")
TEMPLATES: dict[type[Output], str | tuple[str, str, str]] = {
    out.GameStarted: (
        "running",
        N_("The game begins; {seat}'s clock runs"),
        N_("The game begins; joint time runs"),
    ),
    out.PressIgnored: N_("{seat}'s press is ignored: {why}"),
    out.ActIgnored: N_("{act} ignored: {why}"),
    out.PlayerArrived: (
        "late_ns",
        N_("{seat} is here; being late costs {length} more"),
        N_("{seat} is here"),
    ),
    out.DefaultTimeReached: N_("The default time has passed; {seat} is absent"),
    out.Chosen: N_("{seat} enters {what}"),
    out.ColoursTurned: N_("{seat} is Black"),
    out.PeriodBegan: _BEGAN,
    out.ByoyomiBegan: N_("A byo-yomi period begins for {seat}; {count} left, including this one"),
    out.GongStruck: N_("The gong ends {seat}'s turn"),
    out.RefereeCalled: N_("The time referee is called for {seat}"),
    out.RefereeCame: N_("The time referee has arrived for {seat}"),
    out.ClapperFell: N_("{seat}'s clapper falls"),
    out.ClapperRaised: N_("{seat}'s clapper is up again"),
    out.BothFallen: (
        "draw",
        N_("Both clappers are down: a draw by the rules"),
        N_("Both clappers are down"),
    ),
    out.OrganizerCalled: N_("The organizer is called"),
    out.ClocksStopped: ("by", N_("{seat} stops both clocks"), N_("Both clocks stop")),
    out.ClocksResumed: (
        "reconstruct",
        N_("The organizer resumes; {seat}'s clock runs, but no moves are counted"),
        N_("The organizer resumes; {seat}'s clock runs"),
    ),
    out.Claimed: (
        "clapper_up",
        N_("{seat} claims a win"),
        N_("{seat} claims a win, though {seat}'s own clapper is down"),
    ),
    out.ClaimDismissed: N_("The organizer dismisses {seat}'s claim"),
    out.Undone: N_("Undone: {act}"),
    out.PressTakenBack: N_("{seat}'s press is taken back; moves made: {number}"),
    out.PressRetyped: N_("{seat}'s press now counts as {what}; moves made: {number}"),
    out.Warned: N_("Warning {count} to {seat}"),
    out.HandsDiffered: N_("{seat} laid the stone with the {stone} and pressed with the {press}"),
    out.HandsTogether: N_("{seat} presses both plungers at once"),
    out.HandFaulted: (
        "penalty_ns",
        N_("Hand fault {count} by {seat}: penalty {length}"),
        N_("Hand fault {count} by {seat}: a warning"),
    ),
    out.IllegalMoveRuled: (
        "loses",
        N_("Illegal move {count} by {seat}: it loses by the rules"),
        N_("Illegal move {count} by {seat}: {length} for the opponent"),
    ),
    out.EdgeWasLate: N_("A press by {seat} at {time} arrived too late to count"),
    out.PowerWasLost: (
        "uncertain_ns",
        N_("Power was lost; the time left may be up to {length} too long"),
        N_("Power was lost"),
    ),
    out.ClockRestarted: (
        "away_ns",
        N_("The clock was off for {length}; time ran on"),
        N_("Clapper has restarted; both clocks were already stopped"),
    ),
    out.GamePutAside: (
        "sealed",
        N_("The game is put aside; {seat} has sealed a move, which counts"),
        N_("The game is put aside"),
    ),
    out.GameReopened: N_("The organizer takes the result back"),
}
"""An output's sentence; or a field, the sentence if the field has a value, and the other one."""

_PLACES = {
    "running": "seat",
    "black": "seat",
    "by": "seat",
    "sealed": "seat",
    "moves": "number",
    "periods": "count",
    "added_ns": "length",
    "late_ns": "length",
    "penalty_ns": "length",
    "award_ns": "length",
    "uncertain_ns": "length",
    "away_ns": "length",
    "edge_ns": "time",
}
"""The placeholders of fields whose names differ from theirs."""

CorrectionOutput = out.Corrected | out.ControlCorrected | out.RegulationsCorrected
Figure = int | str | Control | Regulations
"""The value of a corrected figure."""


def gap_sentence(gap: Gap) -> str:
    """Return the sentence for a gap in a game."""
    return tr(GAPS[gap.cause]).format(line=gap.line, when=gap.when)


def unread_sentence(line: int, problem: Message) -> str:
    """Return the sentence for a game that cannot be read beyond its input `line`."""
    text = tr("The rest, after input {line}, cannot be read: {problem}.")
    return text.format(line=line, problem=render(problem))


def sentences(
    outputs: Sequence[Output], seat: Seat | None = None, style: Style = EXACT
) -> Iterator[tuple[Output, str]]:
    """Yield an input's outputs with their sentences; all corrections share the first's."""
    changes = [output for output in outputs if isinstance(output, CorrectionOutput)]
    for output in outputs:
        if not isinstance(output, CorrectionOutput):
            yield output, sentence(output, seat, style)
        elif output is changes[0]:
            yield output, _corrected(changes, style)


def sentence(output: Output, seat: Seat | None = None, style: Style = EXACT) -> str:
    """Return the sentence of an output; `seat` is the seat of its input."""
    match output:
        case out.TurnPassed():
            return _passed(output, style)
        case out.Corrected() | out.ControlCorrected() | out.RegulationsCorrected():
            return _corrected((output,), style)
        case out.GameFinished(result=result, ground=ground, last_move=number, by=by):
            last = tr("last move {number}").format(number=style.last(number))
            text = f"{result_text(result, ground, style.called)}, {last}"
            ended = tr("The players agree: {result}") if by else tr("Result: {result}")
            return ended.format(result=text)
        case out.PressIgnored() if output.reason in out.IN_A_STOP:
            text = tr("{seat} presses during the stop")
        case out.ClocksResumed(seat=None):
            return tr("The organizer resumes; joint time runs")
        case out.HandFaulted(penalty_ns=0, is_warning=False):
            text = tr("Hand fault {count} by {seat}: no penalty")
        case out.Claimed(kind=ClaimKind.DRAW):
            text = tr("{seat} claims a draw")
        case out.Announced(count=0):
            return tr("The announcement of fifth moves is withdrawn")
        case out.Announced(count=count):
            text = trn(
                "{seat} announces {count} fifth move", "{seat} announces {count} fifth moves", count
            )
        case out.PeriodBegan():
            text = ", ".join(filter(None, (tr(_BEGAN), _cost(output, style.setup))))
        case _:
            template = TEMPLATES[type(output)]
            if isinstance(template, tuple):
                field, with_value, without = template
                template = with_value if getattr(output, field) else without
            text = tr(flag_text(style.game, template))
    reason = _why(output.reason) if isinstance(output, out.Warned) else ""
    return text.format(**_values(output, seat, style)) + reason


def _cost(began: out.PeriodBegan, setup: Setup | None) -> str:
    terms = None if setup is None else setup.terms(began.seat, began.period)
    return cost_text(terms.points) if terms is not None and terms.points else ""


def _values(output: Output, act_seat: Seat | None, style: Style) -> dict[str, object]:
    """Return an output's fields as words and figures, by their placeholders."""
    values: dict[str, object] = {}
    if isinstance(output, out.Undone):
        act_seat = output.seat
    for field in output.__struct_fields__:
        place, value = _PLACES.get(field, field), getattr(output, field)
        match value:
            case IgnoreReason():
                values["why"] = tr(flag_text(style.game, REASONS[value]))
            case Option():
                values["what"] = tr(VALUES[value.value])
            case Hand():
                values[place] = tr(HANDS[value])
            case Seat():
                values[place] = seat_name(value)
            case str():
                values[place] = act_name(value, act_seat)
            case int() if place in ("length", "time"):
                values[place] = (style.length if place == "length" else style.instant)(value)
            case int() if place == "number":
                values[place] = style.last(value)
            case _:
                values[place] = value
    return values


def _passed(turn: out.TurnPassed, style: Style) -> str:
    template = tr("{seat} presses: no move ({number} so far), {figures}")
    if turn.credited:
        template = tr("{seat} presses: move {number}, {figures}")
    figures = [tr("spent {length}").format(length=style.length(turn.spent_ns))]
    if turn.earned_ns:
        figures.append(tr("earned {length}").format(length=style.length(turn.earned_ns)))
    figures.append(tr("remaining {length}").format(length=style.length(turn.remaining_ns)))
    number, texts = style.last(turn.moves), ", ".join(figures)
    return template.format(seat=seat_name(turn.seat), number=number, figures=texts)


def _corrected(changes: Sequence[CorrectionOutput], style: Style) -> str:
    listed = []
    for change in changes:
        what = change.what if isinstance(change, out.Corrected) else "control"
        seat = getattr(change, "seat", None)
        for name, before, after in figures(what, change.before, change.after, style):
            if seat is not None:
                name = tr("{seat}'s {what}").format(what=name, seat=seat_name(seat))
            listed.append(f"{name} {before} → {after}")
    text = tr("The organizer corrects: {figures}").format(figures="; ".join(listed))
    return text + _why(changes[0].reason)


def figures(
    what: str, before: Figure, after: Figure, style: Style
) -> Iterator[tuple[str, str, str]]:
    """Yield every corrected figure with its values before and after."""
    if isinstance(before, Regulations) and isinstance(after, Regulations):
        yield from corrected(before, after)
    else:
        if _names_starter(what, style.setup) and style.first is not Colour.BLACK:
            before, after = after, before
        old, new = (_figure(what, each, style) for each in (before, after))
        yield _figure_name(what, style), old, new


def _names_starter(what: str, setup: Setup | None) -> bool:
    """Whether a corrected colour is who begins, as in games without colours."""
    return what == "black" and setup is not None and not has_colours(setup)


def _figure_name(what: str, style: Style) -> str:
    if _names_starter(what, style.setup):
        return tr("seat that begins")
    if what == "stones" and not kind_of(style.game).stones:
        return tr("moves left in the block")
    return tr(FIGURES[what]).format(side=side_name(style.game, Colour.BLACK))


def _figure(what: str, value: Figure, style: Style) -> str:
    match value:
        case str():
            return tr(VALUES.get(value, value))
        case int():
            return {"remaining_ns": style.length, "moves": style.place}.get(what, str)(value)
        case tuple():
            return plain(value)
    raise AssertionError(value)


def _why(reason: str) -> str:
    return f" ({tr(reason)})" if reason else ""
