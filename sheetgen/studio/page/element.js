// Elements of the page, made without ever reading text as HTML.

/** Makes an element: attributes, properties (`.value`), listeners (`onclick`), children. */
export function el(tag, given = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) put(node, name, value);
  node.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

function put(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name.startsWith(".")) node[name.slice(1)] = value;
  else node.setAttribute(name, value === true ? "" : value);
}

/** Puts children in place of those that an element has. */
export function fill(node, ...children) {
  node.replaceChildren(
    ...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false)
  );
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element of SVG. */
export function shape(tag, given = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

let count = 0;

/** An id that no other element has. */
export function fresh(word) {
  count += 1;
  return `${word}-${count}`;
}
