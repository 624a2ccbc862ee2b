"""A result of a round is written as the players of its game write it."""

import pytest

from clock.presets import find_presets
from clock.rounds.pairings import Pairing
from clock.rounds.results import Outcome, Round, as_csv, outcome_text, players_of
from clock.rounds.setups import RoundSetup, kind_of_pairing
from clock.text.language import render

ANN_BO = Pairing(1, "1", "Ann", "Bo")


@pytest.mark.parametrize(
    ("game", "players", "texts"),
    [
        ("chess", ("Bo", "Ann"), ("0–1 · Ann won", "1–0 · Bo won", "½–½ · a draw")),
        ("go", ("Ann", "Bo"), ("B+ · Ann won", "W+ · Bo won", "jigo · a draw")),
        ("renju", ("Ann", "Bo"), ("Ann won", "Bo won", "a draw")),
        ("", ("Ann", "Bo"), ("Ann won", "Bo won", "a draw")),
    ],
)
def test_a_result_has_the_score_of_the_game_and_its_players_stand_in_that_order(
    game: str, players: tuple[str, str], texts: tuple[str, ...]
) -> None:
    assert players_of(ANN_BO, game) == players
    played = (Outcome.BLACK, Outcome.WHITE, Outcome.DRAW)
    assert tuple(render(outcome_text(ANN_BO, each, game)) for each in played) == texts
    assert render(outcome_text(ANN_BO, Outcome.WHITE_FORFEIT, game)) == "Bo won by forfeit"


@pytest.mark.parametrize(
    ("played_by", "control", "game"),
    [
        (RoundSetup(), "", "renju"),
        (RoundSetup(game="chess"), "5+3", "chess"),
        (RoundSetup(control="5+3"), "", "other"),
        (RoundSetup(game="chess"), "no time", ""),
    ],
)
def test_the_kind_of_a_game_is_that_of_the_round_or_of_its_preset(
    played_by: RoundSetup, control: str, game: str
) -> None:
    pairing = Pairing(1, "1", "Ann", "Bo", control)
    assert kind_of_pairing(pairing, played_by, find_presets()) == game


def test_a_table_without_a_result_has_all_columns() -> None:
    head, row = as_csv(Round(1, (ANN_BO,)), {}).split()
    assert row == "1,1,Ann,Bo,,,,,"
    assert row.count(",") == head.count(",")
