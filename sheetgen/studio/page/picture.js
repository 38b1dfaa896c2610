// Pictures that sheetgen draws, such as portraits: kept as they are until what they show changes.

import { fetchFile, Refusal } from "./ask.js";
import { el } from "./element.js";
import { on } from "./signal.js";

/** @type {Map<string, HTMLImageElement>} */
const images = new Map(); // by key
/** @type {Map<HTMLImageElement, string>} */
const wanted = new Map(); // the addresses of those that are not there yet

/**
 * The image of that key, which shows an address; `given` are its attributes.
 * @param {string} key @param {string} address @param {Values} given
 */
export function picture(key, address, given = {}) {
  const image = images.get(key) ?? el("img", { alt: "", draggable: "false", ...given });
  images.set(key, image);
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
  wanted.set(image, address);
  watch(image);
}

/** @param {HTMLImageElement} image */
function watch(image) {
  eye.unobserve(image); // or it would not be told of again
  eye.observe(image);
}

// Pictures are asked for when they come into sight, a few at a time: whatever else the page asks for
// must not wait for a dozen of them.
const MOST = 2, LATER = 2000; // milliseconds until one that takes long is asked for again
const queue = {
  /** @type {HTMLImageElement[]} */
  line: [],
  asked: 0,
};
const eye = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting || !(target instanceof HTMLImageElement)) continue;
    eye.unobserve(target);
    queue.line.push(target);
  }
  while (queue.line.length && queue.asked < MOST) work();
});

async function work() {
  queue.asked += 1;
  for (let image = queue.line.shift(); image; image = queue.line.shift()) {
    if (image.isConnected) await show(image);
    else eye.observe(image); // it went out of sight before its turn
  }
  queue.asked -= 1;
}

/** A picture stays until the next one is there. @param {HTMLImageElement} image */
async function show(image) {
  const address = wanted.get(image);
  if (!address) return;
  try {
    const { body } = await fetchFile("GET", address);
    if (wanted.get(image) !== address) return; // there is a newer one
    wanted.delete(image);
    URL.revokeObjectURL(image.src);
    image.src = URL.createObjectURL(body);
  } catch (error) {
    if (!(error instanceof Refusal)) return; // nobody answers
    if (error.status === 503) setTimeout(watch, LATER, image);
    else wanted.delete(image); // a ship without a portrait has none
  }
}
on("back", () => [...wanted.keys()].forEach(watch));
