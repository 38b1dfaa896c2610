// Lists: rows of a form, or plain values one after the other; added, moved and taken away.

import { keyed, keyNote, labelOf, makeControl, spell } from "./control.js";
import { el, fill, fresh } from "./element.js";
import { icon } from "./icon.js";
import { listNamed } from "./insert.js";
import { language, lower, say } from "./words.js";

/**
 * A field that is a list; `form.send` makes changes of it, `make` the fields of its rows.
 * @param {Field} field @param {Host} form @param {Maker} make @returns {Made}
 */
export function listField(field, form, make) {
  const whole = Array.isArray(field.item?.fields ?? field.item?.groups);
  return whole ? rowsField(field, form, make) : valuesField(field, form);
}

/** The fields of a row, whether its form has groups or not. @param {Item} item @returns {Field[]} */
export function fieldsOf(item) {
  return item.groups ? item.groups.flatMap((group) => group.fields) : (item.fields ?? []);
}

/** @param {Field} field @param {string} id */
function header(field, id) {
  return el(
    "div",
    { class: "about" },
    el("span", { class: "label", id, title: field.key }, labelOf(field)),
    keyNote(field, id),
    field.help && el("small", { id: `${id}-help` }, field.help),
  );
}

/** @param {Field} field @param {Host} form @param {Maker} make */
function rowsField(field, form, make) {
  const id = fresh("list");
  const rows = el("ol", { class: "rows" });
  const slot = el("div", { class: "slot" });
  const add = el(
    "button",
    { type: "button", class: "quiet", onclick: () => insert() },
    icon("plus"),
    say("Add {}", singular(field.label)),
  );
  const node = el(
    "section",
    { class: "field list", "aria-labelledby": id, "aria-describedby": `${id}-key`, ...keyed(field.key) },
    header(field, id), rows, slot, add,
  );
  form.register(field.key, { node, slot, input: add, path: field.path, label: spell(field) });
  /** @type {{ item: HTMLElement, controls: Made[] }[]} */
  let made = [];
  const inside = field.item ?? {};

  /** @param {unknown} value */
  function insert(value = inside.starter ?? {}) {
    form.send([{ path: [...field.path, made.length], insert: value }]);
    form.expect(`${field.key} ${made.length + 1}`);
  }

  /** @param {number} index */
  function row(index) {
    const key = `${field.key} ${index + 1}`;
    const label = `${spell(field)} ${index + 1}`;
    const controls = fieldsOf(inside).map((one) =>
      make(one, {
        key: `${key} ${lastWord(one, field)}`, path: [...field.path, index, ...tail(one, field)],
        above: label,
      }),
    );
    const slot = el("div", { class: "slot" });
    const at = [...field.path, index];
    const item = el(
      "li",
      { class: "row" },
      el(
        "div",
        { class: "handle" },
        el("b", {}, String(index + 1)),
        tool("up", say("Move {} up", label), () => form.send([{ path: at, move: index - 1 }]), index === 0),
        tool(
          "down", say("Move {} down", label), () => form.send([{ path: at, move: index + 1 }]),
          index === made.length - 1,
        ),
        tool("close", say("Remove {}", label), () => form.send([{ path: at, remove: true }])),
      ),
      el("div", { class: "fields" }, controls.map((one) => one.node)),
      slot,
    );
    form.register(
      key, { node: item, slot, input: item.querySelector("input, select, textarea"), path: at, label },
    );
    return { item, controls };
  }

  return {
    node,
    insert,
    set(/** @type {any} */ value) {
      const values = Array.isArray(value) ? value : [];
      if (values.length !== made.length) {
        form.renew(rows, () => {
          made = values.map((_, index) => row(index));
          fill(rows, made.map((one) => one.item));
        });
      }
      values.forEach((one, index) => {
        fieldsOf(inside).forEach(
          (inner, at) => made[index].controls[at].set(find(one, tail(inner, field))),
        );
      });
      add.disabled = (field.maximum ?? Infinity) <= values.length;
    },
  };
}

/**
 * A row's field may be given with its own short path, or with that of the list before it.
 * @param {Field} inner @param {Field} field
 */
function tail(inner, field) {
  const path = inner.path ?? [inner.key];
  return path.length > field.path.length
    && path.slice(0, field.path.length).join("/") === field.path.join("/")
    ? path.slice(field.path.length).filter((one) => typeof one === "string" && one !== "*")
    : path;
}

