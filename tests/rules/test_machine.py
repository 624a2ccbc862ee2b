"""The machine's table: in every phase each act does, and leads to, what stands there."""

import re
from collections.abc import Callable

import pytest

from clock.rules import inputs
from clock.rules.inputs import Input
from clock.rules.machine import TRANSITIONS, Act, Does
from clock.rules.openings import Option
from clock.rules.refusal import Refused
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

REACHED: dict[Phase, Callable[[Game], object]] = {
    Phase.RECONSTRUCTION: lambda game: [game.stop(), game.resume(LEFT, reconstruct=True)],
    Phase.STOPPED: lambda game: game.stop(),
    Phase.CLAIMED: lambda game: game.claim(LEFT),
    Phase.FALLEN: lambda game: game.wait(MINUTE_NS),
    Phase.FINISHED: lambda game: game.act(inputs.Finish, inputs.Result.DRAW),
}
DONE: dict[Act, Callable[[int], Input]] = {
    Act.OWN: lambda at_ns: inputs.Press(at_ns, LEFT),
    Act.OTHER: lambda at_ns: inputs.Press(at_ns, RIGHT),
    Act.ABSENT: lambda at_ns: inputs.Press(at_ns, RIGHT),
    Act.STOP: inputs.Stop,
    Act.CLAIM: lambda at_ns: inputs.Claim(at_ns, RIGHT),
    Act.CHOOSE: lambda at_ns: inputs.Choose(at_ns, LEFT, Option.SWAP),
    Act.START: inputs.Start,
    Act.RESUME: inputs.Resume,
    Act.CORRECT: lambda at_ns: inputs.Warn(at_ns, LEFT),
}
COMES = {  # of an act that leads to no phase of its own
    Does.IGNORED: "Ignored",
    Does.PASSES: "TurnPassed",
    Does.ARRIVES: "PlayerArrived",
    Does.CALLS: "OrganizerCalled",
    Does.STOPS: "OrganizerCalled",
    Does.CLAIMS: "Claimed",
    Does.ENTERS: "Chosen",
    Does.GOES_ON: "ClocksResumed",
    Does.CORRECTS: "Warned",
}
CANNOT = [
    *[(Phase.JOINT, act) for act in (Act.OWN, Act.OTHER)],  # there both are absent
    (Phase.READY, Act.ABSENT),  # and there is nobody yet
]
CELLS = [
    pytest.param(phase, act, id=f"{phase.value}-{act.value}")
    for phase in Phase
    for act in Act
    if (phase, act) not in CANNOT
]


@pytest.mark.rule("RIF 14.7")
@pytest.mark.parametrize(("phase", "act"), CELLS)
def test_each_act_does_in_each_phase_what_the_table_says(phase: Phase, act: Act) -> None:
    game = Game("1:00", started=False, announce=True, on_flag="stop", opening="sakata")
    game.act(inputs.SetMoves, 5)  # left has a choice
    if phase is not Phase.READY:
        late = () if act is Act.OTHER else (RIGHT,)
        game.start(absent=(LEFT, RIGHT) if phase is Phase.JOINT else late)
    if phase in REACHED:
        REACHED[phase](game)
    assert game.phase is phase
    does, event = TRANSITIONS[phase][act], DONE[act](game.now_ns)
    if does is Does.REFUSED:
        with pytest.raises(Refused):
            game.do(event)
        return
    outputs = kinds(game.do(event))
    assert any(COMES.get(does, "") in name for name in outputs), outputs
    leads = [Phase[word] for word in re.findall(r"[A-Z]{5,}", does.value)]
    if does in (Does.ARRIVES, Does.GOES_ON):
        leads = [Phase.RUNNING] if does is Does.GOES_ON or phase is Phase.JOINT else [phase]
    assert game.phase in (leads or [phase])
