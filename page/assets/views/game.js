// A game below the court of hosts: a long string that two readers read differently is given, and a
// shorter one is looked for. The shortest is shown at the end; that it is the shortest is decided.

import { ask, fill, h, later, problem } from "../dom.js";
import { shown } from "../relations.js";

/** How much longer than its beginning the given string is at least, in characters. */
const LONGER = 24;

/** A beginning that is tried first, because people know what it looks like, and what follows at least. */
const PLAIN = ["http://www.good.example", 6];

/** A text as ABNF in which case counts: a number for each character. */
export function literal(text) {
  return `%x${[...text].map((c) => c.codePointAt(0).toString(16)).join(".")}`;
}

/** The strings that begin with a text and have so many characters more, as ABNF. */
function beginning(text, more) {
  return `x = ${text ? `${literal(text)} ` : ""}${more}*%x20-7E`;
}

/** A long string that both readers accept and find different hosts in; undefined if there is none. */
async function long(about, under) {
  const tried = under ? [[under, LONGER]] : [PLAIN, ["", LONGER]];
  for (const [text, more] of tried) {
    const { witness } = await ask("agree", { ...about, if: beginning(text, more) });
    if (witness) return witness.input;
  }
  return undefined;
}

/**
 * Plays with the readers `a` and `b`, each an id with a name. `shortest` is the string to be found,
 * `under` what strings begin with; `kept` has the string that is `tried` and the `best`, and `keep`
 * puts them into the link. `end` is called with the string that was the best.
 */
export async function game(place, { a, b, under, shortest }, kept, keep, end) {
  const about = { a: a.id, b: b.id, component: "host" };
  const given = await long(about, under);
  const goal = [...shortest].length;
  if (given === undefined || [...given].length <= goal) {
    return fill(place, h("p", { class: "lead" }, "No longer string of letters and signs shows a difference, so there is nothing to find."), reveal("Show the shortest"));
  }
  let best = kept.best ?? given;
  const field = h("input", { type: "text", class: "mono tried", size: 40, spellcheck: "false", autocapitalize: "off", autocomplete: "off", value: kept.tried ?? given, oninput: () => soon() });
  const said = h("p", { class: "lead judged-try", role: "status" });
  const score = h("p", { class: "note score" });
  const readers = `${a.name} and ${b.name}`;
  fill(place,
    h("p", {}, `${readers} find different hosts in `, h("code", { class: "given" }, shown(given)), ` (${[...given].length} characters). Find a shorter string that both accept and read differently${under ? `, and that begins with ${shown(under)}` : ""}.`),
    h("label", { class: "field wide" }, h("span", {}, "Your string"), field), said, score, reveal(""));
  const soon = later(60, judge);
  let number = 0;

  function reveal(text) {
    return h("button", { type: "button", class: "reveal", onclick: () => end(best) }, text);
  }

  async function judge() {
    number += 1;
    const own = number;
    try {
      const found = await ask("court", { input: field.value });
      if (own !== number) return;
      const verdict = compared(found, field.value);
      fill(said, verdict.words);
      const length = [...field.value].length;
      if (verdict.differs && length < [...best].length) best = field.value;
      keep({ tried: field.value, best });
      fill(score, verdict.differs && length === goal ? h("strong", { class: "good" }, "That is the shortest: no shorter string shows a difference, which is decided over all strings.")
        : `Your best has ${[...best].length} characters, the shortest has ${goal}.`);
      place.querySelector(".reveal").textContent = [...best].length === goal ? "Show the one that comes first" : "Give up: show the shortest";
    } catch (error) {
      if (own === number) fill(said, problem(error));
    }
  }

  /** What the two readers make of a string, in words. */
  function compared(found, text) {
    const [first, second] = [a, b].map(({ id }) => found.readers.find((one) => one.grammar === id));
    for (const [reader, { name }] of [[first, a], [second, b]]) {
      if (!reader.accepted) return { differs: false, words: `${name} rejects it: ${reader.why}` };
    }
    const chars = [...found.line.text];
    const host = ({ marks }) => marks.find(({ name }) => name === "host");
    const place = (mark) => mark && `${mark.from}-${mark.to}`;
    const named = (mark) => (!mark ? "no host" : mark.from === mark.to ? "an empty host" : shown(chars.slice(mark.from, mark.to).join("")));
    const [one, two] = [host(first), host(second)];
    if (place(one) === place(two)) return { differs: false, words: `Both find ${named(one)}.` };
    if (under && !text.startsWith(under)) return { differs: false, words: `It does not begin with ${shown(under)}.` };
    return { differs: true, words: `They differ: ${a.name} finds ${named(one)}, ${b.name} ${named(two)}.` };
  }

  await judge();
}
