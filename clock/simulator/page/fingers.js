// Fingers on the clock's body: by mouse, touch, keyboard and helpers. page.js has the rest.
"use strict";

const $ = (selector) => document.querySelector(selector);
const root = document.documentElement;
const clock = $(".clock");
const buttons = new Map(
  [...document.querySelectorAll("[data-line]")].map((b) => [b.dataset.line, b]));

// ---- Fingers. A finger is a pointer, a key or a helper's click; a line is down under any.

const fingers = new Map(); // finger -> line
const wired = new Set();
const isDown = new Set(); // lines that are down on the body
const released = new Map(); // line -> what waits until the body lets it go
const touchedAt = new Map(); // line -> when a finger last came down on it
const ONE_HAND_MS = 100; // what comes down so soon after a finger is of the same hand

const fingersOn = (line) => [...fingers.values()].filter((held) => held === line).length;

function touch(finger, line, at) {
  if ("stays" in buttons.get(line).dataset) turn(line); else down(finger, line, at);
}

// A switch that stays is held by no finger, but by itself until it is turned back.
function turn(line) {
  const itself = `turned ${line}`;
  if (fingers.has(itself)) lift(itself); else down(itself, line);
}

// Where a palm rests, a finger presses again; a flat hand with five contacts presses once. The size
// of a contact is not asked: on a phone a thumb is as wide as a palm on a tablet, and a press of
// either counts. While OK is held for the organizer, a press would answer what the hold passes over.
function down(finger, line, at = performance.now()) {
  if (fingers.has(finger) || !wired.has(line) || fingers.has("organizer")) return;
  const sameHand = at - (touchedAt.get(line) ?? -Infinity) < ONE_HAND_MS;
  touchedAt.set(line, at);
  signals.pressed(line);
  if (fingersOn(line) === 0 || !sameHand) link.send({ line, down: true });
  fingers.set(finger, line);
  paintLine(line);
}

function lift(finger) {
  const line = fingers.get(finger);
  if (!fingers.delete(finger)) return;
  if (fingersOn(line) === 0) link.send({ line, down: false });
  paintLine(line);
}

const liftAll = () => [...fingers.keys()].filter((f) => !f.startsWith("turned ")).forEach(lift);

function paintLine(line) {
  const button = buttons.get(line);
  const down = isDown.has(line) || fingersOn(line) > 0;
  button.classList.toggle("down", down);
  if (down) button.closest(".plungers")?.classList.add("pressed"); // which needs no hint any more
  if ("stays" in button.dataset) button.setAttribute("aria-pressed", down);
}

// ---- Pointers: mouse, pen and as many fingers as there are.

const lastTouched = new WeakMap(); // button -> when a pointer last came down on it, or left it
const CLICK_FOLLOWS_MS = 1000;

for (const [line, button] of buttons) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    lastTouched.set(button, event.timeStamp);
    button.setPointerCapture(event.pointerId);
    awake.hold();
    touch(`pointer ${event.pointerId}`, line, event.timeStamp);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(end, (event) => {
      const held = fingers.has(`pointer ${event.pointerId}`) || "stays" in button.dataset;
      if (held && lastTouched.has(button)) lastTouched.set(button, event.timeStamp);
      lift(`pointer ${event.pointerId}`);
    });
  }
  // A click without a pointer comes from a screen reader or voice control: press and let go.
  button.addEventListener("click", (event) => {
    if (event.timeStamp - (lastTouched.get(button) ?? -Infinity) < CLICK_FOLLOWS_MS) return;
    touch("helper", line);
    lift("helper");
  });
}
for (const button of document.querySelectorAll("button, a")) {
  // The focus stays where the keyboard put it, else Space would press what was clicked last.
  button.addEventListener("mousedown", (event) => event.preventDefault());
}
clock.addEventListener("contextmenu", (event) => event.preventDefault());

// ---- Keys. A plunger is a place on the keyboard, minus and plus are what a key prints: on some
// layout they stand wherever a letter does on another. Shift, which may belong to a plus, is none.

const PLACES = new Map();
const place = (codes, ...lines) => codes.split(" ").forEach((code) => PLACES.set(code, lines));
place("KeyQ KeyW KeyA KeyS KeyZ KeyX ArrowLeft IntlBackslash", "left_plunger", "left_plunger_lh");
place("KeyE KeyR KeyD KeyF KeyG KeyC KeyV KeyB", "left_plunger", "left_plunger_rh");
place("KeyY KeyU KeyH KeyJ KeyN KeyM", "right_plunger", "right_plunger_lh");
place("KeyI KeyO KeyP KeyK KeyL Semicolon Quote Comma Period Slash ArrowRight",
  "right_plunger", "right_plunger_rh");
place("Space Escape", "stop");
place("Enter NumpadEnter", "ok");
place("ArrowUp", "minus"); // as in a list, where minus goes up
place("ArrowDown", "plus");
place("KeyT F2", "time");
const NO_CHARACTER = /^(Arrow|Space|Escape|Enter|NumpadEnter|F2)/;
const CHARACTERS = { "-": "minus", "−": "minus", "_": "minus", "+": "plus", "=": "plus" };

function lineOfKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || $("dialog[open]")) return undefined;
  const acts = event.code === "Space" || event.code === "Enter" || event.code === "NumpadEnter";
  const focused = document.activeElement;
  if (acts && focused.dataset.line) return focused.dataset.line;
  if (acts && focused.matches("button, a")) return undefined;
  if (choices.get("letters") === "no" && !NO_CHARACTER.test(event.code)) return undefined;
  const lines = CHARACTERS[event.key] ? [CHARACTERS[event.key]] : PLACES.get(event.code) ?? [];
  return lines.find((line) => line === "time" || wired.has(line));
}

// The letters on the plungers stand for places: they are shown as the layout prints them, as soon
// as the browser says so, or else the first time that a key is pressed.
const letters = new Map();
for (const kbd of document.querySelectorAll("kbd")) {
  const code = `Key${kbd.textContent}`;
  if (PLACES.has(code)) letters.set(code, [...(letters.get(code) ?? []), kbd]);
}

function showLetter(code, printed) {
  if (printed.length !== 1) return; // "Dead", "Process": no letter
  for (const kbd of letters.get(code) ?? []) kbd.textContent = printed.toLocaleUpperCase();
}

navigator.keyboard?.getLayoutMap?.().then(
  (map) => map.forEach((printed, code) => showLetter(code, printed)), () => {});

addEventListener("keydown", (event) => {
  if (!event.altKey && !event.ctrlKey) showLetter(event.code, event.key);
  if (event.key === "Meta") liftAll(); // while it is held, macOS keeps key-ups to itself
  if (event.code === "Escape" && root.matches(".two.more")) return openTools(false);
  const line = lineOfKey(event);
  if (line === undefined) return;
  event.preventDefault();
  if (event.repeat) return;
  awake.hold();
  if (line === "time") sayTimes(); else touch(`key ${event.code}`, line);
});
addEventListener("keyup", (event) => {
  // A button's own click comes at the key-up of Space.
  if (fingers.has(`key ${event.code}`)) event.preventDefault();
  lift(`key ${event.code}`);
});
addEventListener("blur", liftAll);
addEventListener("pagehide", liftAll);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) liftAll();
  else {
    awake.hold();
    link.hurry();
  }
});
