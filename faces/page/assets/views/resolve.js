// A reference against a base: every document's answer, with the numbered steps.

import { ask, fill, h, link, yearOf } from "../dom.js";

/** Whether a string has no scheme, so that a base is asked for. */
export function isReference(text) {
  return !/^[a-z][a-z0-9+.-]*:|^</i.test(text);
}

/** The base of a reference. */
export function baseField(state, changed) {
  return h(
    "label",
    { class: "field wide base" },
    h("span", {}, "Base"),
    h("input", {
      type: "text",
      class: "string",
      value: state.base ?? "http://a/b/c/d;p?q",
      spellcheck: "false",
      autocapitalize: "off",
      oninput: (event) => changed(event.target.value),
    }),
  );
}

/** Draws what each document makes of the string against a base; the answer of the document `to` comes first. */
export async function resolved(section, state, context, base, to, signal) {
  const found = await ask("resolve", { base, reference: state.input, reading: state.reading, escaped: state.escaped }, signal);
  fill(section, draw(found, state, context, to));
}

/** The options that a document leaves open. */
const OPTIONS = {
  "backward compatible": "or, where the scheme is ignored because it is the base's",
  "excess .. removed": "or, where excess .. are removed",
  "excess .. refused": "or, where excess .. are an error",
};

function draw(found, state, context, to) {
  const all = found.answers.flatMap((one) => [one, ...(one.alternatives ?? [])]);
  const letters = [...new Set(all.map((one) => one.target).filter((target) => target !== undefined))];
  const different = letters.length;
  const rows = () => new Set((state.open ?? "").split(",").filter(Boolean));
  const asked = found.answers.find((one) => one.grammar === to);
  const letter = (target) =>
    different > 1 &&
    target !== undefined &&
    h(
      "span",
      { class: `group group-${letters.indexOf(target) % 6}`, title: "The same letter, the same answer" },
      String.fromCharCode(65 + letters.indexOf(target)),
    );
  return [
    h(
      "p",
      { class: "verdict" },
      asked && [h("strong", {}, `${asked.number} (${yearOf(asked.date)}) gives `), outcome(asked), ". "],
      h(
        "strong",
        {},
        different === 0 ? "No document resolves it." : different === 1 ? "All documents that resolve it agree." : `Documents resolve it in ${different} ways.`,
      ),
    ),
    h(
      "ol",
      { class: "answers" },
      found.answers.map((one) =>
        h(
          "li",
          { "data-grammar": one.grammar },
          h(
            "details",
            {
              open: rows().has(one.grammar),
              ontoggle: (event) => {
                const open = rows();
                if (event.target.open) open.add(one.grammar);
                else open.delete(one.grammar);
                state.open = [...open].join(",") || undefined;
                context.keep(state);
              },
            },
            h(
              "summary",
              {},
              h("span", { class: "date" }, yearOf(one.date)),
              h("strong", {}, one.grammar),
              " ",
              letter(one.target),
              outcome(one),
              (one.alternatives ?? []).map((other) =>
                h(
                  "span",
                  { class: "alternative" },
                  h("span", { class: "section" }, `${OPTIONS[other.option] ?? other.option}: `),
                  letter(other.target),
                  outcome(other),
                ),
              ),
            ),
            stepped(one.steps),
            (one.alternatives ?? []).map((other) => [
              h("h3", { class: "option-name" }, OPTIONS[other.option] ?? other.option),
              stepped(departing(other.steps, one.steps)),
            ]),
            h("p", { class: "small" }, link("documents", { grammar: one.grammar }, `${one.number}, section ${one.section}`)),
          ),
        ),
      ),
    ),
    found.without.length > 0 && h("p", { class: "note" }, `Without an algorithm: ${found.without.join(", ")}.`),
  ];
}

function outcome(answer) {
  if (answer.target === undefined)
    return h(
      "span",
      { class: "rejected-text" },
      answer.literal === undefined ? answer.error.message : [h("code", {}, answer.literal), ` refused: ${answer.error.message}`],
    );
  return h(
    "code",
    { class: "target" },
    answer.current_document && "(current document)",
    answer.target,
    answer.same_document && !answer.current_document && h("span", { class: "section" }, " the same document"),
  );
}

/** The steps from the first difference on. */
function departing(steps, usual) {
  const same = steps.findIndex((step, index) => step.step !== usual[index]?.step || step.value !== usual[index]?.value);
  return steps.slice(same < 0 ? steps.length - 1 : same);
}

function stepped(steps) {
  if (steps.length === 0) return h("p", { class: "note" }, "No step was taken.");
  return h(
    "ol",
    { class: "steps" },
    steps.map((step) => h("li", {}, h("span", { class: "label-cell" }, step.step), h("span", {}, step.does), h("code", {}, step.value || "(empty)"))),
  );
}
