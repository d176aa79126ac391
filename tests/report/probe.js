// Writes every drawing of the page as JSON: each mark's place in units of its own view box.
const placed = (matrix, x, y) => {
  const point = new DOMPoint(x, y).matrixTransform(matrix);
  return [point.x, point.y];
};
const corners = (element, svg) => {
  const matrix = svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
  const {x, y, width, height} = element.getBBox();
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
    .map(([a, b]) => placed(matrix, a, b));
};
const hint = (element) => element.querySelector("title")
  ?? element.parentNode.querySelector(":scope > title");
const drawings = [...document.querySelectorAll("svg")].map((svg) => ({
  label: svg.getAttribute("aria-label"),
  size: [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height],
  marks: [...svg.querySelectorAll("rect,polyline,polygon,circle,text")]
    .filter((element) => element.getClientRects().length > 0 && !element.matches(".paper"))
    .map((element) => ({
      tag: element.tagName,
      role: element.getAttribute("class") ?? element.parentNode.getAttribute("class"),
      corners: corners(element, svg),
      points: [...(element.points ?? [])].map((point) => [point.x, point.y]),
      text: element.tagName === "text" ? element.textContent : "",
      hint: hint(element)?.textContent ?? "",
      colour: getComputedStyle(element).fill,
    })),
}));
const pre = document.createElement("pre");
pre.id = "probe";
pre.textContent = JSON.stringify(drawings);
document.body.replaceChildren(pre);
