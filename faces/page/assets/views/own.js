// Rules of one's own while they are written: the verdict, the tree over the string, and remarks beside the lines.

import { ask, choice, fill, h, later, latest, problem } from "../dom.js";
import { editor } from "./editor.js";
import { defined, keyOf } from "./paint.js";
import { shown } from "../relations.js";
import { field, strip } from "../strip.js";
import { tree } from "./tree.js";

const FIRST = { abnf: 'mine = ALPHA *( ALPHA / DIGIT ) ":" *VCHAR', peg: "mine = { 'a'..'z'+ ~ \":\" ~ ANY* }" };

/** Remarks that say the least: shown when asked for. */
const QUIET = ["case", "unused", "size", "import", "prose"];

export async function show(root, values, context) {
  const state = {
    ...given(values),
    rule: values.rule || undefined,
    input: values.input ?? "ab:c",
    escaped: values.escaped === "1" || undefined,
    all: values.all === "1" || undefined,
    examples: values.examples || undefined,
  };
  let notation = state.peg === undefined ? "abnf" : "peg";
  let nodes = [];
  const kind = choice(
    "Notation",
    [
      ["abnf", "ABNF"],
      ["peg", "PEG, as pest reads it"],
    ],
    notation,
    (chosen) => take(chosen, state[notation] === FIRST[notation] ? FIRST[chosen] : state[notation]),
  );
  const files = h("input", { type: "file", multiple: true, accept: ".abnf,.pest", onchange: read });
  const rules = editor(
    "Rules of my own",
    state[notation],
    (text) => {
      state[notation] = text;
      changed();
    },
    { notation, onrule: (name) => lightRule(name) },
  );
  const start = h("select", {
    "aria-label": "Start rule",
    onchange: () => {
      state.rule = start.value || undefined;
      context.keep(state);
      soon();
    },
  });
  const input = field("A string", state.input, Boolean(state.escaped), (text, escaped) => {
    Object.assign(state, { input: text, escaped: escaped || undefined });
    context.keep(state);
    soon();
  });
  const verdict = h("div", { class: "answer", "aria-live": "polite" });
  const drawing = h("div", { class: "trees" });
  const kept = examples(state, context, (text) => {
    Object.assign(state, { input: text, escaped: undefined });
    input.set(text, false);
    context.keep(state);
    update();
  });
  const hint = "Point at a bar of the tree, or at a rule: the other one is marked.";
  const linked = h("p", { class: "note" }, hint);
  const margin = h("div", { class: "margin", "aria-live": "polite" });
  root.append(
    h("h1", {}, "Rules of my own"),
    h(
      "div",
      { class: "row" },
      kind,
      h("label", { class: "field" }, h("span", {}, "From files"), files),
      h("label", { class: "field" }, h("span", {}, "Start"), start),
      h("span", { class: "note" }, "The core rules of RFC 5234 (ALPHA, DIGIT, …) can be used."),
    ),
    h(
      "div",
      { class: "workbench" },
      h("section", { class: "own-rules", "aria-label": "Rules" }, rules.element, margin),
      h(
        "section",
        { "aria-label": "A string by these rules" },
        input.element,
        h("div", { class: "row" }, input.escapes, kept.buttons),
        verdict,
        drawing,
        linked,
        kept.element,
      ),
    ),
  );
  drawing.addEventListener("pointerover", overBar);
  drawing.addEventListener("focusin", overBar);
  drawing.addEventListener("pointerleave", () => lightNodes(undefined, []));
  drawing.addEventListener("focusout", () => lightNodes(undefined, []));

  /** Takes the rules of files: those in ABNF of a folder that has both notations. */
  async function read() {
    const all = [...files.files];
    if (all.length === 0) return;
    const isPeg = ({ name }) => name.endsWith(".pest");
    const chosen = all.every(isPeg) ? "peg" : "abnf";
    const texts = all.filter((file) => isPeg(file) === (chosen === "peg")).map((file) => file.text());
    files.value = "";
    kind.querySelector("select").value = chosen;
    take(chosen, (await Promise.all(texts)).join("\n").replaceAll("\r\n", "\n"));
  }

  function take(chosen, text) {
    delete state[notation];
    notation = chosen;
    Object.assign(state, { [chosen]: text, rule: undefined });
    rules.set(text, chosen);
    changed();
  }

  function changed() {
    context.keep(state);
    names();
    soon();
    remarkSoon();
  }

  /** The rules that can be the start. */
  function names() {
    const all = defined(state[notation], notation);
    if (state.rule !== undefined && !all.some((name) => keyOf(name) === keyOf(state.rule))) state.rule = undefined;
    fill(
      start,
      h("option", { value: "" }, all.length > 0 ? `the first, ${all[0]}` : "the first"),
      all.slice(1).map((name) => h("option", { value: name, selected: name === state.rule }, name)),
    );
  }

  const update = latest(
    async (signal) => {
      nodes = [];
      kept.judge(notation);
      const found = await ask("own", { [notation]: state[notation], rule: state.rule, input: state.input, escaped: state.escaped, tree: true }, signal);
      rules.fault(found.error ?? undefined);
      if (found.error) {
        context.say("The rules cannot be read.");
        fill(verdict, h("p", { class: "note" }, "The rules cannot be read yet: the place is marked."));
        return fill(drawing);
      }
      nodes = found.nodes ?? [];
      fill(
        verdict,
        judged(found),
        found.nested && h("p", { class: "note" }, `${found.rule} is recursive: it is read by ${found.way}.`),
        found.no_tree && h("p", { class: "note" }, found.no_tree),
        (found.ambiguous ?? []).length > 0 &&
          h(
            "p",
            { class: "note" },
            `The rules read ${[...new Set(found.ambiguous.map((at) => nodes[at][0]))].join(", ")} in several ways here, and nothing inside is drawn.`,
          ),
      );
      fill(drawing, nodes.length > 0 && tree(found.line, nodes, { label: "Tree by my rules", open: true }));
    },
    (error) => {
      rules.fault(undefined);
      fill(verdict, problem(error));
      fill(drawing);
    },
  );
  const soon = later(200, update);

  function judged(found) {
    const at = found.caret + 1;
    const said = found.accepted
      ? `Accepted by ${found.rule}.`
      : found.caret >= [...found.line.text].length
        ? `${found.rule} does not end here.`
        : `${found.rule} stops at character ${at.toLocaleString("en")}.`;
    context.say(said);
    if (found.accepted) return h("p", { class: "verdict good" }, said);
    const inside = found.open?.at(-1);
    return h(
      "div",
      {},
      h("p", { class: "verdict bad" }, said),
      h("div", { class: "drawing" }, strip(found.line, [], found.caret)),
      found.expected?.length > 0 &&
        h(
          "p",
          { class: "why" },
          "expected ",
          found.expected.slice(0, 12).map((one, index) => [index > 0 ? ", " : "", h("code", {}, one)]),
        ),
      inside && h("p", { class: "note" }, "inside ", h("code", {}, inside[0]), `, which begins at character ${inside[1] + 1}`),
    );
  }

  const remark = latest(
    async (signal) => {
      const found = await ask("remarks", { [notation]: state[notation] }, signal);
      const listed = found.findings.filter((one) => state.all || !QUIET.includes(one.id));
      const quiet = found.findings.length - listed.length;
      rules.notes(listed);
      fill(
        margin,
        h("h2", {}, "Remarks"),
        found.read === false
          ? h("p", { class: "note" }, "Rules that cannot be read have no remarks.")
          : listed.length === 0 && h("p", { class: "note" }, "No surprises found: no string has two readings or is lost to the first match."),
        listed.length > 0 && h("ul", { class: "plain remarks" }, listed.slice(0, 60).map(one)),
        listed.length > 60 && h("p", { class: "note" }, `${listed.length - 60} more are not shown.`),
        (quiet > 0 || state.all) &&
          h(
            "button",
            {
              type: "button",
              "aria-pressed": String(Boolean(state.all)),
              onclick: () => {
                state.all = state.all ? undefined : true;
                context.keep(state);
                remark();
              },
            },
            state.all ? "Hide small notes" : quiet === 1 ? "Show a small note" : `Show ${quiet} small notes`,
          ),
      );
    },
    (error) => {
      rules.notes([]);
      fill(margin, h("h2", {}, "Remarks"), h("p", { class: "note" }, error.message));
    },
  );
  const remarkSoon = later(600, remark);

  function one(finding) {
    return h(
      "li",
      { class: `remark-${finding.level}` },
      h("button", { type: "button", onclick: () => rules.goTo(finding) }, `line ${finding.line}`),
      " ",
      finding.rule && h("code", {}, finding.rule),
      `${finding.rule ? ": " : ""}${finding.message} `,
      finding.string !== null &&
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              const escaped = finding.string.includes("\\");
              Object.assign(state, {
                input: finding.string,
                escaped: escaped || undefined,
                rule: defined(state[notation], notation).find((name) => keyOf(name) === keyOf(finding.rule)),
              });
              input.set(finding.string, escaped);
              context.keep(state);
              names();
              update();
            },
          },
          "Try it",
        ),
    );
  }

  function overBar(event) {
    const bar = event.target.closest(".bar");
    if (bar) lightNodes(nodes[bar.dataset.node][0], [Number(bar.dataset.node)]);
  }

  /** Marks a rule in the text, its bars, and the characters beneath them. */
  function lightNodes(name, chosen) {
    rules.light(name);
    const cells = [...drawing.querySelectorAll(".cell-char")];
    for (const cell of cells) cell.classList.remove("lit");
    for (const at of chosen) for (let column = nodes[at][1]; column < nodes[at][2]; column += 1) cells[column]?.classList.add("lit");
    for (const bar of drawing.querySelectorAll(".bar")) bar.classList.toggle("lit", chosen.includes(Number(bar.dataset.node)));
  }

  function lightRule(name) {
    const chosen = name === undefined ? [] : [...nodes.keys()].filter((at) => keyOf(nodes[at][0]) === name);
    lightNodes(name, chosen);
    linked.textContent =
      name === undefined || nodes.length === 0 ? hint : `${name} is in ${chosen.length} ${chosen.length === 1 ? "place" : "places"} of the tree.`;
  }

  names();
  remark();
  await update();
}

