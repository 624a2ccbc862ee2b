"""The outbox as a law: whatever is lost on the way, the desk ends with the journal's own bytes."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock import boot
from clock.game.chain import encoded
from clock.game.names import Names
from clock.game.recorded import End, GapCause, Missing
from clock.journal.disk import Disk
from clock.journal.folder import game_name
from clock.journal.pending import PendingGame
from clock.journal.writing import Folder
from clock.link import outbox as outbox_module
from clock.link.messages import Have, position_of
from clock.link.outbox import AGAIN_S, AHEAD_MAX, Endings, Outbox
from tests.journal.conftest import memory
from tests.link.hall import Books, on_disk
from tests.station.tables import setup

__all__ = ["memory"]

MACHINE, SETUP = boot.this_boot(), setup()
MESSAGE_BYTES, LINE_BYTES = 1_500, 1_000
ROOM = 20 * LINE_BYTES
ASKED_MAX = 50
"""A desk that asked so often has everything."""


class Writer:
    """A journal's own writing, step by step, and the desk's books behind an outbox."""

    def __init__(self, path: Path) -> None:
        self.path, self._folder = path, Folder(path, Disk())
        self._game: PendingGame | None = None
        self._at_ns = 0
        self.known: End | None = None
        """What the head knows of."""
        self._now_s = 1000.0
        self.outbox, self.books = Outbox(path, lambda: self._now_s), Books()
        self._old = Books()
        self.endings = Endings(path)

    def begin(self, known: int) -> None:
        """Begin a game; unless it is `known` a power cut may take it away."""
        self._at_ns += 1
        names = Names(event="x" * (self._at_ns % 3 + 1))
        self._game = PendingGame(encoded(MACHINE.header(SETUP, names, self._at_ns)), at_once=True)
        self._write(known % 2 == 1)

    def add(self, number: int) -> None:
        """Add some lines, a message each; an odd number is of known ones."""
        for label in range(number // 2 if self._game else 0):
            assert self._game is not None
            self._game.add(Missing(GapCause.DAMAGED, str(label) * LINE_BYTES))
        self._write(number % 2 == 1)

    def _write(self, known: bool) -> None:
        if self._game is not None and not self._game.whole:
            self._folder.write(self._game, ROOM)
        if self._game is not None and known:
            self._folder.set_head(0, "", 0, 0)
            self.known = self._folder.last

    def send(self, lost: int) -> None:
        """Have all messages sent that go; the bits of `lost` are of those that get lost."""
        number = 0
        while (lines := self.outbox.following(self.known)) is not None:
            assert self.known is not None
            end = (self.known.game, self.known.count + 1)
            assert (lines.game, lines.first + len(lines.lines)) <= end, "a power cut may take it"
            there = on_disk(self.path)[lines.game][lines.first :][: len(lines.lines)]
            assert [text.encode() for text in lines.lines] == there
            if not lost >> number & 1:
                self.books.take(lines)
            number += 1
        assert number <= AHEAD_MAX
        if self.known is not None:
            ends = list(self.endings.read(self.known))
            assert ends == list(Endings(self.path).read(self.known))
            assert (ends[-1].game, ends[-1].lines) <= (self.known.game, self.known.count + 1)

    def ask(self, late: int) -> None:
        """The desk says what it has, some time later."""
        self._now_s += late * AGAIN_S
        self.books.oldest = min(on_disk(self.path), default=0)
        self.outbox.had(Have(self.books.at))

    def reconnect(self, _: int) -> None:
        self.outbox.forget()

    def put_back(self, keep: int) -> None:
        """The desk's database is an earlier one, or this one is to be put back later."""
        if keep % 2:
            self._old.games, self._old.at = dict(self.books.games), self.books.at
        else:
            self.books.games, self.books.at = dict(self._old.games), self._old.at


STEPS = st.sampled_from(
    (Writer.begin, Writer.add, Writer.send, Writer.ask, Writer.reconnect, Writer.put_back)
)


@given(st.lists(st.tuples(STEPS, st.integers(0, 9)), min_size=30, max_size=60))
def test_whatever_gets_lost_the_desk_has_every_line_once_and_none_that_is_not_durable(
    memory: Path, steps: list[tuple[object, int]]
) -> None:
    with TemporaryDirectory(dir=memory) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox_module, "LINES_BYTES_MAX", MESSAGE_BYTES)
        writer = Writer(Path(folder) / "games")
        for step, number in steps:
            step(writer, number)  # type: ignore[operator]
        writer.add(1)
        for _ in range(ASKED_MAX):
            if writer.books.at != position_of(writer.known):
                writer.ask(late=2)
                writer.send(lost=0)
        there = on_disk(writer.path)
        assert {number: writer.books.games.get(number) for number in there} == there
        assert writer.outbox.following(writer.known) is None
        if writer.known is not None:
            ends = list(writer.endings.read(writer.known))
            assert ends[-1] == writer.books.at == position_of(writer.known)
            assert [end.game for end in ends] == list(there)


@pytest.mark.parametrize("number", [1, 3])
def test_a_game_that_was_set_up_again_is_sent_as_soon_as_the_desk_asks(
    tmp_path: Path, number: int
) -> None:
    writer = Writer(tmp_path / "games")
    for step in (Writer.begin, Writer.ask, Writer.send, Writer.begin, Writer.add, Writer.send):
        step(writer, number if step is Writer.add else step is Writer.begin)
    writer.ask(late=0)
    writer.send(lost=0)
    assert writer.books.games == on_disk(writer.path)


def test_a_desk_that_asks_before_it_has_a_line_does_not_get_it_twice(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "games")
    for step in (Writer.begin, Writer.ask, Writer.send, Writer.ask, Writer.ask, Writer.add):
        step(writer, 0 if step is Writer.send else 3)
    writer.send(lost=1)
    writer.ask(late=0)
    assert writer.outbox.following(writer.known) is None


def test_an_old_game_that_was_cut_is_noticed_though_it_had_been_read(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "games")
    for step in (Writer.begin, Writer.add, Writer.begin, Writer.send):
        step(writer, 5)
    file = writer.path / game_name(1)
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])
    assert writer.known is not None
    assert [end.lines for end in writer.endings.read(writer.known)] == [1, 1]
