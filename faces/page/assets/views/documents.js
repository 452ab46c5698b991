// A document: facts, rules as ABNF next to PEG and as a diagram, errata in both readings, examples; and, where a
// link says `of`, the history of a rule.

import { ask, choice, fill, h, link, problem, section } from "../dom.js";
import { contents } from "../contents.js";
import * as lesson from "../lesson.js";
import { choices, readers } from "../overview.js";
import { readings } from "../readings.js";

/** The examples that are shown at first. */
const FEW = 25;

export async function show(root, values, context) {
  if (values.of !== undefined) return (await import("./history.js")).history(root, values, context);
  const grammar = values.grammar ?? "rfc3986";
  const reading = values.reading || undefined;
  const found = await ask("document", { grammar, reading });
  const state = { grammar, reading, rule: values.rule || undefined, erratum: values.erratum, filter: values.filter || undefined, all: values.all };
  context.keep(state);
  const all = await readers(context);
  const position = all.findIndex((one) => one.grammar === grammar);
  const step = (by) => {
    const other = all[position + by];
    if (other) context.go("documents", { grammar: other.grammar, reading });
  };
  context.keys["["] = ["the document before", () => step(-1)];
  context.keys["]"] = ["the document after", () => step(1)];
  const pick = choice("Document", choices(all), grammar, (chosen) => context.go("documents", { grammar: chosen, reading }), { "data-first": true });
  const rule = h("section", { class: "rule", "aria-label": "Rule" });
  root.append(
    h(
      "div",
      { class: "row" },
      pick,
      readings(reading, (chosen) => context.go("documents", { ...state, reading: chosen })),
      link("documents", { of: "path", reading }, "A part through all documents"),
    ),
    h(
      "header",
      { class: "title" },
      h("p", { class: "eyebrow" }, `${found.number} · ${found.date} · ${found.status}`),
      h("h1", {}, found.title),
      h("p", { class: "by" }, found.authors.join(", ")),
      h("p", { class: "summary" }, found.summary),
    ),
    h(
      "div",
      { class: "rules" },
      names(
        found,
        state,
        (name) => showRule(name),
        () => context.keep(state),
      ),
      rule,
    ),
    errata(found, state),
    reports(found),
    constraints(found),
    examples(found, state, () => context.keep(state)),
    facts(found),
  );
  root.querySelector(".title").after(contents(root, ["Rules", root.querySelector(".rules")]));

  async function showRule(name) {
    const known = found.rules.find((one) => same(one.rule, name)) ?? found.rules.find((one) => same(one.id, name));
    state.rule = name;
    context.keep(state);
    for (const anchor of root.querySelectorAll(".names a")) {
      if (anchor.dataset.rule === known?.id) anchor.setAttribute("aria-current", "true");
      else anchor.removeAttribute("aria-current");
    }
    if (!known) return fill(rule, problem({ message: `${grammar} has no rule ${name}.` }));
    fill(rule, ...described(known, found, state));
    const drawn = await ask("diagram", { grammar, reading, rule: known.id }).catch((error) => ({ error }));
    rule.querySelector(".diagram")?.replaceChildren(drawn.error ? problem(drawn.error) : picture(drawn));
  }
  await showRule(state.rule ?? found.start);
  // A link to a rule leads to the rule, and Back to where the page was.
  if (values.rule && lesson.now() === undefined && history.state?.scroll === undefined)
    requestAnimationFrame(() => rule.scrollIntoView({ block: innerHeight < rule.offsetHeight ? "start" : "center" }));
  if (values.erratum) requestAnimationFrame(() => document.getElementById(`erratum-${values.erratum}`)?.scrollIntoView({ block: "center" }));
}

/** The name of a rule in a link: its name, or its id if two rules share the name. */
const named = (one, found) => (found.rules.find((other) => other.rule === one.rule) === one ? one.rule : one.id);

const same = (a, b) => a.toLowerCase().replaceAll("_", "-") === b.toLowerCase().replaceAll("_", "-");

function names(found, state, choose, keep) {
  const list = h("ul", {});
  const filter = h("input", {
    type: "search",
    placeholder: "Find a rule",
    "aria-label": "Find a rule",
    value: state.filter ?? "",
    oninput: () => {
      state.filter = filter.value || undefined;
      keep();
      draw();
    },
  });
  function draw() {
    fill(
      list,
      found.rules
        .filter((one) => one.rule.toLowerCase().includes(filter.value.toLowerCase()))
        .map((one) =>
          h(
            "li",
            {},
            link("documents", { ...state, rule: named(one, found) }, one.rule, {
              "data-rule": one.id,
              class: one.imported ? "imported" : null,
              "aria-current": named(one, found) === state.rule ? "true" : null,
              onclick: (event) => {
                event.preventDefault();
                choose(named(one, found));
              },
            }),
          ),
        ),
    );
  }
  draw();
  return h("nav", { class: "names", "aria-label": "Rules" }, filter, list);
}

