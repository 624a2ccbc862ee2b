// What a player has chosen on this page, kept for the next time where the browser keeps anything.
"use strict";

const choices = {
  chosen: new Map(),

  get(name) {
    try { return this.chosen.get(name) ?? localStorage.getItem(name); } catch { return null; }
  },

  set(name, value) {
    this.chosen.set(name, value);
    try { localStorage.setItem(name, value); } catch { /* for this time only */ }
  },
};
