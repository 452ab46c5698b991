// Saving the answers that are shown, as JSON, CSV and text.

import { answers, csv, json, text } from "./answers.js";
import { fill, h } from "./dom.js";

const dialog = h("dialog", { id: "export", "aria-labelledby": "export-title" });

/** Opens the dialog. `view` names the files, and `tell` says what was done. */
export function open(view, tell) {
  if (!dialog.isConnected) document.body.append(dialog);
  const name = (kind, extension) => `urigram-${view}-${kind.replaceAll(/[^a-z0-9]+/gi, "-")}.${extension}`;
  const file = (words, kind, extension, type, make) =>
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          save(name(kind, extension), make(), type);
          dialog.close();
          tell(`${name(kind, extension)} is saved.`);
        },
      },
      words,
    );
  const row = (kind, ...buttons) => h("tr", {}, h("th", { scope: "row" }, kind), h("td", {}, h("span", { class: "row" }, buttons)));
  fill(
    dialog,
    h("h2", { id: "export-title" }, "Export"),
    h(
      "table",
      { class: "exports" },
      h("caption", {}, "Answers"),
      h(
        "tbody",
        {},
        answers().map((one) =>
          row(
            one.question,
            file("JSON", one.question, "json", "application/json", () => json(one)),
            file("CSV", one.question, "csv", "text/csv", () => csv(one.answer)),
            file("text", one.question, "txt", "text/plain", () => text(one)),
          ),
        ),
      ),
    ),
    h("form", { method: "dialog" }, h("button", {}, "Close")),
  );
  dialog.showModal();
}

export function isOpen() {
  return dialog.open;
}

function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
