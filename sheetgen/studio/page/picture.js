// Pictures that sheetgen draws, such as portraits: kept as they are until what they show changes.

import { carrier, fetchFile } from "./ask.js";
import { el } from "./element.js";
import { on } from "./signal.js";

const images = new Map(); // by key
const wanted = new Map(); // the addresses of those that are not there yet, by images

/**
 * The image of that key, which shows an address; `given` are its attributes.
 * @param {string} key @param {string} address @param {Values} given
 */
export function picture(key, address, given = {}) {
  if (!images.has(key)) images.set(key, el("img", { alt: "", draggable: "false", ...given }));
  const image = images.get(key);
  if (image.dataset.address !== address) {
    image.dataset.address = address;
    look(image, address);
  }
  return image;
}

/**
 * Draws what an address shows again, wherever it is shown.
 * @param {string} address @param {number} version
 */
export function renew(address, version) {
  for (const image of images.values()) {
    if (image.dataset.address === address) look(image, `${address}&version=${version}`);
  }
}

/** @param {HTMLImageElement} image @param {string} address */
function look(image, address) {
  if (!carrier.inside) {
    show(image, address);
    return;
  }
  image.dataset.wanted = address;
  eye.observe(image);
}

/**
 * A picture stays until the next one is there; those that could not be had are asked for again.
 * @param {HTMLImageElement} image @param {string} address
 */
function show(image, address) {
  wanted.set(image, address);
  const done = () => wanted.get(image) === address && wanted.delete(image);
  if (!image.naturalWidth) {
    image.onload = done;
    image.src = address;
    return;
  }
  const next = new Image();
  next.onload = () => done() && (image.src = address);
  next.src = address;
}
on("back", () => [...wanted].forEach(([image, address]) => show(image, address)));

// Where no server answers, pictures are asked for when they come into sight.
const eye = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting || !(target instanceof HTMLImageElement)) continue;
    eye.unobserve(target);
    fetchFile("GET", target.dataset.wanted ?? "").then(
      ({ body }) => (target.src = URL.createObjectURL(body)),
      () => {}, // a ship without a portrait has none
    );
  }
});
