// Progress: how far long work has come, and a button that ends it.

import { Latest } from "./ask.js";
import { el, focused } from "./element.js";
import { say } from "./words.js";

const SOON = 400; // milliseconds in which most work is done, and nothing need be shown
const OFTEN = 5000; // between two sentences that are read out

/** The progress of one thing at a time; `stopped()` is called when somebody has ended it. */
export class Progress {
  /** @param {() => void} stopped */
  constructor(stopped) {
    this.stopped = stopped;
    this.work = new Latest();
    /** @type {AbortSignal | null} */
    this.signal = null;
    /** What had the focus before. @type {HTMLElement | null} */
    this.back = null;
    this.wait = 0;
    this.said = 0;
    this.bar = el("progress", { "aria-label": say("Progress") });
    this.words = el("span", { "aria-hidden": "true" });
    this.voice = el("span", { class: "unseen", role: "status", "aria-live": "polite" });
    this.button = el("button", { type: "button", onclick: () => this.cancel() }, say("Cancel"));
    this.node = el("div", { class: "progress" }, this.bar, this.words, this.button);
    this.node.hidden = true;
  }

  /** Begins work, and ends what was done before; returns the signal of its end. @param {string} words */
  begin(words) {
    const signal = (this.signal = this.work.next());
    this.back = focused();
    this.bar.removeAttribute("value");
    this.said = Date.now();
    this.words.textContent = words;
    clearTimeout(this.wait);
    this.wait = setTimeout(() => {
      this.node.hidden = false;
      if (this.back?.matches(":disabled")) this.button.focus();
    }, SOON);
    return signal;
  }

  /** Tells how much is done. @param {number} done @param {number} total @param {string} words */
  tell(done, total, words) {
    Object.assign(this.bar, { max: total, value: done });
    this.words.textContent = words;
    if (this.node.hidden || Date.now() - this.said < OFTEN) return;
    this.said = Date.now();
    this.voice.textContent = words;
  }

  /** Shows no more of the work with a signal, unless other has begun. @param {AbortSignal} signal */
  end(signal) {
    if (signal !== this.signal) return;
    clearTimeout(this.wait);
    const isHeld = this.node.contains(document.activeElement);
    this.node.hidden = true;
    this.voice.textContent = "";
    if (isHeld) this.back?.focus();
  }

  cancel() {
    this.work.stop();
    this.stopped();
    if (this.signal) this.end(this.signal);
  }
}
