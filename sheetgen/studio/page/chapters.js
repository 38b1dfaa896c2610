// The chapters of a book: a list to choose from, to order by dragging or by keys, and to add to.

import { ask } from "./ask.js";
import { change } from "./desk.js";
import { line, menu } from "./dialog.js";
import { el, fill, hit } from "./element.js";
import { icon } from "./icon.js";
import { notice, regret } from "./notice.js";
import { say } from "./words.js";

const FAR = 5; // pixels that a press moves until it carries a chapter

/** The list of a book's chapters, below the book itself. */
export class Outline {
  /** @param {(file: string) => void} choose what a click on the book or on a chapter does */
  constructor(choose) {
    this.choose = choose;
    this.book = "";
    this.list = el("ol", { class: "chapters", "aria-label": say("Chapters") });
    this.about = el(
      "button", { type: "button", class: "quiet about-book", onclick: () => choose(this.book) },
      icon("book"), say("About the book"),
    );
    this.add = el(
      "button", {
        type: "button", class: "quiet", onclick: () => this.begin(),
      }, icon("plus"), say("Add chapter"),
    );
    this.said = el("p", { class: "unseen", role: "status" });
    this.node = el(
      "nav", { class: "outline", "aria-label": say("Parts of the book") },
      this.about, this.list, this.add, this.said,
    );
    /** @type {Chapter[]} */
    this.chapters = [];
    this.shown = { open: "", own: false, faults: new Map() };
    this.add.hidden = true;
  }

  /**
   * Shows the chapters of a book, and which of them, or the book itself, is open.
   * @param {string} book @param {Chapter[]} chapters @param {string} open
   * @param {boolean} own @param {Map<string, number>} faults the numbers of problems, by files
   */
  show(book, chapters, open, own, faults) {
    Object.assign(this, { book, chapters, shown: { open, own, faults } });
    const { activeElement } = document;
    const held = this.list.contains(activeElement) ? activeElement?.closest("li")?.dataset.file : null;
    mark(this.about, open === book);
    this.add.hidden = !own;
    fill(this.list, chapters.map((one) => this.row(one, open, own, faults.get(one.file) ?? 0)));
    if (held) this.focus(held);
  }

  /** @param {Chapter} one @param {string} open @param {boolean} own @param {number} faults */
  row(one, open, own, faults) {
    const unsaved = el(
      "span", { class: "unsaved", title: say("Not saved") }, "●", unseen(` ${say("Not saved")}`),
    );
    const title = el(
      "button", { type: "button", class: "quiet", onclick: () => this.choose(one.file) },
      el("span", { class: "number", "aria-hidden": "true" }, String(one.at + 1)),
      el("span", { class: "name" }, one.title),
      one.unsaved && unsaved,
      one.missing && el("span", { class: "flag error" }, icon("error"), "missing"),
      faults > 0 && el(
        "span", { class: "flag error" }, icon("error"), String(faults), unseen(` ${say("problems")}`),
      ),
    );
    mark(title, one.file === open);
    const node = el("li", { "data-file": one.file }, title);
    if (!own) return node;
    const grip = el("span", { class: "grip-handle", title: say("Drag to another place") }, icon("drag"));
    const more = el(
      "button",
      { type: "button", class: "bare", "aria-label": say("More for {}", one.title), "aria-haspopup": "menu" },
      icon("more"),
    );
    more.addEventListener("click", () => this.open(more, one));
    node.prepend(grip);
    node.append(more);
    node.addEventListener("keydown", (event) => this.key(event, one));
    node.addEventListener("pointerdown", (event) => this.carry(event, node, one));
    return node;
  }

  /** @param {HTMLElement} anchor @param {Chapter} one */
  open(anchor, one) {
    const last = this.chapters.length - 1;
    menu(anchor, [
      one.at > 0 && { label: say("Move up"), icon: "up", run: () => this.move(one, one.at - 1) },
      one.at < last && { label: say("Move down"), icon: "down", run: () => this.move(one, one.at + 1) },
      { label: say("Take out of the book"), icon: "close", danger: true, run: () => this.remove(one) },
    ], say("For {}", one.title));
  }

