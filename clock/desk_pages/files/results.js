// Results by keyboard: at a table 1, 0 and = enter its result, and the next missing one follows.

const KEYS = { 1: "one", 0: "zero", "=": "draw" };

const rows = () => [...document.querySelectorAll(".results > .result")];

function go(row) {
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

function enter(row, outcome) {
  const form = row.querySelector("form[action='/results/enter']");
  form.elements.outcome.value = outcome;
  form.requestSubmit();
  row.removeAttribute("data-missing");
  const all = rows();
  const at = all.indexOf(row);
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find((each) => each.hasAttribute("data-missing"));
  go(next ?? row);
}

export function start() {
  document.addEventListener("keydown", (event) => {
    const row = event.target;
    if (!row.matches?.(".results > .result") || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = rows();
    const outcome = { one: row.dataset.one, zero: row.dataset.zero, draw: "draw" }[KEYS[event.key]];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (outcome) enter(row, outcome);
    else if (step) go(all[all.indexOf(row) + step]);
    else return;
    event.preventDefault();
  });
}
