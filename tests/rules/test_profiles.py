"""The profiles of regulations differ where the rules of their games do."""

import pytest

from clock.rules.regulations import (
    PROFILES,
    FirstBonus,
    HandRule,
    LateStart,
    OnFlag,
    PenaltyTo,
    RecordRule,
)

ALL = set(PROFILES)


@pytest.mark.rule("RIF 14.8", "RIF 14.9", "RIF 15", "gomoku 5.4", "gomoku 5.8", "gomoku 5.9")
@pytest.mark.rule("gomoku 7.4")
@pytest.mark.parametrize(
    ("choice", "value", "profiles"),
    [
        ("on_flag", OnFlag.STOP, {"japan", "fide", "go-egf"}),
        ("announce", False, {"rif", "gomoku-cz"}),
        ("referees", True, {"rif-referees", "japan"}),
        ("call_sound", True, {"rif-referees", "japan"}),
        ("both_fallen_draw", True, {"rif", "rif-referees", "gomoku-cz", "club"}),
        ("first_flag_sign", True, {"japan", "fide", "go-egf", "club"}),
        ("first_bonus", FirstBonus.BEFORE, {"fide"}),
        ("hand_rule", HandRule.HONOUR, ALL),
        ("hand_penalty_to", PenaltyTo.OPPONENT, {"fide"}),
        ("late_start", LateStart.STARTER, {"gomoku-cz", "fide", "go-egf"}),
        ("record", RecordRule.BELOW_5, ALL - {"gomoku-cz", "fide"}),
        ("record_limit_ns", None, {"gomoku-cz", "go-egf", "club"}),
        ("cover_position", True, {"gomoku-cz"}),
        ("fall_sound", True, {"rif-referees", "japan", "go-egf", "club"}),
        ("byoyomi_sound", True, {"japan", "go-egf", "club"}),
        ("click_sound", True, {"club"}),
        ("tenths", True, {"club"}),
    ],
)
def test_a_choice_is_that_of_the_rules(choice: str, value: object, profiles: set[str]) -> None:
    assert {name for name in PROFILES if getattr(PROFILES[name], choice) == value} == profiles
