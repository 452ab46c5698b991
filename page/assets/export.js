// Saving what is shown: answers as JSON, CSV and text, drawings as SVG and as pictures.

import { answers, csv, json, text } from "./answers.js";
import { fill, h } from "./dom.js";
import { picture, png, svg } from "./picture.js";

/** The drawings of the views: the selector of each, and its name. */
const DRAWINGS = [
  ["svg", "diagram"], [".tape", "string"], [".tree", "tree"], [".panes", "rules"], [".timeline", "all documents"], [".entry", "string"],
  [".formula", "relation"], [".grid", "characters"], [".matrix", "all pairs"], [".lineage", "history"], [".answers", "answers"],
];

const dialog = h("dialog", { id: "export", "aria-labelledby": "export-title" });

/** Opens the dialog. `view` names the files, and `tell` says what was done. */
export function open(view, tell) {
  if (!dialog.isConnected) document.body.append(dialog);
  const name = (kind, extension) => `urigram-${view}-${kind.replaceAll(/[^a-z0-9]+/gi, "-")}.${extension}`;
  const done = (words) => {
    dialog.close();
    tell(words);
  };
  const button = (words, call) => h("button", { type: "button", onclick: () => Promise.resolve().then(call).catch((error) => done(error.message)) }, words);
  const file = (words, kind, extension, type, make) => button(words, () => {
    save(name(kind, extension), make(), type);
    done(`${name(kind, extension)} is saved.`);
  });
  const row = (kind, ...buttons) => h("tr", {}, h("th", { scope: "row" }, kind), h("td", {}, h("span", { class: "row" }, buttons)));
  fill(dialog,
    h("h2", { id: "export-title" }, "Export"),
    h("table", { class: "exports" }, h("caption", {}, "Answers"), h("tbody", {}, answers().map((one) => row(one.question,
      file("JSON", one.question, "json", "application/json", () => json(one)), file("CSV", one.question, "csv", "text/csv", () => csv(one.answer)), file("text", one.question, "txt", "text/plain", () => text(one)))))),
    h("table", { class: "exports" }, h("caption", {}, "Drawings"), h("tbody", {}, drawings().map(([kind, element]) => row(kind,
      file("SVG", kind, "svg", "image/svg+xml", () => svg(picture(element), `${view}: ${kind}`)),
      button("copy as image", async () => {
        await copy(png(picture(element)));
        done("The picture is copied.");
      }))))),
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  dialog.showModal();
}

export function isOpen() {
  return dialog.open;
}

/** The drawings that the view has, each with its name. */
function drawings() {
  const seen = new Map();
  return DRAWINGS.flatMap(([selector, kind]) => [...document.querySelectorAll(`main ${selector}`)].filter((one) => one.getClientRects().length > 0).map((one) => {
    const whose = one.closest("[data-grammar]")?.dataset.grammar ?? one.getAttribute("aria-label")?.slice(0, 40);
    const named = [kind, whose].filter(Boolean).join(" ");
    seen.set(named, (seen.get(named) ?? 0) + 1);
    return [seen.get(named) > 1 ? `${named} ${seen.get(named)}` : named, one];
  })).slice(0, 60);
}

function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

async function copy(blob) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  } catch {
    throw new Error("This browser lets no picture be copied here: save the SVG.");
  }
}
