"""The witness: an honest clock is never suspected, what was done to a journal is found."""

import random
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clock.desk.witness import ZEROS, JournalFinding, Kind, Witness, describe
from clock.game.chain import body_of, chained, hash_of, linked
from clock.game.head import slot_of
from clock.game.recorded import End, end_of
from clock.journal.folder import game_files, game_name, read_head
from clock.link.messages import Beat, Holds, Lines, Position
from tests.desk.direct_desk import Clock, DirectDesk
from tests.journal.conftest import MEMORY
from tests.journal.written import bodies_of, relinked
from tests.rules.games import setup

OPS = st.sampled_from(
    ["press", "press", "press", "game", "kill", "boot", "link", "away", "again", "desk", "lost"]
)


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder in memory."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


def wire_in(folder: Path) -> DirectDesk:
    return DirectDesk(f"sqlite:///{folder / 'desk.db'}")


@settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(ops=st.lists(OPS, min_size=10, max_size=60), chance=st.randoms(use_true_random=False))
def test_an_honest_clock_is_never_suspected_and_the_desk_has_all_it_wrote(
    ops: list[str], chance: random.Random
) -> None:
    with TemporaryDirectory(dir=MEMORY) as folder:
        wire = wire_in(Path(folder))
        clock = Clock("one", Path(folder) / "games")
        for op in ops:
            live(wire, clock, op, chance)
        wire.passes = lambda _leaf: True
        wire.exchange(clock)
        assert not wire.desk.findings
        for number, lines in clock.files().items():
            assert wire.desk.store.lines("one", number) == lines
        shown = wire.desk.clocks["one"].game
        if shown is not None:
            assert shown.timeline.state == clock.timeline.state
            assert shown.problem is None
        clock.kill()


def live(wire: DirectDesk, clock: Clock, op: str, chance: random.Random) -> None:
    match op:
        case "press":
            clock.press()
        case "game":
            clock.next_game()
        case "kill":
            clock.kill()
            clock.start()
        case "boot":
            clock.kill()
            clock.boot()
        case "link":
            wire.passes = lambda _leaf: True
            wire.exchange(clock, rounds=3)
        case "away":
            wire.passes = lambda _leaf: False
            wire.exchange(clock, rounds=1)
        case "lost":
            wire.passes = lambda _leaf: chance.random() < 0.5
            wire.exchange(clock, rounds=2)
        case "again" if wire.arrived:
            for _ in range(5):
                wire.desk.receive(*chance.choice(wire.arrived), wire.now_ns)
        case "desk":
            wire.open()


Fault = Callable[[Clock, Path, random.Random], None]


def put_back(clock: Clock, early: Path, _chance: random.Random) -> None:
    """The whole folder as it was some time ago."""
    shutil.rmtree(clock.path)
    shutil.copytree(early, clock.path)


def swapped(clock: Clock, early: Path, chance: random.Random) -> None:
    """The folder of another clock."""
    other = Clock("other", early.parent / "other", setup(chance.choice(["10:00", "5:00+3"])))
    other.played(chance.randint(2, 9), chance.randint(1, 3)).kill()
    put_back(clock, other.path, chance)


def cut(clock: Clock, _early: Path, chance: random.Random) -> None:
    """Lines at the end are gone, and the head knows nothing of them."""
    games = bodies(clock.path)
    last = max(game for game, lines in games.items() if len(lines) > 1)
    games = {game: lines for game, lines in games.items() if game <= last}
    del games[last][chance.randint(1, len(games[last]) - 1) :]
    forge(clock.path, games)


def torn(clock: Clock, _early: Path, _chance: random.Random) -> None:
    """A line at the end is gone, and the head knows of it: the clock itself says so."""
    path = max(game_files(clock.path).items())[1]
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def rewritten(clock: Clock, _early: Path, chance: random.Random) -> None:
    """A line of a game is another one, and all that follows is bound to it again."""
    games = bodies(clock.path)
    game = chance.choice([game for game, lines in games.items() if len(lines) > 1])
    line = chance.randint(1, len(games[game]) - 1)
    games[game][line] = re.sub(rb'"since_ns":', rb'"since_ns":1', games[game][line])
    forge(clock.path, games)


