"""What falls when a player's time is out: a flag, which renju and gomoku call a clapper."""

from clock.kinds import kind_of
from clock.text.language import N_

FLAGS = {
    N_("Clapper fell"): N_("Flag fell"),
    N_("Clapper down"): N_("Flag down"),
    N_("Both clappers down"): N_("Both flags down"),
    N_("Both clappers down: give time first"): N_("Both flags down: give time first"),
    N_("To 0:00, clapper down"): N_("To 0:00, flag down"),
    N_("{seat} clapper"): N_("{seat} flag"),
    N_("{seat}'s clapper is up"): N_("{seat}'s flag is up"),
    N_("{seat}'s clapper fell"): N_("{seat}'s flag fell"),
    N_("Left's clapper has fallen"): N_("Left's flag has fallen"),
    N_("Right's clapper has fallen"): N_("Right's flag has fallen"),
    N_("a clapper was down"): N_("a flag was down"),
    N_("clapper fallen"): N_("flag fallen"),
    N_("{seat}'s clapper falls"): N_("{seat}'s flag falls"),
    N_("{seat}'s clapper is up again"): N_("{seat}'s flag is up again"),
    N_("Both clappers are down: a draw by the rules"): N_(
        "Both flags are down: a draw by the rules"
    ),
    N_("Both clappers are down"): N_("Both flags are down"),
    N_("{seat} claims a win, though {seat}'s own clapper is down"): N_(
        "{seat} claims a win, though {seat}'s own flag is down"
    ),
    N_("{seat}: the clapper falls after move {number}"): N_(
        "{seat}: the flag falls after move {number}"
    ),
    N_("Clapper"): N_("Flag"),
}


def flag_text(game: str, text: str) -> str:
    """Return an English text with a kind of game's word for a flag; for "" a clapper."""
    return text if kind_of(game).clapper else FLAGS.get(text, text)
