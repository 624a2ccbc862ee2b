"""What a step of an opening asks for once a number of fifths was announced (RIF 12), in a row."""

from clock.text.language import N_, tr, trn

HINT_COUNT = N_("- + count N")
HINT_COUNT_OR_SWAP = N_("- N  [stay]  + swap")

_TOLD = {
    "yamaguchi": {"pattern": N_("lay 3, say N = {count}")},
    "soosyrv-8": {
        "choice": N_("lay 1, say {count}, or swap"),
        "fourth": N_("lay 1, say N = {count}"),
        "second choice": N_("offer {count} or swap"),
    },
}
"""By opening and the name of its step; both have one more step, at which the fifths are offered."""


def offers_text(opening: str, step: str, count: int) -> str | None:
    """Return what a step asks for with so many fifths announced; None if it is as without."""
    if step == "fifth":
        text = trn("offer {count} fifth", "offer {count} fifths", count)
    elif step in _TOLD[opening]:
        text = tr(_TOLD[opening][step])
    else:
        return None
    return text.format(count=count)
