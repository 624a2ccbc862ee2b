"""What was started again too often is taken for gone."""

from hal.revivals import REVIVALS_MAX, REVIVALS_NS, Revivals

APART_NS = REVIVALS_NS // (REVIVALS_MAX - 1)


def test_revivals_so_far_apart_that_too_few_are_within_a_minute_are_not_too_many() -> None:
    revivals = Revivals()
    for number in range(2 * REVIVALS_MAX):
        revivals.add(number * APART_NS)
        assert not revivals.are_too_many(number * APART_NS)
        assert revivals.fault(number * APART_NS) == (
            "plungers were not heard for a moment: check the last press"
        )


def test_as_many_a_nanosecond_sooner_are_too_many_until_the_first_is_a_minute_ago() -> None:
    revivals = Revivals()
    for number in range(REVIVALS_MAX):
        revivals.add(number * APART_NS - (number == REVIVALS_MAX - 1))
    assert revivals.are_too_many(REVIVALS_NS - 1)
    assert not revivals.are_too_many(REVIVALS_NS)
