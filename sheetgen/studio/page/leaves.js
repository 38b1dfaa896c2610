// The leaves of a chapter: its pages beside its text, which follow what is typed and the caret.

import { ask } from "./ask.js";
import { el, fill } from "./element.js";
import { pictureOf } from "./svg.js";

/** @typedef {{page: number, line: number, box: number[]}} Mark a box of a page, in shares of it */

/** The pages of a chapter; `go(line)` is called for a click on what a line became. */
export class Leaves {
  /** @param {(line: number) => void} go @param {(told: any) => void} tell */
  constructor(go, tell) {
    this.go = go;
    this.tell = tell;
    this.node = el("div", { class: "pages leaves", role: "group", "aria-label": "Pages of the chapter", tabindex: "0" });
    this.band = el("div", { class: "band", "aria-hidden": "true" });
    /** @type {{file: string, chapter: string} | null} */
    this.asked = null;
    this.line = 1;
    this.texts = []; // of the pages that are shown
    this.start = 0;
    this.total = 0;
    /** @type {Mark[]} */
    this.marks = [];
    this.running = false;
    this.again = false;
    /** @type {import("./draft.js").Draft | null} */
    this.draft = null; // what is typed is there before it is laid out
  }

  /** Shows a chapter of a book. */
  open(file, chapter) {
    if (this.asked?.file !== file || this.asked.chapter !== chapter) {
      this.asked = { file, chapter };
      Object.assign(this, { texts: [], marks: [], start: 0, total: 0, line: 1 });
      fill(this.node);
    }
    this.renew();
  }

  /** Lays the chapter out again once a draft of it has been answered. */
  renewAfter(draft) {
    this.draft = draft;
    this.renew();
  }

  /** Lays the chapter out again; while that goes on, only the latest wish is kept. */
  async renew() {
    this.again = true;
    if (this.running) return;
    this.running = true;
    while (this.again && this.asked) {
      while (this.draft?.running) await this.draft.running;
      this.again = false;
      const asked = this.asked;
      const told = await ask("POST", "api/chapter", { ...asked, line: this.line }).catch((error) => ({ pages: [], problems: error.body?.problems ?? [], error: error.message }));
      if (asked !== this.asked) continue;
      if (told.pages.length) await this.show(told);
      this.node.classList.toggle("stale", !told.pages.length);
      this.tell(told);
    }
    this.running = false;
  }

  async show(told) {
    Object.assign(this, { marks: told.marks, total: told.total, start: told.start });
    const before = [...this.node.children].filter((one) => one.matches("figure"));
    const figures = told.pages.map((_, at) => before[at] ?? el("figure", {}, el("div", { class: "leaf" }), el("figcaption")));
    await Promise.all(told.pages.map((text, at) => this.draw(figures[at], text, at)));
    this.texts = told.pages;
    if (figures.length !== before.length) fill(this.node, figures);
    figures.forEach((one, at) => (one.lastChild.textContent = `${told.start + at + 1} of ${told.total}`));
    this.light();
  }

  // A page stays until the next one is there, so that nothing blinks.
  async draw(figure, text, at) {
    const leaf = figure.firstChild;
    if (this.texts[at] === text && leaf.querySelector("img")) return;
    const image = el("img", { alt: `Page ${this.start + at + 1}`, draggable: "false" });
    const url = pictureOf(text);
    image.src = url;
    await image.decode().catch(() => {});
    URL.revokeObjectURL(url);
    leaf.querySelector("img")?.remove();
    leaf.prepend(image);
    leaf.onclick = (event) => this.point(event, leaf, at);
  }

  point(event, leaf, at) {
    const box = leaf.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const around = this.marks.filter((one) => one.page === this.start + at && one.box[0] <= x && x <= one.box[2] && one.box[1] <= y && y <= one.box[3]);
    if (around.length) this.go(Math.max(...around.map((one) => one.line)));
  }

  /** Follows the caret to what a line of the text became. */
  follow(line) {
    this.line = line;
    const mark = this.find();
    if (mark && (mark.page < this.start || mark.page >= this.start + this.texts.length)) this.renew();
    else this.light();
  }

  find() {
    const above = this.marks.filter((one) => one.line <= this.line);
    const line = Math.max(...above.map((one) => one.line));
    return above.findLast((one) => one.line === line) ?? this.marks[0];
  }

  light() {
    const mark = this.find();
    const leaf = mark && this.node.children[mark.page - this.start]?.firstChild;
    if (!leaf) return this.band.remove();
    const [left, top, right, bottom] = mark.box;
    Object.assign(this.band.style, { left: `${left * 100}%`, top: `${top * 100}%`, width: `${(right - left) * 100}%`, height: `${Math.max(0.004, bottom - top) * 100}%` });
    leaf.append(this.band);
    const table = this.node.closest(".desk");
    if (!table) return;
    const [room, here] = [table.getBoundingClientRect(), this.band.getBoundingClientRect()];
    if (here.top < room.top + 8 || here.bottom > room.bottom - 8) table.scrollTop += here.top - room.top - room.height / 3;
  }
}
