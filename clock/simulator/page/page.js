// The clock's body on a page: what fingers.js notes goes to the server; pictures, lamps and tones
// come back.
"use strict";

const FIRST_RETRY_MS = 200; // the first wait before connecting again; each next one doubles
const LAST_RETRY_MS = 1000;
const SILENCE_MS = 4000; // the server sends something every second: longer silence is a dead line
const PATIENCE_MS = 800; // a page that is just opening is not yet a lost connection
const LIT = [226, 240, 255];
const DARK = [3, 4, 6];
const DIMMEST = 0.3; // of the light that a display has at its darkest
const BAR_COLUMNS = 3; // of a display, where a list has its bar
const LOUDEST = 0.15; // of what the loudspeaker can
const HEARD_AFTER_MS = 250; // a change of both displays is announced as one

const lamps = new Map(
  [...document.querySelectorAll("[data-lamp]")].map((l) => [l.dataset.lamp, l]));
const screens = new Map([...document.querySelectorAll("[data-screen]")].map((s) => [
  s.dataset.screen, { cell: s, glass: s.firstElementChild, canvas: s.querySelector("canvas") }]));
const notes = [...document.querySelectorAll(".note")]; // the same for each of two players
const announcer = $("[role=status]");
const alarm = $("#alarm"); // what is not to wait until something else is spoken
const known = new Set(); // lamps that are lit on the clock, also while the line is lost

// ---- What the body shows.

function showAbout(about) {
  const { edition, phone, report } = about;
  followEdition(edition);
  $("#to-phone").hidden = phone === "";
  $("#phone .address").textContent = phone;
  if (phone) $("#phone img").src = "phone.svg";
  $("#report").ariaDisabled = report ? null : "true";
  $("#report").title = report ? "" : "{{There is one in a stop and after the game}}";
  if (report) $("#report").href = "report"; else $("#report").removeAttribute("href");
  dispatchEvent(new CustomEvent("about", { detail: about })); // to time.js
}

function show(update) {
  for (const [line, down] of Object.entries(update.lines ?? {})) {
    wired.add(line);
    if (down) isDown.add(line); else isDown.delete(line);
    if (!down) released.get(line)?.();
    buttons.get(line).hidden = false;
    paintLine(line);
  }
  for (const [name, lit] of Object.entries(update.lamps ?? {})) {
    paintLamp(name, lit);
    listener.tell(name, lit);
  }
  signals.feel(Object.keys(update.lamps ?? {}));
  for (const [name, picture] of Object.entries(update.screens ?? {})) {
    screens.get(name).picture = picture;
    paintScreen(name);
  }
  if (update.tone_hz !== undefined) sound.play(update.tone_hz, update.loudness);
  // A lamp that goes out at a fall does so before the displays say why.
  if (update.screens || update.lamps) listener.hearSoon();
}

// The players' names, where they are known.
function showNames(names) {
  const labels = [...document.querySelectorAll(".seat .name")];
  const texts = labels.map(({ dataset: { seat, name } }) =>
    names[seat] ? `${name} · ${names[seat]}` : name);
  if (labels.every((label, index) => label.textContent === texts[index])) return;
  labels.forEach((label, index) => {
    label.textContent = texts[index];
    label.closest(".seat").ariaLabel = names[label.dataset.seat] ? texts[index] : label.dataset.place;
  });
  root.classList.toggle("named", Boolean(names.left || names.right));
  fit();
}

function showFirst(update) {
  fingers.clear(); // what came down while the line was lost is no press
  wired.clear();
  isDown.clear();
  for (const [line, button] of buttons) button.hidden = !(line in (update.lines ?? {}));
  for (const [name, lamp] of lamps) lamp.hidden = !(name in (update.lamps ?? {}));
  show(update);
  fit();
  awake.hold(); // not before: a video without a picture would keep the page loading
  if (!listener.heard) listener.hear(); // what stands there at first is not announced
}

function paintLamp(name, lit) {
  const lamp = lamps.get(name);
  lamp.classList.toggle("lit", lit);
  lamp.setAttribute("aria-label", `${lamp.dataset.name}: ${lit ? "{{on}}" : "{{off}}"}`);
}

// What falls is called as the game's rules have it: a flag, or in renju and gomoku a clapper.
function nameFlags(isClapper) {
  if (root.classList.contains("claps") === isClapper) return;
  root.classList.toggle("claps", isClapper);
  for (const { dataset } of lamps.values()) {
    if (!dataset.falls) continue;
    [dataset.name, dataset.clapper] = [dataset.clapper, dataset.name];
    [dataset.news, dataset.falls] = [dataset.falls, dataset.news];
  }
  for (const label of document.querySelectorAll(".label[data-clapper]")) {
    [label.textContent, label.dataset.clapper] = [label.dataset.clapper, label.textContent];
  }
  for (const [name, lamp] of lamps) paintLamp(name, lamp.classList.contains("lit"));
}

