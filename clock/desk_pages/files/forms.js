// Forms that are acts: posted in place, and what they came to is said on the page.

const main = document.getElementById("main");
const answer = document.getElementById("answer");
const alerting = document.getElementById("alert");
const ANSWER_MS = 8000;
const AGAIN_MS = [500, 1000, 2000, 4000, 8000];
const acting = new Set();
let hides;

export function sayAlert(text) {
  alerting.textContent = "";
  requestAnimationFrame(() => { alerting.textContent = text; });
}

/** What is said stands in the dialog that is open: nothing behind it can be read or reached. */
function say({ text, ok = true, stays = false }) {
  const dialog = document.querySelector("dialog[open]");
  if (answer.closest("dialog") !== dialog) {
    if (dialog) dialog.append(answer, alerting);
    else main.after(answer, alerting);
  }
  clearTimeout(hides);
  if (ok && !stays) hides = setTimeout(() => { answer.hidden = true; }, ANSWER_MS);
  answer.hidden = !text;
  answer.textContent = text;
  answer.classList.toggle("problem", !ok);
  if (!ok) sayAlert(text);
}

/** Ask the desk, again and again while the network is out; an act with one mark is done once. */
async function ask(to, body) {
  const once = `${Date.now()}-${Math.random()}`;
  const headers = { "X-Token": document.body.dataset.token, "X-Once": once };
  for (const wait of [...AGAIN_MS, null]) {
    const response = await fetch(to, { method: "POST", headers, body }).catch(() => null);
    if (response || wait === null) return response;
    say({ text: answer.dataset.lost, ok: false });
    await new Promise((go) => setTimeout(go, wait));
  }
}

/** Show what an act would change; returns whether it is to be done. */
function isWanted(changes) {
  const dialog = document.getElementById("changes");
  dialog.querySelector("ul").replaceChildren(...changes.map((text) => {
    const row = document.createElement("li");
    row.textContent = text;
    return row;
  }));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
  });
}

/** Save a file that the desk answers with. */
async function save(response) {
  const [, name] = /filename="(.+?)"/.exec(response.headers.get("Content-Disposition"));
  const href = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
}

/** Post an act, of a dialog that is open until it is done; returns whether it was done, null: nobody knows. */
export async function post(to, body, dialog) {
  const response = await ask(to, body);
  if (response?.headers.has("Content-Disposition")) {
    await save(response);
    say({ text: "" });
    return true;
  }
  const said = await response?.json().catch(() => null);
  if (!said) {
    const text = response ? `${to}: ${response.status}` : answer.dataset.givenUp;
    say({ text, ok: false, stays: true });
    return null;
  }
  if (said.changes) return await isWanted(said.changes) && post(`${to}&seen=${said.seen}`, body);
  if (said.go) location.assign(said.go);
  if (said.ok ?? true) dialog?.close();
  say(said);
  return said.ok ?? true;
}

async function submit(form, submitter) {
  const fields = new FormData(form, submitter);
  let body = new URLSearchParams([...fields].filter(([, value]) => typeof value === "string"));
  let to = form.getAttribute("action");
  if (form.hasAttribute("data-file")) {
    const file = fields.get("file");
    body.delete("text");
    to += `?${body}`;
    body = file?.name ? file : new Blob([fields.get("text")]);
    if (body.size > Number(form.dataset.max)) {
      say({ text: `${file.name}: ${form.dataset.tooLarge}`, ok: false });
      return;
    }
  }
  const active = document.activeElement;
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  const done = await post(to, body, form.closest("dialog"));
  for (const button of form.querySelectorAll("button")) button.disabled = false;
  // A button that is disabled has lost the focus; what comes next begins in a form's first field.
  const next = done && form.hasAttribute("data-again") ? form.querySelector("input:not([type=hidden])") : active;
  if (document.activeElement === document.body || form.contains(document.activeElement)) next?.focus();
  if (done && form.hasAttribute("data-file")) form.reset();
  // What was sent is no longer kept, nor what was refused because somebody saw what has changed since.
  if (done) form.dataset.sent = "";
  if (done === false) form.dataset.refused = "";
  if (done) form.dispatchEvent(new Event("done", { bubbles: true }));
  document.dispatchEvent(new Event("stale"));
  if (done && form.hasAttribute("data-reload")) location.reload();
}

/** Fill a dialog with what its button has in data-fill-…: fields, texts, where its form goes. */
function fill(dialog, { dataset }) {
  const values = Object.entries(dataset).filter(([key]) => key.startsWith("fill"))
    .map(([key, value]) => [key.slice(4).toLowerCase(), value]);
  if (!values.length) return;
  const form = dialog.querySelector("form");
  form.reset();
  for (const part of form.querySelectorAll("[data-filled]")) part.hidden = true;
  for (const [key, value] of values) {
    if (key === "action") form.setAttribute(key, value);
    if (form.elements[key]) form.elements[key].value = value;
    const part = form.querySelector(`[data-filled="${key}"]`);
    if (part) part.hidden = false;
    if (key === "title") part.textContent = value;
  }
}

/** Open a button's dialog once the page says what the desk has now, and what was sent is done. */
async function open({ dataset }, freshen) {
  await Promise.all(acting);
  await freshen();
  const all = [...document.querySelectorAll("[data-opens]")];
  const button = all.find((each) => ["opens", "fillAction"].every((key) => each.dataset[key] === dataset[key]));
  if (!button) return;
  const dialog = document.getElementById(dataset.opens);
  if (dialog.open) return;
  fill(dialog, button);
  if (answer.closest("dialog")) answer.hidden = true;
  button.focus({ preventScroll: true });
  dialog.showModal();
}

/** Start what a page's forms do; `freshen` reads the page again. */
export function start(freshen) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.hasAttribute("data-act")) return;
    event.preventDefault();
    const sure = event.submitter?.dataset.sure ?? form.dataset.sure;
    if (!sure || confirm(sure)) submit(form, event.submitter);
  });
  document.addEventListener("input", ({ target }) => { target.form?.removeAttribute("data-sent"); });
  document.addEventListener("change", async ({ target }) => {
    const { posts } = target.dataset;
    if (!posts) return;
    (target.form ?? target).dataset.sent = "";
    const done = post(posts, new URLSearchParams({ [target.name]: target.value }));
    acting.add(done);
    await done;
    acting.delete(done);
    document.dispatchEvent(new Event("stale"));
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.dataset.opens) open(button, freshen);
    if (button?.hasAttribute("data-prints")) print();
    if (button?.hasAttribute("data-closes")) button.closest("dialog").close();
  });
  answer.addEventListener("click", () => { if (!getSelection().toString()) answer.hidden = true; });
}
