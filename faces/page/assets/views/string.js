// One string, all documents: a timeline of verdicts.

import { ask, fill, h, later, latest, link, pause, problem, section, yearOf } from "../dom.js";
import * as lesson from "../lesson.js";
import { human, legend, verdictOf, years } from "../overview.js";
import { field, labels, labelled, spoken, strip } from "../strip.js";
import { tree } from "../tree.js";
import { firstRules, ownEditor, ownRules } from "../own.js";
import { programs } from "./programs.js";

const FIRST = "http://a/b?x=y";

export async function show(root, values, context) {
  let state = { input: values.input ?? FIRST, escaped: values.escaped === "1", reading: values.reading || undefined, from: values.from, tree: values.tree || undefined, part: values.part || undefined, programs: values.programs || undefined, ...ownRules(values) };
  const answer = h("div", { class: "answer" });
  const input = field("A string", state.input, state.escaped, (text, escaped) => {
    state = { ...state, input: text, escaped };
    context.keep(state);
    soon();
  });
  const reading = readings(state.reading, (chosen) => {
    state = { ...state, reading: chosen };
    context.keep(state);
    update();
  });
  const take = (text, escaped = false) => {
    state = { ...state, input: text, escaped };
    input.set(text, escaped);
    context.keep(state);
    update();
  };
  const start = h("div", { class: "start" });
  const mine = h("div", {});
  const beside = h("div", {});
  const below = h("section", { "aria-live": "polite" });
  let own;
  const begin = h("button", { type: "button", onclick: () => hold(firstRules(), true) }, "Rules of my own");
  const hold = (rules, isNew) => {
    const { abnf, peg, ...others } = state;
    state = { ...others, ...rules };
    context.keep(state);
    begin.hidden = rules !== undefined;
    if (rules === undefined) own = undefined;
    else if (isNew) own = ownEditor(rules, (changed) => hold(changed, false), () => hold(undefined, true));
    if (isNew) fill(mine, own?.element);
    soon();
  };
  const isChosen = state.escaped || state.reading || state.from !== undefined;
  const fold = h("details", { class: "fold", open: isChosen }, h("summary", {}, "Options, and strings to start from"),
    h("div", { class: "row" }, reading, input.escapes, begin), start);
  // A choice that the link keeps is seen wherever the link is opened, so that it is seen here.
  fold.addEventListener("change", () => {
    fold.open = true;
  });
  root.append(h("h1", { class: "visually-hidden" }, "One string, all documents"),
    h("section", { class: "ask", "aria-label": "Input" }, input.element, fold, mine), beside, answer, below);

  const update = latest(async (signal) => {
    const found = await ask("overview", { input: state.input, escaped: state.escaped, reading: state.reading }, signal);
    if (!found.plain && !state.escaped) {
      // A field cannot hold these characters as they are.
      state = { ...state, input: found.escaped, escaped: true };
      input.set(found.escaped, true);
      context.keep(state);
    }
    fill(answer, timeline(found, state, context, answer));
    arrive();
    await judge(signal);
    // A story speaks of documents: its rows are those of which the text speaks.
    if (lesson.now() !== undefined) return;
    programs(below, found.programs, { input: state.input, escaped: state.escaped }, state.programs !== undefined, (open) => {
      // The legend keeps its choice in the same object.
      state.programs = open ? "1" : undefined;
      context.keep(state);
    }, signal).catch((error) => error.name === "AbortError" || fill(below, problem(error)));
  }, (error) => fill(answer, problem(error)));
  const soon = later(() => pause(state.input), update);
  let to = values.to;
  /** Shows the row of the document that a link asks for, once. */
  function arrive() {
    if (to === undefined) return;
    const row = answer.querySelector(`.entry[data-grammar="${CSS.escape(to)}"]`);
    to = undefined;
    if (row) reveal(row);
  }
  /** Draws the verdict of rules of one's own, above those of the documents. */
  async function judge(signal) {
    const rules = ownRules(state);
    if (rules === undefined) return fill(beside);
    try {
      const found = await ask("own", { ...rules, input: state.input, escaped: state.escaped }, signal);
      own.mark(found);
      fill(beside, h("ol", { class: "timeline", "aria-label": "By my rules" }, ownEntry(found)));
    } catch (error) {
      if (error.name !== "AbortError") fill(beside, problem(error));
    }
  }
  if (ownRules(state)) hold(ownRules(state), true);
  await update();
  const from = (kind) => {
    state = { ...state, from: kind };
    context.keep(state);
  };
  suggestions(start, take, state.from, from).catch((error) => fill(start, problem(error)));
}

