"""The commands, by their names in `parser.COMMANDS`: take options, return the exit status."""

import os
import stat
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from clock.rules.message import Message, Problem, placed
from clock.text.language import ENGLISH, language, part_name, printable, render, speaking, tr

if TYPE_CHECKING:
    from clock.game.names import Names
    from clock.records.source import Source

NOT_WHOLE = 1
"""The exit status of a command that could read only a part, and named the rest."""
MISTAKEN = 2
"""The exit status of a configuration with a mistake."""


def version(_options: Namespace) -> int:
    """Print the version."""
    # argparse's own action would look the version up at every command.
    from importlib.metadata import version

    print(f"clapper {version('clapper-clock')}")
    return 0


def sim(options: Namespace) -> int:
    try:
        from clock.simulator.simulate import simulate
    except ModuleNotFoundError as error:
        if error.name not in ("h11", "segno", "starlette", "uvicorn", "websockets"):
            raise
        raise Problem(
            "`clapper sim` needs {library}, which is not installed: use `make run` in the "
            "project's folder",
            library=error.name,
        ) from None
    return simulate(options, names_of(options))


def presets(options: Namespace) -> int:
    from clock.kinds import KINDS
    from clock.notation.mistyped import name_meant
    from clock.presets import OWN, find_presets, own_folders
    from clock.text.control import opening_sentence, preset_sentences

    found = find_presets(*own_folders(os.environ), *options.own)
    game = name_meant("GAME", options.game, (*KINDS, OWN))
    offers = [each for each in found.offers if game in (None, each.game)]
    if options.json:
        from clock.notation.setup_table import table_from_setup
        from clock.records.json_lines import encoded

        for offer in offers:
            setup = table_from_setup(offer.setup)
            about = {"name": offer.name, "title": offer.title, "list": offer.game, "setup": setup}
            print(encoded(about))
        _warn_of(found.skipped)
        return 0
    width = max((len(offer.name) for offer in offers), default=0)
    for offer in offers:
        understood: tuple[str, ...] = (opening_sentence(offer.setup, offer.title),)
        if offer.game == OWN:
            understood = preset_sentences(offer.setup)
        texts = filter(None, (tr(offer.title), *understood))
        print(f"{offer.name:<{width}}  {'. '.join(texts)}")
    _warn_of(found.skipped)
    return 0


def control(options: Namespace) -> int:
    from clock.cli.controls import print_controls

    return 0 if print_controls(options.texts, as_json=options.json) else NOT_WHOLE


def card(options: Namespace) -> int:
    from clock.cards.for_setups import cards_for
    from clock.cards.sheet import sheet
    from clock.presets import find_presets, own_folders
    from clock.simulator.options import organizer_from, setup_from

    found = find_presets(*own_folders(os.environ), *options.own)
    setups = {
        text: setup_from(
            text,
            options.regulations,
            options.opening,
            found,
            options.game,
            handicap=options.handicap,
            option=text,
        )
        for text in options.controls
    }
    organizer = organizer_from(options.organizer)
    cards = cards_for(setups, found, organizer, options.page, arbiter=options.arbiter)
    out = options.out
    if out is None and _is_terminal():
        out = Path("clapper-cards.html")
    write(sheet(cards, tr("Cards")).encode(), out)
    _warn_of(found.skipped)
    return 0


def replay(options: Namespace) -> int:
    from clock.records.replay_log import print_replay

    source = _source(options)
    print_replay(source, as_json=options.json)
    return _noted(source)


def run(options: Namespace) -> int:
    import faulthandler
    import gc

    gc.disable()  # until the first face: loading makes no garbage, so collections only delay it
    from clock.service.run import run

    if sys.stderr is not None:
        faulthandler.enable()  # systemd's watchdog sends SIGABRT: then the log has the stack
    return run(options.config, options.game or "")


