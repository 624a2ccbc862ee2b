"""What the organizer can do at the desk, by the clock's own menu."""

from typing import get_args

from clock.link.messages import DeskCorrection
from clock.menu import level_pages
from clock.rules import inputs


def test_the_desk_can_send_every_act_that_a_menu_asks_for() -> None:
    asked = {kind for kind in level_pages._TITLES if kind.__module__ == inputs.__name__}
    at_the_table = {inputs.Claim, inputs.PutAside}  # a claim is the player's own, a sealed move too
    assert asked - at_the_table <= {*get_args(DeskCorrection)}
