// Conflicts: a file was changed by somebody else as well; both texts are shown, and one is chosen.

import { ask, query } from "./ask.js";
import { desk } from "./desk.js";
import { dialog } from "./dialog.js";
import { el } from "./element.js";

let asking = false;

/** Asks which text stays: resolves with "mine", "theirs" or null for neither yet. */
export async function askConflict(told) {
  if (asking) return null;
  asking = true;
  try {
    const texts = told.disk === undefined ? await ask("GET", `api/disk?${query({ file: told.file })}`) : told;
    return await dialog(
      told.window ? "Changed in another window" : "Changed on disk",
      (choose) => [
        el("p", {}, told.window ? `${told.file} was changed in another window of the studio while you typed.` : `${told.file} was changed by another program, and you have unsaved changes as well. Which one stays?`),
        side(texts.draft ?? desk.state.text, texts.disk ?? ""),
        el(
          "footer",
          {},
          el("button", { type: "button", onclick: () => choose(null) }, "Decide later"),
          el("button", { type: "button", onclick: () => choose("theirs") }, told.window ? "Take the other" : "Take the one on disk"),
          el("button", { type: "button", class: "main", autofocus: true, onclick: () => choose("mine") }, "Keep mine"),
        ),
      ],
      { wide: true },
    );
  } finally {
    asking = false;
  }
}

// Both texts beside each other; lines that only one has begin with a mark.
function side(mine, theirs) {
  const [left, right] = [mine.split("\n"), theirs.split("\n")];
  const column = (title, lines, others, mark) =>
    el(
      "div",
      {},
      el("h3", {}, title),
      el("pre", { tabindex: "0", "aria-label": title }, lines.map((line) => (others.has(line) ? `  ${line}\n` : el("mark", {}, `${mark} ${line}\n`)))),
    );
  return el("div", { class: "sides" }, column("Yours", left, new Set(right), "+"), column("The other", right, new Set(left), "+"));
}
