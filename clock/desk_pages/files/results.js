// Results by keyboard: Enter goes to a table; there 1, 0, =, + and - enter its result, and the next
// missing one follows.

const KEYS = { 1: "one", 0: "zero", "+": "plus", "-": "minus", "−": "minus" };

const rows = () => [...document.querySelectorAll(".results > .result")];

const isMissing = (row) => row.hasAttribute("data-missing");

function go(row) {
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

function enter(row, outcome) {
  const form = row.querySelector("form[action='/results/enter']");
  form.elements.outcome.value = outcome;
  form.requestSubmit();
  row.removeAttribute("data-missing");
  go(after(row, isMissing));
}

/** The next table of a kind, from a table on; from none, the first. */
function after(row, is) {
  const all = rows();
  const at = all.indexOf(row);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].find(is) ?? row ?? all[0];
}

/** Whoever has entered or confirmed a result with its button is at the next table that waits for that. */
function follow({ target: form }) {
  if (![document.body, ...form.elements].includes(document.activeElement)) return;
  const row = form.closest(".result");
  row?.removeAttribute("data-missing");
  const confirms = form.getAttribute("action") === "/results/confirm";
  go(after(row, confirms ? (each) => each.querySelector("form[action='/results/confirm']") : isMissing));
}

export function start() {
  document.addEventListener("done", follow);
  document.addEventListener("keydown", (event) => {
    const row = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const all = rows();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (row === document.body && event.key === "Enter") go(all.find(isMissing) ?? all[0]);
    else if (!row.matches?.(".results > .result")) return;
    else if (step) go(all[all.indexOf(row) + step]);
    else if (event.repeat) return; // a key that is held would enter the whole round
    else if (event.key === "=" || KEYS[event.key]) enter(row, row.dataset[KEYS[event.key]] ?? "draw");
    else return;
    event.preventDefault();
  });
}
