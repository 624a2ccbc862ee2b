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
