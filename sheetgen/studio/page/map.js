// The map of a scenario: terrain is drawn, moved and resized with the mouse, a finger, or arrow keys.

import { change, current, desk } from "./desk.js";
import { el, fill, shape } from "./element.js";
import { adorn, focusField, listFields } from "./form.js";
import { icon } from "./icon.js";
import { on } from "./signal.js";

const UNITS = { ft: 12, in: 1, cm: 1, m: 100 }; // how much of the map's own unit, an inch or a centimetre
const board = shape("svg", { class: "board", role: "group", "aria-label": "Map" });
const tools = el("div", { class: "tools", role: "group", "aria-label": "Draw terrain" });
const said = el("p", { class: "soft said", role: "status", "aria-live": "polite" });
const box = el("section", { class: "map", "aria-label": "Map" }, tools, board, said);
let tool = null; // which type of terrain is being drawn
let chosen = null; // the index of the terrain that is chosen
let moving = null; // {index, value: terrain as it is moved, from, start, resize}
let tableSize = [48, 48];

function measures(values) {
  const table = values.table ?? {};
  const factor = UNITS[table.unit ?? "ft"] ?? 12;
  return [(Number(table.width) || 4) * factor, (Number(table.depth) || 4) * factor];
}

function sizeOf(terrain) {
  const size = terrain.size ?? 4;
  return Array.isArray(size) ? [Number(size[0]) || 1, Number(size[1]) || 1] : [
    Number(size) || 1, Number(size) || 1,
  ];
}

// The middle of a terrain from the lower left corner; words stand for the quarters of the table.
function middleOf(terrain) {
  const [width, depth] = tableSize;
  if (Array.isArray(terrain.at)) return [Number(terrain.at[0]) || 0, Number(terrain.at[1]) || 0];
  const at = String(terrain.at ?? "centre");
  const right = at.includes("right") ? 1 : at.includes("left") ? -1 : 0;
  const up = at.includes("top") ? 1 : at.includes("bottom") ? -1 : 0;
  return [(width * (2 + right)) / 4, (depth * (2 + up)) / 4];
}

function show(values) {
  tableSize = measures(values);
  const [width, depth] = tableSize;
  const drawn = current().map ?? { scale: 3, colours: {}, pieces: [] };
  const held = board.contains(document.activeElement) ? document.activeElement.dataset.index : null;
  board.setAttribute("viewBox", `-1 -1 ${width + 2} ${depth + 2}`);
  board.replaceChildren(shape("rect", { class: "ground", x: 0, y: 0, width, height: depth }));
  const square = ["cm", "m"].includes(values.table?.unit) ? 30 : 12;
  for (let x = square; x < width; x += square)
    board.append(shape("line", { class: "grid", x1: x, y1: 0, x2: x, y2: depth }));
  for (let y = square; y < depth; y += square)
    board.append(shape("line", { class: "grid", x1: 0, y1: y, x2: width, y2: y }));
  (values.deployment ?? []).forEach((one, index) => zone(one ?? {}, index, values, drawn));
  (values.terrain ?? []).forEach(
    (one, index) => terrain(moving?.index === index ? moving.value : (one ?? {}), index, drawn),
  );
  if (held !== null) focusOn(Number(held));
}

// Focuses a piece of terrain; the one before it if it is gone, or else what draws new ones.
function focusOn(index) {
  const pieces = board.querySelectorAll(".terrain");
  (
    pieces[Math.min(index, pieces.length - 1)] ?? tools.querySelector("button")
  )?.focus({ preventScroll: true });
}

// As on the sheet: in the side's colour, hatched in a direction of its own.
function zone(deployment, index, values, drawn) {
  const [width, depth] = tableSize;
  const { edge, corner, within, rectangle, width: wide } = deployment.area ?? {};
  let area = null;
  if (Array.isArray(rectangle))
    area = [rectangle[0], depth - rectangle[1] - rectangle[3], rectangle[2], rectangle[3]];
  else if (edge === "left" || edge === "right") {
    const length = wide ?? depth;
    area = [edge === "left" ? 0 : width - within, (depth - length) / 2, within, length];
  } else if (edge) {
    const length = wide ?? width;
    area = [(width - length) / 2, edge === "top" ? 0 : depth - within, length, within];
  } else if (corner) {
    const [left, top] = [corner.includes("left"), corner.includes("top")];
    area = [left ? 0 : width - within, top ? 0 : depth - within, within, within];
  }
  if (!area || area.some((one) => !Number.isFinite(Number(one)) || one < 0)) return;
  const [x, y, w, h] = area;
  const side = Math.max(0, (values.sides ?? []).findIndex((one) => one?.name === deployment.side)) % 4;
  const colour = drawn.colours[deployment.side] ?? "#5a6169";
  const d = corner ? quarter(corner, Number(within)) : `M${x} ${y}h${w}v${h}h${-w}Z`;
  const mm = 1 / drawn.scale;
  const gap = 2 * mm;
  const lines = shape("pattern", {
    id: `hatch-${index}`, width: gap, height: gap, patternUnits: "userSpaceOnUse",
    patternTransform: `rotate(${[45, -45, 90, 0][side]})`,
  });
  lines.append(
    shape("line", { x1: gap / 2, y1: 0, x2: gap / 2, y2: gap, stroke: colour, "stroke-width": 0.2 * mm }),
  );
  board.append(
    shape(
      "g",
      { class: "zone", "data-zone": index },
      lines,
      shape("path", { d, fill: colour, "fill-opacity": 0.13 }),
      shape("path", { d, fill: `url(#hatch-${index})` }),
      shape("path", { d, fill: "none", stroke: colour, "stroke-width": 0.4 * mm }),
      label(x + w / 2, y + h / 2, String(deployment.side ?? ""), h > w * 1.5),
    ),
  );
}

