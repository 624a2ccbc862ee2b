"""What a page asks besides the pictures, in any game."""

from hypothesis import given

from clock.game.names import NAMELESS
from clock.rules.timing import running_seats
from clock.rules.units import SECOND_NS
from clock.simulator.moment import moment_of
from clock.station.orders import StationSnapshot
from clock.text.words import colour_name, seat_name, spoken_time
from tests.rules.random_games import Played, mixed_games


@given(mixed_games())
def test_a_running_seat_is_spoken_of_first_with_the_time_that_the_page_gets(
    played: Played,
) -> None:
    for state in played.states:
        snapshot = StationSnapshot(state, NAMELESS, (), None)
        moment = moment_of(snapshot, state.at_ns, "en")
        running = running_seats(state)
        up = {seat for seat in running if state.seat(seat).terms.method.counting.counts_up}
        assert moment.running_s.keys() == set(running) - up
        announced = state.setup.regulations.announce
        assert moment.left_in_words.keys() == (moment.running_s.keys() if announced else set())
        for seat, words in moment.left_in_words.items():
            assert words.endswith(f"{spoken_time(moment.running_s[seat] * SECOND_NS)} left.")
        first = moment.sentence.split(",")[0]
        assert not running or first == seat_name(min(running, key=lambda seat: seat.value))
        for seat in sorted(running, key=lambda seat: seat.value):
            name = f"{seat_name(seat)}, {colour_name(state.colour(seat))}, running. "
            time = moment.sentence.split(name)[1].split(". ")[0]
            if seat not in up and not time.startswith("minus"):  # rounded away from zero
                assert time.rstrip(".") == f"{spoken_time(moment.running_s[seat] * SECOND_NS)} left"
