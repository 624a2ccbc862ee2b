"""A game that another edition of the rules has counted, as every command reads it."""

import json
from pathlib import Path

import pytest

from clock.game.chain import body_of
from clock.rules.edition import EDITION
from tests.cli.running import called, printed, refused
from tests.game.recordings import OLDER, bodies, chained
from tests.journal.written import bodies_of, relinked
from tests.station.tables import setup

DIFFERS = f"Counted by edition 1 of the rules; by edition {EDITION} it differs from line 6 on."
LATER = (
    f"counted by edition {EDITION + 1} of the rules; this program knows editions up to {EDITION}"
)
READERS = ("log", "replay", "report", "export")


def test_what_differs_in_an_older_game_is_a_difference_of_editions_and_no_damage() -> None:
    status, text, _ = called("verify", OLDER)
    assert (status, text.splitlines()[0]) == (
        0,
        f"game 1: 8 inputs; the hash chain is correct. {DIFFERS}",
    )
    for command in READERS:
        status, text, error = called(command, OLDER)
        assert (status, error) == (0, f"clapper: {OLDER}: {DIFFERS}\n"), command
    assert DIFFERS in called("log", OLDER)[1].splitlines()


def test_an_older_game_that_is_counted_alike_is_verified_as_any(tmp_path: Path) -> None:
    alike = tmp_path / "alike.jsonl"
    alike.write_bytes(relinked(bodies_of(OLDER)[:5]))
    assert "4 inputs; the hash chain and every figure are correct" in printed("verify", alike)
    assert called("log", alike)[2] == ""


def test_damage_of_an_older_game_stays_damage(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(OLDER.read_bytes().replace(b'"moves":3', b'"moves":4'))
    status, text, _ = called("verify", damaged)
    assert (status, text) == (1, f"{damaged}: line 9 was changed\n")


@pytest.mark.parametrize("command", [*READERS, "verify"])
def test_a_game_of_a_later_edition_is_refused_in_one_line(command: str, tmp_path: Path) -> None:
    header, *_ = chained(bodies(setup("5m"), ()))
    recorded, written = tmp_path / "later.jsonl", tmp_path / "later.json"
    now, later = (f'"rules":{edition}'.encode() for edition in (EDITION, EDITION + 1))
    new = body_of(header).replace(now, later).replace(b'"starter"', b'"new":1,"s"')
    recorded.write_bytes(relinked([new]))
    assert refused(command, recorded) == f"clapper: {recorded}: {LATER}"
    if command in READERS:
        written.write_text(f'{{"format": "clapper-game/1", "rules": {EDITION + 1}, "new": 1}}')
        assert refused(command, written) == f"clapper: {written}: {LATER}"


def test_an_export_has_the_edition_of_its_game(tmp_path: Path) -> None:
    newer = tmp_path / "newer.jsonl"
    newer.write_bytes(b"".join(chained(bodies(setup("5m"), ()))))
    for file, edition in ((newer, EDITION), (OLDER, 1)):
        export = tmp_path / "export.json"
        export.write_text(called("export", file)[1])
        assert json.loads(export.read_bytes())["rules"] == edition
        assert json.loads(called("export", export)[1])["rules"] == edition
