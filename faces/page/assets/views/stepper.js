// The steps of a match: the PEG's, next to every way in which the BNF can be read.

import { ask, choice, fill, h, later, latest, link, problem } from "../dom.js";
import { choices, readers } from "../overview.js";
import { readings } from "../readings.js";
import { coarse, furthestFailure, matchedSoFar, sentence, stateAt, verdict, wonEarly } from "./steps.js";
import { field, strip } from "../strip.js";
import { tree } from "./tree.js";

const WAYS = [
  ["project", "the PEG of this project"],
  ["copy", "the BNF copied literally"],
];

/** Steps through a string by the rules of the document that `step` names. */
export async function stepper(root, values, context) {
  const all = await readers(context);
  const one = all.find(({ grammar }) => grammar === values.step) ?? all[0];
  const state = {
    step: one.grammar,
    rule: values.rule || undefined,
    by: values.by === "copy" ? "copy" : "project",
    input: values.input ?? "http://a/b?x=y",
    escaped: values.escaped === "1" || undefined,
    reading: values.reading || undefined,
    at: Number(values.at) || 0,
    fine: values.fine,
    tree: values.tree === "1" ? "1" : undefined,
    more: values.more,
  };
  context.keep(state);
  const { rules } = await ask("rules", { grammar: state.step });
  const again = (more) => context.go("string", { ...state, at: 0, ...more });
  const input = field("Input", state.input, Boolean(state.escaped), (text, escaped) => {
    Object.assign(state, { input: text, escaped: escaped || undefined, at: 0 });
    context.keep(state);
    soon();
  });
  const stage = h("div", { class: "stage" });
  root.classList.add("view-step");
  root.append(
    h("h1", { class: "visually-hidden" }, "Step through"),
    h(
      "section",
      { class: "ask" },
      h(
        "div",
        { class: "row" },
        choice("Match by", WAYS, state.by, (by) => again({ by })),
        choice("Document", choices(all), state.step, (step) => again({ step, rule: undefined })),
        choice(
          "Rule",
          [...new Set([one.start, state.rule ?? one.start, ...rules])].map((rule) => [rule, rule]),
          rules.find((rule) => rule === state.rule) ?? state.rule ?? one.start,
          (rule) => again({ rule }),
        ),
        readings(state.reading, (reading) => again({ reading })),
        link("string", { input: state.input, escaped: state.escaped }, "All documents"),
      ),
      h("div", { class: "row" }, input.element, input.escapes),
    ),
    stage,
  );

  const update = latest(
    async (signal) => {
      const found = await ask(
        "steps",
        { grammar: state.step, rule: state.rule, by: state.by, input: state.input, escaped: state.escaped, reading: state.reading },
        signal,
      );
      play(stage, found, state, context);
    },
    (error) => fill(stage, problem(error)),
  );
  const soon = later(250, update);
  await update();
}