def bodies(path: Path) -> dict[int, list[bytes]]:
    return {number: bodies_of(file) for number, file in game_files(path).items()}


def forge(path: Path, games: dict[int, list[bytes]]) -> None:
    """Write a journal with these bodies whose chain holds, with its head."""
    head = read_head(path).newest
    assert head is not None
    for file in game_files(path).values():
        file.unlink()
    before: End | None = None
    for number, (header, *rows) in games.items():
        fields = msgspec.json.decode(header)
        if before is not None:
            fields["before"] = before
        lines = chained("", [msgspec.json.encode(fields), *rows])
        (path / game_name(number)).write_bytes(b"".join(lines))
        before = end_of(number, lines)
    with (path / "head").open("r+b") as head_file:
        for sequence in (head.sequence + 1, head.sequence + 2):
            at, slot = slot_of(msgspec.structs.replace(head, sequence=sequence, last=before))
            head_file.seek(at)
            head_file.write(slot)


FAULTS: dict[Fault, set[Kind]] = {
    put_back: {Kind.PUT_BACK, Kind.CUT, Kind.REWRITTEN},
    cut: {Kind.CUT, Kind.PUT_BACK, Kind.REWRITTEN},
    torn: {Kind.CUT},
    rewritten: {Kind.REWRITTEN},
    swapped: {Kind.SWAPPED},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_each_found_at_the_next_connection(room: Path, fault: Fault) -> None:
    for number in range(20):
        chance = random.Random(number)
        folder = room / str(number)
        folder.mkdir()
        wire = wire_in(folder)
        clock = Clock("one", folder / "games").played(chance.randint(3, 9), chance.randint(1, 3))
        early = clock.copied(folder / "early")
        for _ in range(chance.randint(1, 2)):
            clock.next_game() if chance.random() < 0.5 else None
            clock.played(chance.randint(1, 6))
        wire.exchange(clock)
        assert not wire.desk.findings
        had = clock.files()
        clock.kill()
        fault(clock, early, chance)
        clock.boot() if chance.random() < 0.5 else clock.start()
        clock.machine_ns += 1_000 + number
        if chance.random() < 0.5:
            clock.played(chance.randint(1, 4))
        if chance.random() < 0.3:
            wire.open()
        wire.exchange(clock)
        found = wire.desk.findings[-1]
        assert found.finding.kind in FAULTS[fault]
        has = clock.files()
        assert (found.finding.game, found.finding.line) == first_difference(had, has)
        assert 0 < found.since <= found.found
        assert all(wire.desk.store.lines("one", game) == lines for game, lines in has.items())
        assert {line for lines in had.values() for line in lines} <= wire.everything()
        clock.kill()


def first_difference(
    had: dict[int, tuple[bytes, ...]], has: dict[int, tuple[bytes, ...]]
) -> tuple[int, int]:
    """The first line that a journal no longer has as it was."""
    return min(
        (game, number)
        for game, lines in had.items()
        for number, line in enumerate(lines)
        if line not in has.get(game, ())[number : number + 1]
    )


def test_an_old_game_that_alone_was_changed_is_found_and_the_desk_has_the_true_one(
    room: Path,
) -> None:
    for change in ("gone", "cut", "rewritten"):
        folder = room / change
        folder.mkdir()
        wire, clock = wire_in(folder), Clock("one", folder / "games").played(4, 3)
        wire.exchange(clock)
        had = clock.files()
        file = game_files(clock.path)[2]
        match change:
            case "gone":
                file.unlink()
            case "cut":
                file.write_bytes(b"".join(had[2][:-1]))
            case "rewritten":
                file.write_bytes(relinked([*bodies_of(file)[:-1], b'{"a":1}']))
        wire.exchange(clock)
        wire.exchange(clock)
        (found,) = wire.desk.findings
        place = found.finding.game, found.finding.line
        assert place == first_difference(had, clock.files())
        assert found.finding.had == len(had[2])
        assert found.finding.kind is (Kind.REWRITTEN if change == "rewritten" else Kind.CUT)
        assert wire.desk.store.lines("one", 2) == had[2]
        clock.kill()


def lines_of(game: int, lines: Sequence[bytes]) -> Lines:
    return Lines(game, 0, tuple(line.decode() for line in lines))


def other_line(before: str, line: bytes) -> bytes:
    """A line that says the same in other bytes."""
    return linked(before, body_of(line)[:-1] + b" }")


@pytest.fixture
def games(room: Path) -> list[tuple[bytes, ...]]:
    """The lines of two games, one after the other."""
    clock = Clock("one", room / "games").played(4, games=2)
    lines = [*clock.files().values()]
    clock.kill()
    return lines


def test_a_header_that_knows_another_end_of_the_game_before_has_that_game_asked_for(
    games: list[tuple[bytes, ...]],
) -> None:
    first, second = games
    other = Witness()
    other.take(lines_of(1, (*first[:-1], other_line(hash_of(first[-2]), first[-1]))))
    assert other.take(lines_of(2, second)) == ([], [])
    assert other.wanted == Position(1, 0, ZEROS)
    new, (found,) = other.take(lines_of(1, first))
    assert (new, found.kind) == ([(len(first) - 1, first[-1])], Kind.REWRITTEN)
    assert other.wanted == other.at
    behind = Witness()
    behind.take(lines_of(2, second[:1]))  # of the game before nothing has arrived yet
    behind.take(lines_of(1, first[:3]))
    for _ in range(2):  # the second time because the desk asked for it
        assert behind.take(lines_of(2, (other_line("", second[0]),))) == ([], [])
    assert behind.wanted == Position(1, 0, ZEROS)


def at_the_end(game: int, lines: Sequence[bytes]) -> Position:
    return Position(game, len(lines), hash_of(lines[-1]))


def test_a_game_that_differs_and_is_gone_before_it_was_sent_whole_is_another_journals(
    games: list[tuple[bytes, ...]],
) -> None:
    first, second = games
    witness = Witness()
    witness.take(lines_of(1, (*first[:-1], other_line(hash_of(first[-2]), first[-1]))))
    witness.take(lines_of(2, second))
    at = at_the_end(2, second)
    assert witness.compare(Holds((at,))) == []
    (found,) = witness.hear(Beat(now_ns=1, boot_id="boot", at=at))
    assert found == JournalFinding(Kind.SWAPPED, 1, 0, len(first), parts=True)
    assert str(describe(found)) == "The journal was replaced by another: game 1, line 1"
    assert witness.wanted is None


def test_a_game_that_was_cut_before_the_next_began_is_cut_where_its_header_says(
    games: list[tuple[bytes, ...]],
) -> None:
    first, second = games
    witness = Witness()
    witness.take(lines_of(1, first))
    header, *rows = map(body_of, second)
    fields = {**msgspec.json.decode(header), "before": end_of(1, first[:-2])}
    after = chained("", [msgspec.json.encode(fields), *rows])
    new, (found,) = witness.take(lines_of(2, after))
    assert [line for _, line in new] == after
    line = len(first) - 2
    assert found == JournalFinding(Kind.CUT, 1, line, len(first), parts=True)
    assert str(describe(found)) == f"The journal was cut: game 1, line {line + 1}"
    assert witness.at == at_the_end(2, after)


def test_lines_of_an_earlier_game_that_were_lost_are_taken_and_asked_for_no_more(
    games: list[tuple[bytes, ...]],
) -> None:
    first, second = games
    witness = Witness()
    for game, lines in ((1, first[:3]), (2, second)):
        for line in lines:
            witness.remember(game, hash_of(line))
    assert witness.compare(Holds((at_the_end(1, first), at_the_end(2, second)))) == []
    assert witness.wanted == Position(1, 0, ZEROS)
    assert witness.take(lines_of(1, first)) == ([*enumerate(first)][3:], [])
    assert witness.wanted == witness.at == at_the_end(2, second)


def test_lines_of_an_earlier_game_do_not_make_the_beats_of_the_present_start_late(
    games: list[tuple[bytes, ...]],
) -> None:
    first, second = games
    witness = Witness()
    for game, lines in ((1, first[:3]), (2, second)):
        for line in lines:
            witness.remember(game, hash_of(line))
    beat = Beat(now_ns=1, boot_id="boot", at=at_the_end(2, second), session="present")
    witness.hear(beat)
    witness.compare(Holds((at_the_end(1, first), at_the_end(2, second))))
    earlier = msgspec.structs.replace(lines_of(1, first), session="another")
    assert witness.take(earlier) == ([*enumerate(first)][3:], [])
    assert not witness.is_late(beat)


def test_a_last_line_that_was_named_and_is_another_when_it_comes_was_rewritten(
    games: list[tuple[bytes, ...]],
) -> None:
    first, _ = games
    end, named = at_the_end(1, first), Position(1, len(first), "f" * 64)
    beats = [Beat(now_ns=now_ns, boot_id="boot", at=named) for now_ns in (1, 2)]
    rewritten = [JournalFinding(Kind.REWRITTEN, 1, len(first) - 1, len(first))]
    witness = Witness()
    witness.take(lines_of(1, first[:3]))
    assert [witness.hear(beat) for beat in beats] == [[], []]
    assert witness.take(lines_of(1, first)) == ([*enumerate(first)][3:], rewritten)
    witness = Witness()
    witness.take(lines_of(1, first[:3]))
    witness.hear(beats[0])
    assert witness.hear(Beat(now_ns=3, boot_id="boot", at=end)) == rewritten


def knowing(lines: dict[int, str]) -> Witness:
    """A witness that has had lines of games, each with a hash of one figure."""
    witness = Witness()
    for game, figures in lines.items():
        for figure in figures:
            witness.remember(game, figure * 64)
    return witness


def test_of_the_last_game_the_rest_is_wanted_and_an_earlier_one_that_lacks_lines_whole() -> None:
    for lines, wanted in (({1: "ab"}, Position(1, 2, "b" * 64)), ({1: "ab", 2: "c"}, None)):
        witness = knowing(lines)
        witness.compare(Holds((Position(1, 5, "e" * 64), Position(2, 1, "c" * 64))[: len(lines)]))
        assert witness.wanted == (wanted or Position(1, 0, ZEROS))


def test_of_two_games_that_lack_lines_the_earlier_one_is_wanted_first() -> None:
    witness = knowing({1: "a", 2: "b", 3: "c"})
    ends = (Position(1, 5, "e" * 64), Position(2, 5, "f" * 64), Position(3, 1, "c" * 64))
    witness.compare(Holds(ends))
    assert witness.wanted == Position(1, 0, ZEROS)


def test_an_empty_folder_ends_no_game() -> None:
    assert knowing({1: "ab"}).compare(Holds(())) == []


def test_another_last_line_is_a_rewritten_game_and_another_header_a_game_that_never_began() -> None:
    for lines, found in (("ab", [JournalFinding(Kind.REWRITTEN, 1, 1, 2)]), ("a", [])):
        witness = knowing({1: lines})
        beat = Beat(now_ns=1, boot_id="boot", at=Position(1, len(lines), "f" * 64))
        assert witness.hear(beat) == found
        assert witness.wanted == Position(1, 0, ZEROS)
