// Variants: what a definition takes from another one, and where it differs.

import { change, current, opened } from "./desk.js";
import { el, fill } from "./element.js";
import { adorn, focusField, labelOf } from "./form.js";
import { on, send } from "./signal.js";
import { say } from "./words.js";

const box = el("section", { class: "variant" });

adorn((document) => {
  const { base } = document;
  if (!base) return null;
  const own = base.lines.filter((one) => one.path);
  const others = base.lines.filter((one) => !one.path);
  const at = { file: base.file, document: base.document };
  const open = box.querySelector("details")?.open;
  const go = () => send("open", at);
  const there =
    base.file ? el("button", { type: "button", class: "link", onclick: go }, base.name) : base.name;
  const rest = own.length ? say("but for:") : say("What you change in the form is what differs.");
  fill(
    box,
    el("p", {}, say("Variant of"), " ", there, own.length ? ", " : ". ", rest),
    own.length > 0 && table(base, own),
    others.length > 0 && el(
      "details", { ".open": Boolean(open) }, el(
        "summary", {}, say("What follows from that"),
      ), table(base, others),
    ),
  );
  return box;
});

/** @param {Base} base @param {Base["lines"]} lines */
function table(base, lines) {
  const heads = ["", base.name, say("Here"), ""];
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, heads.map((one) => (one ? el("th", { scope: "col" }, one) : el("td", {}))))),
    el("tbody", {}, lines.map((one) => row(base, one))),
  );
}

/** @param {Base} base @param {Base["lines"][number]} line */
function row(base, line) {
  const label = line.path ? labelOf(line.key) : line.label;
  const back = () => change([{ path: line.path ?? [], remove: true }]);
  const go = () => focusField(line.key);
  const there = () => el("button", { type: "button", class: "link", onclick: go }, label);
  const title = say("{} as in {}", label, base.name);
  return el(
    "tr", {},
    el("th", { scope: "row" }, line.path ? there() : label),
    el("td", {}, line.before),
    el("td", {}, line.now),
    el("td", {}, line.path && opened().own && el(
      "button", { type: "button", class: "quiet", "aria-label": title, onclick: back }, say("Take back"),
    )),
  );
}

// The fields that differ are marked in the form as well.
on("settled", mark);
on("painted", mark);
function mark() {
  const lines = current()?.base?.lines ?? [];
  const keys = new Set(lines.filter((one) => one.path).map((one) => one.key));
  for (const field of document.querySelectorAll(".groups [data-field]")) {
    field.closest(".field")?.classList.toggle("varied", keys.has(field.dataset.field ?? ""));
  }
}
