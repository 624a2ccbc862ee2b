"""Only the kind of game says who begins: a time control changes times alone, on every path."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from clock.config import config_from
from clock.kinds import KINDS, firsts
from clock.notation.opening_files import OPENINGS
from clock.notation.setup_table import SetupTable, setup_from_table, table_from_setup
from clock.presets import find_presets, setup_of
from clock.rounds.pairings import read_round
from clock.rounds.setups import RoundSetup, games_of
from clock.rules.control import Method
from clock.rules.machine import begin
from clock.rules.message import Problem
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES
from clock.rules.seats import RIGHT, Colour
from clock.rules.state import Setup
from clock.simulator.options import setup_from
from clock.simulator.time_choices import TimeChoices
from clock.simulator.time_messages import TimeChoice
from clock.station.loop import Station
from clock.text.regulations import profile_name
from tests.fakes import fake_body
from tests.menu.menu_driver import ready, set_so
from tests.rules.games import setup

FOUND = find_presets()
CONTROLS = ("5+3", "90+30", "40/2h, 1h", "60+3x30s", "G/60;d5", "*5m", "1h")
FILES = sorted(Path(__file__).parents[2].joinpath("clock", "kinds").glob("*.toml"))


def test_every_file_is_a_kind_with_rules_and_an_opening_that_exist() -> None:
    assert sorted(KINDS) == [file.stem for file in FILES]
    for name, kind in KINDS.items():
        assert kind.regulations in PROFILES
        assert kind.opening in OPENINGS
        assert kind.openings or kind.opening == "none"
        begin(setup_of(FOUND.meant("5+3", name)))


def from_shell(game: str, control: str) -> Setup:
    return setup_from(control, None, None, FOUND, game or None)


def from_configuration(game: str, control: str) -> Setup:
    return config_from(f"[game]\ncontrol = '{control}'\ngame = '{game}'\n").setup


def from_desk(game: str, control: str) -> Setup:
    played_by = RoundSetup(game=game, control=control)
    pairings = read_round(b"round,table,black,white\n1,1,A,B\n", 1).pairings
    (paired,) = games_of("", pairings, played_by, FOUND)
    return setup_from_table(paired.table())


def from_page(game: str, control: str) -> Setup:
    """On a clock that is set to a handicap game of another kind."""
    other = "shogi" if game == "go" else "go"
    present = setup_of(FOUND.meant("10m", other), starter=RIGHT, first=KINDS[other].first.other)
    choices = TimeChoices(Station(fake_body(), present), FOUND)
    return choices.setup(TimeChoice(game, control))


MakeSetup = Callable[[str, str], Setup]
PATHS: tuple[MakeSetup, ...] = (from_shell, from_configuration, from_desk)


@pytest.mark.parametrize("path", [*PATHS, from_page])
@pytest.mark.parametrize("game", KINDS)
def test_a_control_leaves_who_begins_and_the_rules_to_the_game(path: MakeSetup, game: str) -> None:
    kind = KINDS[game]
    for control in (*CONTROLS, *FOUND.presets):
        made = path(game, control)
        own = FOUND.presets.get(control)
        opens = made.opening.name
        assert (made.game, made.first) == (game, kind.first), control
        if own is None or own.game != game:
            assert (made.regulations, opens) == (PROFILES[kind.regulations], kind.opening)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("control", ["25", "25 min each", "25m"])
def test_a_plain_time_typed_for_scrabble_goes_on_below_zero(path: MakeSetup, control: str) -> None:
    made = path("scrabble", control)
    shipped = next(each.setup for each in FOUND.offers if each.name == "scrabble-25")
    assert (made.left, made.right) == (shipped.left, shipped.right)
    assert path("chess", control).left[0].method is Method.PLAIN


def test_a_time_with_a_bonus_or_a_method_of_its_own_stays_in_scrabble_as_it_is_written() -> None:
    assert from_shell("scrabble", "15+10").left[0].method is Method.INCREMENT
    plain = config_from('[game]\ngame = "scrabble"\ncontrol = [{ time = "25:00" }]\n').setup
    assert plain.left[0].method is Method.PLAIN


@pytest.mark.parametrize("path", PATHS)
def test_without_a_game_a_preset_brings_its_own_and_a_control_is_other(
    path: MakeSetup,
) -> None:
    for control in CONTROLS:
        made = path("", control)
        assert (made.game, made.first, made.regulations.name) == ("other", Colour.BLACK, "club")
    for name, preset in FOUND.presets.items():
        made = path("", name)
        assert (made.game, made.first) == (preset.game, KINDS[preset.game].first)


@pytest.mark.parametrize("rules", PROFILES)
def test_no_rules_change_who_begins_but_those_of_one_game_name_it(rules: str) -> None:
    setup = setup_from("90+30", rules, None, FOUND)
    named = {"rif": "renju", "gomoku-cz": "gomoku", "us-chess": "chess", "go-egf": "go"}
    assert setup.game == named.get(rules, "other")
    assert setup.first is KINDS[setup.game].first
    assert setup_from("blitz-5-3", rules, None, FOUND).game == "chess"
    assert setup_from("90+30", rules, None, FOUND, "chess").first is Colour.WHITE
    hand = ready("5:00", rules="club", kind="chess", first=Colour.WHITE)
    hand.press("-")
    hand.take("Whole setup ...", "Rules: Club", profile_name(rules))
    assert set_so(hand).first is Colour.WHITE


@pytest.mark.parametrize("game", KINDS)
def test_a_game_file_names_its_game_and_refuses_a_colour_that_cannot_begin(game: str) -> None:
    table = table_from_setup(setup_of(FOUND.meant("5+3", game)))
    raw = msgspec.to_builtins(table)
    assert (raw["game"], raw["first"]) == (game, KINDS[game].first.value)
    del raw["first"]
    assert setup_from_table(msgspec.convert(raw, SetupTable)).first is KINDS[game].first
    raw |= {"opening": "none"}
    for colour in Colour:
        raw["first"] = colour.value
        read = msgspec.convert(raw, SetupTable)
        if colour in firsts(game):
            assert setup_from_table(read).first is colour
        else:
            with pytest.raises(SetupError, match=f"expected .*: the game is {game}"):
                setup_from_table(read)


def test_a_file_without_a_game_is_written_as_it_was_read() -> None:
    for first in Colour:
        raw = msgspec.to_builtins(table_from_setup(setup("5:00", first=first)))
        assert "game" not in raw
        assert raw.get("first") == (None if first is Colour.BLACK else "white")
        assert setup_from_table(msgspec.convert(raw, SetupTable)).game == ""


def test_a_mistyped_game_is_answered_with_the_one_that_is_meant() -> None:
    with pytest.raises(Problem, match=r"--game: .*got 'ches': did you mean chess\?"):
        setup_from("5+3", None, None, FOUND, "ches")
    with pytest.raises(Problem, match=r"game\.game: .*got 'goe': did you mean go\?"):
        config_from("[game]\ngame = 'goe'\n")
    with pytest.raises(Problem, match="--opening: expected none: the game is chess"):
        setup_from("5+3", None, "rif", FOUND, "chess")


@pytest.mark.parametrize("game", KINDS)
def test_a_game_alone_is_played_by_its_first_preset_and_an_option_replaces_it(game: str) -> None:
    first = next((name for name, each in FOUND.presets.items() if each.game == game), "15+10")
    expected = setup_of(FOUND.meant(first, game))
    assert setup_from(None, None, None, FOUND, game) == expected
    assert config_from(f"[game]\ngame = '{game}'\n").setup == expected
    assert config_from("[game]\ngame = 'renju'\n", game=game).setup == expected


def test_what_somebody_wrote_before_there_were_kinds_stays() -> None:
    made = config_from("[game]\ncontrol = 'fide-90'\nopening = 'rif'\n").setup
    assert (made.game, made.opening.name, made.first) == ("other", "rif", Colour.BLACK)
    made = config_from("[game]\ncontrol = 'fide-90'\nfirst = 'black'\n").setup
    assert (made.game, made.first) == ("other", Colour.BLACK)


@pytest.mark.parametrize("present", ["armageddon", "10 vs 2"])
def test_a_time_typed_on_the_page_is_the_colours_or_the_seats_whatever_was_set(
    present: str,
) -> None:
    choices = TimeChoices(Station(fake_body(), setup_of(FOUND.meant(present, "chess"))), FOUND)
    for control, by_colour in (("9 vs 3", False), ("White 9 min, Black 3 min", True)):
        assert choices.setup(TimeChoice("chess", control)).times_by_colour is by_colour
