"""Presets: ours are whole, the user's own are read beside them, and what is broken is named."""

import os
import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock import presets
from clock.config import ConfigError, read_config
from clock.kinds import KINDS
from clock.notation.setup_table import setup_from_table, table_from_setup
from clock.notation.toml import FILES_MAX
from clock.presets import (
    MACHINE_FOLDER,
    OWN,
    OWN_MAX,
    SAVED_FOLDER,
    Offer,
    controls_of,
    find_presets,
    own_folders,
    rules_of,
    setup_of,
)
from clock.rules.control import NEVER_USED_UP, Period
from clock.rules.inputs import Result
from clock.rules.machine import begin
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import HOUR_NS, MINUTE_NS
from clock.simulator.options import setup_from
from clock.text.control import setup_sentences
from tests.menu.menu_driver import CONTEXT, ready, set_so
from tests.rules.games import Game

GOOD = '[ours-5]\ntitle = "Five"\ncontrol = "5m"\n'


def write(folder: Path, text: str, name: str = "own.toml") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def own_names(*folders: Path) -> list[str]:
    return [offer.name for offer in find_presets(*folders).offers if offer.game == OWN]


def skipped(*folders: Path) -> str:
    """The one line about what was left out; a good preset beside it is read all the same."""
    assert own_names(*folders) == ["ours-5"]
    (message,) = find_presets(*folders).skipped
    assert "\n" not in str(message)
    return str(message)


def test_every_preset_of_ours_can_be_played_and_renju_comes_first() -> None:
    found = find_presets()
    for offer in found.offers:
        begin(offer.setup)
        assert offer.setup.game == offer.game
        assert offer.setup.first is KINDS[offer.game].first, offer.name
    games = list(dict.fromkeys(offer.game for offer in found.offers))
    assert games == [game for game in KINDS if game in games]


@pytest.mark.parametrize("offer", find_presets().offers, ids=lambda offer: offer.name)
def test_every_preset_of_ours_is_played_to_a_fall_where_its_method_has_one(offer: Offer) -> None:
    game = Game(started=False)
    game.state = begin(offer.setup)
    game.start()
    game.wait(10 * HOUR_NS)
    assert game.state.left.fallen is (offer.setup.left[-1].method not in NEVER_USED_UP)


def test_an_ing_period_begins_as_the_one_before_is_used_up_and_the_last_is_the_fall() -> None:
    game = Game(started=False)
    game.state = begin(setup_of(find_presets().presets["ing-30"]))
    game.start()
    for minutes, period in ((29, 1), (2, 2), (5, 3), (5, 4), (3, 4)):
        game.wait(minutes * MINUTE_NS)
        assert (game.state.left.period, game.state.left.fallen) == (period, False)
    game.wait(2 * MINUTE_NS)
    assert game.state.left.fallen


