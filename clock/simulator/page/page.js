// The clock's body on a page: fingers go to the server, pictures, lamps and tones come back.
"use strict";

const FIRST_RETRY_MS = 200; // the first wait before connecting again; each next one doubles
const LAST_RETRY_MS = 3000;
const SILENCE_MS = 10000; // the server sends something every 4 s: longer silence is a dead line
const PATIENCE_MS = 800; // a page that is just opening is not yet a lost connection
const GROWTH_MAX = 12; // CSS pixels a display's pixel has at most
const WANTED_SCALE = 2; // and at least side by side; else one above the other, if that is larger
const SHARE_OF_HALF = 0.6; // of a player's half that the display may take
const LIT = [226, 240, 255];
const DARK = [3, 4, 6];
const DIMMEST = 0.3; // of the light that a display has at its darkest
const LOUDEST = 0.15; // of what the loudspeaker can

const $ = (selector) => document.querySelector(selector);
const root = document.documentElement;
const clock = $(".clock");
const buttons = new Map(
  [...document.querySelectorAll("[data-line]")].map((b) => [b.dataset.line, b]));
const lamps = new Map(
  [...document.querySelectorAll("[data-lamp]")].map((l) => [l.dataset.lamp, l]));
const screens = new Map([...document.querySelectorAll("[data-screen]")].map((s) => [
  s.dataset.screen, { cell: s, glass: s.firstElementChild, canvas: s.querySelector("canvas") }]));
const note = $("[role=alert]");
const announcer = $("[role=status]");

// ---- Fingers. A finger is a pointer, a key or a helper's click; a line is down under any.

const fingers = new Map(); // finger -> line
const wired = new Set();
const isDown = new Set(); // lines that are down on the body

const fingersOn = (line) => [...fingers.values()].filter((held) => held === line).length;

function touch(finger, line) {
  if ("stays" in buttons.get(line).dataset) turn(line); else down(finger, line);
}

// A switch that stays is held by no finger, but by itself until it is turned back.
function turn(line) {
  const itself = `turned ${line}`;
  if (fingers.has(itself)) lift(itself); else down(itself, line);
}

function down(finger, line) {
  if (fingers.has(finger) || !wired.has(line)) return;
  fingers.set(finger, line);
  if (fingersOn(line) === 1) link.send({ line, down: true });
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
    sound.wake();
    touch(`pointer ${event.pointerId}`, line);
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
for (const button of document.querySelectorAll("button, summary")) {
  // The focus stays where the keyboard put it, else Space would press what was clicked last.
  button.addEventListener("mousedown", (event) => event.preventDefault());
}
clock.addEventListener("contextmenu", (event) => event.preventDefault());

// ---- Keys, by their place on the keyboard.

const PLACES = new Map();
const place = (codes, ...lines) => codes.split(" ").forEach((code) => PLACES.set(code, lines));
place("KeyQ KeyW KeyA KeyS KeyZ KeyX ShiftLeft ArrowLeft IntlBackslash",
  "left_plunger", "left_plunger_lh");
place("KeyE KeyR KeyT KeyD KeyF KeyG KeyC KeyV KeyB", "left_plunger", "left_plunger_rh");
place("KeyY KeyU KeyH KeyJ KeyN KeyM", "right_plunger", "right_plunger_lh");
place("KeyI KeyO KeyP KeyK KeyL Semicolon Quote Comma Period Slash ShiftRight ArrowRight",
  "right_plunger", "right_plunger_rh");
place("Space Escape", "stop");
place("Enter NumpadEnter", "ok");
place("Minus NumpadSubtract", "minus");
place("Equal NumpadAdd", "plus");
const CHARACTERS = { "-": "minus", "−": "minus", "+": "plus" };

function lineOfKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const acts = event.code === "Space" || event.code === "Enter" || event.code === "NumpadEnter";
  const focused = document.activeElement;
  if (acts && focused.dataset.line) return focused.dataset.line;
  if (acts && focused.matches("button, summary")) return undefined;
  const lines = CHARACTERS[event.key] ? [CHARACTERS[event.key]] : PLACES.get(event.code) ?? [];
  return lines.find((line) => wired.has(line));
}

