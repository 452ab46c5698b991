// An exercise: a sentence of a document, the student's rule, and the shortest strings that are wrong.

import { ask, fill, h, later, latest, link, problem, section } from "../dom.js";
import { editor } from "./editor.js";
import { shown } from "../relations.js";

export async function exercise(root, values, context) {
  const { exercises } = await ask("exercises");
  const at = Math.max(
    0,
    exercises.findIndex((one) => one.id === values.exercise),
  );
  const exercise = exercises[at];
  const state = { exercise: exercise.id, text: values.text ?? exercise.start, done: values.done || undefined, solution: values.solution === "1" || undefined };
  const done = () => new Set((state.done ?? "").split(",").filter(Boolean));
  const verdict = h("section", { class: "judged", "aria-live": "polite", "aria-label": "Verdict" });
  const solution = h("div", {});
  const examples = h("tbody", {});
  const field = editor(`Your rule, in ${exercise.notation === "peg" ? "a PEG as pest reads it" : "ABNF"}`, state.text, (text) => {
    state.text = text;
    context.keep(state);
    soon();
  });
  field.area.setAttribute("data-first", "");
  const other = (by) =>
    exercises[at + by] && link("stories", { exercise: exercises[at + by].id, done: state.done }, by < 0 ? "◀ previous" : "next ▶", { class: "way" });
  const ways = h("nav", { class: "ways", "aria-label": "Exercises" });
  const draw = () =>
    fill(ways, other(-1), link("stories", { done: state.done }, `all exercises: ${done().size} of ${exercises.length} solved`, { class: "way" }), other(1));
  root.append(
    h("h1", {}, exercise.title),
    h("p", { class: "by" }, link("documents", { grammar: exercise.grammar }, exercise.number), `, ${section(exercise.section)}:`),
    h("blockquote", { class: "sentence" }, exercise.sentence),
    h("p", { class: "lead" }, exercise.task),
    h(
      "div",
      { class: "workbench" },
      h(
        "section",
        { "aria-label": "Your rule" },
        h("h2", {}, "Your rule ", h("code", {}, exercise.rule)),
        field.element,
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", onclick: () => take(exercise.start) }, "Begin again"),
          h("button", { type: "button", onclick: reveal }, "Show a solution"),
        ),
        solution,
        exercise.given && h("details", {}, h("summary", {}, "Rules of the document that you may use"), h("pre", { tabindex: "0" }, exercise.given)),
      ),
      h(
        "section",
        { "aria-label": "What is right and wrong" },
        verdict,
        h(
          "table",
          { class: "examples" },
          h("caption", {}, "Examples"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["String", "should be", "by your rule"].map((head) => h("th", { scope: "col" }, head)),
            ),
          ),
          examples,
        ),
      ),
    ),
    ways,
  );
  draw();

  function take(text) {
    state.text = text;
    field.set(text);
    context.keep(state);
    judge();
  }

  async function reveal() {
    state.solution = true;
    context.keep(state);
    await solve();
  }

  async function solve() {
    const found = await ask("exercise", { id: state.exercise, solution: true });
    fill(solution, h("p", { class: "note" }, "A solution; there are others."), h("pre", { tabindex: "0" }, found.solution.trim()));
  }

  const judge = latest(
    async (signal) => {
      const found = (await ask("exercise", { id: state.exercise, [exercise.notation]: state.text || " " }, signal)).verdict;
      field.fault(found.error);
      row(found.examples);
      fill(verdict, judged(found, exercise));
      if (found.proved && !done().has(state.exercise)) {
        state.done = [...done(), state.exercise].join(",");
        context.keep(state);
        draw();
      }
    },
    (error) => fill(verdict, problem(error)),
  );
  const soon = later(400, judge);

  function row(judgedExamples) {
    const known = judgedExamples ?? [...exercise.accepts.map((text) => ({ text, wanted: true })), ...exercise.rejects.map((text) => ({ text, wanted: false }))];
    fill(
      examples,
      known.map(({ text, wanted, accepted }) =>
        h(
          "tr",
          {},
          h("td", {}, h("code", {}, shown(text))),
          h("td", {}, wanted ? "accepted" : "rejected"),
          h(
            "td",
            { class: accepted === undefined ? "" : accepted === wanted ? "good" : "bad" },
            accepted === undefined ? "–" : `${accepted === wanted ? "✓" : "✗"} ${accepted ? "accepted" : "rejected"}`,
          ),
        ),
      ),
    );
  }
  if (state.solution) await solve();
  await judge();
}

function judged(found, exercise) {
  if (found.error) return h("p", { class: "verdict bad" }, "This is not a rule yet: see the mark.");
  if (found.proved) {
    return [
      h("p", { class: "verdict good" }, "Proved: your rule accepts the strings of the document and no others."),
      h("p", { class: "note" }, `Decided for all strings, by two minimal automata of ${found.states} states.`),
    ];
  }
  return [
    h("p", { class: "verdict bad" }, "Not yet."),
    found.missing !== null &&
      found.missing !== undefined &&
      h(
        "p",
        {},
        "The shortest string that is missing: ",
        h("code", { class: "counterexample missing" }, shown(found.missing)),
        found.stops !== null && h("span", { class: "note" }, ` ${exercise.number} accepts it. Your rule ${stopped(found)}.`),
      ),
    found.extra !== null &&
      found.extra !== undefined &&
      h(
        "p",
        {},
        "The shortest string that is too much: ",
        h("code", { class: "counterexample extra" }, shown(found.extra)),
        found.refused && h("span", { class: "note" }, ` Your rule accepts it. ${exercise.number}: ${found.refused.message}.`),
      ),
    found.hints.map((hint) => h("p", { class: "hint" }, hint)),
  ];
}

function stopped({ missing, stops }) {
  const bytes = new TextEncoder().encode(missing).length;
  return stops >= bytes ? "expects more at its end" : stops === 0 ? "stops before its first character" : `stops after ${stops} of ${bytes} bytes`;
}
