// Books: the book file as a form, its chapters as prose, and the pages that they become.

import { ask, Dropped, fetchFile } from "./ask.js";
import { Outline } from "./chapters.js";
import { current, desk, isTyped, open as openFile, redo, save, undo } from "./desk.js";
import { hand } from "./download.js";
import { Draft } from "./draft.js";
import { el, fill } from "./element.js";
import { panel as form } from "./form.js";
import { icon } from "./icon.js";
import { Leaves } from "./leaves.js";
import { notice, regret } from "./notice.js";
import { Progress } from "./progress.js";
import { Prose } from "./prose.js";
import { on, send } from "./signal.js";
import { pictureOf } from "./svg.js";
import { say, sayMany } from "./words.js";

const STEP = 24; // pages in one answer
const PAUSE = 700; // milliseconds after a change until the whole book is laid out again

const here = {
  /** The file of the book, and of the chapter that is open, if one is. */
  book: "",
  chapter: "",
  /** Whether all pages are shown, from which one, and what was laid out last. */
  whole: true,
  first: 0,
  laid: "",
  /** @type {string[]} */
  urls: [],
  /** @type {Problem[]} */
  problems: [],
  pause: 0,
};

const draft = new Draft(() => {
  send("draft");
  show();
});
const closed = new Draft(() => {}); // a chapter that is saved without being open
const leaves = new Leaves((line) => prose.go(line), hear);
const prose = new Prose(write, (line) => leaves.follow(line));
const outline = new Outline((file) => send("open book", file === here.book ? file : [here.book, file]));
const slot = el("div", { class: "book-slot" });
const all = el(
  "div", { class: "pages", role: "group", "aria-label": say("Pages of the book"), tabindex: "0" },
);
const table = el("div", { class: "desk" });
const summary = el("p", { class: "sum", role: "status" });
const laying = new Progress(() => (here.laid = "", (summary.textContent = say("Stopped."))));
const making = new Progress(() => notice(say("The download is stopped."), { severity: "hint" }));
const earlier = el("button", { type: "button", class: "quiet" });
const later = el("button", { type: "button", class: "quiet" });
const turner = el("button", { type: "button", class: "quiet", onclick: () => (
  (here.whole = !here.whole), lay()
) });
earlier.hidden = later.hidden = turner.hidden = true;
const command = el(
  "code", { class: "command", role: "group", tabindex: "0", "aria-label": say("Command line") },
);

export const panel = el("div", { class: "form book" }, outline.node, slot);
export const stage = el("div", { class: "sheet" }, table, el(
  "div", { class: "foot" }, summary, laying.node, making.node, earlier, later,
  el("span", { class: "grow" }), turner,
  el(
    "button", { type: "button", class: "main", onclick: (event) => download(event.currentTarget) },
    icon("page"), "PDF",
  ),
  command,
));

/** Opens a book at its own file, or at one of its chapters. @param {string} book @param {string} chapter */
export async function open(book, chapter = "") {
  const other = here.book !== book;
  if (other) outline.show(book, [], book, false, new Map()); // until its chapters are known
  if (desk.state?.file !== book) {
    fill(slot); // which shows what was open before
    await openFile(book);
  }
  if (other) Object.assign(here, { first: 0, laid: "", problems: [] });
  Object.assign(here, { book, chapter, whole: !chapter });
  if (chapter && draft.file !== chapter) {
    const left = current()?.chapters?.find((one) => one.file === draft.file);
    if (left) left.unsaved = draft.unsaved; // which the server has not told of yet
    await draft.open(chapter);
  }
  send("draft");
  show();
  lay();
}

/** What the bar's buttons do in a book, to its chapter that is open or to its own file. */
export const deeds = {
  get unsaved() {
    return Boolean(desk.state?.unsaved || list().some((one) => one.unsaved));
  },
  get can_undo() {
    return (here.chapter ? draft.state : desk.state)?.can_undo ?? false;
  },
  get can_redo() {
    return (here.chapter ? draft.state : desk.state)?.can_redo ?? false;
  },
  undo: () => (here.chapter ? draft.undo().then(lay).catch(regret) : undo()),
  redo: () => (here.chapter ? draft.undo(true).then(lay).catch(regret) : redo()),

  /** Saves the book and all of its chapters. */
  async keep() {
    if (here.chapter && draft.unsaved && !(await keepChapter(draft))) return;
    for (const { file } of list().filter((one) => one.unsaved)) {
      await closed.open(file);
      await keepChapter(closed);
    }
    if (desk.state?.unsaved) save();
    else await openFile(here.book); // which of its chapters are saved
  },

  /** Shows the text of a chapter as its file has it; false where the desk shows that of the book. */
  turn() {
    if (!here.chapter) return false;
    prose.turn(!prose.plain);
    show();
    return true;
  },
};

