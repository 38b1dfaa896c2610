// The map of a scenario: terrain is drawn, moved and resized on the very drawing that is printed.

import {
  board, boundOf, focusOn, inside, measureTable, point, said, step, table, wayOf,
} from "./board.js";
import { change, current, opened, present } from "./desk.js";
import { el, fill, focused, hit, shape } from "./element.js";
import { adorn, focusField, listFields } from "./form.js";
import { icon } from "./icon.js";
import { showShips, takeShips, waiting } from "./mapship.js";
import { on } from "./signal.js";
import { say } from "./words.js";

const tools = el("div", { class: "tools", role: "group", "aria-label": say("Draw terrain") });
const box = el("section", { class: "map", "aria-label": say("Map") }, tools, waiting, said);
const hand = {
  /** Which type of terrain is being drawn. @type {string | null} */
  tool: null,
  /** The index of the terrain that is chosen. @type {number | null} */
  chosen: null,
  /** The terrain that is being moved, as it is by now. @type {Moving | null} */
  moving: null,
  /** @type {Stretching | null} */
  stretching: null,
};

/** @param {Values} terrain */
function sizeOf(terrain) {
  const size = terrain.size ?? 4;
  return Array.isArray(size) ? [Number(size[0]) || 1, Number(size[1]) || 1] : [
    Number(size) || 1, Number(size) || 1,
  ];
}

/**
 * The middle of a terrain from the lower left corner; words stand for the quarters of the table.
 * @param {Values} terrain @returns {[number, number]}
 */
function middleOf(terrain) {
  const [width, depth] = table.size;
  if (Array.isArray(terrain.at)) return [Number(terrain.at[0]) || 0, Number(terrain.at[1]) || 0];
  const at = String(terrain.at ?? "centre");
  const right = at.includes("right") ? 1 : at.includes("left") ? -1 : 0;
  const up = at.includes("top") ? 1 : at.includes("bottom") ? -1 : 0;
  return [(width * (2 + right)) / 4, (depth * (2 + up)) / 4];
}

/** @param {Values} values */
function show(values) {
  measureTable(values);
  const [width, depth] = table.size;
  board.replaceChildren(shape("rect", { class: "ground", x: 0, y: 0, width, height: depth }));
  for (const [index, one] of (values.deployment ?? []).entries()) zone(one ?? {}, index);
  const { moving } = hand;
  for (const [index, one] of (values.terrain ?? []).entries())
    terrain(moving && moving.index === index ? moving.value : (one ?? {}), index);
  showShips(values);
  keepFocus();
}

board.addEventListener("stir", () => show(present().values));

// The map lies over the table on the sheet, for as long as that is shown.
on("painted", () => {
  const shown = document.querySelector("[data-preview] .table");
  const drawing = shown?.closest("svg");
  if (!shown || !drawing || !box.isConnected) return;
  const [x, y, width] = ["x", "y", "width"].map((name) => Number(shown.getAttribute(name)));
  takeShips(JSON.parse(shown.dataset.ships ?? "[]"));
  show(present().values);
  board.setAttribute("transform", `translate(${x} ${y}) scale(${width / table.size[0]})`);
  drawing.setAttribute("role", "group"); // a picture has nothing in it to take hold of
  drawing.append(board);
  keepFocus();
});

// What has the focus has it again once it is drawn anew.
function keepFocus() {
  if (!table.held || ![null, document.body].includes(focused())) return;
  const [kind, index] = table.held.split(" ");
  if (kind === "terrain") focusPiece(Number(index));
  else focusOn(table.held);
}

/**
 * Focuses a piece of terrain; the one before it if it is gone, or else what draws new ones.
 * @param {number} index
 */
function focusPiece(index) {
  const last = board.querySelectorAll(".terrain").length - 1;
  if (!focusOn(`terrain ${Math.min(index, last)}`))
    tools.querySelector("button")?.focus({ preventScroll: true });
}

/** Where a side deploys. @param {Values} deployment @param {number} index */
function zone(deployment, index) {
  const { corner, within } = deployment.area ?? {};
  const area = boundOf(deployment.area ?? {});
  if (!area) return;
  const [x, y, w, h] = area;
  const d = corner ? quarter(corner, Number(within)) : `M${x} ${y}h${w}v${h}h${-w}Z`;
  board.append(shape("g", { class: "zone", "data-zone": index }, shape("path", { d })));
}

/**
 * What is within a distance of a corner of the table: a quarter of a disc.
 * @param {string} corner @param {number} reach
 */