// What is within a distance of a corner of the table: a quarter of a disc.
function quarter(corner, reach) {
  const [width, depth] = tableSize;
  const [right, top] = [corner.includes("right"), corner.includes("top")];
  const [x, y] = [right ? width : 0, top ? 0 : depth];
  const [across, up] = [right ? -reach : reach, top ? reach : -reach];
  return `M${x} ${y}h${across}A${reach} ${reach} 0 0 ${Number(right === top)} ${x} ${y + up}Z`;
}

function label(x, y, text, turned = false) {
  const size = Math.max(1.4, Math.min(...tableSize) / 26);
  const node = shape("text", {
    x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central",
    transform: turned ? `rotate(-90 ${x} ${y})` : null,
  });
  node.textContent = text;
  return node;
}

function terrain(one, index, { scale, pieces }) {
  const [x, y] = middleOf(one);
  const [wide, deep] = sizeOf(one);
  const up = tableSize[1] - y;
  const text =
    `${one.name ?? one.type ?? "terrain"}, ${one.type ?? ""}, at ${x}, ${y}, size ${wide} by ${deep}`;
  const node = shape("g", {
    class: `terrain ${one.type ?? ""}${index === chosen ? " chosen" : ""}`, tabindex: "0", role: "button",
    "aria-label": text, "data-index": index,
  });
  const art = pieces[index]?.type === one.type ? pieces[index] : null;
  if (art) {
    const [across, down] = art.size.map((length, axis) => [wide, deep][axis] / length / scale);
    node.append(shape("g", { transform: `translate(${x} ${up}) scale(${across} ${down})` }, ...art.paths.map(
      ([name, d]) => shape("path", { class: name, d }),
    )));
  }
  // What can be taken hold of, and is seen while it is chosen or new.
  node.append(
    shape("ellipse", { class: art ? "hold" : "hold new", cx: x, cy: up, rx: wide / 2, ry: deep / 2 }),
  );
  const levels = one.height === undefined || one.height === null ? "" : ` ${[one.height].flat().join("–")}`;
  node.append(label(x, up, `${one.name ?? one.type ?? ""}${levels}`));
  if (desk.state.own) node.append(
    shape("rect", { class: "grip", x: x + wide / 2 - 0.9, y: up + deep / 2 - 0.9, width: 1.8, height: 1.8 }),
  );
  board.append(node);
}

function point(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  return [at.x, tableSize[1] - at.y];
}

const step = (value, by) => Math.round(value / by) * by;

function inside(value, index) {
  return Math.max(0, Math.min(tableSize[index], value));
}

board.addEventListener("pointerdown", (event) => {
  if (!desk.state.own || event.button !== 0) return;
  const node = event.target.closest(".terrain");
  const start = point(event);
  const values = current().values;
  if (node) {
    chosen = Number(node.dataset.index);
    const value = values.terrain[chosen];
    moving = {
      index: chosen, value: { ...value, at: middleOf(value) }, from: middleOf(value), start,
      resize: event.target.classList.contains("grip"),
    };
  } else if (tool) {
    const index = (values.terrain ?? []).length;
    moving =
      { index, value: { type: tool, at: start.map((one) => step(one, 1)), size: 1 }, start, fresh: true };
    values.terrain = [...(values.terrain ?? []), moving.value];
  } else {
    chosen = null;
    const area = event.target.closest(".zone");
    if (area)
      moving = { zone: Number(area.dataset.zone), area: values.deployment[area.dataset.zone].area, start };
  }
  board.setPointerCapture(event.pointerId);
  show(values);
  if (chosen !== null) focusOn(chosen);
  else document.activeElement?.blur();
});
// The browser would move the focus to what was there before the map was drawn anew.
board.addEventListener("mousedown", (event) => desk.state.own && event.preventDefault());
board.addEventListener("focusin", (event) => {
  chosen = Number(event.target.dataset.index ?? -1);
  for (const node of board.querySelectorAll(".terrain"))
    node.classList.toggle("chosen", node === event.target);
});

