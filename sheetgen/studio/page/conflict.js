// Conflicts: a file was changed by somebody else as well; both texts are shown, and one is chosen.

import { ask, query } from "./ask.js";
import { opened } from "./desk.js";
import { dialog } from "./dialog.js";
import { el } from "./element.js";
import { say } from "./words.js";

// Pairs of lines that are compared; beyond, all between the first and the last change is marked.
const MOST = 4e6;
const dialogs = { open: false };

/**
 * Asks which text stays: resolves with "mine", "theirs" or null for neither yet.
 * @param {Conflict} told @returns {Promise<"mine" | "theirs" | null>}
 */
export async function askConflict(told) {
  if (dialogs.open) return null;
  dialogs.open = true;
  try {
    const texts = told.disk === undefined ? await ask("GET", `api/disk?${query({ file: told.file })}`) : told;
    return await dialog(
      told.window ? say("Changed in another window") : say("Changed on disk"),
      (/** @type {(text: "mine" | "theirs" | null) => void} */ choose) => [
        el(
          "p", {},
          told.window
            ? say("{} was changed in another window of the studio while you typed.", told.file)
            : say("{} was changed by another program, and you have unsaved changes as well.", told.file)
              + ` ${say("Which one stays?")}`,
        ),
        side(texts.draft ?? opened().text, texts.disk ?? ""),
        el(
          "footer",
          {},
          el("button", { type: "button", onclick: () => choose(null) }, say("Decide later")),
          el(
            "button", { type: "button", onclick: () => choose("theirs") },
            told.window ? say("Take the other") : say("Take the one on disk"),
          ),
          el(
            "button", { type: "button", class: "main", autofocus: true, onclick: () => choose("mine") },
            say("Keep mine"),
          ),
        ),
      ],
      { wide: true },
    );
  } finally {
    dialogs.open = false;
  }
}

/**
 * Both texts beside each other; lines that only one has are marked, and the first of them is in sight.
 * @param {string} mine @param {string} theirs
 */
function side(mine, theirs) {
  const [left, right] = [mine.split("\n"), theirs.split("\n")];
  const shared = findShared(left, right);
  /** @param {string} title @param {string[]} lines @param {Set<number>} common */
  const column = (title, lines, common) => {
    const text = el("pre", { tabindex: "0", "aria-label": title }, lines.map(
      (line, at) => (common.has(at) ? el("span", {}, `  ${line}\n`) : el("mark", {}, `+ ${line}\n`)),
    ));
    requestAnimationFrame(() => (
      text.scrollTop = Math.max(0, (text.querySelector("mark")?.offsetTop ?? 0) - text.offsetTop - 60)
    ));
    return el("div", {}, el("h3", {}, title), text);
  };
  return el(
    "div", { class: "sides" }, column(say("Yours"), left, shared[0]), column(
      say("The other"), right, shared[1],
    ),
  );
}

/**
 * The numbers of the lines that two texts have in common, in the same order: as many as there can be.
 * @param {string[]} left @param {string[]} right
 */
function findShared(left, right) {
  const found = [new Set(), new Set()];
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)
  ) end += 1;
  const [a, b] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  for (let at = 0; at < left.length; at += 1) if (at < start || at >= left.length - end) found[0].add(at);
  for (let at = 0; at < right.length; at += 1) if (at < start || at >= right.length - end) found[1].add(at);
  if (a.length * b.length > MOST) return found;
  const most = a.map(() => new Uint16Array(b.length + 1)).concat(new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      most[i][j] = a[i] === b[j] ? most[i + 1][j + 1] + 1 : Math.max(most[i + 1][j], most[i][j + 1]);
  }
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) (found[0].add(start + i++), found[1].add(start + j++));
    else if (most[i + 1][j] >= most[i][j + 1]) i += 1;
    else j += 1;
  }
  return found;
}
