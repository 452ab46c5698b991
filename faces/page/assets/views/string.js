// One string in all documents: where each stops, its parts, its tree; a reference against a base; the
// steps of a match.

import { ask, fill, h, later, latest, link, pause, problem, section, yearOf } from "../dom.js";
import * as lesson from "../lesson.js";
import { human, legend, since, verdictOf, years } from "../overview.js";
import { readings } from "../readings.js";
import { baseField, isReference, resolved } from "./resolve.js";
import { field, labels, labelled, spoken, strip } from "../strip.js";
import { tree } from "./tree.js";

const FIRST = "http://a/b?x=y";

/** What people come with, and the link that answers it. */
const GOALS = [
  ["Why was ?x=y no URL in 1993?", "string", { input: FIRST, to: "url-1993" }],
  ["When did ~ become legal?", "string", { input: "http://a/~b" }],
  ["Where does a string stop in each document?", "string", { input: "http://[::1]/", to: "rfc1738" }],
  ["What does ../g give in 1995?", "string", { input: "../g", base: "http://a/b/c/d;p?q", to: "rfc1808" }],
  ["What is an IPv6 literal by rule?", "documents", { grammar: "rfc3986", rule: "IP-literal" }],
  ["What changed between two documents?", "compare", { a: "rfc2396", b: "rfc3986" }],
  ["Which program reads another host?", "hosts", { input: "http://good.example\\@evil.example" }],
  ["Is my rule ambiguous?", "own", { abnf: 'list = *item *item\nitem = "x"', input: "xx" }],
];

export async function show(root, values, context) {
  if (values.step !== undefined) return (await import("./stepper.js")).stepper(root, values, context);
  const state = {
    input: values.input ?? FIRST,
    escaped: values.escaped === "1",
    base: values.base,
    reading: values.reading || undefined,
    from: values.from,
    tree: values.tree || undefined,
    part: values.part || undefined,
    open: values.open || undefined,
  };
  const put = (more) => {
    Object.assign(state, more);
    context.keep(state);
  };
  const answer = h("div", { class: "answer" });
  const against = h("section", { class: "against", "aria-live": "polite" });
  const start = h("div", { class: "start" });
  const input = field("A string", state.input, state.escaped, (text, escaped) => {
    put({ input: text, escaped });
    soon();
  });
  const take = (text, escaped = false) => {
    put({ input: text, escaped });
    input.set(text, escaped);
    update();
  };
  const base = baseField(state, (text) => {
    put({ base: text });
    soon();
  });
  root.append(
    h("h1", {}, "When did this become a legal URL?"),
    h(
      "section",
      { class: "ask", "aria-label": "Input" },
      input.element,
      base,
      options(state, put, input, take, start, () => update()),
    ),
    against,
    answer,
  );
  const goals =
    lesson.now() === undefined &&
    h(
      "section",
      { class: "goals" },
      h("h2", {}, "Questions that this page answers"),
      h(
        "ul",
        {},
        GOALS.map(([text, view, given]) => h("li", {}, link(view, given, text))),
      ),
    );
  // The first page has them in view; any other link leads to a string.
  const isFirst = values.input === undefined;
  if (goals && !isFirst) root.append(goals);
  let to = values.to;
  const update = latest(
    async (signal) => {
      const found = await ask("string", { input: state.input, escaped: state.escaped, reading: state.reading }, signal);
      if (!found.plain && !state.escaped) {
        // A field cannot hold these characters as they are.
        put({ input: found.escaped, escaped: true });
        input.set(found.escaped, true);
      }
      fill(answer, timeline(found, state, context, answer, isFirst && goals));
      arrive(answer, to);
      base.hidden = state.base === undefined && !isReference(state.input);
      if (base.hidden) fill(against);
      else await resolved(against, state, context, base.querySelector("input").value, to, signal);
      to = undefined;
    },
    (error) => fill(answer, problem(error)),
  );
  const soon = later(() => pause(state.input), update);
  await update();
  suggestions(start, take, state.from, (from) => put({ from })).catch((error) => fill(start, problem(error)));
}

function options(state, put, input, take, start, update) {
  const reading = readings(state.reading, (chosen) => {
    put({ reading: chosen });
    update();
  });
  const fold = h(
    "details",
    { class: "fold", open: state.escaped || state.reading !== undefined || state.from !== undefined },
    h("summary", {}, "Options, and strings to start from"),
    h("div", { class: "row" }, reading, input.escapes, oneCharacter(input, take)),
    start,
  );
  // A choice that the link keeps is seen wherever the link is opened, so that it is seen here.
  fold.addEventListener("change", () => {
    fold.open = true;
  });
  return fold;
}

