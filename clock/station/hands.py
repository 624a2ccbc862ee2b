"""The rule of the same hand as far as a body can keep it (RIF 14.3; gomoku 5.4).

Witness and enforce need to know both hands. A setup that the body cannot keep is refused when the
clock is set to it. A game that was begun on another body goes on: what the sensors would have told
is the organizer's to see, and a game that follows it is by honour.
"""

from collections.abc import Set

from msgspec.structs import replace

from clock.rules.refusal import SetupError
from clock.rules.regulations import HandRule
from clock.rules.state import Setup
from clock.station.recovery import Notice
from clock.station.signals import knows_hands
from clock.text.language import N_
from hal.ports import Line

UNSEEN = N_("hands are not seen")
"""On the faces, while a game is on the table whose rule of the same hand cannot be kept."""
BY_HONOUR = Notice(
    N_("hands: by honour now"),
    log="regulations.hand_rule: honour for the next game: no sensors tell the hands",
)


def kept(lines: Set[Line], setup: Setup) -> bool:
    """Whether a body with these lines can keep a setup's rule of the same hand."""
    return setup.regulations.hand_rule is HandRule.HONOUR or knows_hands(lines)


def require_kept(lines: Set[Line], setup: Setup) -> None:
    """Raise SetupError if a body with these lines cannot keep the rule of the same hand."""
    if not kept(lines, setup):
        raise SetupError("regulations.hand_rule", f"expected honour: {_needs(setup)}")


def unkept(setup: Setup) -> str:
    """Return the log's line for a game whose rule of the same hand the body cannot keep."""
    return (
        f"regulations.hand_rule: {_needs(setup)}; the game goes on, and the organizer sees to "
        "the hands"
    )


def by_honour(setup: Setup) -> Setup:
    """Return a setup without anything that a body has to know of hands."""
    return replace(setup, regulations=replace(setup.regulations, hand_rule=HandRule.HONOUR))


def _needs(setup: Setup) -> str:
    rule = setup.regulations.hand_rule.value
    return f"{rule} needs two plungers a seat and stone sensors, which are not wired"
