// What every page does: the stream, the banner, forms, and reading itself again when it is old.

import { connect, fill, listen, model, say } from "./model.js";
import { start as startForms } from "./forms.js";
import { start as startResults } from "./results.js";
import { drawFaces } from "./table.js";

const OLD_S = 3;
const AGAIN_MS = 2000;
const TYPING_MS = 1000;
const FETCH_MS = 4000;
const main = document.getElementById("main");
const banner = document.getElementById("banner");
let revision = null;
let read = performance.now();
let wanted = false;
let reading = false;
let typed = -Infinity;
let sent = -Infinity;

/** The page is not read again under somebody's hands; who has sent a form waits for what it came to. */
function isInUse() {
  const active = document.activeElement;
  const typing = main.contains(active) && (active.matches("select") || active.matches("input, textarea") && isTyped(active.form)) && !active.closest("[data-sent]");
  if (performance.now() - typed < TYPING_MS) return true;
  return typing || main.querySelector("dialog[open]") !== null || document.hidden;
}

/** Whether a form has something that somebody put there. */
function isTyped(form) {
  if (!form || form.hasAttribute("data-sent")) return false;
  return [...form.elements].some((field) => {
    if (field.type === "file") return field.files.length > 0;
    if (["hidden", "submit", "button"].includes(field.type)) return false;
    if (field.type === "checkbox") return field.checked !== field.defaultChecked;
    return field.value !== original(field);
  });
}

/** What the desk put into a field. */
function original({ options, defaultValue, value }) {
  if (!options) return defaultValue ?? value;
  return ([...options].find((each) => each.defaultSelected) ?? options[0])?.value ?? "";
}

/** What the desk put into a form: what somebody saw when they began to fill it in. */
function seen(form, is = () => true) {
  return JSON.stringify([...form.elements].filter(is).map((field) => [field.name, original(field)]));
}

const isHidden = ({ type }) => type === "hidden";

const PLACES = ["section", "round", "table", "clock", "name"];

/** What a form is about: its act and the place. */
function subject(form) {
  const hidden = [...form.elements].filter((field) => isHidden(field) && PLACES.includes(field.name));
  return [form.getAttribute("action"), ...hidden.map(({ name, value }) => `${name}=${value}`)].join(" ");
}

const copyOf = (form) => [...main.querySelectorAll("form")].find((each) => subject(each) === subject(form));

/** Put a form that somebody has changed in place of its new copy, and say if that is another one.
 * One that was refused, and would be again for what was seen, gives way to it. */
function keep(form) {
  const copy = copyOf(form);
  if (!copy) return;
  const changed = seen(form) !== seen(copy);
  if (form.hasAttribute("data-refused") && seen(form, isHidden) !== seen(copy, isHidden)) return;
  form.removeAttribute("data-refused");
  form.querySelector(".changed")?.remove();
  copy.replaceWith(form);
  if (!changed) return;
  const note = Object.assign(document.createElement("p"), { className: "problem changed", textContent: main.dataset.changed });
  form.append(note);
}

/** Where the focus is, to be found in a new copy of the page. */
function focused() {
  const active = document.activeElement;
  const form = main.contains(active) && active.form;
  const at = form ? [...form.elements].indexOf(active) : -1;
  const id = active?.closest?.("[id]:not(main)")?.id;
  return () => (form && copyOf(form)?.elements[at]) ?? (id && document.getElementById(id));
}

/** The page as the desk has it now; null: it does not answer. */
async function fetched() {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout(FETCH_MS) }).catch(() => null);
  return answer?.ok ? answer.text().catch(() => null) : null;
}

async function readAgain() {
  if (!wanted || reading || isInUse() || performance.now() - read < AGAIN_MS) return;
  wanted = false;
  reading = true;
  read = performance.now();
  const text = await fetched();
  reading = false;
  if (!text) { wanted = true; return; }
  if (read === -Infinity) { readAgain(); return; } // somebody here has done something since
  if (isInUse()) { wanted = true; return; }
  renew(text);
}

