"""A broker of an event, and a clock on a table of fakes, whose link a test closes."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from clock.link import work
from clock.link.link import Link
from tests.journal.journal_tables import JournalTable, disk, evening
from tests.link.hall import Desk, Mosquitto, event_folder

__all__ = ["disk", "evening"]

NewLink = Callable[..., Link]


@pytest.fixture(scope="session")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return event_folder(tmp_path_factory.mktemp("event"))


@pytest.fixture
def broker(event: Path) -> Iterator[Mosquitto]:
    a_broker = Mosquitto(event)
    a_broker.start()
    yield a_broker
    a_broker.kill()


@pytest.fixture
def desk(broker: Mosquitto) -> Iterator[Desk]:
    with closing(Desk(broker)) as a_desk:
        yield a_desk


@pytest.fixture
def link(
    broker: Mosquitto, evening: JournalTable, monkeypatch: pytest.MonkeyPatch
) -> Iterator[NewLink]:
    """Links the clock of the evening; the keys are those of its configuration."""
    monkeypatch.setattr(work, "RETRY_S_MIN", 0.05)
    monkeypatch.setattr(work, "RETRY_S_MAX", 0.1)
    with ExitStack() as stack:

        def linked(**keys: str) -> Link:
            table = broker.desk_table(**keys)
            return stack.enter_context(closing(Link(table, evening.journal, evening.table.station)))

        yield linked
