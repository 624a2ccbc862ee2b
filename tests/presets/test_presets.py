"""Presets: ours are whole, the user's own are read beside them, and what is broken is named."""

from itertools import product
from pathlib import Path

import pytest

from clock.config import ConfigError, read_config
from clock.presets import GAMES, OWN, controls, controls_of, find_presets, match_of, own_folders
from clock.presets.offers import offers_of, setup_of
from clock.presets.toml import line_numbers
from clock.rules.control import Method, Period
from clock.rules.machine import begin
from clock.rules.match import Times
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.simulator.options import setup_from

GOOD = '[ours-5]\ntitle = "Five"\ncontrol = "5m"\n'


def write(folder: Path, text: str, name: str = "own.toml") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def own_names(*folders: Path) -> list[str]:
    return [name for name, game, _ in find_presets(*folders).entries if game == OWN]


def skipped(*folders: Path) -> str:
    """The one line about what was left out; a good preset beside it is read all the same."""
    assert own_names(*folders) == ["ours-5"]
    (message,) = find_presets(*folders).skipped
    assert "\n" not in str(message)
    return str(message)


def test_every_preset_of_ours_can_be_played_and_renju_comes_first() -> None:
    found = find_presets()
    offers = offers_of(found)
    assert [offer.name for offer in offers] == [entry.name for entry in found.entries]
    for offer in offers:
        begin(offer.setup)
        assert (offer.setup.first is Colour.WHITE) is (offer.game == "chess"), offer.name
    assert list(dict.fromkeys(entry.game for entry in found.entries)) == list(GAMES)
    used = (control for entry in found.entries for control in controls_of(entry.preset))
    assert {period.method for control in used for period in control} == set(Method)


CONTROLS = {
    "rif": "40/2h:1h",
    "rif-championship": "135m+30s",
    **{f"renju-{minutes}": f"{minutes}m+30s" for minutes in (120, 90, 80, 70, 60)},
    "renju-60-flat": "60m",
    "renju-30": "30m+5s",
    "renju-10": "10m+10s",
    "gomoku-30": "30m+5s",
    "gomoku-10": "10m+10s",
    "renju-overtime": "2h:30/30m",
    "fide-classical": "40/90m+30s:30m+30s",
    "fide-rapid": "15m+10s",
    "fide-blitz": "3m+2s",
    "hourglass-1": "*60",
}


def test_the_controls_that_are_used_have_a_name() -> None:
    assert {name: controls(name) for name in CONTROLS} == {
        name: controls(text) for name, text in CONTROLS.items()
    }
    (control, _) = controls("egf-a-canadian")
    assert control == (Period(HOUR_NS), Period(5 * MINUTE_NS, 15, repeat=True, carry=False))


def test_the_handicap_match_of_joenkoeping_is_two_games_that_the_expert_must_win() -> None:
    preset = find_presets().named("handicap-match")
    assert preset is not None
    place = match_of(preset, LEFT)
    assert place is not None
    beginner = (Period(5 * MINUTE_NS),)
    assert place.match.games == (
        Times(beginner, (Period(30 * SECOND_NS),)),
        Times(beginner, (Period(15 * SECOND_NS),)),
    )
    assert (place.match.expert_must_win, place.expert, place.results) == (2, LEFT, ())
    for starter in (LEFT, RIGHT):
        setup = setup_of(preset, starter=starter)
        assert (setup.starter, setup.control(starter)) == (starter, beginner)
        assert setup.match is not None
        assert setup.match.expert is starter.other


def test_the_users_own_come_after_ours_and_are_played_by_their_names(tmp_path: Path) -> None:
    text = f'{GOOD}regulations = "japan"\nopening = "swap"\n'
    found = find_presets(write(tmp_path, f"\ufeff{text}"))  # as editors on Windows write it
    assert found.entries[-1].name == "ours-5"
    assert found.skipped == ()
    setup = setup_from("ours-5", None, None, found)
    assert setup.left == (Period(5 * MINUTE_NS),)
    assert (setup.regulations.name, setup.opening.name) == ("japan", "swap")
    setup = setup_from("ours-5", "fide", "none", found)
    assert (setup.regulations, setup.opening.name) == (PROFILES["fide"], "none")
    with pytest.raises(ValueError, match=r"^--control: expected "):
        setup_from("ours-5", None, None, find_presets())
    assert find_presets(tmp_path / "none") == find_presets()


