// Prose: a chapter as plain words with a title, and buttons for what can be done to them.

import { menu } from "./dialog.js";
import { Editor } from "./editor.js";
import { el } from "./element.js";
import { icon } from "./icon.js";
import { askFleet, askLink, askPicture, askShip, askTable } from "./insert.js";

const TITLE = /^(\s*# +)(.*?)((?: *\{[^}\n]*\})? *)(\n\n?|$)/;

/** A chapter's title, its text and the buttons above it; `tell(text, apart)` as one writes. */
export class Prose {
  /** @param {(text: string, apart?: boolean) => void} tell @param {(line: number) => void} follow */
  constructor(tell, follow) {
    this.tell = tell;
    this.whole = ""; // the text of the file
    this.plain = true; // without the text as the file has it
    this.file = "";
    this.title = el("input", { class: "chapter-title", "aria-label": "Title of the chapter", autocomplete: "off", maxlength: "120", oninput: () => this.rename(this.title.value) });
    this.editor = new Editor("text of the chapter", (text) => this.write(text), { prose: true });
    this.area = this.editor.area;
    this.area.spellcheck = true;
    const watch = () => follow(this.line);
    for (const name of ["keyup", "click", "input"]) this.area.addEventListener(name, watch);
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.tools = el("div", { class: "tools", role: "toolbar", "aria-label": "Write" }, this.makeTools());
    this.node = el("div", { class: "prose" }, this.title, this.tools, this.editor.node);
  }

  makeTools() {
    const tool = (label, name, run, keys = "") => el("button", { type: "button", class: "bare", "aria-label": label, title: keys ? `${label} (${keys})` : label, onclick: (event) => run(event.currentTarget) }, typeof name === "string" && name.length < 3 ? el("b", { class: `stroke ${label.toLowerCase()}` }, name) : icon(name));
    const put = (ask) => () => ask(this).then((text) => text && this.put(text));
    return [
      tool("Heading", "H", (anchor) => menu(anchor, [
        { label: "Section", run: () => this.makeHeading("## ") },
        { label: "Smaller section", run: () => this.makeHeading("### ") },
        { label: "No heading", run: () => this.makeHeading("") },
      ], "Heading")),
      tool("Bold", "B", () => this.wrap("**", "words"), "Ctrl+B"),
      tool("Italic", "I", () => this.wrap("*", "words"), "Ctrl+I"),
      tool("List", "list", () => this.begin(() => "- ")),
      tool("Numbered list", "numbered", () => this.begin((at) => `${at + 1}. `)),
      tool("Quotation", "quote", () => this.begin(() => "> ")),
      tool("Note in a box", "hint", () => this.box()),
      tool("Link", "link", put(askLink)),
      el("span", { class: "grow" }),
      el("button", { type: "button", class: "quiet strong", "aria-haspopup": "menu", onclick: (event) => menu(event.currentTarget, [
        { label: "A ship …", icon: "ship", run: put(askShip) },
        { label: "A fleet …", icon: "fleet", run: put(askFleet) },
        { label: "A table …", icon: "template", run: put(askTable) },
        { label: "A picture …", icon: "picture", run: put(askPicture) },
        { label: "A break between scenes", icon: "minus", run: () => this.put("\n\n***\n\n") },
        { label: "A new page", icon: "page", run: () => this.put("\n\n{{ page_break() }}\n\n") },
        { label: "A footnote", icon: "text", run: () => this.note() },
      ], "Insert") }, icon("plus"), "Insert"),
    ];
  }

  /** The line of the file that the caret is in, from 1. */
  get line() {
    return this.above + this.area.value.slice(0, this.area.selectionStart).split("\n").length;
  }

  /** Lines of the file that stand above the text, which are those of its title. */
  get above() {
    return this.head.split("\n").length - 1;
  }

  get head() {
    return this.plain ? (TITLE.exec(this.whole)?.[0] ?? "") : "";
  }

  /** Shows a text; problems are placed in the file. */
  show(file, text, problems, own) {
    this.file = file;
    this.whole = text;
    this.area.readOnly = this.title.readOnly = !own;
    this.tools.inert = !own;
    const title = TITLE.exec(text)?.[2] ?? "";
    if (this.title.value.trim() !== title) this.title.value = title;
    const { above, head } = this;
    const mine = problems.map((one) => (one.file === file ? { ...one, line: Math.max(0, one.line - above) } : one));
    this.editor.show(file, text.slice(head.length), mine);
  }

  /** Shows the file as it is, with its marks and line numbers, or its words alone. */
  turn(plain) {
    this.plain = plain;
    this.node.classList.toggle("raw", !plain);
    this.editor.turn(plain);
  }

  go(line) {
    this.editor.go(Math.max(1, line - this.above));
  }

  write(text, apart = false) {
    this.whole = this.head + text;
    this.tell(this.whole, apart);
  }

  rename(title) {
    const found = TITLE.exec(this.whole);
    const one = title.replace(/\s+/g, " ").trimStart();
    this.whole = found ? `${found[1]}${one}${found[3]}${found[4]}${this.whole.slice(found[0].length)}` : `# ${one}\n\n${this.whole}`;
    this.tell(this.whole);
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const run = { b: () => this.wrap("**", "words"), i: () => this.wrap("*", "words") }[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  }

  // What buttons do to the text: each a step back of its own.

  change(text, from, to, select = [text.length, text.length]) {
    this.area.focus();
    this.area.setRangeText(text, from, to, "end");
    this.area.setSelectionRange(from + select[0], from + select[1]);
    this.editor.paint();
    this.editor.reveal();
    this.write(this.area.value, true);
    this.area.dispatchEvent(new Event("keyup"));
  }

  get selected() {
    return this.area.value.slice(this.area.selectionStart, this.area.selectionEnd);
  }

  wrap(mark, usual) {
    const { value, selectionStart: from, selectionEnd: to } = this.area;
    const long = mark.length;
    const inside = value.slice(from - long, from) === mark && value.slice(to, to + long) === mark;
    if (inside) return this.change(this.selected, from - long, to + long, [0, to - from]);
    const text = this.selected.trim() || usual;
    const [before, after] = [/^\s*/.exec(this.selected)[0], this.selected.trim() ? /\s*$/.exec(this.selected)[0] : ""];
    const start = before.length + long;
    this.change(before + mark + text + mark + after, from, to, [start, start + text.length]);
  }

  // Whole lines from that of the caret to the end of what is selected.
  get lines() {
    const { value, selectionStart, selectionEnd } = this.area;
    const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const end = value.indexOf("\n", selectionEnd);
    return [from, end < 0 ? value.length : end];
  }

  makeHeading(mark) {
    const [from, to] = this.lines;
    const words = this.area.value.slice(from, to).replace(/^#+ */, "");
    const apart = mark && from > 1 && this.area.value.slice(from - 2, from) !== "\n\n" ? "\n" : "";
    this.change(apart + mark + (words || (mark ? "Heading" : "")), from, to);
  }

  begin(mark) {
    const [from, to] = this.lines;
    const lines = this.area.value.slice(from, to).split("\n");
    const known = /^(- |\d+\. |> )/;
    const sample = known.exec(lines[0])?.[0] ?? "";
    const off = sample && sample[0] === mark(0)[0];
    const text = lines.map((one, at) => (off ? "" : mark(at)) + one.replace(known, "")).join("\n");
    const apart = from > 1 && this.area.value.slice(from - 2, from) !== "\n\n" && !off ? "\n" : "";
    this.change(apart + text, from, to);
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
    const after = `[^${number}]${value.slice(selectionEnd).trimEnd()}\n\n[^${number}]: `;
    const words = "The note.";
    this.change(`${after}${words}\n`, selectionEnd, value.length, [after.length, after.length + words.length]);
  }

  /** Puts a text in place of what is selected; one that begins with empty lines is set apart. */
  put(text) {
    const { value, selectionStart: from, selectionEnd: to } = this.area;
    let made = text;
    if (text.startsWith("\n\n")) {
      const before = /\n*$/.exec(value.slice(0, from))[0].length;
      const after = /^\n*/.exec(value.slice(to))[0].length;
      const lead = from === 0 ? "" : "\n".repeat(Math.max(0, 2 - before));
      made = lead + text.trim() + "\n".repeat(Math.max(0, 2 - after));
    }
    this.change(made, from, to);
  }
}
