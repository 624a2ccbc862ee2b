// Who needs a referee, in their order, and the hall's map.

import { fill, inFigures, listen, model, now, say } from "./model.js";
import { post, sayAlert } from "./forms.js";

const me = document.body.dataset.me;
const list = document.getElementById("items");
const words = list.dataset;
const template = document.getElementById("item");
const cells = new Map();
const announced = new Set();
let held = false;
let sound = null;

/** An alarm is for one who can act; what nobody took is for all. */
function isMine(item) { return item.for === me || (item.escalated && !item.by); }

function rowFor(item) {
  const row = template.content.firstElementChild.cloneNode(true);
  row.dataset.key = item.key;
  for (const button of row.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const fields = { key: item.key };
      if (button.classList.contains("pin")) fields.on = button.ariaPressed === "true" ? "no" : "yes";
      post(button.dataset.to, new URLSearchParams(fields));
    });
  }
  return row;
}

/** Who plays at the item's table. */
function playersOf(item) {
  const [table, another] = item.tables;
  const at = another === undefined && [...model.tables.values()].find((each) => each.table === table);
  if (!at?.left) return "";
  const seats = at.turned ? [at.right, at.left] : [at.left, at.right];
  return seats.map(({ name }) => name).filter(Boolean).join(" – ");
}

function drawItem(row, item) {
  const mine = item.by === me;
  const table = row.querySelector(".table");
  table.textContent = item.tables.length > 3
    ? `${item.tables.slice(0, 2).join(", ")}, … (${item.tables.length})` : item.tables.join(", ");
  table.href = `/tables/${encodeURIComponent(item.tables[0])}`;
  row.querySelector(".text").textContent = item.text;
  const players = playersOf(item);
  const more = players ? [players] : [];
  if (item.kind !== "game") more.push(words[item.kind]);
  if (item.by) more.push(fill(item.stays ? words.stays : words.by, { name: item.by }));
  else if (item.escalated) more.push(words.escalated);
  else if (item.for) more.push(fill(words.for, { name: item.for }));
  row.querySelector(".more").textContent = more.join(" · ");
  row.dataset.kind = item.kind;
  row.classList.toggle("urgent", item.urgent && !item.by);
  row.classList.toggle("mine", mine || isMine(item));
  row.classList.toggle("taken", Boolean(item.by));
  const [take, stay, drop, pin] = row.querySelectorAll("button");
  take.hidden = Boolean(item.by);
  stay.hidden = Boolean(item.by) && (!mine || item.stays);
  drop.hidden = !mine;
  pin.ariaPressed = String(Boolean(item.pinned));
  pin.textContent = item.pinned ? words.unpin : words.pin;
}

function drawList() {
  if (held) return;
  const known = new Map([...list.children].map((row) => [row.dataset.key, row]));
  const rows = model.items.map((item) => {
    const row = known.get(item.key) ?? rowFor(item);
    drawItem(row, item);
    return row;
  });
  const kept = new Set(rows);
  for (const row of known.values()) if (!kept.has(row)) row.remove();
  rows.forEach((row, at) => { if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null); });
  document.getElementById("calm").hidden = rows.length > 0;
  announce();
}

function announce() {
  const fresh = model.items.filter((item) => item.calls && !item.by && isMine(item) && !announced.has(item.key));
  const there = new Set(model.items.map((item) => item.key));
  for (const key of announced) if (!there.has(key)) announced.delete(key);
  for (const item of fresh) announced.add(item.key);
  if (!fresh.length) return;
  sayAlert(fresh.map((item) => `${item.tables.join(", ")}: ${item.text}`).join(". "));
  if (sound) beep();
}

function beep() {
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  tone.frequency.value = 740;
  volume.gain.setValueAtTime(0.15, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.5);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.5);
}

function cellFor(row) {
  const cell = document.createElement("a");
  const number = Number(row.table.replace(/\D/g, "")) || 0;
  const zones = [...document.querySelectorAll(".zone")];
  const zone = zones.find(({ dataset: { first, last } }) => number >= +first && number <= +last);
  cell.dataset.number = number;
  const box = zone.querySelector(".cells");
  const after = [...box.children].find((other) => +other.dataset.number > number);
  box.insertBefore(cell, after ?? null);
  return cell;
}

const STANDING = new Set(["stopped", "claimed", "fallen"]);

function drawCells(rows, marked) {
  for (const row of rows) {
    let cell = cells.get(row.clock);
    if (cell && (row.aside || cell.dataset.table !== row.table)) { cell.remove(); cells.delete(row.clock); cell = undefined; }
    if (row.aside) continue;
    if (!cell) cells.set(row.clock, (cell = cellFor(row)));
    cell.dataset.table = row.table;
    cell.textContent = row.table;
    cell.href = `/tables/${encodeURIComponent(row.table)}`;
    const phase = STANDING.has(row.phase) ? "stopped" : row.phase === "joint" ? "running" : row.phase;
    const state = !row.online ? "off" : marked.has(row.table) ? "called" : phase;
    cell.className = `cell ${state}`;
    const legend = document.querySelector(`.legend .${state}`);
    const beside = [row.left, row.right].flatMap((clock) =>
      (clock?.beside ?? []).map(({ spoken }) => [clock.name, spoken].filter(Boolean).join(": ")));
    cell.title = beside.join("\n");
    cell.ariaLabel = [row.table, ...(legend ? [legend.textContent] : []), ...beside].join(", ");
  }
}

function tick() {
  for (const item of model.items) {
    const row = list.querySelector(`[data-key="${CSS.escape(item.key)}"]`);
    if (row) say(row.querySelector(".due"), item.due === null ? "" : inFigures(Math.max(0, item.due - now())));
  }
}

export function start() {
  // The order stays while a finger is down, so that nobody takes another table than they mean.
  list.addEventListener("pointerdown", () => { held = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => setTimeout(() => { if (held) { held = false; drawList(); } }, 300));
  }
  const button = document.getElementById("sound");
  button.addEventListener("click", () => {
    sound = sound ? null : new AudioContext();
    button.ariaPressed = String(sound !== null);
    if (sound) beep();
  });
  let before = new Set();
  const broker = document.querySelector("[data-slot=broker]");
  listen((news) => {
    broker.hidden = !news.broker;
    say(broker, news.broker ?? "");
    say(document.querySelector("[data-slot=forecast]"), news.forecast ?? "");
    const marked = new Set(model.items.flatMap((item) => item.tables));
    if (news.items) {
      drawList();
      const rows = [...model.tables.values()];
      drawCells(rows.filter((row) => marked.has(row.table) !== before.has(row.table)), marked);
      before = marked;
    }
    drawCells(news.tables ?? [], marked);
    for (const clock of news.gone ?? []) { cells.get(clock)?.remove(); cells.delete(clock); }
    if (news.items) tick();
  });
  setInterval(tick, 250);
}