X = '[x]\ntitle = "X"\n'
TITLED = '# mine\n\n["x y"]\ntitle = "X"\ncontrol = "5m"\n'
FIVE = f'{X}control = "5m"\n'
GAMES_OF_X = f'{X}games = [{{ beginner = "5m", expert = "1m" }}]\n'
BROKEN = [
    ('\n[x]\ntitle = "X"\n', "line 2: x: object missing required field control"),
    (f'{X}control = "5:00"\n', "line 1: x.control: expected units, as 5m"),
    (f'{X}control = [{{ time = "1:00", moves = 0 }}]', "line 1: x.control[0].moves: expected 1 to"),
    (
        f'{X}control = [{{ time = "1:00", pace = 3 }}]\n',
        "line 1: x.control[0]: object contains unknown field pace",
    ),
    (
        f'{X}control = {{ left = "5m", right = "0" }}\n',
        "line 1: x.control.right[0].time: expected more than 0",
    ),
    (f'{TITLED}opening = "renju"\n', "line 3: x y.opening: expected one of rif, yamaguchi"),
    (
        'x.title = "X"\nx.control = "5m"\nx.regulations = "none"\n',
        "line 1: x.regulations: expected one of rif, rif-referees",
    ),
    (
        f'{FIVE}opening = "swap"\nfirst = "white"\n',
        "line 1: x.first: expected black: the opening swap begins so",
    ),
    (
        f'{X}games = [{{ beginner = "5m", expert = "0s" }}]\n',
        "line 1: x.games[0].expert[0].time: expected more than 0",
    ),
    (
        f'{X}games = [{{ beginner = "5m" }}]\n',
        "line 1: x.games[0]: object missing required field expert",
    ),
    (f"{GAMES_OF_X}expert_must_win = 2", "line 1: x.expert_must_win: expected 1 to 1, got 2"),
    (f'{GAMES_OF_X}control = "5m"', "line 1: x.control: expected none beside the games of a match"),
    (
        f"{FIVE}expert_must_win = 1\n",
        "line 1: x.expert_must_win: expected only beside the games of a match",
    ),
    ('[x]\ntitle = " "\ncontrol = "5m"\n', "line 1: x.title: expected words in one line"),
    (FIVE.replace("[x]", "[rif]"), "line 1: rif: expected a name that no other preset has"),
    (f'{X}control = "5.75"\n', "line 1: x.control: expected a unit, as 5.75m or 5.75s, got "),
    (
        f'{X}control = {{ left = "5m", right = [{{ time = "5.30" }}] }}\n',
        'line 1: x.control.right[0].time: expected a colon, as in "5:30" or',
    ),
    (
        f'{X}games = [{{ beginner = "5m", expert = "1.30" }}]\n',
        "line 1: x.games[0].expert: expected a unit, as 90s or 1.30s, got",
    ),
    ("x = 1\n", "line 1: x: expected a table, got a whole number"),
    ('[x]\ntitle = "X\n', "line 2: not TOML: illegal character"),
]


@pytest.mark.parametrize(("text", "line"), BROKEN)
def test_what_is_broken_is_named_with_its_line_and_key_and_left_out(
    tmp_path: Path, text: str, line: str
) -> None:
    write(tmp_path, GOOD, "good.toml")
    assert skipped(write(tmp_path, text)).startswith(f"{tmp_path}/own.toml, {line}")


