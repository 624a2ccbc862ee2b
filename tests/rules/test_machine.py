"""The machine's table: in every phase each act does, and leads to, what stands there."""

import re

import pytest

from clock.rules.inputs import SetMoves
from clock.rules.machine import TRANSITIONS, Act, Does
from clock.rules.state import Phase
from tests.rules.games import LEFT, RIGHT, Game, kinds
from tests.rules.scenarios import follow

REACHED = {
    Phase.RECONSTRUCTION: "stop; reconstruct L",
    Phase.STOPPED: "stop",
    Phase.CLAIMED: "claim L",
    Phase.FALLEN: "wait 1:00",
    Phase.FINISHED: "finish draw",
}
DONE = {
    Act.OWN: "L",
    Act.OTHER: "R",
    Act.ABSENT: "R",
    Act.STOP: "stop",
    Act.CLAIM: "claim R",
    Act.CHOOSE: "swap L",
    Act.START: "start",
    Act.RESUME: "resume",
    Act.CORRECT: "warn L",
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


@pytest.mark.rule("RIF 14.7")
@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("phase", Phase)
def test_each_act_does_in_each_phase_what_the_table_says(phase: Phase, act: Act) -> None:
    if (phase, act) in CANNOT:
        return
    game = Game("1:00", started=False, announce=True, on_flag="stop", opening="sakata")
    game.act(SetMoves, 5)  # left has a choice
    if phase is not Phase.READY:
        late = () if act is Act.OTHER else (RIGHT,)
        game.start(absent=(LEFT, RIGHT) if phase is Phase.JOINT else late)
    follow(game, REACHED.get(phase, ""))
    assert game.phase is phase
    does, logged = TRANSITIONS[phase][act], len(game.log)
    if does is Does.REFUSED:
        follow(game, f"{DONE[act]} -> refused")
        return
    follow(game, DONE[act])
    outputs = kinds(game.log[logged:])
    assert any(COMES.get(does, "") in name for name in outputs), outputs
    leads = [Phase[word] for word in re.findall(r"[A-Z]{5,}", does.text)]
    if does in (Does.ARRIVES, Does.GOES_ON):
        leads = [Phase.RUNNING] if does is Does.GOES_ON or phase is Phase.JOINT else [phase]
    assert game.phase in (leads or [phase])
