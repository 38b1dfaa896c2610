// A look of one's own: how well its colours are seen, whether all of the project wears it, its logo.

import { ask } from "./ask.js";
import { current, desk } from "./desk.js";
import { el, fill } from "./element.js";
import { adorn } from "./form.js";
import { icon } from "./icon.js";
import { regret } from "./notice.js";
import { on } from "./signal.js";
import { say } from "./words.js";

const judged = el("section", { class: "contrasts" });
const worn = el("input", { type: "checkbox", onchange: () => wear().catch(regret) });
const note = el("p", { class: "soft", role: "status" });
const box = el(
  "section", { class: "look" },
  el("label", { class: "check" }, worn, say("All sheets and books of this project have it")), note, judged,
);

async function wear() {
  const { id } = current()?.entry ?? {};
  const wanted = worn.checked;
  try {
    await ask("POST", "api/wear", { look: wanted ? id : "" });
  } catch (error) {
    worn.checked = !wanted;
    throw error;
  }
}

adorn((document) => {
  if (document.form !== "/look") return null;
  worn.checked = Boolean(document.worn);
  const known = judged.querySelector("details");
  const poor = (document.contrasts ?? []).filter((one) => !one.good);
  const title = poor.length
    ? say("Hard to read: {}", poor.map((one) => say("{} on {}", one.label, one.on)).join(", "))
    : say("All colours can be read, in colour and in grey.");
  fill(judged, el(
    "details", { ".open": known?.open ?? false },
    el("summary", {}, icon(poor.length ? "warning" : "hint"), " ", title), table(document.contrasts ?? []),
  ));
  tellLogo();
  return box;
});

/** @param {Contrast[]} pairs */
function table(pairs) {
  const heads = ["", say("Colour"), say("Grey")];
  return el(
    "table", {},
    el("thead", {}, el("tr", {}, heads.map((one) => (one ? el("th", { scope: "col" }, one) : el("td", {}))))),
    el("tbody", {}, pairs.map((one) => el(
      "tr", { class: one.good ? "" : "poor" },
      el("th", { scope: "row" }, say("{} on {}", one.label, one.on)),
      one.ratios.map((ratio, at) => el("td", {}, sample(one.colours, at > 0), ` ${ratio.toFixed(1)}`)),
    ))),
  );
}

/** @param {string[]} colours @param {boolean} grey */
function sample([colour, ground], grey) {
  const node = el("span", { class: `sample${grey ? " grey" : ""}`, "aria-hidden": "true" }, "Aa");
  node.style.color = colour;
  node.style.background = ground;
  return node;
}

// Where the sheet that is shown has no place for a logo, that is said.
function tellLogo() {
  const document = current();
  if (document?.form !== "/look") return;
  const places = document.sheets.filter((one) => one.logo).map((one) => one.title);
  const here = document.sheets.find((one) => one.id === desk.sheet);
  note.textContent = !document.values.logo
    ? ""
    : here && !here.logo
    ? say("{} has no place for a logo. It stands on: {}", here.title, places.join(", "))
    : say("The logo stands on: {}", places.join(", "));
}
on("sheet", tellLogo);