function play(stage, found, state, context) {
  const { peg, bnf } = found;
  const steps = peg.steps ?? [];
  // After the last step comes the verdict on the whole input.
  const end = Math.max(0, peg.cut ? steps.length - 1 : steps.length);
  const early = wonEarly(peg);
  let at = Math.min(state.at, end);
  const line = h("div", { class: "tape" });
  const happening = h("p", { class: "happening", "aria-live": "polite" });
  const stack = h("div", { class: "pane-body" });
  const live = h("div", { class: "pane-body" });
  const slider = h("input", { type: "range", min: 0, max: end, value: at, "aria-label": "Step", oninput: () => to(Number(slider.value)) });
  const counter = h("span", { class: "counter" });
  const fine = h("input", {
    type: "checkbox",
    checked: state.fine === "1",
    onchange: () => {
      state.fine = fine.checked ? "1" : undefined;
      context.keep(state);
    },
  });
  const stops = () => (index) => index < steps.length && (fine.checked || coarse(peg, index));
  const move = (by, wanted = stops()) => {
    for (let next = at + by; next >= 0 && next <= end; next += by) if (next === 0 || next === end || wanted(next)) return to(next);
  };
  const failed = (index) => steps[index][0] === 2 && coarse(peg, index);
  /** To the next branch that won too early; after the last one, to the first. */
  const toEarly = () => {
    const all = [...early.keys()];
    to(all.find((index) => index > at) ?? all[0]);
  };
  /** @type {any[]} */
  const actions = [
    ["Home", "to the beginning", "|◀", () => to(0)],
    ["ArrowLeft", "back", "◀ back", () => move(-1)],
    ["ArrowRight", "forward", "forward ▶", () => move(1)],
    ["f", "to the next failed branch", "next failure", () => move(1, failed)],
    ["F", "to the previous failed branch", "previous failure", () => move(-1, failed)],
    ["g", "to the furthest failure", "furthest failure", () => to(furthestFailure(peg))],
    early.size > 0 && ["w", "to the next branch that won too early", "won too early", toEarly],
    ["End", "to the verdict", "▶|", () => to(end)],
  ].filter(Boolean);
  if (steps.length > 0) for (const [key, text, , call] of actions) context.keys[key] = [text, call];
  if (early.size === 0) delete context.keys.w;
  const button = ([key, text, label, call]) => h("button", { type: "button", title: `${text} (${key.replace("Arrow", "")})`, onclick: call }, label);
  const isFirst = ([key]) => ["Home", "ArrowLeft", "ArrowRight", "End"].includes(key);
  const isRoomy = matchMedia("(min-width: 90em)").matches && !document.documentElement.classList.contains("large");
  const grown = h("input", {
    type: "checkbox",
    checked: state.tree === "1",
    onchange: () => {
      state.tree = grown.checked ? "1" : undefined;
      to(at);
    },
  });
  const rest = h(
    "span",
    { class: "rest", id: "more-controls", hidden: state.more === undefined ? !isRoomy : state.more !== "1" },
    actions.filter((one) => !isFirst(one)).map(button),
    h("label", { class: "check" }, fine, h("span", {}, "every step")),
  );
  const more = h(
    "button",
    {
      type: "button",
      class: "more",
      "aria-expanded": String(!rest.hidden),
      "aria-controls": "more-controls",
      onclick: () => {
        rest.hidden = !rest.hidden;
        state.more = rest.hidden ? "0" : "1";
        more.setAttribute("aria-expanded", String(!rest.hidden));
        context.keep(state);
      },
    },
    "more",
  );
  fill(
    stage,
    outcome(found),
    steps.length > 0 &&
      h(
        "div",
        { class: "controls", role: "group", "aria-label": "Steps" },
        actions.filter(isFirst).map(button),
        slider,
        counter,
        h("label", { class: "check" }, grown, h("span", {}, "tree")),
        more,
        rest,
      ),
    line,
    h(
      "div",
      { class: "panes" },
      h(
        "section",
        { class: "pane", "aria-label": "PEG" },
        h("h2", {}, "PEG: rule stack"),
        peg.error ? problem({ message: peg.error }) : [happening, stack],
        peg.error && peg.source && h("pre", { tabindex: "0" }, peg.source),
      ),
      h(
        "section",
        { class: "pane", "aria-label": "BNF" },
        h("h2", {}, "BNF: every position still possible"),
        bnf.error ? problem({ message: bnf.error }) : live,
      ),
    ),
  );
  if (steps.length > 0) to(at);
  else {
    fill(line, strip(found.line));
    if (!bnf.error) fill(live, ...places(found, 0));
  }

  function to(index) {
    at = index;
    state.at = index;
    context.keep(state);
    slider.value = index;
    counter.textContent = `${index + 1} / ${end + 1}`;
    const column = index < steps.length ? step(index) : judged();
    const nodes = state.tree === "1" ? matchedSoFar(peg, index) : [];
    fill(line, nodes.length > 0 ? tree(found.line, nodes, { label: "Rules that match so far", at: column, open: true }) : strip(found.line, [], column));
    inView(line);
    if (!bnf.error) fill(live, ...places(found, column));
  }

  function step(index) {
    const now = stateAt(peg, index);
    fill(happening, sentence(peg, index, found.line));
    happening.className = `happening ${early.has(index) ? "early" : ["tried", "matched", "failed"][steps[index][0]]}`;
    fill(
      stack,
      now.frames.map((frame, depth) => drawFrame(peg, frame, depth === now.frames.length - 1)),
    );
    stack.scrollTop = stack.scrollHeight;
    return now.column;
  }

  function judged() {
    fill(happening, verdict(peg, peg.rules[steps[0][1]].name));
    happening.className = `happening ${peg.accepted ? "matched" : "failed"}`;
    fill(
      stack,
      early.size > 0 &&
        h(
          "p",
          { class: "note" },
          early.size === 1 ? "One branch won too early: " : `${early.size} branches won too early: `,
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                toEarly();
              },
            },
            "show",
          ),
        ),
    );
    return peg.end ?? peg.furthest ?? 0;
  }
}

