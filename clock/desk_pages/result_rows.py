"""The results of a round, table by table, as its page lists them."""

from collections.abc import Iterator
from typing import NamedTuple
from zlib import crc32

from clock.desk.round_tables import RUNNING, TableOfRound, tables_of_round
from clock.desk.site import Site
from clock.rounds.results import (
    Outcome,
    ResultEntry,
    ResultStep,
    Round,
    begins_black,
    outcome_text,
    players_of,
)
from clock.rounds.setups import kinds_by_table
from clock.rules.inputs import ClaimKind
from clock.rules.message import Message
from clock.text.language import N_

WINS = (Outcome.BLACK, Outcome.WHITE)
_CLAIMS = {
    ClaimKind.WIN: N_("{seat} claims a win"),
    ClaimKind.DRAW: N_("{seat} claims a draw"),
}
FORFEITS = (Outcome.BLACK_FORFEIT, Outcome.WHITE_FORFEIT)


class ResultRow(NamedTuple):
    """A table of a round with its result."""

    table: TableOfRound
    players: tuple[str, str]
    """In the order in which the result is written: the side that begins first."""
    result: ResultEntry | None
    text: Message | None
    choices: list[tuple[Outcome, Message]]
    proposed: Outcome | None
    """What its clock says."""
    history: list[tuple[ResultEntry, Message]]
    wins: tuple[Outcome, Outcome]
    """That each of the players has won, in their order."""
    forfeits: tuple[Outcome, Outcome]
    """That each has won by forfeit."""

    @property
    def revision(self) -> int:
        """Which entry was seen."""
        return 0 if self.result is None else self.result.revision

    @property
    def mark(self) -> str:
        """What was seen of the row, for an act about many rows."""
        outcome, pairing = self.proposed and self.proposed.value, self.table.pairing
        names = crc32(f"{pairing.black}\n{pairing.white}".encode())
        return f"{pairing.table}:{self.revision}:{outcome}:{self.table.game}:{names:x}"

    @property
    def by_players(self) -> bool:
        """Whether both players agreed on this result at the clock."""
        own = self.result is not None and self.result.author == self._clock
        return own and self.table.agreed and not self.differs

    @property
    def is_missing(self) -> bool:
        """Whether nobody has said how the game ended, and it was not forfeited before."""
        return self.result is None and not self._is_forfeited

    @property
    def is_unconfirmed(self) -> bool:
        """Whether its result is known, and nobody has confirmed it."""
        if self.result is None:
            return self._is_forfeited
        return self.result.step is not ResultStep.CONFIRMED

    @property
    def is_agreed(self) -> bool:
        """Whether only the confirmation is missing: no clock says anything else."""
        return self.is_unconfirmed and not self.differs and not self.claims

    @property
    def claims(self) -> list[Message]:
        """What players claim at the clock, which an organizer has to answer."""
        clock = self.table.clock
        if clock is None or clock.state is None or self.table.status != RUNNING:
            return []
        return [
            Message(_CLAIMS[each.kind], seat=clock.names.at(each.seat))
            for each in clock.state.claims
        ]

    @property
    def settled(self) -> Outcome | None:
        """The result that was entered, else the forfeit's."""
        return self.outcome or (self.proposed if self._is_forfeited else None)

    @property
    def _is_forfeited(self) -> bool:
        return self.table.pairing.forfeit is not None

    @property
    def is_open(self) -> bool:
        """Whether its result is confirmed, and the game still open at its clock."""
        confirmed = self.result is not None and self.result.step is ResultStep.CONFIRMED
        return confirmed and self.table.status == RUNNING

    @property
    def not_ended(self) -> Message | None:
        """Why its clock did not end the game, as far as it said."""
        return None if self.table.clock is None else self.table.clock.not_ended

    @property
    def differs(self) -> bool:
        """Whether the clock says something else, or took its own result back."""
        if self.result is None:
            return False
        if self.proposed is not None:
            return self.proposed is not self.outcome
        game = self.table.game
        own = [entry.outcome for entry, _ in self.history if entry.author == self._clock]
        return bool(game) and self.result.game == game and self.result.outcome in own

    @property
    def _clock(self) -> str:
        return "" if self.table.clock is None else self.table.clock.id

    @property
    def game(self) -> str:
        """The game that was played, as clock and number; empty: none that the desk knows of."""
        return self.table.game or ("" if self.result is None else self.result.game)

    @property
    def outcome(self) -> Outcome | None:
        """What holds."""
        return None if self.result is None else self.result.outcome


def result_rows(site: Site, round_: Round) -> Iterator[ResultRow]:
    """Yield the tables of a round, each result as players of its game write it."""
    rounds, kinds = site.rounds, kinds_by_table(round_.pairings, round_.played_by, site.presets)
    for each in tables_of_round(site, round_):
        pairing = each.pairing
        game = kinds[pairing.table]
        black_first = begins_black(game)
        result = rounds.result(round_.key, pairing.table)
        history = rounds.history(round_.key, pairing.table)
        yield ResultRow(
            each,
            players_of(pairing, game),
            result,
            None if result is None else outcome_text(pairing, result.outcome, game),
            [(outcome, outcome_text(pairing, outcome, game)) for outcome in Outcome],
            each.outcome,
            [(entry, outcome_text(pairing, entry.outcome, game)) for entry in history],
            WINS if black_first else WINS[::-1],
            FORFEITS if black_first else FORFEITS[::-1],
        )
