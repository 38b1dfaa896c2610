// Ships on the map of a scenario: each is dragged to its place, and turned, as it is printed.

import { board, boundOf, focusOn, inside, point, said, step, table, wayOf } from "./board.js";
import { change, opened, present } from "./desk.js";
import { el, fill, hit, shape } from "./element.js";
import { focusField } from "./form.js";
import { icon } from "./icon.js";
import { say } from "./words.js";

/** A ship from above, bow up, 92 units long. */
const OUTLINE = "M0 -46C14 -24 20 4 17 30L9 44H-9L-17 30C-20 4 -14 -24 0 -46Z";
/** Buttons for the ships that the map has no room for where they deploy. */
export const waiting = el("div", { class: "tools", role: "group", "aria-label": say("Place ships") });
const hand = {
  /** All ships, as the sheet shows them. @type {MapShip[]} */
  ships: [],
  /** The ship that is being moved or turned, as it is by now. @type {MovingShip | null} */
  moving: null,
};

/** @param {MapShip} ship */
const nameOf = (ship) => `ship ${ship.side} ${ship.id}`;

/** Takes the ships of a sheet that was drawn. @param {MapShip[]} ships */
export function takeShips(ships) {
  hand.ships = ships;
  const unseen = ships.filter((one) => !one.at && !one.placed);
  const names = unseen.map(nameOf).join("\n");
  if (waiting.dataset.names !== names) {
    waiting.dataset.names = names;
    fill(waiting, unseen.map((one) => el(
      "button", { type: "button", class: "quiet", onclick: () => put(one) }, icon("plus"), one.title,
    )));
  }
  waiting.hidden = !unseen.length || !opened().own;
}

/**
 * Where a ship is by now: its place in the file, or else where the sheet shows it.
 * @param {MapShip} ship @param {Values} values @returns {{ at: [number, number], turn: number } | null}
 */
function stateOf(ship, values) {
  const { moving } = hand;
  if (moving && nameOf(moving.ship) === nameOf(ship)) return moving;
  const place = values.sides?.[ship.side]?.places?.[ship.id];
  const turn = typeof place?.facing === "number" ? place.facing : (ship.turn ?? 0);
  if (Array.isArray(place?.at)) return { at: [Number(place.at[0]) || 0, Number(place.at[1]) || 0], turn };
  if (ship.placed || !ship.at) return null;
  const [width, depth] = table.size;
  return { at: [ship.at[0] * width, depth - ship.at[1] * width], turn };
}

/** Lays what can be taken hold of over all ships that the sheet shows. @param {Values} values */
export function showShips(values) {
  for (const ship of hand.ships) {
    const state = stateOf(ship, values);
    if (!state) continue;
    const [x, y] = state.at.map((one) => step(one, 0.25));
    const long = (ship.size ?? 0.035) * table.size[0];
    const text = say("{}, at {}, {}, facing {}°", ship.title, x, y, step(state.turn, 1));
    const node = shape("g", {
      class: "ship", tabindex: "0", role: "button", "aria-label": text, "data-held": nameOf(ship),
      transform: `translate(${state.at[0]} ${table.size[1] - state.at[1]}) rotate(${state.turn})`,
    });
    node.append(shape("path", { class: "hold", d: OUTLINE, transform: `scale(${long / 92})` }));
    const knob = { class: "turn", cx: 0, cy: -long * 0.95, r: long * 0.2 };
    if (opened().own) node.append(shape("circle", knob));
    board.append(node);
  }
}

/** The ship of an element that an event is in, and its state. @param {Event} event */
function find(event) {
  const node = hit(event, ".ship");
  const ship = node && hand.ships.find((one) => nameOf(one) === node.dataset.held);
  const state = ship && stateOf(ship, present().values);
  return ship && state ? { ship, state } : null;
}

/** Shows the map anew. */
function show() {
  board.dispatchEvent(new Event("stir"));
}

board.addEventListener("pointerdown", (event) => {
  const found = opened().own && event.button === 0 ? find(event) : null;
  if (!found) return;
  const { ship, state } = found;
  const start = point(event);
  hand.moving = { ship, ...state, from: state.at, start, turns: hit(event, ".turn") !== null, moved: false };
  board.setPointerCapture(event.pointerId);
  focusOn(nameOf(ship));
});

