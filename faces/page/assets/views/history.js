// A rule, or a concept under its different names, and a string, through all documents; with the drafts between
// them, where somebody asks for these.

import { ask, choice, fill, h, later, latest, link, problem, section } from "../dom.js";
import { grid } from "./grid.js";
import * as lesson from "../lesson.js";
import { readings } from "../readings.js";
import { part, shown } from "../relations.js";

/** The relation of a document's language to its predecessor's; the older one comes first. */
const CHANGES = {
  equal: ["=", "the same as in"],
  subset: ["⊃", "allows more than"],
  superset: ["⊂", "allows less than"],
  overlapping: ["×", "allows different strings from"],
  disjoint: ["∅", "allows nothing that is allowed by"],
};

/** What a draft did to a rule. */
const KINDS = { new: "new", gone: "gone", broken: "cannot be read here" };

export async function history(root, values, context) {
  const state = {
    of: values.of || "path",
    reading: values.reading || undefined,
    all: values.all === "1" ? "1" : undefined,
    drafts: values.drafts === "1" ? "1" : undefined,
    input: values.input,
    escaped: values.escaped === "1" || undefined,
    to: values.to,
  };
  context.keep(state);
  const go = (more) => context.go("documents", { ...state, to: undefined, ...more });
  const title = h("h1", {}, `The ${state.of}`);
  const head = h("div", { class: "row" });
  const body = h("div", {});
  root.classList.add("view-history");
  root.append(head, title, body);
  let found;
  try {
    found = await ask("history", { of: state.of, reading: state.reading });
  } catch (error) {
    fill(
      head,
      picker([], state, go),
      readings(state.reading, (reading) => go({ reading })),
    );
    fill(body, problem(error));
    return;
  }
  const names = found.shared.map((one) => one.name);
  const step = (by) => go({ of: names[(names.indexOf(found.name) + by + names.length) % names.length] });
  context.keys["["] = ["the part before in the list", () => step(-1)];
  context.keys["]"] = ["the part after it", () => step(1)];
  fill(
    head,
    picker(found.shared, { ...state, of: found.name }, go),
    readings(state.reading, (reading) => go({ reading })),
    link("documents", { grammar: "rfc3986", reading: state.reading }, "One document"),
  );
  fill(title, h("code", {}, found.name), " through the documents");
  const list = h("ol", { class: "lineage" });
  const knowing = new Set(found.documents.map((one) => one.grammar));
  const without = context.grammars.map((one) => one.grammar).filter((id) => !knowing.has(id));
  fill(
    body,
    h(
      "p",
      { class: "lead" },
      found.means ? `${capital(found.means)}.` : "Rules of one name. Readers must decide whether they mean the same.",
      same(found.name, state.of) ? "" : [" ", h("code", {}, state.of), " is one of its names."],
    ),
    characters(found, state, context),
    h("h2", {}, "From document to document"),
    timelineOptions(state, context, () => draw()),
    list,
    without.length > 0 && h("p", { class: "note" }, `No such rule in ${without.join(", ")}.`),
  );
  const draw = latest(
    async (signal) => {
      const verdicts =
        state.input === undefined ? [] : (await ask("string", { input: state.input, escaped: state.escaped, reading: state.reading }, signal)).documents;
      const { changes, events } = state.drafts
        ? await ask("drafts", { of: found.name, input: state.input, escaped: state.escaped }, signal)
        : { changes: [], events: [] };
      const rows = [
        ...found.documents.map((one) => [
          one.date,
          entry(
            one,
            found,
            state,
            verdicts.find(({ grammar }) => grammar === one.grammar),
          ),
        ]),
        ...drafts(changes, events),
      ];
      fill(
        list,
        rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row),
      );
      // In a story the frame is brought into view, and the text stays where it is read.
      if (state.to && lesson.now() === undefined)
        requestAnimationFrame(() => list.querySelector(`[data-revision="${CSS.escape(state.to ?? "")}"]`)?.scrollIntoView({ block: "center" }));
    },
    (error) => fill(list, h("li", {}, problem(error))),
  );
  await draw();
  context.say(`${found.documents.length} documents know it.`);
}