function quarter(corner, reach) {
  const [width, depth] = table.size;
  const [right, top] = [corner.includes("right"), corner.includes("top")];
  const [x, y] = [right ? width : 0, top ? 0 : depth];
  const [across, up] = [right ? -reach : reach, top ? reach : -reach];
  return `M${x} ${y}h${across}A${reach} ${reach} 0 0 ${Number(right === top)} ${x} ${y + up}Z`;
}

/** A piece of terrain. @param {Values} one @param {number} index */
function terrain(one, index) {
  const [x, y] = middleOf(one);
  const [wide, deep] = sizeOf(one);
  const up = table.size[1] - y;
  const text =
    say(
      "{}, {}, at {}, {}, size {} by {}", one.name ?? one.type ?? say("terrain"), one.type ?? "", x, y, wide,
      deep,
    );
  const node = shape("g", {
    class: `terrain ${one.type ?? ""}${index === hand.chosen ? " chosen" : ""}`, tabindex: "0",
    role: "button", "aria-label": text, "data-index": index, "data-held": `terrain ${index}`,
  });
  node.append(shape("ellipse", { class: "hold", cx: x, cy: up, rx: wide / 2, ry: deep / 2 }));
  if (opened().own) node.append(
    shape("rect", { class: "grip", x: x + wide / 2 - 0.9, y: up + deep / 2 - 0.9, width: 1.8, height: 1.8 }),
  );
  board.append(node);
}

board.addEventListener("pointerdown", (event) => {
  if (!opened().own || event.button !== 0 || hit(event, ".ship")) return;
  const node = hit(event, ".terrain");
  const start = point(event);
  const { values } = present();
  if (node) {
    const index = Number(node.dataset.index);
    const from = middleOf(values.terrain[index]);
    const value = { ...values.terrain[index], at: from };
    hand.chosen = index;
    hand.moving = { index, value, from, start, resize: hit(event, ".grip") !== null };
  } else if (hand.tool) {
    const index = (values.terrain ?? []).length;
    const value = { type: hand.tool, at: start.map((one) => step(one, 1)), size: 1 };
    hand.moving = { index, value, from: start, start, fresh: true };
    values.terrain = [...(values.terrain ?? []), value];
  } else {
    hand.chosen = null;
    const area = hit(event, ".zone");
    const zone = Number(area?.dataset.zone);
    if (area) hand.stretching = { zone, area: values.deployment[zone].area, start };
  }
  board.setPointerCapture(event.pointerId);
  if (hand.chosen !== null) focusPiece(hand.chosen);
  else {
    focused()?.blur();
    board.querySelector(".chosen")?.classList.remove("chosen");
  }
});
// A finger on what can be taken hold of scrolls nothing. What it is on must not be drawn anew before this.
board.addEventListener("touchstart", (event) => opened().own && event.preventDefault(), { passive: false });
// The browser would move the focus to what was there before the map was drawn anew.
board.addEventListener("mousedown", (event) => opened().own && event.preventDefault());
board.addEventListener("focusin", (event) => {
  table.held = hit(event, "[data-held]")?.dataset.held ?? "";
  hand.chosen = Number(hit(event, "[data-index]")?.dataset.index ?? -1);
  for (const node of board.querySelectorAll(".terrain"))
    node.classList.toggle("chosen", node === event.target);
});

board.addEventListener("focusout", (event) => event.relatedTarget && (table.held = ""));

board.addEventListener("pointermove", (event) => {
  const { moving } = hand;
  const by = event.altKey ? 0.25 : 1;
  const at = point(event);
  if (hand.stretching) return stretch(hand.stretching, at, by);
  if (!moving) return;
  const way = [at[0] - moving.start[0], at[1] - moving.start[1]];
  const { from, start } = moving;
  if (moving.fresh) {
    const size = way.map((one) => Math.max(1, step(Math.abs(one), by)));
    const middle = way.map((one, index) => inside(step(start[index] + one / 2, by / 2), index));
    moving.value = { ...moving.value, at: middle, size: size[0] === size[1] ? size[0] : size };
  } else if (moving.resize) {
    const size = [at[0] - from[0], from[1] - at[1]].map((one) => Math.max(1, step(2 * one, by)));
    moving.value = { ...moving.value, size: size[0] === size[1] ? size[0] : size };
  } else {
    const middle = way.map((one, index) => inside(step(from[index] + one, by), index));
    moving.value = { ...moving.value, at: middle };
  }
  moving.moved = true;
  show(present().values);
  tell(moving.value);
});

/**
 * Where a side deploys reaches further into the table, or less far; a rectangle is moved.
 * @param {Stretching} zone @param {[number, number]} at @param {number} by
 */
