const FIRST = ["source", "ptx", "sass", "ttgir"];  // what is shown where there is room for so many
const room = Math.max(1, Math.min(FIRST.length, Math.floor(innerWidth / 380)));

/**
 * One kernel: its columns, and which lines of each came from each place of the source.
 *
 * `leads` has [stage, later stage, [[line of the one, line of the other that was made of it], …]].
 */
class Kernel {
  constructor(main) {
    this.main = main;
    this.places = JSON.parse(main.dataset.places);
    this.columns = [...main.querySelectorAll(".column")].map((box) => this.column(box));
    this.leads = JSON.parse(main.dataset.leads);
    this.picked = -1;  // the place
    this.line = null;  // where one line was picked and not all of its place
    this.lit = [];
    this.opened = false;
    const there = this.columns.map((column) => column.name);
    const shown = FIRST.filter((name) => there.includes(name)).slice(0, room);
    for (const button of main.querySelectorAll(".toggle")) {
      this.show(button, shown.length ? shown.includes(button.dataset.stage) : true);
      button.addEventListener("click", () =>
        this.show(button, button.getAttribute("aria-pressed") !== "true"));
    }
    main.querySelector(".columns").addEventListener("click", (event) => {
      const line = event.target.closest("li:not(.fold)");
      if (line) this.pick(line, event.shiftKey);
    });
  }

  column(box) {
    const lines = [...box.querySelectorAll("li:not(.fold)")];
    const from = new Map();
    for (const line of lines) {
      line.of = line.dataset.p ? line.dataset.p.split(" ").map(Number) : [];
      for (const place of line.of) {
        if (!from.has(place)) from.set(place, []);
        from.get(place).push(line);
      }
    }
    const [scroll, ticks, count] = [".lines", ".ticks", ".lit"].map((s) => box.querySelector(s));
    return { name: box.dataset.stage, box, lines, from, scroll, ticks, count, first: null, marked: [] };
  }

  show(button, on) {
    button.setAttribute("aria-pressed", on);
    const column = this.columns.find((one) => one.name === button.dataset.stage);
    column.box.hidden = !on;
    if (on) this.settle([column], [column]);
  }

  /** What was made of each line and what it was made of, where more is known than the source. */
  relate() {
    const numbered = new Map(this.columns.map((column) =>
      [column.name, new Map(column.lines.map((line) => [+line.firstElementChild.textContent, line]))]));
    for (const [name, later, pairs] of this.leads) {
      for (const [from, to] of pairs) {
        const [one, other] = [numbered.get(name).get(from), numbered.get(later).get(to)];
        if (!one || !other) continue;
        (one.made ??= []).push(other);
        (other.madeOf ??= []).push(one);
      }
    }
    this.leads = [];
  }

  /** The line, all that it came from and all that it became; none where only its place is known. */
  kin(line) {
    this.relate();
    if (!line.made && !line.madeOf) return [];
    const all = new Set([line]);
    for (const way of ["made", "madeOf"]) {
      const next = [line];
      for (const one of next) for (const other of one[way] || []) {
        if (!all.has(other)) { all.add(other); next.push(other); }
      }
    }
    return [...all];
  }

  /** A line: its own kin, else all of the user's line; with `itself` the line inlined into it. */
  pick(line, itself) {
    const place = line.of.length ? line.of[itself ? 0 : line.of.length - 1] : -1;
    const kin = itself ? [] : this.kin(line);
    if (place < 0 && !kin.length) return this.letGo();
    if (kin.length ? line === this.line : place === this.picked && !this.line) return this.letGo();
    this.light(place, line, kin);
  }

  light(place, clicked, kin = []) {
    this.letGo();
    this.picked = place;
    this.line = kin.length ? clicked : null;
    const chosen = new Set(kin);
    for (const column of this.columns) {
      const all = column.from.get(place) || [];
      const exact = kin.length && column.name !== "source" && column.name !== "ast";
      const own = exact ? kin.filter((line) => column.box.contains(line)) : all;
      for (const line of own) line.classList.add("on");
      this.lit.push(...own);
      if (exact) this.near(all.filter((line) => !chosen.has(line)));
      if (clicked) for (const other of clicked.of) {
        if (other !== place && column.name === "source") this.near(column.from.get(other) || []);
      }
      column.marked = own.length ? own : all;
      column.first = column.marked[0];
      const fold = column.first && column.first.closest("details");
      if (fold) fold.open = true;
      column.own = own.length;
      column.count.textContent = own.length && column.name !== "source"
        ? `${own.length} ${own.length === 1 ? "line" : "lines"}` : "";
    }
    this.tell(place, clicked);
    const there = this.columns.filter((column) => !clicked || !column.box.contains(clicked));
    this.settle(this.columns, there);
    const where = this.line
      ? `${clicked.closest(".column").dataset.stage}:${clicked.firstElementChild.textContent}`
      : this.places[place];
    if (this.opened) history.replaceState(null, "", `#${this.main.id}/${encodeURIComponent(where)}`);
  }

  /** At first, the line at which the most instructions were executed is picked. */
  open() {
    if (!this.opened && this.main.dataset.hot) this.light(+this.main.dataset.hot, null);
    this.opened = true;
  }

  near(lines) {
    for (const line of lines) line.classList.add("near");
    this.lit.push(...lines);
  }

