// Prose: a chapter as plain words with a title, and buttons for what can be done to them.

import { menu } from "./dialog.js";
import { Editor } from "./editor.js";
import { el } from "./element.js";
import { icon } from "./icon.js";
import { askFleet, askLink, askPicture, askShip, askTable } from "./insert.js";
import { say } from "./words.js";

const TITLE = /^(\s*# +)(.*?)((?: *\{[^}\n]*\})? *)(\n\n?|$)/;
const MARK = /^(- |\d+\. |> )/; // before a line of a list or a quotation
const NEW_PAGE = "\n\n{{ page_break() }}\n\n";

/** A chapter's title, its text and the buttons above it; `tell(text, apart)` as one writes. */
export class Prose {
  /** @param {(text: string, apart?: boolean) => void} tell @param {(line: number) => void} follow */
  constructor(tell, follow) {
    this.tell = tell;
    this.whole = ""; // the text of the file
    this.plain = true; // without the text as the file has it
    this.title = el("input", {
      class: "chapter-title", "aria-label": say("Title of the chapter"), autocomplete: "off",
      maxlength: "120",
      oninput: () => this.rename(this.title.value),
    });
    const options = { prose: true };
    this.editor = new Editor(say("text of the chapter"), (text) => this.write(text), options);
    this.area = this.editor.area;
    this.area.spellcheck = true;
    this.follow = () => follow(this.line);
    for (const name of ["keyup", "click", "input"]) this.area.addEventListener(name, this.follow);
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.tools = el("div", { class: "tools", role: "toolbar", "aria-label": say("Write") }, this.makeTools());
    this.node = el("div", { class: "prose" }, this.title, this.tools, this.editor.node);
  }

  makeTools() {
    /**
     * @param {string} label @param {Node} sign @param {(anchor: HTMLElement) => void} run
     * @param {string} keys
     */
    const tool = (label, sign, run, keys = "") => {
      const title = keys ? `${label} (${keys})` : label;
      const node = el("button", { type: "button", class: "bare", "aria-label": label, title }, sign);
      node.addEventListener("click", () => run(node));
      return node;
    };
    /** @param {string} letter */
    const stroke = (letter) => el("b", { class: letter === "I" ? "stroke italic" : "stroke" }, letter);
    /** @param {(prose: Prose) => Promise<string | null>} ask */
    const put = (ask) => () => void ask(this).then((text) => text && this.put(text));
    const insert = el(
      "button", {
        type: "button", class: "quiet strong", "aria-haspopup": "menu",
      }, icon("plus"), say("Insert"),
    );
    insert.addEventListener("click", () => menu(insert, [
      { label: say("A ship …"), icon: "ship", run: put(askShip) },
      { label: say("A fleet …"), icon: "fleet", run: put(askFleet) },
      { label: say("A table …"), icon: "template", run: put(askTable) },
      { label: say("A picture …"), icon: "picture", run: put(askPicture) },
      { label: say("A break between scenes"), icon: "minus", run: () => this.put("\n\n***\n\n") },
      { label: say("A new page"), icon: "page", run: () => this.put(NEW_PAGE) },
      { label: say("A footnote"), icon: "text", run: () => this.note() },
    ], say("Insert")));
    return [
      tool(say("Heading"), stroke("H"), (anchor) => menu(anchor, [
        { label: say("Section"), run: () => this.makeHeading("## ") },
        { label: say("Smaller section"), run: () => this.makeHeading("### ") },
        { label: say("No heading"), run: () => this.makeHeading("") },
      ], say("Heading"))),
      tool(say("Bold"), stroke("B"), () => this.wrap("**"), "Ctrl+B"),
      tool(say("Italic"), stroke("I"), () => this.wrap("*"), "Ctrl+I"),
      tool(say("List"), icon("list"), () => this.begin(() => "- ")),
      tool(say("Numbered list"), icon("numbered"), () => this.begin((at) => `${at + 1}. `)),
      tool(say("Quotation"), icon("quote"), () => this.begin(() => "> ")),
      tool(say("Note in a box"), icon("hint"), () => this.box()),
      tool(say("Link"), icon("link"), put(askLink)),
      el("span", { class: "grow" }),
      insert,
    ];
  }

  /** The line of the file that the caret is in, from 1. */
  get line() {
    return this.above + this.area.value.slice(0, this.area.selectionStart).split("\n").length;
  }

  /** What of the file stands above the text: its title. */
  get head() {
    return this.plain ? (TITLE.exec(this.whole)?.[0] ?? "") : "";
  }

  /** How many lines that takes. */
  get above() {
    return this.head.split("\n").length - 1;
  }

  /**
   * Shows a text; problems are placed in the file.
   * @param {string} file @param {string} text @param {Problem[]} problems @param {boolean} own
   */
  show(file, text, problems, own) {
    this.whole = text;
    this.area.readOnly = this.title.readOnly = !own;
    this.tools.inert = !own;
    const title = TITLE.exec(text)?.[2] ?? "";
    if (this.title.value.trim() !== title) this.title.value = title;
    const { above, head } = this;
    const mine = problems.map((one) => ({ ...one, line: Math.max(0, one.line - above) }));
    this.editor.show(file, text.slice(head.length), mine);
  }

  /** Shows the file as it is, with its marks and line numbers, or its words alone. @param {boolean} plain */
  turn(plain) {
    this.plain = plain;
    this.node.classList.toggle("raw", !plain);
    this.editor.turn(plain);
  }

  /** Puts the caret into a line of the file. @param {number} line */
  go(line) {
    this.editor.go(Math.max(1, line - this.above));
    this.follow();
  }

  /** @param {string} text */
  write(text, apart = false) {
    this.whole = this.head + text;
    this.tell(this.whole, apart);
  }

  /** @param {string} title */
  rename(title) {
    const [whole, mark, , name, end] = TITLE.exec(this.whole) ?? ["", "# ", "", "", "\n\n"];
    const words = title.replace(/\s+/g, " ").trimStart();
    this.whole = mark + words + name + end + this.whole.slice(whole.length);
    this.tell(this.whole);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const mark = { b: "**", i: "*" }[event.key.toLowerCase()];
    if (!mark) return;
    event.preventDefault();
    this.wrap(mark);
  }

  /**
   * Puts a text in place of a part, as a step back of its own, and selects some of it.
   * @param {string} text @param {number} from @param {number} to @param {[number, number]} select
   */
  change(text, from, to, select = [text.length, text.length]) {
    this.area.focus();
    this.area.setRangeText(text, from, to, "end");
    this.area.setSelectionRange(from + select[0], from + select[1]);
    this.editor.paint();
    this.editor.reveal();
    this.write(this.area.value, true);
    this.follow();
  }

  get selected() {
    return this.area.value.slice(this.area.selectionStart, this.area.selectionEnd);
  }

  /** Puts a mark around what is selected, or takes it away. @param {string} mark */
  wrap(mark) {
    const { value, selectionStart: from, selectionEnd: to } = this.area;
    const long = mark.length;
    const inside = value.slice(from - long, from) === mark && value.slice(to, to + long) === mark;
    if (inside) return this.change(this.selected, from - long, to + long, [0, to - from]);
    const [, before, text, after] = /^(\s*)(.*?)(\s*)$/s.exec(this.selected) ?? ["", "", "", ""];
    const words = text || "words";
    const start = before.length + long;
    this.change(before + mark + words + mark + after, from, to, [start, start + words.length]);
  }

  /** Whole lines from that of the caret to the end of what is selected: where they begin and end. */
  get lines() {
    const { value, selectionStart, selectionEnd } = this.area;
    const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const end = value.indexOf("\n", selectionEnd);
    return [from, end < 0 ? value.length : end];
  }

  /** An empty line where there is none before a place. @param {number} from */
  part(from) {
    return from > 1 && this.area.value.slice(from - 2, from) !== "\n\n" ? "\n" : "";
  }

  /** @param {string} mark */
  makeHeading(mark) {
    const [from, to] = this.lines;
    const words = this.area.value.slice(from, to).replace(/^#+ */, "");
    this.change((mark && this.part(from)) + mark + (words || (mark && "Heading")), from, to);
  }

  /** Begins lines with a mark, or without it if they have it. @param {(at: number) => string} mark */
  begin(mark) {
    const [from, to] = this.lines;
    const lines = this.area.value.slice(from, to).split("\n");
    const off = (MARK.exec(lines[0])?.[0] ?? " ")[0] === mark(0)[0];
    const text = lines.map((one, at) => (off ? "" : mark(at)) + one.replace(MARK, "")).join("\n");
    this.change((off ? "" : this.part(from)) + text, from, to);
  }

  box() {
    const text = this.selected.trim() || "What readers should know.";
    const inner = text.split("\n").map((one) => `    ${one}`).join("\n");
    this.put(`\n\n!!! note "Note"\n\n${inner}\n\n`);
  }

  note() {
    const numbers = [...this.area.value.matchAll(/\[\^(\d+)\]/g)].map((one) => Number(one[1]));
    const number = Math.max(0, ...numbers) + 1;
    const { value, selectionEnd } = this.area;
    const before = `[^${number}]${value.slice(selectionEnd).trimEnd()}\n\n[^${number}]: `;
    const words = "The note.";
    const select = /** @type {[number, number]} */ ([before.length, before.length + words.length]);
    this.change(`${before}${words}\n`, selectionEnd, value.length, select);
  }

  /**
   * Puts a text in place of what is selected; one that begins with empty lines is set apart.
   * @param {string} text
   */
  put(text) {
    const { value, selectionStart: from, selectionEnd: to } = this.area;
    if (!text.startsWith("\n\n")) return this.change(text, from, to);
    const before = value.slice(0, from).length - value.slice(0, from).replace(/\n+$/, "").length;
    const after = value.slice(to).length - value.slice(to).replace(/^\n+/, "").length;
    const lead = from === 0 ? "" : "\n".repeat(Math.max(0, 2 - before));
    this.change(lead + text.trim() + "\n".repeat(Math.max(0, 2 - after)), from, to);
  }
}
