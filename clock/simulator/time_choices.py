"""What the page's sheet *Time* offers, what a typed text means, and who begins the next game."""

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from clock.game.names import Names
from clock.kinds import KINDS, OTHER, has_handicap, with_handicap
from clock.menu.changes import facts, next_games
from clock.menu.levels import NewGame
from clock.menu.question_facts import Fact, FactKind, fact_words
from clock.notation.each_colour import ByColour, UnclearColours, text_of_colours
from clock.notation.each_side import Controls, readings, text_of_sides
from clock.notation.sentence import SentenceRead, UsedInPart, not_used, part_of
from clock.notation.typed import Unclear
from clock.presets import (
    OWN,
    Presets,
    controls_of,
    goes_by_colour,
    played_in,
    rules_of,
    setup_of,
    usual_setup,
)
from clock.rules.machine import begin
from clock.rules.message import Message, Problem
from clock.rules.seats import Seat
from clock.rules.state import Setup, State
from clock.simulator.rules_choice import (
    NO_MESSAGE,
    begun_texts,
    openings_offered,
    rules_offered,
    with_rules,
)
from clock.simulator.time_messages import (
    Game,
    NextChoice,
    NextGame,
    Offers,
    Read,
    SheetRow,
    TimeChoice,
)
from clock.station.loop import Station
from clock.station.orders import MOVED_ON, StationSnapshot
from clock.text.control import controls_text, rules_text, short, upper_first
from clock.text.language import render, tr
from clock.text.match import expert_item
from clock.text.rows import cut_title, one_text
from clock.text.sides import side_name

PROBABLE = Message("Is this meant?")
NO_TIME = Message("Type a time, or choose one of the list")
TOO_LONG = Message("The text is too long: at most 200 characters")
CONTROL_MAX = 200


