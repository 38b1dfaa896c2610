// The editor: a text area over a coloured copy of its text, with line numbers and underlined problems.

import { colouring, underline } from "./colouring.js";
import { el, fill } from "./element.js";
import { rank, remark } from "./problem.js";
import { say } from "./words.js";

/** An editor: `{node, show(file, text, problems), go(line, column), focus()}`; `tell(text)` as one types. */
export class Editor {
  /**
   * With `prose`, lines are as long as there is room, in letters to read.
   * @param {string} label @param {(text: string) => void} tell
   */
  constructor(label, tell, { prose = false } = {}) {
    this.tell = tell;
    /** @type {(HTMLElement & { stamp?: string })[]} */
    this.lines = [];
    /** @type {Problem[]} */
    this.problems = [];
    this.file = "";
    /** @type {Map<number, Problem[]>} */
    this.marks = new Map();
    this.layer = el("pre", { class: "layer", "aria-hidden": "true" });
    this.gutter = el("div", { class: "gutter", "aria-hidden": "true" });
    this.area = el("textarea", {
      class: "code",
      "aria-label": label,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      oninput: () => (this.paint(), this.tell(this.area.value)),
      onscroll: () => this.follow(),
      onkeydown: (event) => this.key(event),
    });
    this.remarks = el(
      "div", { class: "remarks", role: "region", "aria-label": say("Problems in the {}", label) },
    );
    this.node = el(
      "div", { class: "editor" },
      el(
        "div", { class: "code-box" }, this.gutter, el("div", { class: "code-field" }, this.layer, this.area),
      ),
      this.remarks,
    );
    this.prose = prose;
    if (!prose) return;
    this.turn(true);
    new ResizeObserver(() => this.follow()).observe(this.area);
  }

  /** Shows words that wrap, or lines as they are in the file. @param {boolean} prose */
  turn(prose) {
    this.prose = prose;
    this.node.classList.toggle("plain", prose);
    this.area.wrap = prose ? "soft" : "off";
    this.follow();
  }

  /**
   * Shows a text; the caret and what is scrolled to stay where they are.
   * @param {string} file @param {string} text @param {Problem[]} problems
   */
  show(file, text, problems = []) {
    const other = file !== this.file;
    this.file = file;
    this.problems = rank(problems);
    this.marks = new Map();
    for (const problem of this.problems) {
      if (!problem.line || (problem.file && problem.file !== file)) continue;
      if (!this.marks.has(problem.line)) this.marks.set(problem.line, []);
      this.marks.get(problem.line)?.push(problem);
    }
    if (this.area.value !== text) {
      const { selectionStart, selectionEnd, scrollTop, scrollLeft } = this.area;
      const at = other ? 0 : move(this.area.value, text, selectionStart);
      const to = other ? 0 : move(this.area.value, text, selectionEnd);
      this.area.value = text;
      this.area.setSelectionRange(at, to);
      this.area.scrollTop = other ? 0 : scrollTop;
      this.area.scrollLeft = other ? 0 : scrollLeft;
    }
    this.paint();
    const mine = this.problems.filter((one) => !one.file || one.file === file);
    fill(this.remarks, mine.map(
      (problem) => remark(problem, { where: true, file, go: () => this.go(problem.line, problem.column) }),
    ));
    this.remarks.hidden = !mine.length;
  }

  /** Colours the lines that are not yet as they should be. */
  paint() {
    const split = colouring(this.file);
    const texts = this.area.value.split("\n");
    while (this.lines.length > texts.length) this.lines.pop()?.remove();
    texts.forEach((text, index) => {
      const problems = this.marks.get(index + 1) ?? [];
      const stamp =
        `${text}\u0000${problems.map((one) => `${one.severity}${one.column}${one.end_column}`).join()}`;
      let node = this.lines[index];
      if (!node) {
        node = el("div", { class: "line" });
        this.lines.push(node);
        this.layer.append(node);
      }
      if (node.stamp === stamp) return;
      node.stamp = stamp;
      const marks = problems.map((one) => span(one, text));
      fill(
        node,
        underline(split(text), marks).map((piece) => (
          piece.names.length ? el("span", { class: piece.names.join(" ") }, piece.text) : piece.text
        )),
        "\n",
      );
    });
    this.number(texts.length);
    this.follow();
  }

  /** @param {number} count */
  number(count) {
    while (this.gutter.childElementCount > count) this.gutter.lastElementChild?.remove();
    for (let at = this.gutter.childElementCount; at < count; at += 1)
      this.gutter.append(el("span", {}, String(at + 1)));
    [...this.gutter.children].forEach((node, index) => {
      const worst = this.marks.get(index + 1)?.[0]?.severity ?? "";
      if (node.className !== worst) node.className = worst;
    });
  }

  follow() {
    const { scrollTop, scrollLeft } = this.area;
    this.layer.style.width = this.prose ? `${this.area.clientWidth}px` : ""; // as wide as what wraps
    this.layer.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.gutter.style.transform = `translateY(${-scrollTop}px)`;
  }

  /** Puts the caret to a line and column, both from 1. @param {number} line @param {number} column */
  go(line, column = 1) {
    const texts = this.area.value.split("\n");
    const before = texts.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const at = before + Math.max(0, column - 1);
    this.area.focus();
    this.area.setSelectionRange(at, at);
    const high = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (this.lines[line - 1]?.offsetTop ?? 0) - 3 * high);
    this.follow();
  }

  /** Scrolls to the caret, which a text that is put there by the page does not do. */
  reveal() {
    const line = this.area.value.slice(0, this.area.selectionEnd).split("\n").length;
    const { offsetTop: top, offsetHeight: high } = this.lines[line - 1];
    const { scrollTop, clientHeight } = this.area;
    if (top >= scrollTop && top + high <= scrollTop + clientHeight) return;
    this.area.scrollTop = top - clientHeight / 2;
  }

  focus() {
    this.area.focus();
  }

  /**
   * Enter keeps the indentation; F8 goes on to the next problem. The Tab key leaves the field, as everywhere.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.key === "F8" && this.problems.length) {
      event.preventDefault();
      const line = this.area.value.slice(0, this.area.selectionStart).split("\n").length;
      const placed = this.problems.filter((one) => one.line).sort((a, b) => a.line - b.line);
      const next = placed.find((one) => one.line > line) ?? placed[0];
      if (next) this.go(next.line, next.column);
    }
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
    const { value, selectionStart, selectionEnd } = this.area;
    const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const [indent] = /^[ ]*/.exec(value.slice(start, selectionStart)) ?? [""];
    if (!indent) return;
    event.preventDefault();
    this.area.setRangeText(`\n${indent}`, selectionStart, selectionEnd, "end");
    this.area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

/**
 * Where a caret of one text is in another: kept from the start before the change, from the end after it.
 * @param {string} before @param {string} after @param {number} at
 */
function move(before, after, at) {
  let same = 0;
  while (same < at && before[same] === after[same]) same += 1;
  return same === at ? at : Math.max(same, after.length - (before.length - at));
}

/** @param {Problem} problem @param {string} text */
function span(problem, text) {
  const from = Math.max(0, Math.min((problem.column || 1) - 1, Math.max(0, text.length - 1)));
  const word = /^[^\s,:{}[\]]+/.exec(text.slice(from));
  const end =
    problem.end_column > problem.column ? problem.end_column - 1 : from + (word ? word[0].length : 1);
  return { from, to: Math.max(end, from + 1), name: `under ${problem.severity}` };
}