// A display's own pixels, each painted as a block as wide as it is shown, or a little wider: the
// browser makes that smaller, so that edges are smooth at any scale.
function paintScreen(name) {
  const { canvas, picture } = screens.get(name);
  const { width, height, bits, sentence, light } = picture;
  // As the eye takes it: a tenth of the light looks like a third of it, and can still be read.
  const shade = DIMMEST + (1 - DIMMEST) * Math.sqrt(light);
  const ink = LIT.map((part) => Math.round(part * shade));
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
  const own = new OffscreenCanvas(width, height);
  own.getContext("2d").putImageData(image, 0, 0);
  const block = Math.ceil(scale * (window.devicePixelRatio || 1));
  if (canvas.width !== width * block) canvas.width = width * block;
  canvas.setAttribute("aria-label", sentence || canvas.dataset.name);
  const bands = spread(screens.get(name)).map((band) => (
    { ...band, tall: Math.round(band.high * block / scale) }));
  const tall = bands.reduce((sum, band) => sum + band.tall, 0);
  if (canvas.height !== tall) canvas.height = tall;
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = false;
  bands.reduce((top, band) => paintBand(context, own, band, top, block), 0);
}

// What is shown higher than it is has its ground above and below it: that of its first column,
// where no letter stands, and at the right its bar.
function paintBand(context, own, { first, lines, tall }, top, block) {
  const below = top + tall, edge = own.width - BAR_COLUMNS;
  const from = top + ((tall - lines * block) >> 1), to = from + lines * block;
  context.drawImage(own, 0, first, own.width, lines, 0, from, own.width * block, lines * block);
  for (const [line, start, end] of [[first, top, from], [first + lines - 1, to, below]]) {
    if (end <= start) continue;
    context.drawImage(own, 0, line, 1, 1, 0, start, edge * block, end - start);
    const bar = [edge * block, start, BAR_COLUMNS * block, end - start];
    context.drawImage(own, edge, line, BAR_COLUMNS, 1, ...bar);
  }
  return below;
}

// Who cannot see the displays hears what is new on them while no clock runs: stops, claims, menus;
// and when clocks run again. While they run the times change, and lamps alone are announced. A
// game that is ready to start is announced whole.
const listener = {
  heard: null,
  ready: "", // the game and the times that were announced as ready
  ran: false,
  timer: 0,

  hearSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hear(), HEARD_AFTER_MS);
  },

  // Whose turn it is, is heard with the displays; a clapper or the referee's call, at once.
  tell(name, lit) {
    if (lit && !known.has(name) && !name.endsWith("_running")) {
      alarm.textContent = lamps.get(name).dataset.news;
    } else if (!lit && alarm.textContent === lamps.get(name).dataset.news) {
      alarm.textContent = ""; // so that the same is news again
    }
    if (lit) known.add(name); else known.delete(name);
  },

  // What the player has asked for is announced also where it changes nothing.
  hearWhole() {
    this.ready = "";
    this.hearSoon();
  },

  // What both displays show is heard once, but not what follows something of the second's own, such
  // as a time that happens to be the same.
  parts() {
    const [left, right] = [...screens.values()].map(
      ({ picture }) => picture.sentence.split(/\.(?:\s+|$)/).filter(Boolean));
    const own = (part) => part !== undefined && !left.includes(part);
    return [...left, ...right.filter((part, index) => own(part) || own(right[index - 1]))];
  },

  hear() {
    if (fingers.has("organizer")) return; // what the hold passes over is no news
    const parts = this.parts();
    const running = [...document.querySelectorAll(".running.lit")].map((lamp) => lamp.dataset.news);
    const ready = signals.ready && signals.ready + signals.sentence;
    const news = running.length ? (this.ran ? [] : [...running, signals.task].filter(Boolean))
      : ready && ready !== this.ready ? [signals.ready, ...parts]
      : parts.filter((part) => !this.heard?.has(part));
    const old = [...this.heard ?? []].some((part) => !parts.includes(part));
    if (this.heard && (news.length || old)) announcer.textContent = news.join(". ");
    this.heard = new Set(running.length ? [] : parts); // a stop is announced with both times
    this.ready = ready;
    this.ran = running.length > 0;
  },
};

