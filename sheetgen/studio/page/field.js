// Fields: one value of a definition with its label, whatever its type.

import { keyed, keyNote, labelOf, makeControl, spell } from "./control.js";
import { el, fresh } from "./element.js";
import { listField } from "./list.js";
import { mapField } from "./mapping.js";

/**
 * What a field looks like: `{node, set(value)}`; `place` is `{key, path, above}`.
 * @param {Field} field @param {{ key: string, path: Path, above?: string }} place @param {Host} form
 * @returns {Made}
 */
export function makeField(field, place, form) {
  const made = { ...field, ...place };
  /**
   * The rows of lists and maps are made of fields again.
   * @param {Field} one @param {{ key: string, path: Path, above?: string }} at
   */
  const inner = (one, at) => makeField(one, at, form);
  if (made.type === "list") return listField(made, form, inner);
  if (made.type === "map") return mapField(made, form, inner);
  return valueField(made, form);
}

/** @param {Field} field @param {Host} form @returns {Made} */
function valueField(field, form) {
  const id = fresh("field");
  const help = field.help || field.unit ? el("small", { id: `${id}-help` }, words(field)) : null;
  const slot = el("div", { class: "slot", id: `${id}-remarks` });
  const given = {
    id,
    ...keyed(field.key),
    "aria-describedby": [help?.id, `${id}-key`, slot.id].filter(Boolean).join(" "),
  };
  const control = makeControl(field, given, (value) => {
    // Without its choice, an optional record such as `special` means nothing: all of it goes.
    const whole = value === null && field.type === "choice" && field.inside?.length && field.required;
    form.tell((whole && field.inside) || field.path, value);
  });
  const node = el(
    "div",
    { class: `field ${field.type}${field.arc ? ` arc ${field.arc}` : ""}` },
    el(
      "div", { class: "about" }, el("label", { for: id, title: field.key }, labelOf(field)),
      keyNote(field, id), help,
    ),
    control.node,
    slot,
  );
  form.register(field.key, { node, slot, input: control.input, path: field.path, label: spell(field) });
  return { node, set: control.set };
}

/** @param {Field} field */
function words(field) {
  const help = field.help ?? "";
  const unit = field.unit && !help.includes(field.unit) ? field.unit : "";
  return [unit, help].filter(Boolean).join(" · ");
}
