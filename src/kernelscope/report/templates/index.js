// Show the records that have all words of the search, in any of their cells.
const searching = document.querySelector(".search"), field = searching.querySelector("input");
const rows = [...document.querySelectorAll(".index tbody tr")].map((row) =>
  [row, row.textContent.toLowerCase()]);
searching.hidden = false;
function search() {
  const words = field.value.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const [row, text] of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    shown += !row.hidden;
  }
  searching.querySelector("[role=status]").textContent = `${shown} of ${rows.length}`;
}
field.addEventListener("input", search);
search();
