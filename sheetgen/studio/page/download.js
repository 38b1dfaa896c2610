// Downloads: a file that sheetgen made, handed to the browser.

import { el } from "./element.js";
import { notice } from "./notice.js";
import { say } from "./words.js";

/**
 * Hands over a file, `{name, body: Blob}`; `usual` is its name if it has none.
 * @param {{ name: string | null, body: Blob }} file @param {string} usual
 */
export function hand(file, usual) {
  const url = URL.createObjectURL(file.body);
  const name = file.name ?? usual;
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
  notice(say("{} is in your downloads.", name));
}

/**
 * Opens the browser's own dialog to print a PDF, or shows the PDF where it can't be printed so.
 * @param {{ name: string | null, body: Blob }} file
 */
export function printFile(file) {
  const url = URL.createObjectURL(file.body);
  const frame = el("iframe", { class: "printed", src: url, title: "What is printed" });
  frame.onload = () => {
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
    } catch {
      window.open(url);
    }
  };
  document.querySelector("iframe.printed")?.remove(); // the last one, whose dialog may stay open long
  document.body.append(frame);
}
