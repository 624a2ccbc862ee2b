// The clock's layout: as large as the window allows, and turned to its players.
"use strict";

const GROWTH_MAX = 12; // CSS pixels a display's pixel has at most
const COMFORT = 2.9; // with less, a zoomed page scrolls: so digits grow with its zoom
const LEAST = 2.4; // and has at least so much
const SMALLEST = 2.2; // with less, the window of a mouse scrolls at any zoom
const WORTH_STACKING = 1.25; // so much larger one above the other, displays lie so
const SHARE_OF_HALF = 0.66; // of a player's half that the display may take,
const SHARE_BY_STONES = 0.52; // and where buttons for the stones lie there too
const ROW_LEAST = 44; // CSS pixels that a finger needs, by WCAG 2.5.5
const FACING = ["same", "ends", "apart"]; // both one way; to the short ends; to the long sides

const portrait = matchMedia("(orientation: portrait)");
const handheld = matchMedia("(pointer: coarse) and (max-width: 1100px), (max-width: 600px)");
const touched = matchMedia("(pointer: coarse)");
const sides = $("#sides");
const facing = $("#facing");
let scale = 1; // CSS pixels for one of a display's own

// Upright, two players have a half each, or the clock faces one side. On its side, a window for
// fingers always has two halves, which are turned by choice.
function arrange() {
  const wanted = choices.get("sides") ?? (handheld.matches ? "two" : "one");
  const wide = !portrait.matches && touched.matches;
  const two = wide || (portrait.matches && wanted === "two");
  root.classList.toggle("two", two);
  root.classList.toggle("wide", wide);
  root.dataset.facing = choices.get("facing") ?? FACING[0];
  sides.hidden = !portrait.matches;
  facing.hidden = !wide;
  sides.textContent = two ? "{{One side}}" : "{{Two players}}";
  fit();
}

sides.addEventListener("click", () => {
  choices.set("sides", root.classList.contains("two") ? "one" : "two");
  arrange();
});
facing.addEventListener("click", () => {
  choices.set("facing", FACING[(FACING.indexOf(root.dataset.facing) + 1) % FACING.length]);
  arrange();
});

// The largest scale at which every display is as wide as its cell.
function scaleAcross() {
  const scales = [...screens.values()].map(({ cell, glass, canvas, picture }) => {
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    const frame = glass.offsetWidth - canvas.clientWidth;
    const insets = parseFloat(paddingLeft) + parseFloat(paddingRight);
    return (cell.clientWidth - insets - frame) / picture.width;
  });
  return Math.min(GROWTH_MAX, ...scales);
}

// The largest scale at which the whole clock is in the window.
function scaleThatFits() {
  const { canvas, picture } = screens.get("left");
  const rows = root.classList.contains("stacked") ? 2 : 1;
  const margins = 2 * parseFloat(getComputedStyle(document.body).paddingTop);
  const share = buttons.get("left_stone_lh").hidden ? SHARE_OF_HALF : SHARE_BY_STONES;
  const height = root.classList.contains("two")
    ? $(".seat").clientHeight * share
    : innerHeight - margins - (clock.offsetHeight - rows * canvas.clientHeight);
  return Math.min(scaleAcross(), height / rows / picture.height);
}

function setScale(wanted) {
  scale = Math.max(0.5, wanted);
  for (const screen of screens.values()) {
    screen.canvas.style.width = `${screen.picture.width * scale}px`;
    spread(screen);
  }
}

// A row has steps, perhaps none; a key has null.
const isRow = ([, , steps]) => steps !== null;

// A picture in bands from its top: their first line, how many they have, and how high they are
// shown. Under fingers the rows of a list that is as wide as the display are spread.
function bandsOf({ width, height, targets }) {
  const bands = [];
  const add = (end, least) => {
    const first = bands.reduce((sum, { lines }) => sum + lines, 0), lines = end - first;
    if (lines > 0) bands.push({ first, lines, high: Math.max(lines * scale, least) });
  };
  const rows = targets.filter((target) => isRow(target) && target[1][2] === width);
  for (const [, [, top, , lines]] of touched.matches ? rows : []) {
    add(top, 0);
    add(top + lines, ROW_LEAST);
  }
  add(height, 0);
  return bands;
}

function spread({ cell, canvas, picture }) {
  const bands = bandsOf(picture);
  canvas.style.height = `${bands.reduce((sum, { high }) => sum + high, 0)}px`;
  canvas.classList.toggle("list", bands.length > 1);
  const selected = picture.targets.find(([, , steps]) => steps === 0)?.[1][1];
  const above = bands.filter(({ first }) => first < selected);
  cell.scrollTop = above.reduce((sum, { high }) => sum + high, -cell.clientHeight / 3);
  return bands;
}

// The scale of displays one above the other in a window that scrolls: both fill its height.
function scaleThatScrolls() {
  const { glass, canvas, picture } = screens.get("right");
  const above = glass.getBoundingClientRect().bottom + scrollY - 2 * canvas.clientHeight;
  return Math.min(scaleAcross(), Math.max(LEAST, (innerHeight - above) / 2 / picture.height));
}

function fit() {
  if (!screens.get("left").picture) return;
  root.classList.remove("stacked", "tall");
  setScale(1);
  let best = scaleThatFits();
  if (!root.classList.contains("two")) {
    root.classList.add("stacked");
    const stacked = scaleThatFits();
    const enough = devicePixelRatio > 1 ? COMFORT : SMALLEST;
    const scrolls = Math.max(best, stacked) < enough && !touched.matches;
    if (scrolls) {
      root.classList.add("tall");
      best = scaleThatScrolls();
    } else if (stacked > WORTH_STACKING * best) best = stacked;
    else root.classList.remove("stacked");
  }
  setScale(best);
  screens.forEach((_, name) => paintScreen(name));
}