class TimeChoices:
    """The choices of a clock's setup. All methods may be called in any thread."""

    def __init__(self, station: Station, found: Presets, *, named: bool = True) -> None:
        """`named`: somebody chose the game that the clock was started with."""
        self._station, self._found, self._named = station, found, named

    def offers(self) -> Offers:
        """Return all that can be chosen."""
        games, names = [], self._station.snapshot.names
        for name, kind in KINDS.items():
            usual, presets = usual_setup(name), [*self._presets(name)]
            turned = begun_texts(with_handicap(usual, True)) if kind.handicap else {}
            ruled = usual.regulations.name, usual.opening.name if kind.openings else ""
            games.append(
                Game(
                    name,
                    tr(kind.title),
                    presets,
                    begun_texts(usual),
                    turned,
                    *ruled,
                    rules_of(name),
                )
            )
        setup, last = self._station.state.setup, [*self._last_rows()]
        played = self.game or OTHER
        shown = setup if played == (setup.game or OTHER) else usual_setup(played)
        return Offers(
            game=self.game,
            games=games,
            last=last,
            begins=setup.starter,
            handicap=has_handicap(setup),
            left=names.left,
            right=names.right,
            rules=shown.regulations.name,
            opening=shown.opening.name,
            all_rules=[*rules_offered()],
            openings=[*openings_offered(self._found.openings.values())],
        )

    @property
    def game(self) -> str:
        """The kind of game for a text that names none: the last one set; "": none was chosen."""
        recent = self._station.snapshot.recent_setups
        if not (self._named or recent):
            return ""
        game = self._station.state.setup.game if self._named else recent[0].game
        return game if game in KINDS else OTHER

    def remark(self, choice: TimeChoice) -> str:
        """Return which game is taken for a text, where nobody chose one; else ""."""
        by_name = choice.game or choice.last is not None or choice.control in self._found.presets
        if by_name or self.game == (self._station.state.setup.game or OTHER):
            return ""
        return tr("No game chosen: {game}").format(game=tr(KINDS[self.game or OTHER].title))

    def names(self, choice: TimeChoice) -> Names | None:
        """Return the names with the players of a choice; None: they stay as they are."""
        players = {"left": choice.left, "right": choice.right}
        typed = {key: _one_line(name) for key, name in players.items() if name is not None}
        return replace(self._station.snapshot.names, **typed) if typed else None

    def _presets(self, game: str) -> Iterator[SheetRow]:
        """The presets of a game, the user's own among them; of a match for each expert's seat."""
        offers = [each for each in self._found.offers if (each.setup.game or OTHER) == game]
        for offer in offers:
            title = offer.title if offer.game == OWN else cut_title(tr(offer.title))
            sends, rules = TimeChoice(control=offer.name), _own_rules(offer.setup)
            if offer.setup.match is None:
                times = _times(offer.setup)
                yield SheetRow(title, "" if times in title else times, sends, rules)
            else:
                for seat in Seat:
                    yield SheetRow(title, expert_item(seat), replace(sends, expert=seat), rules)

    def _last_rows(self) -> Iterator[SheetRow]:
        for index, setup in enumerate(self._station.snapshot.recent_setups):
            game = tr(KINDS[setup.game].title) if setup.game in KINDS else ""
            sends = TimeChoice(control=_written(setup), last=index)
            yield SheetRow(game, _times(setup), sends, _own_rules(setup))

    def read(self, choice: TimeChoice) -> Read:
        """Say what a text is understood as while it is typed."""
        if (part := self._in_sentence(choice)) is not None:
            read = self.read(replace(choice, control=part.text))
            return replace(read, unused=render(not_used(part.unused)))
        try:
            setup = self.setup(choice)
        except UnclearColours as error:
            game = choice.game or self.game or OTHER
            return Read([_of_colours(choice, each, game) for each in error.meanings], "", self.game)
        except Unclear:
            game = choice.game or self.game or OTHER
            found = (map(partial(played_in, game), each) for each in readings(choice.control))
            rows = [_meaning(choice, Controls(*each)) for each in found]
            return Read(rows, words(PROBABLE) if len(rows) == 1 else "", self.game)
        except Problem as error:
            return Read([], words(error.message), self.game)
        meaning = _meaning(choice, Controls(setup.left, setup.right))
        if setup.times_by_colour:
            by_colour = {
                setup.first: setup.control(setup.starter),
                setup.first.other: setup.control(setup.starter.other),
            }
            meaning = _of_colours(choice, by_colour, setup.game)
        rules = " · ".join(filter(None, (self.remark(choice), rules_text(setup))))
        return Read([replace(meaning, rules=rules)], game=self.game)

    def _in_sentence(self, choice: TimeChoice) -> SentenceRead | None:
        """The control inside a typed sentence; None for any other choice."""
        is_name = choice.last is not None or choice.control in self._found.presets
        return None if is_name or len(choice.control) > CONTROL_MAX else part_of(choice.control)

    def setup(self, choice: TimeChoice) -> Setup:
        """Return the setup of a choice; raises Problem, or UsedInPart for a sentence."""
        if (found := self._in_sentence(choice)) is not None:
            raise UsedInPart(found)
        setup = self._chosen(choice)
        if choice.handicap is not None:
            setup = with_handicap(setup, choice.handicap)
        return with_rules(setup, choice.rules, choice.opening, self._found.openings)

    def _chosen(self, choice: TimeChoice) -> Setup:
        """The setup of a choice, but for the handicap.

        A written time keeps the rest of the setup in the same game, as the clock's *Times* does.
        """
        present = self._station.state.setup
        present = present.begun_by(choice.begins or present.starter)
        if choice.last is not None:
            for setup in self._station.snapshot.recent_setups[choice.last : choice.last + 1]:
                if _written(setup) == choice.control:
                    return setup.begun_by(choice.begins or setup.starter)
            raise Problem(MOVED_ON)
        if len(choice.control) > CONTROL_MAX:
            raise Problem(TOO_LONG)
        if not (choice.control or choice.game):
            if self.game != (present.game or OTHER):
                raise Problem(NO_TIME)
            return present
        control = choice.control or self._found.usual(choice.game)
        typed = control not in self._found.presets
        game = choice.game or (self.game or OTHER if typed else "")
        if typed and game == (present.game or OTHER):
            setup = self._with_times(present, control)
            begin(setup)
            return setup
        starter = present.starter if choice.expert is None else choice.expert.other
        preset = self._found.meant(control, game)
        setup = setup_of(preset, openings=self._found.openings, starter=starter)
        if choice.expert is not None and setup.match is None:
            raise Problem(NO_MESSAGE)
        begin(setup)
        return setup

    def _with_times(self, setup: Setup, control: str) -> Setup:
        """Return a setup with a written time: both seats have it in full, and there is no match."""
        preset = self._found.meant(control, setup.game)
        left, right = controls_of(preset, setup.black)
        by_colour = left != right and goes_by_colour(preset)
        full = {"left_remaining_ns": None, "right_remaining_ns": None}
        setup = replace(setup, left=left, right=right, times_by_colour=by_colour, **full)
        return setup.out_of_changed_match()

    def next_game(self) -> NextGame:
        """Return what to ask before the next game; nothing where none may follow."""
        snapshot = self._station.snapshot
        if not snapshot.may_follow:
            return NextGame([], [])
        state = snapshot.state
        ways = next_games(state)
        found = [{each.kind: _fact_text(each, state) for each in facts(way, state)} for way in ways]
        decided = ways[0].ending is not None
        shown = {} if decided else found[0]
        return NextGame(
            [text for kind, text in shown.items() if kind not in _IN_ROWS],
            [
                _beginning(way, texts, snapshot, decided=decided)
                for way, texts in zip(ways, found, strict=True)
            ],
        )

    def next_of(self, choice: NextChoice) -> NewGame:
        """Return the next game of a choice; raises Problem."""
        for way in next_games(self._station.state):
            if _sends(way) == choice:
                return way
        raise Problem(MOVED_ON)


