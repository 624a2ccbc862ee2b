// The times of tables: on the hall's screen, and laid over a stream's picture.

import { fill, inFigures, listen, model, say, shown, waits } from "./model.js";

const SCREEN_S = 12;
const [HIGH_EM, GAP] = [4.4, 12];
/** The width of a game, and of one where more stands beside the times. */
const [WIDE_EM, WIDER_EM] = [19, 24];

/** What a seat has beside its time: in the desk's words, but for a delay, which goes on by itself. */
function drawBeside(box, row, seat) {
  const { beside = [] } = row[seat];
  const found = beside.map(({ texts, ...rest }) => ({ text: texts[0], ...rest }));
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

function drawGame(game, row) {
  game.classList.toggle("off", !row.online);
  for (const seat of ["left", "right"]) {
    const line = game.querySelector(`[data-seat=${seat}]`);
    const clock = row[seat];
    line.hidden = !clock;
    if (!clock) continue;
    say(line.querySelector(".name"), clock.name || "");
    say(line.querySelector(".time"), clock.points || inFigures(shown(row, seat)));
    drawBeside(line.querySelector(".beside"), row, seat);
    line.querySelector(".stone").className = `stone ${clock.colour ?? ""}`;
    line.classList.toggle("runs", Boolean(clock.rate));
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

/** Shows all tables as large as they fit, or as many as can be read, then the next ones. */
export function startScreen(box) {
  const template = document.getElementById("game");
  let first = 0;
  let room = 1;
  const drawn = new Map();
  const number = (row) => Number(row.table.replace(/\D/g, "")) || 0;

  function fit(count, wide) {
    const { width, top } = box.getBoundingClientRect();
    const high = innerHeight - top;
    const least = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const sizeOf = (columns, rows) =>
      Math.min(((width + GAP) / columns - GAP) / wide, (high / rows - GAP) / HIGH_EM);
    let best = { size: 0 };
    for (let columns = 1; columns <= count; columns++) {
      const rows = Math.ceil(count / columns);
      const size = sizeOf(columns, rows);
      if (size > best.size) best = { size, columns, rows };
    }
    if (best.size < least) {
      const most = (length, em) => Math.max(1, Math.floor(length / (em * least + GAP)));
      best = { columns: most(width + GAP, wide), rows: most(high, HIGH_EM) };
      best.size = Math.min(least, sizeOf(best.columns, best.rows));
    }
    room = best.columns * best.rows;
    box.style.fontSize = `${best.size}px`;
    box.style.gridTemplateColumns = `repeat(${best.columns}, minmax(0, 1fr))`;
    box.style.gridAutoRows = `${high / best.rows - GAP}px`;
  }

  function draw() {
    const rows = [...model.tables.values()].filter((row) => row.left);
    rows.sort((one, other) => number(one) - number(other));
    if (first >= rows.length) first = 0;
    const isWider = rows.some((row) => [row.left, row.right].some(({ beside, wait }) => beside || wait));
    fit(rows.length, isWider ? WIDER_EM : WIDE_EM);
    const now = rows.slice(first, first + room);
    for (const [clock, game] of drawn) {
      if (!now.some((row) => row.clock === clock)) { game.remove(); drawn.delete(clock); }
    }
    now.forEach((row, at) => {
      let game = drawn.get(row.clock);
      if (!game) {
        game = template.content.firstElementChild.cloneNode(true);
        drawn.set(row.clock, game);
      }
      say(game.querySelector("h2"), row.table);
      game.classList.toggle("finished", Boolean(row.left.points));
      if (box.children[at] !== game) box.insertBefore(game, box.children[at] ?? null);
      drawGame(game, row);
    });
  }

  listen(({ tables }) => { if (tables) draw(); });
  setInterval(draw, 250);
  setInterval(() => { first += room; draw(); }, SCREEN_S * 1000);
}
