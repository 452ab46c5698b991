// Rules of one's own beside the documents': an editor that a view shows where they are asked for.

import { choice, h } from "./dom.js";
import { editor } from "./editor.js";

const FIRST = { abnf: "mine = ALPHA *( ALPHA / DIGIT ) \":\" *VCHAR", peg: "mine = { 'a'..'z'+ ~ \":\" ~ ANY* }" };

/** The rules of one's own in a link; undefined where it has none. */
export function ownRules({ abnf, peg }) {
  return abnf === undefined && peg === undefined ? undefined : peg === undefined ? { abnf } : { peg };
}

/**
 * Returns the editor's element, and `mark`, which shows the error of an answer. `own` are the rules as
 * `ownRules` returns them; `changed` is told others, or nothing when they are removed.
 */
export function ownEditor(own, changed, removed) {
  let notation = own.peg === undefined ? "abnf" : "peg";
  const area = editor("Rules of my own", own[notation], (text) => changed({ [notation]: text }), { notation });
  const kind = choice("Rules of my own", [["abnf", "in ABNF"], ["peg", "as a PEG"]], notation, (chosen) => {
    // What was written is kept if it is more than the beginning.
    const text = area.area.value === FIRST[notation] ? FIRST[chosen] : area.area.value;
    notation = chosen;
    area.set(text, chosen);
    changed({ [notation]: text });
  });
  return {
    element: h("section", { class: "editor own-rules", "aria-label": "Rules of my own" },
      h("div", { class: "row" }, kind, removed && h("button", { type: "button", onclick: removed }, "Remove them"),
        h("span", { class: "note" }, "The first rule counts. RFC 5234's core rules are there.")), area.element),
    mark: (found) => area.fault(found.error ?? undefined),
  };
}

/** The rules to begin with, in a notation. */
export function firstRules(notation = "abnf") {
  return { [notation]: FIRST[notation] };
}