  /** @param {KeyboardEvent} event @param {Chapter} one */
  key(event, one) {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step && event.altKey) this.move(one, one.at + step);
    else if (step) this.walk(step);
    else if (event.key === "Delete") this.remove(one);
    else return;
    event.preventDefault();
  }

  /** @param {number} step */
  walk(step) {
    /** @type {HTMLElement[]} */
    const titles = [this.about, ...this.list.querySelectorAll("li > button.quiet")].map((one) => one);
    titles[titles.findIndex((one) => one === document.activeElement) + step]?.focus();
  }

  /** @param {Chapter} one @param {number} to */
  move(one, to) {
    if (to < 0 || to >= this.chapters.length || to === one.at) return;
    change([{ path: ["chapters", one.at], move: to }]);
    const others = this.chapters.filter((other) => other !== one);
    const next = others.toSpliced(to, 0, one).map((other, at) => ({ ...other, at }));
    const { open, own, faults } = this.shown;
    this.show(this.book, next, open, own, faults); // until the book says so too
    this.said.textContent = say("{} is chapter {} now.", one.title, to + 1);
  }

  /** @param {Chapter} one */
  remove(one) {
    change([{ path: ["chapters", one.at], remove: true }]);
    notice(say("{} is no longer in the book; its file {} stays. Undo puts it back.", one.title, one.file));
    this.choose(this.book);
  }

  async begin() {
    const title = await line(say("Another chapter"), say("What is it called?"), "", say("Add"));
    if (!title) return;
    try {
      const made = await ask("POST", "api/new", { kind: "chapter", file: this.book, name: title });
      change([{ path: ["chapters", this.chapters.length], insert: made.name }]);
      this.choose(made.file);
    } catch (error) {
      regret(error);
    }
  }

  /** @param {string} file */
  focus(file) {
    const title = this.list.querySelector(`li[data-file="${CSS.escape(file)}"] > button.quiet`);
    if (title instanceof HTMLElement) title.focus({ preventScroll: true });
  }

  /**
   * A mouse carries a chapter by any part of it, a finger by its handle: elsewhere it scrolls.
   * @param {PointerEvent} event @param {HTMLElement} node @param {Chapter} one
   */
  carry(event, node, one) {
    if (event.button !== 0 || hit(event, ".bare")) return;
    if (event.pointerType !== "mouse" && !hit(event, ".grip-handle")) return;
    const watch = new AbortController();
    const options = { signal: watch.signal };
    let to = -1;
    /** @param {PointerEvent} now */
    const move = (now) => {
      if (to < 0 && Math.abs(now.clientY - event.clientY) < FAR) return;
      const rows = [...this.list.children];
      /** @param {Element} row */
      const middle = (row) => row.getBoundingClientRect().top + row.getBoundingClientRect().height / 2;
      const above = rows.filter((row) => row !== node && middle(row) < now.clientY).length;
      if (above === to) return;
      to = above;
      node.classList.add("carried");
      const others = rows.filter((row) => row !== node);
      this.list.insertBefore(node, others[to] ?? null);
    };
    /** @param {Event} last */
    const end = (last) => {
      watch.abort();
      node.classList.remove("carried");
      if (to < 0) return;
      // What was carried is not clicked on as well.
      /** @param {Event} click */
      const still = (click) => (click.preventDefault(), click.stopPropagation());
      addEventListener("click", still, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", still, { capture: true }), 50);
      if (last.type === "pointerup" && to !== one.at) this.move(one, to);
      else fill(this.list, [...this.list.children].sort((a, b) => this.find(a) - this.find(b)));
    };
    addEventListener("pointermove", move, options);
    addEventListener("pointerup", end, options);
    addEventListener("pointercancel", end, options);
    addEventListener("keydown", (key) => key.key === "Escape" && end(key), options);
  }

  /** @param {Element} row */
  find(row) {
    return this.chapters.findIndex((one) => one.file === row.getAttribute("data-file"));
  }
}

/** @param {string} words */
function unseen(words) {
  return el("span", { class: "unseen" }, words);
}

/** @param {HTMLElement} button @param {boolean} here */
function mark(button, here) {
  if (here) button.setAttribute("aria-current", "page");
  else button.removeAttribute("aria-current");
}