def check(options: Namespace) -> int:
    if options.json:
        from clock.config.as_json import checked

        document, is_valid = checked(options.file)
        print(document.decode(), end="")
        return 0 if is_valid else MISTAKEN
    from clock.config import read_config, where_from
    from clock.records.naming import name_parts
    from clock.text.control import setup_sentences
    from hal.wiring import describe_pin, describe_screen, pins_of_parts

    config = read_config(options.file)
    print(f"{render(where_from(config))}.")
    if config.organizer.code and config.file and config.file.stat().st_mode & stat.S_IROTH:
        open_to_all = tr(
            "clapper: every user can read {file} and the code in it; "
            "to prevent this, run: chmod o-r {file}"
        )
        _warn(open_to_all.format(file=config.file))
    if config.wiring.pins.factory == "mock":
        print(tr("No pins and no displays: the factory is mock."))
    else:
        if config.wiring.pins.exist:
            print(tr("Pins: {factory}.").format(factory=config.wiring.pins.factory))
        else:
            print(tr("No pins: plungers and buttons are keys."))
        for _, part, pin in pins_of_parts(config.wiring):
            print(f"{part_name(part)}: {render(describe_pin(pin))}.")
        if (one := config.wiring.framebuffer) is not None:
            print(tr("One screen for both players: {device}.").format(device=one.device))
        for line, key in config.wiring.keys.items():
            print(f"{part_name(line)}: {key}.")
        for line in config.wiring.bare:
            print(tr("{line}: keys of any keyboard.").format(line=part_name(line)))
        for side, screen in config.wiring.screens.items():
            text = tr("Display {side}: {where}, {width}x{height}.")
            size = {"width": screen.width, "height": screen.height}
            print(text.format(side=part_name(side), where=render(describe_screen(screen)), **size))
    for sentence in setup_sentences(config.setup):
        print(f"{sentence}.")
    if named := " · ".join(name_parts(config.names, config.setup.starter)):
        print(named)
    _warn_of(config.skipped)
    for doubt in config.doubts:
        _warn(f"clapper: {render(doubt)}")
    return 0


def doctor(options: Namespace) -> int:
    from clock.doctor import look

    if options.keys:
        from clock.doctor.learning import learn_keys

        return learn_keys(options.config, lambda text: print(text, flush=True))
    return look(
        options.config, report=options.report, with_hands=options.hands, as_json=options.json
    )


def games(options: Namespace) -> int:
    from clock.records.games import JournalGames
    from clock.records.listing import list_games

    journal = JournalGames(_journal(options))
    if options.json:
        from clock.records.json_lines import encoded, game_objects

        objects = list(game_objects(journal, options.day or ""))
        lines, is_whole = [encoded(each) for each, _ in objects], all(whole for _, whole in objects)
    else:
        lines, is_whole = list_games(journal, options.day or "")
    for line in lines:
        print(line)
    _warn_of_head(journal.head_problem)
    if not lines:
        _warn(f"clapper: {tr('no games were played')}")
    return 0 if is_whole else NOT_WHOLE


def bring(options: Namespace) -> int:
    from clock.records.bring import bring

    print(bring(options.file, _journal(options)))
    return 0


def log(options: Namespace) -> int:
    from clock.records.game_log import lines_of

    source = _source(options)
    if options.json:
        from clock.records.json_lines import encoded, log_objects

        with speaking(ENGLISH):
            for each in log_objects(source):
                print(encoded(each))
        return _noted(source)
    for line in lines_of(source):
        print(printable(line))
    return _noted(source)


def export(options: Namespace) -> int:
    from clock.records.export import export, qr_code

    source = _source(options)
    if options.pgn or options.sgf:
        return _export_score(options, source)
    text = qr_code(source) if options.qr else export(source, as_csv=options.csv)
    write(text, options.out, source=source.path)
    return _noted(source)