function described(known, found, state) {
  const pest = split(known.pest ?? "");
  return [
    h("h2", {}, known.rule, h("span", { class: "section" }, known.imported ? ` imported from ${known.imported}` : ` ${section(known.section)}`)),
    known.note && h("p", { class: "note" }, known.note),
    h("div", { class: "diagram", role: "group", "aria-label": `Railroad diagram. As text: ${known.abnf ?? known.rule}` }),
    h(
      "div",
      { class: "sides" },
      h("figure", {}, h("figcaption", {}, "ABNF: any branch may match"), h("pre", { tabindex: "0" }, linked(known.abnf ?? "", found, state))),
      h(
        "figure",
        {},
        h("figcaption", {}, "PEG: the first branch that matches wins"),
        h("pre", { tabindex: "0" }, pest.code),
        pest.comments.length > 0 && h("p", { class: "note" }, pest.comments.join(" ")),
      ),
    ),
    h(
      "p",
      { class: "actions" },
      link("documents", { of: named(known, found), reading: state.reading }, "Its history through all documents"),
      link("string", { step: state.grammar, reading: state.reading, rule: named(known, found) }, "Step through this rule"),
      link("string", { step: state.grammar, reading: state.reading, rule: named(known, found), by: "copy" }, "Step through a literal copy of it"),
    ),
  ];
}

/** The code of a PEG rule, and its comments on shape. The first comment repeats the print. */
function split(pest) {
  const lines = pest.split("\n");
  const comments = lines.filter((line) => line.startsWith("///")).map((line) => line.slice(3).trim());
  return { code: lines.filter((line) => !line.startsWith("///")).join("\n"), comments: comments.slice(1) };
}

/** Names of rules as links to them; text in quotes or comments is not a name. */
function linked(abnf, found, state) {
  const known = new Map(found.rules.map((one) => [one.rule.toLowerCase().replaceAll("_", "-"), one.rule]));
  return abnf.split(/("[^"\n]*"|;[^\n]*|%[xXdDbBsSiI][0-9A-Fa-f.-]*|[A-Za-z][A-Za-z0-9-]*)/).map((word) => {
    const rule = known.get(word.toLowerCase());
    return rule ? link("documents", { ...state, rule, erratum: undefined }, word) : word;
  });
}

function picture(drawn) {
  const svg = new DOMParser().parseFromString(drawn.svg, "image/svg+xml").documentElement;
  const [, , width] = (svg.getAttribute("viewBox") ?? "0 0 0 0").split(" ").map(Number);
  for (const anchor of svg.querySelectorAll("a")) {
    anchor.setAttribute("href", anchor.getAttributeNS("http://www.w3.org/1999/xlink", "href"));
    anchor.removeAttributeNS("http://www.w3.org/1999/xlink", "href");
  }
  // The type is 14 px where a rem is 16 px, and grows with it.
  svg.style.width = `${width / 16}rem`;
  return document.importNode(svg, true);
}

function errata(found, state) {
  if (found.errata.length === 0) return null;
  const verdicts = Object.fromEntries(found.readings.map((one) => [one.id, one.example]));
  const one = (erratum) => {
    const example = verdicts[erratum.id];
    return h(
      "article",
      { class: `erratum-card${state.erratum === erratum.id ? " is-chosen" : ""}`, id: `erratum-${erratum.id}` },
      h("h3", {}, erratum.id, h("span", { class: "section" }, ` ${section(erratum.section)}`)),
      h("pre", { tabindex: "0" }, erratum.printed),
      h("p", {}, erratum.says),
      erratum.repair
        ? [h("p", { class: "label-line" }, "Read instead as"), h("pre", { tabindex: "0" }, erratum.repair)]
        : h("p", { class: "note" }, "Not repaired."),
      example &&
        h(
          "table",
          { class: "verdicts" },
          h("caption", {}, h("code", {}, example.text || "(the empty string)"), ` as `, h("code", {}, example.rule)),
          h(
            "tbody",
            {},
            ["printed", "corrected"].map((reading) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, reading === "printed" ? "as printed" : "corrected"),
                h("td", {}, verdict(example[reading].accepted)),
                h("td", { class: "small" }, example[reading].error?.message ?? ""),
                h("td", {}, link("string", { step: state.grammar, reading, rule: example.rule, input: example.text }, "run")),
              ),
            ),
          ),
        ),
    );
  };
  return h(
    "section",
    { class: "errata" },
    h("h2", {}, `Errata (${found.errata.length})`),
    h("p", { class: "lead" }, "Where the print contradicts the document itself, and what both readings make of a string."),
    h("div", { class: "cards" }, found.errata.map(one)),
  );
}