/** Scrolls a tape so that its mark is in it. */
function inView(tape) {
  const mark = tape.querySelector(".here");
  if (!mark) return;
  const [box, own] = [tape.getBoundingClientRect(), mark.getBoundingClientRect()];
  if (own.left < box.left || own.right > box.right) tape.scrollLeft += own.left - box.left - box.width / 2;
}

function outcome(found) {
  const { peg, bnf, difference } = found;
  const by = (side, name) =>
    h(
      "span",
      { class: `verdict-mark ${side.error ? "" : side.accepted ? "accepted" : "rejected"}` },
      `${side.error || side.cut ? "?" : side.accepted ? "✓" : "✗"} ${name}`,
    );
  const text = (value) => h("code", {}, value === "" ? "(the empty string)" : value);
  const sides = [
    ["only_bnf", "the BNF accepts and the PEG does not"],
    ["only_peg", "the PEG accepts and the BNF does not"],
  ];
  return h(
    "div",
    { class: "outcome" },
    h("p", {}, by(peg, "PEG"), by(bnf, "BNF"), peg.cut && h("span", { class: "note" }, `${peg.cut}: what follows is not shown.`)),
    found.erratum && h("p", { class: "note erratum" }, `Case counts here by erratum ${found.erratum}.`),
    difference &&
      h(
        "p",
        { class: "note" },
        difference.proved
          ? "Both are proved to accept the same strings."
          : difference.equal
            ? "Decided: both accept the same strings."
            : difference.undecided
              ? difference.undecided
              : sides
                  .filter(([key]) => difference[key] !== null && difference[key] !== undefined)
                  .map(([key, words], index) => [
                    index > 0 ? "; " : "Shortest string that ",
                    index > 0 ? `shortest that ${words}: ` : `${words}: `,
                    text(difference[key]),
                  ]),
      ),
  );
}

function drawFrame(peg, frame, top) {
  const rule = peg.rules[frame.rule];
  const classes = [];
  for (const [expr, name] of frame.marks) {
    const [from, to] = rule.spans[expr];
    classes.push({ from, to, name });
  }
  return h("div", { class: `frame${top ? " topmost" : ""}` }, h("span", { class: "rule-name" }, rule.name), h("code", {}, painted(rule.text, classes)));
}

/** Text with marked ranges; inner ranges come last. */
function painted(text, stretches) {
  const cuts = [...new Set([0, text.length, ...stretches.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, index) => {
    const names = stretches.filter((one) => one.from <= from && cuts[index + 1] <= one.to).map((one) => one.name);
    return h("span", { class: [...new Set(names)].join(" ") || null }, text.slice(from, cuts[index + 1]));
  });
}

/** The live places before a column, gathered by the innermost rule. */
function places(found, column) {
  const { bnf } = found;
  const exact = bnf.live.find((one) => one.at === column);
  const last = bnf.live[bnf.live.length - 1];
  const now = exact ?? last;
  const groups = new Map();
  for (const place of now.places) {
    const chain = place.map(([rule]) => bnf.rules[rule].name);
    const path = chain.join(" › ");
    const [rule, expr] = place[place.length - 1];
    if (!groups.has(path)) groups.set(path, { chain, rule, exprs: [] });
    groups.get(path).exprs.push(expr);
  }
  const shown = [...groups.values()].slice(0, 40);
  return [
    h(
      "p",
      { class: "happening" },
      exact
        ? `${now.of} ${now.of === 1 ? "position is" : "positions are"} still possible${now.end ? ", and the input may end here" : ""}.`
        : `No position is possible: the BNF fails before this, at character ${last.at + 1}.`,
    ),
    exact &&
      shown.map((group) => {
        const rule = bnf.rules[group.rule];
        const stretches = group.exprs.map((expr) => ({ from: rule.spans[expr][0], to: rule.spans[expr][1], name: "now" }));
        return h(
          "div",
          { class: "frame" },
          h(
            "span",
            { class: "path" },
            group.chain.slice(0, -1).map((name) => `${name} › `),
          ),
          h("span", { class: "rule-name" }, rule.name),
          h("code", {}, painted(rule.text, stretches)),
        );
      }),
    exact && groups.size > shown.length && h("p", { class: "note" }, `and ${groups.size - shown.length} more`),
  ].flat();
}
