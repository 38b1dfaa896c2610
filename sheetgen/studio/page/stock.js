// The stock: all definitions, books and templates that there are, as the server lists them.

import { ask } from "./ask.js";
import { send } from "./signal.js";

/** @type {Stock & { project: Project | null }} */
export const shelf = { project: null, entries: [], books: [], templates: [], looks: [], users: {} };

/** The project, which is there once the page has started. */
export function project() {
  if (!shelf.project) throw new Error("No project is open.");
  return shelf.project;
}

/** Reads what there is; the project is read once. */
export async function load() {
  shelf.project ??= await ask("GET", "api/project");
  Object.assign(shelf, await ask("GET", "api/shelf"));
  send("loaded");
}

/**
 * The entry of a definition; undefined if it is not on the shelf.
 * @param {string} file @param {number} document
 */
export function entryOf(file, document) {
  return shelf.entries.find((one) => one.file === file && one.document === document);
}

/**
 * Other definitions of the same kind and name in the project; `file` and `document` are left out.
 * @param {{ name: string, game: string, kind: string, file?: string | null, document?: number }} wanted
 */
export function namesakes({ name, game, kind, file = null, document = 0 }) {
  /** @param {Entry} one */
  const same = (one) => one.name.trim().toLowerCase() === name.trim().toLowerCase();
  return shelf.entries.filter((one) => one.own && one.game === game && one.kind === kind && same(one) && !(
    one.file === file && one.document === document
  ));
}

/** What a definition is in a few words; of two with one name, its ID as well. @param {Entry} entry */
export function about(entry) {
  return [entry.note, entry.own && namesakes(entry).length > 0 && entry.id].filter(Boolean).join(" · ");
}

/** The names of all that name a definition, or a book: fleets, scenarios, books. @param {Place} place */
export function usersOf({ file, document }) {
  return shelf.users[`${file}#${document}`] ?? [];
}

/** The title of a game. @param {string} id */
export function gameTitle(id) {
  return shelf.project?.games.find((one) => one.id === id)?.title ?? id;
}
