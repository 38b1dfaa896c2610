// What is inserted into a chapter: ships, fleets, tables, pictures and links, chosen from lists.

import { dialog } from "./dialog.js";
import { el, fill, fresh } from "./element.js";
import { about, gameTitle, shelf } from "./stock.js";

/** @typedef {import("./prose.js").Prose} Prose */

const FLEETS = ["fleet", "scenario"];

// The id by which a chapter names a definition: with its game where another has the same id.
function nameOf(one) {
  const others = shelf.entries.filter((other) => other.id === one.id && other.game !== one.game);
  return others.length ? `${one.game}/${one.id}` : one.id;
}

/** All that a book may name: ships, or fleets; the project's own first. */
export function listNamed(fleets) {
  const fits = (one) => (fleets ? one.kind === "fleet" : one.kind && !FLEETS.includes(one.kind));
  const seen = new Set();
  return shelf.entries
    .filter((one) => fits(one) && !seen.has(`${one.game}/${one.id}`) && seen.add(`${one.game}/${one.id}`))
    .sort((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name))
    .map((one) => ({ ...one, value: nameOf(one), label: [one.name, about(one), one.own ? "" : gameTitle(one.game)].filter(Boolean).join(" · ") }));
}

// A list to find one of many in.
function finder(known, label, many = false) {
  const id = fresh("find");
  const list = el("select", { id, size: "8", multiple: many, class: "finder", "aria-label": label });
  const show = (words) => fill(list, known.filter((one) => words.every((word) => one.label.toLowerCase().includes(word))).map((one, at) => el("option", { value: one.value, selected: at === 0 && !many }, one.label)));
  const search = el("input", { type: "search", placeholder: "Find by name", "aria-label": `Find: ${label}`, autofocus: true, oninput: () => show(search.value.toLowerCase().split(/\s+/).filter(Boolean)) });
  search.addEventListener("keydown", (event) => event.key === "ArrowDown" && (event.preventDefault(), list.focus()));
  show([]);
  const chosen = () => [...list.selectedOptions].map((one) => known.find((other) => other.value === one.value));
  return { node: [search, list], chosen };
}

function choices(label, options) {
  const name = fresh("choice");
  return el("div", { class: "choices", role: "radiogroup", "aria-label": label }, options.map((one, at) => el("label", { class: "pick" }, el("input", { type: "radio", name, value: one.value, ".checked": at === 0 }), one.label)));
}

function ask(title, parts, take) {
  return dialog(title, (choose) =>
    el("form", { onsubmit: (event) => {
      event.preventDefault();
      const text = take();
      if (text) choose(text);
    } }, parts, el("footer", {}, el("button", { class: "main" }, "Insert"))));
}

const SHIP = [
  { value: "display", label: "Its display" },
  { value: "portrait", label: "Its picture" },
  { value: "counter", label: "Its counter" },
  { value: "name", label: "Its name, linked" },
];
const FLEET = [
  { value: "fleet_table", label: "A table of its ships" },
  { value: "reference", label: "The quick reference" },
  { value: "roster", label: "Its roster" },
  { value: "name", label: "Its name, linked" },
];

function write(kind, what, one) {
  if (what === "name") return `[${one.name}](#${kind}-${one.id})`;
  const call = what === "roster" ? `sheet("roster", "${one.value}")` : `${what}("${one.value}")`;
  return `\n\n{{ ${call} }}\n\n`;
}

function askNamed(title, kind, options) {
  const found = finder(listNamed(kind === "fleet"), kind === "fleet" ? "Fleets" : "Ships");
  const what = choices("What is shown", options);
  return ask(title, [found.node, what], () => {
    const [one] = found.chosen();
    return one && write(kind, what.querySelector(":checked").value, one);
  });
}

/** Asks for a ship and what of it is shown; resolves with what is to be written, or null. */
export const askShip = () => askNamed("Insert a ship", "ship", SHIP);

/** The same of a fleet. */
export const askFleet = () => askNamed("Insert a fleet", "fleet", FLEET);

/** Asks for a table: an empty one, or one that compares ships, or tells who wins. */
export function askTable() {
  const number = (label, value) => {
    const id = fresh("size");
    return [el("label", { for: id }, label), el("input", { id, type: "number", min: "1", max: "12", ".value": value })];
  };
  const size = el("div", {}, number("Columns", "3"), number("Rows", "3"));
  const found = finder(listNamed(false), "Ships (Ctrl for several)", true);
  const ships = el("div", {}, found.node);
  const what = choices("Kind of table", [
    { value: "plain", label: "Empty" },
    { value: "ship_table", label: "Ships compared" },
    { value: "duel_table", label: "Who wins how often" },
  ]);
  const show = () => {
    const plain = what.querySelector(":checked").value === "plain";
    [size.hidden, ships.hidden] = [!plain, plain];
  };
  what.addEventListener("change", show);
  show();
  return ask("Insert a table", [what, size, ships], () => {
    const kind = what.querySelector(":checked").value;
    if (kind !== "plain") {
      const names = found.chosen().map((one) => `"${one.value}"`);
      return names.length > (kind === "duel_table" ? 1 : 0) ? `\n\n{{ ${kind}(${names.join(", ")}) }}\n\n` : null;
    }
    const [wide, deep] = [...size.querySelectorAll("input")].map((one) => Math.max(1, Math.min(12, Number(one.value) || 3)));
    const row = (cell) => `| ${Array.from({ length: wide }, (_, at) => cell(at)).join(" | ")} |`;
    const rows = Array.from({ length: deep }, () => row(() => "   "));
    return `\n\n${[row((at) => `Heading ${at + 1}`), row(() => "---"), ...rows].join("\n")}\n\n`;
  });
}

/** Asks where a link leads: to a ship, a fleet, or an address. */
export function askLink(prose) {
  const words = el("input", { id: fresh("words"), ".value": prose.selected, autofocus: true, autocomplete: "off" });
  const target = el("input", { id: fresh("target"), placeholder: "www.example.org", autocomplete: "off" });
  const known = [...listNamed(true).map((one) => ["fleet", one]), ...listNamed(false).map((one) => ["ship", one])];
  const inside = el("select", { id: fresh("inside"), onchange: () => {
    const [kind, one] = known[inside.selectedIndex - 1] ?? [];
    target.value = one ? `#${kind}-${one.id}` : "";
    if (one && !words.value) words.value = one.name;
  } }, el("option", {}, "–"), known.map(([, one]) => el("option", {}, one.label)));
  const row = (label, input) => [el("label", { for: input.id }, label), input];
  return ask("Insert a link", [row("Words to click on", words), row("Leads to the page of", inside), row("or to the address", target)], () => (target.value.trim() ? `[${words.value.trim()}](${addressOf(target.value.trim())})` : null));
}

// An address that is written as people say it is one of the web.
function addressOf(text) {
  return /^(\w+:|#|\S+\.md)/.test(text) ? text : ["https:", "", text].join("/");
}

/** Asks for a picture of the project, and its caption. */
export function askPicture() {
  const file = el("input", { id: fresh("file"), autofocus: true, autocomplete: "off", placeholder: "pictures/harbour.png" });
  const caption = el("input", { id: fresh("caption"), autocomplete: "off" });
  return ask("Insert a picture", [el("label", { for: file.id }, "File, beside the chapter"), file, el("label", { for: caption.id }, "Caption"), caption], () => (file.value.trim() ? `\n\n![${caption.value.trim()}](${file.value.trim()})\n\n` : null));
}
