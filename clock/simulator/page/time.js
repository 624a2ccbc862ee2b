// The sheet Time: what players type is read by the server while they type, and the clock is set to
// it, or to a row of the lists; and the next game. The address may name a time as well.
"use strict";

const TYPED_MS = 200; // a text is read once its writer has paused so long
const NOTICE_MS = 8000;

const sheet = $("#time");
const game = $("#time select");
const field = $("#time input");
const meaning = $("#time output");
const players = [...document.querySelectorAll("#time .players input")];
const begins = $("#time [name=begins]");
const handicap = $("#time [name=handicap]");
const rules = $("#time [name=rules]");
const opening = $("#time [name=opening]");
const next = $("#next");
const notice = $("#notice");
let offers = null;
let typing = 0; // the timer of the pause
let asked = 0; // how many texts were sent to be read: the last answer alone is shown

const NOTHING = { rows: [], problem: "" }; // what an empty field means
const speaks = { "Accept-Language": root.lang };

async function ask(path, message) {
  const post = message && { method: "POST", body: JSON.stringify(message) };
  try {
    const answer = await fetch(path, { headers: speaks, ...post });
    return answer.status === 204 ? null : await answer.json();
  } catch {
    return { rows: [], facts: [], problem: "{{Connection lost, reconnecting}}" };
  }
}

const element = (name, text, className = "") =>
  Object.assign(document.createElement(name), { textContent: text, className });

function rowOf({ title, words, rules, sends }, path, done) {
  const row = element("button", "", "row");
  row.type = "button";
  if (title) row.append(element("b", title), " ");
  row.append(element("span", words));
  if (rules) row.append(element("span", rules, "rules"));
  row.addEventListener("mousedown", (event) => event.preventDefault());
  row.addEventListener("click", () => act(path, sends, done));
  return row;
}

// ---- What the clock is set to.

async function openSheet() {
  const found = await ask("time");
  if (found.problem) return; // the page says it
  offers = found;
  const options = offers.games.map(({ name, title }) => new Option(title, name));
  game.replaceChildren(...options);
  if (!offers.game) game.prepend(new Option("{{Choose…}}", ""));
  game.value = offers.game;
  for (const [select, found] of [[rules, offers.all_rules], [opening, offers.openings]]) {
    select.replaceChildren(...found.map(({ name, title }) => new Option(title, name)));
  }
  field.value = "";
  for (const choice of [...players, begins]) choice.value = offers[choice.name];
  showGame();
  showMeaning(NOTHING);
  if (!sheet.open) sheet.showModal();
  // Without a game that comes first; where there are no keys, a keyboard would hide the rows.
  (offers.game && !touched.matches ? field : game).focus();
}

const isHandicap = () => handicap.ariaPressed === "true";

const shownGame = () =>
  offers.games.find(({ name }) => name === game.value) ?? offers.games.at(-1);

// The rules and the opening of the game: those that are set, or its usual ones.
const ownRules = () => game.value === offers.game ? offers : shownGame();

function showRules() {
  const label = opening.closest("label");
  label.hidden = !shownGame().opening;
  const byName = Object.fromEntries([...rules.options].map((each) => [each.value, each]));
  rules.append(...shownGame().all_rules.map((name) => byName[name]));
  for (const select of [rules, opening]) select.value = ownRules()[select.name];
  explainRules();
}

function explainRules() {
  $("#time-rules").textContent = offers.all_rules.find(({ name }) => name === rules.value).sentence;
}

// What was not chosen here is not sent: a row of the lists has its own.
const chosenRules = () => Object.fromEntries([rules, opening]
  .filter(({ name, value }) => shownGame()[name] && value !== ownRules()[name])
  .map(({ name, value }) => [name, value]));

function showBeginner() {
  const found = shownGame();
  handicap.hidden = !found.handicap.left;
  begins.textContent = (isHandicap() ? found.handicap : found.begun)[begins.value];
}

function showGame() {
  handicap.ariaPressed = String(offers.handicap && game.value === offers.game);
  showOffers();
}

function showOffers() {
  showBeginner();
  showRules();
  const presets = offers.games.find(({ name }) => name === game.value)?.presets ?? [];
  for (const [list, rows] of [["#time-last", offers.last], ["#time-presets", presets]]) {
    $(list).replaceChildren(...rows.map((row) => rowOf(row, "time/set", sheet)));
    $(list).parentElement.hidden = rows.length === 0;
  }
}

function showMeaning(read) {
  if (read.game && game.value === offers.game && read.game !== offers.game) { // set elsewhere
    offers.game = game.value = read.game;
    showOffers();
  }
  field.ariaInvalid = read.problem ? "true" : null;
  meaning.replaceChildren(...meaningOf(read));
  if (document.activeElement === field) meaning.scrollIntoView({ block: "nearest" });
}

function meaningOf({ rows, problem, unused }) {
  const buttons = () => rows.map((row) => rowOf(row, "time/set", sheet));
  if (unused) return [...buttons(), element("p", unused, "rules")]; // a person is to see it first
  if (problem) return [element("p", problem, "problem"), ...buttons()];
  if (rows.length === 1) {
    const [{ words, rules }] = rows;
    return [element("p", words), element("p", rules, "rules")];
  }
  const question = rows.length ? element("p", "{{Which of these?}}")
    : element("p", "5+3 · 30 min + 5x30 s · 40/90, 30 · 10 vs 2", "example");
  return [question, ...buttons()];
}

