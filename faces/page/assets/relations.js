// The relations of languages, with the shortest strings that show them.

import { h, link } from "./dom.js";

export const SIGNS = {
  equal: ["=", "equal: both accept the same strings"],
  subset: ["⊂", "everything that the first accepts the second accepts too"],
  superset: ["⊃", "everything that the second accepts the first accepts too"],
  overlapping: ["∩", "they share strings, and each accepts some that the other does not"],
  disjoint: ["∅", "they share no string"],
};

/** A string with visible characters: spaces, marks and controls appear as their numbers. */
export function shown(text) {
  if (text === "") return "(the empty string)";
  return text.replace(/[\s\p{C}\p{M}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16).toUpperCase()}}`);
}

export function nothing() {
  return h("span", { class: "none" }, "nothing");
}

/** A whole identifier, which the other documents can be asked about too. */
export function witness(text) {
  if (text === null || text === undefined) return nothing();
  return link("string", { input: text }, shown(text), { class: "mono witness" });
}

/** A string for a part, which links to the steps of the part's rule: it is not a whole identifier. */
export function part(text, rule, grammar, reading) {
  if (text === null || text === undefined) return nothing();
  return link("string", { step: grammar, reading, rule, input: text }, shown(text), { class: "mono witness" });
}
