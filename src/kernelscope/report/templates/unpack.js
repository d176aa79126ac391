// The content of a large page is compressed, and is put where it belongs before anything else runs.
async function unpack() {
  const packed = document.getElementById("packed");
  const bytes = Uint8Array.from(atob(packed.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  packed.outerHTML = await new Response(stream).text();
}
