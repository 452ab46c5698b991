// A language, drawn with one finger: each character of a string can be moved through the alphabet, and every reader answers.

import { ask, fill, h, later, link, problem, yearOf } from "../dom.js";
import { human } from "../overview.js";
import { field } from "../strip.js";

const FIRST = "http://a/~b";
const LONGEST = 120;

/** The visible characters of US-ASCII and the space, in order. */
const ALPHABET = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at));

/** The places whose answers are kept: somebody who types asks about many. */
const KEPT = 20;

/** The pixels that a finger moves for one character. */
const STEP = 9;

export async function show(root, values, context) {
  const first = values.input ?? FIRST;
  const wanted = Math.trunc(Number(values.at ?? FIRST.indexOf("~"))) || 0;
  let state = { input: first, at: Math.min(Math.max(0, wanted), Math.max(0, [...first].length - 1)), practices: values.practices === "1" };
  const facts = Object.fromEntries(context.grammars.map((grammar) => [grammar.grammar, grammar]));
  const known = new Map();
  let number = 0;
  let found;
  let lines = [];
  const verdict = h("p", { class: "verdict" });
  const shortcut = h("span", {});
  const handles = h("div", { class: "handles", role: "group", "aria-label": "Characters" });
  const rows = h("div", { class: "tracks", "aria-live": "off" });
  const input = field("A string", state.input, false, (text) => {
    put({ input: text, at: Math.min(state.at, Math.max(0, [...text].length - 1)) });
    draw();
    soon();
  });
  const all = h("input", { type: "checkbox", checked: state.practices, onchange: () => {
    put({ practices: all.checked });
    fill(rows, ...tracks());
  } });
  fill(root, h("h1", {}, "Draw the language"),
    h("p", { class: "lead" }, "Take a character and move it: drag it up or down, turn the wheel over it, or use the arrow keys. A row shows the characters that keep the string legal by that document."),
    values.escaped === "1" && h("p", { class: "note" }, "The string has characters that a field cannot hold. They are shown as escapes here, and an escape is read as it stands."),
    h("section", { class: "ask", "aria-label": "Input" }, input.element), handles,
    h("label", { class: "check" }, all, h("span", {}, "programs, too")), rows);
  const soon = later(120, search);

  function put(more) {
    state = { ...state, ...more };
    context.keep(state);
  }

  /** Puts another character into the place of the one that is held. */
  function move(by) {
    const chars = [...state.input];
    const at = ALPHABET.indexOf(chars[state.at]);
    const next = at < 0 ? (by > 0 ? 0 : ALPHABET.length - 1) : Math.min(ALPHABET.length - 1, Math.max(0, at + by));
    choose(ALPHABET[next]);
  }

  function choose(char) {
    const chars = [...state.input];
    if (chars[state.at] === char) return;
    chars[state.at] = char;
    put({ input: chars.join("") });
    input.set(state.input, false);
    handle(state.at, char);
    // The answers for all characters in this place are known: nothing is asked.
    if (!found) return;
    mark();
    context.say(said());
  }

  function hold(at) {
    if (at === state.at && found) return;
    put({ at });
    for (const [index, one] of [...handles.children].entries()) one.setAttribute("aria-current", String(index === at));
    search();
  }

  /** Draws one handle anew. */
  function handle(at, char) {
    const one = handles.children[at];
    if (!one) return;
    one.textContent = drawn(char);
    one.setAttribute("aria-valuetext", char === " " ? "space" : char);
    one.setAttribute("aria-valuenow", String(Math.max(0, ALPHABET.indexOf(char))));
  }

  function draw() {
    const chars = [...state.input];
    const focused = [...handles.children].indexOf(document.activeElement);
    fill(handles, chars.slice(0, LONGEST).map((char, at) => {
      const one = h("span", {
        class: "handle", role: "slider", tabindex: "0", "aria-label": `Character ${at + 1}`, "aria-valuemin": "0", "aria-valuemax": String(ALPHABET.length - 1), "aria-current": String(at === state.at),
        onfocus: () => hold(at), onkeydown: keys, onwheel: (event) => {
          event.preventDefault();
          hold(at);
          move(Math.sign(event.deltaY));
        },
        onpointerdown: (event) => drag(event, one, at),
      });
      return one;
    }));
    for (const [at, char] of chars.slice(0, LONGEST).entries()) handle(at, char);
    if (focused >= 0) handles.children[Math.min(focused, handles.children.length - 1)]?.focus({ preventScroll: true });
  }

  function keys(event) {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -ALPHABET.length, End: ALPHABET.length }[event.key];
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined && along === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (along !== undefined) return handles.children[state.at + along]?.focus();
    move(by);
  }

  function drag(event, one, at) {
    event.preventDefault();
    one.focus();
    one.setPointerCapture(event.pointerId);
    hold(at);
    let from = event.clientY;
    one.onpointermove = ({ clientY }) => {
      const by = Math.trunc((clientY - from) / STEP);
      if (by === 0) return;
      from += by * STEP;
      move(by);
    };
    one.onpointerup = one.onpointercancel = () => {
      one.onpointermove = null;
    };
  }

  /** Asks once for all characters in the place that is held. */
  async function search() {
    const chars = [...state.input];
    if (chars.length === 0) {
      found = undefined;
      return fill(rows, h("p", { class: "note" }, "An empty string has no character to move."));
    }
    number += 1;
    const own = number;
    const [before, after] = [chars.slice(0, state.at).join(""), chars.slice(state.at + 1).join("")];
    const key = `${before}\n${after}`;
    if (known.size >= KEPT && !known.has(key)) known.delete(known.keys().next().value);
    if (!known.has(key)) known.set(key, ask("many", { list: ALPHABET.map((char) => escapes(before + char + after)).join("\n"), escaped: true }));
    try {
      const answer = await known.get(key);
      if (own !== number) return;
      found = answer;
      fill(rows, ...tracks());
      context.say(said());
    } catch (error) {
      known.delete(key);
      if (own === number) fill(rows, problem(error));
    }
  }

  function takes(reader, index, char) {
    const letter = found.strings[ALPHABET.indexOf(char)]?.verdicts[index];
    return letter === undefined ? undefined : letter === "a" || (letter === "f" && !reader.practice);
  }

  /** The table of the place that is held: it is drawn once, and then only marked. */
  function tracks() {
    if (!found) return [];
    const name = (reader) => (facts[reader.grammar] ? link("document", { grammar: reader.grammar }, human(facts[reader.grammar])) : reader.grammar);
    const shown = found.readers.map((reader, index) => ({ reader, index })).filter(({ reader }) => state.practices || !reader.practice);
    lines = shown.map(({ reader, index }) => {
      const cells = ALPHABET.map((char) => h("td", { class: takes(reader, index, char) ? "takes" : "refuses", onclick: () => choose(char) }, drawn(char)));
      const [sign, spoken] = [h("span", { "aria-hidden": "true" }), h("span", { class: "visually-hidden" })];
      const year = facts[reader.grammar] ? ` ${yearOf(facts[reader.grammar].date)}` : "";
      const row = h("tr", { "data-reader": reader.grammar }, h("th", { scope: "row" }, sign, " ", name(reader), spoken, h("span", { class: "date" }, year)), cells);
      return { reader, index, cells, sign, spoken, row };
    });
    const scroll = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Characters that keep the string legal" },
      h("table", { class: "letters" },
        h("caption", {}, "In the place that is held: dark characters keep the string legal, faint ones do not."),
        h("tbody", {}, lines.map(({ row }) => row))));
    queueMicrotask(mark);
    return [verdict, scroll, h("p", { class: "note" }, shortcut)];
  }

  /** Marks the character that stands in the place now, and every reader's verdict on it. */
  function mark() {
    const now = [...state.input][state.at];
    const at = ALPHABET.indexOf(now);
    for (const { reader, index, cells, sign, spoken, row } of lines) {
      row.querySelector(".now")?.classList.remove("now");
      cells[at]?.classList.add("now");
      const ok = takes(reader, index, now);
      const word = ok === undefined ? "undecided" : ok ? "accepted" : "rejected";
      row.className = word;
      sign.className = `sign ${word}`;
      sign.textContent = { accepted: "✓", rejected: "✗", undecided: "?" }[word];
      spoken.textContent = ` ${word}`;
    }
    fill(verdict, h("strong", {}, said()));
    fill(shortcut, link("string", { input: state.input }, "This string, document by document"));
    const cell = lines[0]?.cells[at];
    // The table may not be in the page before the next frame.
    requestAnimationFrame(() => {
      const box = cell?.closest(".scroll");
      if (box) box.scrollLeft = cell.offsetLeft - box.clientWidth * 0.7;
    });
  }

  function said() {
    const now = [...state.input][state.at];
    const documents = found.readers.map((reader, index) => ({ reader, index })).filter(({ reader }) => !reader.practice);
    if (!ALPHABET.includes(now)) return `The character in this place is not in US-ASCII. Move it to begin.`;
    const taken = documents.filter(({ reader, index }) => takes(reader, index, now));
    return `With ${now === " " ? "a space" : now} in this place ${taken.length} of ${documents.length} documents accept it.`;
  }

  draw();
  await search();
}

/** A space is seen, too. */
function drawn(char) {
  return char === " " ? "\u2423" : char;
}

/** A text with everything escaped that a line or an escape would be. */
function escapes(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
}
