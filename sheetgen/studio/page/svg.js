// Drawings: sheetgen's SVG, cleaned once more before it becomes part of the page.

/** How many millimetres a unit is. @type {Record<string, number>} */
const UNITS = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, px: 25.4 / 96 };
const BANNED = new Set([
  "script", "foreignobject", "iframe", "object", "embed", "style", "a", "animate", "set", "handler",
  "image-src",
]);

/**
 * The drawing that a text of SVG means; null if it means none.
 * @param {string} text @returns {SVGSVGElement | null}
 */
export function readDrawing(text) {
  // The words of a sheet are told once, by its title: not letter by letter to whoever listens.
  const quiet = text.replaceAll(' role="img" aria-label="', ' data-text="');
  const parsed = new DOMParser().parseFromString(quiet, "image/svg+xml");
  const root = parsed.querySelector("svg");
  if (parsed.documentElement.localName !== "svg" || !root || parsed.querySelector("parsererror")) return null;
  clean(root);
  return document.adoptNode(root);
}

/** @param {Element} root */
function clean(root) {
  for (const node of [root, ...root.querySelectorAll("*")]) {
    if (BANNED.has(node.localName.toLowerCase())) node.remove();
    for (const { name, value } of [...node.attributes]) {
      const link = name === "href" || name.endsWith(":href") || name === "src";
      const outside = link && !value.startsWith("#") && !/^data:image\/(png|jpeg);/.test(value);
      if (name.toLowerCase().startsWith("on") || name === "style" || outside) node.removeAttribute(name);
    }
  }
}

/** The size of a drawing in millimetres: `[width, height]`. @param {Element} drawing */
export function measure(drawing) {
  return ["width", "height"].map((name) => {
    const [, number, unit] =
      /^([\d.]+)(mm|pt|px|in|cm)?$/.exec(drawing.getAttribute(name) ?? "") ?? ["", "0", "px"];
    return Number(number) * (UNITS[unit] ?? UNITS.px);
  });
}

/**
 * An address for a page of SVG that is shown as a picture: no ids meet, nothing in it can run.
 * @param {string} text
 */
export function pictureOf(text) {
  return URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}
