"""What holds of faces at every instant of a random game."""

from hypothesis import given
from hypothesis import strategies as st

from clock.display.view import refresh_ns, view
from clock.rules.seats import Seat
from clock.rules.state import Phase, State
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.random_games import Played, mixed_games

GAPS_NS = st.integers(0, 2 * MINUTE_NS) | st.integers(0, 20).map(lambda count: count * SECOND_NS)


def figures(state: State, at_ns: int) -> list[object]:
    faces = [view(state, seat, at_ns) for seat in Seat]
    return [(face.time, face.allowances) for face in faces]


@given(mixed_games(), GAPS_NS)
def test_no_face_reads_differently_before_it_is_drawn_again(played: Played, gap_ns: int) -> None:
    for state in played.states:
        now_ns = state.at_ns + gap_ns
        change_ns = refresh_ns(state, now_ns)
        until_ns = now_ns + 60 * MINUTE_NS if change_ns is None else change_ns - 1
        assert figures(state, until_ns) == figures(state, now_ns)


@given(mixed_games(), GAPS_NS)
def test_a_lost_display_stands_on_the_other_with_the_time_it_would_show(
    played: Played, gap_ns: int
) -> None:
    for state in played.states:
        at_ns = state.at_ns + gap_ns
        for seat in Seat:
            other = view(state, seat, at_ns, other_lost=True).other
            if state.phase is Phase.READY:
                assert other is None
            else:
                assert other is not None
                assert other.time == view(state, seat.other, at_ns).time
