// What is inserted into a chapter: ships, fleets, tables, pictures and links, chosen from lists.

import { dialog } from "./dialog.js";
import { el, fill, fresh } from "./element.js";
import { about, gameTitle, shelf } from "./stock.js";
import { say } from "./words.js";

/** @typedef {Entry & Choice} Named what a chapter may name: by its id, and what people call it */

const FLEETS = ["fleet", "scenario"];
const SHIP = [
  { value: "display", label: say("Its display") },
  { value: "portrait", label: say("Its picture") },
  { value: "counter", label: say("Its counter") },
  { value: "name", label: say("Its name, linked") },
];
const FLEET = [
  { value: "fleet_table", label: say("A table of its ships") },
  { value: "reference", label: say("The quick reference") },
  { value: "roster", label: "Its roster" },
  { value: "name", label: say("Its name, linked") },
];
const TABLES = [
  { value: "plain", label: say("Empty") },
  { value: "ship_table", label: say("Ships compared") },
  { value: "duel_table", label: say("Who wins how often") },
];

/**
 * The id by which a chapter names a definition: with its game where another has the same id.
 * @param {Entry} one
 */
function nameOf(one) {
  const others = shelf.entries.filter((other) => other.id === one.id && other.game !== one.game);
  return others.length ? `${one.game}/${one.id}` : one.id;
}

/**
 * All ships that a book may name, or all fleets; the project's own first.
 * @param {boolean} fleets @returns {Named[]}
 */
export function listNamed(fleets) {
  const seen = new Set();
  /** @param {Entry} one */
  const fits = (one) => {
    const name = `${one.game}/${one.id}`;
    const right = fleets ? one.kind === "fleet" : one.kind && !FLEETS.includes(one.kind);
    return right && !seen.has(name) && seen.add(name);
  };
  const known = shelf.entries.filter(fits);
  known.sort((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name));
  return known.map((one) => ({
    ...one,
    value: nameOf(one),
    label: [one.name, about(one), one.own ? "" : gameTitle(one.game)].filter(Boolean).join(" · "),
  }));
}

/**
 * A list to find one of many in, or several.
 * @param {Named[]} known @param {string} label
 */
function finder(known, label, several = false) {
  const list = el("select", { size: "8", multiple: several, class: "finder", "aria-label": label });
  /** @param {string[]} words */
  const show = (words) => {
    const found = known.filter((one) => words.every((word) => one.label.toLowerCase().includes(word)));
    const first = several ? null : found[0];
    fill(list, found.map((one) => el("option", { value: one.value, selected: one === first }, one.label)));
  };
  const search = el("input", {
    type: "search", placeholder: say("Find by name"), "aria-label": say("Find: {}", label), autofocus: true,
    oninput: () => show(search.value.toLowerCase().split(/\s+/).filter(Boolean)),
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    list.focus();
  });
  show([]);
  const names = () => [...list.selectedOptions].map((one) => one.value);
  return { node: [search, list], chosen: () => known.filter((one) => names().includes(one.value)) };
}

/** @param {string} label @param {{value: string, label: string}[]} options */
function choices(label, options) {
  const name = fresh("choice");
  const inputs = options.map(({ value }, at) => el("input", { type: "radio", name, value, ".checked": !at }));
  const picks = options.map((one, at) => el("label", { class: "pick" }, inputs[at], one.label));
  return {
    node: el("div", { class: "choices", role: "radiogroup", "aria-label": label }, picks),
    chosen: () => inputs.find((one) => one.checked)?.value ?? options[0].value,
  };
}

/** @param {string} label @param {Record<string, any>} given */
function row(label, given) {
  const input = el("input", { id: fresh("insert"), autocomplete: "off", ...given });
  return { node: [el("label", { for: input.id }, label), input], input };
}

/**
 * Asks for what is written into the chapter; null when it is left.
 * @param {string} title @param {Child[]} parts @param {() => string | null | undefined} take
 * @returns {Promise<string | null>}
 */
function ask(title, parts, take) {
  return dialog(title, (choose) => el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const text = take();
        if (text) choose(text);
      },
    },
    parts,
    el("footer", {}, el("button", { class: "main" }, say("Insert"))),
  ));
}

