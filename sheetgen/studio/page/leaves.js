// The leaves of a chapter: its pages beside its text, which follow what is typed and the caret.

import { ask, Latest } from "./ask.js";
import { el, fill } from "./element.js";
import { pictureOf } from "./svg.js";
import { say } from "./words.js";

/** The pages of a chapter; `go(line)` is called for a click on what a line became. */
export class Leaves {
  /** @param {(line: number) => void} go @param {(told: ChapterPages) => void} tell */
  constructor(go, tell) {
    this.go = go;
    this.tell = tell;
    this.node = el(
      "div", {
        class: "pages leaves", role: "group", "aria-label": say("Pages of the chapter"), tabindex: "0",
      },
    );
    this.band = el("div", { class: "band", "aria-hidden": "true" });
    /** @type {{file: string, chapter: string} | null} */
    this.asked = null;
    this.line = 1;
    /** Of the pages that are shown. @type {string[]} */
    this.texts = [];
    this.start = 0;
    this.total = 0;
    /** @type {PageMark[]} */
    this.marks = [];
    this.running = false;
    this.again = false;
    this.work = new Latest();
    /** What is typed in it is there before it is laid out. @type {import("./draft.js").Draft | null} */
    this.draft = null;
  }

  /** Shows a chapter of a book. @param {string} file @param {string} chapter */
  open(file, chapter) {
    if (this.asked?.file !== file || this.asked.chapter !== chapter) {
      this.asked = { file, chapter };
      [this.start, this.total, this.line] = [0, 0, 1];
      [this.texts, this.marks] = [[], []];
      fill(this.node);
      this.work.stop();
    }
    this.renew();
  }

  /**
   * Lays the chapter out again once a draft of it has been answered.
   * @param {import("./draft.js").Draft} draft
   */
  renewAfter(draft) {
    this.draft = draft;
    this.renew();
  }

  /** Lays the chapter out again; while that goes on, only the latest wish is kept. */
  async renew() {
    this.again = true;
    if (this.running) return this.work.hurry();
    this.running = true;
    while (this.again && this.asked) {
      while (this.draft?.running) await this.draft.running;
      this.again = false;
      const asked = this.asked;
      /** @type {ChapterPages} */
      const told = await ask("POST", "api/chapter", { ...asked, line: this.line }, this.work.next()).catch(
        (error) => ({ pages: [], problems: error.body?.problems ?? [], error: error.message }),
      );
      if (asked !== this.asked || this.work.asked?.signal.aborted) continue;
      if (told.pages.length) await this.show(told);
      this.node.classList.toggle("stale", !told.pages.length);
      this.tell(told);
    }
    this.running = false;
  }

  /** @param {ChapterPages} told */
  async show({ pages, marks = [], start = 0, total = 0 }) {
    Object.assign(this, { marks, total, start });
    const before = this.leaves;
    const leaves = pages.map((_, at) => before[at] ?? el("div", { class: "leaf" }));
    await Promise.all(pages.map((text, at) => this.draw(leaves[at], text, at)));
    this.texts = pages;
    fill(this.node, leaves.map(
      (one, at) => el("figure", {}, one, el("figcaption", {}, say("{} of {}", start + at + 1, total))),
    ));
    this.light();
  }

  /** @returns {HTMLElement[]} */
  get leaves() {
    return [...this.node.querySelectorAll("div.leaf")].filter((one) => one instanceof HTMLElement);
  }

  /**
   * A page stays until the next one is there, so that nothing blinks.
   * @param {HTMLElement} leaf @param {string} text @param {number} at
   */
  async draw(leaf, text, at) {
    if (this.texts[at] === text && leaf.querySelector("img")) return;
    const image = el("img", { alt: say("Page {}", this.start + at + 1), draggable: "false" });
    const url = pictureOf(text);
    image.src = url;
    await image.decode().catch(() => {});
    URL.revokeObjectURL(url);
    leaf.querySelector("img")?.remove();
    leaf.prepend(image);
    leaf.onclick = (event) => this.point(event, leaf, at);
  }

  /** @param {MouseEvent} event @param {HTMLElement} leaf @param {number} at */
  point(event, leaf, at) {
    const box = leaf.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const around = this.marks.filter(({ page, box: [left, top, right, bottom] }) => (
      page === this.start + at && left <= x && x <= right && top <= y && y <= bottom
    ));
    if (around.length) this.go(Math.max(...around.map((one) => one.line)));
  }

  /** Follows the caret to what a line of the text became. @param {number} line */
  follow(line) {
    this.line = line;
    const mark = this.find();
    const at = mark ? mark.page - this.start : 0;
    if (at < 0 || at >= this.texts.length) this.renew();
    else this.light();
  }

  find() {
    const above = this.marks.filter((one) => one.line <= this.line);
    const line = Math.max(...above.map((one) => one.line));
    return above.findLast((one) => one.line === line) ?? this.marks[0];
  }

  light() {
    const mark = this.find();
    const leaf = mark && this.leaves[mark.page - this.start];
    if (!leaf) return this.band.remove();
    const [left, top, right, bottom] = mark.box;
    const sides = { left, top, width: right - left, height: Math.max(0.004, bottom - top) };
    for (const [name, share] of Object.entries(sides)) this.band.style.setProperty(name, `${share * 100}%`);
    leaf.append(this.band);
    const table = this.node.closest(".desk");
    if (!table) return;
    const [room, here] = [table.getBoundingClientRect(), this.band.getBoundingClientRect()];
    if (here.top >= room.top + 8 && here.bottom <= room.bottom - 8) return;
    table.scrollTop += here.top - room.top - room.height / 3;
  }
}
