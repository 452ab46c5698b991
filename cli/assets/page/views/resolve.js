// A base and a reference, every document's answer side by side, with the numbered steps.

import { ask, fill, h, later, link, problem } from "../dom.js";

export async function show(root, values, context) {
  const state = { base: values.base ?? "http://a/b/c/d;p?q", reference: values.reference ?? "../../../g", compatible: values.compatible, remove: values.remove, open: values.open };
  context.keep(state);
  const answer = h("div", { class: "answer" });
  const input = (name, label, first) => h("label", { class: "field wide" }, h("span", {}, label), h("input", {
    type: "text", class: "string", value: state[name], spellcheck: "false", autocapitalize: "off", "data-first": first,
    oninput: (event) => { state[name] = event.target.value; context.keep(state); soon(); },
  }));
  const option = (name, text) => h("label", { class: "check" }, h("input", {
    type: "checkbox", checked: state[name] === "1", onchange: (event) => { state[name] = event.target.checked ? "1" : undefined; context.keep(state); update(); },
  }), h("span", {}, text));
  const base = input("base", "Base");
  const reference = input("reference", "Reference", true);
  const take = (text) => {
    reference.querySelector("input").value = text;
    state.reference = text;
    context.keep(state);
    update();
  };
  root.append(h("h1", { class: "visually-hidden" }, "Resolve"), h("section", { class: "ask" }, h("div", { class: "two" }, base, reference),
    h("div", { class: "row" }, option("compatible", "http:g is relative (the old way)"), option("remove", "drop a leftover ..")),
    h("div", { class: "chips", role: "group", "aria-label": "References to start from" }, ["g:h", "g", "?y", "#s", "", "../../../g", "http:g", "g;x=1/../y", "//g"].map((text) =>
      h("button", { type: "button", class: "chip", onclick: () => take(text) }, text || "(empty)")))), answer);
  const soon = later(120, update);
  let asking;
  async function update() {
    asking?.abort();
    asking = new AbortController();
    try {
      fill(answer, draw(await ask("resolve", state, asking.signal), state, context));
    } catch (error) {
      if (error.name !== "AbortError") fill(answer, problem(error));
    }
  }
  await update();
}

function draw(found, state, context) {
  const counts = new Map();
  for (const one of found.answers) counts.set(one.target ?? "", (counts.get(one.target ?? "") ?? 0) + 1);
  const letters = [...counts.keys()].filter(Boolean);
  const letter = (target) => String.fromCharCode(65 + letters.indexOf(target));
  const different = [...counts.keys()].filter(Boolean).length;
  context.say(`${different} different answers.`);
  return [
    h("p", { class: "verdict" }, h("strong", {}, different === 0 ? "No document gives an answer." : different === 1 ? "All that answer agree." : `${different} different answers.`)),
    h("ol", { class: "answers" }, found.answers.map((one) => h("li", { "data-grammar": one.grammar },
      h("details", { open: state.open === one.grammar, ontoggle: (event) => {
        if (event.target.open) state.open = one.grammar;
        else if (state.open === one.grammar) state.open = undefined;
        context.keep(state);
      } },
        h("summary", {}, h("span", { class: "date" }, one.date.slice(0, 4)), h("strong", {}, one.grammar), " ",
          one.target && different > 1 && h("span", { class: `group group-${letters.indexOf(one.target) % 6}`, title: `Answer ${letter(one.target)}` }, letter(one.target)),
          one.target !== undefined
            ? h("code", { class: "target" }, one.target === "" ? "(this document)" : one.target, one.same_document && h("span", { class: "section" }, " the current document"))
            : h("span", { class: "rejected-text" }, one.error)),
        h("ol", { class: "steps" }, one.steps.map((step) => h("li", {}, h("span", { class: "label-cell" }, step.label), h("span", {}, step.what), h("code", {}, step.value || "(empty)")))),
        one.steps.length === 0 && h("p", { class: "note" }, "No step was taken."),
        h("p", { class: "small" }, link("document", { grammar: one.grammar }, `${one.number}, section ${one.section}`)))))),
    found.without.length > 0 && h("p", { class: "note" }, `No algorithm in: ${found.without.join(", ")}.`),
  ];
}
