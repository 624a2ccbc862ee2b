"""A report as a single HTML page, without scripts or other files, for screen and paper."""

from collections.abc import Iterator
from itertools import repeat

from clock.display.allowances import allowances
from clock.game.facts import CorrectionMade, Fall, Turn, used_ns
from clock.kinds import kind_of
from clock.records.naming import called, name_at, name_parts, outcome, scored_first
from clock.records.report import charts
from clock.records.report.reported import ReportedGame, all_turns
from clock.records.sentences import figures, sentence
from clock.records.style import ROUNDED, Style, as_shown
from clock.rules.openings import Option
from clock.rules.outputs import BothFallen, GameFinished
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Phase, Setup
from clock.rules.units import SECOND_NS
from clock.text.act_names import act_name
from clock.text.control import corrected_sentences, upper_first
from clock.text.counting import last_text, number_of
from clock.text.ending import time_cost
from clock.text.flags import flag_text
from clock.text.language import language, printable, tr
from clock.text.sides import has_colours, seat_and_side, side_name
from clock.text.templates import templates
from clock.text.words import cost_text, seat_letter, seat_name, whole_seconds

NOTHING = "–"


def html_page(game: ReportedGame) -> str:
    """Return a game's report in the current language."""
    source, facts = game.source, game.facts
    rows = all_turns(facts)
    name = title(game)
    page = templates("clock.records.report").get_template("page.html")
    text = page.render(
        language=language(),
        source=source,
        gaps=list(source.notes()),
        title=name,
        # Printed by a string in the style sheet, so characters that could end it are left out.
        on_sheets="".join(char for char in name if char.isalnum() or char in " .:-–_·"),
        headline=headline(game),
        flag=tr(flag_text(source.setup.game, "Clapper")),
        result=facts.result is not None,
        last_move=last_text(source.setup, facts.moves),
        lasted=whole_seconds(facts.lasted_ns),
        seats=[_seat(game, seat) for seat in (LEFT, RIGHT)],
        setup=corrected_sentences(source.setup, game.last.setup),
        charts=_charts(game) if facts.lasted_ns else (),
        field=charts,
        events=[(whole_seconds(at_ns), text) for at_ns, text in _events(game)],
        corrections=list(_corrections(game)),
        turns=list(map(_turn, rows, used_ns(rows), repeat(source.setup.game))),
        made=facts.turns,
        cut_short=any(not turn.pressed for turn in rows),
    )
    return "\n".join(map(printable, text.split("\n")))  # names in a file may have control codes


def title(game: ReportedGame) -> str:
    """Return a report's title: the game's names, number and date, as far as known."""
    source = game.source
    first = scored_first(source.setup.game, game.last.play.black)
    parts = [tr("Game report"), *name_parts(source.names, first)]
    if source.in_journal:
        parts.append(tr("Game {number}").format(number=source.name))
    elif source.name:
        parts.append(source.name)
    if source.wall:
        parts.append(source.wall)
    return " · ".join(parts)


def _charts(game: ReportedGame) -> tuple[charts.Chart, ...]:
    kind = game.source.setup.game
    return charts.clocks(game.facts, game.points, kind), charts.spent(game.facts, kind)


def headline(game: ReportedGame) -> str:
    """Return the result with its ground, or the state of a game without a result."""
    facts, style = game.facts, _style(game)
    if facts.result is not None:
        setup, names = game.source.setup, game.source.names
        return outcome(names, setup, facts.result, facts.ground, game.last.black)
    if facts.phase is Phase.READY:
        return tr("The game has not begun")
    if facts.claims:
        return "; ".join(sentence(claim, None, style) for claim in facts.claims)
    both = facts.left.fallen and facts.right.fallen
    for output in reversed(facts.other):
        if both and isinstance(output, BothFallen):
            return sentence(output, None, style)
    if facts.phase is Phase.FALLEN:
        return _fell(facts.falls[-1], game)
    if game.source.is_put_aside:
        return tr("The game is put aside")
    return upper_first(tr("no result")) if game.source.is_left else tr("The game is not over")


def _style(game: ReportedGame) -> Style:
    source = game.source
    style = ROUNDED.of(source.setup)
    return style._replace(called=called(source.names, source.setup, game.last.black))


def _events(game: ReportedGame) -> list[tuple[int, str]]:
    """Return the events other than moves and corrections, causes before effects."""
    facts, setup, events = game.facts, game.source.setup, []
    for entered in facts.periods:
        added = f"{'' if entered.added_ns < 0 else '+'}{as_shown(entered.added_ns)}"
        terms = setup.terms(entered.seat, entered.period)
        if terms is not None and terms.points:
            added = f"{added}, {cost_text(terms.points)}"
        text = tr("{seat}: period {period} begins, {added} (move {number})").format(
            seat=seat_name(entered.seat),
            period=entered.period,
            added=added,
            number=number_of(setup.game, entered.moves),
        )
        events.append((entered.at_ns, text))
    events += [(fall.at_ns, _fell(fall, game)) for fall in facts.falls]
    results = [output for output in facts.other if isinstance(output, GameFinished)]
    only = facts.result is not None and len(results) == 1  # already in the headline
    events += [
        (each.at_ns, sentence(each, None, _style(game)))
        for each in facts.other
        if not (only and each is results[0])
    ]
    events += [
        (state.at_ns - game.start_ns, f"{seat_name(seat)}: {each.spoken}")
        for state in game.claimed
        for seat in (LEFT, RIGHT)
        for each in allowances(state, seat, state.at_ns)
    ]
    events += [(halt.at_ns, _halted(halt.by, halt.until_ns)) for halt in facts.halts]
    return sorted(events, key=lambda event: event[0])