function reports(found) {
  if (!found.reports) return null;
  const decided = (one) =>
    h(
      "li",
      {},
      h("code", {}, one.rule),
      `: ${one.relation}`,
      one.only_before === undefined ? null : [", only the print ", h("code", {}, one.only_before || "(the empty string)")],
      one.only_after === undefined ? null : [", only the report ", h("code", {}, one.only_after || "(the empty string)")],
      `. A reader that takes the first match ${one.first_match_before} with the print, and ${one.first_match_after} with the report.`,
    );
  const one = (report) =>
    h(
      "article",
      { class: "erratum-card" },
      h("h3", {}, `EID ${report.eid}, ${report.status}`, report.section && h("span", { class: "section" }, ` ${section(report.section)}`)),
      h("p", {}, report.claims),
      report.after && h("pre", { tabindex: "0" }, report.after),
      report.decided && h("ul", {}, report.decided.map(decided)),
    );
  return h(
    "section",
    { class: "errata" },
    h("h2", {}, `Reports in the RFC Editor's errata system (${found.reports.length})`),
    h("div", { class: "cards" }, found.reports.map(one)),
  );
}

export function verdict(accepted) {
  return h("span", { class: `verdict-mark ${accepted ? "accepted" : "rejected"}` }, accepted ? "✓ accepted" : "✗ rejected");
}

function constraints(found) {
  if (found.constraints.length === 0) return null;
  return h(
    "section",
    {},
    h("h2", {}, `Said in prose only (${found.constraints.length})`),
    h(
      "ul",
      { class: "plain" },
      found.constraints.map((one) =>
        h("li", {}, one.message, h("span", { class: "section" }, ` ${section(one.section)}`), one.example && [" ", h("code", {}, one.example)]),
      ),
    ),
  );
}

function examples(found, state, keep) {
  const shown = found.examples.filter((one) => one.text !== null && one.text !== undefined);
  const body = h("tbody", {});
  const more = h(
    "button",
    {
      type: "button",
      onclick: () => {
        state.all = "1";
        keep();
        draw(shown.length);
        body.children[FEW]?.querySelector("a")?.focus({ preventScroll: true });
      },
    },
    `Show all ${shown.length}`,
  );
  function draw(count) {
    fill(
      body,
      shown
        .slice(0, count)
        .map((one) =>
          h(
            "tr",
            {},
            h(
              "td",
              {},
              one.rule
                ? link("string", { step: state.grammar, reading: state.reading, rule: one.rule, input: one.text }, one.text || "(the empty string)", {
                    class: "mono",
                  })
                : link("string", { input: one.text, reading: state.reading }, one.text || "(the empty string)", { class: "mono" }),
            ),
            h("td", {}, one.accepted === undefined ? "" : verdict(one.accepted)),
            h("td", {}, said(one)),
            h("td", { class: "small" }, one.section),
          ),
        ),
    );
    more.hidden = count >= shown.length;
  }
  draw(state.all === "1" ? shown.length : FEW);
  return h(
    "section",
    {},
    h("h2", {}, `Examples that it prints (${shown.length})`),
    h(
      "div",
      { class: "scroll", tabindex: "0" },
      h(
        "table",
        { class: "examples" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Identifier", "Its rules", "The document says", "Section"].map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        body,
      ),
    ),
    more,
  );
}

function said(one) {
  const words =
    {
      valid: one.rule ? `a ${one.rule}` : "valid",
      invalid: "not allowed",
      resolves: ["resolves to ", h("code", {}, one.target ?? "")],
      equivalent: ["same as ", h("code", {}, one.with ?? "")],
      different: ["not the same as ", h("code", {}, one.with ?? "")],
    }[one.says] ?? one.says;
  return [words, one.erratum && h("span", { class: "section" }, ` (erratum ${one.erratum})`), one.note && h("p", { class: "small" }, one.note)];
}

function facts(found) {
  const row = (name, value) => value && value.length > 0 && [h("dt", {}, name), h("dd", {}, value)];
  return h(
    "section",
    {},
    h("h2", {}, "Facts"),
    h(
      "dl",
      { class: "facts" },
      row("Notation", found.notation),
      row("Obsoletes", found.obsoletes.join(", ")),
      row("Updates", found.updates.join(", ")),
      row("Builds on", found.base),
      row("Form", found.form),
      row("Encoding", found.encoding),
      row("Start rule", found.start),
      row(
        "Components",
        Object.entries(found.components).map(([name, rules]) => h("div", {}, `${name}: ${rules.join(", ")}`)),
      ),
    ),
  );
}
