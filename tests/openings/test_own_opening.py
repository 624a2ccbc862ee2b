"""An opening of one's own is one file: set on the menu, played, exported, replayed elsewhere."""

from pathlib import Path

import pytest

from clock.cli import main
from clock.game.replay import played
from clock.journal.journal import Journal
from clock.menu.levels import MenuContext
from clock.menu.settings import Settings
from clock.notation.opening_files import OPENINGS, table_from_opening
from clock.presets import find_presets
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.station.settings_file import SettingsFile
from clock.text.language import LANGUAGES, speaking, tr
from clock.text.opening import opening_name
from hal.ports import Line, ScreenName
from tests.game.recordings import read_game
from tests.station.tables import FakeRig, Table, setup

PAGE = Path(__file__).parents[2] / "docs" / "openings.md"
EXAMPLE = PAGE.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
NAME = "club-six"

STEPS = {
    "en": ("lay 3, N to 6", "lay 3, N = 5", "lay 1 or swap", "offer 5 fifth moves",
           "pick 5th, lay 6th"),
    "cs": ("položit 3, N do 6", "položit 3, N = 5", "položit 1 nebo swap", "nabídnout 5 pátých",
           "vybrat 5., položit 6."),
    "ko": ("3수, N ~6", "3수, N = 5", "돌 1개 또는 스왑", "5수 5곳 제안", "고르고 6수 두기"),
}  # fmt: skip
PLUNGERS = {LEFT: Line.LEFT_PLUNGER, RIGHT: Line.RIGHT_PLUNGER}
TITLES = {"en": "Club six", "cs": "Klubová šestka", "ko": "클럽 여섯"}


class OwnTable(Table):
    """A clock whose user has one opening of his own, in a language."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, language: str) -> None:
        (folder / "openings").mkdir()
        (folder / "openings" / f"{NAME}.toml").write_text(EXAMPLE, encoding="utf-8")
        found = find_presets(folder / "presets")
        assert found.skipped == ()
        rig = FakeRig(monkeypatch)
        self.journal = Journal(folder / "games", rig.time.now_ns())
        super().__init__(
            rig,
            setup("5m"),
            MenuContext(found.offers, openings=tuple(found.openings.values())),
            self.journal,
            settings_file=SettingsFile(delivered=Settings(language=language)),
        )

    def display(self, seat: Seat = LEFT) -> str:
        return self.rig.sentence(ScreenName(seat.value))

    def set_opening(self, language: str) -> None:
        """Set the clock's opening on its menu, by its buttons alone."""
        with speaking(language):
            every, set_so = f"{tr('Whole setup')} ...", tr("Use this setup")
            asks = tr("Use this setup?")
            item = tr("Opening: {opening}").format(opening=opening_name(OPENINGS["none"]))
        self.tap(Line.MINUS)
        for row in (every, item, TITLES[language], set_so):
            self.take(row)
        while self.display().startswith(asks):
            self.tap(Line.PLUS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_opening_in_a_file_is_set_played_and_replayed_where_there_is_no_file(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = OwnTable(monkeypatch, tmp_path, language)
    table.set_opening(language)
    opening = table.state.setup.opening
    assert (opening.name, opening.title) == (NAME, "Club six")
    assert TITLES[language] in table.display()

    texts = STEPS[language]
    table.tap(Line.RIGHT_PLUNGER)  # the start
    assert texts[0] in table.display(LEFT)
    for _ in range(5):
        table.tap(Line.PLUS)
    assert texts[1] in table.display(LEFT)
    for seat, text in ((RIGHT, texts[2]), (LEFT, texts[3]), (RIGHT, texts[4])):
        table.tap(PLUNGERS[seat.other])
        assert table.state.turn is seat
        assert text in table.display(seat)
    table.tap(PLUNGERS[RIGHT])
    table.settle()
    assert (table.state.play.moves, table.state.play.step) == (6, None)

    table.journal.close()
    journal, file = tmp_path / "games", tmp_path / "game.json"
    for path in (tmp_path / "openings").iterdir():
        path.unlink()
    assert main(["games", "--journal", str(journal)]) == 0
    assert main(["export", "last", "--journal", str(journal), "-o", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    setup, inputs = read_game(file.read_bytes())
    assert setup == table.state.setup
    assert table_from_opening(setup.opening) == opening  # no name, but all of it
    *_, (_, state, _) = played(setup, inputs)
    assert state.play == table.state.play
