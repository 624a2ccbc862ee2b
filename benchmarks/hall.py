"""Simulate rounds in a hall with few referees, sent by the desk or by "all under 5:00 is red".

Clocks run by the real rules. Players think as in real rounds, stop the clocks now and then, and
claim when a clapper has fallen. Referees walk, take half a minute for a call, and do nothing else.
"""

import json
import random
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from math import dist
from pathlib import Path
from statistics import median

import msgspec

from clock.desk.attention import ALARMS_NS, ESCALATES_NS, Attention, Item
from clock.desk.causes import Table, falls_in_ns
from clock.desk_pages.demo.tempo import move_times_ns
from clock.display.view import ahead
from clock.notation.setup_table import SetupTable, setup_from_table
from clock.rules.inputs import Acknowledge, Claim, Finish, Input, Press, Result, Resume, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Call, Phase, State
from clock.rules.timing import charge
from clock.rules.units import SECOND_NS

TICK_NS = 4 * SECOND_NS
WALKS = 1.2
"""Metres a second."""
REACTS_NS = 5 * SECOND_NS
CALL_NS = 30 * SECOND_NS
CALL_AT_NS = 300 * SECOND_NS
DANGER_NS = 60 * SECOND_NS
ROUNDS = 5
LAST_NS = 7 * 3600 * SECOND_NS
STOPS = 0.1
"""The share of games that a player stops once."""
ROW = 10
SETUP = setup_from_table(
    SetupTable("40/5400+30:1800+30", {"base": "rif-referees", "first_bonus": "before"})
)
"""90 minutes for 40 moves, then 30 minutes, 30 seconds a move, as the clocks of the World Cup."""

Tempo = Callable[[random.Random], Sequence[int]]