def _one_line(name: str) -> str:
    return "".join(filter(str.isprintable, " ".join(name.split())))


def _written(setup: Setup) -> str:
    return text_of_sides(Controls(setup.left, setup.right))


def _times(setup: Setup) -> str:
    return controls_text(setup.left, setup.right, short)


def _own_rules(setup: Setup) -> str:
    """What a setup has besides its times, unless it is usual in its game."""
    if setup.game not in KINDS:
        return rules_text(setup)
    return rules_text(setup, usual_setup(setup.game))


def _meaning(choice: TimeChoice, controls: Controls) -> SheetRow:
    sends = replace(choice, control=text_of_sides(controls))
    return SheetRow("", controls_text(*controls, short), sends)


def _of_colours(choice: TimeChoice, controls: ByColour, game: str) -> SheetRow:
    sends = replace(choice, control=text_of_colours(controls))
    sides = (f"{side_name(game, each)}: {short(one)}" for each, one in controls.items())
    return SheetRow("", " · ".join(sides), sends)


_IN_ROWS = (FactKind.NEXT_BEGINS, FactKind.BEGINS_AGAIN, FactKind.OTHER_WAY)
_ENDS = (FactKind.OUTCOME, FactKind.NO_RESULT)


def _fact_text(fact: Fact, state: State) -> str:
    return " ".join(map(one_text, fact_words(fact, state)))


def _sends(way: NewGame) -> NextChoice:
    return NextChoice(way.colours_turned, way.ending is not None, way.first is not None)


def _beginning(
    way: NewGame, texts: Mapping[FactKind, str], snapshot: StationSnapshot, *, decided: bool
) -> SheetRow:
    """Who begins the next game, by name; first how this one ends, where a fall has decided it."""
    begins = next(texts[kind] for kind in _IN_ROWS if kind in texts)
    player = snapshot.names.at(way.setup_after(snapshot.state).starter)
    even = texts.get(FactKind.EVEN_GAME, "")
    if not decided:
        return SheetRow(begins, player, _sends(way), even)
    ends = next(texts[kind] for kind in _ENDS if kind in texts)
    return SheetRow(ends, " · ".join(filter(None, (begins, player))), _sends(way), even)


def words(problem: Message) -> str:
    """Return a problem in words: of a text that is not understood the part that is wrong."""
    inner, part = problem.values.get("problem"), problem.values.get("part")
    if isinstance(inner, Message):  # without the names of presets, which stand below the field
        return words(inner)
    if part is None:
        return upper_first(render(problem))
    return tr('"{part}" is not understood').format(part=part)
