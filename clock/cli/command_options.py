"""The options of the commands, each named where several commands have it."""

from pathlib import Path
from typing import Any

from clock.cli.option_values import any_port, existing_folder, own_port, words
from clock.text.language import N_

JOURNAL = Path("/var/lib/clapper/games")
"""The folder of the service's games."""


class CommandOption:
    """An option or argument of a command; options of a `group` exclude one another."""

    def __init__(self, name: str, text: str = "", group: str = "", **arguments: Any) -> None:
        self.name, self.text, self.group, self.arguments = name, text, group, arguments


def file_option(name: str, text: str = "", group: str = "", **arguments: Any) -> CommandOption:
    return CommandOption(name, text, group, **{"type": Path, "metavar": N_("FILE"), **arguments})


def flag(name: str, text: str, group: str = "") -> CommandOption:
    return CommandOption(name, text, group, action="store_true")


CONFIGURATION = N_("the clock's configuration (default: /etc/clapper/clapper.toml)")
GAME = CommandOption(
    "game", N_("a number from `clapper games`, `last`, or a file"), metavar=N_("GAME|FILE")
)
FROM = CommandOption(
    "--journal", N_(
        "the folder with the games (default: {folder}, else that of the last `clapper sim --name`)"
    ),
    type=Path, metavar=N_("FOLDER"),
)  # fmt: skip
BROUGHT = (
    file_option("file", N_("the game as that clock recorded it; `-`: its QR code's text")),
    FROM,
)
JSON_LINES = flag("--json", N_("print JSON, one object a line"))
OUT = file_option("-o", N_("the file to write (default: to the terminal)"), dest="out")
WAYS = (
    flag("--csv", N_("write CSV, one row for each input"), "way"),
    flag("--qr", N_("write a QR code (SVG) that `bring` reads, if it fits"), "way"),
    file_option("--pgn", N_("write this score, with the clock's times after the moves"), "way"),
    file_option("--sgf", N_("write this score, with the clock's times after the moves"), "way"),
)
PAGE = file_option(
    "-o",
    N_("the file to write (default: clapper-report-GAME.html, or where the output is sent)"),
    dest="out",
)
CARDS = file_option(
    "-o",
    N_("the file to write (default: clapper-cards.html, or where the output is sent)"),
    dest="out",
)
OWN = CommandOption(
    "--own",
    N_(
        "another folder with your own presets (*.toml), besides /etc/clapper/presets and "
        "~/.config/clapper/presets"
    ),
    type=existing_folder, action="append", default=[], metavar=N_("FOLDER"),
)  # fmt: skip
NAMES = tuple(
    CommandOption(f"--{key}", text, type=words, default="", metavar=N_("TEXT"))
    for key, text in (
        ("event", N_("the event")),
        ("round", N_("the round")),
        ("board", N_("the board")),
        ("left", N_("the player on the left")),
        ("right", N_("the player on the right")),
    )
)
KIND = CommandOption(
    "--game",
    N_(
        "the game: renju, gomoku, chess, go, shogi, xiangqi, janggi, draughts, othello, scrabble "
        "or other (default: the preset's own, or the last one played)"
    ), metavar=N_("NAME"),
)  # fmt: skip
OF_GAME = CommandOption("game", N_("a game, such as go"), nargs="?", metavar=N_("GAME"))
RULES = (
    CommandOption(
        "--regulations",
        N_(
            "the rules: rif, rif-referees, gomoku-cz, japan, fide, us-chess, go-egf or club "
            "(default: the preset's own, or the game's usual ones)"
        ),
        metavar=N_("NAME"),
    ),
    CommandOption(
        "--opening",
        N_("an opening, such as soosyrv-8 (default: the preset's own, or none)"),
        metavar=N_("NAME"),
    ),
    flag(
        "--handicap",
        N_("a handicap game, in which the other side begins: White in go, Gote in shogi"),
    ),
)
ORGANIZER = CommandOption(
    "--organizer",
    N_(
        "what opens the organizer's menu: a key, a code, or hold, which means OK held for two "
        "seconds; with players (the default, but at a desk) that does too, and after a stop "
        "the players may go on by themselves"
    ),
    default="players",
    metavar="players|hold|key|code:1234",
)
SIM = (
    KIND,
    CommandOption(
        "--control",
        N_(
            "a preset's name, which also sets the opening and the rules (default: rif); or "
            "a time control such as 90+30 or 40/2h, 1h, with the game's usual rules and opening"
        ),
        metavar=N_("TEXT|PRESET"),
    ),
    *RULES,
    ORGANIZER,
    CommandOption(
        "--port", N_("the port; 0 chooses a free one (default: 8750)"), type=any_port, default=8750
    ),
    CommandOption(
        "--host",
        N_("the address to listen on (default: 127.0.0.1, for this machine only)"),
        default="127.0.0.1",
    ),
    flag("--no-browser", N_("print the address, but do not open a browser")),
    CommandOption(
        "--journal",
        N_("keep every game in this folder, and continue the last one if it is unfinished"),
        type=Path, metavar=N_("FOLDER"),
    ),
    CommandOption(
        "--name",
        N_(
            "keep this clock's games and settings in ~/.local/state/clapper/NAME, so that several "
            "clocks can run on one machine"
        ),
        metavar=N_("NAME"),
    ),
    CommandOption(
        "--desk",
        N_(
            "join an event: the folder with the files that its desk has for clocks; the name is "
            "`clock` unless --name or those files have another"
        ),
        type=existing_folder, metavar=N_("FOLDER"),
    ),
    file_option(
        "--settings",
        N_(
            "where the clock keeps its volumes, brightness and language, and "
            "beside it the last setups (default: ~/.local/state/clapper/settings.json)"
        ),
    ),
    OWN,
    *NAMES,
)  # fmt: skip
DESK = (
    CommandOption(
        "act", N_("`init` makes an event, `club` a club, `run` is a desk, `demo` a virtual round"),
        choices=("club", "init", "run", "demo"),
    ),
    CommandOption(
        "event", N_("the event's folder; for `club`: the club's"),
        nargs="?", type=Path, metavar=N_("FOLDER"),
    ),
    CommandOption("--name", N_("for `init` and `club`: its name"), metavar=N_("TEXT")),
    CommandOption(
        "--club", N_("for `init`: the folder of the club whose clocks come to the event"),
        type=Path, metavar=N_("FOLDER"),
    ),
    CommandOption(
        "--address",
        N_(
            "for `init`: a name or address at which the clocks and browsers in the hall reach this "
            "machine"
        ),
        action="append", default=[], metavar=N_("HOST"),
    ),
    CommandOption(
        "--game",
        N_("for `init`: the kind of game, such as chess; then imports change times alone"),
        default="", metavar=N_("NAME"),
    ),
    CommandOption(
        "--tables", N_("for `demo`: the number of tables (default: 40)"),
        type=int, default=40, metavar=N_("COUNT"),
    ),
    CommandOption(
        "--port", N_("the port of the desk's page (default: 8443; for `demo` 8780)"), type=any_port,
    ),
    CommandOption(
        "--broker-port", N_("for `init`: the port of the event's broker (default: 8883)"),
        type=own_port, default=8883,
    ),
    flag("--start", N_("for `demo`: show a round before its start")),
    flag("--no-browser", N_("for `demo`: print the address, but do not open a browser")),
)  # fmt: skip
