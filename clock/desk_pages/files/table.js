// Both displays of a table, as the clock draws them.

const INK = [255, 176, 64];

function draw(canvas, { bits, sentence }) {
  const bytes = Uint8Array.from(atob(bits), (char) => char.charCodeAt(0));
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  const picture = context.createImageData(width, height);
  for (let at = 0; at < width * height; at++) {
    const lit = bytes[at >> 3] & (0x80 >> (at & 7));
    picture.data.set(lit ? [...INK, 255] : [6, 7, 8, 255], 4 * at);
  }
  context.putImageData(picture, 0, 0);
  canvas.ariaLabel = sentence;
}

export async function drawFaces() {
  const box = document.getElementById("faces");
  if (!box || document.hidden) return;
  const answer = await fetch(box.dataset.from).catch(() => null);
  if (!answer?.ok) return;
  const faces = await answer.json();
  for (const canvas of document.querySelectorAll("#faces canvas")) draw(canvas, faces[canvas.dataset.seat]);
}