def test_a_file_that_cannot_be_read_is_named_by_presets_and_by_the_configuration(
    tmp_path: Path,
) -> None:
    good, bad = write(tmp_path / "good", GOOD), tmp_path / "bad"
    bad.mkdir()
    file = bad / "own.toml"
    for content, problem in (
        (b"x\n\xff\xfe", f"{file}, line 2: expected UTF-8"),
        (b"\xef\xbb\xbf[lines]\n\xe9", f"{file}, line 2: expected UTF-8"),
        (b"#" * 2_000_000, f"{file}: expected at most 1000000 bytes"),
        (b"x = " + b"[" * 50_000, f"{file}"),
        (b"x = " + b"9" * 5_000, f"{file}: expected numbers of a usual size"),
    ):
        file.write_bytes(content)
        assert skipped(good, bad).startswith(problem)
        with pytest.raises(ConfigError) as error:
            read_config(file)
        assert str(error.value).startswith(problem)
    file.unlink()
    file.mkdir()
    assert skipped(good, bad) == f"{file}: cannot be read: Is a directory"
    folder = good / "own.toml"
    assert skipped(good, folder) == f"{folder}: cannot be read: Not a directory"
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        read_config(tmp_path / "none.toml")


def test_a_name_that_is_twice_is_taken_from_the_first_folder(tmp_path: Path) -> None:
    first, second = write(tmp_path / "1", GOOD), write(tmp_path / "2", GOOD)
    line = skipped(first, second, first)
    assert line.startswith(f"{second}/own.toml, line 1: ours-5: expected a name that no other")
    write(first, f'[x]\ntitle = "X"\ncontrol = "x"\n\n{GOOD}')
    assert "own.toml, line 1: x.control: " in skipped(first)


def test_presets_of_ones_own_are_beside_the_configuration(tmp_path: Path) -> None:
    (machine, user) = own_folders({"XDG_CONFIG_HOME": str(tmp_path), "HOME": "/home/someone"})
    assert (machine, user) == (Path("/etc/clapper/presets"), tmp_path / "clapper" / "presets")
    for no_folder in ({}, {"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "config"}):
        (_, user) = own_folders({"HOME": "/home/someone", **no_folder})
        assert user == Path("/home/someone/.config/clapper/presets")


TEXT_AND_LINES = [
    (
        "a = 1\n\n[b.c]\nd = [\n  1, # ]\n  2,\n]\ne.f = '''\n[no.table]\ng = 1\n'''\n"
        "[[h]]\ni = { j = 2 }\n['k l']\nm = 3",
        {
            ("a",): 1, ("b",): 3, ("b", "c"): 3, ("b", "c", "d"): 4, ("b", "c", "e"): 8,
            ("b", "c", "e", "f"): 8, ("h",): 12, ("h", "i"): 13, ("h", "i", "j"): 13,
            ("k l",): 14, ("k l", "m"): 15,
        },
    ),
    (
        "a.b = 1\na.c = 2\n[d.e]\n[d]\nf = 3\n[[g]]\nh = 4\n[[g]]\nh = 5\n",
        {
            ("a",): 1, ("a", "b"): 1, ("a", "c"): 2, ("d",): 3, ("d", "e"): 3, ("d", "f"): 5,
            ("g",): 6, ("g", "h"): 7, ("g", "[1]"): 8, ("g", "[1]", "h"): 9,
        },
    ),
    (
        "[[a]]\n[[a.b]]\n[[a]]\nc = 1\n[a.d]\ne = 1\n[[a.b]]\n[[a.b]]\nf = 1\n[[a]]\nc = 1",
        {
            ("a",): 1, ("a", "b"): 2, ("a", "[1]"): 3, ("a", "[1]", "c"): 4,
            ("a", "[1]", "d"): 5, ("a", "[1]", "d", "e"): 6, ("a", "[1]", "b"): 7,
            ("a", "[1]", "b", "[1]"): 8, ("a", "[1]", "b", "[1]", "f"): 9, ("a", "[2]"): 10,
            ("a", "[2]", "c"): 11,
        },
    ),
]  # fmt: skip


def test_every_key_has_the_line_on_which_its_statement_begins() -> None:
    for (text, lines), end in product(TEXT_AND_LINES, ("\n", "\r\n")):
        assert line_numbers(text.replace("\n", end)) == lines
