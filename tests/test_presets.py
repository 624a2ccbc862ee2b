"""Presets: ours are whole, the user's own are read beside them, and what is broken is named."""

from pathlib import Path

import pytest

from clock.presets import (
    GAMES,
    OWN,
    controls,
    controls_of,
    find_presets,
    match_of,
    own_folders,
    presets,
)
from clock.presets.offers import offers_of
from clock.rules.control import Method, Period
from clock.rules.machine import begin
from clock.rules.match import Times
from clock.rules.seats import LEFT, Colour
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.simulator import setup_from
from tests.test_cli import run

GOOD = '[ours-5]\ntitle = "Five"\ncontrol = "5m"\n'


def own(folder: Path, text: str, name: str = "own.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def skipped(folder: Path, text: str) -> str:
    """The one line about a file's text; a good preset beside it is read all the same."""
    own(folder, GOOD, "good.toml")
    found = find_presets(own(folder, text))
    assert [entry.name for entry in found.entries if entry.game == OWN] == ["ours-5"]
    (line,) = found.skipped
    assert "\n" not in line
    return line


def test_every_preset_of_ours_can_be_played() -> None:
    offers = offers_of(find_presets())
    assert len(offers) == len(presets())
    for offer in offers:
        begin(offer.setup)


def test_ours_come_by_game_renju_first() -> None:
    games = [entry.game for entry in find_presets().entries]
    assert list(dict.fromkeys(games)) == list(GAMES)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rif", "40/2h:1h"),
        ("rif-championship", "135m+30s"),
        *((f"renju-{minutes}", f"{minutes}m+30s") for minutes in (120, 90, 80, 70, 60)),
        ("renju-60-flat", "60m"),
        ("renju-30", "30m+5s"),
        ("renju-10", "10m+10s"),
        ("gomoku-30", "30m+5s"),
        ("gomoku-10", "10m+10s"),
        ("renju-overtime", "2h:30/30m"),
        ("fide-classical", "40/90m+30s:30m+30s"),
        ("fide-rapid", "15m+10s"),
        ("fide-blitz", "3m+2s"),
        ("hourglass-1", "*60"),
    ],
)
def test_the_controls_that_are_used_have_a_name(name: str, text: str) -> None:
    assert controls(name) == controls(text)


def test_every_method_is_in_some_preset() -> None:
    known = {
        period.method
        for preset in presets().values()
        for control in controls_of(preset)
        for period in control
    }
    assert known == set(Method)


def test_chess_begins_with_white_and_all_else_with_black() -> None:
    for entry in find_presets().entries:
        assert (entry.preset.first is Colour.WHITE) is (entry.game == "chess"), entry.name


def test_the_handicap_match_of_joenkoeping_is_two_games_that_the_expert_must_win() -> None:
    place = match_of(presets()["handicap-match"], LEFT)
    assert place is not None
    beginner = (Period(5 * MINUTE_NS),)
    assert place.match.games == (
        Times(beginner, (Period(30 * SECOND_NS),)),
        Times(beginner, (Period(15 * SECOND_NS),)),
    )
    assert (place.match.expert_must_win, place.expert, place.results) == (2, LEFT, ())
    assert controls("handicap-match") == (beginner, (Period(30 * SECOND_NS),))


def test_the_users_own_come_after_ours(tmp_path: Path) -> None:
    folder = own(tmp_path, GOOD)
    assert list(presets(folder))[-1] == "ours-5"
    assert controls("ours-5", folder) == controls("5m")
    assert find_presets(folder).skipped == ()


def test_a_file_that_begins_with_a_mark_of_its_encoding_is_read_as_any_other(
    tmp_path: Path,
) -> None:
    """As editors on Windows write it."""
    folder = own(tmp_path, f"\ufeff{GOOD}")
    assert list(presets(folder))[-1] == "ours-5"
    assert find_presets(folder).skipped == ()


