"""The words of a face after a claim."""

from hypothesis import given

from clock.display.face import Hint
from clock.display.view import view
from clock.game.timeline import Timeline
from clock.rules.inputs import Adjust, Claim, ClaimKind, Start
from clock.rules.machine import step
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import State
from clock.rules.units import HOUR_NS
from clock.text.ending import BARRING
from clock.text.rows import spoken
from tests.rules.games import setup
from tests.rules.random_games import Played, mixed_games


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


def barred(state: State) -> list[Seat]:
    """The seats whose faces say that they cannot win by RIF 9.1 to 9.4."""
    return [
        seat
        for seat in Seat
        if any("9.1-9.4" in spoken(row) for row in view(state, seat, state.at_ns).words)
    ]


@given(mixed_games())
def test_time_taken_in_a_claim_bars_nobody_from_winning(played: Played) -> None:
    for state in played.states:
        if state.setup.regulations.name not in BARRING:
            continue
        for seat in Seat:
            claimed, _ = step(state, Claim(state.at_ns, seat))
            if claimed.result is None and claimed.claims:
                owing, _ = step(claimed, Adjust(state.at_ns, seat, delta_ns=-1000 * HOUR_NS))
                assert barred(owing) == barred(claimed)
