// What all documents say to one string, at a glance: a cell for each, in order of date; and the legend of its parts.

import { ask, h, yearOf } from "./dom.js";

const SIGNS = { accepted: "✓", rejected: "✗", undecided: "?" };

/** The name that people use; the id where a document has no number of an RFC. */
export function human(fact) {
  return fact.number?.startsWith("RFC ") ? fact.number : fact.grammar;
}

/** The documents, and after them all others that can be asked for by name: practices and schemes. */
export async function readers(context) {
  const { others } = await ask("agreeing");
  return [...context.grammars, ...others.filter((one) => context.grammars.every((known) => known.grammar !== one.grammar))];
}

/** Choices of grammars by the names that people use, with the year of each. */
export function choices(all) {
  return all.map((one) => [one.grammar, `${yearOf(one.date)}  ${one.number.length < 20 ? one.number : one.grammar}`]);
}

export function verdictOf(document) {
  return document.accepted ? "accepted" : document.accepted === false ? "rejected" : "undecided";
}

/** A cell for each document; `open` is called with the id of the one that is chosen. */
export function years(documents, facts, open) {
  return h(
    "ol",
    { class: "years", "aria-label": "Verdicts by year" },
    documents.map((document) => {
      const fact = facts[document.grammar];
      const verdict = verdictOf(document);
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: `year-cell ${verdict}`,
            "data-at": document.grammar,
            title: `${fact.title}: ${verdict}`,
            onclick: () => open(document.grammar),
          },
          h("span", { class: "year" }, yearOf(fact.date)),
          h("span", { class: `sign ${verdict}`, "aria-hidden": "true" }, SIGNS[verdict]),
          h("span", { class: "name" }, human(fact)),
          h("span", { class: "visually-hidden" }, ` ${verdict}`),
        ),
      );
    }),
  );
}

/** A sentence that answers the question of the page: since when, and what came between. */
export function since(documents, facts) {
  const all = documents.filter((one) => one.accepted !== null);
  // Documents about names and citations count where no other takes the string.
  const general = all.filter((one) => !["urn", "urc"].includes(facts[one.grammar].form));
  const counted = general.some((one) => one.accepted) ? general : all;
  const named = (one) => `${human(facts[one.grammar])} (${yearOf(facts[one.grammar].date)})`;
  const first = counted.find((one) => one.accepted);
  if (!first) return "No document since 1993 accepts it.";
  const about = counted === general && all.length > general.length ? " URN documents are not included." : "";
  const stop = counted.filter((one) => !one.accepted && facts[one.grammar].date > facts[first.grammar].date);
  const last = counted.at(-1);
  const begin = first === counted[0] ? `Legal from the first document on, ${named(first)}` : `Legal since ${named(first)}`;
  if (stop.length === 0) return `${begin}, and in every document after it.${about}`;
  const count =
    stop.length === 1 ? `1 later document rejects it: ${named(stop[0])}` : `${stop.length} later documents reject it, the first of them ${named(stop[0])}`;
  return `${begin}. ${count}${stop.includes(last) ? "" : `; the newest, ${named(last)}, accepts it`}.${about}`;
}

/** The parts that are drawn, as buttons in their colours: one that is pressed stands out in all rows. */
export function legend(root, documents, chosen, choose) {
  const names = [...new Set(documents.flatMap((one) => (one.marks ?? []).map((mark) => mark.name)))];
  if (names.length === 0) return null;
  let pressed = names.includes(chosen) ? chosen : undefined;
  const light = (name) => {
    root.classList.toggle("one-part", name !== undefined);
    for (const one of root.querySelectorAll(".lit")) one.classList.remove("lit");
    if (name !== undefined) for (const one of root.querySelectorAll(`.c-${CSS.escape(name)}`)) one.classList.add("lit");
  };
  const buttons = names.map((name) =>
    h(
      "button",
      {
        type: "button",
        class: `part c-${name}`,
        "aria-pressed": String(name === pressed),
        onclick: () => {
          pressed = pressed === name ? undefined : name;
          for (const [at, one] of buttons.entries()) one.setAttribute("aria-pressed", String(names[at] === pressed));
          light(pressed);
          choose(pressed);
        },
      },
      name,
    ),
  );
  // A part under the pointer stands out while it is there.
  root.onpointerover = ({ target }) => {
    const over = target.closest?.(".part, .label");
    light(over && !over.closest("button") ? (names.find((name) => over.classList.contains(`c-${name}`)) ?? pressed) : pressed);
  };
  root.onpointerleave = () => light(pressed);
  queueMicrotask(() => light(pressed));
  return h("div", { class: "legend", role: "group", "aria-label": "Parts" }, h("span", { class: "note" }, "Parts"), buttons);
}
