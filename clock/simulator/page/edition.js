// A page of another edition than the server's loads itself again, once for each: on a slow network
// it may be the kept page that comes back, and that must not go round and round.
"use strict";

function followEdition(edition) {
  if (edition === document.body.dataset.edition) return;
  try {
    if (sessionStorage.getItem("edition") === edition) return;
    sessionStorage.setItem("edition", edition);
  } catch { /* where nothing is kept, no old page is either */ }
  location.reload();
}

// A page that lacks one of its files is no clock: it says so, and loads itself again.
const WHOLE_AFTER_MS = 2000;
let lacks = false;
addEventListener("error", ({ target }) => { lacks ||= Boolean(target.matches?.("script")); }, true);
const isStyled = ({ sheet }) => {
  try { return sheet.cssRules.length > 0; } catch { return false; } // no rules to be read
};
addEventListener("load", () => {
  if (!lacks && [...document.querySelectorAll("[rel=stylesheet]")].every(isStyled)) return;
  for (const note of document.querySelectorAll(".note")) {
    note.textContent = "{{The clock does not answer, trying again}}";
  }
  setTimeout(() => location.reload(), WHOLE_AFTER_MS);
});