/** Moves or changes the character at the caret, so that one difference is looked at. */
function oneCharacter(input, take) {
  const change = (edit) => {
    const { area } = input;
    const at = Math.min(area.selectionStart, area.value.length - 1);
    const [text, caret] = edit([...area.value], [...area.value.slice(0, Math.max(at, 0))].length);
    take(text.join(""), input.box.checked);
    const place = text.slice(0, caret).join("").length;
    area.setSelectionRange(place, place + 1);
  };
  const swap = (by) => () =>
    change((chars, at) => {
      const other = at + by;
      if (other < 0 || other >= chars.length) return [chars, at];
      [chars[at], chars[other]] = [chars[other], chars[at]];
      return [chars, other];
    });
  const others = h(
    "select",
    {
      "aria-label": "Change the character at the caret to",
      onchange: () =>
        change((chars, at) => {
          chars.splice(at, 1, others.value);
          others.value = "";
          return [chars, at];
        }),
    },
    ["", ..."~%/\\?#[]@:&= ^é"].map((c) => h("option", { value: c }, c === "" ? "change to …" : c === " " ? "space" : c)),
  );
  return h(
    "span",
    { class: "row one-character", role: "group", "aria-label": "The character at the caret" },
    h("span", { class: "note" }, "The character at the caret"),
    h("button", { type: "button", title: "Move it to the left", onclick: swap(-1) }, "◀ move"),
    h("button", { type: "button", title: "Move it to the right", onclick: swap(1) }, "move ▶"),
    others,
  );
}

/** Shows the row of the document that a link asks for. */
function arrive(answer, to) {
  const row = to !== undefined && answer.querySelector(`.entry[data-grammar="${CSS.escape(to)}"]`);
  if (row) reveal(row);
}

/** Opens what hides a row, and brings the row into view. */
function reveal(row) {
  row.closest(".answer").querySelector(`[data-opens~="${row.dataset.grammar}"]`)?.click();
  requestAnimationFrame(() => row.scrollIntoView({ block: "center" }));
}

function timeline(found, state, context, answer, goals) {
  const facts = Object.fromEntries(context.grammars.map((grammar) => [grammar.grammar, grammar]));
  const list = h("ol", { class: "timeline" });
  let year = "";
  let before = null;
  for (const { first, alike } of groupsOf(found)) {
    const add = (document) => {
      const fact = facts[document.grammar];
      const own = yearOf(fact.date);
      const row = entry(document, fact, own === year ? "" : own, before, found, state, context);
      year = own;
      if (document.accepted) before = document;
      return row;
    };
    list.append(add(first));
    if (alike.length > 0)
      list.append(
        ...folded(
          alike.map(add),
          alike.map((one) => human(facts[one.grammar])),
          alike,
          first.accepted,
        ),
      );
  }
  const said = since(found.documents, facts);
  const selected = found.selected ? facts[found.selected] : null;
  context.say(said);
  return [
    h(
      "p",
      { class: "verdict" },
      h("strong", {}, said),
      " ",
      selected ? `Unless you name a document, urigram reads it by ${selected.number} (${yearOf(selected.date)}).` : "",
      found.line.left_out ? ` ${found.bytes.toLocaleString("en")} bytes; ${found.line.left_out.toLocaleString("en")} characters are not drawn.` : "",
    ),
    years(found.documents, facts, (grammar) => reveal(list.querySelector(`.entry[data-grammar="${CSS.escape(grammar)}"]`))),
    h(
      "div",
      { class: "row" },
      legend(answer.parentElement, found.documents, state.part, (part) => context.keep(Object.assign(state, { part }))),
      link("hosts", { input: state.input, escaped: state.escaped }, "Which host each program reads"),
    ),
    goals,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Verdicts in order of date" }, list),
  ];
}

/** Rows that are one line until they are asked for. */
function folded(rows, names, alike, accepted) {
  const count = rows.length;
  const what = accepted ? (count === 1 ? "reads it the same way" : "read it the same way") : count === 1 ? "stops at the same byte" : "stop at the same byte";
  const button = h(
    "button",
    {
      type: "button",
      "aria-expanded": "false",
      "data-opens": alike.map((one) => one.grammar).join(" "),
      onclick: () => {
        button.parentElement.remove();
        for (const row of rows) row.hidden = false;
      },
    },
    `${count} more ${what}: ${names.join(", ")}`,
  );
  for (const row of rows) row.hidden = true;
  return [h("li", { class: "more-alike" }, button), ...rows];
}