export function readings(value, onchange) {
  const one = (key, text, title) => h("label", { class: "option", title },
    h("input", { type: "radio", name: "reading", value: key, checked: (value || "corrected") === key, onchange: () => onchange(key === "corrected" ? undefined : key) }), h("span", {}, text));
  return h("fieldset", { class: "options" }, h("legend", {}, "Rules"),
    one("corrected", "corrected", "With the repairs that the document itself demands"),
    one("printed", "as printed", "To the letter, slips included"));
}

/** Opens what hides a row, and brings the row into view. */
function reveal(row) {
  row.closest(".answer").querySelector(`[data-opens~="${row.dataset.grammar}"]`)?.click();
  requestAnimationFrame(() => row.scrollIntoView({ block: "center" }));
}

function timeline(found, state, context, answer) {
  const facts = Object.fromEntries(context.grammars.map((grammar) => [grammar.grammar, grammar]));
  const accepted = found.documents.filter((document) => document.accepted).length;
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
    if (alike.length === 0) continue;
    const rows = alike.map(add);
    const names = alike.map((one) => human(facts[one.grammar])).join(", ");
    const what = first.accepted ? "read it the same way" : "stop at the same place";
    const button = h("button", { type: "button", "aria-expanded": "false", "data-opens": alike.map((one) => one.grammar).join(" "), onclick: () => {
      button.parentElement.remove();
      for (const row of rows) row.hidden = false;
    } }, `${alike.length} more ${what}: ${names}`);
    for (const row of rows) row.hidden = true;
    list.append(h("li", { class: "more-alike" }, button), ...rows);
  }
  const selected = found.selected ? facts[found.selected] : null;
  const total = found.documents.length;
  context.say(`${accepted} of ${total} documents accept.`);
  const verdict = h("p", { class: "verdict" },
    h("strong", {}, accepted === total ? "Every document accepts it." : accepted === 0 ? "No document accepts it." : `${accepted} of ${total} documents accept it.`),
    " ", selected ? `By default urigram uses ${selected.number} (${yearOf(selected.date)}), ${found.selected_by}.` : "",
    found.line.left_out ? ` ${found.bytes.toLocaleString("en")} bytes; ${found.line.left_out.toLocaleString("en")} characters are not drawn.` : "");
  return [verdict,
    years(found.documents, facts, (grammar) => reveal(list.querySelector(`.entry[data-grammar="${CSS.escape(grammar)}"]`))),
    legend(answer.parentElement, found.documents, state.part, (part) => context.keep(Object.assign(state, { part }))),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Verdicts in order of date" }, list)];
}

/** Documents with equal rows, until the verdict changes: they stop at the same place, or find the same parts. A lesson shows every row, and so does a row that says more. */
function groupsOf(found) {
  let run = [];
  const groups = [];
  const says = (one) => one.accepted === null || one.only_reading || found.selected === one.grammar || [one.violations, one.warnings, one.elements].some((list) => list?.length > 0);
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

function ownEntry(found) {
  const verdict = found.error ? "undecided" : found.accepted ? "accepted" : "rejected";
  const why = found.error ? h("p", { class: "note" }, "The rules cannot be read: the editor says where.")
    : [strip(found.line, [], found.caret ?? undefined), !found.accepted && h("p", { class: "why" }, `rejected by ${found.rule}, at byte ${found.offset}`)];
  return h("li", { class: `entry own ${verdict}` }, h("span", { class: "year" }),
    h("div", { class: "who" }, h("span", { class: `sign ${verdict}`, "aria-hidden": "true" }, { accepted: "✓", rejected: "✗", undecided: "?" }[verdict]),
      h("span", { class: "names" }, "own", h("span", { class: "visually-hidden" }, ` ${verdict}. `), h("span", { class: "date" }, found.rule ?? ""))),
    h("div", { class: "drawing" }, why));
}

function entry(document, fact, year, before, found, state, context) {
  const verdict = verdictOf(document);
  const chosen = found.selected === document.grammar;
  const head = h("div", { class: "who" },
    h("span", { class: `sign ${verdict}`, "aria-hidden": "true" }, { accepted: "✓", rejected: "✗", undecided: "?" }[verdict]),
    h("span", { class: "names" },
      link("document", { grammar: document.grammar, reading: state.reading }, human(fact), { title: `${fact.title} (${fact.status})` }),
      h("span", { class: "visually-hidden" }, ` ${verdict}. `),
      h("span", { class: "date" }, human(fact) === fact.grammar ? "" : `${fact.grammar} `, fact.date.slice(0, 7)),
      chosen && h("span", { class: "chosen", title: "What urigram selects by itself" }, "selected")));
  return h("li", { class: `entry ${verdict}${chosen ? " is-chosen" : ""}`, "data-grammar": document.grammar },
    h("span", { class: "year" }, year), head, h("div", { class: "drawing" }, drawing(document, before, found, state), document.accepted && !found.line.left_out && grown(document, found, state, context)));
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
      (document.warnings ?? []).map((one) => h("p", { class: "note" }, `Legal, and advised against: ${one.message} (${section(one.section)})`, one.reads_as && [" reads as ", h("code", {}, one.reads_as)])),
      disagreement(document, state),
    ];
  }
  const error = document.error;
  if (error.offset === undefined) return h("p", { class: "note" }, error.message);
  return [
    strip(line, [], document.caret),
    h("p", { class: "why" },
      h("span", { class: "expected" }, "expected ", list(error.expected)),
      " ", h("span", { class: "where" }, "in ", link("document", { grammar: document.grammar, rule: error.rule, reading: state.reading }, error.rule),
        `, ${section(error.section)}`),
      error.erratum && h("span", { class: "erratum" }, `; case counts here by erratum ${error.erratum}`),
      " ", link("step", { grammar: document.grammar, input: found.escaped, escaped: !found.plain, reading: state.reading }, "step", { class: "step", title: "See how the rules fail, step by step" })),
    disagreement(document, state),
  ];
}

