// Characters by columns, documents by rows.

import { h, link, yearOf } from "../dom.js";

const TITLES = { SP: "the space", CTL: "control characters", beyond: "characters beyond US-ASCII" };

/** The characters that each document allows in a part; `changed` omits columns without differences. */
export function grid(history, changed, reading) {
  const { columns, rows } = history.grid;
  const cells = Object.fromEntries(rows.map((row) => [row.grammar, row.cells]));
  const kept = columns.map((_, index) => index).filter((index) => !changed || new Set(rows.map((row) => row.cells[index])).size > 1);
  if (kept.length === 0) return h("p", { class: "note" }, "All these documents allow the same characters.");
  const row = (own) =>
    h(
      "tr",
      { "data-grammar": own.grammar },
      h(
        "th",
        { scope: "row" },
        h("span", { class: "date" }, yearOf(own.date)),
        " ",
        link("documents", { grammar: own.grammar, rule: own.rules[0].id, reading }, own.grammar),
      ),
      h("td", { class: "small" }, [...new Set(own.rules.map((rule) => rule.name))].join(", ")),
      kept.map((index) => cell(cells[own.grammar][index], own.change && cells[own.change.since]?.[index])),
    );
  return [
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Character grid" },
      h(
        "table",
        { class: "grid" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Document"),
            h("th", { scope: "col" }, "Rules"),
            kept.map((index) => h("th", { scope: "col", class: "char", title: TITLES[columns[index]] }, columns[index])),
          ),
        ),
        h("tbody", {}, history.documents.map(row)),
      ),
    ),
    h(
      "p",
      { class: "note" },
      "● allowed   · not   ",
      h("span", { class: "gained key" }, "●"),
      " new since its predecessor   ",
      h("span", { class: "lost key" }, "✗"),
      " no longer",
    ),
  ];
}

function cell(yes, before) {
  const changed = before !== undefined && before !== yes;
  const [sign, words] = yes ? ["●", changed ? "yes, new" : "yes"] : changed ? ["✗", "no longer"] : ["·", "no"];
  return h(
    "td",
    { class: `${yes ? "yes" : "no"}${changed ? (yes ? " gained" : " lost") : ""}` },
    h("span", { "aria-hidden": "true" }, sign),
    h("span", { class: "visually-hidden" }, words),
  );
}
