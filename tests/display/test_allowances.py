"""What a seat has beside its time is in every picture and every sentence."""

from hypothesis import given
from msgspec.structs import replace

from clock.display.allowances import AllowanceKind, allowances, figures_of
from clock.display.draw import NARROW, WIDE, draw
from clock.display.face import Face
from clock.display.view import view
from clock.rules.control import Bonus, Method
from clock.rules.inputs import Press, Start, Stop, Tick
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, Seat
from clock.rules.state import Phase, State
from clock.rules.timed_events import byoyomi_after
from clock.rules.timing import charge, running_seats
from clock.rules.units import SECOND_NS
from tests.rules.games import setup
from tests.rules.random_games import Played, games, mixed_games

S = SECOND_NS


def beside_the_time(state: State, seat: Seat) -> dict[str, int]:
    """What the rules say that a seat has beside its time; nothing once its clapper has fallen."""
    clock = charge(state, state.at_ns).seat(seat)
    found: dict[str, int] = {}
    if clock.fallen:
        return found
    if clock.overtime is not None:
        found["byo-yomi"] = clock.overtime
    elif (coming := byoyomi_after(clock).periods) > 0:
        found["byo-yomi to come"] = coming
    control = state.setup.control(seat)
    later = control[clock.period] if clock.period < len(control) else None
    if clock.terms.moves is None and later is not None and later.moves and not later.carry:
        found[f"block to come, in {-(-later.time_ns // S)} s"] = later.moves
    if clock.due is not None and not clock.terms.carry:
        found["block"] = max(0, clock.due - state.play.made(seat))
    if clock.terms.method.counting.bonus is Bonus.WAITED and clock.delay_left_ns:
        runs = seat in running_seats(state) and state.phase is not Phase.RECONSTRUCTION
        if runs or (seat is state.turn and clock.delay_left_ns < clock.terms.bonus_ns):
            found["delay"] = -(-clock.delay_left_ns // S)
    return found


@given(mixed_games() | games((Method.BYOYOMI,)))
def test_a_face_has_the_figures_that_the_rules_have_beside_the_time(played: Played) -> None:
    for state in played.states:
        for seat in Seat:
            figures = [
                -(-each.left // S) if each.kind is AllowanceKind.DELAY else each.left
                for each in figures_of(state, seat, state.at_ns)
            ]
            assert figures == [*beside_the_time(state, seat).values()]


@given(mixed_games())
def test_states_that_differ_beside_the_time_differ_in_every_picture_and_sentence(
    played: Played,
) -> None:
    sentences: dict[tuple[tuple[str, int], ...], tuple[str, ...]] = {}
    faces: dict[tuple[str, ...], Face] = {}
    for state in played.states:
        for seat in Seat:
            face = view(state, seat, state.at_ns)
            spoken = tuple(each.spoken for each in face.allowances)
            facts = tuple(beside_the_time(state, seat).items())
            assert sentences.setdefault(facts, spoken) == spoken
            assert all(each in face.sentence for each in spoken)
            faces[spoken] = face
    assert len(set(sentences.values())) == len(sentences)
    shortest = {tuple(each.texts[-1] for each in face.allowances) for face in faces.values()}
    for size, states in ((WIDE, faces), (NARROW, shortest)):
        for face in faces.values():
            pictures = {
                draw(replace(face, allowances=other.allowances), size).tobytes()
                for other in faces.values()
            }
            assert len(pictures) >= len(states)


def test_byoyomi_counts_its_periods_down_to_the_last() -> None:
    state = begin(setup("0:10 and 3x30"))
    seen = []
    for event in (Start(0), Tick(15 * S), Tick(45 * S), Press(75 * S, LEFT), Stop(76 * S)):
        state, _ = step(state, event)
        (allowance,) = allowances(state, LEFT, state.at_ns)
        seen.append((allowance.texts[0], allowance.spoken, allowance.boxed))
    last = ("last period", "The last byo-yomi period", True)
    assert seen == [
        ("+3x30s", "3 byo-yomi periods to come", False),
        ("3 periods", "3 byo-yomi periods left", True),
        ("2 periods", "2 byo-yomi periods left", True),
        last,
        last,
    ]


def test_a_canadian_block_is_announced_while_the_main_time_runs() -> None:
    state = begin(setup("0:10 then *15/5:00"))
    seen = []
    for event in (Start(0), Tick(15 * S), Press(16 * S, LEFT)):
        state, _ = step(state, event)
        (allowance,) = allowances(state, LEFT, state.at_ns)
        seen.append((allowance.texts, allowance.spoken, allowance.boxed))
    assert seen == [
        (("+15/5:00", "+[15]"), "Then 15 moves in 5 minutes", False),
        (("15 left", "[15]"), "15 moves left in this block", True),
        (("14 left", "[14]"), "14 moves left in this block", True),
    ]


def test_of_periods_that_repeat_a_listener_hears_the_number_alone() -> None:
    state = begin(setup("1/0:10 then *1/0:10"))
    assert "period 1." in view(state, LEFT, 0).sentence
    assert "period 1 of 2." in view(begin(setup("1/0:10 then 0:10")), LEFT, 0).sentence