/** A visitor's own examples, each with the verdict that it should have: a line `+text` or `-text` in the link. */
function examples(state, context, look) {
  const element = h("section", { class: "own-examples", "aria-live": "polite", "aria-label": "My examples" });
  const all = () => (state.examples ?? "").split("\n").filter(Boolean);
  const put = (lines) => {
    state.examples = [...new Set(lines)].join("\n") || undefined;
    context.keep(state);
    judge(state.peg === undefined ? "abnf" : "peg");
  };
  const keep = (sign, words) =>
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          // A line of the list holds a string without line ends.
          if (!state.escaped && !/[\r\n]/.test(state.input)) put([...all().filter((line) => line.slice(1) !== state.input), sign + state.input]);
        },
      },
      words,
    );
  const verdicts = new Map();
  const draw = () =>
    fill(
      element,
      all().length > 0 && [
        h("h2", {}, "My examples"),
        h(
          "table",
          { class: "examples" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["String", "should be", "is", "Remove"].map((head) => h("th", { scope: "col" }, head)),
            ),
          ),
          h(
            "tbody",
            {},
            all().map((line) => {
              const [wanted, accepted] = [line[0] === "+", verdicts.get(line)];
              return h(
                "tr",
                {},
                h("td", {}, h("button", { type: "button", class: "chip", onclick: () => look(line.slice(1)) }, shown(line.slice(1)))),
                h("td", {}, wanted ? "accepted" : "rejected"),
                h(
                  "td",
                  { class: accepted === undefined ? "" : accepted === wanted ? "good" : "bad" },
                  accepted === undefined ? "…" : `${accepted === wanted ? "✓" : "✗"} ${accepted ? "accepted" : "rejected"}`,
                ),
                h(
                  "td",
                  {},
                  h("button", { type: "button", "aria-label": `Remove ${line.slice(1)}`, onclick: () => put(all().filter((other) => other !== line)) }, "×"),
                ),
              );
            }),
          ),
        ),
      ],
    );
  let notation = "abnf";
  const asked = latest(
    async (signal) => {
      verdicts.clear();
      for (const line of all()) {
        const found = await ask("own", { [notation]: state[notation], rule: state.rule, input: line.slice(1) }, signal);
        if (found.error) break;
        verdicts.set(line, found.accepted);
      }
      draw();
    },
    () => draw(),
  );
  const judge = (now) => {
    notation = now;
    draw();
    asked();
  };
  return { element, judge, buttons: [keep("+", "Keep as accepted"), keep("-", "Keep as rejected")] };
}

/** The rules of a link. */
function given({ abnf, peg }) {
  return peg !== undefined ? { peg } : { abnf: abnf ?? FIRST.abnf };
}
