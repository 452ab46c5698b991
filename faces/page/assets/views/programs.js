// What programs say to a string, beside the documents: a cell for each in the strip, and rows on request.

import { ask, fill, h, link, problem, yearOf } from "../dom.js";
import { years } from "../overview.js";
import { labels, spoken, strip } from "../strip.js";

/**
 * Draws the programs below the documents, each with its verdict. `isOpen` is whether their rows are
 * shown, `keep` puts that into the link. Nothing is drawn once the string has changed.
 */
export async function programs(place, all, input, isOpen, keep, signal) {
  const facts = Object.fromEntries(all.map((one) => [one.grammar, { ...one, number: one.name, title: one.name }]));
  const taken = all.filter((one) => one.accepted).length;
  const rows = h("ol", { class: "timeline programs", "aria-label": "Programs" });
  const button = h("button", { type: "button", class: "show-programs", "aria-expanded": "false", onclick: () => toggle(!rows.isConnected) }, "Show what each finds");
  const cells = years(all.toSorted((a, b) => (a.date < b.date ? -1 : 1)), facts, async (grammar) => {
    await toggle(true);
    rows.querySelector(`[data-opens~="${grammar}"]`)?.click();
    rows.querySelector(`[data-grammar="${CSS.escape(grammar)}"]`)?.scrollIntoView({ block: "center" });
  });
  cells.setAttribute("aria-label", "Verdicts of programs by year");
  const scroll = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Verdicts of programs" });
  fill(place, h("h2", {}, "Programs"),
    h("p", { class: "verdict" }, h("strong", {}, `${taken} of ${all.length} programs accept it. `), button), cells, scroll);
  if (isOpen) await toggle(true);

  async function toggle(open) {
    button.setAttribute("aria-expanded", String(open));
    keep(open);
    if (!open) return fill(scroll);
    if (rows.isConnected) return undefined;
    fill(scroll, h("p", { class: "note" }, "reading …"));
    try {
      fill(rows, ...read(await ask("court", input, signal), facts));
      return fill(scroll, rows);
    } catch (error) {
      return error.name === "AbortError" ? undefined : fill(scroll, problem(error));
    }
  }
}

/** A row for each program; those that find the same are one row until they are asked for. */
function read(found, facts) {
  const key = (one) => (one.accepted ? one.marks.map(({ name, from, to }) => `${name} ${from} ${to}`).join() : `refused ${one.caret ?? one.error.message}`);
  const groups = new Map();
  for (const one of found.readers.filter((reader) => reader.practice)) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return [...groups.values()].flatMap(([first, ...alike]) => {
    const rows = alike.map((one) => row(one, found.line, facts));
    const line = row(first, found.line, facts);
    if (rows.length === 0) return [line];
    for (const one of rows) one.hidden = true;
    const more = h("li", { class: "more-alike" }, h("button", { type: "button", "aria-expanded": "false", "data-opens": alike.map((one) => one.grammar).join(" "), onclick: () => {
      more.remove();
      for (const one of rows) one.hidden = false;
    } }, `${alike.length} more ${first.accepted ? "read it the same way" : "stop at the same place"}: ${alike.map((one) => one.name).join(", ")}`));
    return [line, more, ...rows];
  });
}

function row(one, line, facts) {
  const verdict = one.accepted ? "accepted" : "rejected";
  return h("li", { class: `entry ${verdict}`, "data-grammar": one.grammar },
    h("span", { class: "year" }, yearOf(facts[one.grammar].date)),
    h("div", { class: "who" }, h("span", { class: `sign ${verdict}`, "aria-hidden": "true" }, one.accepted ? "✓" : "✗"),
      h("span", { class: "names" }, link("document", { grammar: one.grammar }, one.name), h("span", { class: "visually-hidden" }, ` ${verdict}. `), h("span", { class: "date" }, one.grammar))),
    h("div", { class: "drawing" }, one.accepted
      ? [strip(line, one.marks), h("span", { class: "visually-hidden" }, spoken(line, one.marks)), labels(line, one.marks)]
      : [strip(line, [], one.caret), h("p", { class: "why" }, one.error.message)]));
}
