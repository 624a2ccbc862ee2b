"""The rules that the clock keeps, each with what it does of it. Every one of them has a test."""

from typing import NamedTuple

# A section; a rule and what the clock does, continued in indented lines.
_RULES = """
## Renju (RIF)
RIF 5 | A pass is pressed and counted like a stone that is laid.
RIF 6 | A move is over, for the clock, with its press and with nothing else.
RIF 9.4 | The claim of a spent time shows both clappers, times, counts and the instants of their
  falls; the organizer enters the result, which is refused on no ground.
RIF 9.6 | Either player claims at any time and both clocks stop at that instant; the other may
  claim as well, and the organizer dismisses either. In a stop a press alone claims nothing. With
  his own clapper down a claimant cannot win by 9.1 to 9.4 (RIF).
RIF 10.4 | Both clappers down and no claim: both clocks stop, a draw by rule.
RIF 10 b | A draw is offered by word; no button does it, and the press is a move.
RIF 12.1 | The seat that begins is tentative Black and its clock runs first.
RIF 12.2 | The first stone is part of one press of tentative Black.
RIF 12.3 | So is the second.
RIF 12.4 | So is the third: that one press credits three moves.
RIF 12.5 | Tentative White lays and presses, or enters a swap and presses: nothing is credited and
  the colours turn; a forgotten swap is entered afterwards, all times stay.
RIF 12.6 | He who is White now lays the fourth on his own time.
RIF 12.7 | Black's time goes until the fifth is offered, which his press credits; White's until he
  picked one and laid the sixth, one press and one move.
RIF 12.8 | After the opening every press is one move and there is nothing to choose.
RIF 12.9 | Within the first three moves no pass can be pressed.
RIF 13.2 | At 5:00 left or less the record is waived, silently; what lifts the time (a period, an
  increment, a correction) asks to complete it until the next press. By FIDE 8.4 it stays waived
  for the period, and never is with 30 s a move; or it is always kept.
RIF 14.1 | Periods of moves and time follow each other; each seat has its own.
RIF 14.3 | Black's clock starts; one press stops one clock and starts the other at one instant; any
  other press is ignored and logged.
RIF 14.3 same hand | The hand that laid the stone presses: on honour, witnessed, or enforced.
RIF 14.4 | A move counts at its press and not at zero or later; a press that credits several moves
  credits them all, and brings every period they complete.
RIF 14.5 | The clock's time is decisive: every figure is logged, time that goes backwards is
  refused, a late press is shown.
RIF 14.6 | A stop halts both clocks; nothing is credited, a pending choice stays; the organizer
  resumes the same seat, or takes the last press back.
RIF 14.7 | In every phase a stop calls the organizer, and no player's act resumes.
RIF 14.8 | Without time referees only the clapper falls; nothing is announced, and so a fall cannot
  stop both clocks.
RIF 14.9 | With time referees one is called at 5:00 left, once a seat and period, until
  acknowledged, and as a period begins that is no longer; not where the moves are made. A
  correction that lifts the time above 5:00 arms it again; an increment does not.
RIF 15 | With both absent one time is taken from both, where the regulations ask for it, until the
  first arrival: a press (in a stop too), a claim, or being sent on. Then Black's runs. A default
  time is reported, never awarded, and stands still in a stop.
RIF 17 | The organizer corrects every figure, with what was before and after; what makes no sense
  is refused; after a result everything but another one is, until the game is reopened.
## Gomoku (Czech rules)
gomoku 3.1 | A move is made when it is laid: who claims on his turn has laid one more.
gomoku 3.2 | Opening, choice and further stones are a press each: one increment each.
gomoku 5.1 | The two clocks can never run together.
gomoku 5.2 | The press completes the move and starts the opponent's clock.
gomoku 5.3 | A press of the seat that is not to move changes nothing.
gomoku 5.4 | The same hand presses: see below; gomoku keeps it on honour.
gomoku 5.6 | One time for all moves, or an extra time for each.
gomoku 5.7.1 | The opponent claims a spent time.
gomoku 5.7.2 | Both spent and unclaimed: a draw that ends the game at once.
gomoku 5.8 | The starter's clock starts, also if both are late.
gomoku 5.9 | Whenever both clocks stand in a game the position is to be covered.
gomoku 6.1 | After a wrong position the arbiter sets the times, or leaves them.
gomoku 6.2 | A position is laid again on the culprit's time, without credit.
gomoku 6.4 | Clocks that were set wrong are stopped, set right and resumed.
gomoku 7.4 | The limit of the record is a setting, and none by default; it is completed after the
  game.
gomoku 7.6 | The end keeps the last move's number, as the organizer enters it, and both times.
gomoku 10.11 | A game can be lost by both.
gomoku 11.6 | After a disturbance time is added to one or to both.
gomoku 11.7 | The clock gives no sign that a move was made or a press forgotten.
gomoku 11.9.1 | A warning is on record with its reason, and counted.
gomoku 11.9.2 | A penalty may be time added to the opponent.
gomoku 11.9.3 | A penalty may be time taken from the offender.
handicap match | Beginner and expert have times of their own in each game; the beginner begins
  each; the match is won by what the results make of it.
## Corrections
corrections: moves | The counter is set: the turn follows, an opening is open again below its end,
  and both seats' periods come and go with their times, but for increments.
corrections: colours | Who plays Black is set: the turn follows and each quota is counted again; in
  an opening it is the choice, before a start it decides who begins.
corrections: turn | The last press is taken back, once: moves, period, increment and swap are
  undone, the times spent stay.
corrections: press | The last press becomes a move, a swap or two more; times stay, and a period
  that it brought goes or comes.
corrections: period | A period is set where periods come by time: the times of those between are
  given or taken back.
corrections: byo-yomi | The byo-yomi periods left are set, with the present one.
corrections: time | Time given in byo-yomi comes before it; time taken is time that ran, and goes
  on into the next period.
corrections: setting | A wrong control or regulation is set right while no clock runs; times,
  moves, colours and clappers stay.
## The same hand
same hand: honour | The organizer enters a fault: warnings first, then a penalty.
same hand: witness | A mismatch, or both plungers at once, is shown to the time referee; the press
  counts.
same hand: enforce | The other hand does not complete a move with a stone: the clock runs on.
FIDE A.3 | By FIDE a fault costs 2:00, and 1:00 in a rapid or blitz game.
## Openings
openings | Every press of every opening credits its moves, turns its colours and starts the right
  clock: that of the seat that plays the colour to move.
openings: announcements | The number of fifths is a memo with Yamaguchi's pattern and Soosyrv's
  fourth; it credits nothing, never blocks, and stays until the opening is over.
## Time controls
first colour | Who moves first plays the first colour, Black or (in chess) White, and of the moves
  the odd ones; openings begin with Black.
control: plain | Time only goes down.
control: increment | A press in time adds the increment.
control: first bonus | An increment is for the move just made, or for the next one.
control: one increment a press | One increment a press, whatever it credits; a swap earns it unless
  the regulations exclude it, but byo-yomi and a gong's turn begin again all the same.
control: periods | Unused time carries over unless the period drops it; after the last control
  nothing is added.
control: bronstein | What was spent comes back at the press, up to the bonus; nothing of a
  reconstruction.
control: delay | The time waits for the delay; a stop leaves what is left of it.
control: byoyomi | After the main time, byo-yomi periods: a move inside one restores it, one used
  up is gone, the last one used up drops the clapper.
control: repeating blocks | So many moves in so much time, again and again: unused time carries
  over, or is dropped (Canadian); a block that is not completed drops the clapper.
control: mixed periods | Every period counts its time in a way of its own.
control: hourglass | What one spends flows to the other; the sum stays to the ns.
control: countup | Time goes up, and nothing ever falls.
control: gong | The gong alone ends a turn, at its instant, and gives the whole time for the next;
  a game in which 10,000 things happened by themselves is stopped.
control: a seat's own | The two seats may be counted in different ways.
control: PGN text | PGN's TimeControl is read, in seconds.
control: other clocks | What others publish of their clocks, where it is the same.
control: set-up | What cannot be played is refused at set-up with its place.
rollover: on_move | The next period comes at the press that completes the quota.
rollover: at_zero | The next period comes at zero, if the quota is made.
rollover: at_zero_both | The next period comes to both at the first zero of either.
on_flag: run | After a fall the other side plays on.
on_flag: stop | The first fall stops both; the other side's time stays shown.
"""


class Section(NamedTuple):
    """A group of rules: (number, what the clock does)."""

    title: str
    rules: list[tuple[str, str]]


def _sections(text: str) -> list[Section]:
    sections: list[Section] = []
    for line in text.strip().replace("\n  ", " ").splitlines():
        if line.startswith("## "):
            sections.append(Section(line.removeprefix("## "), []))
        else:
            number, _, sentence = line.partition(" | ")
            sections[-1].rules.append((number, sentence))
    return sections


SECTIONS = _sections(_RULES)
