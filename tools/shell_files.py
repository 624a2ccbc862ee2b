"""The completion for bash and zsh, and the manual page: `python -m tools.shell_files` writes them.

All are made from the commands of the command line. They are files, so that the Tab key starts no
Python, which takes a Pi Zero seconds, and nothing has to be installed for them.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from clock.cli.command_options import JOURNAL, CommandOption
from clock.cli.parser import COMMANDS, EXAMPLES, command_line
from clock.notation.opening_files import SHIPPED
from clock.presets import find_presets
from clock.rules.regulations import PROFILES
from clock.text.language import LANGUAGES

FOLDER = Path(__file__).parents[1] / "shell"
LANGUAGE = CommandOption("--language", "the language of what the command prints", choices=LANGUAGES)
HELP = CommandOption("--help", "show this help message and exit", action="store_true")
VALUES = {
    "--control": tuple(find_presets().presets),
    "--regulations": tuple(PROFILES),
    "--opening": (*SHIPPED, "none"),
    "--organizer": ("players", "hold", "key", "code:"),
    "game": ("last",),
}
"""What an option is completed to that has no choices."""
GLOBAL = ("--help", "--version", "--language")
EXIT_STATUS = (
    ("0", "All is well."),
    ("1", "Something does not hold, or only a part could be read."),
    ("2", "The command was given wrongly, or what it was to read has a mistake."),
    ("130", "The command was interrupted."),
)
FILES = (
    ("/etc/clapper/clapper.toml", "the configuration of the clock"),
    ("/etc/clapper/presets, ~/.config/clapper/presets", "presets of your own"),
    (str(JOURNAL), "the games"),
)


def options_of(command: str) -> tuple[CommandOption, ...]:
    """Return what a command takes; what is not in its help is left out."""
    shown = (each for each in COMMANDS[command][1] if each.text != argparse.SUPPRESS)
    return (*shown, LANGUAGE, HELP)


def takes_value(option: CommandOption) -> bool:
    return option.arguments.get("action") != "store_true"


def values_of(option: CommandOption) -> tuple[str, ...]:
    """Return the words that an option or argument is completed to."""
    return tuple(option.arguments.get("choices", VALUES.get(option.name, ())))


def path_of(option: CommandOption) -> str:
    """Return "f" for a file, "d" for a folder, "" for anything else."""
    metavar = str(option.arguments.get("metavar", ""))
    return "f" if "FILE" in metavar else "d" if metavar == "FOLDER" else ""


# bash


def bash() -> str:
    """Return the completion for bash."""
    cases = "".join(_bash_cases())
    return f"""\
# Completion of clapper for bash. Made by `make shell`.
_clapper() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    local command= each words= paths=
    if [[ $word == "=" ]]; then
        word=
    elif [[ $before == "=" ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $each in
        {"|".join(COMMANDS)}) command=$each && break ;;
        esac
    done
    case "$command $before" in
{cases}    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    if [[ $paths ]]; then
        local IFS=$'\\n'
        COMPREPLY+=($(compgen "$paths" -- "$word"))
    fi
}}
complete -o filenames -F _clapper clapper
"""


def _bash_cases() -> Iterator[str]:
    yield f"""    *" --language") words="{" ".join(LANGUAGES)}" ;;\n"""
    for command in COMMANDS:
        for option in options_of(command):
            if option.name.startswith("-") and takes_value(option) and option is not LANGUAGE:
                yield _bash_case(f'"{command} {option.name}"', values_of(option), path_of(option))
    for command in COMMANDS:
        options = options_of(command)
        arguments = [each for each in options if not each.name.startswith("-")]
        words = [each.name for each in options if each.name.startswith("-")]
        words += [value for each in arguments for value in values_of(each)]
        paths = "".join(sorted({path_of(each) for each in arguments}))
        yield _bash_case(f'"{command} "*', tuple(words), paths[-1:])
    yield _bash_case("*", (*COMMANDS, *GLOBAL), "")


def _bash_case(pattern: str, words: tuple[str, ...], paths: str) -> str:
    found = [f'words="{" ".join(words)}"'] if words else []
    found += [f"paths=-{paths}"] if paths else []
    return f"    {pattern}) {' '.join((*found, ';;'))}\n"


# zsh


def zsh() -> str:
    """Return the completion for zsh."""
    listed = "\n".join(f"    {_quoted(f'{name}:{COMMANDS[name][0]}')}" for name in COMMANDS)
    cases = "\n".join(
        f"{name})\n    _arguments \\\n        {_zsh_options(name)}\n    ;;" for name in COMMANDS
    )
    return f"""\
