// Art: a picture of one's own for a ship or a fleet, and at once how well it prints.

import { ask, fetchFile, query } from "./ask.js";
import { crop } from "./crop.js";
import { change, current, desk, opened } from "./desk.js";
import { hand } from "./download.js";
import { el, fill } from "./element.js";
import { adorn, listFields } from "./form.js";
import { icon } from "./icon.js";
import { encode } from "./import.js";
import { notice, regret } from "./notice.js";
import { remark } from "./problem.js";
import { on } from "./signal.js";
import { say } from "./words.js";

const MOST = 6_500_000; // bytes that a question to sheetgen has room for
const TYPES = ["image/png", "image/jpeg", "image/svg+xml"];

const input = el(
  "input", { type: "file", accept: TYPES.join(","), hidden: true, onchange: () => takeChosen() },
);
const judged = el("div", { class: "judged", role: "status" });
const deeds = el("p", { class: "deeds" });
const summary = el("summary");
const zone = el(
  "details", { class: "art" }, summary,
  el("p", {}, say("Drop one on this window, or choose one.")), deeds, judged, input,
);
const state = { judged: "" }; // which picture was judged last

function takeChosen() {
  const [file] = input.files ?? [];
  input.value = "";
  if (file) take(file).catch(regret);
}

/** @param {File} file */
async function take(file) {
  const { own, file: name } = opened();
  if (!own || !keyOf(current())) {
    const words = say("Open a ship, a fleet, a book or a look of yours first, to give it this picture.");
    notice(words, { severity: "hint" });
    return;
  }
  const wanted = file.type === "image/svg+xml" ? file : await crop(file);
  if (!wanted) return;
  if (wanted.size > MOST) throw new Error(say("This picture is larger than 6.5 MB; save a smaller one."));
  const { art } = await ask("POST", "api/art", { file: name, name: file.name, data: await encode(wanted) });
  if (opened().file === name) change([{ path: [keyOf(current())], value: art }]);
}

/**
 * The key of a ship’s art, a book’s cover or a look’s logo; empty without one.
 * @param {OpenDocument | null} document
 */
function keyOf(document) {
  const known = document ? listFields(document).map((one) => one.key) : [];
  return ["art", "cover", "logo"].find((one) => known.includes(one)) ?? "";
}

/** @param {OpenDocument} document */
async function judge({ entry, values }) {
  const { file, document } = entry;
  const picture = values.art ?? values.cover;
  // How well a cover prints depends on the size of the page.
  const key = JSON.stringify([file, document, picture, values.cover && [values.paper, values.bleed]]);
  if (key === state.judged) return;
  state.judged = key;
  fill(judged);
  if (!picture) return;
  const { problems } = await ask("GET", `api/art?${query({ file, document })}`);
  if (state.judged !== key) return;
  const good = el("p", { class: "soft" }, say("It prints well at every size that is used."));
  zone.open ||= problems.length > 0;
  fill(judged, problems.length ? problems.map((/** @type {Problem} */ one) => remark(one)) : good);
}

adorn((document) => {
  const key = keyOf(document);
  if (!opened().own || !key) return null;
  summary.textContent = key === "logo" ? say("A logo of your own") : say("A picture of your own");
  const { portrait, id } = document.entry;
  const label = document.values[key] ? say("Another picture …") : say("Choose a picture …");
  const draw = async () => ({ ...(await fetchFile("GET", portrait ?? "")), name: `${id}.svg` });
  const use = async () => {
    const { body, name } = await draw();
    await take(new File([body], name, { type: "image/svg+xml" }));
  };
  fill(
    deeds,
    el("button", { type: "button", class: "quiet", onclick: () => input.click() }, icon("plus"), label),
    document.values[key] && el(
      "button", { type: "button", class: "quiet", onclick: () => change([{ path: [key], remove: true }]) },
      say("Without a picture"),
    ),
    portrait && !document.values.art && el(
      "button",
      { type: "button", class: "quiet", onclick: () => draw().then((file) => hand(file, "")).catch(regret) },
      say("Save its drawing, to start from"),
    ),
    portrait && !document.values.art && document.entry.kind !== "fleet" && el(
      "button", { type: "button", class: "quiet", onclick: () => use().catch(regret) },
      say("Use our silhouette"),
    ),
  );
  if (!document.sheets.length) judge(document).catch(regret); // nothing is drawn that would settle
  return zone;
});

on("picture", (/** @type {File} */ file) => {
  if (desk.state && document.body.dataset.view !== "template") take(file).catch(regret);
});
on("settled", () => {
  const document = current();
  if (document && zone.isConnected) judge(document).catch(regret);
});
