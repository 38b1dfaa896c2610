// The board: the table of a scenario on the sheet, in its own unit, with what can be taken hold of.

import { el, shape } from "./element.js";
import { say } from "./words.js";

/** How much of the map's own unit, an inch or a centimetre, each is. @type {Record<string, number>} */
const UNITS = { ft: 12, in: 1, cm: 1, m: 100 };

export const board = shape("g", { class: "board", role: "group", "aria-label": say("Map") });
export const said = el("p", { class: "soft said", role: "status", "aria-live": "polite" });
/** The size of the table, and what has the focus there, also while the sheet is drawn anew. */
export const table = { size: [48, 48], held: "" };

/** @param {Values} values */
export function measureTable(values) {
  const given = values.table ?? {};
  const factor = UNITS[given.unit ?? "ft"] ?? 12;
  table.size = [(Number(given.width) || 4) * factor, (Number(given.depth) || 4) * factor];
}

/** Where an event is, from the lower left corner. @param {PointerEvent} event @returns {[number, number]} */
export function point(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()?.inverse());
  return [at.x, table.size[1] - at.y];
}

/** @param {number} value @param {number} by */
export const step = (value, by) => Math.round(value / by) * by;

/** @param {number} value @param {number} axis */
export function inside(value, axis) {
  return Math.max(0, Math.min(table.size[axis], value));
}

/** How an arrow key moves what has the focus, with Shift by less. @param {KeyboardEvent} event */
export function wayOf(event) {
  const by = event.shiftKey ? 0.25 : 1;
  return { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] }[event.key];
}

/**
 * The rectangle of a deployment area: left, top, width and depth, downwards; null if it is no area.
 * @param {Values} area @returns {number[] | null}
 */
export function boundOf({ edge, corner, within, rectangle, width: wide }) {
  const [width, depth] = table.size;
  let found = null;
  if (Array.isArray(rectangle))
    found = [rectangle[0], depth - rectangle[1] - rectangle[3], rectangle[2], rectangle[3]];
  else if (edge === "left" || edge === "right") {
    const length = wide ?? depth;
    found = [edge === "left" ? 0 : width - within, (depth - length) / 2, within, length];
  } else if (edge) {
    const length = wide ?? width;
    found = [(width - length) / 2, edge === "top" ? 0 : depth - within, length, within];
  } else if (corner) {
    const [left, top] = [corner.includes("left"), corner.includes("top")];
    found = [left ? 0 : width - within, top ? 0 : depth - within, within, within];
  }
  return found?.every((one) => Number.isFinite(Number(one)) && one >= 0) ? found : null;
}

/** Focuses a piece by its name; returns whether it is there. @param {string} held */
export function focusOn(held) {
  const node = board.querySelector(`[data-held="${CSS.escape(held)}"]`);
  node?.focus({ preventScroll: true });
  return node !== null;
}
