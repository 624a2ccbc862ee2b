"""What the signs of a face say, for those who listen and for the manual."""

from clock.display.face import Sign
from clock.text.flags import flag_text
from clock.text.language import N_, tr

SIGNS = {
    Sign.CLAPPER: N_("Clapper fell"),
    Sign.CLAIM: N_("Claims a win"),
    Sign.WON: N_("Won"),
    Sign.RECORD_WAIVED: N_("Record waived"),
    Sign.COMPLETE_RECORD: N_("Complete record"),
    Sign.BATTERY: N_("Battery low"),
}
"""What each sign says, in a row beside its picture."""

WORDS = {
    N_("clock fault"): N_("Clock is faulty"),
    N_("fell first"): N_("Fell first"),
    N_("call ref."): N_("Referee called"),
    N_("ref. came"): N_("Referee is here"),
    N_("wrong hand"): N_("Wrong hand"),
    N_("check count"): N_("Check the move count"),
}
"""What stands among the signs in words, and what a listener hears of it, both in English."""


def sign_in_words(sign: Sign | str, game: str, *, draws: bool = False) -> str:
    """Return a sign in the words of a kind of game; `draws`: a claim is one of a draw."""
    if draws and sign is Sign.CLAIM:
        return tr("Claims a draw")
    text = WORDS[sign] if isinstance(sign, str) else SIGNS[sign]
    return tr(flag_text(game, text))
