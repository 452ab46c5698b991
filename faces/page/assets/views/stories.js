// The lists of lessons and exercises.

import { ask, h, link } from "../dom.js";
import { elements, within } from "../lesson.js";

export async function show(root, values, context) {
  if (values.exercise !== undefined) return (await import("./exercise.js")).exercise(root, values, context);
  const [{ lessons }, { exercises }] = await Promise.all([ask("lessons"), ask("exercises")]);
  const done = new Set((values.done ?? "").split(",").filter(Boolean));
  root.append(
    h("h1", {}, "Stories"),
    h(
      "p",
      { class: "lead" },
      "A story is a text that scrolls beside the page's views, and each view answers to what you type. What a sentence says about syntax is decided by the rules.",
    ),
    h(
      "ol",
      { class: "lessons" },
      lessons.map((lesson) =>
        h(
          "li",
          {},
          h("h2", {}, h("a", { href: within(lesson.view, `${lesson.id}.1`) }, lesson.title)),
          elements(lesson.summary),
          h("p", { class: "note" }, lesson.steps === 1 ? "1 step" : `${lesson.steps} steps`),
        ),
      ),
    ),
    h("h2", {}, "Exercises"),
    h("p", {}, "Write the rule yourself. The answer is the shortest string that is wrong, each way, until your rule is proved."),
    h(
      "ol",
      { class: "exercises" },
      exercises.map((one) =>
        h(
          "li",
          {},
          link("stories", { exercise: one.id, done: values.done }, one.title),
          h("span", { class: "note" }, ` ${one.number}, ${one.notation === "peg" ? "PEG" : "ABNF"}`),
          done.has(one.id) && h("strong", { class: "good" }, " ✓ solved"),
        ),
      ),
    ),
  );
}