/** What a question is about is what the desk has now, whoever has the page in use. */
async function freshen() {
  if (!main.dataset.live || main.querySelector("dialog[open]")) return;
  const text = await fetched();
  if (!text || main.querySelector("dialog[open]")) { wanted = true; return; } // one opened meanwhile
  read = performance.now();
  renew(text);
}

/** Put the desk's page in place of this one, with what somebody has typed, opened and scrolled. */
function renew(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const opened = [...main.querySelectorAll("details")].map((each) => each.open);
  const scrolled = [...main.querySelectorAll(".wide, .log")].map((each) => each.scrollTop);
  const focus = focused();
  const forms = [...main.querySelectorAll("form:not(dialog form)")].filter(isTyped);
  const drawn = main.querySelectorAll(".drawn");
  main.replaceChildren(...page.getElementById("main").childNodes);
  forms.forEach(keep);
  for (const each of drawn) document.getElementById(each.id)?.replaceWith(each);
  [...main.querySelectorAll("details")].forEach((each, at) => { each.open = opened[at] ?? each.open; });
  [...main.querySelectorAll(".wide, .log")].forEach((each, at) => { each.scrollTop = scrolled[at] ?? 0; });
  focus()?.focus?.({ preventScroll: true });
}

function follow(news) {
  const kind = main.dataset.live;
  const rows = news.tables ?? [];
  const acted = revision !== null && news.revision !== revision;
  revision = news.revision;
  const changed = { any: rows.length > 0, row: rows.some((row) => row.clock === main.dataset.clock) };
  if (kind && (acted || changed[kind])) wanted = true;
  if (acted) read = Math.min(read, performance.now() - AGAIN_MS);
  readAgain();
}

function drawHealth() {
  const health = document.querySelector("[data-slot=health]");
  if (health && model.tables.size) {
    say(health, fill(health.dataset.text, { online: model.online, all: model.tables.size }));
    health.classList.toggle("bad", model.online < model.tables.size);
  }
}

function drawBanner() {
  const seconds = Math.floor((performance.now() - model.news) / 1000);
  if (!banner) return;
  banner.hidden = seconds < OLD_S;
  if (!banner.hidden) banner.textContent = fill(banner.dataset.text, { seconds });
}

function startLarge() {
  const button = document.getElementById("large");
  if (!button) return;
  const set = (large) => {
    document.documentElement.classList.toggle("large", large);
    button.ariaPressed = String(large);
  };
  set(localStorage.getItem("large") === "yes");
  button.addEventListener("click", () => {
    const large = button.ariaPressed !== "true";
    localStorage.setItem("large", large ? "yes" : "no");
    set(large);
  });
}

async function start() {
  document.addEventListener("keydown", () => { typed = performance.now(); });
  for (const sends of ["submit", "change"]) document.addEventListener(sends, () => { sent = performance.now(); }, true);
  document.addEventListener("stale", () => {
    if (!main.dataset.live) return; // its own script draws it
    if (typed <= sent) typed = -Infinity;
    wanted = true;
    read = -Infinity;
    readAgain();
  });
  startLarge();
  if (!document.body.dataset.me) return;
  startForms(freshen);
  const { classList } = document.body;
  if (document.querySelector(".results")) startResults();
  if (classList.contains("now")) (await import("./now.js")).start();
  if (classList.contains("screen")) (await import("./hall.js")).startScreen(document.getElementById("games"));
  if (["overlay", "clocks"].some((each) => classList.contains(each))) (await import("./games.js")).startGames();
  if (classList.contains("of-table")) { drawFaces(); setInterval(drawFaces, 1000); }
  listen(follow);
  listen(drawHealth);
  connect();
  setInterval(() => { drawBanner(); readAgain(); }, 500);
}

start();