/** The document's tree over the string, behind a button. The link has the documents whose trees are shown. */
function grown(document, found, state, context) {
  const place = h("div", {});
  const shown = () => new Map((state.tree ?? "").split(",").filter(Boolean).map((one) => {
    const [grammar, ...toggled] = one.split(".");
    return [grammar, new Set(toggled.map(Number))];
  }));
  const keep = (all) => {
    state.tree = [...all].map(([grammar, toggled]) => [grammar, ...toggled].join(".")).join(",") || undefined;
    context.keep(state);
  };
  const button = h("button", { type: "button", class: "show-tree", "aria-expanded": "false", "aria-label": `Tree by ${document.grammar}`, onclick: () => {
    const all = shown();
    if (!all.delete(document.grammar)) all.set(document.grammar, new Set());
    keep(all);
    draw();
  } }, "tree");
  async function draw() {
    const toggled = shown().get(document.grammar);
    button.setAttribute("aria-expanded", String(toggled !== undefined));
    if (toggled === undefined) return fill(place);
    try {
      const answer = await ask("tree", { grammar: document.grammar, input: found.escaped, escaped: true, reading: state.reading });
      fill(place, h("div", { class: "trees" }, tree(answer.line, answer.nodes, { label: `Tree by ${document.grammar}`, toggled, keep: (changed) => keep(shown().set(document.grammar, changed)) })));
    } catch (error) {
      fill(place, problem(error));
    }
  }
  draw();
  return [button, place];
}

/** The elements of a citation, decoded, in their groups. */
function elements(all) {
  const most = 40;
  if (all.length === 0) return null;
  const row = (one) => h("tr", {}, h("td", { vars: { "--depth": Math.min(one.depth, 8) }, class: "kind" }, one.kind), h("td", {}, one.label), h("td", {}, one.language ?? ""),
    h("td", {}, one.error ? h("span", { class: "rejected-text" }, one.error) : h("code", {}, one.text ?? "")));
  return h("table", { class: "elements" },
    h("thead", {}, h("tr", {}, ["Element", "Label", "Language", "Value"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, all.slice(0, most).map(row)), all.length > most && h("caption", {}, `the first ${most} of ${all.length}`));
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
  return h("p", { class: "note erratum" }, `${which}: `, link("document", { grammar: document.grammar, reading: state.reading, erratum: document.errata?.[0]?.id }, errata || "see its errata"));
}

async function suggestions(start, take, chosen, choose) {
  const found = await ask("suggestions");
  const chip = (text, title, label = text) => h("button", { type: "button", class: "chip", title, onclick: () => take(text, text.includes("\\")) }, label);
  const group = h("div", { class: "chips", role: "group", "aria-label": "Strings to start from" });
  const kinds = [["~", "Surprises"], ["!", "Slips of the print"], ...found.documents.map((own) => [own.grammar, `Examples of ${own.grammar}`])];
  const pick = h("select", { "aria-label": "Kind of strings", onchange: () => {
    choose(pick.value);
    fillChips(pick.value);
  } }, kinds.map(([key, text]) => h("option", { value: key }, text)));
  function fillChips(kind) {
    fill(group, kind === "~"
      ? found.witnesses.slice(0, 8).map((witness) => chip(witness.escaped, `Accepted by ${witness.accepted_by.join(", ") || "none"}`))
      : kind === "!"
        ? found.errata.slice(0, 8).map((erratum) => chip(erratum.text.replaceAll("\\", "\\\\"), `${erratum.grammar}: ${erratum.id}`, erratum.text))
        : found.documents.find((own) => own.grammar === kind).examples.map((text) => chip(text, `An example of ${kind}`)));
  }
  const kind = kinds.some(([key]) => key === chosen) ? chosen : "~";
  pick.value = kind;
  fillChips(kind);
  fill(start, h("label", { class: "field" }, h("span", {}, "Start from"), pick), group);
}
