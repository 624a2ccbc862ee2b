"""Every choice of the regulations has an effect: some game goes otherwise, looks or sounds so."""

from contextlib import suppress
from enum import Enum, EnumType

import msgspec
import pytest

from clock.display.view import view
from clock.menu.faces import hint
from clock.menu.levels import CLOSED
from clock.menu.settings import Settings
from clock.rules.refusal import Refused
from clock.rules.regulations import PROFILES, Regulations, problems
from clock.rules.seats import Seat
from clock.station.sounds import Sounder
from clock.text.regulations import CHOICES
from tests.fakes import FakeBuzzer, FakeTime
from tests.rules.scenarios import Scenario, follow

HANDS = "hand_warnings=0, hand_penalty_ns=2:00"
RULED = "illegal_moves=counted"
NINE_SECONDS = "; wait 1; wait 1; wait 1"

EFFECTS = {
    "referees": "no yes | 6:00 | wait 1:00",
    "announce": "no yes | 1:00 | wait 1:00",
    "on_flag": "run stop | 1:00, announce=yes | wait 1:00",
    "rollover": "on_move at_zero at_zero_both | 2/1:00 then 1:00 | make 3 0:10; R 0:05; wait 0:40",
    "first_bonus": "after before | 3:00+2 | L 1",
    "first_flag_sign": "no yes | 1:00 | L; wait 1:00; wait 1:00; R; wait 1:00",
    "both_fallen_draw": "no yes | 1:00 | L; wait 1:00; wait 1:00; R; wait 1:00",
    "hand_rule": "honour witness enforce | 1:00 | stone L left; L 0:01 right",
    "hand_warnings": f"0 1 | 5:00, {HANDS} | stop; fault L",
    "hand_penalty_ns": f"0 1:00 | 5:00, {HANDS} | stop; fault L",
    "hand_penalty_rapid_ns": f"never 1:00 | 5:00, {HANDS} | stop; fault L",
    "hand_penalty_to": f"offender opponent | 5:00, {HANDS} | stop; fault L",
    "illegal_moves": "off counted second_loses | 5:00 | L; illegal L; L; illegal L",
    "illegal_move_ns": f"2:00 1:00 | 2:00:00, {RULED} | illegal L",
    "illegal_move_rapid_ns": f"never 1:00 | 5:00, {RULED} | illegal L",
    "draw_claims": "no yes | 5:00 | draw L",
    "swap_earns": "no yes | 3:00+2, opening=rif | L 1; swap R; R 1",
    "referee_call_ns": "5:00 3:00 | 6:00, referees=yes | wait 1:00",
    "record": (
        "below_5 period after kept | 3/5:05+10 then 1:00:00 | wait 0:10; L; R; L; stop; finish draw"
    ),
    "record_limit_ns": "never 5:00 | 6:00 | wait 1:00",
    "record_bonus_ns": "0:30 0:10 | 1/6:00+20 then 1:00:00, record=period | wait 2:00",
    "late_start": "joint starter split | 5:00, started=no | start L R; wait 1",
    "late_factor": "1 2 3 | 5:00, started=no | start L; L 1",
    "default_time_ns": "never 1:00 | 5:00, started=no | start R; wait 1:00",
    "players_resume": "no yes | 5:00 | stop",
    "players_end": "no yes | 5:00 | stop",
    "cover_position": "no yes | 5:00 | stop",
    "call_sound": "no yes | 6:00, referees=yes | wait 1:00",
    "fall_sound": "no yes | 1:00, announce=yes | wait 1:00",
    "count_sound": f"no yes | 0:12, announce=yes | wait 1{NINE_SECONDS}",
    "byoyomi_sound": f"no yes | 0:12 and 1x12, announce=yes | wait 12{NINE_SECONDS}",
    "click_sound": "no yes | 1:00 | L 1",
    "tenths": "no yes | 0:09 | wait 1",
}
"""Of each choice: some values, a game, and the steps that make each value's game another one.

In the notation of `tests/rules/scenarios.py`.
"""
TYPES = {field.name: field.type for field in msgspec.structs.fields(Regulations)}


def perceived(choice: str, value: str, game: str, steps: str) -> list[object]:
    """Return all that happens, is shown and is heard in a game with a value of a choice."""
    played = Scenario(f"{game}, {choice}={value}", "").play()
    buzzer = FakeBuzzer(FakeTime())
    sounder = Sounder(buzzer)
    found: list[object] = []
    for each in steps.split(";"):
        before = len(played.log)
        with suppress(Refused):
            follow(played, each)
        outputs = played.log[before:]
        sounder.add(outputs, played.state.setup.regulations)
        sounder.sound(played.state, Settings(), played.now_ns)
        found += outputs
        buttons = hint(CLOSED, played.state)
        found += (view(played.state, seat, played.now_ns, hint=buttons) for seat in Seat)
    return [*found, [beep.tone_hz for beep in buzzer.beeps]]


@pytest.mark.parametrize("choice", [choice for choice in CHOICES if choice != "name"])
def test_a_choice_of_the_regulations_has_an_effect_by_each_of_its_values(choice: str) -> None:
    assert choice in EFFECTS, f"{__file__}: EFFECTS has no game that shows what {choice} changes"
    values, game, steps = map(str.strip, EFFECTS[choice].split(" | "))
    names = values.split()
    kind = TYPES[choice]
    if isinstance(kind, type) and issubclass(kind, Enum):
        assert sorted(names) == sorted(str(member.value) for member in kind)
    games = [perceived(choice, value, game, steps) for value in names]
    for index, value in enumerate(names):
        for other in range(index):
            same = games[index] == games[other]
            assert not same, f"{choice}: {value} has no other effect than {names[other]}"


def test_no_figure_may_be_negative() -> None:
    for name, kind in TYPES.items():
        if kind not in (str, bool) and not isinstance(kind, EnumType):
            wrong = msgspec.structs.replace(PROFILES["club"], **{name: -1})
            assert problems(wrong)[0][0] == name.removesuffix("_ns"), "a figure has bounds"