board.addEventListener("pointermove", (event) => {
  if (!moving) return;
  const by = event.altKey ? 0.25 : 1;
  const at = point(event);
  const way = [at[0] - moving.start[0], at[1] - moving.start[1]];
  if (moving.zone !== undefined) return stretch(way, by);
  if (moving.fresh) {
    const size = way.map((one) => Math.max(1, step(Math.abs(one), by)));
    moving.value = {
      ...moving.value,
      at: way.map((one, index) => inside(step(moving.start[index] + one / 2, by / 2), index)),
      size: size[0] === size[1] ? size[0] : size,
    };
  } else if (moving.resize) {
    const size =
      [at[0] - moving.from[0], moving.from[1] - at[1]].map((one) => Math.max(1, step(2 * one, by)));
    moving.value = { ...moving.value, size: size[0] === size[1] ? size[0] : size };
  } else {
    const at = way.map((one, index) => inside(step(moving.from[index] + one, by), index));
    moving.value = { ...moving.value, at };
  }
  moving.moved = true;
  show(current().values);
  tell(moving.value);
});

// Where a side deploys reaches further into the table, or less far; a rectangle is moved.
function stretch(way, by) {
  const { edge, corner, within, rectangle } = moving.area;
  const [right, up] = way;
  const inwards = { left: right, right: -right, bottom: up, top: -up };
  const words = edge ? [edge] : String(corner ?? "").split("-");
  const area = { ...moving.area };
  if (Array.isArray(rectangle)) area.rectangle = [
    Math.max(0, step(rectangle[0] + right, by)), Math.max(0, step(rectangle[1] + up, by)), rectangle[2],
    rectangle[3],
  ];
  else if (words[0]) area.within = Math.max(
    1, step(Number(within) + Math.max(...words.map((word) => inwards[word] ?? -Infinity)), by),
  );
  moving.moved = true;
  current().values.deployment[moving.zone].area = area;
  show(current().values);
  said.textContent =
    area.rectangle
      ? `at ${area.rectangle.slice(0, 2).join(", ")}`
      : `within ${area.within} of the ${area.edge ?? area.corner}`;
}

// What the browser takes over, such as a second finger's zooming, stays where it was.
board.addEventListener("pointercancel", () => {
  const { values } = current() ?? {};
  if (!moving || !values) return;
  if (moving.fresh) values.terrain.pop();
  else if (moving.zone !== undefined) values.deployment[moving.zone].area = moving.area;
  moving = null;
  show(values);
});

board.addEventListener("pointerup", () => {
  if (!moving) return;
  if (moving.zone !== undefined) return settleZone();
  const { index, value, fresh, moved, resize } = moving;
  moving = null;
  if (fresh) {
    const name = value.type;
    const drawn = moved ? value : { ...value, size: 6 };
    change([{ path: ["terrain", index], insert: { type: name, at: drawn.at, size: drawn.size } }]);
    choose(null);
    focusOn(index);
  } else if (moved && resize) change([{ path: ["terrain", index, "size"], value: value.size }]);
  else if (moved) change([{ path: ["terrain", index, "at"], value: value.at }]);
});

function settleZone() {
  const { zone, moved } = moving;
  moving = null;
  if (!moved) return focusField(`deployment ${zone + 1} side`);
  const { area } = current().values.deployment[zone];
  const key = Array.isArray(area.rectangle) ? "rectangle" : "within";
  change([{ path: ["deployment", zone, "area", key], value: area[key] }]);
}

board.addEventListener("keydown", (event) => {
  const node = event.target.closest(".terrain");
  if (!node || !desk.state.own) return;
  const index = Number(node.dataset.index);
  const one = current().values.terrain[index];
  const by = event.shiftKey ? 0.25 : 1;
  const way = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] }[event.key];
  if (event.key === "Delete" || event.key === "Backspace") {
    said.textContent = `${one.name ?? one.type} is removed; Undo brings it back.`;
    change([{ path: ["terrain", index], remove: true }]);
  }
  else if (event.key === "Enter") focusField(`terrain ${index + 1} name`);
  else if (way) {
    const at = middleOf(one).map((value, axis) => inside(value + way[axis], axis));
    one.at = at; // shown at once; the answer says the same
    chosen = index;
    show(current().values);
    tell(one);
    change([{ path: ["terrain", index, "at"], value: at }]);
  } else return;
  event.preventDefault();
});

function tell(one) {
  const [x, y] = middleOf(one);
  said.textContent =
    `${one.name ?? one.type}: ${x} from the left, ${y} from the bottom, size ${sizeOf(one).join(" by ")}`;
}

function choose(type) {
  tool = type;
  for (const node of tools.querySelectorAll("button"))
    node.setAttribute("aria-pressed", String(node.dataset.type === tool));
  board.classList.toggle("drawing", tool !== null);
  if (tool) said.textContent = `Draw the ${tool} on the map.`;
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
        onclick: () => choose(tool === one.value ? null : one.value),
      },
      icon("plus"), one.label,
    )));
  }
  tools.hidden = !desk.state.own;
  if (!moving) show(document.values);
  return box;
});
on("opened", () => {
  chosen = null;
  choose(null);
  said.textContent = "";
});
