// Two documents or programs: their languages, their components, and all pairs; each with a shortest string.

import { ask, choice, fill, h, link, problem } from "../dom.js";
import { choices, readers } from "../overview.js";
import { SIGNS, part, shown, witness } from "../relations.js";
import { labels, spoken } from "../strip.js";

/** The relations seen from the other side. */
const FLIPPED = { equal: "equal", subset: "superset", superset: "subset", overlapping: "overlapping", disjoint: "disjoint" };

/** Whether both find the same component: a sign, and the words. */
const AGREEMENT = {
  agrees: ["=", "proved: in every string that both accept, both find the same"],
  differs: ["≠", "they differ, and no shorter string shows it"],
  vacuous: ["∅", "no string is accepted by both"],
  "not-applicable": ["–", "one of them never has this component"],
  undecided: ["?", "not decided: a limit was hit"],
};

export async function show(root, values, context) {
  const state = {
    a: values.a ?? "rfc2396",
    b: values.b ?? "rfc3986",
    rule_a: values.rule_a || undefined,
    rule_b: values.rule_b || undefined,
    component: values.component ?? "host",
    if: values.if || undefined,
  };
  context.keep(state);
  const { components } = await ask("agreeing");
  const places = {
    relation: h("section", { class: "relation", "aria-live": "polite" }),
    parts: h("section", {}),
    agreement: h("section", { class: "agreement-now", "aria-live": "polite" }),
    matrix: h("section", {}),
  };
  const go = (more, top) => context.go("compare", { ...state, ...more }, top);
  root.append(
    h("h1", { class: "visually-hidden" }, "Two documents or programs"),
    pair(state, choices(await readers(context)), components, go, context),
    places.relation,
    places.agreement,
    places.parts,
    places.matrix,
  );
  await languages(places.relation, state);
  try {
    const found = await ask("agree", { a: state.a, b: state.b, component: state.component, if: state.if });
    fill(places.agreement, ...agreement(found));
  } catch (error) {
    fill(places.agreement, problem(error));
  }
  // The rest takes a moment: it is drawn while the answer is looked at.
  rest(places, components, state, context, go);
}

function pair(state, options, components, go, context) {
  const swap = () => go({ a: state.b, b: state.a, rule_a: state.rule_b, rule_b: state.rule_a });
  context.keys.x = ["swap both", swap];
  const rule = (side, of) =>
    h("input", {
      type: "text",
      value: state[side] ?? "",
      placeholder: "start rule",
      spellcheck: "false",
      size: 12,
      "aria-label": `Rule of the ${of}`,
      onchange: (event) => go({ [side]: event.target.value.trim() || undefined }),
    });
  const condition = h("input", {
    type: "text",
    value: state.if ?? "",
    size: 24,
    spellcheck: "false",
    autocapitalize: "off",
    placeholder: "http://good.example*",
    onchange: () => go({ if: condition.value.trim() || undefined }),
  });
  return h(
    "div",
    { class: "row pair" },
    choice("First", options, state.a, (a) => go({ a, rule_a: undefined }), { "data-first": true }),
    rule("rule_a", "first"),
    h("button", { type: "button", onclick: swap, title: "Swap (x)" }, "⇄ swap"),
    choice("Second", options, state.b, (b) => go({ b, rule_b: undefined })),
    rule("rule_b", "second"),
    choice(
      "Component",
      components.map((name) => [name, name]),
      state.component,
      (component) => go({ component }),
    ),
    h("label", { class: "field" }, h("span", {}, "in strings of"), condition),
  );
}

async function languages(place, { a, b, rule_a, rule_b }) {
  fill(place, h("p", { class: "note" }, "comparing …"));
  try {
    fill(place, ...related(await ask("compare", { a, b, rule_a, rule_b })));
  } catch (error) {
    fill(place, problem(error));
  }
}

/** Draws the components one by one, then all pairs of documents. */
async function rest(places, components, state, context, go) {
  const { a, b } = state;
  try {
    const known = (await ask("components", { a, b })).components;
    const rows = new Map(
      components.map((name) => [
        name,
        row(
          name,
          known.find((one) => one.component === name),
          state,
        ),
      ]),
    );
    fill(places.parts, ...table(rows, state));
    const { pairs } = await ask("matrix");
    fill(
      places.matrix,
      ...drawMatrix(
        pairs,
        context.grammars.map((one) => one.grammar),
        state,
        (first, second) => go({ a: first, b: second, rule_a: undefined, rule_b: undefined }, true),
      ),
    );
    for (const [component, line] of rows) {
      const found = await ask("agree", { a, b, component, if: state.if });
      if (!line.isConnected) return;
      fill(
        line.querySelector(".agreement-cell"),
        h(
          "span",
          { class: `agreement ${found.result}`, title: AGREEMENT[found.result][1] },
          h("span", { "aria-hidden": "true" }, `${AGREEMENT[found.result][0]} `),
          found.result,
        ),
      );
      fill(line.lastElementChild, found.witness && witness(found.witness.input));
    }
  } catch (error) {
    places.parts.append(problem(error));
  }
}

function related(found) {
  const [sign, words] = SIGNS[found.relation];
  const side = (id, rule) => h("span", { class: "side" }, h("strong", {}, id), h("code", {}, rule));
  const row = (name, text) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, witness(text)));
  return [
    h("p", { class: "formula" }, side(found.a, found.rule_a), h("span", { class: "big", title: words }, sign), side(found.b, found.rule_b)),
    h("p", { class: "lead" }, `${found.relation}: ${words.replace(/^equal: /, "")}.`),
    h(
      "table",
      { class: "witnesses" },
      h("caption", {}, "Shortest examples (proved over all strings)"),
      h("tbody", {}, row(`only ${found.a}`, found.only_a), row(`only ${found.b}`, found.only_b), row("both", found.both)),
    ),
  ];
}

