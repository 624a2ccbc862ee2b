// The hall's screen: every table of the rounds, as large as all fit, or as can be read, page after page.

import { listen, model, say } from "./model.js";
import { drawGame } from "./games.js";

const TURN_S = 12;
const GAP = 8;
/** In a game's letters: how high it is, and a round's title; a letter of its table, its frame, what is beside times. */
const [HIGH_EM, TITLE_EM, TABLE_EM, FRAME_EM, BESIDE_EM] = [3.8, 2, 1, 4.4, 5];
/** A name's letters in a game's; in a name's letters what stands behind it. */
const [NAME_EM, TIME_EM, POINTS_EM] = [1.3, 4.2, 1.2];
/** Letters may be so much smaller where that leaves names whole. */
const SMALLER = 0.75;
/** Of so many names one may be shortened for the others' letters. */
const NAMES_FOR_ONE = 10;
/** How much wider a winner's letters are. */
const BOLD = 1.13;
const PHONE = matchMedia("(max-width: 40rem)");
let printing = false;
const OVER = new Set(["none", "ready", "finished"]);

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

/** How wide a name is, in its own letters. */
function widthOf(name) {
  if (!widths.has(name)) {
    pen.font = `100px ${getComputedStyle(document.body).fontFamily}`;
    widths.set(name, pen.measureText(name).width / 100);
  }
  return widths.get(name);
}

const number = (table) => Number(table.replace(/\D/g, "")) || 0;

/** Whether the game on a clock is what is played at a pairing's table: the pairing's, or one that was set by hand. */
function isOf(clock, row, round) {
  if (!clock?.left) return false;
  const names = (each) => [each.left.name ?? "", each.right.name ?? ""].sort().join("\n");
  if (clock.round) return clock.round === round && names(clock) === names(row);
  return !OVER.has(clock.phase) || (clock.phase === "ready" && names(clock) !== "\n");
}

/** What a clock tells, with the pairing's names where it has none. */
function withNames(clock, row) {
  const seat = (side) => ({ ...clock[side], name: clock[side].name || row[side].name });
  return { ...clock, left: seat("left"), right: seat("right") };
}

/** The rounds, each table as its clock tells it, or else as it was paired; then other games that go on. */
function partsOf({ dataset }) {
  const rounds = JSON.parse(dataset.rounds);
  const clocks = new Map([...model.tables.values()].map((row) => [row.table, row]));
  const parts = rounds.map(({ title, number: round, rows }) => ({
    title,
    rows: rows.map((row) => {
      const clock = clocks.get(row.table);
      clocks.delete(row.table);
      return isOf(clock, row, round) ? withNames(clock, row) : row;
    }),
  }));
  const others = [...clocks.values()].filter((row) => row.left && (!rounds.length || !OVER.has(row.phase)));
  others.sort((one, other) => number(one.table) - number(other.table));
  if (others.length) parts.push({ title: rounds.length ? dataset.others : "", rows: others });
  return parts;
}

const seatsOf = (rows) => rows.flatMap(({ left, right }) => [left, right]);

/** Names may be cut to this, in their letters; before the clocks are on everybody looks for their own. */
const nameLeast = (rows) => (rows.some(({ left }) => left.ms !== undefined) ? 7.5 : 10);

/** How much of a game's width is not a name's; with `rows`, where most stands beside it. */
function besideNames(rows) {
  const seats = seatsOf(rows);
  const behind = Math.max(...seats.map(({ ms, points }) => (points ? POINTS_EM : ms === undefined ? 0 : TIME_EM)));
  const more = seats.some(({ beside, wait }) => beside || wait);
  const table = TABLE_EM * Math.max(2, ...rows.map((row) => row.table.length));
  return table + FRAME_EM + behind * NAME_EM + (more ? BESIDE_EM : 0);
}

/** A name with its given name in one letter. */
const brief = (name) => name.replace(/^([^,]+, *.)[^,]*$/u, "$1.");

/** How wide games are, from where names are cut to where all are whole, but a few that are shortened. */
function widthsOf(rows) {
  const all = seatsOf(rows).map(({ name }) => name ?? "");
  const widest = all.map(widthOf).sort((one, other) => other - one);
  const longest = Math.max(widest[Math.floor(all.length / NAMES_FOR_ONE)] ?? 0, ...all.map((name) => widthOf(brief(name))));
  const names = [Math.min(nameLeast(rows), longest), longest];
  return names.map((each) => besideNames(rows) + each * NAME_EM);
}

/** A player's name, the given name in one letter where it has no room. */
function shortened({ name = "", points }, room) {
  if (widthOf(name) * NAME_EM * (points === "1" ? BOLD : 1) <= room) return name;
  return brief(name);
}

/** Games in so many columns as large as they fit: the letters' size in pixels. */
function sizeFor({ width, high, parts, titles }, columns, wide) {
  const lines = parts.reduce((sum, { rows }) => sum + Math.ceil(rows.length / columns), 0);
  return Math.min(
    ((width + GAP) / columns - GAP) / wide,
    (high - GAP * (lines + titles)) / (lines * HIGH_EM + titles * TITLE_EM),
  );
}

function largest(hall, wide) {
  let best = { size: 0, columns: 1 };
  const most = Math.max(...hall.parts.map(({ rows }) => rows.length));
  for (let columns = 1; columns <= most; columns++) {
    const size = sizeFor(hall, columns, wide);
    if (size > best.size) best = { size, columns };
  }
  return best;
}

