// A code or a time that the clock's buttons enter, typed instead: the page presses them.
"use strict";

const typed = $("#typed");
const typedField = $("#typed input");

// Each code's figure is a field; a time's fields are what stands between its signs.
function fieldsOf(text, { fields, is_code: isCode }) {
  const parts = isCode ? [...text.replace(/\D/g, "")] : text.match(/\d+/g) ?? [];
  if (isCode) return parts.map(Number);
  const given = parts.slice(-fields.length).map(Number);
  return [...Array(fields.length - given.length).fill(0), ...given];
}

// The rows to go from a value to another, the shorter way round.
function rowsTo(from, to, top, ring) {
  const round = top + 1, way = to - from;
  if (!ring || Math.abs(way) <= round / 2) return way;
  return way > 0 ? way - round : way + round;
}

async function pressFields(text) {
  const { entry } = signals;
  if (!entry) return;
  const { fields, field, tops, rings, is_code: isCode } = entry;
  const wanted = fieldsOf(text, entry);
  const first = isCode ? field : 0;
  if (!isCode && field > 0) return; // begun by hand: it is not known what is kept
  for (const [at, value] of wanted.entries()) {
    const index = first + at;
    if (index >= fields.length || value > tops[index]) return;
    const last = !isCode && index === fields.length - 1;
    await walk({ rows: rowsTo(fields[index], value, tops[index], rings[index]), walked: 0 }, last ? "" : "ok");
  }
}

function openTyped(figure = "") {
  const isCode = signals.entry.is_code;
  typedField.classList.toggle("secret", isCode);
  $("#typed p").hidden = isCode;
  typedField.value = figure;
  typed.showModal();
  typedField.focus();
}

function showTyping() {
  $("#to-typed").hidden = !signals.entry;
  if (!signals.entry) typed.close();
}

$("#to-typed").addEventListener("click", () => openTyped());
$("#typed form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = typedField.value;
  typed.close();
  pressFields(text);
});
addEventListener("keydown", (event) => {
  if (!signals.entry || !/^[0-9]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey || $("dialog[open]")) return;
  event.preventDefault();
  openTyped(event.key);
});