#compdef clapper
# Completion of clapper for zsh. Made by `make shell`.
local state line
local -a commands=(
{listed}
)
_arguments -C \\
    {_quoted(_zsh_option(HELP))} \\
    '--version[print the version and exit]' \\
    {_quoted(_zsh_option(LANGUAGE))} \\
    '1:command:->command' \\
    '*::argument:->argument'
[[ $state == command ]] && _describe command commands
[[ $state == argument ]] || return
case $words[1] in
{cases}
esac
"""


def _zsh_options(command: str) -> str:
    options = (_quoted(_zsh_option(option)) for option in options_of(command))
    return " \\\n        ".join(options)


def _zsh_option(option: CommandOption) -> str:
    words, path = values_of(option), {"f": "_files", "d": "_files -/"}.get(path_of(option), "")
    listed = f"({' '.join(word.replace(':', chr(92) + ':') for word in words)})" if words else ""
    values = listed or path or " "
    if listed and path:
        # The space keeps zsh from adding options that _alternative does not know.
        values = f' _alternative "words:word:{listed}" "paths:path:{path}"'
    name = str(option.arguments.get("metavar", "value")).replace(":", "\\:")
    if not option.name.startswith("-"):
        once = "?" if option.arguments.get("nargs") == "?" else ""
        return f":{':' if once else ''}{name}:{values}"
    text = _text(option).replace(":", "\\:").replace("[", "\\[").replace("]", "\\]")
    several = "*" if option.arguments.get("action") == "append" else ""
    return f"{several}{option.name}[{text}]" + (f":{name}:{values}" if takes_value(option) else "")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


# The manual page


def manual() -> str:
    """Return the manual page."""
    parser = command_line()
    lines = [
        '.\\" Made by `make shell`.',
        ".TH CLAPPER 1",
        ".SH NAME",
        f"clapper \\- {_roff(str(parser.description)[0].lower() + str(parser.description)[1:-1])}",
        *(".SH SYNOPSIS", ".B clapper", '.RI [ OPTIONS ] " COMMAND " [ ARGUMENTS ]'),
        ".SH COMMANDS",
    ]
    for command, (text, _) in COMMANDS.items():
        lines += [f".SS clapper {command}", _roff(_sentence(text))]
        for option in options_of(command)[:-2]:
            lines += [".TP", _tag(option), _roff(_sentence(_text(option)))]
    lines.append(".SH OPTIONS")
    for option in (
        HELP,
        CommandOption("--version", "print the version and exit", action="store_true"),
        LANGUAGE,
    ):
        lines += [".TP", _tag(option), _roff(_sentence(option.text))]
    examples, *notes = EXAMPLES.strip().split("\n\n")
    lines += [".SH EXAMPLES", ".nf", *map(_roff, examples.split("\n")[1:]), ".fi"]
    lines += [".SH TIME CONTROLS", *(_roff(line) for note in notes for line in note.split("\n"))]
    for title, rows in (("EXIT STATUS", EXIT_STATUS), ("FILES", FILES)):
        lines.append(f".SH {title}")
        for tag, text in rows:
            lines += [".TP", f".B {_roff(tag)}", _roff(text)]
    return "\n".join((*lines, ""))


def _tag(option: CommandOption) -> str:
    """The line that names an option or argument, with its value in italics."""
    name, metavar = _roff(option.name), option.arguments.get("metavar")
    if not option.name.startswith("-"):
        return f".I {_roff(str(metavar or option.name.upper()))}"
    if not takes_value(option):
        return f".B {name}"
    choices = ",".join(option.arguments.get("choices", ()))
    value = metavar or (f"{{{choices}}}" if choices else option.name.strip("-").upper())
    return f'.BI "{name} " {_roff(str(value))}'


def _text(option: CommandOption) -> str:
    return option.text.format(folder=JOURNAL)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _roff(text: str) -> str:
    """A text that roff prints as it stands."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("~", "\\(ti")
    return f"\\&{text}" if text[:1] in (".", "'") else text


MADE = {"clapper.bash": bash, "_clapper": zsh, "clapper.1": manual}


def main() -> None:
    """Write the files."""
    for name, make in MADE.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
