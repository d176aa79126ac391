// Writes what keeps a reader from the page as a list of sentences.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
};
const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => a * part + (1 - a) * below[i]);
const behind = (element) => {
  if (!element) return rgba("Canvas").slice(0, 3);
  const own = rgba(getComputedStyle(element).backgroundColor);
  return own[3] === 1 ? own.slice(0, 3) : over(own, behind(element.parentElement));
};
// WCAG 2.2, "relative luminance" and "contrast ratio".
const luminance = (colour) => colour
  .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  .reduce((sum, part, i) => sum + [0.2126, 0.7152, 0.0722][i] * part, 0);
const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const words = (element) => [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
const troubles = new Set();
const named = (element) => element.ariaLabel || element.textContent.trim() || element.alt ||
  [...(element.labels ?? [])].map((label) => label.textContent.trim()).join("");
// A rectangle and the text in it are next to each other; other texts of a drawing are on its sheet.
const below = (text) => {
  const paper = behind(text.closest("svg").parentElement);
  const bar = text.previousElementSibling;
  return bar?.matches("g > rect") ? over(rgba(getComputedStyle(bar).fill), paper) : paper;
};
const told = (element) => `${element.tagName} ${element.className}`;
if (document.documentElement.scrollWidth > innerWidth) troubles.add("wider than the window");
if (document.querySelectorAll("h1").length !== 1) troubles.add("not one h1");
if (document.querySelectorAll("main").length !== 1) troubles.add("not one main");
const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
if (new Set(ids).size !== ids.length) troubles.add("an id is used twice");
let level = 0;
for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
  if (+heading.tagName[1] > level + 1) troubles.add(`skips a level: ${told(heading)}`);
  level = +heading.tagName[1];
}
for (const svg of document.querySelectorAll("svg")) {
  if (svg.getAttribute("role") !== "img" || !svg.ariaLabel) troubles.add("a drawing without words");
  for (const text of svg.querySelectorAll("text")) {
    if (!text.checkVisibility() || !text.textContent.trim()) continue;
    const paper = below(text), style = getComputedStyle(text);
    const ratio = contrast(over([...rgba(style.fill).slice(0, 3), +style.opacity], paper), paper);
    if (ratio < 4.5) troubles.add(`contrast ${ratio.toFixed(2)}: text ${text.getAttribute("class")}`);
  }
}
for (const element of document.querySelectorAll("body *:not(svg *)")) {
  if (!element.checkVisibility()) continue;
  const style = getComputedStyle(element);
  const scrolls = ["auto", "scroll"].includes(style.overflowX) &&
    (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
  if (scrolls && element.tabIndex < 0 && !element.querySelector("button, summary, a, [tabindex]")) {
    troubles.add(`not reached by the keyboard: ${told(element)}`);
  }
  if (element.matches(".scroll") && element.scrollWidth > element.clientWidth + 1 &&
      !getComputedStyle(element, "::before").content.includes("scrolls")) {
    troubles.add(`does not say that it scrolls: ${told(element)}`);
  }
  if (element.matches("button, input, summary, a, img") && !named(element)) {
    troubles.add(`no name: ${told(element)}`);
  }
  if (element.tabIndex > 0) troubles.add(`out of the order of the page: ${told(element)}`);
  if (element.tabIndex === 0) {
    element.focus({ focusVisible: true, preventScroll: true });
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === "none" || outlineWidth === "0px") {
      troubles.add(`the focus is not seen: ${told(element)}`);
    }
  }
  if (words(element) && !element.closest("header, main, footer, noscript")) {
    troubles.add(`outside of the page's parts: ${told(element)}`);
  }
  if (words(element) && style.backgroundImage === "none") {
    const paper = behind(element), ratio = contrast(over(rgba(style.color), paper), paper);
    if (ratio < 4.5) troubles.add(`contrast ${ratio.toFixed(2)}: ${told(element)}`);
  }
}
document.body.innerHTML = `<pre id="probe">${JSON.stringify([...troubles])}</pre>`;
