// Files that this page makes, for the visitor to save.

import { h } from "./dom.js";

/** A button that saves a text as a file; `make` returns the text when it is pressed. */
export function save(label, name, type, make) {
  return h("button", { type: "button", onclick: () => {
    const url = URL.createObjectURL(new Blob([make()], { type }));
    h("a", { href: url, download: name }).click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } }, label);
}

/** Rows of cells as RFC 4180 writes them. */
export function csv(rows) {
  const cell = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll("\"", "\"\"")}"` : value);
  return rows.map((row) => `${row.map((value) => cell(String(value))).join(",")}\r\n`).join("");
}