function characters(found, state, context) {
  const section = h("section", {});
  const draw = () =>
    fill(
      section,
      h(
        "div",
        { class: "row" },
        h("h2", {}, found.class ? "The rule matches one of these characters" : "Characters that can occur"),
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            checked: !state.all,
            onchange: (event) => {
              state.all = event.target.checked ? undefined : "1";
              context.keep(state);
              draw();
            },
          }),
          h("span", {}, "only those that changed"),
        ),
      ),
      ...[grid(found, !state.all, state.reading)].flat(),
    );
  draw();
  return section;
}

/** A switch for the drafts, and a string whose verdicts stand beside the rules. */
function timelineOptions(state, context, draw) {
  const soon = later(250, draw);
  const put = (more) => {
    Object.assign(state, more, { to: undefined });
    context.keep(state);
    soon();
  };
  return h(
    "div",
    { class: "row timeline-options" },
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", checked: Boolean(state.drafts), onchange: (event) => put({ drafts: event.target.checked ? "1" : undefined }) }),
      h("span", {}, "with the drafts between them"),
    ),
    h(
      "label",
      { class: "field" },
      h("span", {}, "and the verdict on"),
      h("input", {
        type: "text",
        class: "mono",
        value: state.input ?? "",
        placeholder: "a whole string",
        spellcheck: "false",
        autocapitalize: "off",
        oninput: (event) => put({ input: event.target.value || undefined, escaped: undefined }),
      }),
    ),
  );
}

/** The drafts that changed the rule or the verdict, each with its date. */
function drafts(changes, events) {
  const revisions = new Map();
  const of = (one) => {
    if (!revisions.has(one.revision))
      revisions.set(one.revision, { date: one.date, message: one.message ?? one.cause?.message, issues: one.quotes ?? one.cause?.quotes ?? [], changes: [] });
    return revisions.get(one.revision);
  };
  for (const one of changes) of(one).changes.push(one);
  for (const one of events) of(one).event = one;
  return [...revisions].map(([revision, one]) => [
    one.date,
    h(
      "li",
      { class: "draft", "data-revision": revision },
      h("h3", {}, h("span", { class: "date" }, one.date), " ", h("code", {}, revision), one.event && judged(one.event)),
      one.changes.map(changed),
      one.message && h("blockquote", {}, one.message),
      one.issues.filter((issue) => issue.text).map((issue) => h("blockquote", {}, h("q", {}, issue.text), ` ${issue.by}`)),
    ),
  ]);
}

function judged(event) {
  if (event.accepted === null)
    return h("span", { class: "section" }, event.speaks === false ? "? holds absolute strings only" : "? no verdict: its rules cannot be read");
  const because = (event.cause?.rules ?? []).map((rule, index) => [index > 0 ? ", " : " because of ", h("code", {}, rule.rule)]);
  return [
    h("span", { class: `verdict-mark ${event.accepted ? "accepted" : "rejected"}` }, event.accepted ? "✓ accepted from here on" : "✗ rejected from here on"),
    h("span", { class: "section" }, because),
  ];
}

function changed(change) {
  const relation = change.relation && CHANGES[change.relation];
  const words =
    KINDS[change.kind] ??
    (relation ? (change.relation === "equal" ? "another text, the same strings" : relation[1].replace(/ (than|from|by)$/, "")) : "another text");
  const only = (word, kind, text) =>
    text !== null && h("tr", { class: kind }, h("th", { scope: "row" }, word), h("td", {}, h("code", { class: "witness" }, shown(text))));
  return [
    h(
      "p",
      {},
      h("code", {}, change.rule),
      ` ${words}${change.kind === "through" ? ", by a rule that it uses" : ""}`,
      change.was && [", called ", h("code", {}, change.was), " before"],
    ),
    change.definition && h("pre", { tabindex: "0" }, change.definition),
    (change.only_b !== null || change.only_a !== null) &&
      h(
        "table",
        { class: "changed" },
        h("caption", { class: "visually-hidden" }, "Shortest strings"),
        h("tbody", {}, only("new", "good", change.only_b), only("gone", "bad", change.only_a)),
      ),
  ];
}

