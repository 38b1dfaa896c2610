// Redrawing: a sheet taken into a drawing program and back, and what has become of it.

import { ask, fetchFile } from "./ask.js";
import { hand } from "./download.js";
import { el, fill } from "./element.js";
import { icon } from "./icon.js";
import { notice, regret } from "./notice.js";
import { on } from "./signal.js";
import { say } from "./words.js";

const MOST = 6_500_000; // bytes that a question to sheetgen has room for

/** @typedef {{ game: string, sheet: string, file: string, document: number }} Shown */

/**
 * The part of a template's page that gives the sheet as it is printed, and takes it back.
 * @param {{
 *   shown: () => Shown | null, here: () => boolean, renew: () => Promise<void>,
 *   fail: (name: string, text: string, problems: Problem[]) => void,
 * }} page
 */
export function redrawing({ shown, here, renew, fail }) {
  const told = el("div", { class: "adopted", role: "status" });
  const input = el("input", {
    type: "file", accept: ".svg,image/svg+xml", hidden: true,
    onchange: () => {
      const [file] = input.files ?? [];
      input.value = "";
      if (file) take(file).catch(regret);
    },
  });

  async function give() {
    const wanted = shown();
    if (wanted) hand(await fetchFile("POST", "api/sample", wanted), `${wanted.sheet}.svg`);
  }

  /** @param {File} file */
  async function take(file) {
    if (file.size > MOST) throw new Error(
      say("This drawing is too large to be taken here; in a terminal: sheetgen adopt {}", file.name),
    );
    const text = await file.text();
    try {
      const { changes, template, is_other: isOther } =
        await ask("POST", "api/adopt", { name: file.name, text });
      await renew();
      if (changes.length) notice(say("{} is drawn as you changed it from now on.", template));
      fill(
        told,
        el("h2", {}, changes.length ? say("What you changed") : say("This drawing is as it was made.")),
        isOther && el("p", { class: "soft" }, say("It was made from another template than the present one.")),
        changes.length > 0 && el("ul", {}, changes.map((/** @type {string} */ line) => el("li", {}, line))),
      );
    } catch (error) {
      const problems = error.body?.problems;
      if (!problems) throw error;
      fail(file.name, text, problems);
      fill(
        told,
        el("h2", {}, say("{} could not be taken", file.name)),
        el("p", {}, say("What is not understood is marked below. Nothing was written.")),
        el("button", { type: "button", class: "quiet", onclick: () => renew().catch(regret) },
          say("Back to the template")),
      );
    }
  }

  on("picture", (/** @type {File} */ file) => {
    if (here()) take(file).catch(regret);
  });
  return {
    node: el(
      "details", { class: "redraw" },
      el("summary", {}, say("Redraw in a drawing program")),
      el("p", {}, say(
        "Save the sheet as it is printed, draw in it with Inkscape for example, and bring it back: "
          + "drop it on this window, or choose it.",
      )),
      el(
        "p", { class: "deeds" },
        el(
          "button", { type: "button", class: "quiet", onclick: () => give().catch(regret) }, icon("page"),
          say("Save the sheet"),
        ),
        el(
          "button", { type: "button", class: "quiet", onclick: () => input.click() }, icon("import"),
          say("Bring it back …"),
        ),
      ),
      input,
      told,
    ),
    clear: () => fill(told),
  };
}