/** @param {Field} inner @param {Field} field */
function lastWord(inner, field) {
  return inner.key.startsWith(`${field.key} `) ? inner.key.slice(field.key.length + 1) : inner.key;
}

/** The value at a path of plain data; undefined where there is none. @param {any} data @param {Path} path */
export function find(data, path) {
  return path.reduce(
    (value, part) => (value === null || value === undefined ? undefined : value[part]), data,
  );
}

/** @param {string} name @param {string} label @param {() => void} run @param {boolean} disabled */
function tool(name, label, run, disabled = false) {
  return el(
    "button", { type: "button", class: "bare", "aria-label": label, title: label, disabled, onclick: run },
    icon(name),
  );
}

/** "Special rules" becomes "special rule": what one of many is called on a button. @param {string} label */
export function singular(label) {
  const text = lower(label);
  if (language !== "en") return text;
  if (text.endsWith("ies")) return `${text.slice(0, -3)}y`;
  return text.endsWith("s") && !text.endsWith("ss") ? text.slice(0, -1) : text;
}

/** @param {Field} field @param {Host} form */
function valuesField(field, form) {
  const id = fresh("values");
  const chips = el("ul", { class: "values" });
  const slot = el("div", { class: "slot", id: `${id}-remarks` });
  // A book names ships and fleets of all games.
  const named = field.item?.type === "reference" ? listNamed(field.item.refers === "fleets") : null;
  const choices = named ?? field.item?.choices ?? field.choices;
  /** @param {any} value */
  const nameOf = (value) => {
    const same = named?.find((one) => `${one.game}/${one.id}` === value);
    return (choices?.find((one) => one.value === value) ?? same)?.label ?? String(value);
  };
  const inside = field.item ?? {};
  /** @type {any[]} */
  let values = [];
  const given = { id, ...keyed(field.key), "aria-describedby": `${id}-key ${slot.id}` };
  const adder = choices?.length ? chooser() : typed();
  const node = el(
    "div",
    { class: `field values${field.arc ? ` arc ${field.arc}` : ""}` },
    el(
      "div", { class: "about" }, el("label", { for: id, title: field.key }, labelOf(field)),
      keyNote(field, id), field.help && el("small", {}, field.help),
    ),
    el("div", { class: "many" }, chips, adder.node),
    slot,
  );
  form.register(field.key, { node, slot, input: adder.input, path: field.path, label: spell(field) });

  /** @param {unknown[]} next */
  function tell(next) {
    values = next;
    show();
    form.tell(field.path, next.length ? next : null);
  }

  function chooser() {
    const input = el("select", {
      ...given,
      onchange: () => {
        const chosen = choices?.find((one) => String(one.value) === input.value);
        input.value = "";
        if (chosen) tell([...values, chosen.value]);
      },
    });
    input.append(
      el("option", { value: "" }, say("Add …")),
      ...(choices ?? []).map((one) => el(
        "option", { value: String(one.value) }, one.cost ? `${one.label}  ·  ${one.cost}` : one.label,
      )),
    );
    return { node: input, input };
  }

  // Several values in one line, parted by commas: quick to type, and to paste from elsewhere.
  function typed() {
    const control = makeControl({
      ...field, type: "text", default: say("separated by commas"),
    }, given, () => {
      const parts = control.input.value.split(",").map((one) => one.trim()).filter(Boolean);
      const counts = ["integer", "number"].includes(inside.type ?? "");
      values = parts.map((one) => (counts && /^-?\d+(\.\d+)?$/.test(one) ? Number(one) : one));
      form.tell(field.path, values.length ? values : null);
    });
    return control;
  }

  function show() {
    if (!choices?.length) {
      const text = values.join(", ");
      const input = adder.input;
      const same = input.value.split(",").map((one) => one.trim()).filter(Boolean).join(", ") === text;
      if (!same) input.value = text;
      return;
    }
    fill(
      chips,
      values.map((value, index) => {
        const label = nameOf(value);
        return el(
          "li",
          {},
          label,
          el(
            "button",
            {
              type: "button",
              class: "bare",
              "aria-label": say("Remove {}", label),
              onclick: () => (tell(values.filter((_, at) => at !== index)), adder.input.focus()),
            },
            icon("close"),
          ),
        );
      }),
    );
  }

  return {
    node,
    set(/** @type {any} */ value) {
      values = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
      show();
    },
  };
}
