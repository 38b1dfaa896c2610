// Cropping: the part of a picture that is wanted, chosen with the mouse, a finger or the keyboard.

import { dialog } from "./dialog.js";
import { el } from "./element.js";
import { say } from "./words.js";

const LEAST = 0.04; // of a side, so that the frame can be seen and held
const COARSE = 200 / 25.4; // pixels to a millimetre below which prints warn

/** @typedef {{ x: number, y: number, width: number, height: number }} Frame in parts of the picture */

/**
 * Asks which part of a picture is wanted; null when that is left.
 * @param {File} file @returns {Promise<File | null>}
 */
export async function crop(file) {
  const bitmap = await createImageBitmap(file);
  const url = URL.createObjectURL(file);
  const frame = await dialog(say("Which part of the picture?"), (choose) => makeForm(bitmap, url, choose));
  URL.revokeObjectURL(url);
  if (!frame) return null;
  const { x, y, width, height } = scale(frame, bitmap);
  if (width === bitmap.width && height === bitmap.height) return file;
  const canvas = el("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(bitmap, -x, -y);
  const type = file.type === "image/jpeg" ? file.type : "image/png";
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, type, 0.92));
  return new File([blob], file.name, { type });
}

/** @param {Frame} frame @param {ImageBitmap} bitmap */
function scale(frame, { width, height }) {
  return {
    x: Math.round(frame.x * width), y: Math.round(frame.y * height),
    width: Math.max(1, Math.round(frame.width * width)), height: Math.max(
      1, Math.round(frame.height * height),
    ),
  };
}

/** @param {ImageBitmap} bitmap @param {string} url @param {(frame: Frame) => void} choose */
function makeForm(bitmap, url, choose) {
  const frame = { x: 0, y: 0, width: 1, height: 1 };
  const corner = el("i", { class: "corner" });
  const box = el("div", {
    class: "frame", tabindex: "0", role: "group", autofocus: true, onkeydown: step,
    "aria-label": say("The part that is kept: arrow keys move it, with Shift they make it larger or smaller"),
  }, corner);
  const told = el("p", { class: "soft", role: "status" });
  const table = el("div", { class: "crop", onpointerdown: grasp }, el("img", { src: url, alt: "" }), box);

  /** @param {Partial<Frame>} wanted */
  function put(wanted) {
    Object.assign(frame, wanted);
    frame.width = Math.min(1, Math.max(LEAST, frame.width));
    frame.height = Math.min(1, Math.max(LEAST, frame.height));
    frame.x = Math.min(1 - frame.width, Math.max(0, frame.x));
    frame.y = Math.min(1 - frame.height, Math.max(0, frame.y));
    box.style.left = `${100 * frame.x}%`;
    box.style.top = `${100 * frame.y}%`;
    box.style.width = `${100 * frame.width}%`;
    box.style.height = `${100 * frame.height}%`;
    const { width, height } = scale(frame, bitmap);
    told.textContent = say(
      "{} × {} pixels: sharp up to {} mm across", width, height, Math.floor(width / COARSE),
    );
  }

  /** @param {KeyboardEvent} event */
  function step(event) {
    const [x, y] = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    }[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    if (event.shiftKey) put({ width: frame.width + x / 50, height: frame.height + y / 50 });
    else put({ x: frame.x + x / 50, y: frame.y + y / 50 });
  }

  /** The frame is moved, its corner pulled, and elsewhere a new one drawn. @param {PointerEvent} event */
  function grasp(event) {
    event.preventDefault();
    const room = table.getBoundingClientRect();
    /** @param {PointerEvent} one */
    const at = (one) => [(one.clientX - room.left) / room.width, (one.clientY - room.top) / room.height]
      .map((value) => Math.min(1, Math.max(0, value)));
    const [x, y] = at(event);
    const { target } = event;
    const whole = frame.width === 1 && frame.height === 1;
    const mode = target === corner ? "pull" : target === box && !whole ? "move" : "draw";
    const before = mode === "draw" ? { x, y, width: 0, height: 0 } : { ...frame };
    table.setPointerCapture(event.pointerId);
    table.onpointermove = (one) => {
      const [dx, dy] = at(one).map((value, index) => value - [x, y][index]);
      if (mode === "move") put({ x: before.x + dx, y: before.y + dy });
      else if (mode === "pull") put({ width: before.width + dx, height: before.height + dy });
      else put({ x: Math.min(x, x + dx), y: Math.min(y, y + dy), width: Math.abs(dx), height: Math.abs(dy) });
    };
    table.onpointerup = table.onpointercancel = () => (table.onpointermove = null);
    box.focus({ preventScroll: true });
  }

  put({});
  return [
    table,
    told,
    el(
      "footer", {},
      el(
        "button", { type: "button", onclick: () => put({ x: 0, y: 0, width: 1, height: 1 }) },
        say("All of it"),
      ),
      el("button", { type: "button", class: "main", onclick: () => choose(frame) }, say("Take this")),
    ),
  ];
}
