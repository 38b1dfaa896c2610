// The text of what is open, beside its form.

import { busy, desk, isTyped, write } from "./desk.js";
import { Editor } from "./editor.js";
import { el } from "./element.js";
import { on } from "./signal.js";
import { say } from "./words.js";

const editor = new Editor(say("YAML text"), write);
const name = el("span", { class: "soft" });

/** The pane with the text. */
export const pane = el(
  "section", {
    class: "text-pane", "aria-label": say("Text"),
  }, el("header", {}, el("h2", {}, say("Text")), name),
  editor.node,
);

/** Leads to the place of a problem. @param {Problem} problem */
export function goTo(problem) {
  editor.go(problem.line, problem.column);
}

function show() {
  if (!desk.state || pane.hidden) return;
  name.textContent = desk.state.file;
  editor.area.readOnly = !desk.state.own;
  if (isTyped(["text"]) || (busy() && document.activeElement === editor.area)) return;
  editor.show(desk.state.file, desk.state.text, desk.state.problems);
}

/** Shows the text or hides it. @param {boolean} open */
export function showText(open) {
  pane.hidden = !open;
  show();
}

on("state", show);
on("settled", show);
