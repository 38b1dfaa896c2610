// Elements of the page, made without ever reading text as HTML.

/**
 * Makes an element: attributes, properties (`.value`), listeners (`onclick`), children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Given<HTMLElementTagNameMap[T]>} given
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, given = {}, ...children) {
  const node = document.createElement(tag);
  put(node, given);
  return fill(node, ...children);
}

/** @param {any} node @param {Record<string, any>} given */
function put(node, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.startsWith(".")) node[name.slice(1)] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
}

/**
 * Puts children in place of those that an element has; nothing stands for null and false.
 * @template {Element} E
 * @param {E} node
 * @param {Child[]} children
 */
export function fill(node, ...children) {
  const all = /** @type {any[]} */ (children).flat(Infinity);
  node.replaceChildren(...all.filter((one) => one !== null && one !== undefined && typeof one !== "boolean"));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element of SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Given<SVGElementTagNameMap[T]>} given
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function shape(tag, given = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  put(node, given);
  return fill(node, ...children);
}

const made = { ids: 0 };

/** An id that no other element has. @param {string} word */
export function fresh(word) {
  made.ids += 1;
  return `${word}-${made.ids}`;
}

/**
 * The element that an event happened in, or the nearest one above it that a selector means.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function hit(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** The focused element, by its own kind. @returns {HTMLElement | null} */
export function focused() {
  return /** @type {HTMLElement | null} */ (document.activeElement);
}