/**
 * Saves a chapter; where the text of another program is taken instead, the pages show that.
 * @param {Draft} one
 */
async function keepChapter(one) {
  const before = one.text;
  const done = await one.save();
  if (one.text !== before) lay();
  return done;
}

/** @param {string} text @param {boolean} apart */
function write(text, apart = false) {
  draft.type(text, apart);
  leaves.renewAfter(draft);
}

/** The chapters, with what is known of the one that is open. @returns {Chapter[]} */
function list() {
  return (current()?.chapters ?? []).map((one) => (one.file === draft.file && here.chapter ? {
    ...one, title: prose.title.value.trim() || one.title, unsaved: draft.unsaved,
  } : one));
}

function isHere() {
  return document.body.dataset.view === "book" && desk.state?.file === here.book;
}

function show() {
  if (!isHere()) return;
  const { chapter, problems } = here;
  const part = chapter ? prose.node : form;
  if (slot.firstChild !== part) fill(slot, part);
  if (chapter && !draft.running && draft.file === chapter)
    prose.show(chapter, draft.text, problems.filter((one) => one.file === chapter), draft.own);
  const faults = new Map();
  for (const { file, severity } of problems)
    if (severity === "error") faults.set(file, (faults.get(file) ?? 0) + 1);
  // What is said of an earlier move knows nothing of the one that is still on its way.
  const chapters = isTyped() && outline.book === here.book ? outline.chapters : list();
  outline.show(here.book, chapters, chapter || here.book, Boolean(desk.state?.own), faults);
  const pages = here.whole ? all : leaves.node;
  if (table.firstChild !== pages) fill(table, pages);
  turner.hidden = !chapter;
  turner.textContent = here.whole ? say("This chapter") : say("Whole book");
  if (!here.whole) earlier.hidden = later.hidden = true;
}

/** @param {BookPages} told @param {string} words */
function tell(told, words) {
  here.problems = told.problems;
  const errors = told.problems.filter((one) => one.severity === "error").length;
  const found = errors ? sayMany(
      "{} problem; the pages are those from before.", "{} problems; the pages are those from before.", errors,
    ) : "";
  const text = told.error ?? (found || words);
  if (summary.textContent !== text) summary.textContent = text;
  show();
}

/** @param {ChapterPages} told */
function hear(told) {
  tell(told, sayMany("{} page in this chapter", "{} pages in this chapter", leaves.total));
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
  summary.textContent = say("The book is being laid out …");
  const signal = laying.begin("");
  /** @type {BookPages | null} */
  const told = await ask("POST", "api/book", { file: here.book, start: here.first }, signal).catch(
    (error) => (error instanceof Dropped ? null : {
      pages: [], problems: error.body?.problems ?? [], error: error.message,
    }),
  );
  laying.end(signal);
  if (!told || here.laid !== asked || !here.whole) return;
  const { pages, start = 0, total = 0 } = told;
  if (pages.length) {
    for (const url of here.urls) URL.revokeObjectURL(url);
    here.urls = pages.map(pictureOf);
    fill(all, here.urls.map((url, at) => el(
      "figure", {}, el("img", { src: url, alt: say("Page {}", start + at + 1), loading: "lazy" }),
      el("figcaption", {}, String(start + at + 1)),
    )));
    all.classList.remove("stale");
  }
  turn(earlier, start - STEP, total, start > 0);
  turn(later, start + STEP, total, start + pages.length < total);
  command.textContent = told.command ?? "";
  tell(told, sayMany("{} page", "{} pages", total));
}

/** @param {HTMLButtonElement} button @param {number} start @param {number} total @param {boolean} there */
function turn(button, start, total, there) {
  button.hidden = !there;
  button.textContent = say("Pages {}–{}", start + 1, Math.min(start + STEP, total));
  button.onclick = () => {
    here.first = Math.max(0, start);
    lay();
  };
}

/** @param {HTMLButtonElement} button */
async function download(button) {
  const signal = making.begin(say("The file is being made …"));
  button.disabled = true;
  try {
    hand(await fetchFile("POST", "api/book-pdf", { file: here.book }, signal), "book.pdf");
  } catch (error) {
    if (!(error instanceof Dropped)) regret(error);
  } finally {
    button.disabled = false;
    making.end(signal);
  }
}

on("state", () => {
  if (!isHere()) return;
  show();
  clearTimeout(here.pause);
  if (`${here.book} ${desk.state?.version}` === here.laid) return;
  here.pause = setTimeout(() => isHere() && lay(), here.whole ? PAUSE : 0);
});
on("event file", (event) => {
  if (!isHere() || event.file !== draft.file || draft.running || event.version === draft.version) return;
  draft.open(draft.file).then(lay).catch(regret);
});
