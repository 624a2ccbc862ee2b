"""Compares the clock with the truth at quiet points, when nothing is on its way."""

from collections.abc import Iterator
from typing import NamedTuple

from clock.game.figures import figures_of
from clock.rules import inputs
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.timing import charge
from hal.ports import LampName
from tests.simulation.faces import lacking
from tests.simulation.machine import Life
from tests.simulation.scheduler import MS, SECOND_NS
from tests.simulation.truth import Fact, FactKind, Game, Key, Rules, Truth

SHOWN_NS = 200 * MS
"""What the displays have shown for so long survives whatever follows."""
WRITTEN_NS_MAX = 500 * MS
"""An act that is so old has been written by a disk that answers."""
RECORD_NS_MAX = SECOND_NS
"""The most time that a power cut takes back on a disk that answers."""
DATED_NS_MAX = 1500 * MS
"""A press whose edges come too late may be dated by a later one, or by a reading of the level."""


class Wrong(AssertionError):
    """The clock differs from the truth."""


class Act(NamedTuple):
    """A fact as the clock may have recorded it."""

    fact: Fact
    known_ns: int
    """When the clock had all that it needs to know of it, in the simulation's time."""
    life: Life
    late: bool = False
    """Later than an edge may be: it may count, or become a late edge."""
    may_vanish: bool = False
    """Or nobody knows of it: edges are lost, or came before the program ran."""


class Death(NamedTuple):
    """The end of a life of the program."""

    life: Life
    now_ns: int
    """In the simulation's time."""
    at_ns: int
    """In the game's."""
    cut: bool


