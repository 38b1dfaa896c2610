// Light or dark: as the system says, until a person chooses.

import { el, fill } from "./element.js";
import { icon } from "./icon.js";
import { prefer, taste } from "./memory.js";
import { say } from "./words.js";

const system = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = taste("light", null);
  return chosen ? chosen === "dark" : system.matches;
}

/** @param {HTMLElement} button */
function apply(button) {
  document.documentElement.dataset.light = isDark() ? "dark" : "light";
  fill(button, icon(isDark() ? "light" : "dark"));
  button.setAttribute("aria-label", isDark() ? say("Light colours") : say("Dark colours"));
  button.title = button.getAttribute("aria-label") ?? "";
}

/** A button that changes between both. */
export function lightSwitch() {
  const button = el("button", {
    type: "button",
    class: "bare",
    onclick: () => {
      prefer("light", isDark() ? "light" : "dark");
      apply(button);
    },
  });
  system.addEventListener("change", () => apply(button));
  apply(button);
  return button;
}