board.addEventListener("pointermove", (event) => {
  const { moving } = hand;
  if (!moving) return;
  const at = point(event);
  if (moving.turns) {
    const [right, up] = [at[0] - moving.at[0], at[1] - moving.at[1]];
    const by = event.altKey ? 5 : 15;
    moving.turn = (step((Math.atan2(right, up) * 180) / Math.PI, by) + 360) % 360;
  } else {
    const by = event.altKey ? 0.25 : 1;
    const way = moving.start.map((one, axis) => at[axis] - one);
    const [x, y] = moving.from.map((one, axis) => inside(step(one + way[axis], by), axis));
    moving.at = [x, y];
  }
  moving.moved = true;
  show();
  tell(moving.ship, moving);
});

// What the browser takes over, such as a second finger's zooming, stays where it was.
board.addEventListener("pointercancel", () => {
  if (!hand.moving) return;
  hand.moving = null;
  show();
});

board.addEventListener("pointerup", () => {
  const { moving } = hand;
  hand.moving = null;
  if (!moving?.moved) return;
  if (moving.turns) turn(moving.ship, moving.at, moving.turn);
  else move(moving.ship, moving.at);
});

board.addEventListener("keydown", (event) => {
  const found = find(event);
  if (!found || !opened().own) return;
  const { ship, state } = found;
  const way = wayOf(event);
  const round = { r: 15, R: 5, l: -15, L: -5 }[event.key] ?? 0;
  if (event.key === "Delete" || event.key === "Backspace") remove(ship);
  else if (event.key === "Enter") focusField(`sides ${ship.side + 1} places ${ship.id} at`);
  else if (way) {
    const [x, y] = state.at.map((one, axis) => inside(step(one, 0.25) + way[axis], axis));
    move(ship, [x, y]);
  } else if (round && !event.ctrlKey && !event.metaKey && !event.altKey)
    turn(ship, state.at, (step(state.turn, 5) + round + 360) % 360);
  else return;
  event.preventDefault();
});

/** @param {MapShip} ship @param {[number, number]} at */
function move(ship, at) {
  const { place, path } = open(ship);
  place.at = at;
  settle(ship);
  change([path.placed ? { path: [...path.to, "at"], value: at } : { path: path.to, value: { at } }]);
}

/** @param {MapShip} ship @param {[number, number]} at @param {number} facing */
function turn(ship, at, facing) {
  const { place, path } = open(ship);
  const [x, y] = at.map((one) => step(one, 0.25));
  place.at ??= [x, y];
  place.facing = facing;
  settle(ship);
  change([
    path.placed
      ? { path: [...path.to, "facing"], value: facing }
      : { path: path.to, value: { at: place.at, facing } },
  ]);
}

/** A ship goes back to where its side deploys. @param {MapShip} ship */
function remove(ship) {
  const { path } = open(ship);
  if (!path.placed) return;
  const { places } = present().values.sides[ship.side];
  const last = Object.keys(places).length === 1;
  said.textContent = say("{} has no place any more; Undo brings it back.", ship.title);
  change([{ path: last ? path.to.slice(0, -1) : path.to, remove: true }]);
}

/** The place of a ship in the values, begun if it has none, and the path to it. @param {MapShip} ship */
function open(ship) {
  const side = present().values.sides[ship.side];
  const placed = side.places?.[ship.id] !== undefined;
  side.places = { ...side.places };
  const place = (side.places[ship.id] = { ...side.places[ship.id] });
  return { place, path: { placed, to: ["sides", ship.side, "places", ship.id] } };
}

/** Shows at once what the answer will say too. @param {MapShip} ship */
function settle(ship) {
  show();
  const state = stateOf(ship, present().values);
  if (state) tell(ship, state);
}

/** Puts a ship where its side deploys, beside those that are there. @param {MapShip} ship */
function put(ship) {
  const { values } = present();
  const side = values.sides[ship.side];
  const area = (values.deployment ?? []).find((/** @type {Values} */ one) => one?.side === side.name)?.area;
  const [left, top, wide, deep] = boundOf(area ?? {}) ?? [0, 0, ...table.size];
  const y = step(table.size[1] - top - deep / 2, 1);
  const taken = hand.ships.flatMap((one) => stateOf(one, values) ?? []);
  let x = step(left + wide / 2, 1);
  const isTaken = () => taken.some(({ at }) => Math.hypot(at[0] - x, at[1] - y) < 2);
  for (let turns = 0; turns < 60 && isTaken(); turns += 1) x = left + ((x - left + 2) % Math.max(wide, 2));
  move(ship, [inside(x, 0), inside(y, 1)]);
  table.held = nameOf(ship);
}

/** @param {MapShip} ship @param {{ at: [number, number], turn: number }} state */
function tell(ship, { at, turn }) {
  const [x, y] = at.map((one) => step(one, 0.25));
  said.textContent =
    say("{}: {} from the left, {} from the bottom, facing {}°", ship.title, x, y, step(turn, 1));
}
