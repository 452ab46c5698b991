// Two documents or practices: whether both find the same components, and the shortest string where they do not.

import { ask, choice, fill, h, link, problem, styled } from "../dom.js";
import { choices, readers } from "../overview.js";
import { shown } from "../relations.js";
import { labels, spoken } from "../strip.js";

await styled("film.css");

const RESULTS = {
  agrees: "proved: in every string that both accept, both find the same",
  differs: "they differ, and no shorter string shows it",
  vacuous: "no string is accepted by both",
  "not-applicable": "one of them never has this component",
  undecided: "not decided: a limit was hit",
};
const SIGNS = { agrees: "=", differs: "≠", vacuous: "∅", "not-applicable": "–", undecided: "?" };

export async function show(root, values, context) {
  const lists = await ask("agreeing");
  const state = { a: values.a ?? "rfc3986", b: values.b ?? "whatwg", component: values.component ?? "host", if: values.if || undefined };
  context.keep(state);
  const options = choices(await readers(context));
  const go = (more) => context.go("agree", { ...state, ...more });
  const swap = () => go({ a: state.b, b: state.a });
  context.keys.x = ["swap both", swap];
  const condition = h("input", { type: "text", value: state.if ?? "", size: 28, spellcheck: "false", autocapitalize: "off", placeholder: "x = \"http://\" *VCHAR", onchange: () => go({ if: condition.value.trim() || undefined }) });
  const answer = h("section", { "aria-live": "polite" });
  const rows = new Map(lists.components.map((name) => [name, h("tr", { "data-component": name }, h("th", { scope: "row" }, name), h("td", {}, "…"), h("td", {}))]));
  root.append(h("h1", { class: "visually-hidden" }, "Agreement of two grammars"),
    h("div", { class: "row pair" },
      choice("First", options, state.a, (a) => go({ a }), { "data-first": true }),
      h("button", { type: "button", onclick: swap, title: "Swap (x)" }, "⇄ swap"),
      choice("Second", options, state.b, (b) => go({ b })),
      choice("Component", lists.components.map((name) => [name, name]), state.component, (component) => go({ component })),
      h("label", { class: "field" }, h("span", {}, "only strings of"), condition)),
    h("div", { class: "agree-now" }, answer, h("section", {},
      h("h2", {}, "Component by component"),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Components" }, h("table", {},
        h("thead", {}, h("tr", {}, ["Component", "Result", "Shortest string"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, [...rows.values()]))))),
    h("p", { class: "note" }, "Absent equals absent and differs from empty. What programs do afterwards (decoding, IDNA, numbers as addresses) is not compared. ",
      link("compare", { a: state.a, b: state.b }, "The languages of both")));
  const about = { a: state.a, b: state.b, if: state.if };
  let found;
  try {
    found = await ask("agree", { ...about, component: state.component });
    fill(answer, ...drawn(found));
    row(rows, found, state);
  } catch (error) {
    fill(answer, problem(error));
    for (const one of rows.values()) one.children[1].textContent = "";
    return;
  }
  // The other components take a moment each: the table fills while the picture is looked at.
  rest(rows, about, state, root);
}

async function rest(rows, about, state, root) {
  for (const component of rows.keys()) {
    if (component === state.component) continue;
    try {
      row(rows, await ask("agree", { ...about, component }), state);
    } catch (error) {
      return rows.get(component).children[2].replaceChildren(problem(error));
    }
    if (!root.isConnected) return;
  }
}

function row(rows, found, state) {
  const line = rows.get(found.component);
  const { component } = found;
  line.children[0].replaceChildren(link("agree", { ...state, component }, component, component === state.component ? { "aria-current": "true" } : {}));
  line.children[1].replaceChildren(h("span", { class: `agreement ${found.result}` }, h("span", { "aria-hidden": "true" }, `${SIGNS[found.result]} `), found.result));
  line.children[2].replaceChildren(found.witness ? link("agree", { ...state, component }, shown(found.witness.input), { class: "mono witness" }) : "");
}

/** The answer, and the witness with what both find in it: the first above the string, the second below. */
function drawn(found) {
  const { witness } = found;
  const head = [h("p", { class: "formula" }, side(found.a), h("span", { class: "big", "aria-hidden": "true" }, SIGNS[found.result]), side(found.b)),
    h("p", { class: "lead" }, h("strong", {}, found.component), `: ${RESULTS[found.result]}.`)];
  if (!witness) return head;
  const place = (span) => (span === null ? "no such component" : span.text === "" ? `empty, at byte ${span.start}` : shown(span.text));
  const name = (id, span) => h("span", { class: "line-name" }, `${id}: ${found.component} `, h("code", {}, place(span)));
  const { line } = witness;
  const above = labels(line, witness.marks_a, false);
  above.classList.add("above");
  return [...head,
    h("p", { class: "over scroll", tabindex: "0", role: "region", "aria-label": "The string with both splits" },
      name(found.a, witness.a), h("span", { class: "drawn" }, above, text(line, found), labels(line, witness.marks_b, false)), name(found.b, witness.b),
      h("span", { class: "visually-hidden" }, `${found.a}: ${spoken(line, witness.marks_a)}. ${found.b}: ${spoken(line, witness.marks_b)}.`)),
    h("p", { class: "note" }, link("string", { input: witness.input }, "This string by all documents"))];
}

function side(id) {
  return h("span", { class: "side" }, h("strong", {}, id));
}

/** The characters; those that only one of both has in the component are marked, as is the place of an empty one. */
function text(line, found) {
  const { witness, component } = found;
  const has = (marks) => (index) => marks.some((mark) => mark.name === component && mark.from <= index && index < mark.to);
  const [first, second] = [has(witness.marks_a), has(witness.marks_b)];
  const empty = [...witness.marks_a, ...witness.marks_b].filter((mark) => mark.name === component && mark.from === mark.to).map((mark) => mark.from);
  const caret = (index) => empty.includes(index) && h("span", { class: "empty-component" });
  return h("span", { class: "chars" }, [...line.text].map((c, index) => [caret(index), h("span", { class: `${line.wide.includes(index) ? "wide " : ""}${first(index) === second(index) ? "between" : "part differs"}` }, c)]), caret([...line.text].length));
}