def test_in_armageddon_white_has_five_minutes_whoever_that_is() -> None:
    preset = find_presets().presets["armageddon"]
    for seat in (LEFT, RIGHT):
        hand = ready(starter=seat, context=CONTEXT)
        hand.press("-")
        hand.take("Chess", "Armageddon")
        setup = set_so(hand)
        assert setup == setup_of(preset, starter=seat)
        assert setup.starter is seat
        times = [setup.control(each)[0].time_ns // MINUTE_NS for each in (seat, seat.other)]
        assert times == [5, 4]


@pytest.mark.parametrize(
    ("control", "by_colour"),
    [
        ("armageddon", True),
        ("White 5 min, Black 4 min", True),
        ("W300-B240", True),
        ("10 vs 2", False),
        ("White 5 min, Black 5 min", False),
    ],
)
def test_times_go_with_the_colours_where_the_preset_or_the_text_names_these(
    control: str, by_colour: bool
) -> None:
    setup = setup_of(find_presets().meant(control, "chess"))
    assert setup.times_by_colour is by_colour
    assert ("The times go with the colours" in setup_sentences(setup)) is by_colour
    turned = setup.following(Result.LEFT, colours_turned=True)
    assert turned.starter is RIGHT
    assert (turned.left, turned.right) == (
        (setup.right, setup.left) if by_colour else (setup.left, setup.right)
    )
    assert turned.following(Result.LEFT, colours_turned=True) == setup
    assert setup_from_table(table_from_setup(turned)) == turned
    running = replace(setup, left_remaining_ns=1, right_remaining_ns=2).begun_by(RIGHT)
    remaining = (running.left_remaining_ns, running.right_remaining_ns)
    assert remaining == ((2, 1) if by_colour else (1, 2))


def test_ours_are_read_as_the_users_own_would_be(tmp_path: Path) -> None:
    for file in Path(presets.__file__).parent.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        write(tmp_path, re.sub(r"^\[", "[own-", text, flags=re.MULTILINE), file.name)
    found = find_presets(tmp_path)
    assert found.skipped == ()
    ours = find_presets().presets
    own = {f"own-{name}": replace(each, game="") for name, each in ours.items()}
    assert found.presets == {**ours, **own}


def test_the_first_game_of_a_match_is_begun_by_the_beginner() -> None:
    preset = find_presets().presets["handicap-match"]
    for starter in (LEFT, RIGHT):
        setup = setup_of(preset, starter=starter)
        assert (setup.starter, setup.control(starter)) == (starter, (Period(5 * MINUTE_NS),))
        assert setup.match is not None
        assert setup.match.expert is starter.other


def test_the_users_own_come_after_ours_and_are_played_by_their_names(tmp_path: Path) -> None:
    text = f'{GOOD}regulations = "japan"\nopening = "swap"\n'
    found = find_presets(write(tmp_path, text))
    assert found.offers[-1].name == "ours-5"
    assert found.skipped == ()
    setup = setup_from("ours-5", None, None, found)
    assert setup.left == (Period(5 * MINUTE_NS),)
    assert (setup.regulations.name, setup.opening.name) == ("japan", "swap")
    setup = setup_from("ours-5", "fide", "none", found)
    assert (setup.regulations, setup.opening.name) == (PROFILES["fide"], "none")
    with pytest.raises(ValueError, match=r"^--control: .*; or use a name from `clapper presets`"):
        setup_from("ours-5", None, None, find_presets())
    assert find_presets(tmp_path / "none") == find_presets()


X = '[x]\ntitle = "X"\n'
FIVE = f'{X}control = "5m"\n'
MATCH = f'{X}games = [{{ beginner = "5m", expert = "1m" }}]\n'
BROKEN = [
    (f"\n{X}", 2, "x.control: expected a value, found none"),
    (f'{X}control = "1:30"\n', 3, "x.control: 1:30 has two meanings: write 1m30s or 1h30m"),
    (f'{X}control = "0s+10s"', 3, "x.control.left[0].time: expected more than 0"),
    (f'{X}control = [{{ time = "1:00", moves = 0 }}]', 3, "x.control[0].moves: expected 1 to"),
    (f'{X}control = {{ left = "5m", right = "0" }}\n', 3, "x.control.right: expected more"),
    ('# mine\n["x y"]\ntitle = "X"\ncontrol = "5m"\nopening = "renju"\n', 5,
     "x y.opening: expected one of rif, yamaguchi"),
    ('x.title = "X"\nx.control = "5m"\nx.regulations = "none"\n', 3,
     "x.regulations: expected one of rif, rif-referees"),
    (f'{FIVE}opening = "swap"\nfirst = "white"\n', 5, "x.first: expected black: the opening swap"),
    (f'{MATCH.replace("1m", "0s")}', 3, "x.games[0].expert: expected more than 0"),
    (f'{X}games = [{{ beginner = "5m" }}]\n', 3, "x.games[0].expert: expected a value, found none"),
    (f"{MATCH}expert_must_win = 2", 4, "x.expert_must_win: expected 1 to 1, got 2"),
    (f'{MATCH}control = "5m"', 4, "x.control: not allowed together with the games of a match"),
    (f"{FIVE}expert_must_win = 1\n", 4, "x.expert_must_win: allowed only together with the games"),
    (FIVE.replace('"X"', '" "'), 2, "x.title: expected text on one line"),
    (FIVE.replace("[x]", '["a\\u001b"]'), 1, "a\33: expected text on one line"),
    (FIVE.replace("[x]", "[rif]"), 1, "rif: expected a name that no other preset has"),
    (f'{FIVE}choices = {{ on_flag = "halt" }}', 4, "x.choices.on_flag: expected one of run, stop"),
    (f'{FIVE}choices = {{ referee_call = "5.00" }}', 4, "x.choices.referee_call: expected a colon"),
    (f"{FIVE}choices = {{ flag = 1 }}", 4, "x.choices.flag: expected one of referees, "),
    (f'{FIVE}choices = {{ on_flag = "stop", announce = false }}', 4,
     "x.choices.announce: expected true (yes): on_flag stop"),
    ("['x\\u001b'] \ntitle = 1", 2, "x\\u001b.title: expected text in quotes"),
    (f'{X}control = {{ left = "5m", right = [{{ time = "5.30" }}] }}\n', 3,
     'x.control.right[0].time: expected a colon, as in "5:30" or'),
    ("x = 1\n", 1, "x: expected a table, got 1"),
    ('[x]\ntitle = "X\n', 2, 'got "X: write "X"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "number", "line"), BROKEN)
def test_what_is_broken_is_named_with_its_line_and_key_and_left_out(
    tmp_path: Path, text: str, number: int, line: str
) -> None:
    write(tmp_path, GOOD, "good.toml")
    file = write(tmp_path, text) / "own.toml"
    for encoding, end in (("utf-8", "\n"), ("utf-8-sig", "\r\n"), ("utf-16", "\r\n")):  # Windows
        file.write_text(text, encoding, newline=end)
        assert skipped(tmp_path).startswith(f"{file}, line {number}: {line}")


def test_a_file_that_cannot_be_read_is_named_by_presets_and_by_the_configuration(
    tmp_path: Path,
) -> None:
    good, bad = write(tmp_path / "good", GOOD), tmp_path / "bad"
    bad.mkdir()
    file = bad / "own.toml"
    for content, problem in (
        (b"x\n\xff\xfe", f"{file}, line 2: expected UTF-8"),
        (b"\xef\xbb\xbf[lines]\n\xe9", f"{file}, line 2: expected UTF-8"),
        (b"#" * 100_001, f"{file}: expected at most 100000 bytes"),
        (
            b"x = 1\n" + b"a." * 40_000 + b"a = 1",
            f"{file}, line 2: expected keys with at most 16",
        ),
        (b'\'a\'."b\\"" . ' * 9 + b"a = 1", f"{file}, line 1: expected keys with at most 16"),
        (b"x = " + b"[" * 50_000, f"{file}"),
        (b"x = " + b"9" * 5_000, f"{file}: a number is too large"),
    ):
        file.write_bytes(content)
        assert skipped(good, bad).startswith(problem)
        with pytest.raises(ConfigError) as error:
            read_config(file)
        assert str(error.value).startswith(problem)
    file.unlink()
    for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        make(file)
        line = f"{file}: expected a regular file, got a pipe or a device"
        assert skipped(good, bad) == line
        with pytest.raises(ConfigError, match=line):
            read_config(file)
        file.unlink()
    file.mkdir()
    assert skipped(good, bad) == f"{file}: cannot be read: Is a directory"
    folder = good / "own.toml"
    assert skipped(good, folder) == f"{folder}: cannot be read: Not a directory"
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        read_config(tmp_path / "none.toml")


def test_a_folder_of_too_much_is_read_in_part_and_a_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much is broken, a file is parsed twice: the second time for its lines."""
    parsed = 0
    loads = tomllib.loads

    def counted(text: str) -> dict[str, object]:
        nonlocal parsed
        parsed += len(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    text = "".join(f"[x{number}]\ntitle = 1\n" for number in range(3_000))
    write(tmp_path, text)
    *broken, last = map(str, find_presets(tmp_path).skipped)
    assert [line.partition(": ")[0] for line in broken] == [
        f"{tmp_path}/own.toml, line {2 * number + 2}" for number in range(OWN_MAX)
    ]
    assert last == "expected at most 200 presets of your own"
    assert parsed < 2.1 * len(text)
    for number in range(FILES_MAX + 1):
        write(tmp_path / "many", GOOD.replace("ours", f"ours-{number}"), f"{number:03}.toml")
    assert len(own_names(tmp_path / "many")) == FILES_MAX
    (line,) = find_presets(tmp_path / "many").skipped
    assert str(line) == f"{tmp_path}/many: expected at most 100 files, got 101"


def test_a_name_that_is_twice_is_taken_from_the_first_folder(tmp_path: Path) -> None:
    first, second = write(tmp_path / "1", GOOD), write(tmp_path / "2", GOOD)
    line = skipped(first, second, first)
    assert line.startswith(f"{second}/own.toml, line 1: ours-5: expected a name that no other")
    write(first, f'[x]\ntitle = "X"\ncontrol = "x"\n\n{GOOD}')
    assert "own.toml, line 3: x.control: " in skipped(first)


def test_presets_of_ones_own_are_beside_the_configuration(tmp_path: Path) -> None:
    folders = own_folders({"XDG_CONFIG_HOME": str(tmp_path), "HOME": "/home/someone"})
    assert folders == (MACHINE_FOLDER, SAVED_FOLDER, tmp_path / "clapper" / "presets")
    for no_folder in ({}, {"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "config"}):
        *_, user = own_folders({"HOME": "/home/someone", **no_folder})
        assert user == Path("/home/someone/.config/clapper/presets")


@pytest.mark.parametrize("text", ["20 in 5 min", "30 min, 20 moves in 5 min"])
def test_in_go_moves_in_a_time_alone_or_after_a_main_time_are_canadian(text: str) -> None:
    found = find_presets()
    left, right = controls_of(found.meant(text, "go"))
    assert left == right
    assert (left[-1].moves, left[-1].repeat, left[-1].carry) == (20, True, False)
    assert controls_of(found.meant(text, "chess"))[0][-1].carry
    assert controls_of(found.meant("40/2h, 20/1h", "go"))[0][-1].carry


def test_the_rules_of_a_kind_of_game_are_offered_first() -> None:
    assert rules_of("chess")[:3] == ("fide", "us-chess", "club")
    assert rules_of("renju")[:3] == ("rif", "rif-referees", "japan")
    assert rules_of("go")[0] == "go-egf"
    for game in ("", *KINDS):
        assert sorted(rules_of(game)) == sorted(PROFILES)