def test_a_folder_that_is_not_there_holds_none(tmp_path: Path) -> None:
    assert find_presets(tmp_path / "none") == find_presets()


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (line,) = find_presets(tmp_path / "file").skipped
    assert line == f"{tmp_path / 'file'}: Not a directory"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('\n[x]\ntitle = "X"\n', "own.toml, line 2: x: object missing required field control"),
        (
            '[x]\ntitle = "X"\ncontrol = "5:00"\n',
            "own.toml, line 1: x.control: expected units, as 5m",
        ),
        (
            '[x]\ntitle = "X"\ncontrol = [{ time = "1:00", moves = 0 }]\n',
            "own.toml, line 1: x.control[0].moves: expected 1 to 9999 moves, got 0",
        ),
        (
            '[x]\ntitle = "X"\ncontrol = [{ time = "1:00", pace = 3 }]\n',
            "own.toml, line 1: x.control[0]: object contains unknown field pace",
        ),
        (
            '[x]\ntitle = "X"\ncontrol = { left = "5m", right = "0" }\n',
            "own.toml, line 1: x.control.right[0].time: expected more than 0",
        ),
        (
            '# mine\n\n["x y"]\ntitle = "X"\ncontrol = "5m"\nopening = "renju"\n',
            "own.toml, line 3: x y.opening: expected one of rif, yamaguchi",
        ),
        (
            'x.title = "X"\nx.control = "5m"\nx.regulations = "none"\n',
            "own.toml, line 1: x.regulations: expected one of rif, rif-referees",
        ),
        (
            '[x]\ntitle = "X"\ncontrol = "5m"\nopening = "swap"\nfirst = "white"\n',
            "own.toml, line 1: x.first: expected black: the opening swap begins so",
        ),
        (
            '[x]\ntitle = "X"\ngames = [{ beginner = "5m", expert = "0s" }]\n',
            "own.toml, line 1: x.games[0].expert[0].time: expected more than 0",
        ),
        (
            '[x]\ntitle = "X"\ngames = [{ beginner = "5m" }]\n',
            "own.toml, line 1: x.games[0]: object missing required field expert",
        ),
        (
            '[x]\ntitle = "X"\nexpert_must_win = 2\ngames = [{ beginner = "5m", expert = "1m" }]\n',
            "own.toml, line 1: x.expert_must_win: expected 1 to 1, got 2",
        ),
        (
            '[x]\ntitle = "X"\ncontrol = "5m"\ngames = [{ beginner = "5m", expert = "1m" }]\n',
            "own.toml, line 1: x.control: expected none beside the games of a match",
        ),
        (
            '[x]\ntitle = "X"\ncontrol = "5m"\nexpert_must_win = 1\n',
            "own.toml, line 1: x.expert_must_win: expected only beside the games of a match",
        ),
        (
            '[x]\ntitle = " "\ncontrol = "5m"\n',
            "own.toml, line 1: x.title: expected words in one line",
        ),
        (
            '[rif]\ntitle = "Mine"\ncontrol = "5m"\n',
            "own.toml, line 1: rif: expected a name that no other preset has",
        ),
        (
            '[x]\ntitle = "X"\ncontrol = "5.00"\n',
            "own.toml, line 1: x.control: expected a unit, as 300s or 5.00s, got '5.00'",
        ),
        (
            '[x]\ntitle = "X"\ncontrol = { left = "5m", right = [{ time = "5.30" }] }\n',
            'own.toml, line 1: x.control.right[0].time: expected a colon, as in "5:30" or',
        ),
        (
            '[x]\ntitle = "X"\ngames = [{ beginner = "5m", expert = "1.30" }]\n',
            "own.toml, line 1: x.games[0].expert: expected a unit, as 90s or 1.30s, got",
        ),
        ("x = 1\n", "own.toml, line 1: x: expected object, got int"),
        ('[x]\ntitle = "X\n', "own.toml: Illegal character '\\n' (at line 2, column 11)"),
        ("x = " + "[" * 5000 + "\n", "own.toml: "),
    ],
)
def test_what_is_broken_is_named_with_its_line_and_key_and_left_out(
    tmp_path: Path, text: str, told: str
) -> None:
    assert skipped(tmp_path, text).startswith(f"{tmp_path}/{told}")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_bytes(b"\xff\xfe")
    (line,) = find_presets(tmp_path).skipped
    assert line.startswith(f"{tmp_path}/own.toml: 'utf-8' codec can't decode byte 0xff")