async function understand() {
  clearTimeout(typing);
  const number = ++asked;
  const control = field.value.trim();
  const read = control
    ? await ask(`time/read?${new URLSearchParams({ control, ...edited([game, begins]), ...handicapOf({}), ...chosenRules() })}`) : NOTHING;
  if (number === asked) showMeaning(read);
}

// What was not changed here is not sent: it may have been set elsewhere since.
const edited = (fields) => Object.fromEntries(fields
  .filter(({ name, value }) => value !== offers[name]).map(({ name, value }) => [name, value]));

// What is shown of the handicap; one of the last settings keeps its own, unless it was changed here.
function handicapOf({ last }) {
  const changed = isHandicap() !== offers.handicap;
  return handicap.hidden || (last !== undefined && !changed) ? {} : { handicap: isHandicap() };
}

// A refusal without a problem is a question: which of its meanings the text has. Enter accepts the
// only one.
async function act(path, message, dialog) {
  const more = () => ({ ...edited([...players, begins]), ...handicapOf(message), ...chosenRules() });
  const refusal = await ask(path, dialog === sheet ? { ...message, ...more() } : message);
  if (refusal === null || refusal.remark) {
    say(refusal?.remark ?? "");
    dialog.close();
    listener.hearWhole();
    return true;
  }
  if (dialog === next) say(refusal.problem);
  else if (refusal.problem) showMeaning(refusal);
  else {
    await understand();
    if (meaning.querySelectorAll("button").length === 1) meaning.querySelector("button").focus();
  }
  return false;
}

$("#time form").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  asked++;
  const message = { control: field.value.trim(), ...edited([game]) };
  if (message.control || !message.game) act("time/set", message, sheet); // or the names alone
  else showMeaning({ ...NOTHING, problem: "{{Type a time, or choose one of the list}}" });
});
sheet.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault(); // a hold accepts nothing unread
});
field.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(understand, TYPED_MS);
});
function turnBeginner() {
  begins.value = begins.value === "left" ? "right" : "left";
  showBeginner();
  understand();
}
begins.addEventListener("click", turnBeginner);
handicap.addEventListener("click", () => { // the players keep their colours
  handicap.ariaPressed = String(!isHandicap());
  turnBeginner();
});
for (const select of [rules, opening]) {
  select.addEventListener("change", () => {
    explainRules();
    understand();
  });
}
game.addEventListener("change", () => {
  showGame();
  understand();
});
$("#to-time").addEventListener("click", openSheet);

// ---- The next game.

$("#to-next").addEventListener("click", async () => {
  const { facts, rows } = await ask("next");
  $("#next-facts").replaceChildren(...facts.map((fact) => element("p", fact)));
  $("#next-rows").replaceChildren(...rows.map((row) => rowOf(row, "next/begin", next)));
  if (rows.length) next.showModal();
});

// ---- When: while no game is played, or after one.

addEventListener("about", ({ detail: { sets, follows } }) => {
  $("#to-time").hidden = !sets;
  $("#to-next").hidden = !follows;
  if (!sets) sheet.close();
  if (!follows) next.close();
});

let noticed = 0;
function say(text) {
  notice.textContent = announcer.textContent = text; // seen, and heard
  clearTimeout(noticed);
  noticed = setTimeout(() => { notice.textContent = ""; }, NOTICE_MS);
}

// ---- The address: ?game=chess&control=5+3. There a plus is a space, unless it is written as %2B;
// but people write it as it is, so without a %2B the text is read with pluses first.

function textsOf(query) {
  const spaced = new URLSearchParams(query).get("control") ?? "";
  if (!query.includes("+") || /%2b/i.test(query)) return [spaced];
  return [new URLSearchParams(query.replaceAll("+", "%2B")).get("control") ?? "", spaced];
}

async function setByAddress(query) {
  const wanted = (new URLSearchParams(query).get("game") ?? "").toLowerCase();
  if (!wanted && !textsOf(query).some((text) => text.trim())) {
    return say("{{The address names no game and no time}}");
  }
  let refusal;
  for (const control of textsOf(query)) {
    const text = control.trim();
    const answer = await ask("time/set", { game: wanted, control: text });
    if (answer === null || answer.remark) return say(answer?.remark ?? "");
    refusal ??= { answer, text };
    if (!answer.problem) refusal = { answer, text }; // what has several meanings is understood
  }
  await openSheet();
  if (offers.games.some(({ name }) => name === wanted)) game.value = wanted;
  showOffers();
  field.value = refusal.text;
  if (refusal.answer.problem) showMeaning(refusal.answer); else await understand();
}

addEventListener("about", ({ detail: { sets } }) => {
  const query = location.search;
  if (!/[?&](game|control)=/.test(query)) return;
  history.replaceState(null, "", location.pathname); // a page that is loaded again sets nothing
  if (sets) setByAddress(query); else say("{{A game is in progress: it stays on the clock.}}");
}, { once: true });
