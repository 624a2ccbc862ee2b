"""Openings as files: what one must be like, and any that passes can be played to its end."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clock.game.file import write_game
from clock.notation.opening_checks import problems, swap_problems
from clock.notation.opening_files import FOLDER, OPENINGS, SHIPPED, find_openings
from clock.presets import find_presets
from clock.rules.inputs import Announce, Choose, Press, SetMoves, Start
from clock.rules.invariants import check
from clock.rules.machine import begin, step
from clock.rules.openings import Opening, Step
from clock.rules.seats import Colour
from clock.rules.state import State
from tests.game.recordings import read_game
from tests.openings.test_own_opening import EXAMPLE, NAME
from tests.rules.games import setup

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "openings").mkdir()
    return tmp_path / "openings"


def found(folder: Path) -> tuple[list[str], list[str]]:
    """The own openings beside a folder of presets, and what was left out, in English."""
    openings, skipped = find_openings([folder.parent / "presets"])
    return [name for name in openings if name not in OPENINGS], list(map(str, skipped))


def test_an_opening_beside_a_folder_of_presets_is_listed_and_played_by_them(folder: Path) -> None:
    file, presets = folder / f"{NAME}.toml", folder.parent / "presets"
    file.write_text(EXAMPLE, encoding="utf-8")
    openings, _ = find_openings([presets])
    assert list(openings) == [*SHIPPED, NAME, "none"]
    presets.mkdir()
    preset = f'[x]\ntitle = "X"\ncontrol = "5m"\nopening = "{NAME}"\n'
    (presets / "own.toml").write_text(preset, encoding="utf-8")
    assert find_presets(presets).skipped == ()
    file.unlink()
    (message,) = find_presets(presets).skipped
    assert "own.toml, line 4: x.opening: expected one of rif" in str(message)


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("bad", b"", ""),
        ("bad", b'title = "X"\xff', ", line 1: expected UTF-8"),
        ("bad", b"title = ", ", line 1: expected a value"),
        ("bad", b"title = 1\n" * 200_000, ": expected at most"),
        ("bad", b"x = " + b"[" * 3000, ": expected tables nested less deeply"),
        ("rif", EXAMPLE.encode(), ", line 1: expected a name that no other"),
        ("none", EXAMPLE.encode(), ", line 1: expected a name that no other"),
    ],
    ids=lambda each: str(each)[:20],
)
def test_a_file_that_is_no_opening_or_has_a_shipped_ones_name_is_left_out(
    folder: Path, name: str, content: bytes, line: str
) -> None:
    (folder / f"{name}.toml").write_bytes(content)
    names, (message,) = found(folder)
    assert names == []
    assert message.startswith(f"{folder / name}.toml{line}")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Club six"', 'title = ""', "line 1: title: expected text on one line"),
        ('title = "Club six"', 'title = "Six"', 'texts.cs."Club six": expected the title'),
        ('title = "Club six"', 'name = "x"\ntitle = "Y"', "name: expected no name"),
        ('title = "Club six"', 'titel = "Club six"', "line 1: titel: unknown: did you mean title?"),
        ("announces = 6", "announces = 100", "steps.pattern.announces: expected 0 to 99"),
        ("lay = 3", "lay = 0", "line 4: steps.pattern.lay: expected 1 to 9"),
        ('"choice"  ', '"chioce"  ', "steps.pattern.then: expected one of pattern, choice"),
        ('N to {most}" ', 'N to {best}" ', "steps.pattern.text: expected only the placeholders"),
        (
            'N to {most}" ',
            'N to 7" ',
            "steps.pattern.text: expected one of {lay}, {offers}, {most} instead",
        ),
        ('text = "pick 5th, lay 6th"', "", "steps.sixth.text: expected text on one line"),
        ('by = "white"  ', 'by = "black"  ', "steps.choice.by: expected white after pattern"),
        ('swap = "fourth"', 'swap = "choice"', "expected an end"),
        ('swap = "fourth"', "", "steps.fourth: expected a step that another one leads to"),
        ('then = "sixth"', "", "steps.sixth: expected a step that another one leads to"),
        ('swap = "fourth"', 'two_more = "fourth"', "steps.choice.two_more: allowed only with"),
        ('"pick 5th, lay 6th"', f'"{"x" * 22}"', "expected at most 21 characters, got 22"),
        ('= "클럽 여섯"', f'= "{"클" * 13}"', "expected at most 21 characters, got 22"),
        ('= "클럽 여섯"', '= "클럽 🎉"', "expected characters that the displays can draw"),
        ("[texts.cs]", "[texts.cz]", "texts.cz: expected one of en, cs, ko"),
        ('= "položit {lay}, N do {most}"', '= "položit {lay}"', "expected the same placeholders"),
        (
            '"pick 5th, lay 6th"',
            '"swap or pick, 6th"',
            'line 32: steps.sixth.text: expected no "swap": this step',
        ),
        ('"lay {lay} or swap"', '"lay {lay}"', 'steps.choice.text: expected "swap": this step'),
        (
            "[texts.ko]",
            '"lay {lay} or swap" = "položit {lay}"\n[texts.ko]',
            'texts.cs."lay {lay} or swap": expected a swap where the text has one',
        ),
        ('= "Klubová šestka"', '= "a\\nb"', 'texts.cs."Club six": expected text on one line'),
    ],
)
def test_a_mistake_in_an_opening_is_reported_with_its_line_and_key(
    folder: Path, old: str, new: str, message: str
) -> None:
    assert old in EXAMPLE
    (folder / "bad.toml").write_text(EXAMPLE.replace(old, new, 1), encoding="utf-8")
    names, (text,) = found(folder)
    assert names == []
    assert message in text
    assert f"{folder / 'bad.toml'}, line " in text


def test_every_file_of_an_opening_has_its_place_in_the_menu() -> None:
    for name in {file.stem for file in FOLDER.glob("*.toml")} - set(SHIPPED):
        pytest.fail(
            f'clock/notation/opening_files.py: put "{name}" into SHIPPED, the menu\'s order'
        )


@pytest.mark.parametrize("page", ["systemd/clapper.toml", "docs/game-file.md"])
def test_every_opening_is_named_where_its_name_is_looked_up(page: str) -> None:
    words = re.findall(r"[\w-]+", (ROOT / page).read_text(encoding="utf-8"))
    for name in set(SHIPPED) - set(words):
        pytest.fail(f'{page}: "{name}" is not among the openings')


@pytest.mark.parametrize("name", OPENINGS)
def test_a_shipped_opening_is_sound(name: str) -> None:
    opening = OPENINGS[name]
    found = [*problems(opening), *swap_problems(opening)]
    assert [f"clock/openings/{name}.toml: {place}: {problem}" for place, problem in found] == []


def test_a_game_by_an_opening_whose_text_offers_no_swap_is_read_all_the_same() -> None:
    """Such files were offered before their texts were checked for it."""
    step = Step(1, text="swap or lay {lay}")
    game = msgspec.structs.replace(setup(), opening=Opening("old", "Old", {"first": step}))
    assert [str(each) for _, each in swap_problems(game.opening)]
    assert read_game(write_game(game, ())) == (game, ())


def test_an_opening_that_ends_wrongly_or_never_is_refused() -> None:
    one = Step(1, text="lay")
    for opening, expected in (
        (Opening("x", "X", {"a": one}, open_colours=True), "colours are still open"),
        (Opening("x", "X", {"a": Step(2, text="lay")}), "the wrong player would move next"),
        # Of too many steps that is all: each of them would list the names of all.
        (Opening("x", "X", {f"s{n}": Step(1, "none") for n in range(31)}), "at most 30 steps"),
    ):
        ((_, message),) = problems(opening)
        assert expected in str(message)


@st.composite
def openings(draw: st.DrawFn) -> Opening:
    """A random opening that passes, with every step led to and its presser corrected."""
    names = [f"s{n}" for n in range(draw(st.integers(1, 5)))]
    steps: dict[str, Any] = {}
    for index, name in enumerate(names):
        later = st.sampled_from(names[index + 1 :]) if names[index + 1 :] else st.none()
        lead, swap = draw(later), draw(st.none() | later)
        two_more = None if swap is None else draw(st.none() | later)
        announces, lay = draw(st.sampled_from([0, 0, 3])), draw(st.integers(1, 3))
        steps[name] = Step(lay, lead, swap, two_more, announces, text="lay {lay}")
    opening = Opening("own", "Own", steps, draw(st.booleans()))
    for _ in range(12):
        wrong = next(problems(opening), None)
        if wrong is None:
            return opening
        _, name, *key = wrong[0].split(".")
        assume(key in (["by"], ["then"], []))
        if key == ["by"]:
            assume(opening.steps[name].by is Colour.BLACK)
            changed = {name: msgspec.structs.replace(opening.steps[name], by=Colour.WHITE)}
        elif key == ["then"]:
            lay = opening.steps[name].lay % 3 + 1
            changed = {name: msgspec.structs.replace(opening.steps[name], lay=lay)}
        else:
            opening.steps.pop(name)
            continue
        opening = msgspec.structs.replace(opening, steps=opening.steps | changed)
    assume(False)
    raise AssertionError


@settings(max_examples=60)
@given(openings(), st.data())
def test_any_opening_that_passes_is_played_to_its_end_and_comes_back_from_a_game_file(
    opening: Opening, data: st.DataObject
) -> None:
    game = msgspec.structs.replace(setup(), opening=opening)
    state: State = begin(game)
    inputs: list[Any] = [Start(0)]
    state, _ = step(state, inputs[0])
    while state.play.step is not None:
        acts: list[Any] = [Press(0, state.turn)]
        if state.play.step.announces:
            acts.insert(0, Announce(0, state.turn, data.draw(st.integers(0, 4))))
        if state.play.step.options:
            acts.insert(
                0, Choose(0, state.turn, data.draw(st.sampled_from(state.play.step.options)))
            )
        for event in acts:
            state, _ = step(state, event)
            check(state)
        inputs += acts
        assert len(inputs) <= 6 * len(opening.steps) + 1
    assert not state.play.open
    made = data.draw(st.integers(0, state.play.moves + 1))
    state, _ = step(state, SetMoves(0, made))
    check(state)
    assert read_game(write_game(game, tuple(inputs))) == (game, tuple(inputs))
