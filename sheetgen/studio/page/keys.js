// Keys: a list of them, for whoever asks.

import { dialog } from "./dialog.js";
import { el } from "./element.js";
import { languageChoice } from "./language.js";
import { say } from "./words.js";

const KEYS = [
  ["Ctrl+S", "save"],
  ["Ctrl+Z, Ctrl+Shift+Z", say("undo, redo")],
  ["Ctrl+P", "print"],
  ["Ctrl+E", say("show or hide the text")],
  [say("/ or Ctrl+K"), say("find on the shelf")],
  [say("F6, Shift+F6"), say("next, previous part of the window")],
  ["↑ ↓", say("on the shelf: move; in a number: one more, one less")],
  ["Shift+F10", say("on the shelf: what can be done with a definition")],
  [say("F2, Del"), say("on the shelf: rename, delete")],
  ["F8", say("in the text: next problem")],
  ["← ↑ → ↓", say("on the map: move what is chosen by an inch, with Shift by a quarter")],
  [say("Del"), say("on the map: remove what is chosen")],
  ["?", say("this list")],
];

/** Shows the keys. */
export function showKeys() {
  return dialog(say("Keys"), () => [
    el("dl", { class: "keys" }, KEYS.map(([keys, what]) => [el("dt", {}, keys), el("dd", {}, what)])),
    el(
      "p", { class: "soft" },
      say("Click on the sheet to get to the field that it shows. Your files are plain YAML; "
        + "what you do here is written there when you save, with your comments kept."),
    ),
    languageChoice(),
  ]);
}
