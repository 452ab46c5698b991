// Two documents, and all of them: relations with shortest witnesses, character grids, the matrix.

import { ask, choice, fill, h, link, problem } from "../dom.js";

const SIGNS = {
  equal: ["=", "equal: both accept the same strings"],
  subset: ["⊂", "everything that the first accepts the second accepts too"],
  superset: ["⊃", "everything that the second accepts the first accepts too"],
  overlapping: ["∩", "they share strings, and each accepts some that the other does not"],
  disjoint: ["∅", "they share no string"],
};

export async function show(root, values, context) {
  const ids = context.grammars.map((one) => one.grammar);
  const state = {
    a: values.a ?? (ids.includes("rfc2396") ? "rfc2396" : ids[0]), b: values.b ?? (ids.includes("rfc3986") ? "rfc3986" : ids[ids.length - 1]),
    rule_a: values.rule_a, rule_b: values.rule_b, of: values.of ?? "path", differ: values.differ ?? "1",
  };
  const put = (more) => {
    Object.assign(state, more);
    context.keep(state);
  };
  context.keep(state);
  const options = context.grammars.map((one) => [one.grammar, `${one.date.slice(0, 4)}  ${one.grammar}`]);
  const rules = (side) => h("input", {
    type: "text", value: state[`rule_${side}`] ?? "", placeholder: "start rule", spellcheck: "false", size: 14, "aria-label": `Rule of ${side === "a" ? "the first" : "the second"}`,
    onchange: (event) => { put({ [`rule_${side}`]: event.target.value }); both(); },
  });
  const swap = () => context.go("compare", { ...state, a: state.b, b: state.a, rule_a: state.rule_b, rule_b: state.rule_a });
  context.keys.x = ["swap both documents", swap];
  const relation = h("section", { class: "relation", "aria-live": "polite" });
  const parts = h("section", {});
  const grid = h("section", { class: "grid-section" });
  const history = h("section", {});
  const matrix = h("section", {});
  root.append(h("h1", { class: "visually-hidden" }, "Two documents"),
    h("div", { class: "row pair" },
      choice("First", options, state.a, (a) => { put({ a, rule_a: "" }); both(); }, { "data-first": true }), rules("a"),
      h("button", { type: "button", onclick: swap, title: "Swap (x)" }, "⇄ swap"),
      choice("Second", options, state.b, (b) => { put({ b, rule_b: "" }); both(); }), rules("b")),
    relation, parts, grid, history, matrix);

  async function both() {
    const asked = { a: state.a, b: state.b };
    fill(relation, h("p", { class: "note" }, "comparing …"));
    try {
      fill(relation, ...related(await ask("compare", { ...asked, rule_a: state.rule_a, rule_b: state.rule_b })));
      fill(parts, ...components((await ask("components", asked)).components, state));
    } catch (error) {
      fill(relation, problem(error));
      fill(parts);
    }
  }
  async function characters() {
    ask("history", { of: state.of }).then((found) => fill(history, ...through(found))).catch(() => fill(history));
    try {
      fill(grid, ...drawGrid(await ask("characters", { of: state.of }), state, (more) => { put(more); characters(); }));
    } catch (error) {
      fill(grid, heading(state, (more) => { put(more); characters(); }, []), problem(error));
    }
  }
  await both();
  characters().then(() => ask("matrix")).then((found) => fill(matrix, ...drawMatrix(found.pairs, ids, (a, b) => {
    context.go("compare", { ...state, a, b, rule_a: "", rule_b: "" });
  }))).catch((error) => fill(matrix, problem(error)));
}