/** The lines of a hall, titles and games beside each other, on as many pages as they need. */
function pagesOf({ high, parts, titles }, { columns, size }) {
  const [game, title] = [HIGH_EM * size + GAP, TITLE_EM * size + GAP];
  const pages = [];
  let room = 0;
  for (const part of parts) {
    const head = titles && part.title ? title : 0;
    for (let at = 0; at < part.rows.length; at += columns) {
      const starts = room < game + (at ? 0 : head) - 0.5;
      if (starts) { pages.push([]); room = high; }
      const page = pages.at(-1);
      if (head && (starts || !at)) { page.push({ title: part.title }); room -= head; }
      page.push({ rows: part.rows.slice(at, at + columns) });
      room -= game;
    }
  }
  return pages;
}

/** As many pages as `pagesOf` takes, each as full as the others. */
function evenPages(hall, layout) {
  const row = HIGH_EM * layout.size + GAP;
  let pages = pagesOf(hall, layout);
  for (let high = hall.high - row; pages.length > 1 && high > row; high -= row) {
    const lower = pagesOf({ ...hall, high }, layout);
    if (lower.length > pages.length) break;
    pages = lower;
  }
  return pages;
}

/** As many columns as letters of the least size allow, on as many pages as that takes. */
function paged({ width }, wide, narrow, least) {
  const columns = Math.max(1, Math.floor((width + GAP) / (wide * least + GAP)));
  return { columns, size: Math.min(least, ((width + GAP) / columns - GAP) / narrow) };
}

/** The layout with the widest games that makes letters not too small, or adds no page. */
function fit(hall, [narrow, whole], least) {
  const best = largest(hall, narrow);
  const fits = best.size >= least;
  const most = fits ? 1 : pagesOf(hall, paged(hall, narrow, narrow, least)).length;
  for (let wide = whole; wide > narrow; wide -= 0.5) {
    const found = fits ? largest(hall, wide) : paged(hall, wide, narrow, least);
    const is = fits ? found.size >= Math.max(least, best.size * SMALLER) : pagesOf(hall, found).length <= most;
    if (is) return found;
  }
  return fits ? best : paged(hall, narrow, narrow, least);
}

/** How high games are, so that the fullest page is filled. */
function heightOf(pages, { high }, { size }) {
  const heights = pages.map((lines) => {
    const titles = lines.filter(({ title }) => title).length;
    return (high - titles * (TITLE_EM * size + GAP)) / (lines.length - titles) - GAP;
  });
  return Math.min(...heights);
}

/** Draws on a screen's box; what was drawn before is used again. */
function drawOn(box, lines, wide, drawn, template) {
  const used = new Map();
  const nodes = lines.flatMap(({ title, rows }) => {
    if (title) {
      const node = drawn.get(title) ?? Object.assign(document.createElement("h2"), { textContent: title });
      used.set(title, node);
      return [node];
    }
    return rows.map((row) => {
      const key = `${row.table} ${row.clock ?? row.left.name}`;
      const game = drawn.get(key) ?? template.content.firstElementChild.cloneNode(true);
      used.set(key, game);
      say(game.querySelector("h2"), row.table);
      game.classList.toggle("finished", Boolean(row.left.points));
      game.classList.toggle("bye", !row.table);
      const room = wide - besideNames([row]);
      drawGame(game, row, (seat) => shortened(seat, room));
      return game;
    });
  });
  for (const [key, node] of drawn) if (!used.has(key)) node.remove();
  nodes.forEach((node, at) => { if (box.children[at] !== node) box.insertBefore(node, box.children[at] ?? null); });
  return used;
}

/** Shows all tables as large as they fit, or as many as can be read, then the next ones. */
export function startScreen(box) {
  const template = document.getElementById("game");
  const [title, turned] = ["title", "page"].map((slot) => document.querySelector(`[data-slot=${slot}]`));
  let page = 0;
  let drawn = new Map();

  function draw() {
    const parts = partsOf(document.getElementById("rounds"));
    const { width, top } = box.getBoundingClientRect();
    const titles = parts.length > 1 ? parts.filter((each) => each.title).length : 0;
    const hall = { parts, titles, width, high: innerHeight - top };
    const least = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const all = parts.flatMap(({ rows }) => rows);
    const isList = PHONE.matches || printing;
    const layout = isList ? { columns: 1, size: 0.9 * least } : fit(hall, widthsOf(all), least);
    const pages = isList ? pagesOf({ ...hall, high: Infinity }, layout) : evenPages(hall, layout);
    if (page >= pages.length) page = 0;
    say(title, titles || !parts.length ? "" : parts[0].title);
    say(turned, pages.length > 1 ? `${page + 1} / ${pages.length}` : "");
    box.style.fontSize = `${layout.size}px`;
    box.style.gridTemplateColumns = `repeat(${layout.columns}, minmax(0, 1fr))`;
    box.style.setProperty("--high", isList ? "auto" : `${heightOf(pages, hall, layout)}px`);
    const wide = ((width + GAP) / layout.columns - GAP) / layout.size;
    drawn = drawOn(box, pages[page] ?? [], isList ? Infinity : wide, drawn, template);
  }

  listen(({ tables }) => { if (tables) draw(); });
  for (const event of ["beforeprint", "afterprint"]) {
    addEventListener(event, () => { printing = event === "beforeprint"; draw(); });
  }
  setInterval(draw, 250);
  setInterval(() => { page += 1; draw(); }, TURN_S * 1000);
}
