// One stream for all tabs of a browser: a browser opens six connections to a desk, no more.

const ports = new Set();
const state = { tables: {}, items: [] };
let source = null;

function open() {
  source = new EventSource(`/stream${location.search}`);
  source.onmessage = ({ data }) => {
    const news = JSON.parse(data);
    for (const row of news.tables ?? []) state.tables[row.clock] = row;
    for (const clock of news.gone ?? []) delete state.tables[clock];
    const { tables, gone, ...rest } = news;
    Object.assign(state, rest);
    for (const port of ports) port.postMessage(news);
  };
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    for (const port of ports) port.postMessage({ out: true });
  };
}

onconnect = ({ ports: [port] }) => {
  ports.add(port);
  port.onmessage = ({ data }) => { if (data === "bye") ports.delete(port); };
  if (source === null || source.readyState === EventSource.CLOSED) open();
  else port.postMessage({ ...state, tables: Object.values(state.tables) });
};
