// Books: the book file as a form, its chapters as prose, and the pages that they become.

import { ask, fetchFile, query } from "./ask.js";
import { Outline } from "./chapters.js";
import { current, desk, open as openFile, redo, save, undo } from "./desk.js";
import { hand } from "./download.js";
import { Draft } from "./draft.js";
import { el, fill } from "./element.js";
import { panel as form } from "./form.js";
import { icon } from "./icon.js";
import { Leaves } from "./leaves.js";
import { notice, regret } from "./notice.js";
import { Prose } from "./prose.js";
import { on, send } from "./signal.js";
import { pictureOf } from "./svg.js";

const STEP = 24; // pages in one answer
const PAUSE = 700; // milliseconds after a change until the whole book is laid out again

/** What is open: a book, one of its chapters or null, and what was last said of their pages. */
const here = { book: null, chapter: null, whole: true, raw: false, first: 0, urls: [], problems: [], laid: "" };

/** The chapter that is edited. */
const draft = new Draft(() => {
  send("draft");
  show();
});
const prose = new Prose((text, apart) => (draft.type(text, apart), leaves.renewAfter(draft)), (line) => leaves.follow(line));
const leaves = new Leaves((line) => prose.go(line), hear);
const outline = new Outline((file) => send("open book", file === here.book ? file : [here.book, file]));
const slot = el("div", { class: "book-slot" });
const all = el("div", { class: "pages", role: "group", "aria-label": "Pages of the book", tabindex: "0" });
const table = el("div", { class: "desk" });
const summary = el("p", { class: "sum", role: "status" });
const earlier = el("button", { type: "button", class: "quiet" });
const later = el("button", { type: "button", class: "quiet" });
const shown = el("button", { type: "button", class: "quiet", onclick: () => (here.whole = !here.whole, lay()) });
earlier.hidden = later.hidden = true;
const command = el("code", { class: "command", tabindex: "0", "aria-label": "Command line" });

export const panel = el("div", { class: "form book" }, outline.node, slot);
export const stage = el("div", { class: "sheet" }, table, el("div", { class: "foot" }, summary, earlier, later, el("span", { class: "grow" }), shown, el("button", { type: "button", class: "main", onclick: (event) => download(event.currentTarget) }, icon("page"), "PDF"), command));

/** Opens a book at its own file, or at one of its chapters. */
export async function open(book, chapter = null) {
  if (here.book !== book) outline.show(book, [], book, false, new Map()); // until its chapters are known
  if (desk.state?.file !== book) await openFile(book);
  if (here.book !== book) Object.assign(here, { first: 0, laid: "", problems: [] });
  Object.assign(here, { book, chapter, whole: !chapter });
  if (chapter && draft.file !== chapter) await draft.open(chapter);
  show();
  lay();
}

/** What the bar's buttons do in a book: `{own, unsaved, undo, redo, raw}`; null if all is the desk's. */
export const deeds = {
  get own() {
    return desk.state?.own;
  },
  get unsaved() {
    return Boolean(desk.state?.unsaved || (here.chapter && draft.unsaved) || list().some((one) => one.unsaved && one.file !== draft.file));
  },
  get steps() {
    const state = here.chapter ? draft.state : desk.state;
    return { undo: Boolean(state?.can_undo), redo: Boolean(state?.can_redo) };
  },
  undo: () => (here.chapter ? draft.undo().catch(regret) : undo()),
  redo: () => (here.chapter ? draft.undo(true).catch(regret) : redo()),
  keep,
  /** Shows the text of a chapter as its file has it; false where the desk shows that of the book. */
  turn() {
    if (!here.chapter) return false;
    here.raw = !here.raw;
    prose.turn(!here.raw);
    show();
    return true;
  },
};

/** @returns {import("./chapters.js").Chapter[]} */
function list() {
  const chapters = current()?.chapters ?? [];
  const title = (one) => (one.file === draft.file ? prose.title.value.trim() || one.title : one.title);
  return chapters.map((one) => (one.file === draft.file ? { ...one, title: title(one), unsaved: draft.unsaved } : one));
}

