// An entry of the shelf: made, copied, renamed, deleted and brought back.

import { ask } from "./ask.js";
import { dialog, line, question } from "./dialog.js";
import { desk, open } from "./desk.js";
import { el } from "./element.js";
import { prefer, taste } from "./memory.js";
import { act } from "./news.js";
import { askNew, tellTaken } from "./newform.js";
import { notice, regret } from "./notice.js";
import { load, project, shelf, usersOf } from "./stock.js";
import { send } from "./signal.js";
import { say } from "./words.js";

/**
 * Asks for a game, a kind and a name, and opens what was made.
 * @param {string | null} wanted @param {string | null} kind
 */
export async function begin(wanted = null, kind = null) {
  const open = desk.state?.documents?.[desk.document]?.entry?.game;
  const game = wanted ?? (taste("game", "") || open || taste("last game", ""));
  const made = await askNew(game || project().games[0].id, kind);
  if (!made) return;
  prefer("last game", made.game);
  await deed(async () => {
    const at = await ask("POST", made.path, made.body);
    await load();
    if (made.isBook) send("open book", at.file);
    else send("open", { ...at, focus: "name" });
  });
}

/** Makes a copy of a book with its chapters. @param {Book} book */
export function copyBook(book) {
  return deed(async () => {
    const at = await ask("POST", "api/copy", { file: book.file, document: 0 });
    await load();
    send("open book", at.file);
  });
}

/** Makes a copy under a name that is asked for. @param {Entry} entry */
export async function copy(entry) {
  const [title, label] = [say("A copy of {}", entry.name), say("What should the copy be called?")];
  const tell = (/** @type {string} */ name) => tellTaken({ ...entry, name, file: null });
  const usual = entry.own ? `${entry.name} II` : entry.name;
  const name = await line(title, label, usual, say("Make the copy"), tell);
  if (!name) return;
  await deed(async () => {
    const at = await ask("POST", "api/copy", { file: entry.file, document: entry.document, name });
    await load();
    send("open", at);
  });
}

/**
 * Makes a variant: what it does not say itself, it takes from the entry, now and later.
 * @param {Entry} entry
 */
export async function vary(entry) {
  /** @param {string} name */
  const tell = (name) => tellTaken({ ...entry, name, file: null });
  const title = say("A variant of {}", entry.name);
  const label = say("What should the variant be called?");
  const name = await line(title, label, `${entry.name} II`, say("Make the variant"), tell);
  if (!name) return;
  await deed(async () => {
    const { file, document } = entry;
    const at = await ask("POST", "api/copy", { file, document, name, variant: true });
    await load();
    send("open", at);
  });
}

/**
 * Asks whether what came along is copied, so that it can be changed; whether that was done.
 * @param {Entry} entry
 */
export async function takeOver(entry) {
  const text = say("It stays as it is. Change a copy in your project instead?");
  const sure = await question(`${entry.name} came with sheetgen`, text, [
    { value: true, label: say("Change a copy"), main: true },
    { value: null, label: say("Leave it") },
  ]);
  if (!sure) return false;
  const { file, document, name } = entry;
  const at = await ask("POST", "api/copy", { file, document, name });
  await load();
  await open(at.file, at.document);
  send("turn to", at);
  return true;
}

/** Asks for another name. @param {Entry} entry */
export async function rename(entry) {
  const name = await line(
    say("Rename {}", entry.name), say("What is it called?"), entry.name, say("Rename"),
    (name) => tellTaken({ ...entry, name }),
  );
  if (!name || name === entry.name) return;
  await deed(async () => {
    const at = await ask("POST", "api/rename", { file: entry.file, document: entry.document, name });
    await load();
    if (desk.state?.file !== entry.file) return;
    await open(at.file, at.document);
    send("turn to", at);
  });
}

/** Puts a definition into the bin, after asking. @param {Place & { name: string }} entry */
export async function remove(entry) {
  const users = usersOf(entry);
  const used = users.length ? say("{} can’t be printed without it.", listNames(users)) : "";
  const text = `${used} ${say("It goes into the bin of this project, and can be brought back.")}`;
  const sure = await question(say("Delete {}?", entry.name), text, [
    { value: true, label: say("Delete"), main: true },
    { value: null, label: say("Keep") },
  ]);
  if (!sure) return;
  await deed(async () => {
    const gone = await ask("POST", "api/delete", { file: entry.file, document: entry.document });
    await load();
    send("vanished", entry.file);
    notice(
      say("{} is in the bin.", entry.name),
      { deed: { label: say("Bring back"), run: () => restore(gone.id) } },
    );
  });
}

/** "A", "A and B", "A, B, C and 3 more". @param {string[]} names */
function listNames(names) {
  const rest = names.length - 3;
  const few = names.slice(0, rest > 0 ? 3 : -1).join(", ");
  const last = rest > 0 ? say("{} more", rest) : names.at(-1);
  return few ? say("{} and {}", few, last) : last;
}

/** @param {string} id */
function restore(id) {
  return deed(async () => {
    const at = await ask("POST", "api/restore", { id });
    await load();
    if (shelf.books.some((one) => one.file === at.file)) send("open book", at.file);
    else if (shelf.entries.some((one) => one.file === at.file)) send("open", at);
  });
}

/** Shows what was deleted, to bring it back. */
export async function openBin() {
  await deed(async () => {
    const { entries } = await ask("GET", "api/bin");
    const id = await dialog(say("Bin"), (choose) =>
      entries.length
        ? el(
            "ul",
            { class: "bin" },
            entries.map((one) => el(
              "li", {}, el("span", {}, one.name ?? one.file, " ", el("small", {}, one.when)),
              el(
                "button", { type: "button", class: "quiet", onclick: () => choose(one.id) },
                say("Bring back"),
              ),
            )),
          )
        : el("p", { class: "soft" }, say("The bin is empty.")),
    );
    if (id) await restore(id);
  });
}

/** @param {() => Promise<unknown>} run */
async function deed(run) {
  try {
    await act(run);
  } catch (error) {
    regret(error);
  }
}
