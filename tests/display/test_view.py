"""What one seat sees, rule by rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.display.face import Face, Sign
from clock.display.view import refresh_ns, view
from clock.presets import controls, controls_of, presets
from clock.rules.inputs import (
    Acknowledge,
    Choose,
    Claim,
    Dismiss,
    Finish,
    HandFault,
    Input,
    PowerLost,
    Press,
    Result,
    Resume,
    Start,
    StoneLaid,
    Stop,
    Tick,
)
from clock.rules.machine import begin, step
from clock.rules.openings import OPENINGS, Option
from clock.rules.regulations import PROFILES, HandRule, Regulations, Rollover
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat
from clock.rules.state import Setup, State
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.words import control_rows, shown_time, spoken_time


def game(
    *inputs: Input,
    control: str = "40/2h:1h",
    regulations: str | Regulations = "rif",
    opening: str = "none",
) -> State:
    left, right = controls(control)
    chosen = PROFILES[regulations] if isinstance(regulations, str) else regulations
    state = begin(Setup(left=left, right=right, regulations=chosen, opening=OPENINGS[opening]))
    for each in inputs:
        state, _ = step(state, each)
    return state


def seen(state: State, seat: Seat, at_ns: int | None = None) -> Face:
    return view(state, seat, state.at_ns if at_ns is None else at_ns)


@pytest.mark.parametrize(
    ("remaining_ns", "shown"),
    [
        (2 * HOUR_NS, "2:00:00"),
        (2 * HOUR_NS - 1, "2:00:00"),
        (HOUR_NS, "1:00:00"),
        (HOUR_NS - SECOND_NS, "59:59"),
        (10 * SECOND_NS, "0:10"),
        (9 * SECOND_NS + 1, "0:10"),
        (1, "0:01"),
        (0, "0:00"),
    ],
)
def test_seconds_are_rounded_up_so_that_0_00_is_out_of_time(remaining_ns: int, shown: str) -> None:
    assert shown_time(remaining_ns, tenths=False) == shown


@pytest.mark.parametrize(
    ("remaining_ns", "shown"),
    [
        (10 * SECOND_NS, "0:10"),
        (10 * SECOND_NS - 1, "0:10"),
        (9_900_000_000, "0:09.9"),
        (9_900_000_001, "0:10"),
        (7_340_000_000, "0:07.4"),
        (1, "0:00.1"),
        (0, "0:00"),
    ],
)
def test_tenths_are_shown_below_ten_seconds_where_wanted(remaining_ns: int, shown: str) -> None:
    assert shown_time(remaining_ns, tenths=True) == shown


@given(st.integers(1, 3 * HOUR_NS), st.booleans())
def test_a_face_is_looked_at_again_at_the_very_instant_it_reads_differently(
    left_ns: int, tenths: bool
) -> None:
    left, right = controls("4h")
    regulations = PROFILES["club" if tenths else "rif"]
    setup = Setup(
        left=left,
        right=right,
        regulations=regulations,
        opening=OPENINGS["none"],
        left_remaining_ns=left_ns,
    )
    state, _ = step(begin(setup), Start(0))
    change_ns = refresh_ns(state, 0)
    assert change_ns is not None
    assert seen(state, LEFT, change_ns - 1).time == seen(state, LEFT, 0).time
    assert seen(state, LEFT, change_ns).time != seen(state, LEFT, 0).time


def test_times_are_spoken_in_whole_words() -> None:
    assert spoken_time(HOUR_NS + 2 * MINUTE_NS + SECOND_NS) == "1 hour 2 minutes 1 second"
    assert spoken_time(0) == "no time"


def test_every_preset_is_told_in_rows_that_fit() -> None:
    for preset in presets().values():
        for control in controls_of(preset):
            assert all(len(row) <= 21 for row in control_rows(control))


@pytest.mark.rule("RIF 14.1")
def test_before_the_start_the_whole_setting_is_in_plain_words() -> None:
    face = seen(game(opening="soosyrv-8"), LEFT)
    assert face.words == ("40 in 2:00:00", "then 1:00:00", "Rules RIF, Soosyrv-8")
    assert (face.time, face.quota, face.period, face.periods) == ("2:00:00", 40, 1, 2)


@pytest.mark.rule("RIF 14.3")
def test_the_face_tells_who_runs_and_what_each_seat_plays() -> None:
    state = game(Start(0), Press(5 * SECOND_NS, LEFT))
    left, right = seen(state, LEFT), seen(state, RIGHT, 8 * SECOND_NS)
    assert (left.running, left.colour, left.moves, left.time) == (
        False,
        Colour.BLACK,
        1,
        "1:59:55",
    )
    assert (right.running, right.colour, right.moves, right.time) == (
        True,
        Colour.WHITE,
        0,
        "1:59:57",
    )
    assert right.sentence.startswith("Right, White, running. 1 hour 59 minutes 57 seconds left.")


@pytest.mark.rule("RIF 14.3", "gomoku 11.7")
def test_the_face_never_hints_that_somebody_forgot_to_press() -> None:
    state = game(Start(0))
    early, late = seen(state, RIGHT, SECOND_NS), seen(state, RIGHT, HOUR_NS)
    assert early == late


@pytest.mark.rule("RIF 14.8")
def test_without_referees_a_fall_is_told_by_the_clapper_sign_alone() -> None:
    state = game(Start(0), Tick(10 * SECOND_NS), control="10")
    fallen, other = seen(state, LEFT), seen(state, RIGHT)
    assert fallen.signs == (Sign.CLAPPER,)
    assert fallen.words == other.words == ()
    assert other.signs == (Sign.RECORD_WAIVED,)  # its own ten seconds, as before the fall
    assert fallen.time == "0:00"


@pytest.mark.rule("RIF 14.4")
def test_the_digits_reach_zero_on_time_and_the_clapper_waits_for_the_watermark() -> None:
    state = game(Start(0), control="10")
    face = seen(state, LEFT, 10 * SECOND_NS)
    assert (face.time, face.signs) == ("0:00", (Sign.RECORD_WAIVED,))


@pytest.mark.rule("RIF 14.9")
def test_the_referees_call_is_seen_until_the_referee_has_come() -> None:
    called = game(Start(0), Tick(115 * MINUTE_NS), regulations="rif-referees")
    assert seen(called, LEFT).signs == (Sign.REFEREE, Sign.RECORD_WAIVED)
    assert seen(called, RIGHT).signs == ()
    came, _ = step(called, Acknowledge(115 * MINUTE_NS, LEFT))
    assert seen(came, LEFT).signs == (Sign.REFEREE_THERE, Sign.RECORD_WAIVED)


@pytest.mark.rule("RIF 13.2")
def test_the_record_is_waived_at_five_minutes_and_completed_after_the_period() -> None:
    state = game(Start(0), control="1/5m:1h")
    assert Sign.RECORD_WAIVED in seen(state, LEFT).signs
    state, _ = step(state, Press(SECOND_NS, LEFT))
    assert seen(state, LEFT).signs == (Sign.COMPLETE_RECORD,)
    for press in (Press(2 * SECOND_NS, RIGHT), Press(3 * SECOND_NS, LEFT)):
        state, _ = step(state, press)
    assert seen(state, LEFT).signs == ()


@pytest.mark.rule("RIF 13.2")
def test_under_fide_the_record_is_always_kept_with_increments_of_thirty_seconds() -> None:
    assert seen(game(Start(0), control="4m+30s", regulations="fide"), LEFT).signs == ()
    short = game(Start(0), control="4m+29s", regulations="fide")
    assert seen(short, LEFT).signs == (Sign.RECORD_WAIVED,)


@pytest.mark.rule("gomoku 7.4")
def test_gomoku_has_no_record_limit_of_its_own() -> None:
    assert seen(game(Start(0), control="1m", regulations="gomoku-cz"), LEFT).signs == ()


@pytest.mark.rule("RIF 15")
def test_joint_time_runs_on_both_faces() -> None:
    state = game(Start(0, (LEFT, RIGHT)))
    for seat in (LEFT, RIGHT):
        face = seen(state, seat, MINUTE_NS)
        assert (face.time, face.running, face.signs) == ("1:59:00", True, (Sign.JOINT,))


@pytest.mark.rule("RIF 14.6", "RIF 14.7", "RIF 9.6")
@pytest.mark.parametrize(
    ("control", "opening", "words"),
    [
        ("1h", "none", ("Black to move, RIF", "Plunger: claim a win", "1:00:00 to the end")),
        ("1h", "swap2", ("Left to move, RIF", "Plunger: claim a win", "1:00:00 to the end")),
        ("40/2h:1h", "rif", ("Black to move, RIF", "Plunger: claim a win", "40 in 2:00:00 …")),
    ],
)
def test_a_stop_shows_whose_turn_it_is_what_a_plunger_does_and_the_setting_as_it_goes(
    control: str, opening: str, words: tuple[str, ...]
) -> None:
    state = game(Start(0), Stop(SECOND_NS), control=control, opening=opening)
    face = view(state, LEFT, state.at_ns, hint="OK go on   hold: menu")
    assert face.words == (*words, "OK go on   hold: menu")
    assert face.signs == (Sign.STOPPED,)


@pytest.mark.rule("RIF 15")
def test_the_plunger_of_a_seat_that_is_absent_says_that_it_is_there() -> None:
    state = game(Start(0, (RIGHT,)), Stop(SECOND_NS))
    assert "Plunger: claim a win" in seen(state, LEFT).words
    assert "Plunger: I am here" in seen(state, RIGHT).words


def test_a_claim_tells_the_organizer_what_the_buttons_do_where_there_is_room() -> None:
    state = game(Start(0), Stop(SECOND_NS), Claim(SECOND_NS, LEFT))
    face = view(state, RIGHT, state.at_ns, hint="OK go on   hold: menu")
    assert face.words[0] == "Claim by Left"
    assert face.words[3:] == ("OK go on   hold: menu",)


@pytest.mark.rule("gomoku 5.9")
@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        (
            (Stop(SECOND_NS),),
            ("Cover the position", "Black to move, FIDE", "Plunger: claim a win"),
        ),
        (
            (PowerLost(SECOND_NS, uncertain_ns=SECOND_NS // 2),),
            ("Cover the position", "Power lost, ±0.5 s", "Black to move, FIDE"),
        ),
        ((Claim(SECOND_NS, RIGHT),), ("Cover the position", "Claim by Right", "L 0:09 0 ↑")),
        (
            (Claim(SECOND_NS, RIGHT), Claim(2 * SECOND_NS, LEFT)),
            ("Cover the position", "Claim R 0:01 L 0:02", "L 0:09 0 ↑"),
        ),
        (
            (Press(1, LEFT), Tick(11 * SECOND_NS), Press(12 * SECOND_NS, RIGHT), Tick(HOUR_NS)),
            ("Cover the position", "Clapper down,", "both clocks stopped"),
        ),
    ],
    ids=["stop", "power lost", "claim", "two claims", "fall"],
)
def test_whenever_a_clock_of_a_game_stands_the_position_must_be_covered(
    inputs: tuple[Input, ...], words: tuple[str, ...]
) -> None:
    covered = replace(PROFILES["fide"], cover_position=True)
    state = game(Start(0), *inputs, control="10", regulations=covered)
    face = view(state, LEFT, state.at_ns, hint="OK go on   hold: menu")
    assert face.words[:3] == words
    assert len(face.words) == 4
    ended, _ = step(state, Finish(state.at_ns, Result.DRAW))
    assert "Cover the position" not in seen(ended, LEFT).words


@pytest.mark.rule("RIF 9.4", "RIF 9.6")
def test_the_claim_screen_shows_clappers_times_moves_and_when_each_fell() -> None:
    state = game(Start(0), Press(4 * SECOND_NS, LEFT), Tick(14 * SECOND_NS), control="2/10:9")
    state, _ = step(state, Claim(20 * SECOND_NS, LEFT))
    for seat in (LEFT, RIGHT):
        assert seen(state, seat).words == ("Claim by Left", "L 0:06 1/2 ↑", "R 0:00 0/2 ↓0:14")
    assert Sign.CLAIM in seen(state, LEFT).signs
    assert Sign.CLAPPER in seen(state, RIGHT).signs


def test_the_claimants_display_has_room_for_the_signs_that_the_other_one_shows() -> None:
    state = game(Start(0), Stop(SECOND_NS), Claim(SECOND_NS, LEFT), control="5m")
    assert seen(state, LEFT).signs == (Sign.CLAIM, Sign.RECORD_WAIVED)
    assert seen(state, RIGHT).signs == (Sign.RECORD_WAIVED, Sign.STOPPED)


@pytest.mark.rule("RIF 9.6")
def test_a_claimant_whose_clapper_is_down_is_told_what_cannot_be_won() -> None:
    state = game(Start(0), Tick(10 * SECOND_NS), Claim(11 * SECOND_NS, LEFT), control="10")
    assert seen(state, LEFT).words[-1] == "not by RIF 9.1-9.4"
    covered = replace(PROFILES["rif"], cover_position=True)
    state = game(
        Start(0),
        Tick(10 * SECOND_NS),
        Claim(11 * SECOND_NS, LEFT),
        control="10",
        regulations=covered,
    )
    assert seen(state, LEFT).words[:2] == ("Cover the position", "L 0:11 not 9.1-9.4")


@pytest.mark.rule("RIF 9.6")
@pytest.mark.parametrize("regulations", ["club", "japan", "gomoku-cz"])
def test_outside_of_the_rif_rules_no_claim_is_told_that(regulations: str) -> None:
    state = game(Start(0), Tick(10 * SECOND_NS), control="10", regulations=regulations)
    state, _ = step(state, Claim(11 * SECOND_NS, LEFT))
    assert "9.1" not in seen(state, LEFT).sentence


@pytest.mark.rule("RIF 9.4", "RIF 9.6")
def test_two_claims_are_shown_in_the_order_they_were_made_each_with_its_instant() -> None:
    state = game(Start(0), Tick(10 * SECOND_NS), control="10")
    state, _ = step(state, Claim(62 * SECOND_NS, RIGHT))
    state, _ = step(state, Claim(65 * SECOND_NS, LEFT))
    for seat in (LEFT, RIGHT):
        face = seen(state, seat)
        assert face.words == (
            "Right claimed 1:02", "L 1:05 not 9.1-9.4", "L 0:00 0 ↓0:10", "R 0:10 0 ↑",
        )  # fmt: skip
        assert Sign.CLAIM in face.signs
    state, _ = step(state, Dismiss(66 * SECOND_NS, RIGHT))
    assert seen(state, RIGHT).words[0] == "Claim by Left"
    assert Sign.STOPPED in seen(state, RIGHT).signs


@pytest.mark.rule("RIF 10.4", "gomoku 5.7.2")
def test_both_fallen_is_a_draw_and_nobody_is_told_whose_fell_first() -> None:
    state = game(Start(0), Press(SECOND_NS, LEFT), Tick(11 * SECOND_NS), control="10")
    state, _ = step(state, Press(12 * SECOND_NS, RIGHT))
    state, _ = step(state, Tick(HOUR_NS))
    for seat in (LEFT, RIGHT):
        face = seen(state, seat)
        assert face.words == ("Both clappers down", "a draw by rule")
        assert face.signs == (Sign.CLAPPER, Sign.STOPPED)


def test_under_fide_the_first_fall_stays_visible() -> None:
    state = game(Start(0), Press(SECOND_NS, LEFT), control="10", regulations="fide")
    for each in (Tick(12 * SECOND_NS), Resume(13 * SECOND_NS, LEFT), Tick(HOUR_NS)):
        state, _ = step(state, each)
    assert Sign.FELL_FIRST in seen(state, RIGHT).signs
    assert Sign.FELL_FIRST not in seen(state, LEFT).signs


@pytest.mark.rule("gomoku 7.6")
def test_the_end_shows_the_last_moves_number_and_both_times() -> None:
    state = game(Start(0), Press(SECOND_NS, LEFT), Finish(2 * SECOND_NS, Result.RIGHT))
    assert seen(state, LEFT).words == ("Right wins, move 1", "L 1:59:59  R 1:59:59")
    state, _ = step(state, Finish(3 * SECOND_NS, Result.BOTH_LOSE, last_move=2))
    assert seen(state, LEFT).words[0] == "Both lose, move 2"


@pytest.mark.rule("RIF 12.1", "RIF 12.5")
def test_an_opening_says_what_to_lay_and_what_is_entered() -> None:
    state = game(Start(0), opening="rif")
    assert seen(state, LEFT).words == ("lay 3",)
    assert seen(state, RIGHT).words == ()
    state, _ = step(state, Press(SECOND_NS, LEFT))
    assert seen(state, RIGHT).words == ("lay 1 or swap",)
    state, _ = step(state, Choose(2 * SECOND_NS, RIGHT, Option.SWAP))
    face = seen(state, RIGHT)
    assert (face.words, face.signs) == (("swap: press, no stone",), (Sign.SWAP,))
    assert seen(state, LEFT).signs == (), "the sign is the chooser's alone"


def test_colours_of_a_gomoku_opening_are_open_until_chosen() -> None:
    state = game(Start(0), Press(SECOND_NS, LEFT), opening="swap2")
    assert seen(state, LEFT).colour is None
    state, _ = step(state, Choose(2 * SECOND_NS, RIGHT, Option.TWO_MORE))
    assert seen(state, RIGHT).words == ("lay 2 more, press",)


@pytest.mark.rule("RIF 14.3 same hand")
def test_hands_that_differ_are_shown_until_the_organizer_has_judged() -> None:
    witness = regulations_with_hand_rule(HandRule.WITNESS)
    state = game(
        Start(0),
        StoneLaid(1, LEFT, Hand.LEFT),
        Press(2, LEFT, Hand.RIGHT),
        regulations=witness,
    )
    assert Sign.HAND in seen(state, LEFT).signs
    assert Sign.HAND not in seen(state, RIGHT).signs
    state, _ = step(state, HandFault(3, LEFT))
    assert Sign.HAND not in seen(state, LEFT).signs


def regulations_with_hand_rule(rule: HandRule) -> Regulations:
    return replace(PROFILES["rif"], hand_rule=rule)


@pytest.mark.rule("RIF 14.5")
def test_a_fault_of_a_device_shows_at_once_on_the_face() -> None:
    state = game(Start(0))
    face = view(state, LEFT, 0, faults=("left display: no answer at 0x3C",))
    assert face.signs[0] is Sign.FAULT
    assert face.words == ("left display: no answer at 0x3C",)


@pytest.mark.rule("gomoku 6.2")
def test_a_reconstruction_says_that_nothing_is_credited() -> None:
    state = game(Start(0), Stop(SECOND_NS), Resume(2 * SECOND_NS, RIGHT, reconstruct=True))
    assert seen(state, RIGHT).words == ("Reconstruction:", "nothing is credited")
    assert seen(state, RIGHT).running
    assert not seen(state, LEFT).running


@pytest.mark.rule("gomoku 6.2")
def test_in_a_reconstruction_the_digits_wait_for_no_delay() -> None:
    state = game(Start(0), Stop(0), Resume(0, LEFT, reconstruct=True), control="delay-5")
    assert refresh_ns(state, 0) == SECOND_NS


@pytest.mark.rule("RIF 14.1")
def test_a_period_that_comes_at_zero_is_never_shown_as_out_of_time() -> None:
    at_zero = replace(PROFILES["rif"], rollover=Rollover.AT_ZERO)
    state = game(Start(0), Press(1, LEFT), Press(2, RIGHT), control="1/10:60", regulations=at_zero)
    at_ns = 10 * SECOND_NS + 1  # ten seconds of Left's time, 1 ns of Right's
    assert seen(state, LEFT, at_ns - 1).time == "0:01"
    face = seen(state, LEFT, at_ns)  # the watermark has not come this far
    assert (face.time, face.period) == ("1:00", 1)
    assert refresh_ns(state, at_ns) == at_ns + SECOND_NS


class TestTheOtherDisplayIsLost:
    """RIF 14.5: a fault of a clock is made good, and the count goes on."""

    def both(self, state: State, seat: Seat, at_ns: int, *faults: str) -> Face:
        return view(state, seat, at_ns, faults=faults, other_lost=True)

    def test_the_display_that_is_left_shows_both_times(self) -> None:
        state = game(Start(0), Press(60 * SECOND_NS, LEFT), control="600")
        face = self.both(state, LEFT, 90 * SECOND_NS)
        assert (face.time, face.running) == ("9:00", False)
        assert face.other is not None
        assert (face.other.time, face.other.running) == ("9:30", True)
        assert (face.other.colour, face.other.fallen) == (Colour.WHITE, False)
        assert "Right, White, running. 9 minutes 30 seconds left." in face.sentence

    def test_it_shows_that_the_others_clapper_has_fallen(self) -> None:
        state = game(Start(0), Tick(601 * SECOND_NS), control="600")
        face = self.both(state, RIGHT, 601 * SECOND_NS)
        assert face.other is not None
        assert (face.other.time, face.other.fallen) == ("0:00", True)

    def test_while_both_displays_show_there_is_one_time_on_each(self) -> None:
        assert seen(game(Start(0)), LEFT).other is None

    @pytest.mark.parametrize(
        "inputs",
        [(), (Start(0), Claim(1, LEFT)), (Start(0), Stop(1), Finish(2, Result.DRAW))],
        ids=["before the start", "at a claim", "at the end"],
    )
    def test_where_the_words_tell_both_times_or_none_they_stay(
        self, inputs: tuple[Input, ...]
    ) -> None:
        state = game(*inputs)
        face = self.both(state, LEFT, state.at_ns)
        assert face.other is None
        assert face.words == seen(state, LEFT).words

    def test_in_play_the_row_beside_is_the_games_and_in_a_stop_it_tells_the_fault(self) -> None:
        running = game(Start(0), control="10")
        assert self.both(running, LEFT, 1, "right display: hangs").words == ()
        stopped = game(Start(0), Stop(1), control="10", regulations="fide")
        assert self.both(stopped, LEFT, 1, "right display: hangs").words == (
            "right display: hangs",
        )


def test_in_an_opening_both_faces_keep_the_same_rows_so_that_no_digit_jumps_at_a_press() -> None:
    state = game(Start(0), regulations="club", opening="soosyrv-8")
    kept = []
    while state.play.step is not None:
        for hint in ("", "- N  [stay]  + swap"):
            faces = [view(state, seat, state.at_ns, hint=hint) for seat in (LEFT, RIGHT)]
            assert all(len(each.words) <= each.rows for each in faces)
            kept += [each.rows for each in faces]
        assert state.running is not None
        state, _ = step(state, Press(state.at_ns + SECOND_NS, state.running))
    assert set(kept) == {2}
    assert [seen(state, seat).rows for seat in (LEFT, RIGHT)] == [0, 0]


@pytest.mark.rule("RIF 14.9")
def test_while_the_referee_is_called_both_faces_keep_the_row_of_the_hint() -> None:
    state = game(Start(0), Tick(2 * SECOND_NS), control="301", regulations="rif-referees")
    faces = [view(state, seat, state.at_ns, hint="OK referee here") for seat in (LEFT, RIGHT)]
    assert [(len(each.words), each.rows) for each in faces] == [(1, 1), (0, 1)]
