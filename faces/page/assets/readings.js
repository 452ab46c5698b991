// The choice between a document's rules as printed and as corrected.

import { h } from "./dom.js";

export function readings(value, onchange) {
  const one = (key, text, title) =>
    h(
      "label",
      { class: "option", title },
      h("input", {
        type: "radio",
        name: "reading",
        value: key,
        checked: (value || "corrected") === key,
        onchange: () => onchange(key === "corrected" ? undefined : key),
      }),
      h("span", {}, text),
    );
  return h(
    "fieldset",
    { class: "options" },
    h("legend", {}, "Rules"),
    one("corrected", "corrected", "With the repairs that the document itself demands"),
    one("printed", "as printed", "To the letter, misprints included"),
  );
}
