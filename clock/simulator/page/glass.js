// A finger on a display: on a drawn key it presses that key, on a row of a list it takes that row,
// and a swipe turns the list over, row by row; while a clock runs or both are to press, the rest of the display is its seat's plunger, unless the page scrolls.
"use strict";

const REACH = 12; // CSS pixels by which a finger may miss what is drawn
const ROW_WAIT_MS = 1000; // a press that does not come back by then ends the way to a row

const hands = new Map(); // pointer -> the target on which it came down, and where; rows swiped
let walks = false; // whether the way to a row is being pressed

// Where a height on the canvas is in the picture.
function lineAt(offsetY, picture) {
  let top = 0;
  for (const { first, lines, high } of bandsOf(picture)) {
    if (offsetY < top + high) return first + lines * (offsetY - top) / high;
    top += high;
  }
  return picture.height;
}

// What is drawn where a finger is, or else what is nearest. The offsets are the canvas's own,
// however it is turned.
function targetAt({ offsetX, offsetY }, { canvas, picture }) {
  const unit = canvas.clientWidth / picture.width;
  const line = lineAt(offsetY, picture);
  const beside = (at, start, length) =>
    Math.max(start * unit - at, 0, at - (start + length) * unit);
  const miss = ([, [left, top, width, height]]) =>
    Math.hypot(beside(offsetX, left, width), beside(line * unit, top, height));
  const near = picture.targets.map((target) => ({ target, far: miss(target) }));
  return near.filter(({ far }) => far <= REACH).sort((a, b) => a.far - b.far)[0]?.target;
}

// A press is over when the body has let the line go: so presses of several lines keep their order.
function tapLine(line) {
  return new Promise((done, fail) => {
    const timer = setTimeout(fail, ROW_WAIT_MS);
    released.set(line, () => { clearTimeout(timer); done(); });
    down("row", line);
    lift("row");
  }).finally(() => released.delete(line));
}

// Press the way along a list, row after row, until as many are walked as `way` has rows, which may
// change meanwhile; then a line. Any other key that is pressed ends it: the list may have gone.
async function walk(way, line = "") {
  if (walks) return;
  walks = true;
  const begun = performance.now();
  const isWay = (key) => key === "minus" || key === "plus";
  const ended = () => [...touchedAt].some(([key, at]) => at > begun && !isWay(key));
  try {
    while (way.walked !== way.rows) {
      if (ended()) return;
      const step = Math.sign(way.rows - way.walked);
      way.walked += step;
      await tapLine(step < 0 ? "minus" : "plus");
    }
    if (line && !ended()) down("row", line); // no need to wait: what it opens can be tapped at once
    lift("row");
  } catch { /* the line is lost, or is held by somebody: nothing more is pressed */ } finally {
    walks = false;
  }
}

const takeRow = ([line, , steps]) => walk({ rows: steps, walked: 0 }, line);

// The rows follow the finger: as it goes up, those below come.
function swipe(hand, { offsetY }, { canvas, picture }) {
  const [, [, , , lines]] = hand.target;
  const drawn = lines * canvas.clientWidth / picture.width;
  const high = Math.max(drawn, touched.matches ? ROW_LEAST : 0);
  hand.rows = Math.trunc((hand.from - offsetY) / high);
  hand.swipes ||= hand.rows !== 0;
  walk(hand);
}

// The plunger, or that of the hand which is nearer, as a target that is a key.
function plungerAt({ offsetX }, { canvas }) {
  const found = canvas.closest(".seat").querySelectorAll(".plunger:not([hidden])");
  const nearer = found[offsetX < canvas.clientWidth / 2 ? 0 : found.length - 1];
  return [nearer.dataset.line, null, null];
}

for (const screen of screens.values()) {
  const { canvas } = screen;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !screen.picture) return;
    // A page that scrolls is dragged by what is seen first, which is the displays.
    const plunges = ($(".running.lit") || signals.agreeing) && !root.matches(".tall");
    const target = targetAt(event, screen) ?? (plunges ? plungerAt(event, screen) : undefined);
    if (!target) return;
    canvas.setPointerCapture(event.pointerId);
    awake.hold();
    hands.set(event.pointerId, { target, from: event.offsetY, rows: 0, walked: 0 });
    if (!isRow(target)) down(`glass ${event.pointerId}`, target[0], event.timeStamp);
  });
  canvas.addEventListener("pointermove", (event) => {
    const hand = hands.get(event.pointerId);
    if (hand && isRow(hand.target)) swipe(hand, event, screen);
  });
  canvas.addEventListener("pointerup", (event) => {
    const { target, swipes } = hands.get(event.pointerId) ?? {};
    // A finger that slides off a row has thought better of it.
    if (!target || !isRow(target) || swipes) return;
    if (String(targetAt(event, screen)) === String(target)) takeRow(target);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    canvas.addEventListener(end, ({ pointerId }) => {
      hands.delete(pointerId);
      lift(`glass ${pointerId}`);
    });
  }
  canvas.addEventListener("mousedown", (event) => event.preventDefault());
}