class Game:
    """A table: its clock, and the future acts of its players."""

    def __init__(self, number: int, chance: random.Random, tempo: Tempo) -> None:
        self.name, self.place = str(number + 1), (number % ROW * 3.0, number // ROW * 4.0)
        self.state: State = begin(SETUP, 0)
        self._chance = chance
        self._times = deque(tempo(chance))
        self._stop_at = chance.randrange(len(self._times)) if chance.random() < STOPS else -1
        self._next_ns = chance.randrange(20 * SECOND_NS)
        self._paces = {seat: deque([60 * SECOND_NS], maxlen=8) for seat in (LEFT, RIGHT)}
        self.fallen = 0
        self._table: Table | None = None

    def live(self, now_ns: int) -> None:
        """Play until now."""
        while self._next_ns <= now_ns and self.state.phase is not Phase.FINISHED:
            at_ns, phase = self._next_ns, self.state.phase
            if phase is Phase.READY:
                self._do(Start(at_ns))
            elif phase is not Phase.RUNNING:
                break  # until a referee has come
            elif self.state.left.fallen or self.state.right.fallen:
                self._do(Claim(at_ns, LEFT if self.state.right.fallen else RIGHT))
            elif not self._times:
                self._do(Finish(at_ns, Result.DRAW))
            elif len(self._times) == self._stop_at:
                self._stop_at = -1
                self._do(Stop(at_ns, self.state.turn))
            else:
                self._do(Press(at_ns, self.state.turn))
            self._plan(at_ns)
        self.state = ahead(self.state, now_ns)

    def serve(self, now_ns: int) -> None:
        """Do a referee's work at the table."""
        for seat in (LEFT, RIGHT):
            if self.state.seat(seat).call is Call.CALLED:
                self._do(Acknowledge(now_ns, seat))
        if self.state.phase is Phase.STOPPED:
            self._do(Resume(now_ns))
            self._next_ns = max(self._next_ns, now_ns)
        if self.state.phase in (Phase.CLAIMED, Phase.FALLEN):
            self._do(Finish(now_ns, Result.DRAW))

    @property
    def stands(self) -> bool:
        """Whether the game waits for somebody."""
        return self.state.phase in (Phase.STOPPED, Phase.CLAIMED, Phase.FALLEN)

    def table(self, now_ns: int) -> Table:
        """Return the table as the desk knows it."""
        if self._table is None or self._table.at_ns != now_ns:
            left_ns, right_ns = (sum(each) // len(each) for each in self._paces.values())
            now = charge(self.state, now_ns)
            self._table = Table(self.name, now_ns, now, (left_ns, right_ns))
        return self._table

    def falls_within(self, length_ns: int, now_ns: int) -> bool:
        """Return whether a clapper may fall within a time, with moves of the period to be made."""
        if self.state.phase is not Phase.RUNNING or self.state.seat(self.state.turn).fallen:
            return False
        table = self.table(now_ns)
        state = table.state or self.state
        low = [seat for seat in (LEFT, RIGHT) if state.seat(seat).remaining_ns <= CALL_AT_NS]
        left_ns = [falls_in_ns(table, seat) for seat in low if not state.completed(seat)]
        return any(each is not None and each <= length_ns for each in left_ns)

    def _plan(self, at_ns: int) -> None:
        if self.state.phase is Phase.RUNNING and self._times:
            self._next_ns = at_ns + self._times.popleft()
        else:
            self._next_ns = at_ns + self._chance.randrange(10, 60) * SECOND_NS

    def _do(self, event: Input) -> None:
        before = self.state
        try:
            self.state, _ = step(before, event)
        except Refused:
            return
        if isinstance(event, Press) and before.turn is not self.state.turn:
            spent_ns = self.state.seat(event.seat).spent_ns - before.seat(event.seat).spent_ns
            self._paces[event.seat].append(spent_ns)


class Referee:
    """A referee, who walks from table to table."""

    def __init__(self, name: str) -> None:
        self.name, self.place = name, (0.0, 0.0)
        self.goes_to: Game | None = None
        self.at: Game | None = None
        self.until_ns = 0
        self.stays = False
        self.alarms: list[int] = []
        self.metres = 0.0

    def go(self, game: Game, now_ns: int) -> None:
        """Send the referee to a table."""
        metres = dist(self.place, game.place)
        self.metres += metres
        self.goes_to, self.at, self.stays, self.place = game, None, False, game.place
        self.until_ns = now_ns + REACTS_NS + round(metres / WALKS * SECOND_NS)

    def work(self, now_ns: int) -> bool:
        """Continue the referee's work; return whether the referee is free."""
        if now_ns < self.until_ns:
            return False
        if self.goes_to is not None:
            self.at, self.goes_to, self.until_ns = self.goes_to, None, now_ns + CALL_NS
            return False
        if self.at is not None and not self.stays:
            self.at.serve(now_ns)
        return True


class Outcome(msgspec.Struct):
    """The outcome of a round."""

    alarms: int = 0
    """The most alarms of a referee in any ten minutes."""
    rows: int = 0
    """The most tables calling at once."""
    unnoticed: int = 0
    """Calls older than half a minute, neither taken nor escalated."""
    falls: int = 0
    falls_seen: int = 0
    danger_s: int = 0
    """The time in which a clapper could have fallen within a minute, summed over the tables."""
    danger_seen_s: int = 0
    stands_s: list[float] = []
    """The times that stopped tables waited for somebody."""
    metres: float = 0.0


class Round:
    """A round; a subclass sends the referees."""

    def __init__(self, tables: int, referees: int, seed: int, tempo: Tempo) -> None:
        chances = (random.Random(f"{seed} {number}") for number in range(tables))
        self.games = [Game(number, chance, tempo) for number, chance in enumerate(chances)]
        self.by_name = {game.name: game for game in self.games}
        self.referees = [Referee(f"referee {number}") for number in range(referees)]
        self.outcome = Outcome()
        self._stood_ns: dict[str, int] = {}
        self._served: set[str] = set()

    def run(self, last_ns: int = LAST_NS) -> Outcome:
        """Play the round to its end, or until the last instant."""
        now_ns = 0
        while now_ns < last_ns and any(
            game.state.phase is not Phase.FINISHED for game in self.games
        ):
            now_ns += TICK_NS
            for game in self.games:
                game.live(now_ns)
            self.send([each for each in self.referees if each.work(now_ns)], now_ns)
            self._measure(now_ns)
        self.outcome.alarms = max(_most(referee.alarms) for referee in self.referees)
        self.outcome.metres = sum(referee.metres for referee in self.referees)
        return self.outcome

    def send(self, free: list[Referee], now_ns: int) -> None:
        """Send the free referees, and count their alarms."""
        raise NotImplementedError

    def _measure(self, now_ns: int) -> None:
        at_table = {each.at.name for each in self.referees if each.at is not None}
        outcome = self.outcome
        for game in self.games:
            seen = game.name in at_table
            fallen = game.state.left.fallen + game.state.right.fallen
            outcome.falls += fallen - game.fallen
            outcome.falls_seen += seen * (fallen - game.fallen)
            game.fallen = fallen
            if game.falls_within(DANGER_NS, now_ns):
                outcome.danger_s += TICK_NS // SECOND_NS
                outcome.danger_seen_s += seen * TICK_NS // SECOND_NS
            if not game.stands:
                self._stood_ns.pop(game.name, None)
                self._served.discard(game.name)
            elif seen and game.name not in self._served:
                self._served.add(game.name)
                waited_ns = now_ns - self._stood_ns.get(game.name, now_ns)
                outcome.stands_s.append(waited_ns / SECOND_NS)
            else:
                self._stood_ns.setdefault(game.name, now_ns)


class DeskRound(Round):
    """A round in which the desk sends the referees; free ones look at its list."""

    def __init__(self, tables: int, referees: int, seed: int, tempo: Tempo) -> None:
        super().__init__(tables, referees, seed, tempo)
        self.attention = Attention(lambda now: [game.table(now) for game in self.games])
        self.attention.places = {game.name: game.place for game in self.games}
        for referee in self.referees:
            self.attention.on_duty(referee.name, on=True)
        self._alarmed: dict[str, str] = {}
        self._called_ns: dict[str, int] = {}

    def send(self, free: list[Referee], now_ns: int) -> None:
        """Send referees to the desk's suggestions, and the others to the head of its list."""
        items = self.attention.items(now_ns)
        self._count(items, now_ns)
        watched = [item.key for item in items if item.due_ns is not None]
        watched.sort(key=lambda key: next(item.due_ns or 0 for item in items if item.key == key))
        for referee in free:
            suggested = next((item for item in items if item.suggested_to == referee.name), None)
            here = None if referee.at is None else f"game:{referee.at.name}"
            if suggested is not None:
                self._take(referee, suggested, now_ns)
            elif here in watched[: len(self.referees)]:
                self.attention.stay(str(here), referee.name, now_ns)
                referee.stays = True
            else:
                referee.stays = False
                if here is not None:
                    self.attention.drop(here, referee.name, now_ns)
                open_items = (item for item in items if not item.taken_by and item.due_ns)
                soonest = min(open_items, key=lambda item: item.due_ns or 0, default=None)
                if soonest is not None and soonest.key in watched[: len(self.referees)]:
                    self._take(referee, soonest, now_ns)
                    items = self.attention.items(now_ns)

    def _take(self, referee: Referee, item: Item, now_ns: int) -> None:
        self.attention.take(item.key, referee.name, now_ns)
        referee.go(self.by_name[item.tables[0]], now_ns)

    def _count(self, items: Sequence[Item], now_ns: int) -> None:
        by_name = {referee.name: referee for referee in self.referees}
        for item in items:
            if item.suggested_to and self._alarmed.get(item.key) != item.suggested_to:
                by_name[item.suggested_to].alarms.append(now_ns)
        self._alarmed = {item.key: item.suggested_to for item in items}
        calling = [item for item in items if item.calls and not item.taken_by]
        self._called_ns = {item.key: self._called_ns.get(item.key, now_ns) for item in calling}
        self.outcome.rows = max(self.outcome.rows, len(calling))
        self.outcome.unnoticed += sum(
            now_ns - self._called_ns[item.key] > ESCALATES_NS and not item.escalated
            for item in calling
        )


class RedRound(Round):
    """A round in which everything under 5:00 is red on all screens."""

    def __init__(self, tables: int, referees: int, seed: int, tempo: Tempo) -> None:
        super().__init__(tables, referees, seed, tempo)
        self._red_ns: dict[str, int] = {}
        self._visited_ns: dict[str, int] = {}

    def send(self, free: list[Referee], now_ns: int) -> None:
        """Send the free referees to the red tables that have waited longest."""
        red = [game for game in self.games if game.stands or game.falls_within(CALL_AT_NS, now_ns)]
        for game in red:
            if game.name not in self._red_ns:
                for referee in self.referees:
                    referee.alarms.append(now_ns)
        self._red_ns = {game.name: self._red_ns.get(game.name, now_ns) for game in red}
        self.outcome.rows = max(self.outcome.rows, len(red))
        taken = {game for each in self.referees for game in (each.goes_to, each.at)}
        for referee in free:
            waiting = [game for game in red if game not in taken]
            if waiting:
                game = min(waiting, key=lambda each: self._looked_at_ns(each.name))
                self._visited_ns[game.name] = now_ns
                taken.add(game)
                referee.go(game, now_ns)

    def _looked_at_ns(self, name: str) -> int:
        return max(self._visited_ns.get(name, 0), self._red_ns[name])


def _most(instants: Sequence[int]) -> int:
    """Return the most instants within ten minutes."""
    return max(
        (sum(at <= each < at + ALARMS_NS for each in instants) for at in instants), default=0
    )


def rows(tables: int, referees: int, rounds: int, tempo: Tempo) -> Iterator[tuple[str, ...]]:
    """Yield the figures of several rounds by either way: the worst maxima, else the sums."""
    for name, kind in (("the desk", DeskRound), ("all under 5:00 red", RedRound)):
        outcomes = [kind(tables, referees, seed, tempo).run() for seed in range(rounds)]
        waits = [wait for each in outcomes for wait in each.stands_s] or [0.0]
        danger = sum(each.danger_seen_s for each in outcomes)
        danger_of = sum(each.danger_s for each in outcomes)
        falls = sum(each.falls for each in outcomes)
        yield (
            f"{tables} tables, {referees} referees",
            name,
            f"{max(each.alarms for each in outcomes)}",
            f"{max(each.rows for each in outcomes)}",
            f"{sum(each.unnoticed for each in outcomes)}" if kind is DeskRound else "-",
            f"{100 * danger / danger_of:.0f} %",
            f"{sum(each.falls_seen for each in outcomes)} of {falls}",
            f"{median(waits):.0f} s, {max(waits):.0f} s",
            f"{sum(each.metres for each in outcomes) / len(outcomes) / referees / 1000:.1f} km",
        )


HEAD = (
    "hall", "way", "alarms of a referee in 10 min", "calling at once", "unnoticed > 30 s",
    "last minutes watched", "falls seen", "wait at stops (median, most)", "walk",
)  # fmt: skip


def main() -> None:
    """Print the table, with the move times of a file (JSON, a list of games in ms) if given."""
    tempo = _tempo_of(Path(sys.argv[1])) if len(sys.argv) > 1 else move_times_ns
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|")
    for tables, referees in ((60, 3), (100, 5)):
        for row in rows(tables, referees, ROUNDS, tempo):
            print("| " + " | ".join(row) + " |", flush=True)


def _tempo_of(file: Path) -> Tempo:
    played: list[list[int]] = json.loads(file.read_text())
    return lambda chance: [each * 1_000_000 for each in chance.choice(played)]


if __name__ == "__main__":
    main()