function show() {
  if (document.body.dataset.view !== "book" || !here.book) return;
  const { chapter, problems } = here;
  if (slot.firstChild !== (chapter ? prose.node : form)) fill(slot, chapter ? prose.node : form);
  if (chapter && draft.state && !draft.running) prose.show(chapter, draft.state.text, problems.filter((one) => one.file === chapter), draft.state.own);
  const faults = new Map();
  for (const one of problems.filter((one) => one.severity === "error")) faults.set(one.file, (faults.get(one.file) ?? 0) + 1);
  outline.show(here.book, list(), chapter ?? here.book, Boolean(desk.state?.own), faults);
  const pages = here.whole ? all : leaves.node;
  if (table.firstChild !== pages) fill(table, pages);
  shown.hidden = !chapter;
  shown.textContent = here.whole ? "This chapter" : "Whole book";
  if (!here.whole) earlier.hidden = later.hidden = true;
}

// Saves the book and all of its chapters.
async function keep() {
  if (here.chapter && draft.unsaved && !(await draft.save())) return;
  for (const { file } of list().filter((one) => one.unsaved && one.file !== draft.file)) {
    const { version } = await ask("GET", `api/file?${query({ file })}`);
    await ask("POST", "api/save", { file, version }).then(() => notice(`${file} is saved.`), regret);
  }
  if (desk.state.unsaved) save();
  else await openFile(here.book);
  if (here.whole) lay();
}

function hear(told) {
  here.problems = told.problems ?? [];
  const errors = here.problems.filter((one) => one.severity === "error").length;
  const words = told.error ?? (errors ? `${errors} problem${errors > 1 ? "s" : ""}; the pages are those from before.` : `${leaves.total} page${leaves.total > 1 ? "s" : ""} in this chapter`);
  if (summary.textContent !== words) summary.textContent = words;
  show();
}

function lay() {
  show();
  if (here.whole) layAll();
  else leaves.open(here.book, here.chapter);
}

async function layAll() {
  const asked = `${here.book} ${desk.state?.version}`;
  here.laid = asked;
  all.classList.add("stale");
  summary.textContent = "The book is being laid out …";
  const told = await ask("POST", "api/book", { file: here.book, start: here.first }).catch((error) => ({ pages: [], problems: error.body?.problems ?? [], error: error.message }));
  if (here.laid !== asked || !here.whole) return;
  here.problems = told.problems;
  if (told.pages.length) {
    for (const url of here.urls) URL.revokeObjectURL(url);
    here.urls = told.pages.map(pictureOf);
    const name = (at) => String(told.start + at + 1);
    fill(all, here.urls.map((url, at) => el("figure", {}, el("img", { src: url, alt: `Page ${name(at)}`, loading: "lazy" }), el("figcaption", {}, name(at)))));
    all.classList.remove("stale");
  }
  const errors = told.problems.filter((one) => one.severity === "error").length;
  summary.textContent = told.error ?? (errors ? `${errors} problem${errors > 1 ? "s" : ""}; the pages are those from before.` : `${told.total} pages`);
  turn(earlier, told, told.start - STEP, told.start > 0);
  turn(later, told, told.start + STEP, told.start + told.pages.length < told.total);
  command.textContent = told.command ?? "";
  show();
}

function turn(button, told, start, there) {
  button.hidden = !there;
  button.textContent = `Pages ${start + 1}–${Math.min(start + STEP, told.total)}`;
  button.onclick = () => {
    here.first = Math.max(0, start);
    lay();
  };
}

async function download(button) {
  button.disabled = true;
  try {
    hand(await fetchFile("POST", "api/book-pdf", { file: here.book }), "book.pdf");
  } catch (error) {
    regret(error);
  } finally {
    button.disabled = false;
  }
}

let pause = null;
const isHere = () => document.body.dataset.view === "book" && here.book !== null;
on("state", () => {
  if (!isHere() || desk.state?.file !== here.book) return;
  show();
  clearTimeout(pause);
  if (`${here.book} ${desk.state.version}` !== here.laid) pause = setTimeout(() => isHere() && lay(), here.whole ? PAUSE : 0);
});
on("event file", (event) => {
  if (!isHere() || event.file !== draft.file || draft.running || event.version === draft.state.version) return;
  draft.open(draft.file).then(lay).catch(regret);
});
