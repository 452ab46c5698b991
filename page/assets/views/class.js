// A quiz for a class, for the teacher: a link and its QR code, the codes that come back, and the proof.

import { Refused, fill, h, later, latest, link, problem, section, yearOf } from "../dom.js";
import { human } from "../overview.js";
import { field, strip } from "../strip.js";
import { MOST, asked, codeOf, kinds, linkOf, quizOf, truth, valuesIn } from "./code.js";
import { qr } from "./qr.js";

/** The most lines of codes, and the longest of a line: more than a class sends. */
const LINES = 500;
const LONG = 200;
/** The documents that a new quiz asks about. */
const FIRST = 4;

export async function show(root, values, context) {
  const state = { input: values.input ?? "http://a/b?x=y", escaped: values.escaped === "1", of: values.of, codes: values.codes, shown: values.shown === "1" };
  const facts = Object.fromEntries(context.grammars.map((grammar) => [grammar.grammar, grammar]));
  const name = (id) => (facts[id] ? human(facts[id]) : id);
  const year = (id) => (facts[id] && !name(id).includes(yearOf(facts[id].date)) ? yearOf(facts[id].date) : "");
  let quiz;
  const again = () => {
    Object.assign(state, { codes: undefined, shown: false });
    area.value = "";
    context.keep(state);
    soon();
  };
  const input = field("The string", state.input, state.escaped, (text, escaped) => {
    Object.assign(state, { input: text, escaped });
    again();
  });
  const boxes = h("div", { class: "guesses", role: "group", "aria-label": `Documents to ask about, at most ${MOST}` });
  const handed = h("div", { class: "answer" });
  const area = h("textarea", { class: "code", rows: 6, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": "Codes of the class, one a line", oninput: () => count() });
  area.value = (state.codes ?? "").split(",").join("\n");
  const told = h("div", { class: "told", "aria-live": "polite" });
  const drawn = h("div", { class: "answer" });
  const revealing = h("button", { type: "button", class: "main", onclick: () => reveal() });
  context.keys.Enter = ["show or hide the proof", () => reveal()];
  root.append(h("h1", {}, "A quiz for a class"),
    h("p", { class: "lead" }, "Your students mark where each document stops reading this string. There is no server and no account: the quiz is a link, and each student hands you a short code."),
    h("section", {}, h("h2", {}, "1. The question"), input.element, h("div", { class: "row" }, input.escapes),
      h("details", { class: "fold", open: true }, h("summary", {}, "Documents"), boxes)),
    h("section", {}, h("h2", {}, "2. The link for students"), handed),
    h("section", {}, h("h2", {}, "3. The codes that come back"), h("p", { class: "note" }, "Paste them here, one a line. A name before a code is ignored, and kept nowhere."), area, told),
    h("section", {}, h("h2", {}, "4. Where the class thinks that it stops"), h("div", { class: "row" }, revealing), drawn));

  const update = latest(async (signal) => {
    if (state.input === "") throw new Refused("Write a string: an empty one has no character to mark.");
    const { found, documents } = await quizOf(state, undefined, signal);
    const chosen = state.of === undefined ? choose(documents) : asked(state.of);
    drawBoxes(documents, chosen);
    quiz = await quizOf(state, chosen, signal);
    if (!found.plain && !state.escaped) {
      Object.assign(state, { input: found.escaped, escaped: true });
      input.set(found.escaped, true);
      context.keep(state);
    }
    fill(handed, handOut(linkOf(quiz)));
    count();
  }, (error) => {
    quiz = undefined;
    fill(handed, problem(error));
    fill(told);
    fill(drawn);
  });
  const soon = later(250, update);

  function drawBoxes(documents, chosen) {
    fill(boxes, documents.map(({ grammar }) => h("label", { class: "guess" },
      h("input", { type: "checkbox", name: grammar, checked: chosen.includes(grammar), onchange: (event) => {
        const others = chosen.filter((one) => one !== grammar);
        state.of = (event.target.checked ? [...others, grammar] : others).join(",");
        again();
      } }), h("span", { class: "date" }, facts[grammar] ? yearOf(facts[grammar].date) : ""), " ", name(grammar))));
  }

  /** The link to copy, the code to scan, and what stands in the way of a phone. */
  function handOut(address) {
    const said = h("p", { class: "note", role: "status" });
    const line = h("input", { type: "text", readonly: true, value: address, class: "mono", "aria-label": "Link for students" });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(address);
        said.textContent = "The link is copied.";
      } catch {
        line.select();
        said.textContent = "This browser does not let the page copy. The link is selected: copy it yourself.";
      }
    };
    const isHere = ["localhost", "[::1]"].includes(location.hostname) || location.hostname.startsWith("127.");
    return [
      isHere && h("p", { class: "note" }, "Only this machine can open this link. For phones, put the folder that ", h("code", {}, "urigram serve --export FOLDER"), " writes on any web server, and make the quiz there."),
      h("div", { class: "row" }, h("label", { class: "field grows" }, line), h("button", { type: "button", onclick: copy }, "Copy"), h("a", { href: address, target: "_blank", rel: "noopener" }, "Open it as a student"), said),
      qr(address, "QR code of the link for students") ?? h("p", { class: "note" }, "The link is too long for a QR code: shorten the string."),
    ];
  }

  /** Reads the codes, and says of each line that is none what is wrong with it. */
  function count() {
    if (!quiz) return;
    const lines = area.value.slice(0, LINES * LONG).split("\n").map((text, at) => [at + 1, text.trim()]).filter(([, text]) => text !== "");
    const answers = [];
    const refused = [];
    const codes = [];
    for (const [at, text] of lines.slice(0, LINES)) {
      try {
        if (text.length > LONG) throw new Refused(`The line is longer than ${LONG} characters.`);
        const marks = valuesIn(quiz, text);
        answers.push(marks);
        codes.push(codeOf(quiz, marks));
      } catch (error) {
        refused.push(h("li", {}, h("strong", {}, `Line ${at}: `), error.message));
      }
    }
    state.codes = codes.join(",") || undefined;
    context.keep(state);
    const much = lines.length > LINES || area.value.length > LINES * LONG;
    fill(told, h("p", {}, `${answers.length} ${answers.length === 1 ? "answer is" : "answers are"} counted${refused.length > 0 ? `, and ${refused.length} ${refused.length === 1 ? "line is" : "lines are"} refused` : ""}.`),
      much && h("p", { class: "problem" }, `Only the first ${LINES} lines are read.`), refused.length > 0 && h("ul", { class: "plain refused" }, refused.slice(0, 20), refused.length > 20 && h("li", {}, `${refused.length - 20} more`)));
    draw(answers);
  }

  function reveal() {
    state.shown = !state.shown;
    context.keep(state);
    count();
  }

  function draw(answers) {
    revealing.textContent = state.shown ? "Hide the proof" : "Show the proof";
    fill(drawn, h("p", { class: "note" }, "A column is a character, and its height the number of students who marked it.", state.shown && " The framed column is where the document's automaton stops."),
      quiz.documents.map((document, index) => histogram(document, answers.map((one) => one[index]))));
  }

  function histogram(document, marks) {
    const counts = new Array(kinds(quiz)).fill(0);
    for (const value of marks) counts[value] += 1;
    const right = truth(quiz, document);
    const most = Math.max(1, ...counts);
    const text = (value) => (value === 0 ? "no mark" : value === quiz.length + 1 ? "the end" : value === quiz.length + 2 ? "accepts" : [...quiz.found.line.text][value - 1]);
    const column = (value) => h("span", { class: `column${value > quiz.length || value === 0 ? " wide" : ""}${state.shown && value === right ? " true" : ""}` },
      h("span", { class: "bar-count" }, counts[value] || ""), h("span", { class: "bar-of", vars: { "--part": counts[value] / most } }), h("span", { class: "bar-char" }, text(value)));
    const order = [...counts.keys()].slice(1);
    const spoken = [...order, 0].filter((value) => counts[value] > 0).map((value) => `${counts[value]} at ${text(value)}${value > 0 && value <= quiz.length ? `, character ${value}` : ""}`).join("; ") || "no answers yet";
    return h("section", { class: "histogram", "data-grammar": document.grammar }, h("h3", {}, name(document.grammar), " ", h("span", { class: "date" }, year(document.grammar))),
      h("div", { class: "columns", role: "img", "aria-label": `${name(document.grammar)}: ${spoken}` }, [...order, ...(counts[0] > 0 ? [0] : [])].map(column)),
      state.shown && proof(document, counts[right], marks.length));
  }

  /** What the document's automaton says. */
  function proof(document, right, of) {
    const score = of === 0 || truth(quiz, document) === 0 ? "" : ` ${right} of ${of} said so.`;
    const see = link("string", { input: state.input, escaped: state.escaped, to: document.grammar }, "See it in all documents");
    if (document.accepted) return h("div", { class: "proof" }, h("p", {}, h("strong", {}, "It accepts the string."), score, " ", see));
    const { error } = document;
    if (document.caret === undefined) return h("div", { class: "proof" }, h("p", {}, error.message, " ", see));
    return h("div", { class: "proof" }, strip(quiz.found.line, [], document.caret),
      h("p", {}, h("strong", {}, document.caret === quiz.length ? "It stops at the end." : `It stops at character ${document.caret + 1}.`), score, " Expected: ",
        error.expected.slice(0, 12).map((one, index) => [index > 0 ? ", " : "", h("code", {}, one)]), error.expected.length > 12 && `, and ${error.expected.length - 12} more`, "; in ",
        link("document", { grammar: document.grammar, rule: error.rule }, error.rule), `, ${section(error.section)}. `, see));
  }

  await update();
}

/** The first documents that read the string differently, and others where these are too few. */
function choose(documents) {
  const seen = new Set();
  const differing = documents.filter((one) => {
    const key = one.accepted ? "accepts" : String(one.caret);
    return !seen.has(key) && seen.add(key);
  });
  return [...differing, ...documents.filter((one) => !differing.includes(one))].slice(0, FIRST).map((one) => one.grammar);
}
