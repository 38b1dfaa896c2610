// Dragging: something is carried from one place to another, with a mouse, a pen or a finger.

import { el, hit } from "./element.js";
import { send } from "./signal.js";

const FAR = 6; // pixels that a press moves until it carries something
const takers = new WeakMap(); // by elements: what they do with what is dropped on them

/**
 * Lets things be dropped on an element; `take(thing)` is called with what was carried.
 * @param {HTMLElement} node @param {(thing: any) => void} take
 */
export function takeDrops(node, take) {
  node.dataset.takes = "";
  takers.set(node, take);
}

/**
 * Lets a thing be carried away by its element, under its name.
 * @param {HTMLElement} node @param {unknown} thing @param {string} name
 */
export function carry(node, thing, name) {
  // The browser's own dragging of links and pictures knows no fingers.
  node.addEventListener("dragstart", (event) => event.preventDefault());
  node.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.isPrimary && !hit(event, "button")) follow(event, thing, name);
  });
}

/**
 * Follows a pointer until it lets go. A finger that moves up or down scrolls, as the style says.
 * @param {PointerEvent} press @param {unknown} thing @param {string} name
 */
function follow({ pointerId, clientX, clientY }, thing, name) {
  const ghost = el("div", { class: "ghost", "aria-hidden": "true" }, name);
  const watch = new AbortController();
  /** @type {HTMLElement | null} */
  let over = null;

  function begin() {
    document.documentElement.setPointerCapture(pointerId);
    document.body.append(ghost);
    document.body.classList.add("carrying");
    send("drawer", false);
    send("dragging", thing);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== pointerId) return;
    const [x, y] = [event.clientX, event.clientY];
    if (!ghost.isConnected && Math.hypot(x - clientX, y - clientY) < FAR) return;
    if (!ghost.isConnected) begin();
    ghost.style.translate = `${x + 12}px ${y + 8}px`;
    point(document.elementFromPoint(x, y)?.closest("[data-takes]") ?? null);
  }

  /** @param {HTMLElement | null} node */
  function point(node) {
    if (over === node) return;
    over?.classList.remove("over");
    over = node;
    over?.classList.add("over");
  }

  /** @param {PointerEvent | KeyboardEvent} event */
  function end(event) {
    if (event instanceof PointerEvent && event.pointerId !== pointerId) return;
    watch.abort();
    if (!ghost.isConnected) return;
    const taker = event.type === "pointerup" ? over : null;
    point(null);
    ghost.remove();
    document.body.classList.remove("carrying");
    send("dragging", null);
    /** What was carried is not clicked on as well. @param {Event} click */
    const still = (click) => (click.preventDefault(), click.stopPropagation());
    addEventListener("click", still, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", still, { capture: true }), 50);
    if (taker) takers.get(taker)(thing);
  }

  const options = { signal: watch.signal };
  addEventListener("pointermove", move, options);
  addEventListener("pointerup", end, options);
  addEventListener("pointercancel", end, options);
  addEventListener("keydown", (event) => event.key === "Escape" && end(event), options);
}
