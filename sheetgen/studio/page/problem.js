// Problems: what is wrong, where, why it matters, and a click that mends it where there is one.

import { ask } from "./ask.js";
import { change, desk } from "./desk.js";
import { el, fill, fresh } from "./element.js";
import { icon } from "./icon.js";
import { say, sayMany } from "./words.js";

/** @type {Record<string, string>} */
const WORDS = { error: say("Error"), warning: say("Warning"), hint: say("Hint") };
/** @type {Record<string, [string, string]>} */
const COUNTS = {
  error: ["{} error", "{} errors"], warning: ["{} warning", "{} warnings"], hint: ["{} hint", "{} hints"],
};
/** @type {Record<string, number>} */
const RANK = { error: 0, warning: 1, hint: 2 };

/** Problems from the worst to the mildest. @param {Problem[]} problems */
export function rank(problems) {
  return [...problems].sort((a, b) => (RANK[a.severity] ?? 3) - (RANK[b.severity] ?? 3));
}

/** "2 errors, 1 warning"; empty without any. @param {Problem[] | Entry["problems"]} problems */
export function countProblems(problems) {
  const parts = [];
  for (const severity of /** @type {Severity[]} */ (["error", "warning", "hint"])) {
    const count = Array.isArray(problems) ? problems.filter((one) => one.severity === severity).length : (
      problems?.[severity] ?? 0
    );
    if (count) parts.push(sayMany(...COUNTS[severity], count));
  }
  return parts.join(", ");
}

/**
 * A problem as it stands at its field or below the text; `go` leads there, `file` is the one shown.
 * @param {Problem} problem @param {{ go?: (() => void) | null, where?: boolean, file?: string }} how
 */
export function remark(problem, { go = null, where = false, file = desk.state?.file } = {}) {
  const more = el("div", { class: "why", id: fresh("why") });
  more.hidden = true;
  const why = el(
    "button",
    {
      type: "button", class: "quiet", "aria-expanded": "false", "aria-controls": more.id,
      onclick: () => unfold(problem, why, more),
    },
    say("Why?"),
  );
  const elsewhere = problem.file && problem.file !== file ? `${problem.file}, ` : "";
  const place = where && problem.line ? `${elsewhere}${say("line {}", problem.line)}` : null;
  return el(
    "div",
    { class: `remark ${problem.severity}` },
    icon(problem.severity),
    el(
      "div",
      {},
      el("p", {}, el("b", {}, `${WORDS[problem.severity] ?? "Note"}: `), problem.message),
      problem.hint && problem.hint !== problem.fix?.label && el("p", { class: "soft" }, problem.hint),
      el(
        "p",
        { class: "deeds" },
        problem.fix && el(
          "button",
          { type: "button", class: "quiet strong", onclick: () => change(problem.fix?.changes ?? []) },
          problem.fix.label,
        ),
        go && place && el("button", { type: "button", class: "quiet", onclick: go }, place),
        problem.rule && why,
      ),
      more,
    ),
  );
}

/** @param {Problem} problem @param {HTMLElement} button @param {HTMLElement} more */
async function unfold(problem, button, more) {
  more.hidden = !more.hidden;
  button.setAttribute("aria-expanded", String(!more.hidden));
  if (more.hidden || more.childElementCount) return;
  try {
    const told = await ask("GET", problem.explain ?? `api/explain/${encodeURIComponent(problem.rule ?? "")}`);
    fill(
      more, el("p", {}, told.what), told.why && el("p", {}, told.why),
      told.example && el("pre", {}, told.example),
    );
  } catch (error) {
    fill(more, el("p", {}, error.message));
  }
}
