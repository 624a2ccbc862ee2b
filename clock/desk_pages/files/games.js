// The games of tables as they stand: on the hall's screen, in a list, and over a stream's picture.

import { fill, inFigures, listen, model, say, shown, waits } from "./model.js";


/** What a seat has beside its time: in the desk's words, but for a delay, which goes on by itself. */
function drawBeside(box, row, seat) {
  const { beside = [], points } = row[seat];
  const found = (points ? [] : beside).map(({ texts, ...rest }) => ({ text: texts[0], ...rest }));
  const ms = waits(row, seat);
  if (ms) found.push({ text: fill(box.dataset.delay, { time: inFigures(ms) }), boxed: true });
  while (box.children.length > found.length) box.lastChild.remove();
  found.forEach(({ text, spoken, boxed }, at) => {
    const node = box.children[at] ?? box.appendChild(document.createElement("span"));
    say(node, text);
    node.classList.toggle("boxed", boxed);
    node.title = spoken ?? "";
  });
}

/** Draws a game as its clock tells it; one of which no clock tells has no times. */
export function drawGame(game, row, named = ({ name }) => name || "") {
  game.classList.toggle("off", row.online === false);
  game.classList.toggle("turned", row.turned ?? false);
  for (const seat of ["left", "right"]) {
    const line = game.querySelector(`[data-seat=${seat}]`);
    const clock = row[seat];
    line.hidden = !clock;
    if (!clock) continue;
    say(line.querySelector(".name"), named(clock));
    say(line.querySelector(".time"), clock.points || (clock.ms === undefined ? "" : inFigures(shown(row, seat))));
    drawBeside(line.querySelector(".beside"), row, seat);
    line.querySelector(".stone").className = `stone ${clock.colour ?? ""}`;
    line.classList.toggle("runs", Boolean(clock.rate && !clock.points));
    line.classList.toggle("won", ["1", "+"].includes(clock.points));
    line.classList.toggle("fallen", Boolean(clock.fallen && !clock.points));
  }
}

/** Draws the games that a page has, by their clock or by their table. */
export function startGames() {
  const draw = () => {
    for (const game of document.querySelectorAll("#main .game")) {
      const { clock, table } = game.dataset;
      const row = model.tables.get(clock) ?? [...model.tables.values()].find((each) => each.table === table);
      if (row) drawGame(game, row);
    }
  };
  listen(draw);
  setInterval(draw, 100);
}
