// Notices: a short sentence at the foot of the page, read out by screen readers.

import { el, fill } from "./element.js";
import { icon } from "./icon.js";
import { say } from "./words.js";

const region = el("div", { class: "notices", role: "status", "aria-live": "polite" });

/** The place of all notices. */
export function notices() {
  return region;
}

/**
 * Says something for a while; `deed` is `{label, run}` for what can be done about it.
 * @param {string} text @param {Notice} how
 */
export function notice(text, { deed = null, severity = "good", stay = 6000 } = {}) {
  const node = el(
    "div",
    { class: `notice ${severity}` },
    icon(severity),
    el("span", {}, text),
    deed && el(
      "button", { type: "button", class: "quiet", onclick: () => (node.remove(), deed.run()) }, deed.label,
    ),
    el(
      "button", { type: "button", class: "bare", "aria-label": say("Dismiss"), onclick: () => node.remove() },
      icon("close"),
    ),
  );
  if (region.childElementCount > 2) region.firstElementChild?.remove();
  region.append(node);
  if (stay) setTimeout(() => node.contains(document.activeElement) || node.remove(), deed ? stay * 2 : stay);
  return node;
}

/** Says why something did not work. @param {any} error */
export function regret(error) {
  notice(error.message, { severity: "error", stay: 12000 });
}

const banner = el("div", { class: "banner", role: "alert" });
banner.hidden = true;

/** A strip above everything, for as long as it holds. */
export function strip() {
  return banner;
}

/** Shows a sentence in the strip, or takes it away. @param {string | null} text */
export function proclaim(text) {
  fill(banner, text ? [icon("warning"), el("span", {}, text)] : []);
  banner.hidden = !text;
}
