// Two documents, and all of them: relations with shortest witnesses, a character grid, the matrix.

import { ask, choice, fill, h, later, link, problem } from "../dom.js";
import { grid } from "../grid.js";
import { firstRules, ownEditor, ownRules } from "../own.js";
import { choices, readers } from "../overview.js";
import { SIGNS, part, witness } from "../relations.js";

/** The relations seen from the other side. */
const FLIPPED = { equal: "equal", subset: "superset", superset: "subset", overlapping: "overlapping", disjoint: "disjoint" };

export async function show(root, values, context) {
  const ids = context.grammars.map((one) => one.grammar);
  const state = {
    a: values.a ?? (ids.includes("rfc2396") ? "rfc2396" : ids[0]), b: values.b ?? (ids.includes("rfc3986") ? "rfc3986" : ids[ids.length - 1]),
    rule_a: values.rule_a || undefined, rule_b: values.rule_b || undefined, of: values.of || "path", differ: values.differ ?? "1",
  };
  // One side can be rules of one's own.
  const side = state.a === "own" ? "a" : state.b === "own" ? "b" : undefined;
  if (side) Object.assign(state, ownRules(values) ?? firstRules());
  const put = (more) => {
    Object.assign(state, more);
    context.keep(state);
  };
  context.keep(state);
  const options = choices(await readers(context));
  const sideOptions = (other) => (state[other] === "own" ? options : [...options, ["own", "rules of my own"]]);
  const rules = (side) => h("input", {
    type: "text", value: state[`rule_${side}`] ?? "", placeholder: "start rule", spellcheck: "false", size: 14, "aria-label": `Rule of ${side === "a" ? "the first" : "the second"}`,
    onchange: (event) => { put({ [`rule_${side}`]: event.target.value || undefined }); both(); },
    hidden: state[side] === "own",
  });
  const choose = (chosen, of) => {
    // The editor comes and goes with the choice.
    if (chosen === "own" || state[of] === "own") return context.go("compare", { ...state, [of]: chosen, [`rule_${of}`]: undefined });
    (of === "a" ? first : second).value = "";
    put({ [of]: chosen, [`rule_${of}`]: undefined });
    return both();
  };
  const soon = later(250, () => both());
  const own = side && ownEditor(ownRules(state), (changed) => { put({ abnf: undefined, peg: undefined, ...changed }); soon(); });
  const swap = () => context.go("compare", { ...state, a: state.b, b: state.a, rule_a: state.rule_b, rule_b: state.rule_a });
  context.keys.x = ["swap both documents", swap];
  const relation = h("section", { class: "relation", "aria-live": "polite" });
  const parts = h("section", {});
  const cells = h("section", { class: "grid-section" });
  const matrix = h("section", {});
  const [first, second] = [rules("a"), rules("b")];
  root.append(h("h1", { class: "visually-hidden" }, "Two documents"),
    h("div", { class: "row pair" },
      choice("First", sideOptions("b"), state.a, (a) => choose(a, "a"), { "data-first": true }), first,
      h("button", { type: "button", onclick: swap, title: "Swap (x)" }, "⇄ swap"),
      choice("Second", sideOptions("a"), state.b, (b) => choose(b, "b")), second),
    ...(own ? [own.element] : []), relation, parts, cells, matrix);

  let asking;
  async function both() {
    const asked = { a: state.a, b: state.b };
    fill(relation, h("p", { class: "note" }, "comparing …"));
    try {
      if (side) return await ownRelation();
      fill(relation, ...related(await ask("compare", { ...asked, rule_a: state.rule_a, rule_b: state.rule_b })));
      fill(parts, ...components((await ask("components", asked)).components, state));
    } catch (error) {
      if (error.name === "AbortError") return;
      fill(relation, problem(error));
      fill(parts);
    }
  }
  async function ownRelation() {
    const other = side === "a" ? "b" : "a";
    // What was written before is no longer waited for.
    asking?.abort();
    asking = new AbortController();
    const found = await ask("beside", { ...ownRules(state), grammar: state[other], of: state[`rule_${other}`] }, asking.signal);
    own.mark(found);
    fill(parts);
    if (found.error) return fill(relation, h("p", { class: "note" }, "The rules cannot be read: the editor says where."));
    return fill(relation, ...related(side === "a" ? found.comparison : turned(found.comparison)));
  }
  async function characters() {
    const again = (more) => { put(more); characters(); };
    try {
      const found = await ask("history", { of: state.of });
      fill(cells, heading({ ...state, of: found.name }, again, found.shared.map((one) => one.name)), grid(found, state.differ === "1"));
      for (const id of [state.a, state.b]) cells.querySelector(`tr[data-grammar="${id}"]`)?.classList.add("is-chosen");
    } catch (error) {
      fill(cells, heading(state, again, []), problem(error));
    }
  }
  await both();
  characters().then(() => ask("matrix")).then((found) => fill(matrix, ...drawMatrix(found.pairs, ids, state, (a, b) => {
    context.go("compare", { ...state, a, b, rule_a: undefined, rule_b: undefined, abnf: undefined, peg: undefined }, true);
  }))).catch((error) => fill(matrix, problem(error)));
}

