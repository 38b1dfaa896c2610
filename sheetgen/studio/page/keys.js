// Keys: a list of them, for whoever asks.

import { dialog } from "./dialog.js";
import { el } from "./element.js";

const KEYS = [
  ["Ctrl+S", "save"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["Ctrl+P", "print"],
  ["Ctrl+E", "show or hide the text"],
  ["/ or Ctrl+K", "find on the shelf"],
  ["F6, Shift+F6", "next, previous part of the window"],
  ["↑ ↓", "on the shelf: move; in a number: one more, one less"],
  ["Shift+F10", "on the shelf: what can be done with a definition"],
  ["F2, Del", "on the shelf: rename, delete"],
  ["F8", "in the text: next problem"],
  ["← ↑ → ↓", "on the map: move what is chosen by an inch, with Shift by a quarter"],
  ["Del", "on the map: remove what is chosen"],
  ["?", "this list"],
];

/** Shows the keys. */
export function showKeys() {
  return dialog("Keys", () => [
    el("dl", { class: "keys" }, KEYS.map(([keys, what]) => [el("dt", {}, keys), el("dd", {}, what)])),
    el(
      "p", { class: "soft" },
      "Click on the sheet to get to the field that it shows. Your files are plain YAML; ",
      "what you do here is written there when you save, with your comments kept.",
    ),
  ]);
}