function stretch(zone, at, by) {
  const { edge, corner, within, rectangle } = zone.area;
  const [right, up] = [at[0] - zone.start[0], at[1] - zone.start[1]];
  /** @type {Record<string, number>} */
  const inwards = { left: right, right: -right, bottom: up, top: -up };
  const words = edge ? [edge] : String(corner ?? "").split("-");
  const area = { ...zone.area };
  if (Array.isArray(rectangle)) {
    const [x, y, width, depth] = rectangle;
    area.rectangle = [Math.max(0, step(x + right, by)), Math.max(0, step(y + up, by)), width, depth];
  } else if (words[0]) {
    const further = Math.max(...words.map((word) => inwards[word] ?? -Infinity));
    area.within = Math.max(1, step(Number(within) + further, by));
  }
  zone.moved = true;
  present().values.deployment[zone.zone].area = area;
  show(present().values);
  said.textContent = area.rectangle
    ? say("at {}", area.rectangle.slice(0, 2).join(", "))
    : say("within {} of the {}", area.within, area.edge ?? area.corner);
}

// What the browser takes over, such as a second finger's zooming, stays where it was.
board.addEventListener("pointercancel", () => {
  const { values } = current() ?? {};
  const { moving, stretching } = hand;
  if (!values || !(moving || stretching)) return;
  if (moving?.fresh) values.terrain.pop();
  if (stretching) values.deployment[stretching.zone].area = stretching.area;
  Object.assign(hand, { moving: null, stretching: null });
  show(values);
});

board.addEventListener("pointerup", () => {
  const { moving, stretching } = hand;
  Object.assign(hand, { moving: null, stretching: null });
  if (stretching) settleZone(stretching);
  if (!moving) return;
  const { index, value, fresh, moved, resize } = moving;
  if (fresh) {
    const name = value.type;
    const drawn = moved ? value : { ...value, size: 6 };
    change([{ path: ["terrain", index], insert: { type: name, at: drawn.at, size: drawn.size } }]);
    choose(null);
    focusPiece(index);
  } else if (moved && resize) change([{ path: ["terrain", index, "size"], value: value.size }]);
  else if (moved) change([{ path: ["terrain", index, "at"], value: value.at }]);
});

/** @param {Stretching} stretching */
function settleZone({ zone, moved }) {
  if (!moved) return focusField(`deployment ${zone + 1} side`);
  const { area } = present().values.deployment[zone];
  const key = Array.isArray(area.rectangle) ? "rectangle" : "within";
  change([{ path: ["deployment", zone, "area", key], value: area[key] }]);
}

board.addEventListener("keydown", (event) => {
  const node = hit(event, ".terrain");
  if (!node || !opened().own) return;
  const index = Number(node.dataset.index);
  const one = present().values.terrain[index];
  const way = wayOf(event);
  if (event.key === "Delete" || event.key === "Backspace") {
    said.textContent = say("{} is removed; Undo brings it back.", one.name ?? one.type);
    change([{ path: ["terrain", index], remove: true }]);
  }
  else if (event.key === "Enter") focusField(`terrain ${index + 1} name`);
  else if (way) {
    const at = middleOf(one).map((value, axis) => inside(value + way[axis], axis));
    one.at = at; // shown at once; the answer says the same
    hand.chosen = index;
    show(present().values);
    tell(one);
    change([{ path: ["terrain", index, "at"], value: at }]);
  } else return;
  event.preventDefault();
});

/** @param {Values} one */
function tell(one) {
  const [x, y] = middleOf(one);
  said.textContent =
    say(
      "{}: {} from the left, {} from the bottom, size {}", one.name ?? one.type, x, y,
      sizeOf(one).join(" × "),
    );
}

/** @param {string | null} type */
function choose(type) {
  hand.tool = type;
  for (const node of tools.querySelectorAll("button"))
    node.setAttribute("aria-pressed", String(node.dataset.type === hand.tool));
  board.classList.toggle("drawing", hand.tool !== null);
  if (hand.tool) said.textContent = say("Draw the {} on the map.", hand.tool);
}

adorn((document) => {
  const field = listFields(document).find((one) => one.key === "terrain");
  if (!field || !("table" in document.values)) return null;
  const types = field.item?.fields?.find((one) => one.key === "type")?.choices ?? [];
  if (tools.childElementCount !== types.length) {
    fill(tools, types.map((one) => el(
      "button",
      {
        type: "button", class: "quiet", "data-type": one.value, "aria-pressed": "false",
        onclick: () => choose(hand.tool === one.value ? null : one.value),
      },
      icon("plus"), one.label,
    )));
  }
  tools.hidden = !opened().own;
  if (!hand.moving) show(document.values);
  return box;
});
on("opened", () => {
  hand.chosen = null;
  table.held = "";
  choose(null);
  said.textContent = "";
});
