"use strict";
// Light or dark: the system's choice until the button is pressed.
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const chosen = root.style.colorScheme;
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.style.colorScheme = dark ? "light" : "dark";
});
// What is wider than the page says that it scrolls, and can be scrolled with the keyboard.
function tellScrolling(box) {
  const more = box.scrollWidth > box.clientWidth + 1;
  box.classList.toggle("more", more);
  for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "scrolls sideways"]]) {
    if (more) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
}
const resized = new ResizeObserver((seen) => seen.forEach(({ target }) => tellScrolling(target)));
for (const box of document.querySelectorAll(".scroll")) {
  tellScrolling(box);
  resized.observe(box);
}
// The command that made the page, to be run again.
for (const button of document.querySelectorAll(".copy")) {
  const command = button.previousElementSibling, status = button.nextElementSibling;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command.textContent);
      status.textContent = "copied";
    } catch {  // not allowed on this page: select it for the reader
      getSelection().selectAllChildren(command);
      status.textContent = "selected";
    }
  });
}
