// Books: chapters, and the pages that they are laid out on.

import { ask, fetchFile } from "./ask.js";
import { hand } from "./download.js";
import { Draft } from "./draft.js";
import { Editor } from "./editor.js";
import { el, fill } from "./element.js";
import { icon } from "./icon.js";
import { regret } from "./notice.js";
import { shelf } from "./stock.js";
import { on, send } from "./signal.js";
import { pictureOf } from "./svg.js";

const view = {
  /** The file of the book. */
  book: "",
  /** @type {string[]} */
  urls: [],
  /** @type {BookPages} */
  told: { problems: [], chapters: [], pages: [], start: 0, total: 0 },
  /** The first page that is shown, from 0. */
  first: 0,
};
/** The file that is edited. */
export const draft = new Draft(() => send("draft"));
const STEP = 24; // pages in one answer

const heading = el("h1", {}, "Book");
const chapters = el("ul", { class: "chapters", "aria-label": "Files of the book" });
const editor = new Editor("text of the chapter", (text) => draft.type(text));
editor.area.readOnly = true;
const pages = el("div", { class: "pages", role: "group", "aria-label": "Pages of the book", tabindex: "0" });
const summary = el("p", { class: "sum", role: "status" });
const earlier = el("button", { type: "button", class: "quiet" });
const later = el("button", { type: "button", class: "quiet" });
earlier.hidden = later.hidden = true;
const command = el("code", { class: "command", role: "group", tabindex: "0", "aria-label": "Command line" });

export const panel = el(
  "div", { class: "form book" },
  el("div", { class: "top" }, el(
    "div", { class: "head" }, heading, el("p", { class: "soft" }, "The pages follow when you save."),
  )),
  chapters, editor.node,
);
export const stage = el("div", { class: "sheet" }, el("div", { class: "desk" }, pages), el(
  "div", { class: "foot" }, summary, earlier, later, el("span", { class: "grow" }),
  el(
    "button", { type: "button", class: "main", onclick: (event) => download(event.currentTarget) },
    icon("page"), "PDF",
  ),
  command,
));

/** Opens a book at its own file. @param {string} wanted */
export async function open(wanted) {
  if (wanted === view.book) return lay();
  view.book = wanted;
  view.first = 0;
  fill(pages);
  editor.area.readOnly = true; // until its text is there
  await edit(view.book);
  await lay();
}

/** @param {string} wanted */
async function edit(wanted) {
  try {
    await draft.open(wanted);
    show();
    send("draft");
  } catch (error) {
    regret(error);
  }
}

function show() {
  const { file } = draft;
  editor.area.readOnly = !draft.own;
  if (!draft.running) editor.show(file, draft.text, view.told.problems.filter((one) => one.file === file));
  fill(
    chapters,
    [{ file: view.book, title: "The book itself" }, ...view.told.chapters].map((one, index) => {
      if (index && one.file === view.book) return null;
      const problems = view.told.problems.filter((other) => other.file === one.file).length;
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button", class: "quiet", "aria-current": one.file === file ? "true" : null,
            onclick: () => edit(one.file),
          },
          icon(one.file === view.book ? "book" : "text"),
          one.title,
          problems ? el(
            "span", { class: "flag error" }, icon("error"), String(problems),
            el("span", { class: "unseen" }, " problems"),
          ) : null,
        ),
      );
    }),
  );
}

async function keep() {
  if (await draft.save()) await lay();
}

async function lay() {
  pages.classList.add("stale");
  summary.textContent = "The book is being laid out …";
  try {
    view.told = await ask("POST", "api/book", { file: view.book, start: view.first });
    if (view.told.pages.length) {
      for (const url of view.urls) URL.revokeObjectURL(url);
      view.urls = view.told.pages.map(pictureOf);
      fill(pages, view.urls.map((url, index) => el(
        "figure", {}, el("img", { src: url, alt: `Page ${view.told.start + index + 1}`, loading: "lazy" }),
        el("figcaption", {}, String(view.told.start + index + 1)),
      )));
      pages.classList.remove("stale");
    }
    heading.textContent = shelf.books.find((one) => one.file === view.book)?.title ?? "Book";
    const errors = view.told.problems.filter((one) => one.severity === "error").length;
    summary.textContent =
      errors
        ? `${errors} problem${errors > 1 ? "s" : ""}; the pages are those from before.`
        : `${view.told.total} pages`;
    turn(earlier, view.told.start - STEP, view.told.start > 0);
    turn(later, view.told.start + STEP, view.told.start + view.told.pages.length < view.told.total);
    command.textContent = view.told.command ?? "";
  } catch (error) {
    summary.textContent = error.message;
    view.told = { ...view.told, problems: error.body?.problems ?? [], pages: [] };
  }
  show();
}

/** @param {HTMLButtonElement} button @param {number} start @param {boolean} there */
function turn(button, start, there) {
  button.hidden = !there;
  button.textContent = `Pages ${start + 1}–${Math.min(start + STEP, view.told.total)}`;
  button.onclick = () => {
    view.first = Math.max(0, start);
    lay();
  };
}

/** @param {HTMLButtonElement} button */
async function download(button) {
  button.disabled = true;
  try {
    hand(await fetchFile("POST", "api/book-pdf", { file: view.book }), "book.pdf");
  } catch (error) {
    regret(error);
  } finally {
    button.disabled = false;
  }
}

on("save", () => document.body.dataset.view === "book" && keep());
on("event file", (event) => {
  if (
    document.body.dataset.view !== "book" || event.file !== draft.file || draft.running
      || event.version === draft.version
  ) return;
  edit(draft.file).then(lay);
});