class Observer:
    """Keeps the truth of the game on the table."""

    def __init__(self, rules: Rules, lag_ns: int) -> None:
        self.lag_ns = lag_ns
        """The most that the loop is held up, and the displays lag behind."""
        self.truth = Truth(rules)
        self.acts: list[Act] = []
        self.lost: list[Act] = []
        """What was not on the disk after a restart; a power cut may bring it back."""
        self.cuts: list[Fact] = []
        self.deaths: list[Death] = []
        self.late_edges: list[Fact] = []
        self.disk_bad_until_ns = 0
        """Until when the disk may have to be given time to take everything."""

    def died(self, life: Life, now_ns: int, *, cut: bool) -> None:
        """Note when the program ends."""
        self.deaths.append(Death(life, now_ns, life.station.now_ns(), cut))

    def next_game_is_up(self, life: Life) -> bool:
        """Whether a game that was over has made room for the next one at a boot."""
        ended = any(act.fact.kind == "finish" for act in self.acts)
        return not life.journal.same_boot and ended and life.station.recovered == 0

    def recover(self, life: Life, now_ns: int) -> int:
        """Take out what a kill or a power cut may lose: acts that nobody has seen for long.

        Return how many.
        """
        death, last_ns = self.deaths[-1], life.journal.found.last_ns
        recorded, count = self._recorded(life), len(self.acts)
        for act in list(self.acts):
            seen_ns = death.now_ns - act.known_ns
            shown = seen_ns >= SHOWN_NS and act.life.safe_ns >= act.known_ns
            is_old = seen_ns >= WRITTEN_NS_MAX + self.lag_ns
            is_old = is_old and death.now_ns > self.disk_bad_until_ns
            if act.fact.key not in recorded and not shown and not is_old:
                self.acts.remove(act)
                self.lost.append(act)
        lost = count - len(self.acts)
        if death.cut:
            self._bring_back(recorded, life)
            self._part_reopening(life)
        if death.cut or not life.journal.same_boot:
            taken_ns, runs = death.at_ns - last_ns, bool(self.game(death.at_ns).running)
            is_bad = death.now_ns <= self.disk_bad_until_ns
            if runs and not is_bad and not death.cut:
                raise Wrong("a kill is taken for a power cut")
            if runs and not is_bad and taken_ns > RECORD_NS_MAX + self.lag_ns:
                raise Wrong(f"a power cut took {taken_ns / 1e9} s")
            if taken_ns < 0:
                raise Wrong(f"a power cut added {-taken_ns / 1e9} s")
            # One after it was not on the disk. Where lines are missing, a list of entries goes on.
            kind: FactKind = "stop" if life.journal.found.cut_off else "cut"
            self.cuts = [cut for cut in self.cuts if cut.at_ns <= last_ns] + [Fact(last_ns, kind)]
        elif life.station.now_ns() - now_ns != death.at_ns - death.now_ns:
            raise Wrong("a kill has changed the game's time")
        return lost

    def _bring_back(self, recorded: set[Key], life: Life) -> None:
        """Count what is on the disk again, as the operation that took it off was not synced.

        The stop in its place is then not there.
        """
        back = [act for act in self.lost if act.fact.key in recorded]
        self.lost = [act for act in self.lost if act not in back]
        self.acts += back
        if back:
            stops = _instants(life, inputs.Stop, inputs.PowerLost)
            self.cuts = [cut for cut in self.cuts if cut.at_ns in stops]

    def _part_reopening(self, life: Life) -> None:
        """Let play go on where a power cut took the `Stop` of a game's reopening, but no more.

        It does not where a debt would end it at once.
        """
        stops = _instants(life, inputs.Stop)
        reopened = [act for act in self.acts if act.fact.kind == "reopen"]
        for act in reopened:
            resumed = act._replace(fact=act.fact._replace(kind="resume"))
            stands = act.fact.at_ns in stops or self.game(act.fact.at_ns).ends_in_debt
            if not stands and resumed not in self.acts:
                self.acts.append(resumed)

    def _recorded(self, life: Life) -> set[Key]:
        found = set[Key]()
        for each in life.station.timeline.all_inputs():
            kind, seat = _kind(each), getattr(each, "seat", getattr(each, "black", None))
            if isinstance(each, inputs.SetControl):
                seat = Seat.LEFT if each.left is not None else Seat.RIGHT
            if kind is not None:
                found.add((each.at_ns, kind, seat and seat.value))
        return found

    def game(self, now_ns: int) -> Game:
        """Return the truth at an instant of the game."""
        self.truth.facts = [act.fact for act in self.acts] + self.cuts
        return self.truth.at(now_ns)

    def check(self, life: Life) -> Game:
        """Return the truth as the clock has settled it. Raises Wrong if the clock differs."""
        self._settle_late(life)
        game = self.game(life.station.state.at_ns)
        problems = list(self._differences(game, life))
        now_ns = life.station.now_ns()
        shown = [self.game(each_ns) for each_ns in (now_ns, now_ns - self.lag_ns)]
        counts_down = all(
            clock.period.method not in ("countup", "below_zero") for clock in game.seats.values()
        )
        if counts_down and all(
            each.phase == game.phase in ("running", "stopped") for each in shown
        ):
            problems += _faces(shown, game, life)
        if problems:
            raise Wrong("; ".join(problems))
        return game

    def _settle_late(self, life: Life) -> None:
        """Settle each act that came too late: it counts, maybe dated later, or is a late edge.

        Raises Wrong if it is neither.
        """
        recorded = self._recorded(life)
        unexplained = recorded - {act.fact.key for act in self.acts}
        edges = {
            (each.seat.value, each.edge_ns)
            for each in life.station.timeline.all_inputs()
            if isinstance(each, inputs.LateEdge)
        }
        for act in [each for each in self.acts if each.late]:
            fact, counted = act.fact, act.fact.key in recorded
            self.acts.remove(act)
            if any(
                side == fact.side and 0 <= ns - fact.at_ns <= DATED_NS_MAX for side, ns in edges
            ):
                self.late_edges.append(fact)
                continue
            found = [
                each
                for each in sorted(unexplained, key=lambda each: each[0])
                if each[1:] == fact.key[1:] and 0 < each[0] - fact.at_ns <= DATED_NS_MAX
            ]
            if not counted and found:
                unexplained.discard(found[0])
                fact, counted = fact._replace(at_ns=found[0][0]), True
            if not counted and act.may_vanish:
                continue
            if not counted:
                raise Wrong(f"a late press is neither counted nor told: {fact}")
            self.acts.append(act._replace(fact=fact, late=False))

    def _differences(self, game: Game, life: Life) -> Iterator[str]:
        """What the rules' state differs in, and the lamps."""
        state = life.station.state
        figures = figures_of(charge(state, state.at_ns))
        if PHASES.get(figures.phase) != game.phase:
            yield f"{figures.phase.value} on the clock, {game.phase} in truth"
        running = figures.running and figures.running.value
        if running != (game.turn if game.phase == "running" else None):
            yield f"{running} runs on the clock, {game.turn} in truth"
        if state.turn.value != game.turn:
            yield f"{state.turn.value} to move on the clock, {game.turn} in truth"
        if not state.play.open and state.play.black.value != game.black:
            yield f"{state.play.black.value} is Black on the clock, {game.black} in truth"
        if figures.moves != game.moves:
            yield f"{figures.moves} moves on the clock, {game.moves} in truth"
        claims = [claim.seat.value for claim in state.claims]
        if game.phase == "claimed" and claims != game.claims:
            yield f"claims of {claims} on the clock, of {game.claims} in truth"
        for side, clock in game.seats.items():
            known = figures.left if side == "left" else figures.right
            found = known.remaining_ns, known.period, known.overtime, known.fell_at_ns
            right = clock.left_ns, clock.entered, clock.byoyomi, clock.fell_at_ns
            if found != right:
                what = "remaining ns, period, byo-yomi, fell at"
                yield f"{side}: ({what}) is {found} on the clock, {right} in truth"
            offences = (state.left if side == "left" else state.right).illegal_moves
            true_count = clock.illegal_moves
            if offences != true_count:
                yield f"{side}: illegal moves {offences} on the clock, {true_count} in truth"
            lit = {name for name, lamp in life.lamps.items() if lamp.lit}
            if (clock.fallen or clock.debt is not None) != (LampName(f"{side}_clapper") in lit):
                yield f"{side} clapper lamp"
            if (side in game.running) != (LampName(f"{side}_running") in lit):
                yield f"{side} running lamp"