addEventListener("keydown", (event) => {
  if (event.key === "Meta") liftAll(); // while it is held, macOS keeps key-ups to itself
  const line = lineOfKey(event);
  if (line === undefined) return;
  event.preventDefault();
  if (event.repeat) return;
  sound.wake();
  touch(`key ${event.code}`, line);
});
addEventListener("keyup", (event) => {
  // A button's own click comes at the key-up of Space.
  if (fingers.has(`key ${event.code}`)) event.preventDefault();
  lift(`key ${event.code}`);
});
addEventListener("blur", liftAll);
addEventListener("pagehide", liftAll);
document.addEventListener("visibilitychange", () => document.hidden && liftAll());

// ---- What the body shows.

function show(update) {
  if (update.language && update.language !== document.documentElement.lang) location.reload();
  for (const [line, down] of Object.entries(update.lines ?? {})) {
    wired.add(line);
    if (down) isDown.add(line); else isDown.delete(line);
    buttons.get(line).hidden = false;
    paintLine(line);
  }
  for (const [name, lit] of Object.entries(update.lamps ?? {})) paintLamp(name, lit);
  for (const [name, picture] of Object.entries(update.screens ?? {})) paintScreen(name, picture);
  if (update.tone_hz !== undefined) sound.play(update.tone_hz, update.loudness);
}

function showFirst(update) {
  fingers.clear(); // what came down while the line was lost is no press
  wired.clear();
  isDown.clear();
  for (const button of buttons.values()) button.hidden = true;
  for (const [name, lamp] of lamps) lamp.hidden = !(name in (update.lamps ?? {}));
  show(update);
  fit();
}

function paintLamp(name, lit) {
  const lamp = lamps.get(name);
  const was = lamp.classList.contains("lit");
  lamp.classList.toggle("lit", lit);
  lamp.setAttribute("aria-label", `${lamp.dataset.name}: ${lit ? "{{on}}" : "{{off}}"}`);
  // Whose turn it is, a listener hears from the game; a flag or the referee's call, from us.
  if (lit && !was && !name.endsWith("_running")) announcer.textContent = `${lamp.dataset.name}: {{on}}`;
}

function paintScreen(name, { width, height, bits, sentence, light }) {
  const { canvas } = screens.get(name);
  // As the eye takes it: a tenth of the light looks like a third of it, and can still be read.
  const shade = DIMMEST + (1 - DIMMEST) * Math.sqrt(light);
  const ink = LIT.map((part) => Math.round(part * shade));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
    fit();
  }
  canvas.setAttribute("aria-label", sentence || (name === "left" ? "{{Left display}}" : "{{Right display}}"));
  const packed = atob(bits);
  const rowBytes = (width + 7) >> 3;
  const image = new ImageData(width, height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const lit = packed.charCodeAt(y * rowBytes + (x >> 3)) & (0x80 >> (x & 7));
      image.data.set(lit ? ink : DARK, at);
      image.data[at + 3] = 255;
    }
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

// ---- Layout. A display's pixel is a whole number of the window's own, or its edges would swim.

const portrait = matchMedia("(orientation: portrait)");
const handheld = matchMedia("(pointer: coarse) and (max-width: 1100px), (max-width: 600px)");
const sides = $("#sides");
const help = $(".help");
const words = $(".words");

function chosenSides() {
  try { return localStorage.getItem("sides"); } catch { return null; }
}

function arrange() {
  const wanted = chosenSides() ?? (handheld.matches ? "two" : "one");
  const two = portrait.matches && wanted === "two";
  root.classList.toggle("two", two);
  sides.hidden = !portrait.matches;
  sides.textContent = two ? "{{One side}}" : "{{Two players}}";
  fit();
}

sides.addEventListener("click", () => {
  try {
    localStorage.setItem("sides", root.classList.contains("two") ? "one" : "two");
  } catch { /* no storage: the layout goes with the window's shape */ }
  arrange();
});

const dots = () => window.devicePixelRatio || 1;

// CSS pixels for one of a display's own with which each is as wide as its cell.
function scaleAcross() {
  let scale = GROWTH_MAX;
  for (const { cell, glass, canvas } of screens.values()) {
    const frame = glass.offsetWidth - canvas.clientWidth;
    const inset = parseFloat(getComputedStyle(cell).paddingLeft);
    scale = Math.min(scale, (cell.clientWidth - inset - frame - 2) / canvas.width);
  }
  return scale;
}

