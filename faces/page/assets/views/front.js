// The first page: the question, a field that answers at once, stories, and what else there is.

import { ask, fill, h, later, latest, link, pause, problem } from "../dom.js";
import { within } from "../lesson.js";
import { since, years } from "../overview.js";
import { field } from "../strip.js";

const FIRST = "http://a/~b";

/** What else there is: groups of views, each with the sentence that says what it answers. */
const GROUPS = [
  ["A string", [
    ["string", {}, "Why each document takes it or not", true],
    ["court", {}, "Who reads which host: browsers and programs", true],
    ["resolve", {}, "A reference against a base, step by step"],
    ["step", {}, "A match, forward and back"],
  ]],
  ["Documents", [
    ["document", {}, "A document: rules, diagrams, errata"],
    ["compare", {}, "Two documents, with shortest strings"],
    ["history", {}, "A part through all documents"],
    ["film", {}, "The drafts, commit by commit", true],
    ["agree", {}, "Do two readers find the same host?"],
  ]],
  ["Stories and exercises", [
    ["lessons", {}, "All stories, and ten exercises"],
  ]],
  ["Your own grammar", [
    ["own", {}, "Write rules, and see them read a string"],
    ["string", { abnf: "mine = ALPHA \":\" *DIGIT" }, "Your rules beside all documents", true],
    ["compare", { a: "own", b: "rfc3986", abnf: "mine = 1*ALPHA", rule_b: "scheme" }, "Compare your rules with a document's"],
  ]],
];

export async function show(root, values, context) {
  let state = { input: values.input ?? FIRST, escaped: values.escaped === "1" };
  const facts = Object.fromEntries(context.grammars.map((grammar) => [grammar.grammar, grammar]));
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const input = field("A string", state.input, state.escaped, (text, escaped) => {
    state = { input: text, escaped };
    context.keep(state);
    soon();
  });
  const stories = h("ul", { class: "stories" });
  const groups = h("div", { class: "groups" });
  root.append(h("h1", {}, "When did this become a legal URL?"),
    h("p", { class: "lead" }, `Since 1993 ${context.grammars.length} documents have said what a URL is, and no two say the same. Type one, and see what each of them says.`),
    h("section", { class: "ask", "aria-label": "Input" }, input.element), answer,
    h("section", {}, h("h2", {}, "Start with a story"), stories),
    h("section", {}, h("h2", {}, "What else there is"), groups));

  const update = latest(async (signal) => {
    drawGroups();
    const found = await ask("string", { input: state.input, escaped: state.escaped }, signal);
    if (!found.plain && !state.escaped) {
      // A field cannot hold these characters as they are.
      state = { input: found.escaped, escaped: true };
      input.set(found.escaped, true);
      context.keep(state);
    }
    const said = since(found.documents, facts);
    context.say(said);
    fill(answer, h("p", { class: "verdict" }, h("strong", {}, said)),
      years(found.documents, facts, (grammar) => context.go("string", { ...state, to: grammar }, true)),
      h("p", {}, link("string", state, "See why, document by document"), " · ", link("court", state, "Who reads which host in it")));
  }, (error) => fill(answer, problem(error)));
  const soon = later(() => pause(state.input), update);

  function drawGroups() {
    fill(groups, GROUPS.map(([name, entries]) => h("section", {}, h("h3", {}, name),
      h("ul", {}, entries.map(([view, given, text, takes]) => h("li", {}, link(view, { ...(takes ? state : {}), ...given }, text)))))));
  }

  await update();
  try {
    const { lessons } = await ask("lessons");
    fill(stories, lessons.map((lesson) => h("li", {}, h("a", { href: within(lesson.view, `${lesson.id}.1`) }, lesson.title))));
  } catch (error) {
    fill(stories, h("li", {}, problem(error)));
  }
}
