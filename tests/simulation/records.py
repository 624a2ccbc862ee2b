"""What the disk has of a game at its end: `verify` and a replay agree with the clock."""

from io import StringIO

from clock.game.figures import figures_of
from clock.game.recorded import game_of
from clock.journal.inspection import inspect_folder
from clock.records.verify import verify
from tests.simulation.observer import Wrong
from tests.simulation.scheduler import SECOND_NS
from tests.simulation.table import Table


def check_records(table: Table) -> None:
    """Raise Wrong unless the game on the disk is that on the table."""
    journal = table.life.journal
    if not journal.is_written:
        table.wait(SECOND_NS)  # something may have happened just now
    if not journal.is_written:
        raise Wrong("after a quiet time the journal is not written")
    found = inspect_folder(table.machine.folder)
    if not found.lines:
        return
    out = StringIO()
    if verify(table.machine.folder, None, out):
        raise Wrong(f"verify: {out.getvalue()}")
    timeline = game_of(found.lines).folded()
    timeline.tick(table.life.station.state.at_ns)
    if figures_of(timeline.state) != figures_of(table.life.station.state):
        raise Wrong(f"replayed: {timeline.state} for {table.life.station.state}")