/** @param {string} title @param {"ship" | "fleet"} kind @param {{value: string, label: string}[]} options */
function askNamed(title, kind, options) {
  const found = finder(listNamed(kind === "fleet"), kind === "fleet" ? say("Fleets") : say("Ships"));
  const what = choices(say("What is shown"), options);
  return ask(title, [found.node, what.node], () => {
    const [one] = found.chosen();
    if (!one) return null;
    const chosen = what.chosen();
    if (chosen === "name") return `[${one.name}](#${kind}-${one.id})`;
    const call = chosen === "roster" ? `sheet("roster", "${one.value}")` : `${chosen}("${one.value}")`;
    return `\n\n{{ ${call} }}\n\n`;
  });
}

/** Asks for a ship and what of it is shown; resolves with what is to be written, or null. */
export const askShip = () => askNamed(say("Insert a ship"), "ship", SHIP);

/** The same of a fleet. */
export const askFleet = () => askNamed(say("Insert a fleet"), "fleet", FLEET);

/** Asks for a table: an empty one, or one that compares ships, or tells who wins. */
export function askTable() {
  const number = { type: "number", min: 1, max: 12, ".value": "3" };
  const size = [say("Columns"), say("Rows")].map((label) => row(label, number));
  const plain = el("div", {}, size.map((one) => one.node));
  const found = finder(listNamed(false), say("Ships (Ctrl for several)"), true);
  const ships = el("div", {}, found.node);
  const what = choices(say("Kind of table"), TABLES);
  const show = () => {
    plain.hidden = what.chosen() !== "plain";
    ships.hidden = !plain.hidden;
  };
  what.node.addEventListener("change", show);
  show();
  return ask("Insert a table", [what.node, plain, ships], () => {
    const kind = what.chosen();
    if (kind === "plain") return draw(...size.map((one) => Number(one.input.value)));
    const names = found.chosen().map((one) => `"${one.value}"`);
    const enough = names.length >= (kind === "duel_table" ? 2 : 1);
    return enough ? `\n\n{{ ${kind}(${names.join(", ")}) }}\n\n` : null;
  });
}

/** An empty table. @param {number[]} size */
function draw(...size) {
  const [wide, deep] = size.map((one) => Math.max(1, Math.min(12, one || 3)));
  /** @param {(at: number) => string} cell */
  const line = (cell) => `| ${Array.from({ length: wide }, (_, at) => cell(at)).join(" | ")} |`;
  const rows = Array.from({ length: deep }, () => line(() => "   "));
  return `\n\n${[line((at) => `Heading ${at + 1}`), line(() => "---"), ...rows].join("\n")}\n\n`;
}

/** Asks where a link leads: to a ship, a fleet, or an address. @param {{selected: string}} prose */
export function askLink(prose) {
  const words = row(say("Words to click on"), { ".value": prose.selected, autofocus: true });
  const target = row(say("or to the address"), { placeholder: "www.example.org" });
  const known = [...listNamed(true), ...listNamed(false)];
  const options = ["–", ...known.map((one) => one.label)].map((one) => el("option", {}, one));
  const inside = el("select", { id: fresh("inside") }, options);
  inside.addEventListener("change", () => {
    const one = known[inside.selectedIndex - 1];
    target.input.value = one ? `#${one.kind === "fleet" ? "fleet" : "ship"}-${one.id}` : "";
    if (one && !words.input.value) words.input.value = one.name;
  });
  const label = el("label", { for: inside.id }, say("Leads to the page of"));
  return ask("Insert a link", [words.node, label, inside, target.node], () => {
    const address = target.input.value.trim();
    return address && `[${words.input.value.trim() || address}](${complete(address)})`;
  });
}

/** An address that is written as people say it is one of the web. @param {string} text */
function complete(text) {
  return /^(\w+:|#|\S+\.md)/.test(text) ? text : ["https:", "", text].join("/");
}

/** Asks for a picture of the project, and its caption. */
export function askPicture() {
  const file = row(say("File, beside the chapter"), { autofocus: true, placeholder: "harbour.png" });
  const caption = row(say("Caption"), {});
  return ask("Insert a picture", [file.node, caption.node], () => {
    const name = file.input.value.trim();
    return name && `\n\n![${caption.input.value.trim()}](${name})\n\n`;
  });
}
