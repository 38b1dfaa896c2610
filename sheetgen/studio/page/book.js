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

let book = null; // the file of the book
/** The file that is edited. */
export const draft = new Draft(() => send("draft"));
let urls = [];
let told = { problems: [], chapters: [] };
let first = 0; // the first page that is shown, from 0
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
const command = el("code", { class: "command", tabindex: "0", "aria-label": "Command line" });

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

/** Opens a book at its own file. */
export async function open(wanted) {
  if (wanted === book) return lay();
  book = wanted;
  first = 0;
  fill(pages);
  editor.area.readOnly = true; // until its text is there
  await edit(book);
  await lay();
}

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
  const { file, state } = draft;
  editor.area.readOnly = !state.own;
  if (!draft.running) editor.show(file, state.text, told.problems.filter((one) => one.file === file));
  fill(
    chapters,
    [{ file: book, title: "The book itself" }, ...told.chapters].map((one, index) => {
      if (index && one.file === book) return null;
      const problems = told.problems.filter((other) => other.file === one.file).length;
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button", class: "quiet", "aria-current": one.file === file ? "true" : null,
            onclick: () => edit(one.file),
          },
          icon(one.file === book ? "book" : "text"),
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
    told = await ask("POST", "api/book", { file: book, start: first });
    if (told.pages.length) {
      for (const url of urls) URL.revokeObjectURL(url);
      urls = told.pages.map(pictureOf);
      fill(pages, urls.map((url, index) => el(
        "figure", {}, el("img", { src: url, alt: `Page ${told.start + index + 1}`, loading: "lazy" }),
        el("figcaption", {}, String(told.start + index + 1)),
      )));
      pages.classList.remove("stale");
    }
    heading.textContent = shelf.books.find((one) => one.file === book)?.title ?? "Book";
    const errors = told.problems.filter((one) => one.severity === "error").length;
    summary.textContent =
      errors
        ? `${errors} problem${errors > 1 ? "s" : ""}; the pages are those from before.`
        : `${told.total} pages`;
    turn(earlier, told.start - STEP, told.start > 0);
    turn(later, told.start + STEP, told.start + told.pages.length < told.total);
    command.textContent = told.command ?? "";
  } catch (error) {
    summary.textContent = error.message;
    told = { problems: error.body?.problems ?? [], chapters: told.chapters };
  }
  show();
}

function turn(button, start, there) {
  button.hidden = !there;
  button.textContent = `Pages ${start + 1}–${Math.min(start + STEP, told.total)}`;
  button.onclick = () => {
    first = Math.max(0, start);
    lay();
  };
}

async function download(button) {
  button.disabled = true;
  try {
    hand(await fetchFile("POST", "api/book-pdf", { file: book }), "book.pdf");
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
      || event.version === draft.state.version
  ) return;
  edit(draft.file).then(lay);
});
