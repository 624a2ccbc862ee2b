"""The plain form of a control means by the grammar of typed texts what it means alone."""

from hypothesis import given
from hypothesis import strategies as st

from clock.notation.plain_form import plain_control
from clock.notation.typed import control_as_typed
from clock.presets import find_presets
from clock.rules.refusal import SetupError

lengths = st.builds(
    "{}{}{}".format,
    st.sampled_from(("", "1h", "2h")),
    st.sampled_from(("", "1m", "5m", "25m", "90m", "100m")),
    st.sampled_from(("", "1s", "30s", "90s")),
)
periods = st.builds(
    "{}{}{}".format, st.sampled_from(("", "1/", "20/", "40/")), lengths,
    st.sampled_from(("", "+2s", "+30s", "+60s", "+5m")),
)  # fmt: skip


@given(st.lists(periods, min_size=1, max_size=3).map(":".join))
def test_it_is_read_as_the_grammar_reads_it_or_left_to_the_grammar(text: str) -> None:
    plain = plain_control(text)
    if plain is not None:
        try:
            assert control_as_typed(text) == plain
        except SetupError as error:
            raise AssertionError(text) from error


def test_our_presets_need_no_grammar() -> None:
    presets = find_presets().presets.values()
    texts = [each.control for each in presets if isinstance(each.control, str)]
    assert [text for text in texts if plain_control(text) is None] == []
    assert len(texts) > 20
