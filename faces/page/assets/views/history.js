// A rule, or a concept under its different names, through all documents.

import { ask, choice, fill, h, link, problem, section } from "../dom.js";
import { grid } from "../grid.js";
import { part } from "../relations.js";
import { readings } from "./string.js";

/** The relation of a document's language to its predecessor's; the older one comes first. */
const CHANGES = {
  equal: ["=", "the same as in"], subset: ["⊃", "allows more than"], superset: ["⊂", "allows less than"],
  overlapping: ["×", "allows different strings from"], disjoint: ["∅", "allows nothing that is allowed by"],
};

export async function show(root, values, context) {
  const state = { of: values.of || "path", reading: values.reading || undefined, all: values.all === "1" ? "1" : undefined };
  context.keep(state);
  const go = (of) => context.go("history", { ...state, of });
  const title = h("h1", {}, `The ${state.of}`);
  const head = h("div", { class: "row" });
  const body = h("div", {});
  root.append(head, title, body);
  let history;
  try {
    history = await ask("history", { of: state.of, reading: state.reading });
  } catch (error) {
    fill(head, picker([], state, go), readings(state.reading, (reading) => context.go("history", { ...state, reading })));
    fill(body, problem(error));
    return;
  }
  const names = history.shared.map((one) => one.name);
  const step = (by) => go(names[(names.indexOf(history.name) + by + names.length) % names.length]);
  context.keys["["] = ["the part before in the list", () => step(-1)];
  context.keys["]"] = ["the part after it", () => step(1)];
  fill(head, picker(history.shared, { ...state, of: history.name }, go), readings(state.reading, (reading) => context.go("history", { ...state, reading })));
  fill(title, h("code", {}, history.name), " through the documents");
  const characters = h("section", {});
  const draw = () => fill(characters,
    h("div", { class: "row" }, h("h2", {}, history.class ? "The rule matches one of these characters" : "Characters that can occur"),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: !state.all, onchange: (event) => {
        state.all = event.target.checked ? undefined : "1";
        context.keep(state);
        draw();
      } }), h("span", {}, "only those that changed"))),
    ...[grid(history, !state.all, state.reading)].flat());
  draw();
  const knowing = new Set(history.documents.map((one) => one.grammar));
  const without = context.grammars.map((one) => one.grammar).filter((id) => !knowing.has(id));
  fill(body,
    h("p", { class: "lead" }, history.means ? `${capital(history.means)}.` : "Rules of one name. Readers must decide whether they mean the same.",
      same(history.name, state.of) ? "" : [" ", h("code", {}, state.of), " is one of its names."]),
    characters,
    h("h2", {}, "From document to document"),
    h("ol", { class: "lineage" }, history.documents.map((one) => entry(one, history, state))),
    without.length > 0 && h("p", { class: "note" }, `No such thing in ${without.join(", ")}.`));
  context.say(`${history.documents.length} documents know it.`);
}

const same = (a, b) => a.toLowerCase().replaceAll("_", "-") === b.toLowerCase().replaceAll("_", "-");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function picker(shared, state, go) {
  const known = shared.some((one) => one.name === state.of) ? shared : [{ name: state.of }, ...shared];
  const rule = h("input", { type: "text", placeholder: "or any rule", size: 16, spellcheck: "false", autocapitalize: "off", "aria-label": "Any rule of any document", onchange: () => rule.value.trim() && go(rule.value.trim()) });
  return [choice("History of", known.map((one) => [one.name, one.name]), state.of, go, { "data-first": true }), rule];
}

function entry(own, history, state) {
  const before = own.change && history.documents.find((one) => one.grammar === own.change.since);
  const text = (one) => one.rules.map((rule) => rule.abnf).join("\n");
  const repeated = before && text(before) === text(own);
  return h("li", { "data-grammar": own.grammar },
    h("h3", {}, h("span", { class: "date" }, own.date.slice(0, 7)), " ", link("document", { grammar: own.grammar, rule: own.rules[0].id, reading: state.reading }, own.grammar),
      own.change ? relation(own, history, state) : h("span", { class: "section" }, " the first of its line")),
    repeated ? h("p", { class: "note" }, names(own, state), ` defined as in ${before.grammar}.`) : h("div", { class: "sides" }, own.rules.map((rule) => definition(rule, own, state))),
    own.change && changes(own, history, state));
}

function relation(own, history, state) {
  const { since, relation: how } = own.change;
  const [sign, words] = CHANGES[how];
  const both = { a: since, b: own.grammar, of: history.name };
  return h("span", { class: `relation-mark ${how}` }, h("span", { "aria-hidden": "true" }, `${sign} `), `${words} `, link("compare", both, since, { title: `Compare ${since} and ${own.grammar}` }));
}

function names(own, state) {
  return own.rules.map((rule, index) => [index > 0 ? ", " : "", link("document", { grammar: own.grammar, rule: rule.id, reading: state.reading }, rule.name, { class: "mono" })]);
}

function definition(rule, own, state) {
  return h("figure", {}, h("figcaption", {}, link("document", { grammar: own.grammar, rule: rule.id, reading: state.reading }, rule.name, { class: "mono" }),
    rule.imported ? ` from ${rule.imported}` : ` ${section(rule.section)}`), h("pre", { tabindex: "0" }, rule.abnf));
}

/** Shortest strings that are new or gone, and the characters. */
function changes(own, history, state) {
  const { since, only_a: gone, only_b: fresh, rule_a: by, rule_b: rule, gained, lost } = own.change;
  const row = (word, kind, text, of, grammar, characters, adverb) => (text === null && none(characters) ? null
    : h("tr", { class: kind }, h("th", { scope: "row" }, word), h("td", {}, part(text, of, grammar, state.reading)), h("td", {}, none(characters) ? "" : [listed(characters), ` ${adverb}`])));
  const rows = [row("new", "good", fresh, rule, own.grammar, gained, "now allowed"), row("gone", "bad", gone, by, since, lost, "no longer allowed")].filter(Boolean);
  return rows.length > 0 && h("table", { class: "changed" }, h("caption", { class: "visually-hidden" }, "Shortest strings, and characters"), h("tbody", {}, rows));
}

function none(characters) {
  return characters.printing === "" && !characters.controls && !characters.beyond;
}

function listed(characters) {
  const all = [...characters.printing].map((c) => h("code", { class: "character" }, c === " " ? "SP" : c));
  if (characters.controls) all.push("controls");
  if (characters.beyond) all.push("characters beyond US-ASCII");
  return all.map((one, index) => [index > 0 ? " " : "", one]);
}
