// Faces: a family of letters, chosen from names that are written in their own.

import { query } from "./ask.js";
import { el } from "./element.js";
import { picture } from "./picture.js";
import { say } from "./words.js";

/**
 * The part of a field that takes the name of a family.
 * @param {Field} field @param {Record<string, any>} given @param {(value: any) => void} tell
 * @returns {Control}
 */
export function faceControl(field, given, tell) {
  const { id, ...about } = given;
  /** @param {string} family */
  const show = (family) =>
    picture(`face ${id} ${family}`, `api/face?${query({ family })}`);
  const shown = el("span", { class: "shown" });
  const picks = (field.choices ?? []).map(({ value, label }) => {
    const input = el("input", {
      type: "radio", name: id, value, "aria-label": label, onchange: () => (tell(value), name(value)),
    });
    return { input, node: el("label", { class: "pick face", title: label }, input, show(value)) };
  });
  /** @param {string} family */
  const name = (family) => (shown.textContent = family);
  const list = el("div", { class: "faces", role: "radiogroup", "aria-label": field.label }, picks.map(
    (one) => one.node,
  ));
  const node = el(
    "details", { class: "face-field" },
    el("summary", { id, ...about, "aria-label": say("{}: choose a face", field.label) }, shown), list,
  );
  return {
    node,
    input: picks[0].input,
    set(value) {
      name(value ?? "");
      picks.forEach(({ input }) => (input.checked = input.value === value));
    },
  };
}
