"""The profiles of regulations differ where the rules of their games do."""

import msgspec
import pytest

from clock.rules.regulations import PROFILES

ALL = " ".join(PROFILES)


@pytest.mark.rule("RIF 14.8", "RIF 14.9", "RIF 15", "gomoku 5.4", "gomoku 5.8", "gomoku 5.9")
@pytest.mark.rule("gomoku 7.4", "RIF 14.7", "FIDE 6.11.3")
@pytest.mark.parametrize(
    ("choice", "value", "profiles"),
    [
        ("on_flag", "stop", "japan fide go-egf"),
        ("announce", False, "rif gomoku-cz us-chess"),
        ("referees", True, "rif-referees japan"),
        ("call_sound", True, "rif-referees japan"),
        ("both_fallen_draw", True, "rif rif-referees gomoku-cz us-chess club"),
        ("first_flag_sign", True, "japan fide go-egf club"),
        ("first_bonus", "before", "fide"),
        ("hand_rule", "honour", ALL),
        ("hand_penalty_to", "opponent", "fide"),
        ("late_start", "starter", "gomoku-cz fide go-egf"),
        ("late_start", "split", "us-chess"),
        ("late_factor", 1, ALL),
        ("record", "period", "fide us-chess"),
        ("record", "below_5", "rif rif-referees japan go-egf club"),
        ("record_limit_ns", None, "gomoku-cz go-egf club"),
        ("players_resume", True, "club"),
        ("players_end", False, "rif-referees japan"),
        ("cover_position", True, "gomoku-cz"),
        ("fall_sound", True, "rif-referees japan go-egf club"),
        ("byoyomi_sound", True, "japan go-egf club"),
        ("click_sound", True, "club"),
        ("tenths", True, "club"),
    ],
)
def test_a_choice_is_that_of_the_rules(choice: str, value: object, profiles: str) -> None:
    chosen = {name for name, each in PROFILES.items() if msgspec.to_builtins(each)[choice] == value}
    assert chosen == set(profiles.split())