// The largest whole scale at which every display fits its cell.
function scaleThatFits() {
  const { canvas } = screens.get("left");
  const rows = root.classList.contains("stacked") ? 2 : 1;
  const margins = 2 * parseFloat(getComputedStyle(document.body).paddingTop);
  const height = root.classList.contains("two")
    ? clock.clientHeight * SHARE_OF_HALF / 2
    : innerHeight - margins - (clock.offsetHeight - rows * canvas.clientHeight);
  const scale = Math.min(scaleAcross(), height / rows / canvas.height);
  return Math.max(1, Math.floor(scale * dots())) / dots();
}

function setScale(scale) {
  for (const { canvas } of screens.values()) {
    canvas.style.width = `${canvas.width * scale}px`;
    canvas.style.height = `${canvas.height * scale}px`;
    canvas.parentElement.style.setProperty("--dot", `${scale}px`);
    canvas.parentElement.style.setProperty("--hair", `${1 / dots()}px`);
  }
}

// The words about keys lie below the tools, which keep room for them while they are open.
function makeRoom() {
  const below = help.open && words.offsetHeight;
  const gap = parseFloat(getComputedStyle(words).marginTop);
  $(".tools").style.paddingBottom = below ? `${below + gap}px` : "";
}

function fit() {
  makeRoom();
  root.classList.remove("stacked");
  setScale(1);
  let scale = scaleThatFits();
  const wide = screens.get("left").canvas.width > 128;
  if (wide && scale < WANTED_SCALE && !root.classList.contains("two")) {
    const tooNarrow = scaleAcross() * dots() < 1;
    root.classList.add("stacked");
    const stacked = scaleThatFits();
    if (tooNarrow || stacked > scale) scale = stacked; else root.classList.remove("stacked");
  }
  setScale(scale);
}

help.addEventListener("toggle", () => {
  fit();
  if (help.open) words.scrollIntoView({ block: "nearest" });
});
addEventListener("resize", arrange);
portrait.addEventListener("change", arrange);
handheld.addEventListener("change", arrange);

// ---- Sound and a screen that stays awake: both want a finger first.

const sound = {
  button: $("#sound"),
  context: null,
  armed: false,
  tone: null,
  volume: null,

  toggle() {
    this.armed = !this.armed;
    this.button.textContent = this.armed ? "{{Sound on}}" : "{{Sound off}}";
    if (this.armed) this.context ??= new AudioContext();
    if (this.armed) this.context.resume(); else this.play(0);
  },

  play(hz, loudness) {
    this.tone?.stop();
    this.tone = null;
    if (!this.armed || hz === 0) return;
    this.volume = new GainNode(this.context, { gain: LOUDEST * loudness });
    this.tone = new OscillatorNode(this.context, { type: "triangle", frequency: hz });
    this.tone.connect(this.volume).connect(this.context.destination);
    this.tone.start();
  },

  // A phone on the table must not go dark in a game; only a secure address may ask for that.
  wake() {
    if (this.awake || !navigator.wakeLock || document.hidden) return;
    this.awake = true;
    navigator.wakeLock.request("screen").then(
      (lock) => lock.addEventListener("release", () => { this.awake = false; }),
      () => { this.awake = false; });
  },
};
sound.button.addEventListener("click", () => sound.toggle());

// ---- The line to the server.

const link = {
  socket: null,
  retries: 0,
  watchdog: 0,

  open() {
    const socket = new WebSocket(new URL("body", location.href.replace(/^http/, "ws")));
    this.socket = socket;
    let first = true;
    socket.onmessage = ({ data }) => {
      this.expectMore();
      const update = JSON.parse(data);
      if (first) {
        first = false;
        this.retries = 0;
        root.dataset.link = "up";
        note.textContent = "";
        showFirst(update);
      } else {
        show(update);
      }
    };
    socket.onclose = () => { if (socket === this.socket) this.lose(); };
    this.expectMore();
  },

  expectMore() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.lose(), SILENCE_MS);
  },

  lose() {
    clearTimeout(this.watchdog);
    const lost = this.socket;
    this.socket = null;
    lost?.close();
    fingers.clear(); // the server lets go of what this page held
    isDown.clear();
    for (const line of buttons.keys()) paintLine(line);
    sound.play(0);
    if (root.dataset.link === "up" || performance.now() > PATIENCE_MS) {
      root.dataset.link = "lost";
      note.textContent = "{{Connection lost, reconnecting}}";
    }
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.retries++);
    this.timer = setTimeout(() => this.open(), wait);
  },

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  },
};

arrange();
link.open();
