// The stock: all definitions, books and templates that there are, as the server lists them.

import { ask } from "./ask.js";
import { send } from "./signal.js";

export const shelf = { project: null, entries: [], books: [], templates: [] };

/** Reads what there is; the project is read once. */
export async function load() {
  shelf.project ??= await ask("GET", "api/project");
  Object.assign(shelf, await ask("GET", "api/shelf"));
  send("loaded");
}

/** The entry of a definition; undefined if it is not on the shelf. */
export function entryOf(file, document) {
  return shelf.entries.find((one) => one.file === file && one.document === document);
}

/** The title of a game. */
export function gameTitle(id) {
  return shelf.project?.games.find((one) => one.id === id)?.title ?? id;
}
