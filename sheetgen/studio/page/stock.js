// The stock: all definitions, books and templates that there are, as the server lists them.

import { ask } from "./ask.js";
import { send } from "./signal.js";

export const shelf = { project: null, entries: [], books: [], templates: [], users: {} };

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

/** Other definitions of the same kind and name in the project; `file` and `document` are left out. */
export function namesakes({ name, game, kind, file = null, document = 0 }) {
  const same = (one) => one.name.trim().toLowerCase() === name.trim().toLowerCase();
  return shelf.entries.filter((one) => one.own && one.game === game && one.kind === kind && same(one) && !(
    one.file === file && one.document === document
  ));
}

/** What a definition is in a few words; of two with one name, its ID as well. */
export function about(entry) {
  return [entry.note, entry.own && namesakes(entry).length > 0 && entry.id].filter(Boolean).join(" · ");
}

/** The names of all that name a definition, or a book: fleets, scenarios, books. */
export function usersOf({ file, document }) {
  return shelf.users[`${file}#${document}`] ?? [];
}

/** The title of a game. */
export function gameTitle(id) {
  return shelf.project?.games.find((one) => one.id === id)?.title ?? id;
}