def _faces(games: list[Game], settled: Game, life: Life) -> Iterator[str]:
    """What the displays' sentences lack of a time between two instants, and beside the time."""
    for name, screen in life.screens.items():
        shown = screen.shown
        if screen.fault is not None or shown is None or "?" in shown.sentence:
            continue  # a question has both faces
        longest_ns, shortest_ns = sorted(game.seats[name.value].left_ns for game in games)[::-1]
        seconds = range(-(-shortest_ns // SECOND_NS), -(-longest_ns // SECOND_NS) + 1)
        words = [spoken(each) for each in seconds]
        if not any(f". {each} left" in shown.sentence for each in words):
            yield f"{name.value} shows {shown.sentence!r} without {words}"
        games_now = (settled, *games)
        falls = len({each.seats[name.value].fallen for each in games_now}) > 1
        missing = [list(lacking(shown.sentence, each, name.value)) for each in games_now]
        if not falls and all(missing):
            yield f"{name.value} shows {shown.sentence!r} without {missing[0]}"


KINDS: dict[type, FactKind] = {
    inputs.Start: "start",
    inputs.Press: "press",
    inputs.Stop: "stop",
    inputs.Resume: "resume",
    inputs.Claim: "claim",
    inputs.Dismiss: "dismiss",
    inputs.Finish: "finish",
    inputs.SetMoves: "moves",
    inputs.SetTurn: "turn",
    inputs.SetColours: "colours",
    inputs.SetPeriod: "period",
    inputs.SetStones: "stones",
    inputs.SetByoyomi: "byoyomi",
    inputs.SetControl: "control",
    inputs.IllegalMove: "illegal",
    inputs.SetIllegalMoves: "offences",
    inputs.Undo: "undo",
    inputs.Choose: "choose",
}


def _instants(life: Life, *kinds: type[inputs.Input]) -> set[int]:
    return {each.at_ns for each in life.station.timeline.all_inputs() if isinstance(each, kinds)}


def _kind(event: inputs.Input) -> FactKind | None:
    if isinstance(event, inputs.Adjust):
        return "give" if event.delta_ns is not None else "set"
    return KINDS.get(type(event))


PHASES = {
    Phase.READY: "ready",
    Phase.JOINT: "joint",
    Phase.RUNNING: "running",
    Phase.STOPPED: "stopped",
    Phase.CLAIMED: "claimed",
    Phase.FALLEN: "over",
    Phase.FINISHED: "finished",
}


def spoken(seconds: int) -> str:
    """A time as a display's sentence has it."""
    parts = ((seconds // 3600, "hour"), (seconds // 60 % 60, "minute"), (seconds % 60, "second"))
    words = [f"{n} {unit}{'s' * (n != 1)}" for n, unit in parts if n]
    return " ".join(words) or "no time"
