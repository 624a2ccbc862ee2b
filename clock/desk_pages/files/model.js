// What the desk knows, as it comes, and what follows from it by the second.

export const model = { tables: new Map(), items: [], news: 0, revision: null };
const listeners = [];
let offset = -Infinity;

export function listen(take) { listeners.push(take); }

/** The desk's time in milliseconds: the message that took least says most. */
export function now() { return performance.now() + offset; }

/** Since when a row is so, in milliseconds; what happens at its end is the desk's to say. */
function since(row) { return Math.min(now(), row.until ?? Infinity) - row.at; }

/** What is left of a delay that runs, in milliseconds. */
export function waits(row, seat) { return Math.max(0, (row[seat].wait ?? 0) - Math.max(0, since(row))); }

/** What a seat's clock shows now, in milliseconds: a clock that runs goes on by itself. */
export function shown(row, seat) {
  const clock = row[seat];
  if (clock.fallen) return 0;
  const ran = Math.max(0, since(row) - (clock.wait ?? 0));
  const ms = clock.ms + (clock.rate ?? 0) * ran;
  return clock.below ? ms : Math.max(0, ms);
}

/** A time as the displays show it: rounded away from zero, which 0:00 alone is. */
export function inFigures(ms) {
  if (ms < 0) return `-${inFigures(-ms)}`;
  const seconds = Math.ceil(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Text is set only where it is another one: each change costs the browser a layout. */
export function say(node, text) { if (node.textContent !== text) node.textContent = text; }

function take(news) {
  if (news.out) return location.assign(`/login?to=${encodeURIComponent(location.pathname)}`);
  const heard = news.now - performance.now();
  if (heard > offset || heard < offset - 5000) offset = heard;
  model.news = performance.now();
  for (const row of news.tables ?? []) model.tables.set(row.clock, row);
  for (const clock of news.gone ?? []) model.tables.delete(clock);
  const { tables, gone, ...rest } = news;
  Object.assign(model, rest);
  for (const listener of listeners) listener(news);
}

export function connect() {
  const language = document.documentElement.lang;
  if ("SharedWorker" in window) {
    const about = new URLSearchParams({ language, me: document.body.dataset.me });
    const worker = new SharedWorker(`/files/stream.js?${about}`);
    worker.port.onmessage = ({ data }) => take(data);
    addEventListener("pagehide", () => worker.port.postMessage("bye"));
    addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
    return;
  }
  // Without shared workers only the tab in sight has a stream.
  let source = null;
  const follow = () => {
    source?.close();
    if (document.hidden) return;
    source = new EventSource(`/stream?language=${language}`);
    source.onmessage = ({ data }) => take(JSON.parse(data));
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) take({ out: true }); };
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}