/** Whether both find the same component, and the shortest string where they do not: what the first finds is above it, what the second finds below. */
function agreement(found) {
  const { witness: shortest } = found;
  const [sign, words] = AGREEMENT[found.result];
  const head = h(
    "h2",
    {},
    `${found.component[0].toUpperCase()}${found.component.slice(1)}: `,
    h("span", { class: `agreement ${found.result}` }, h("span", { "aria-hidden": "true" }, `${sign} `), found.result),
  );
  if (!shortest) return [head, h("p", { class: "lead" }, `${words}.`)];
  const place = (span) => (span === null ? "no such component" : span.text === "" ? `empty, at byte ${span.start}` : shown(span.text));
  const name = (id, span) => h("span", { class: "line-name" }, `${id}: ${found.component} `, h("code", {}, place(span)));
  const { line } = shortest;
  const above = labels(line, shortest.marks_a, false);
  above.classList.add("above");
  return [
    head,
    h("p", { class: "lead" }, `${words}: `, witness(shortest.input)),
    h(
      "p",
      { class: "over scroll", tabindex: "0", role: "region", "aria-label": "The string with both splits" },
      name(found.a, shortest.a),
      h("span", { class: "drawn" }, above, text(line, found), labels(line, shortest.marks_b, false)),
      name(found.b, shortest.b),
      h("span", { class: "visually-hidden" }, `${found.a}: ${spoken(line, shortest.marks_a)}. ${found.b}: ${spoken(line, shortest.marks_b)}.`),
    ),
  ];
}

/** The characters; those that only one of both has in the component are marked, as is the place of an empty one. */
function text(line, found) {
  const { witness: shortest, component } = found;
  const has = (marks) => (index) => marks.some((mark) => mark.name === component && mark.from <= index && index < mark.to);
  const [first, second] = [has(shortest.marks_a), has(shortest.marks_b)];
  const empty = [...shortest.marks_a, ...shortest.marks_b].filter((mark) => mark.name === component && mark.from === mark.to).map((mark) => mark.from);
  const caret = (index) => (empty.includes(index) ? [h("span", { class: "empty-component" })] : []);
  return h(
    "span",
    { class: "chars" },
    [...line.text].map((c, index) => [
      caret(index),
      h("span", { class: `${line.wide.includes(index) ? "wide " : ""}${first(index) === second(index) ? "between" : "part differs"}` }, c),
    ]),
    caret([...line.text].length),
  );
}

function row(component, compared, state) {
  const named = h("th", { scope: "row" }, link("compare", { ...state, component }, component, component === state.component ? { "aria-current": "true" } : {}));
  const cells = compared
    ? [
        h("td", {}, ruled(state.a, compared.rules_a)),
        sign(compared),
        h("td", {}, ruled(state.b, compared.rules_b)),
        h("td", {}, part(compared.only_a, compared.rule_a, state.a)),
        h("td", {}, part(compared.only_b, compared.rule_b, state.b)),
      ]
    : Array.from({ length: 5 }, () => h("td", {}, "–"));
  return h("tr", { "data-component": component }, named, cells, h("td", { class: "agreement-cell" }, "…"), h("td", {}));
}

function sign({ relation, undecided }) {
  return h(
    "td",
    { class: "sign-cell", title: relation ? SIGNS[relation][1] : undecided },
    relation ? SIGNS[relation][0] : "?",
    h("span", { class: "visually-hidden" }, ` ${relation ?? "undecided"}`),
  );
}

function table(rows, { a, b }) {
  const heads = ["Component", a, "Rules", b, `only ${a}`, `only ${b}`, "Both find", "Shortest difference"];
  return [
    h("h2", {}, "Component by component"),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Components" },
      h(
        "table",
        { class: "components" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h("tbody", {}, [...rows.values()]),
      ),
    ),
    h(
      "p",
      { class: "note" },
      "Two absent components count as the same; an absent and an empty one do not. What programs do afterwards (decoding, IDNA, numbers as addresses) is not compared.",
    ),
  ];
}

function ruled(grammar, rules) {
  return rules.map((rule, index) => [index > 0 ? ", " : "", link("documents", { grammar, rule }, rule)]);
}

function drawMatrix(pairs, ids, state, choose) {
  const of = new Map();
  for (const pair of pairs) {
    of.set(`${pair.a} ${pair.b}`, pair.relation);
    of.set(`${pair.b} ${pair.a}`, FLIPPED[pair.relation]);
  }
  return [
    h("h2", {}, "All pairs, by their start rules"),
    h(
      "div",
      { class: "scroll", tabindex: "0" },
      h(
        "table",
        { class: "matrix" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "First document")),
            ids.map((id) => h("th", { scope: "col" }, h("span", {}, id))),
          ),
        ),
        h(
          "tbody",
          {},
          ids.map((a) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, a),
              ids.map((b) => {
                if (a === b) return h("td", { class: "same" }, "=");
                const relation = of.get(`${a} ${b}`);
                const isShown = a === state.a && b === state.b;
                return h(
                  "td",
                  {},
                  h(
                    "button",
                    {
                      type: "button",
                      class: `cell ${relation}${isShown ? " is-shown" : ""}`,
                      "aria-current": isShown ? "true" : null,
                      title: `${a} and ${b}: ${relation}`,
                      onclick: () => choose(a, b),
                    },
                    SIGNS[relation][0],
                    h("span", { class: "visually-hidden" }, ` ${a} and ${b}: ${relation}`),
                  ),
                );
              }),
            ),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "note" },
      Object.entries(SIGNS)
        .map(([name, [sign]]) => `${sign} ${name}`)
        .join("   "),
    ),
  ];
}