def _fell(fall: Fall, game: ReportedGame) -> str:
    setup = game.source.setup
    text = tr(flag_text(setup.game, "{seat}: the clapper falls after move {number}"))
    number = last_text(setup, fall.moves)
    return text.format(seat=seat_name(fall.seat), number=number)


def _halted(by: Seat | None, until_ns: int | None) -> str:
    stopped = tr("Both clocks stop")
    if by is not None:
        stopped = tr("{seat} stops both clocks").format(seat=seat_name(by))
    if until_ns is None:
        return stopped
    text = tr("{stopped} until {time}")
    return text.format(stopped=stopped, time=whole_seconds(until_ns))


def _turn(turn: Turn, spent_ns: int, game: str) -> dict[str, str]:
    number, stone = charts.number_text(turn, game), "open"
    if turn.colour is not None:
        stone = turn.colour.value
    if turn.credited > 1:
        number = f"{turn.moves - turn.credited + 1}–{turn.moves}"
    return {
        "number": tr("swap") if turn.option is Option.SWAP else number,
        "seat": seat_letter(turn.seat),
        "colour": stone if kind_of(game).colours else "",
        "colour_name": side_name(game, turn.colour),
        "spent": as_shown(spent_ns),
        "left": as_shown(turn.remaining_ns),
    }


def _seat(game: ReportedGame, seat: Seat) -> dict[str, str]:
    """Return the page's values of a seat."""
    facts, names, setup = game.facts, game.source.names, game.source.setup
    clock, beside = facts.seat(seat), allowances(game.last, seat, game.last.at_ns)
    average = longest = NOTHING
    made_ns = [turn.spent_ns for turn in facts.turns if turn.seat is seat and turn.credited]
    if made_ns:
        mean_ns = sum(made_ns) // len(made_ns)
        average = charts.length_text(mean_ns, mean_ns + SECOND_NS // 2)
    for turn, used in charts.longest_turn(facts, seat):
        longest = tr("{time} (move {number})").format(
            time=charts.length_text(turn.spent_ns, used),
            number=charts.number_text(turn, setup.game),
        )
    return {
        "name": seat_name(seat),
        "player": name_at(names, seat),
        "colour": _colour(setup, clock.colour),
        "label": seat_and_side(setup, seat, clock.colour),
        "left": " · ".join(
            (
                as_shown(clock.remaining_ns),
                *time_cost(game.last, seat),
                *(each.spoken for each in beside),
            )
        ),
        "clapper": tr("down") if clock.fallen else tr("up"),
        "moves": _of(clock.moves, clock.due),
        "period": _of(clock.period, None if clock.periods == 1 else clock.periods),
        "spent": whole_seconds(clock.spent_ns),
        "average": average,
        "longest": longest,
        "ignored": str(clock.ignored),
    }


def _colour(setup: Setup, colour: Colour | None) -> str:
    if not has_colours(setup):
        return NOTHING
    return "?" if colour is None else side_name(setup.game, colour)


def _of(count: int, most: int | None) -> str:
    return str(count) if most is None else f"{count}/{most}"


def _act_of(change: CorrectionMade) -> tuple[int, str, str]:
    return change.at_ns, change.reason, change.undone


def _corrections(game: ReportedGame) -> Iterator[tuple[str, ...]]:
    """Yield the rows of corrections; the changes of one act share their reason."""
    changes, style = game.facts.corrections, _style(game)
    for before, change in zip((None, *changes), changes, strict=False):
        reason = tr(change.reason)
        if change.undone:
            undone = tr("Undone: {act}").format(act=act_name(change.undone, None))
            reason = f"{undone} ({reason})" if reason else undone
        if change.penalty_ns is not None:
            penalty = tr("penalty {time}").format(time=as_shown(change.penalty_ns))
            reason = penalty if change.penalty_ns else tr("no penalty")
            if change.what == "illegal_moves":
                reason = f"{tr('illegal move')}, {reason}"
        elif before is not None and _act_of(before) == _act_of(change):
            reason = ""
        name = "" if change.seat is None else seat_name(change.seat)
        for figure, old, new in figures(change.what, change.before, change.after, style):
            yield whole_seconds(change.at_ns), upper_first(figure), name, old, new, reason
            reason = ""