/** A comparison with its sides changed. */
function turned(found) {
  const { a, b, rule_a, rule_b, only_a, only_b } = found;
  return { ...found, a: b, b: a, rule_a: rule_b, rule_b: rule_a, only_a: only_b, only_b: only_a, relation: FLIPPED[found.relation] };
}

function related(found) {
  const [sign, words] = SIGNS[found.relation];
  const side = (id, rule) => h("span", { class: "side" }, h("strong", {}, id), h("code", {}, rule));
  const row = (name, text) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, witness(text)));
  return [
    h("p", { class: "formula" }, side(found.a, found.rule_a), h("span", { class: "big", title: words }, sign), side(found.b, found.rule_b)),
    h("p", { class: "lead" }, `${found.relation}: ${words.replace(/^equal: /, "")}.`),
    h("table", { class: "witnesses" }, h("caption", {}, "Shortest examples (proved over all strings)"),
      h("tbody", {}, row(`only ${found.a}`, found.only_a), row(`only ${found.b}`, found.only_b), row("both", found.both))),
  ];
}

function components(rows, state) {
  if (rows.length === 0) return [];
  return [h("h2", {}, "Component by component"),
    h("p", { class: "note" }, link("agree", { a: state.a, b: state.b }, "Do both find the same host? Their agreement")),
    h("div", { class: "scroll", tabindex: "0" }, h("table", {},
      h("thead", {}, h("tr", {}, ["Component", state.a, "Relation", state.b, `only ${state.a}`, `only ${state.b}`].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((row) => h("tr", {},
        h("th", { scope: "row" }, link("history", { of: row.component }, row.component, { title: "Its history through all documents" })),
        h("td", {}, ruled(state.a, row.rules_a)),
        h("td", { class: "sign-cell", title: row.relation ? SIGNS[row.relation][1] : row.undecided }, row.relation ? SIGNS[row.relation][0] : "?",
          h("span", { class: "visually-hidden" }, ` ${row.relation ?? "undecided"}`)),
        h("td", {}, ruled(state.b, row.rules_b)),
        h("td", {}, part(row.only_a, row.rule_a, state.a)), h("td", {}, part(row.only_b, row.rule_b, state.b)))))))];
}

function ruled(grammar, rules) {
  return rules.map((rule, index) => [index > 0 ? ", " : "", link("document", { grammar, rule }, rule)]);
}

function heading(state, put, names) {
  const known = names.includes(state.of) ? names : [state.of, ...names];
  const rule = h("input", { type: "text", placeholder: "or a rule", size: 12, spellcheck: "false", "aria-label": "A rule by its name", onchange: () => rule.value && put({ of: rule.value }) });
  return h("div", { class: "row" }, h("h2", {}, "Characters that could occur in the"),
    choice("", known.map((name) => [name, name]), state.of, (of) => put({ of }), { "aria-label": "Part" }), rule,
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: state.differ === "1", onchange: (event) => put({ differ: event.target.checked ? "1" : "0" }) }), h("span", {}, "only those that changed")),
    link("history", { of: state.of }, "its history"));
}

function drawMatrix(pairs, ids, state, choose) {
  const of = new Map();
  for (const pair of pairs) {
    of.set(`${pair.a} ${pair.b}`, pair.relation);
    of.set(`${pair.b} ${pair.a}`, FLIPPED[pair.relation]);
  }
  return [h("h2", {}, "All pairs, by their start rules"),
    h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "matrix" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "First document")), ids.map((id) => h("th", { scope: "col" }, h("span", {}, id))))),
      h("tbody", {}, ids.map((a) => h("tr", {}, h("th", { scope: "row" }, a), ids.map((b) => {
        if (a === b) return h("td", { class: "same" }, "=");
        const relation = of.get(`${a} ${b}`);
        const isShown = a === state.a && b === state.b;
        return h("td", {}, h("button", { type: "button", class: `cell ${relation}${isShown ? " is-shown" : ""}`, "aria-current": isShown ? "true" : null, title: `${a} and ${b}: ${relation}`, onclick: () => choose(a, b) }, SIGNS[relation][0], h("span", { class: "visually-hidden" }, ` ${a} and ${b}: ${relation}`)));
      })))))),
    h("p", { class: "note" }, Object.entries(SIGNS).map(([name, [sign]]) => `${sign} ${name}`).join("   "))];
}
