// A quiz of a teacher, for a student: where does each document stop? The answers become a short code.

import { h, link, yearOf } from "../dom.js";
import { human } from "../overview.js";
import { asked, codeOf, kinds, quizOf, valuesOf } from "./code.js";

export async function show(root, values, context) {
  const state = { escaped: values.escaped === "1", input: values.input, of: values.of, code: values.code };
  root.append(h("h1", {}, "Where does each document stop?"));
  const quiz = await quizOf(state, asked(state.of));
  const facts = Object.fromEntries(context.grammars.map((grammar) => [grammar.grammar, grammar]));
  const marks = quiz.documents.map(() => 0);
  try {
    if (state.code) marks.splice(0, marks.length, ...valuesOf(quiz, state.code));
  } catch {
    // The marks of another quiz, or a code that was changed: nothing is marked.
    state.code = undefined;
  }
  context.keep(state);
  const code = h("output", { class: "answer-code", "aria-label": "Your code" });
  const left = h("p", { class: "note" });
  const copied = h("p", { class: "note", role: "status" });
  const chars = [...quiz.found.line.text];
  root.append(
    h("p", { class: "lead" }, "A document reads a string from its beginning and stops at the first character that cannot be right. Mark that character for each document, or say that it accepts the whole string."),
    ...quiz.documents.map((document, index) => {
      const fact = facts[document.grammar];
      const name = fact ? human(fact) : document.grammar;
      const year = fact && !name.includes(yearOf(fact.date)) ? yearOf(fact.date) : "";
      return h("fieldset", { class: "marks", "data-grammar": document.grammar },
        h("legend", {}, `${name} `, h("span", { class: "date" }, year)),
        h("div", { class: "marked" }, chars.map((c, at) => option(index, at + 1, c, `${c} at ${at + 1}`)),
          option(index, quiz.length + 1, "the end comes too soon"), option(index, quiz.length + 2, "accepts it")));
    }),
    h("section", { class: "handed-in" }, h("h2", {}, "Your code"), left, h("p", {}, code), h("div", { class: "row" }, h("button", { type: "button", onclick: copy }, "Copy the code"), copied),
      h("p", { class: "note" }, "Give this code to your teacher. It has your marks and no name, and nothing is sent from here. ",
        link("class", { escaped: state.escaped, input: state.input, of: state.of }, "For teachers"))));
  tell();

  function option(index, value, text, spoken = text) {
    return h("label", { class: value > quiz.length ? "mark-word" : "mark-char" },
      h("input", { type: "radio", name: `mark-${index}`, value: String(value), checked: marks[index] === value, "aria-label": spoken, onchange: () => mark(index, value) }),
      h("span", { "aria-hidden": "true" }, text));
  }

  function mark(index, value) {
    if (value >= kinds(quiz)) return;
    marks[index] = value;
    state.code = codeOf(quiz, marks);
    context.keep(state);
    tell();
  }

  function tell() {
    const open = marks.filter((value) => value === 0).length;
    left.textContent = open === marks.length ? "It appears when you mark a character." : open > 0 ? `${open} of ${marks.length} documents have no mark yet.` : "Every document has a mark.";
    code.textContent = open === marks.length ? "" : codeOf(quiz, marks);
    copied.textContent = "";
  }

  async function copy() {
    if (!code.textContent) return;
    try {
      await navigator.clipboard.writeText(code.textContent);
      copied.textContent = "The code is copied.";
    } catch {
      getSelection().selectAllChildren(code);
      copied.textContent = "This browser does not let the page copy. The code is selected: copy it yourself.";
    }
  }
}
