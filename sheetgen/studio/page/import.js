// Imports: files of other programs are read, what would become of them is shown, and then written.

import { ask } from "./ask.js";
import { dialog } from "./dialog.js";
import { el, fill } from "./element.js";
import { icon } from "./icon.js";
import { act } from "./news.js";
import { notice, regret } from "./notice.js";
import { rank, remark } from "./problem.js";
import { load, shelf } from "./stock.js";
import { say, sayMany } from "./words.js";

const ENDINGS = [
  "json", "xml", "cat", "gst", "ros", "catz", "gstz", "rosz", "csv", "tsv", "xlsx", "yaml", "yml", "txt",
  "mtf", "blk",
];
const MOST = 6_500_000; // bytes that a question to sheetgen has room for
const SHOWN = 12; // files that are listed

/** Whether a file may be one to import, by its ending. @param {File} file */
export const isKnown = (file) => ENDINGS.includes(file.name.toLowerCase().split(".").at(-1) ?? "");

/** Lets a person choose files to import. */
export function chooseFiles() {
  const input = el("input", {
    type: "file", multiple: true, accept: ENDINGS.map((one) => `.${one}`).join(","),
    onchange: () => importFiles([...(input.files ?? [])]).catch(regret),
  });
  input.click();
}

/** Shows what files would become, and imports them if that is wanted. @param {File[]} given */
export async function importFiles(given) {
  const names = given.map((one) => one.name);
  const title = names.length > 1 ? say("{} and {} more", names[0], names.length - 1) : names[0];
  if (given.reduce((sum, one) => sum + one.size, 0) > MOST) throw new Error(
    say("This is too large to be imported here; in a terminal: sheetgen import {}", names.join(" ")),
  );
  const files = await Promise.all(given.map(async (one) => ({ name: one.name, data: await encode(one) })));
  const first = await ask("POST", "api/import", { files });
  const wanted = await dialog(
    say("Import {}", title), (choose) => form(choose, files, first), { wide: true },
  );
  if (!wanted) return;
  await act(async () => {
    const made = await ask("POST", "api/import", { files, ...wanted, write: true });
    if (made.error || !made.files.length) throw new Error(made.error || say("Nothing was written."));
    shelf.project = null; // there may be a game more
    await load();
    notice(say("{} imported into {}.", made.things?.join(", "), made.output));
  });
}

/**
 * @param {(wanted: { way: string, output: string } | null) => void} choose @param {Sent[]} files
 * @param {Imported} first
 */
function form(choose, files, first) {
  let told = first;
  let turn = 0;
  const way = el(
    "select", { id: "import-way", autofocus: true, onchange: () => renew() },
    first.ways.map((one) => el("option", {}, one)),
  );
  way.value = first.way;
  const output = el("input", {
    id: "import-output", autocomplete: "off", spellcheck: "false", placeholder: first.output,
    "aria-describedby": "import-help", onchange: () => renew(),
  });
  const shown = el("div", { class: "import", role: "status" });
  const deed = el("button", { class: "main" }, say("Import"));
  const wanted = () => ({ way: way.value, output: output.value.trim() });
  const show = () => {
    fill(shown, summary(told));
    output.placeholder = told.output ?? "";
    deed.disabled = !told.files.length;
  };
  const renew = async () => {
    const mine = (turn += 1);
    deed.disabled = true;
    const next = await ask("POST", "api/import", { files, ...wanted() }).catch(
      (error) => ({ ...first, error: error.message, problems: [], files: [] })
    );
    if (mine !== turn) return;
    told = next;
    show();
  };
  show();
  return el(
    "form",
    { onsubmit: (event) => (event.preventDefault(), deed.disabled || choose(wanted())) },
    el("label", { for: "import-way" }, say("How it is read")),
    way,
    el("label", { for: "import-output" }, say("Into")),
    output,
    el(
      "p", { class: "soft", id: "import-help" }, say("A folder for one file each, or a .yaml file for all."),
    ),
    shown,
    el("footer", {}, el("button", { type: "button", onclick: () => choose(null) }, say("Cancel")), deed),
  );
}

/** @param {Imported} told */
function summary(told) {
  const { files } = told;
  const rest = files.length - SHOWN;
  const broken = told.error || told.problems.some((one) => one.severity === "error");
  const written = sayMany("{} file is written:", "{} files are written:", files.length);
  const things = told.things?.join(", ") || say("No definitions");
  const made = `${things}. ${files.length ? written : say("Nothing has changed.")}`;
  const words = broken ? say("This can’t be imported as it is.") : made;
  return [
    el("p", {}, el("b", {}, words), told.error && ` ${told.error[0].toUpperCase()}${told.error.slice(1)}.`),
    el(
      "ul", {}, [...files].sort((a, b) => Number(a.new) - Number(b.new)).slice(0, SHOWN).map(fileRow),
      rest > 0 && el("li", { class: "soft" }, say("and {} more", rest)),
    ),
    rank(told.problems).map((one) => remark({
      ...one, fix: null,
      message: one.line ? `${one.file}:${one.line}:${one.column}: ${one.message}` : one.message,
    })),
    told.more > 0 && el("p", { class: "soft" }, say("and {} more problems", told.more)),
    told.ignored && el("p", { class: "soft" }, say("Not used: {}", told.ignored)),
  ];
}

/** @param {Imported["files"][number]} file */
function fileRow({ file, new: fresh, lines }) {
  return el(
    "li", {}, icon(fresh ? "plus" : "text"), " ", el("span", {}, file), !fresh && el(
      "small", {}, ` ${say("changes")}`,
    ),
    lines.length > 0 && el(
      "pre", {}, lines.map((line) => el("span", { class: line[0] === "+" ? "added" : "gone" }, `${line}\n`)),
    ),
  );
}

/** The bytes of a file in Base64. @param {File} file @returns {Promise<string>} */
export function encode(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(new Error(say("This file can't be read.")));
    reader.readAsDataURL(file);
  });
}
