// The clock's times, to lay over a stream's picture.
"use strict";

const SILENCE_MS = 4000; // the clock sends something every second: longer silence is a dead line
const game = document.querySelector(".game");
let source = null;
let watchdog = 0;

function drawSeat(seat, { name, colour, time, runs, clapper, won, beside }) {
  const line = game.querySelector(`[data-seat=${seat}]`);
  line.querySelector(".name").textContent = name;
  line.querySelector(".time").textContent = time;
  line.querySelector(".stone").className = `stone ${colour ?? ""}`;
  line.querySelector(".beside").replaceChildren(...beside.map(({ texts, boxed }) => {
    const text = document.createElement("span");
    text.textContent = texts[0];
    text.classList.toggle("boxed", boxed);
    return text;
  }));
  line.classList.toggle("runs", runs);
  line.classList.toggle("fallen", clapper && !won);
  line.classList.toggle("won", won);
}

// A clock that is off, or has too many listeners, is asked again by the watchdog.
function listen() {
  source?.close();
  source = new EventSource("events?edition");
  source.addEventListener("edition", ({ data }) => followEdition(data));
  source.onmessage = ({ data }) => {
    expectMore();
    game.classList.remove("off");
    const { left, right } = JSON.parse(data);
    drawSeat("left", left);
    drawSeat("right", right);
  };
  expectMore();
}

function expectMore() {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => {
    game.classList.add("off");
    listen();
  }, SILENCE_MS);
}

listen();
