// Predict, then reveal. The same seed gives every class the same questions.

import { ask, fill, h, link, yearOf } from "../dom.js";
import { spoken, strip } from "../strip.js";

export async function show(root, values, context) {
  const state = { seed: values.seed ?? "1993", n: Number(values.n) || 1, answer: values.answer || undefined, shown: values.shown === "1" ? "1" : undefined, right: Number(values.right) || 0, of: Number(values.of) || 0 };
  context.keep(state);
  const question = await ask("quiz", { seed: state.seed, n: state.n });
  const chosen = new Set((state.answer ?? "").split(",").filter(Boolean));
  const body = h("section", { class: "question" });
  const result = h("section", { class: "result", "aria-live": "polite" });
  const next = () => context.go("quiz", { ...state, n: state.n + 1, answer: undefined, shown: undefined }, true);
  const revealing = h("button", { type: "button", class: state.shown ? null : "main", disabled: Boolean(state.shown), onclick: () => reveal() }, "Reveal");
  // The second click of a double click on the button before it is none on this one.
  const going = h("button", { type: "button", class: state.shown ? "main" : null, onclick: (event) => event.detail < 2 && next() }, "Next");
  const reveal = async () => {
    if (state.shown) return;
    state.shown = "1";
    revealing.disabled = true;
    revealing.classList.remove("main");
    going.classList.add("main");
    going.focus({ preventScroll: true });
    const good = await judge();
    state.of += 1;
    state.right += good ? 1 : 0;
    context.keep(state);
    counted();
  };
  context.keys.Enter = ["reveal, then next", () => (state.shown ? next() : reveal())];
  context.keys.n = ["next question", next];
  const seed = h("input", { type: "number", min: 0, value: state.seed, "aria-label": "Seed", onchange: () => context.go("quiz", { seed: seed.value || "1993", n: 1 }) });
  const score = h("span", { class: "score" });
  const counted = () => fill(score, state.of > 0 ? `${state.right} of ${state.of} right` : "");
  counted();
  const asked = question.kind === "who" ? "Which documents accept this string?" : `Where does ${question.grammar} stop reading?`;
  root.append(
    h("div", { class: "row" }, h("h1", {}, `Question ${question.n}`), h("label", { class: "field" }, h("span", {}, "Seed"), seed), score,
      link("class", { input: question.escaped, escaped: question.escaped.includes("\\") }, "Ask a class this string")),
    body, h("div", { class: "row" }, revealing, going), result);
  const keep = () => {
    state.answer = [...chosen].join(",") || undefined;
    context.keep(state);
  };
  fill(body, h("p", { class: "lead" }, asked), question.kind === "who" ? who() : where());
  if (state.shown) await judge();

  function who() {
    const of = Math.min(context.grammars.length, 9);
    context.grammars.slice(0, of).forEach((grammar, index) => { context.keys[`${index + 1}`] = ["", () => document.getElementById(`guess-${grammar.grammar}`)?.click()]; });
    return [h("p", { class: "asked" }, strip(question.line)),
      h("div", { class: "guesses", role: "group", "aria-label": "Documents" }, context.grammars.map((grammar) => h("label", { class: "guess", "data-grammar": grammar.grammar },
        h("input", { type: "checkbox", id: `guess-${grammar.grammar}`, checked: chosen.has(grammar.grammar), disabled: Boolean(state.shown), onchange: (event) => {
          if (event.target.checked) chosen.add(grammar.grammar);
          else chosen.delete(grammar.grammar);
          keep();
        } }), h("span", { class: "date" }, yearOf(grammar.date)), " ", grammar.grammar)))];
  }

  function where() {
    const chars = [...question.line.text];
    const pick = (index) => {
      chosen.clear();
      chosen.add(String(index));
      keep();
      for (const button of body.querySelectorAll(".letters button")) button.setAttribute("aria-pressed", String(button.dataset.at === String(index)));
    };
    const move = (by) => {
      const now = chosen.size > 0 ? Number([...chosen][0]) : -1;
      pick(Math.max(0, Math.min(chars.length - 1, now + by)));
    };
    context.keys.ArrowRight = ["a character on", () => move(1)];
    context.keys.ArrowLeft = ["a character back", () => move(-1)];
    return h("p", { class: "asked letters", role: "group", "aria-label": "The first character that cannot be right" }, chars.map((c, index) =>
      h("button", { type: "button", "data-at": index, "aria-pressed": String(chosen.has(String(index))), "aria-label": `${c} at ${index}`, disabled: Boolean(state.shown), onclick: () => pick(index) }, c)));
  }

  async function judge() {
    const truth = await ask("string", { input: question.escaped, escaped: true });
    for (const input of body.querySelectorAll("input, button")) input.disabled = true;
    const again = link("string", { input: question.escaped, escaped: question.escaped.includes("\\") }, "See it in all documents");
    if (question.kind === "where") {
      const own = truth.documents.find((one) => one.grammar === question.grammar);
      const good = chosen.has(String(own.caret));
      fill(result, h("p", { class: `verdict ${good ? "good" : "bad"}` }, good ? "Right." : chosen.size > 0 ? "Not there." : "This is the place."),
        strip(truth.line, [], own.caret), h("p", {}, own.error.message), again);
      return good;
    }
    const accepting = new Set(truth.documents.filter((one) => one.accepted).map((one) => one.grammar));
    const wrong = context.grammars.map((one) => one.grammar).filter((id) => accepting.has(id) !== chosen.has(id));
    for (const guess of body.querySelectorAll(".guess")) {
      const id = guess.dataset.grammar;
      guess.classList.toggle("wrong", wrong.includes(id));
      if (guess.querySelector(".truth")) continue;
      guess.append(h("span", { class: `truth ${accepting.has(id) ? "accepts" : "rejects"}` }, accepting.has(id) ? " ✓ accepts" : " ✗ rejects"),
        ...(wrong.includes(id) ? [h("span", { class: "missed" }, " wrong guess")] : []));
    }
    const explained = truth.documents.filter((one) => wrong.includes(one.grammar)).map((one) => h("li", { "data-grammar": one.grammar },
      h("strong", {}, one.grammar), one.accepted ? ` accepts it: ${spoken(truth.line, one.marks) || "the whole string"}` : ` rejects it: ${one.error?.message ?? "undecided"}`));
    fill(result, h("p", { class: `verdict ${wrong.length === 0 ? "good" : "bad"}` }, wrong.length === 0 ? "All right." : `${wrong.length} of ${context.grammars.length} wrong.`),
      explained.length > 0 && h("ul", { class: "plain" }, explained), again);
    return wrong.length === 0;
  }
}
