"""The words of a face after a claim."""

from clock.display.face import Hint
from clock.display.view import view
from clock.game.timeline import Timeline
from clock.rules.inputs import Claim, ClaimKind, Start
from clock.rules.seats import LEFT, RIGHT, Colour
from tests.rules.games import setup


def test_after_a_claim_the_faces_say_what_the_organizer_does() -> None:
    game = setup("5:00", kind="chess", rules="fide", first=Colour.WHITE)
    timeline = Timeline(game, 0)
    timeline.add(Start(0))
    timeline.add(Claim(1, LEFT, ClaimKind.DRAW))
    for seat in (LEFT, RIGHT):
        hint = Hint(rows=("Organizer: hold OK",), foot="OK times")
        assert view(timeline.state, seat, 1, hint=hint).words[-2:] == (
            "Organizer: hold OK",
            "OK times",
        )
