// The times of tables: on the hall's screen, and laid over a stream's picture.

import { inFigures, listen, model, say, shown } from "./model.js";

const SCREEN_S = 12;
const SIZES = [3, 2.5, 2, 1.7, 1.4, 1.2, 1];

function drawGame(game, row) {
  game.classList.toggle("off", !row.online);
  for (const seat of ["left", "right"]) {
    const line = game.querySelector(`[data-seat=${seat}]`);
    const clock = row[seat];
    line.hidden = !clock;
    if (!clock) continue;
    say(line.querySelector(".name"), clock.name || "");
    say(line.querySelector(".time"), inFigures(shown(row, seat)));
    line.querySelector(".stone").className = `stone ${clock.colour ?? ""}`;
    line.classList.toggle("runs", Boolean(clock.rate));
    line.classList.toggle("fallen", Boolean(clock.fallen));
  }
}

export function startOverlay(game) {
  const draw = () => {
    for (const row of model.tables.values()) if (row.table === game.dataset.table) drawGame(game, row);
  };
  listen(draw);
  setInterval(draw, 100);
}

/** Shows all tables as large as they fit, or as many as there is room for, then the next ones. */
export function startScreen(box) {
  const template = document.getElementById("game");
  let first = 0;
  let fitted = "";
  const drawn = new Map();
  const number = (row) => Number(row.table.replace(/\D/g, "")) || 0;

  function room() {
    const { width, top } = box.getBoundingClientRect();
    const probe = box.firstElementChild?.getBoundingClientRect();
    const [wide, high] = [probe?.width || 320, probe?.height || 120];
    const columns = Math.max(1, Math.round(width / (wide + 12)));
    return columns * Math.max(1, Math.floor((innerHeight - top) / (high + 12)));
  }

  function fit(count) {
    const what = `${count} ${innerWidth} ${innerHeight}`;
    if (what === fitted || !box.firstElementChild) return;
    fitted = what;
    for (const size of SIZES) {
      box.style.fontSize = `${size}rem`;
      if (room() >= count) break;
    }
  }

  function draw() {
    const rows = [...model.tables.values()].filter((row) => row.left);
    rows.sort((one, other) => number(one) - number(other));
    if (first >= rows.length) first = 0;
    fit(rows.length);
    const now = rows.slice(first, first + room());
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
      game.classList.toggle("finished", row.phase === "finished");
      if (box.children[at] !== game) box.insertBefore(game, box.children[at] ?? null);
      drawGame(game, row);
    });
  }

  listen(({ tables }) => { if (tables) draw(); });
  setInterval(draw, 250);
  setInterval(() => { first += room(); draw(); }, SCREEN_S * 1000);
}
