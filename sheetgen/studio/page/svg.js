// Drawings: sheetgen's SVG, cleaned once more before it becomes part of the page.

const BANNED = new Set([
  "script", "foreignobject", "iframe", "object", "embed", "style", "a", "animate", "set", "handler",
  "image-src",
]);

/** The drawing that a text of SVG means; null if it means none. */
export function readDrawing(text) {
  // The words of a sheet are told once, by its title: not letter by letter to whoever listens.
  const quiet = text.replaceAll(' role="img" aria-label="', ' data-text="');
  const parsed = new DOMParser().parseFromString(quiet, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  clean(root);
  return document.adoptNode(root);
}

function clean(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  const doomed = [];
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (BANNED.has(node.localName.toLowerCase())) {
      doomed.push(node);
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      const link = name === "href" || name.endsWith(":href") || name === "src";
      const outside = link && !value.startsWith("#") && !/^data:image\/(png|jpeg);/.test(value);
      if (name.toLowerCase().startsWith("on") || name === "style" || outside) node.removeAttribute(name);
    }
  }
  for (const node of doomed) node.remove();
}

/** The size of a drawing in millimetres: `[width, height]`. */
export function measure(drawing) {
  return ["width", "height"].map((name) => {
    const [, number, unit] =
      /^([\d.]+)(mm|pt|px|in|cm)?$/.exec(drawing.getAttribute(name) ?? "") ?? [null, "0", "px"];
    return Number(number) * { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, px: 25.4 / 96 }[unit ?? "px"];
  });
}

/** An address for a page of SVG that is shown as a picture: no ids meet, nothing in it can run. */
export function pictureOf(text) {
  return URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}
