"use strict";
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const chosen = root.style.colorScheme;
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.style.colorScheme = dark ? "light" : "dark";
});

const FIRST = ["source", "ptx", "sass", "ttgir"];  // what is shown where there is room for so many
const room = Math.max(1, Math.min(FIRST.length, Math.floor(innerWidth / 420)));

/** One kernel: its columns, and which lines of each came from each place of the source. */
class Kernel {
  constructor(main) {
    this.main = main;
    this.places = JSON.parse(main.dataset.places);
    this.columns = [...main.querySelectorAll(".column")].map((box) => this.column(box));
    this.picked = -1;
    this.lit = [];
    const there = this.columns.map((column) => column.name);
    const shown = FIRST.filter((name) => there.includes(name)).slice(0, room);
    for (const button of main.querySelectorAll(".toggle")) {
      this.show(button, shown.length ? shown.includes(button.dataset.stage) : true);
      button.addEventListener("click", () =>
        this.show(button, button.getAttribute("aria-pressed") !== "true"));
    }
    main.querySelector(".columns").addEventListener("click", (event) => {
      const line = event.target.closest("li[data-p]");
      if (line) this.pick(line, event.shiftKey);
      else if (event.target.closest("li")) this.letGo();
    });
  }

  column(box) {
    const lines = [...box.querySelectorAll("li")];
    const from = new Map();
    for (const line of lines) {
      line.of = line.dataset.p ? line.dataset.p.split(" ").map(Number) : [];
      for (const place of line.of) {
        if (!from.has(place)) from.set(place, []);
        from.get(place).push(line);
      }
    }
    const [scroll, ticks, count] = [".scroll", ".ticks", ".lit"].map((s) => box.querySelector(s));
    return { name: box.dataset.stage, box, lines, from, scroll, ticks, count };
  }

  show(button, on) {
    button.setAttribute("aria-pressed", on);
    const column = this.columns.find((one) => one.name === button.dataset.stage);
    column.box.hidden = !on;
    if (on && this.picked >= 0) this.reveal(column);
  }

  /** The user's own line of what was clicked on; with `itself` the line inlined into it. */
  pick(line, itself) {
    const place = itself ? line.of[0] : line.of[line.of.length - 1];
    if (place === this.picked) return this.letGo();
    this.light(place, line);
  }

  light(place, clicked) {
    this.letGo();
    this.picked = place;
    this.main.classList.add("has-pick");
    for (const column of this.columns) {
      const own = column.from.get(place) || [];
      for (const line of own) line.classList.add("on");
      if (clicked) for (const other of clicked.of) {
        if (other !== place && column.name === "source") this.near(column.from.get(other) || []);
      }
      this.lit.push(...own);
      column.count.textContent = own.length && column.name !== "source"
        ? `${own.length} ${own.length === 1 ? "line" : "lines"}` : "";
      this.tick(column, own);
      if (!clicked || !column.box.contains(clicked)) this.reveal(column);
    }
    this.tell(place, clicked);
    history.replaceState(null, "", `#${this.main.id}/${encodeURIComponent(this.places[place])}`);
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
    }
    this.lit = [];
    this.picked = -1;
    this.main.classList.remove("has-pick");
    const told = this.main.querySelector(".picked");
    told.style.removeProperty("--h");
    told.replaceChildren(this.hint = this.hint || told.firstElementChild);
  }

  reveal(column) {
    const [first] = column.from.get(this.picked) || [];
    if (!first || column.box.hidden) return;
    const box = column.scroll, top = first.offsetTop, seen = box.scrollTop;
    if (top < seen || top > seen + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 3;
  }

  tick(column, own) {
    const whole = column.scroll.clientHeight, high = column.scroll.scrollHeight || 1;
    column.ticks.replaceChildren(...own.slice(0, 400).map((line) => {
      const mark = document.createElement("span");
      mark.style.top = `${(line.offsetTop / high) * whole}px`;
      mark.style.setProperty("--h", line.style.getPropertyValue("--h"));
      return mark;
    }));
  }

  tell(place, clicked) {
    const told = this.main.querySelector(".picked");
    const source = this.columns.find((column) => column.name === "source");
    const [line] = (source && source.from.get(place)) || [];
    const file = this.places[place];
    const name = document.createElement("b"), text = document.createElement("code");
    name.textContent = file.slice(file.lastIndexOf("/") + 1);
    text.textContent = line ? line.querySelector("code").textContent.trim() : "";
    const more = document.createElement("span");
    more.className = "more";
    const counts = this.columns.filter((column) => column.name !== "source")
      .map((column) => [column.box.getAttribute("aria-label"), (column.from.get(place) || []).length])
      .filter(([, count]) => count).map(([title, count]) => `${title} ${count}`);
    const ran = line && line.querySelector("u");
    if (ran) counts.push(`${ran.textContent} instructions executed by warps`);
    more.textContent = counts.join(" · ");
    const [any] = this.lit;
    if (any) told.style.setProperty("--h", any.style.getPropertyValue("--h"));
    const words = document.createElement("span");
    words.className = "words";
    words.textContent = clicked ? clicked.title : "";
    told.replaceChildren(name, text, more, words);
    told.title = file;
  }

  /** The next or the previous line of the source that anything came from. */
  step(by) {
    const source = this.columns.find((column) => column.name === "source") || this.columns[0];
    const own = source.lines.filter((line) => line.of.length);
    const now = own.findIndex((line) => line.of.includes(this.picked));
    const next = own[now < 0 ? (by > 0 ? 0 : own.length - 1) : now + by];
    if (next) this.light(next.of[next.of.length - 1], null);
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
if (number !== undefined) {
  choose(+number);
  const at = current.places.indexOf(decodeURIComponent(place));
  if (at >= 0) current.light(at, null);
}
