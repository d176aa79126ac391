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
const troubles = new Set();
const told = (element) => `${element.tagName} ${element.className}`;
if (document.documentElement.scrollWidth > innerWidth) troubles.add("wider than the window");
if (document.querySelectorAll("h1").length !== 1) troubles.add("not one h1");
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
  if (element.matches("button, input, summary") &&
      !(element.ariaLabel || element.textContent.trim())) troubles.add(`no name: ${told(element)}`);
  const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  if (words && style.backgroundImage === "none") {
    const paper = behind(element), ratio = contrast(over(rgba(style.color), paper), paper);
    if (ratio < 4.5) troubles.add(`contrast ${ratio.toFixed(2)}: ${told(element)}`);
  }
}
document.body.innerHTML = `<pre id="probe">${JSON.stringify([...troubles])}</pre>`;
