// Pictures that sheetgen draws, such as portraits: kept as they are until what they show changes.

import { carrier, fetchFile } from "./ask.js";
import { el } from "./element.js";

const images = new Map(); // by key

/** The image of that key, which shows an address; `given` are its attributes. */
export function picture(key, address, given = {}) {
  if (!images.has(key)) images.set(key, el("img", { alt: "", draggable: "false", ...given }));
  const image = images.get(key);
  if (image.dataset.address !== address) {
    image.dataset.address = address;
    look(image, address);
  }
  return image;
}

/** Draws what an address shows again, wherever it is shown. */
export function renew(address, version) {
  for (const image of images.values()) {
    if (image.dataset.address === address) look(image, `${address}&version=${version}`);
  }
}

function look(image, address) {
  if (!carrier.inside) {
    image.src = address;
    return;
  }
  image.dataset.wanted = address;
  eye.observe(image);
}

// Where no server answers, pictures are asked for when they come into sight.
const eye = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    eye.unobserve(target);
    fetchFile("GET", target.dataset.wanted).then(
      ({ body }) => (target.src = URL.createObjectURL(body)),
      () => {}, // a ship without a portrait has none
    );
  }
});