const same = (a, b) => a.toLowerCase().replaceAll("_", "-") === b.toLowerCase().replaceAll("_", "-");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function picker(shared, state, go) {
  const known = shared.some((one) => one.name === state.of) ? shared : [{ name: state.of }, ...shared];
  const rule = h("input", {
    type: "text",
    placeholder: "or any rule",
    size: 16,
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": "Any rule of any document",
    onchange: () => rule.value.trim() && go({ of: rule.value.trim() }),
  });
  return [
    choice(
      "History of",
      known.map((one) => [one.name, one.name]),
      state.of,
      (of) => go({ of }),
      { "data-first": true },
    ),
    rule,
  ];
}

function entry(own, history, state, verdict) {
  const before = own.change && history.documents.find((one) => one.grammar === own.change.since);
  const text = (one) => one.rules.map((rule) => rule.abnf).join("\n");
  const repeated = before && text(before) === text(own);
  return h(
    "li",
    { "data-grammar": own.grammar },
    h(
      "h3",
      {},
      h("span", { class: "date" }, own.date.slice(0, 7)),
      " ",
      link("documents", { grammar: own.grammar, rule: own.rules[0].id, reading: state.reading }, own.grammar),
      own.change ? relation(own) : h("span", { class: "section" }, " the first of its line"),
      verdict && h("span", { class: `verdict-mark ${verdict.accepted ? "accepted" : "rejected"}` }, verdict.accepted ? "✓ accepted" : "✗ rejected"),
    ),
    repeated
      ? h("p", { class: "note" }, names(own, state), ` defined as in ${before.grammar}.`)
      : h(
          "div",
          { class: "sides" },
          own.rules.map((rule) => definition(rule, own, state)),
        ),
    own.change && changes(own, history, state),
  );
}

function relation(own) {
  const { since, relation: how } = own.change;
  const [sign, words] = CHANGES[how];
  const both = { a: since, b: own.grammar };
  return h(
    "span",
    { class: `relation-mark ${how}` },
    h("span", { "aria-hidden": "true" }, `${sign} `),
    `${words} `,
    link("compare", both, since, { title: `Compare ${since} and ${own.grammar}` }),
  );
}

function names(own, state) {
  return own.rules.map((rule, index) => [
    index > 0 ? ", " : "",
    link("documents", { grammar: own.grammar, rule: rule.id, reading: state.reading }, rule.name, { class: "mono" }),
  ]);
}

function definition(rule, own, state) {
  return h(
    "figure",
    {},
    h(
      "figcaption",
      {},
      link("documents", { grammar: own.grammar, rule: rule.id, reading: state.reading }, rule.name, { class: "mono" }),
      rule.imported ? ` from ${rule.imported}` : ` ${section(rule.section)}`,
    ),
    h("pre", { tabindex: "0" }, rule.abnf),
  );
}

/** Shortest strings that are new or gone, and the characters. */
function changes(own, history, state) {
  const { since, only_a: gone, only_b: fresh, rule_a: by, rule_b: rule, gained, lost } = own.change;
  const row = (word, kind, text, of, grammar, characters, adverb) =>
    text === null && none(characters)
      ? null
      : h(
          "tr",
          { class: kind },
          h("th", { scope: "row" }, word),
          h("td", {}, part(text, of, grammar, state.reading)),
          h("td", {}, none(characters) ? "" : [listed(characters), ` ${adverb}`]),
        );
  const rows = [row("new", "good", fresh, rule, own.grammar, gained, "now allowed"), row("gone", "bad", gone, by, since, lost, "no longer allowed")].filter(
    Boolean,
  );
  return (
    rows.length > 0 && h("table", { class: "changed" }, h("caption", { class: "visually-hidden" }, "Shortest strings, and characters"), h("tbody", {}, rows))
  );
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
