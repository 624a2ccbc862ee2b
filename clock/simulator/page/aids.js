// For those who hear the page, and for those who cannot hold a key or would press one by accident.
"use strict";

const HOLD_MS = 2600; // OK held for two seconds opens the organizer's menu; the line may be slow
const SAID_AFTER_MS = 100; // a text that comes after none is announced though it is the same

function sayTimes() {
  announcer.textContent = "";
  setTimeout(() => { announcer.textContent = signals.sentence || notes[0].textContent; }, SAID_AFTER_MS);
}

// What was spoken is soon old: whoever reads the page later does not find it. Emptied, it is quiet.
let spoken = 0;
new MutationObserver(() => {
  clearTimeout(spoken);
  spoken = setTimeout(() => { announcer.textContent = ""; }, NOTICE_MS);
}).observe(announcer, { childList: true });

$("#say").addEventListener("click", sayTimes);

function whyNoMenu() {
  if (signals.ready) return "{{Before the start − opens the set-up; the organizer's menu opens in a stop}}";
  if ($(".running.lit")) return "{{The organizer's menu opens in a stop}}";
  if (wired.has("key") && fingersOn("key") === 0) return "{{The organizer's key opens the menu}}";
  return "{{Stop leaves the page that is open}}";
}

$("#organizer").addEventListener("click", ({ target }) => {
  clock.focus(); // there Enter is OK
  if (target.ariaDisabled) return say(whyNoMenu());
  announcer.textContent = "{{The organizer's menu is opening}}";
  down("organizer", "ok");
  setTimeout(() => { lift("organizer"); listener.hearSoon(); }, HOLD_MS);
});

if (touched.matches) $("#how").textContent = "{{Press here after your move}}";

const letterKeys = $("#letters");
const showLetterKeys = () => root.classList.toggle("letterless", !letterKeys.checked);
letterKeys.checked = choices.get("letters") !== "no";
showLetterKeys();
letterKeys.addEventListener("change", () => {
  choices.set("letters", letterKeys.checked ? "yes" : "no");
  showLetterKeys();
});
