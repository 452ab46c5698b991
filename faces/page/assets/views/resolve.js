// A base and a reference, every document's answer side by side, with the numbered steps.

import { ask, fill, h, later, latest, link, problem, yearOf } from "../dom.js";
import { readings } from "./string.js";

export async function show(root, values, context) {
  const state = { base: values.base ?? "http://a/b/c/d;p?q", reference: values.reference ?? "../../../g", reading: values.reading || undefined, escaped: values.escaped === "1" || undefined, open: values.open || undefined };
  context.keep(state);
  const answer = h("div", { class: "answer" });
  const input = (name, label, first) => h("label", { class: "field wide" }, h("span", {}, label), h("input", {
    type: "text", class: "string", value: state[name], spellcheck: "false", autocapitalize: "off", "data-first": first,
    oninput: (event) => { state[name] = event.target.value; context.keep(state); soon(); },
  }));
  const base = input("base", "Base");
  const reference = input("reference", "Reference", true);
  const escapes = h("label", { class: "check" }, h("input", { type: "checkbox", checked: Boolean(state.escaped), onchange: (event) => {
    state.escaped = event.target.checked || undefined;
    context.keep(state);
    update();
  } }), h("span", {}, "read \\x00, \\n and \\\\ as escapes"));
  const reading = readings(state.reading, (chosen) => {
    state.reading = chosen;
    context.keep(state);
    update();
  });
  const take = (text) => {
    reference.querySelector("input").value = text;
    state.reference = text;
    context.keep(state);
    update();
  };
  root.append(h("h1", { class: "visually-hidden" }, "Resolve"), h("section", { class: "ask" }, h("div", { class: "two" }, base, reference), h("div", { class: "row" }, reading, escapes),
    h("div", { class: "chips", role: "group", "aria-label": "References to start from" }, ["g:h", "g", "?y", "#s", "", "../../../g", "http:g", "g;x=1/../y", "//g"].map((text) =>
      h("button", { type: "button", class: "chip", onclick: () => take(text) }, text || "(empty)")))), answer);
  const update = latest(async (signal) => {
    fill(answer, draw(await ask("resolve", { base: state.base, reference: state.reference, reading: state.reading, escaped: state.escaped }, signal), state, context));
  }, (error) => fill(answer, problem(error)));
  const soon = later(120, update);
  await update();
}

/** The options that a document leaves open. */
const OPTIONS = {
  "backward compatible": "or, where the scheme is ignored because it is the base's",
  "excess .. removed": "or, where excess .. are removed",
  "excess .. refused": "or, where excess .. are an error",
};

function draw(found, state, context) {
  const all = found.answers.flatMap((one) => [one, ...(one.alternatives ?? [])]);
  const letters = [...new Set(all.map((one) => one.target).filter((target) => target !== undefined))];
  const different = letters.length;
  const rows = () => new Set((state.open ?? "").split(",").filter(Boolean));
  context.say(`${different} different answers.`);
  const letter = (target) => different > 1 && target !== undefined
    && h("span", { class: `group group-${letters.indexOf(target) % 6}`, title: "The same letter, the same answer" }, String.fromCharCode(65 + letters.indexOf(target)));
  return [
    h("p", { class: "verdict" }, h("strong", {}, different === 0 ? "No document gives an answer." : different === 1 ? "All that answer agree." : `${different} different answers.`)),
    h("ol", { class: "answers" }, found.answers.map((one) => h("li", { "data-grammar": one.grammar },
      h("details", { open: rows().has(one.grammar), ontoggle: (event) => {
        const open = rows();
        if (event.target.open) open.add(one.grammar);
        else open.delete(one.grammar);
        state.open = [...open].join(",") || undefined;
        context.keep(state);
      } },
        h("summary", {}, h("span", { class: "date" }, yearOf(one.date)), h("strong", {}, one.grammar), " ", letter(one.target), told(one),
          (one.alternatives ?? []).map((other) => h("span", { class: "alternative" }, h("span", { class: "section" }, `${OPTIONS[other.option] ?? other.option}: `), letter(other.target), told(other)))),
        stepped(one.steps), (one.alternatives ?? []).map((other) => [h("h3", { class: "option-name" }, OPTIONS[other.option] ?? other.option), stepped(departing(other.steps, one.steps))]),
        h("p", { class: "small" }, link("document", { grammar: one.grammar }, `${one.number}, section ${one.section}`)))))),
    found.without.length > 0 && h("p", { class: "note" }, `No algorithm in: ${found.without.join(", ")}.`),
  ];
}

function told(answer) {
  if (answer.target === undefined) return h("span", { class: "rejected-text" }, answer.literal === undefined ? answer.error.message : [h("code", {}, answer.literal), ` refused: ${answer.error.message}`]);
  return h("code", { class: "target" }, answer.current_document && "(current document)", answer.target, answer.same_document && !answer.current_document && h("span", { class: "section" }, " the same document"));
}

/** The steps from the first difference on. */
function departing(steps, usual) {
  const same = steps.findIndex((step, index) => step.step !== usual[index]?.step || step.value !== usual[index]?.value);
  return steps.slice(same < 0 ? steps.length - 1 : same);
}

function stepped(steps) {
  if (steps.length === 0) return h("p", { class: "note" }, "No step was taken.");
  return h("ol", { class: "steps" }, steps.map((step) => h("li", {}, h("span", { class: "label-cell" }, step.step), h("span", {}, step.does), h("code", {}, step.value || "(empty)"))));
}
