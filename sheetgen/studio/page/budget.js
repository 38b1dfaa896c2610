// Budgets: bars that fill as one types, with their numbers as text too.

import { el, fill } from "./element.js";
import { icon } from "./icon.js";
import { say } from "./words.js";

/**
 * Draws budgets into a node: `[{title, used, total, parts: [{label, value}], over}]`.
 * @param {HTMLElement} node @param {Budget[] | undefined} budgets
 */
export function showBudgets(node, budgets) {
  fill(node, (budgets ?? []).map(bar));
  node.hidden = !budgets?.length;
}

/** @param {Budget} budget */
function bar(budget) {
  const { title, used, total } = budget;
  const parts = (budget.parts ?? []).filter((part) => part.value > 0);
  const over = budget.over ?? (total !== null && used > total);
  const whole = Math.max(Number(total) || 0, Number(used) || 0, 1);
  const track = el("div", { class: "track" });
  for (const [index, part] of (parts.length ? parts : [{ label: title, value: used }]).entries()) {
    const piece = el("i", { class: `part part-${index % 6}`, title: `${part.label} ${part.value}` });
    piece.style.width = `${(100 * part.value) / whole}%`;
    track.append(piece);
  }
  if (over && total) {
    const limit = el("i", { class: "limit" });
    limit.style.left = `${(100 * total) / whole}%`;
    track.append(limit);
  }
  const left = total === null || total === undefined ? null : Math.round((total - used) * 100) / 100;
  return el(
    "div",
    { class: `budget${over ? " over" : ""}`, role: "group", "aria-label": title },
    el(
      "p",
      { class: "sum" },
      el("b", {}, title),
      el(
        "span", { class: "figures" },
        total === null || total === undefined ? `${used}` : say("{} of {}", used, total),
      ),
      left !== null &&
        el(
          "span", { class: over ? "rest over" : "rest" }, over && icon("error"),
          over ? say("{} too many", -left) : left === 0 ? say("all used") : say("{} left", left),
        ),
    ),
    track,
    parts.length > 1 &&
      el(
        "p",
        { class: "legend" },
        parts.map((part, index) => el(
          "span", {}, el("i", { class: `key part-${index % 6}` }), part.label, " ",
          el("b", {}, String(part.value)),
        )),
      ),
  );
}