  letGo() {
    for (const line of this.lit) line.classList.remove("on", "near");
    for (const column of this.columns) {
      column.count.textContent = "";
      column.ticks.replaceChildren();
      [column.first, column.marked] = [null, []];
    }
    this.lit = [];
    this.picked = -1;
    this.line = null;
    const picked = this.main.querySelector(".picked");
    picked.style.removeProperty("--h");
    picked.replaceChildren();
  }

  /** Marks next to the scroll bars, and first lines in view: measure everything before setting it. */
  settle(ticked, revealed) {
    const measured = this.columns.filter((column) => !column.box.hidden).map((column) => ({
      column,
      whole: column.scroll.clientHeight,
      high: column.scroll.scrollHeight || 1,
      seen: column.scroll.scrollTop,
      top: column.first ? column.first.offsetTop : -1,
      tops: column.marked.slice(0, 400).map((line) => [line, line.offsetTop]),
    }));
    for (const { column, whole, high, seen, top, tops } of measured) {
      if (ticked.includes(column)) column.ticks.replaceChildren(...tops.map(([line, at]) => {
        const mark = document.createElement("span");
        mark.style.top = `${(at / high) * whole}px`;
        mark.style.setProperty("--h", line.style.getPropertyValue("--h"));
        return mark;
      }));
      const hidden = top < seen || top > seen + whole - 40;
      if (revealed.includes(column) && top >= 0 && hidden) column.scroll.scrollTop = top - whole / 3;
    }
  }

  tell(place, clicked) {
    const picked = this.main.querySelector(".picked");
    const source = this.columns.find((column) => column.name === "source");
    const [line] = (source && source.from.get(place)) || [];
    const file = this.places[place] || "";
    const name = document.createElement("b"), text = document.createElement("code");
    name.textContent = file.slice(file.lastIndexOf("/") + 1);
    text.textContent = line ? line.querySelector("code").textContent.trim() : "";
    const more = document.createElement("span");
    more.className = "more";
    const made = this.columns.filter((column) => column.name !== "source");
    const counted = (count) => made.map((column) => [column.box.getAttribute("aria-label"), count(column)])
      .filter(([, lines]) => lines).map(([title, lines]) => `${title} ${lines}`);
    const counts = counted((column) => (column.from.get(place) || []).length);
    const ran = line && line.querySelector("u");
    if (ran && ran.textContent) counts.push(`${ran.textContent} instructions executed by warps`);
    more.textContent = counts.join(" · ");
    if (this.line) {
      const own = counted((column) => column.name === "ast" ? 0 : column.own).join(" · ");
      more.textContent = counts.length ? `the line picked: ${own}; all of this source line: ${more.textContent}`
        : `the line picked: ${own}`;
    }
    const [any] = this.lit;
    if (any) picked.style.setProperty("--h", any.style.getPropertyValue("--h"));
    const words = document.createElement("span");
    words.className = "words";
    words.textContent = clicked ? clicked.title : "";
    picked.replaceChildren(name, text, more, words);
    picked.title = file;
  }

  /** The next or the previous line to pick: of the column that has the focus, else of the source. */
  step(by) {
    const focused = document.activeElement && document.activeElement.closest(".column");
    const column = this.columns.find((one) => one.box === focused)
      || this.columns.find((one) => one.name === "source") || this.columns[0];
    this.relate();
    const own = column.lines.filter((line) =>
      (line.of.length || line.made || line.madeOf) && !line.closest("details:not([open])"));
    const now = own.findIndex((line) => line === this.line || line === column.first);
    const next = own[now < 0 ? (by > 0 ? 0 : own.length - 1) : now + by];
    if (next) this.goTo(column, next);
  }

  /** Light a line as if it was picked, and bring it into view. */
  goTo(column, line) {
    this.light(line.of.length ? line.of[line.of.length - 1] : -1, line, this.kin(line));
    column.first = line;
    this.settle([], [column]);
  }

  /** What an address names: a place of the source, or a stage and the number of its line. */
  go(where) {
    const [, stage, number] = where.match(/^(\w+):(\d+)$/) || [];
    const column = this.columns.find((one) => one.name === stage);
    const line = column && column.lines.find((one) => one.firstElementChild.textContent === number);
    if (line) {
      this.show(this.main.querySelector(`.toggle[data-stage=${stage}]`), true);
      return this.goTo(column, line);
    }
    const place = this.places.indexOf(where);
    if (place >= 0) this.light(place, null);
  }
}

const kernels = [...document.querySelectorAll(".kernel")].map((main) => new Kernel(main));
let current = kernels[0];

function choose(number) {
  if (!kernels[number]) return;
  current = kernels[number];
  kernels.forEach((kernel, at) => { kernel.main.hidden = at !== number; });
  for (const button of document.querySelectorAll(".pick")) {
    button.setAttribute("aria-pressed", +button.dataset.kernel === number);
  }
  current.open();
}
for (const button of document.querySelectorAll(".pick")) {
  button.addEventListener("click", () => choose(+button.dataset.kernel));
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape") current.letGo();
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    current.step(event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
  }
});
const [, number, place] = location.hash.match(/^#k(\d+)\/(.*)$/) || [];
choose(+(number || 0));
if (place) current.go(decodeURIComponent(place));