// ---- Tools: beside the clock, or behind a button where two players have the window.

const more = $("#more");

function openTools(open) {
  root.classList.toggle("more", open);
  more.setAttribute("aria-expanded", open);
  if (!document.activeElement.checkVisibility()) more.focus(); // it was on a tool
}

// While they are open, a sheet over the clock takes what comes down beside them; whatever is
// clicked then closes them: only at the click, or else it would press what lies below the sheet.
clock.addEventListener("click", ({ target }) => {
  openTools(target === more && !root.classList.contains("more"));
}, true);

for (const button of document.querySelectorAll("[data-opens]")) {
  button.addEventListener("click", () => $(`#${button.dataset.opens}`).showModal());
}
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.matches(".close")) dialog.close();
  });
  dialog.addEventListener("close", () => clock.focus()); // not the button that opened it
}

const full = $("#full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen(); else root.requestFullscreen();
});
document.addEventListener("fullscreenchange", () => {
  full.textContent = document.fullscreenElement ? "{{Leave full screen}}" : "{{Full screen}}";
});

// ---- Sound and a screen that stays awake: both may want a finger first.

const sound = {
  button: $("#sound"),
  context: null,
  armed: false,
  tone: null,
  volume: null,

  toggle() {
    this.armed = !this.sounds();
    if (this.armed) this.open(); else this.play(0);
    if (this.armed && signals.silent) say("{{These rules have no sounds}}");
    this.paint();
  },

  open() {
    this.context ??= new AudioContext();
    this.context.onstatechange = () => this.paint();
    this.wake();
  },

  sounds() {
    return this.armed && this.context.state === "running";
  },

  // A call or a locked screen suspends what sounds: until a finger or key wakes it, it is off.
  wake() {
    if (this.armed && !this.sounds()) this.context.resume().catch(() => {});
  },

  paint() {
    this.button.textContent = this.sounds() ? "{{Sound is on}}" : "{{Sound is off}}";
  },

  play(hz, loudness) {
    this.tone?.stop();
    this.tone = null;
    if (this.armed && hz !== 0) this.tone = this.start(hz, loudness);
  },

  start(hz, loudness) {
    this.volume = new GainNode(this.context, { gain: LOUDEST * loudness });
    const tone = new OscillatorNode(this.context, { type: "triangle", frequency: hz });
    tone.connect(this.volume).connect(this.context.destination);
    tone.start();
    return tone;
  },
};
sound.button.addEventListener("click", () => sound.toggle());
for (const moment of ["pointerdown", "pointerup", "keydown"]) {
  addEventListener(moment, ({ target }) => { if (target !== sound.button) sound.wake(); }, true);
}
document.addEventListener("visibilitychange", () => sound.wake());

// A phone on the table must not go dark in a game. A lock is for secure addresses alone; at any other
// a playing video keeps the screen lit: one of the left display's picture, which nobody sees.
const awake = {
  locked: false,
  video: $(".awake"),

  async hold() {
    if (this.locked || document.hidden || !screens.get("left").picture) return;
    this.locked = true;
    try {
      const lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { this.locked = false; });
    } catch {
      this.locked = false;
      this.video.srcObject ??= screens.get("left").canvas.captureStream(1);
      if (this.video.paused) this.video.play().catch(() => {});
    }
  },
};

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
      if ("edition" in update) {
        showAbout(update);
      } else if ("running_s" in update) {
        signals.follow(update);
        showNames(update);
        nameFlags(update.clapper);
      } else if (first) {
        first = false;
        this.retries = 0;
        root.dataset.link = "up";
        this.say("");
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
    for (const name of lamps.keys()) paintLamp(name, false); // whose clock runs is not known
    clearTimeout(listener.timer); // what is dark for us is no news
    sound.play(0);
    if (root.dataset.link !== "lost") { // a try in vain leaves what F2 has said
      signals.sentence = announcer.textContent = notice.textContent = "";
    }
    openTools(false);
    if (root.dataset.link === "up" || performance.now() > PATIENCE_MS) {
      root.dataset.link = "lost";
      const seen = screens.get("left").picture;
      this.say(seen ? "{{Connection lost, reconnecting}}"
        : "{{The clock does not answer, trying again}}");
    }
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.retries++);
    this.timer = setTimeout(() => this.open(), wait);
  },

  // A page that is seen again does not wait.
  hurry() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.open();
  },

  say(text) {
    for (const note of notes) note.textContent = text;
  },

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  },
};

addEventListener("resize", arrange);
for (const shape of [portrait, handheld, touched]) shape.addEventListener("change", arrange);
arrange();
link.open();
