// Links: a ship or a small fleet in an address, and what such an address shows before it is kept.

import { ask, carrier, fetchFile } from "./ask.js";
import { dialog, line } from "./dialog.js";
import { hand, printFile } from "./download.js";
import { el, fill } from "./element.js";
import { prefer, taste } from "./memory.js";
import { takeIn } from "./project.js";
import { send } from "./signal.js";
import { pictureOf } from "./svg.js";
import { say } from "./words.js";

/**
 * What a link shows.
 * @typedef {{title: string, files: Record<string, string>, pages: string[], total: number,
 *   error: string | null}} Linked
 */

/** @type {{urls: string[]}} */
const view = { urls: [] };
const about = el("div", { class: "what" });
const pages =
  el("div", { class: "pages", role: "group", "aria-label": say("Pages of the link"), tabindex: "0" });

export const panel = el(
  "div", { class: "form print" },
  el("div", { class: "top" }, el("div", { class: "head" }, el("h1", {}, say("From a link")))),
  about,
);
export const stage = el("div", { class: "sheet" }, el("div", { class: "desk" }, pages));

/** Copies the link of a definition, and shows it as a QR code. @param {Entry} entry */
export async function share({ file, document: index }) {
  const { data, most } = await ask("POST", "api/link", { file, document: index });
  const site = carrier.inside ? location.href.replace(/#.*/, "") : await findSite();
  if (!site) return;
  const address = `${site}#/look/${data}`;
  let told = say("The link is copied. Whoever opens it sees this before anything is kept.");
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    told = say("Copy this");
  }
  const long = [
    say("This link has {} letters, and a QR code that scans well holds {}.", address.length, most),
    " ",
    say("The link of one ship is shorter, and so is one with less text in its files."),
  ];
  const fits = address.length <= most;
  const wait = say("Drawing the code …");
  const code = el("div", { class: "code" }, el("p", { role: "status" }, fits ? wait : long));
  const shown = dialog(say("Link"), () => [
    el("p", { role: "status" }, told),
    el("input", { ".value": address, readonly: true, "aria-label": say("Link"), autofocus: true }),
    code,
  ]);
  const url = fits ? await drawCode(code, { file, document: index, site }) : "";
  await shown;
  URL.revokeObjectURL(url);
}

/**
 * Shows the label with the code of a link; the address of the picture.
 * @param {Element} node @param {{file: string, document: number, site: string}} asked
 */
async function drawCode(node, asked) {
  const label = await fetchFile("POST", "api/label", { ...asked, format: "svg" });
  const url = URL.createObjectURL(label.body);
  const print = async () => printFile(await fetchFile("POST", "api/label", { ...asked, format: "pdf" }));
  fill(
    node,
    el("img", { src: url, alt: say("QR code of this link, with the name above it") }),
    el(
      "footer", {},
      el("button", { type: "button", onclick: () => hand(label, "label.svg") }, say("Save as SVG")),
      el("button", { type: "button", class: "main", onclick: print }, say("Print this code")),
    ),
  );
  return url;
}

// A link leads to a site that everybody can open, which this computer is not.
async function findSite() {
  const known = taste("site", "");
  const tell = () => say("The address of a studio without a server (sheetgen studio --export).");
  const site = await line(say("Link"), say("Site that opens it"), known, say("Copy the link"), tell);
  if (site) prefer("site", site);
  return site;
}

/** Opens the view of a link. @param {string} data */
export async function open(data) {
  fill(about, el("p", { role: "status" }, say("Opening the link …")));
  fill(pages);
  /** @type {Linked} */
  const told = await ask("POST", "api/look", { data });
  for (const url of view.urls) URL.revokeObjectURL(url);
  view.urls = told.pages.map(pictureOf);
  const names = Object.keys(told.files);
  const more = told.total - told.pages.length;
  fill(
    about,
    el("h2", {}, told.title),
    el("p", { class: "soft" }, `${names.join(", ")}. ${say("Nothing of it is kept yet.")}`),
    told.error && el("p", { class: "remark error" }, told.error),
    el("p", { class: "deeds" }, el(
      "button", { type: "button", class: "main", onclick: () => keep(told) }, say("Keep it …"),
    )),
  );
  fill(pages, view.urls.map((url, index) => el(
    "figure", {}, el("img", { src: url, alt: say("Page {} of {}", index + 1, told.title) }),
  )), more > 0 && el("p", { class: "soft" }, say("and {} more pages", more)));
}

/** @param {Linked} told */
async function keep(told) {
  const files = Object.fromEntries(Object.entries(told.files).map(([name, text]) => [name, encode(text)]));
  if (!(await takeIn({ name: told.title, files }))) return;
  location.hash = "#/";
  send("shelf");
}

/** A text in Base64. @param {string} text */
function encode(text) {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