/** Documents with equal rows, until the verdict changes: they stop at the same place, or find the same parts. A lesson shows every row, and so does a row that says more. */
function groupsOf(found) {
  let run = [];
  const groups = [];
  const says = (one) =>
    one.accepted === null ||
    one.only_reading ||
    found.selected === one.grammar ||
    [one.violations, one.warnings, one.elements].some((list) => list?.length > 0);
  const key = (one) => (one.accepted ? shape(one) : String(one.caret));
  for (const one of found.documents) {
    if (run.length > 0 && run[0].first.accepted !== one.accepted) run = [];
    const same = run.find(({ first }) => key(first) === key(one));
    if (same && !says(one) && lesson.now() === undefined) same.alike.push(one);
    else {
      const group = { first: one, alike: [] };
      groups.push(group);
      run.push(group);
    }
  }
  return groups;
}

function entry(document, fact, year, before, found, state, context) {
  const verdict = verdictOf(document);
  const chosen = found.selected === document.grammar;
  const head = h(
    "div",
    { class: "who" },
    h("span", { class: `sign ${verdict}`, "aria-hidden": "true" }, { accepted: "✓", rejected: "✗", undecided: "?" }[verdict]),
    h(
      "span",
      { class: "names" },
      link("documents", { grammar: document.grammar, reading: state.reading }, human(fact), { title: `${fact.title} (${fact.status})` }),
      h("span", { class: "visually-hidden" }, ` ${verdict}. `),
      h("span", { class: "date" }, human(fact) === fact.grammar ? "" : `${fact.grammar} `, fact.date.slice(0, 7)),
      chosen && h("span", { class: "chosen", title: "What urigram selects by itself" }, "selected"),
    ),
  );
  return h(
    "li",
    { class: `entry ${verdict}${chosen ? " is-chosen" : ""}`, "data-grammar": document.grammar },
    h("span", { class: "year" }, year),
    head,
    h(
      "div",
      { class: "drawing" },
      drawing(document, before, found, state),
      document.accepted && !found.line.left_out && grown(document, found, state, context),
    ),
  );
}

function stepLink(document, found, state) {
  return link("string", { step: document.grammar, input: found.escaped, escaped: !found.plain, reading: state.reading }, "step through", {
    class: "step",
    title: "The match by these rules, step by step",
  });
}

function drawing(document, before, found, state) {
  const { line } = found;
  if (document.accepted) {
    const same = before && shape(before) === shape(document);
    const own = document.marks.filter((mark) => labelled(mark) !== mark.name);
    const names = own.map((mark) => `${mark.rule} (${mark.name})`).join(", ");
    return [
      strip(line, document.marks),
      h("span", { class: "visually-hidden" }, spoken(line, document.marks)),
      same ? h("p", { class: "note" }, "parts as before", names && h("span", { class: "own" }, `; its own names: ${names}`)) : labels(line, document.marks),
      elements(document.elements ?? []),
      (document.violations ?? []).map((one) => h("p", { class: "note erratum" }, `The prose forbids it: ${one.message} (${section(one.section)})`)),
      (document.warnings ?? []).map((one) =>
        h(
          "p",
          { class: "note" },
          `Legal, and advised against: ${one.message} (${section(one.section)})`,
          one.reads_as && [" reads as ", h("code", {}, one.reads_as)],
        ),
      ),
      disagreement(document, state),
    ];
  }
  const error = document.error;
  if (error.offset === undefined) return h("p", { class: "note" }, error.message);
  return [
    strip(line, [], document.caret),
    h(
      "p",
      { class: "why" },
      h("span", { class: "expected" }, "expected ", list(error.expected)),
      " ",
      h(
        "span",
        { class: "where" },
        "in ",
        link("documents", { grammar: document.grammar, rule: error.rule, reading: state.reading }, error.rule),
        `, ${section(error.section)}`,
      ),
      error.erratum && h("span", { class: "erratum" }, `; case counts here by erratum ${error.erratum}`),
      " ",
      stepLink(document, found, state),
    ),
    disagreement(document, state),
  ];
}

