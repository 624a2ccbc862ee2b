// The page as an app: a worker keeps its files. Browsers have workers at secure addresses alone:
// this machine's own, or https.
"use strict";

navigator.serviceWorker?.register("worker.js").catch(() => { /* the page works without it */ });
