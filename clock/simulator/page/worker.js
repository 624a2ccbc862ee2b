// Keeps the page's files, for when the clock cannot be reached. The network comes first: what is
// kept is never shown while the clock answers. The server fills in the edition and the files.
"use strict";

const KEPT = "clapper EDITION";
const FILES = "FILES";
const PATIENCE_MS = 4000; // then a network that does not answer counts as none

const keep = async () => (await caches.open(KEPT)).addAll(FILES);
const dropOthers = async () => {
  const others = (await caches.keys()).filter((n) => n.startsWith("clapper ") && n !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
};

async function answer(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    const kept = await (await caches.open(KEPT)).match(new URL(request.url).pathname);
    return kept ?? Response.error();
  }
}

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => clients.claim())));
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === location.origin && FILES.includes(pathname)) {
    event.respondWith(answer(event.request));
  }
});