/** The document's tree over the string, behind a button. The link has the documents whose trees are shown. */
function grown(document, found, state, context) {
  const place = h("div", {});
  const shown = () =>
    new Map(
      (state.tree ?? "")
        .split(",")
        .filter(Boolean)
        .map((one) => {
          const [grammar, ...toggled] = one.split(".");
          return [grammar, new Set(toggled.map(Number))];
        }),
    );
  const keep = (all) => {
    state.tree = [...all].map(([grammar, toggled]) => [grammar, ...toggled].join(".")).join(",") || undefined;
    context.keep(state);
  };
  const button = h(
    "button",
    {
      type: "button",
      class: "show-tree",
      "aria-expanded": "false",
      "aria-label": `Tree by ${document.grammar}`,
      onclick: () => {
        const all = shown();
        if (!all.delete(document.grammar)) all.set(document.grammar, new Set());
        keep(all);
        draw();
      },
    },
    "tree",
  );
  async function draw() {
    const toggled = shown().get(document.grammar);
    button.setAttribute("aria-expanded", String(toggled !== undefined));
    if (toggled === undefined) return fill(place);
    try {
      const answer = await ask("tree", { grammar: document.grammar, input: found.escaped, escaped: true, reading: state.reading });
      fill(
        place,
        h(
          "div",
          { class: "trees" },
          tree(answer.line, answer.nodes, { label: `Tree by ${document.grammar}`, toggled, keep: (changed) => keep(shown().set(document.grammar, changed)) }),
        ),
      );
    } catch (error) {
      fill(place, problem(error));
    }
  }
  draw();
  return [button, " ", stepLink(document, found, state), place];
}

/** The elements of a citation, decoded, in their groups. */
function elements(all) {
  const most = 40;
  if (all.length === 0) return null;
  const row = (one) =>
    h(
      "tr",
      {},
      h("td", { vars: { "--depth": Math.min(one.depth, 8) }, class: "kind" }, one.kind),
      h("td", {}, one.label),
      h("td", {}, one.language ?? ""),
      h("td", {}, one.error ? h("span", { class: "rejected-text" }, one.error) : h("code", {}, one.text ?? "")),
    );
  return h(
    "table",
    { class: "elements" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Element", "Label", "Language", "Value"].map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h("tbody", {}, all.slice(0, most).map(row)),
    all.length > most && h("caption", {}, `the first ${most} of ${all.length}`),
  );
}

function list(items) {
  const more = items.length > 12 ? [...items.slice(0, 11), `${items.length - 11} more`] : items;
  return more.map((item, index) => [index === 0 ? "" : index === more.length - 1 ? " or " : ", ", h("code", {}, item)]);
}

function shape(document) {
  return document.marks.map((mark) => `${mark.name} ${mark.from} ${mark.to}`).join();
}

function disagreement(document, state) {
  if (!document.only_reading) return null;
  const errata = (document.errata ?? []).map((erratum) => erratum.id).join(", ");
  const which = document.only_reading === "printed" ? "Only the rules as printed accept it" : "Only the corrected rules accept it";
  return h(
    "p",
    { class: "note erratum" },
    `${which}: `,
    link("documents", { grammar: document.grammar, reading: state.reading, erratum: document.errata?.[0]?.id }, errata || "see its errata"),
  );
}

async function suggestions(start, take, chosen, choose) {
  const found = await ask("suggestions");
  const chip = (text, title, label = text) => h("button", { type: "button", class: "chip", title, onclick: () => take(text, text.includes("\\")) }, label);
  const group = h("div", { class: "chips", role: "group", "aria-label": "Strings to start from" });
  const kinds = [["~", "Surprises"], ["!", "Misprints"], ...found.documents.map((own) => [own.grammar, `Examples of ${own.grammar}`])];
  const pick = h(
    "select",
    {
      "aria-label": "Kind of strings",
      onchange: () => {
        choose(pick.value);
        fillChips(pick.value);
      },
    },
    kinds.map(([key, text]) => h("option", { value: key }, text)),
  );
  function fillChips(kind) {
    fill(
      group,
      kind === "~"
        ? found.witnesses.slice(0, 8).map((witness) => chip(witness.escaped, `Accepted by ${witness.accepted_by.join(", ") || "none"}`))
        : kind === "!"
          ? found.errata.slice(0, 8).map((erratum) => chip(erratum.text.replaceAll("\\", "\\\\"), `${erratum.grammar}: ${erratum.id}`, erratum.text))
          : found.documents.find((own) => own.grammar === kind).examples.map((text) => chip(text, `An example of ${kind}`)),
    );
  }
  const kind = kinds.some(([key]) => key === chosen) ? chosen : "~";
  pick.value = kind;
  fillChips(kind);
  fill(start, h("label", { class: "field" }, h("span", {}, "Start from"), pick), group);
}
