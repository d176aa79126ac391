// Drawings that can be enlarged along their axis: a click on a bar makes it as wide as the drawing,
// dragging over a stretch does the same for the stretch. On a page, the buttons and the search of
// `.tools` belong to the drawing below them; an SVG file of its own has none.
const HAIR = 0.5, NARROWEST = 0.4, CHARACTER = 7.4;  // px: a thin bar, a hidden one, a letter's width

function zoomable(svg) {
  const axis = svg.dataset.zoom.split(" ");
  const [left, width, first, length] = axis.slice(0, 4).map(Number), timed = axis[4] === "us";
  const bars = [...svg.querySelectorAll("g[data-span]")].map((g) => {
    const [hint, box, label] = g.children, [start, long] = g.dataset.span.split(" ").map(Number);
    const name = hint.textContent.split("\n")[0].replace(/: [^:]*$/, "");
    return { g, box, label, start, long, name, row: box.getAttribute("y"), role: g.classList[0] };
  });
  bars.forEach((bar, at) => {  // a bar inside this one lies over its name
    const next = bars[at + 1];
    const inside = next && next.row === bar.row && next.start >= bar.start;
    bar.room = inside ? Math.min(bar.long, next.start - bar.start) : bar.long;
  });
  const curves = [...svg.querySelectorAll("polygon")].map((area) =>
    [area, [...area.points].map(({ x, y }) => [first + (x - left) / width * length, y])]);
  let [from, shown] = [first, length];
  const place = (at) => left + (at - from) / shown * width;
  const inside = (x) => Math.min(Math.max(x, left), left + width);

  function show(start, long) {
    shown = Math.min(Math.max(long, length / 1e6), length);
    from = Math.min(Math.max(start, first), first + length - shown);
    const reached = {};
    for (const { g, box, label, start, long, name, room, row, role } of bars) {
      const [begin, end] = [inside(place(start)), inside(place(start + long))];
      const pixels = end - begin, at = `${row} ${role}`;
      const away = start + long < from || start > from + shown || (!pixels && (begin <= left || end >= left + width));
      const touches = pixels < HAIR && end < (reached[at] ?? -1) + HAIR;
      const hidden = away || (timed ? touches : pixels < NARROWEST);
      g.style.display = hidden ? "none" : "inline";
      if (hidden) continue;
      reached[at] = end;
      box.setAttribute("x", begin);
      box.setAttribute("width", timed ? Math.max(pixels, HAIR) : pixels);
      label.setAttribute("x", begin + 4);
      const letters = Math.floor((inside(place(start + room)) - begin - 8) / CHARACTER);
      const short = name.replace(/^aten::/, "");
      label.textContent = letters < 3 ? "" : short.length <= letters ? short : short.slice(0, letters - 1) + "…";
    }
    for (const [area, points] of curves) {
      area.setAttribute("points", points.map(([at, y]) => `${inside(place(at))},${y}`).join(" "));
    }
    if (timed) ticks();
  }

  // The grid's lines and their labels, at round times from the beginning of the whole.
  const lines = timed ? [...svg.querySelectorAll("polyline.grid")] : [];
  const labels = timed ? [...svg.querySelectorAll("text.note")] : [];
  const [high, low] = lines.length ? [lines[0].points[0].y, lines[0].points[1].y] : [0, 0];
  function ticks() {
    const power = 10 ** Math.floor(Math.log10(shown / 8));
    const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((one) => one >= shown / 8 * 0.999);
    const end = from - first + shown, [unit, name] =
      end >= 1e6 ? [1e6, "s"] : end >= 1e3 ? [1e3, "ms"] : [1, "µs"];
    const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9) + (step / power === 2.5));
    let at = Math.ceil((from - first) / step - 1e-9) * step;
    lines.forEach((line, number) => {
      const x = place(first + at), seen = x <= left + width - 46;
      line.style.display = labels[number].style.display = seen ? "inline" : "none";
      line.setAttribute("points", `${x},${high} ${x},${low}`);
      labels[number].setAttribute("x", x);
      labels[number].textContent = `${(at / unit).toFixed(digits)} ${name}`;
      at += step;
    });
  }
  for (const list of [lines, labels]) {  // a zoom may need a few more than the whole has
    while (list.length && list.length < 12) {
      const more = list[0].cloneNode(true);
      more.style.display = "none";
      list.at(-1).after(more);
      list.push(more);
    }
  }

  // A click on a bar, or a stretch that is dragged over.
  const moment = (event) => {
    const x = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse()).x;
    return from + (inside(x) - left) / width * shown;
  };
  let pressed = null;
  svg.addEventListener("pointerdown", (event) => { pressed = [event.clientX, moment(event)]; });
  svg.addEventListener("pointerup", (event) => {
    if (pressed && Math.abs(event.clientX - pressed[0]) > 6) {
      const ends = [pressed[1], moment(event)].sort((a, b) => a - b);
      show(ends[0], ends[1] - ends[0]);
      svg.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    }
    pressed = null;
  });
  for (const { g, start, long } of bars) g.addEventListener("click", () => show(start, long));

  const tools = svg.closest("section")?.querySelector(".tools");
  if (!tools) return;
  if (svg.dataset.opens) show(...svg.dataset.opens.split(" ").map(Number));
  const middle = () => from + shown / 2;
  const moves = {
    in: () => show(middle() - shown / 4, shown / 2),
    out: () => show(middle() - shown, shown * 2),
    left: () => show(from - shown / 2, shown),
    right: () => show(from + shown / 2, shown),
    all: () => show(first, length),
  };
  for (const button of tools.querySelectorAll("button")) {
    button.addEventListener("click", moves[button.dataset.zoom]);
  }
  const search = tools.querySelector("input"), status = tools.querySelector("[role=status]");
  let found = [], next = 0;
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    found = wanted ? bars.filter(({ name }) => name.toLowerCase().includes(wanted)) : [];
    next = 0;
    svg.classList.toggle("searching", found.length > 0);
    for (const bar of bars) bar.g.classList.toggle("match", found.includes(bar));
    status.textContent = wanted ? `${found.length} of ${bars.length} match` : "";
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !found.length) return;
    const bar = found[next++ % found.length];
    show(bar.start - bar.long, 3 * bar.long);
    status.textContent = `${(next - 1) % found.length + 1} of ${found.length}: ${bar.name}`;
  });
}
for (const svg of document.querySelectorAll("svg[data-zoom]")) zoomable(svg);
