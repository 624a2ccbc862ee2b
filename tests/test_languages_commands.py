"""What the commands print, in Czech and in Korean; what is for programs stays as it is."""

import json
from pathlib import Path

import pytest

from clock.cli import main
from clock.rules.units import SECOND_NS
from tests.journal.evenings import FLUSH_S, Evening, evening, start_and_press
from tests.station.tables import setup
from tests.test_cli import refused
from tests.test_replay import SMALL, game

CODES = ("cs", "ko")

__all__ = ["evening"]
"""A fixture."""


def said(
    capsys: pytest.CaptureFixture[str], code: str, *arguments: str | Path, status: int = 0
) -> str:
    """What a command prints in a language, on both streams."""
    capsys.readouterr()
    assert main(["--language", code, *map(str, arguments)]) == status
    return "".join(capsys.readouterr())


@pytest.fixture
def journal(evening: Evening) -> Path:
    """A journal with a game of three moves."""
    table = evening.switch_on(at_ns=5000 * SECOND_NS, game=setup("3/60:30", "rif-referees"))
    start_and_press(table, *(each * SECOND_NS for each in (20, 30, 7)))
    assert evening.journal.flush(FLUSH_S)
    return evening.path


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("cs", ("běží | >levý 0:09 tah 0 úsek 1", "spadl", "ano")),
        ("ko", ("진행 | >왼쪽 0:09 0수 1구간", "내려감", "예")),
    ],
)
def test_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, words: tuple[str, ...]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(game(SMALL))
    told = said(capsys, code, "replay", file)
    assert all(word in told for word in words)
    assert "Press(seat right)" in told, "what happened has the name that it has in the file"
    assert said(capsys, code, "replay", file, "--json") == said(
        capsys, "en", "replay", file, "--json"
    )


@pytest.mark.parametrize(
    ("code", "listed", "told", "verified"),
    [
        (
            "cs",
            "3 tahy",
            ("Partie 1, ", "Levý stiskl: tah 1, spotřeba 0:20.000, zbývá 0:40.000"),
            "řetěz i každý údaj platí",
        ),
        (
            "ko",
            "3수",
            ("대국 1, ", "왼쪽 누름: 1수, 사용 0:20.000, 남음 0:40.000"),
            "사슬과 모든 값이 맞습니다",
        ),
    ],
)
def test_games_log_and_verify(
    journal: Path,
    capsys: pytest.CaptureFixture[str],
    code: str,
    listed: str,
    told: tuple[str, ...],
    verified: str,
) -> None:
    assert listed in said(capsys, code, "games", "--journal", journal)
    log = said(capsys, code, "log", "last", "--journal", journal)
    assert all(words in log for words in told)
    assert verified in said(capsys, code, "verify", "--all", "--journal", journal)


@pytest.mark.parametrize("code", CODES)
def test_a_table_and_a_game_file_are_the_same_in_every_language(
    journal: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    for form in ((), ("--csv",)):
        here = said(capsys, code, "export", "1", *form, "--journal", journal)
        assert here == said(capsys, "en", "export", "1", *form, "--journal", journal)


@pytest.mark.parametrize(
    ("code", "words"), [("cs", "PARTIE: má být 1, nebo last"), ("ko", "대국: 1 또는 last")]
)
def test_a_game_that_is_not_there(journal: Path, code: str, words: str) -> None:
    assert words in refused("--language", code, "export", "9", "--journal", journal)


@pytest.mark.parametrize(
    ("code", "sound", "mistake"),
    [
        ("cs", ("Displej levý: ssd1306 na 0x3C", "v pořádku"), "řádek 2: lines.stop: GPIO 99 nee"),
        (
            "ko",
            ("화면 왼쪽: ssd1306, I²C 1 0x3C", "이상 없음"),
            "2번째 줄: lines.stop: GPIO 99 없음",
        ),
    ],
)
def test_check(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    code: str,
    sound: tuple[str, ...],
    mistake: str,
) -> None:
    file = tmp_path / "c.toml"
    file.write_text("")
    told = said(capsys, code, "check", file)
    assert all(words in told for words in sound)
    file.write_text("[lines]\nstop = 99\n")
    assert mistake in refused("--language", code, "check", file)


@pytest.mark.parametrize(
    ("code", "words"),
    [("cs", ("deska", "nastavení", "k opravě")), ("ko", ("보드", "설정", "고칠 것"))],
)
def test_doctor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, words: tuple[str, ...]
) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[lines]\nstop = 99\n")
    told = said(capsys, code, "doctor", "--config", file, status=1)
    assert all(word in told for word in words)
    lines = said(capsys, code, "doctor", "--config", file, "--json", status=1).splitlines()
    levels = {json.loads(line)["level"] for line in lines}
    assert levels <= {"ok", "warning", "wrong"}
    assert any("GPIO 99 does not exist" in line for line in lines)


@pytest.mark.parametrize(("code", "words"), [("cs", "40 tahů za 2 h"), ("ko", "2시간에 40수")])
def test_presets(tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, words: str) -> None:
    (tmp_path / "own.toml").write_text("[mine]\ntitle = 'x'\ncontrol = '5m'\nlegs = 4\n")
    told = said(capsys, code, "presets", "--own", tmp_path)
    assert words in told
    assert "unknown field" not in told