def _export_score(options: Namespace, source: "Source") -> int:
    """Write a score with the times of a game, and warn of a mismatch."""
    from clock.files import read_file
    from clock.records.scores.annotated import pgn_of, sgf_of

    file, annotate = (options.pgn, pgn_of) if options.pgn else (options.sgf, sgf_of)
    try:
        text, differs = annotate(source, read_file(file))
    except Problem as problem:
        raise Problem(placed(file, problem.message)) from None
    write(text, options.out, source=file)
    if differs is not None:
        _warn(f"clapper: {render(placed(file, differs))}")
    return _noted(source) or (NOT_WHOLE if differs else 0)


def report(options: Namespace) -> int:
    from clock.records.report.html_page import html_page
    from clock.records.report.reported import as_json, reported_game

    source = _source(options)
    source = source._replace(names=names_of(options).over(source.names))
    game = reported_game(source)
    text = as_json(game) if options.json else html_page(game).encode()
    out = options.out
    if out is None and not options.json and _is_terminal():  # nobody reads a page there
        out = Path(f"clapper-report-{Path(source.name).stem}.html")
    write(text, out, source=source.path)
    return _noted(source)


def names_of(options: Namespace) -> "Names":
    """Return the names of a game in the options, to override its own."""
    from clock.game.names import Names

    return Names(*(getattr(options, key) for key in Names.__struct_fields__))


def desk(options: Namespace) -> int:
    try:
        from clock.desk_pages import subcommands
    except ModuleNotFoundError as error:
        if error.name not in ("aiomqtt", "argon2", "segno", "sqlalchemy", "starlette", "uvicorn"):
            raise
        raise Problem(
            "`clapper desk` needs {library}, which is not installed: use `make desk` in the "
            "project's folder",
            library=error.name,
        ) from None
    return subcommands.ACTS[options.act](options)


def verify(options: Namespace) -> int:
    from clock.records.verify import verify

    with speaking(ENGLISH if options.json else language()):
        name = None if options.all else options.game
        return verify(_journal_for(options, name), name, as_json=options.json)


def _source(options: Namespace) -> "Source":
    from clock.records.source import read_source

    return read_source(options.game, _journal_for(options, options.game))


def _journal_for(options: Namespace, name: str | None) -> Path:
    """Return the folder with a game; none is looked for where the name is of a file."""
    from clock.records.source import is_number

    return _journal(options) if name is None or is_number(name) else Path()


def _journal(options: Namespace) -> Path:
    """Return the folder with the games: without an option a clock's, else that of `clapper sim`.

    Of several clocks on this machine it is the one that was used last; it is named.
    """
    from clock.cli.command_options import JOURNAL
    from clock.station.settings_file import users_file

    if options.journal is not None or JOURNAL.exists():
        return Path(options.journal or JOURNAL)
    own = users_file(os.environ).parent.glob("*/games")
    used = max(own, key=lambda folder: folder.stat().st_mtime_ns, default=None)
    if used is None:
        return JOURNAL
    text = tr("showing the games in {folder}: {missing} does not exist")
    _warn(f"clapper: {text.format(folder=used, missing=JOURNAL)}")
    return used


def _noted(source: "Source") -> int:
    """Warn of the missing parts of a printed game; return the exit status."""
    _warn_of_head(source.head_problem)
    for note in source.notes():
        _warn(printable(f"clapper: {source.path}: {note}"))
    return NOT_WHOLE if source.problems else 0


def _warn_of_head(problem: Message | None) -> None:
    if problem is not None:
        _warn(f"clapper: {render(problem)}")


def write(text: bytes, file: Path | None, *, source: Path | None = None) -> None:
    """Write a text made from `source` to a file, and name it; for None or "-" print the text."""
    from clock.files import replace_file
    from clock.records.output_files import require_replaceable

    if file in (None, Path("-")):
        print(text.decode(), end="")
        return
    try:
        if source is not None:
            require_replaceable(file, source)
        replace_file(file, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None
    if file.is_file():
        print(printable(tr("written: {file}").format(file=file.absolute())))


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _warn_of(skipped: tuple[Message, ...]) -> None:
    for message in skipped:
        _warn(tr("clapper: skipped {what}").format(what=render(message)))


def _warn(line: str) -> None:
    print(line, file=sys.stderr)
