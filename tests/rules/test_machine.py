"""The machine's table: in every phase each act does, and leads to, what stands there."""

import re

import pytest

from clock.rules.inputs import SetMoves
from clock.rules.machine import TRANSITIONS, ActKind, Effect
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
    ActKind.OWN_PRESS: "L",
    ActKind.OTHER_PRESS: "R",
    ActKind.ABSENT_PRESS: "R",
    ActKind.STOP: "stop",
    ActKind.CLAIM: "claim R",
    ActKind.CHOOSE: "swap L",
    ActKind.START: "start",
    ActKind.RESUME: "resume",
    ActKind.CORRECT: "warn L",
}
COMES = {  # of an act that leads to no phase of its own
    Effect.IGNORE: "Ignored",
    Effect.PASS_TURN: "TurnPassed",
    Effect.ARRIVE: "PlayerArrived",
    Effect.CALL_ORGANIZER: "OrganizerCalled",
    Effect.STOP: "OrganizerCalled",
    Effect.CLAIM: "Claimed",
    Effect.ENTER: "Chosen",
    Effect.GO_ON: "ClocksResumed",
    Effect.CORRECT: "Warned",
}
CANNOT = [
    *[
        (Phase.JOINT, act) for act in (ActKind.OWN_PRESS, ActKind.OTHER_PRESS)
    ],  # there both are absent
    (Phase.READY, ActKind.ABSENT_PRESS),  # and there is nobody yet
]


@pytest.mark.rule("RIF 14.7")
@pytest.mark.parametrize("act", ActKind)
@pytest.mark.parametrize("phase", Phase)
def test_each_act_does_in_each_phase_what_the_table_says(phase: Phase, act: ActKind) -> None:
    if (phase, act) in CANNOT:
        return
    game = Game("1:00", started=False, announce=True, on_flag="stop", opening="sakata")
    game.act(SetMoves, 5)  # left has a choice
    if phase is not Phase.READY:
        late = () if act is ActKind.OTHER_PRESS else (RIGHT,)
        game.start(absent=(LEFT, RIGHT) if phase is Phase.JOINT else late)
    follow(game, REACHED.get(phase, ""))
    assert game.phase is phase
    does, logged = TRANSITIONS[phase][act], len(game.log)
    if does is Effect.REFUSE:
        follow(game, f"{DONE[act]} -> refused")
        return
    follow(game, DONE[act])
    outputs = kinds(game.log[logged:])
    assert any(COMES.get(does, "") in name for name in outputs), outputs
    leads = [Phase[word] for word in re.findall(r"[A-Z]{5,}", does.text)]
    if does in (Effect.ARRIVE, Effect.GO_ON):
        leads = [Phase.RUNNING] if does is Effect.GO_ON or phase is Phase.JOINT else [phase]
    assert game.phase in (leads or [phase])