/** A string whose characters all show: spaces, marks and controls by their numbers. */
function shown(text) {
  if (text === "") return "(the empty string)";
  return text.replace(/[\s\p{C}\p{M}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16).toUpperCase()}}`);
}

export function witness(text) {
  if (text === null || text === undefined) return h("span", { class: "none" }, "nothing");
  return link("string", { input: text }, shown(text), { class: "mono witness" });
}

function related(found) {
  const [sign, words] = SIGNS[found.relation];
  const side = (id, rule) => h("span", { class: "side" }, h("strong", {}, id), h("code", {}, rule));
  const row = (name, text) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, witness(text)));
  return [
    h("p", { class: "formula" }, side(found.a, found.rule_a), h("span", { class: "big", title: words }, sign), side(found.b, found.rule_b)),
    h("p", { class: "lead" }, `${found.relation}: ${words.replace(/^equal: /, "")}.`),
    h("table", { class: "witnesses" }, h("caption", {}, "Shortest strings, decided for all strings there are"),
      h("tbody", {}, row(`only ${found.a}`, found.only_a), row(`only ${found.b}`, found.only_b), row("both", found.both))),
  ];
}

function components(rows, state) {
  if (rows.length === 0) return [];
  return [h("h2", {}, "Component by component"),
    h("div", { class: "scroll", tabindex: "0" }, h("table", {},
      h("thead", {}, h("tr", {}, ["Component", state.a, "", state.b, `only ${state.a}`, `only ${state.b}`].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((row) => h("tr", {},
        h("th", { scope: "row" }, row.component),
        h("td", {}, ruled(state.a, row.rules_a)),
        h("td", { class: "sign-cell", title: row.relation ? SIGNS[row.relation][1] : row.undecided }, row.relation ? SIGNS[row.relation][0] : "?",
          h("span", { class: "visually-hidden" }, ` ${row.relation ?? "undecided"}`)),
        h("td", {}, ruled(state.b, row.rules_b)),
        h("td", {}, part(row.only_a, row.rule_a, state.a)), h("td", {}, part(row.only_b, row.rule_b, state.b)))))))];
}

function ruled(grammar, rules) {
  return rules.map((rule, index) => [index > 0 ? ", " : "", link("document", { grammar, rule }, rule)]);
}

/** A witness for a component is stepped through by its rule: it is no whole identifier. */
function part(text, rule, grammar) {
  if (text === null || text === undefined) return h("span", { class: "none" }, "nothing");
  return link("step", { grammar, rule, input: text }, shown(text), { class: "mono witness" });
}

function heading(state, put, names) {
  const known = names.includes(state.of) ? names : [state.of, ...names];
  const rule = h("input", { type: "text", placeholder: "or a rule", size: 12, spellcheck: "false", "aria-label": "A rule by its name", onchange: () => rule.value && put({ of: rule.value }) });
  return h("div", { class: "row" }, h("h2", {}, "Which characters could stand in the"),
    choice("", known.map((name) => [name, name]), state.of, (of) => put({ of }), { "aria-label": "Component" }), rule,
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: state.differ === "1", onchange: (event) => put({ differ: event.target.checked ? "1" : "0" }) }), h("span", {}, "only those that changed")));
}

function drawGrid(found, state, put) {
  const all = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const has = found.rows.map((row) => new Set(row.characters));
  const changed = all.filter((c) => new Set(has.map((set) => set.has(c))).size > 1);
  const shown = state.differ === "1" ? changed : all;
  const special = [["controls", "control characters", "ctl"], ["beyond", "beyond US-ASCII", "é…"]].filter(([key]) => state.differ !== "1" || new Set(found.rows.map((row) => row[key])).size > 1);
  const cell = (yes) => h("td", { class: yes ? "yes" : "no" }, yes ? "●" : h("span", { "aria-hidden": "true" }, "·"), h("span", { class: "visually-hidden" }, yes ? "yes" : "no"));
  const body = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Character grid" }, h("table", { class: "grid" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Document"), h("th", { scope: "col" }, "Rules"),
      shown.map((c) => h("th", { scope: "col", class: "char" }, c === " " ? "␣" : c)),
      special.map(([, title, short]) => h("th", { scope: "col", class: "char", title }, short)))),
    h("tbody", {}, found.rows.map((row, index) => h("tr", {},
      h("th", { scope: "row" }, h("span", { class: "date" }, row.date.slice(0, 4)), " ", link("document", { grammar: row.grammar, rule: row.rules[0] }, row.grammar)),
      h("td", { class: "small" }, row.rules.join(", ")),
      shown.map((c) => cell(has[index].has(c))), special.map(([key]) => cell(row[key])))))));
  return [heading(state, put, found.components), shown.length === 0 ? h("p", { class: "note" }, "No character changed.") : body];
}

/** A component from document to document: its rules, and what each lost and won against the one before. */
function through(found) {
  const rule = (grammar, one) => h("div", {}, h("code", { class: "small" }, one.abnf ?? one.rule), " ", link("document", { grammar, rule: one.rule }, "see"));
  return [h("h2", {}, `The ${found.of} through the documents`),
    h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "history" },
      h("thead", {}, h("tr", {}, ["Document", "Against the one before", "lost", "won", "Rules"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, found.entries.map((one) => h("tr", {},
        h("th", { scope: "row" }, h("span", { class: "date" }, one.date.slice(0, 4)), " ", one.grammar),
        h("td", {}, one.relation ? `${SIGNS[one.relation][0]} ${one.relation === "superset" ? "narrower" : one.relation === "subset" ? "wider" : one.relation}` : "the first"),
        h("td", {}, one.before && part(one.lost, one.lost_rule, one.before)), h("td", {}, one.before && part(one.won, one.won_rule, one.grammar)),
        h("td", {}, h("details", {}, h("summary", {}, one.rules.map((own) => own.rule).join(", ")), one.rules.map((own) => rule(one.grammar, own)))))))))];
}

function drawMatrix(pairs, ids, choose) {
  const of = new Map();
  const flipped = { equal: "equal", subset: "superset", superset: "subset", overlapping: "overlapping", disjoint: "disjoint" };
  for (const pair of pairs) {
    of.set(`${pair.a} ${pair.b}`, pair.relation);
    of.set(`${pair.b} ${pair.a}`, flipped[pair.relation]);
  }
  return [h("h2", {}, "All pairs, by their start rules"),
    h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "matrix" },
      h("thead", {}, h("tr", {}, h("td", {}), ids.map((id) => h("th", { scope: "col" }, h("span", {}, id))))),
      h("tbody", {}, ids.map((a) => h("tr", {}, h("th", { scope: "row" }, a), ids.map((b) => {
        if (a === b) return h("td", { class: "same" }, "=");
        const relation = of.get(`${a} ${b}`);
        return h("td", {}, h("button", { type: "button", class: `cell ${relation}`, title: `${a} and ${b}: ${relation}`, onclick: () => choose(a, b) }, SIGNS[relation][0], h("span", { class: "visually-hidden" }, ` ${a} and ${b}: ${relation}`)));
      })))))),
    h("p", { class: "note" }, Object.entries(SIGNS).map(([name, [sign]]) => `${sign} ${name}`).join("   "))];
}