def test_a_folder_named_like_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.toml").mkdir()
    (line,) = find_presets(tmp_path).skipped
    assert line == f"{tmp_path}/own.toml: Is a directory"


def test_one_broken_preset_leaves_the_others_of_its_file(tmp_path: Path) -> None:
    found = find_presets(own(tmp_path, f'[x]\ntitle = "X"\ncontrol = "x"\n\n{GOOD}'))
    assert [entry.name for entry in found.entries if entry.game == OWN] == ["ours-5"]
    assert len(found.skipped) == 1


def test_presets_of_ones_own_are_beside_the_configuration(tmp_path: Path) -> None:
    (machine, user) = own_folders({"XDG_CONFIG_HOME": str(tmp_path), "HOME": "/home/someone"})
    assert (machine, user) == (Path("/etc/clapper/presets"), tmp_path / "clapper" / "presets")
    for no_folder in ({}, {"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "config"}):
        (_, user) = own_folders({"HOME": "/home/someone", **no_folder})
        assert user == Path("/home/someone/.config/clapper/presets")


def test_a_name_that_is_in_two_folders_is_taken_from_the_first_and_named(tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    for folder in (first, second):
        folder.mkdir()
        own(folder, GOOD)
    found = find_presets(first, second, first)
    assert [entry.name for entry in found.entries if entry.game == OWN] == ["ours-5"]
    (line,) = found.skipped
    assert line.startswith(f"{second}/own.toml, line 1: ours-5: expected a name that no other")


def test_the_commands_read_the_folder_beside_the_configuration(tmp_path: Path) -> None:
    folder = tmp_path / "clapper" / "presets"
    folder.mkdir(parents=True)
    own(folder, f'{GOOD}\n[x]\ntitle = "X"\ncontrol = "x"\n')
    ended = run("presets", XDG_CONFIG_HOME=str(tmp_path))
    assert ended.stdout.splitlines()[-1].split() == ["ours-5", "Five"]
    assert ended.stderr.startswith(f"clapper: skipped {folder}/own.toml, line 5: x.control: ")
    assert ended.stderr.count("\n") == 1


def test_the_command_lists_both_and_tells_what_it_skipped(tmp_path: Path) -> None:
    own(tmp_path, f'{GOOD}\n[x]\ntitle = "X"\ncontrol = "x"\n')
    ended = run("presets", "--own", tmp_path)
    assert ended.returncode == 0
    assert ended.stdout.splitlines()[-1].split() == ["ours-5", "Five"]
    place = f"{tmp_path}/own.toml, line 5: x.control"
    assert ended.stderr.startswith(f"clapper: skipped {place}: expected a time")
    assert ended.stderr.count("\n") == 1


def test_a_folder_that_was_named_and_is_not_there_is_told(tmp_path: Path) -> None:
    for command in ("presets", "sim"):
        ended = run(command, "--own", tmp_path / "ours")
        assert (ended.returncode, ended.stdout) == (2, "")
        told = f"argument --own: {tmp_path}/ours: No such file or directory"
        assert told in ended.stderr
        assert ended.stderr.count("\n") == 1


def test_a_preset_of_ones_own_is_played_by_its_name(tmp_path: Path) -> None:
    folder = own(tmp_path, f'{GOOD}regulations = "japan"\nopening = "swap"\n')
    setup = setup_from("ours-5", None, None, find_presets(folder))
    assert setup.left == (Period(5 * MINUTE_NS),)
    assert (setup.regulations.name, setup.opening.name) == ("japan", "swap")
    with pytest.raises(ValueError, match=r"^--control: expected "):
        setup_from("ours-5", None, None, find_presets())


def test_the_overtime_of_a_preset_comes_again_and_again() -> None:
    (control, _) = controls("egf-a-canadian")
    assert control == (Period(HOUR_NS), Period(5 * MINUTE_NS, 15, repeat=True, carry=False))
    (control, _) = controls("renju-overtime")
    assert control == (Period(2 * HOUR_NS), Period(30 * MINUTE_NS, 30, repeat=True))
