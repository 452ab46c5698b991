// Many strings: a table of documents by strings, held against expectations.

import { ask, choice, fill, h, later, latest, link, problem, yearOf } from "../dom.js";
import { csv, save } from "../save.js";
import { readings } from "./string.js";

const FIRST = ["+ http://a/b?x=y", "+ http://a/~b", "+ http://[::1]:80/", "+ mailto:a@b.example", "+ urn:example:a?+r", "+ http://a/é", "- http://a/b c", "- http:\\\\a\\b", "- //a/b"].join("\n");

// More columns than these are strings in rows, where not chosen otherwise.
const COLUMNS = 16;

// A page with more rows than these would be slow; the files have them all.
const SHOWN = 200;

const SIGNS = { a: ["✓", "accepted"], f: ["!", "accepted by the rules alone"], r: ["✗", "rejected"], u: ["?", "not text"] };

export async function show(root, values, context) {
  let state = { list: values.list ?? FIRST, escaped: values.escaped === "1", reading: values.reading || undefined, rows: values.rows || undefined };
  const answer = h("div", { class: "answer" });
  const area = h("textarea", { class: "code", rows: 8, spellcheck: "false", autocapitalize: "off", "data-first": true, oninput: () => put({ list: area.value }) });
  area.value = state.list;
  const escapes = h("input", { type: "checkbox", checked: state.escaped, onchange: () => put({ escaped: escapes.checked }) });
  const orders = [["", "by their number"], ["documents", "documents"], ["strings", "strings"]];
  root.append(h("h1", { class: "visually-hidden" }, "Many strings"),
    h("section", { class: "ask", "aria-label": "Input" },
      h("label", { class: "field wide" }, h("span", {}, "Strings, one a line; “+ ” or “- ” before one, or a column with accept or reject, says what you expect"), area),
      h("div", { class: "row" }, readings(state.reading, (reading) => put({ reading })),
        h("label", { class: "check" }, escapes, h("span", {}, "read \\x00, \\n and \\\\ as escapes")),
        choice("Rows are", orders, state.rows ?? "", (rows) => put({ rows: rows || undefined })))), answer);

  function put(more) {
    state = { ...state, ...more };
    context.keep(state);
    soon();
  }

  const update = latest(async (signal) => {
    const found = await ask("many", { list: state.list, escaped: state.escaped, reading: state.reading }, signal);
    fill(answer, draw(withBrowser(found), state, context));
  }, (error) => fill(answer, problem(error)));
  const soon = later(200, update);
  await update();
}

/** Adds the row of this browser: `new URL()` without a base. */
function withBrowser(found) {
  const totals = { taken: 0, as_expected: 0, unexpected: 0 };
  const strings = found.strings.map((one) => {
    const letter = one.input_hex ? "u" : isUrl(one.input) ? "a" : "r";
    totals.taken += letter === "a";
    if (one.expected !== undefined && letter !== "u") totals[one.expected === (letter === "a") ? "as_expected" : "unexpected"] += 1;
    return { ...one, verdicts: one.verdicts + letter, offsets: [...one.offsets, null] };
  });
  return { ...found, strings, readers: [...found.readers, { name: "this browser", browser: true, totals }] };
}

function isUrl(text) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

function draw(found, state, context) {
  const { strings, readers } = found;
  if (strings.length === 0) return h("p", { class: "note" }, "No strings.");
  const expected = strings.filter((one) => one.expected !== undefined).length;
  const dates = Object.fromEntries(context.grammars.map((one) => [one.grammar, yearOf(one.date)]));
  const inRows = (state.rows ?? (strings.length > COLUMNS ? "strings" : "documents")) === "strings";
  const said = `${count(strings.length, "string")}${expected ? `, ${count(expected, "expectation")}` : ""}.`;
  context.say(said);
  const file = `urigram-${found.reading}`;
  return [
    h("div", { class: "row" }, h("p", { class: "lead" }, said),
      save("Save as CSV", `${file}.csv`, "text/csv", () => csv(cells(found))),
      save("Save as JSON", `${file}.json`, "application/json", () => JSON.stringify(objects(found), null, 1))),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Verdicts" }, inRows ? byStrings(found, state, dates) : byDocuments(found, state, dates)),
    inRows ? strings.length > SHOWN && h("p", { class: "note" }, `The first ${SHOWN} are shown; the files have all.`) : listed(strings, state),
    h("p", { class: "note" }, Object.values(SIGNS).slice(0, 3).map(([sign, words]) => `${sign} ${words}`).join("   "), expected ? "   framed: not as expected" : "",
      ". A practice is what software follows; “!” there counts as rejected. This browser reads each string by new URL(), without a base; whatwg is what it reads after tabs, line ends and outer spaces are removed."),
    readers.filter((one) => one.unchecked?.length).map((one) => h("p", { class: "note" }, `${one.grammar}: not checked here: ${one.unchecked.join("; ")}.`)),
  ];
}

function count(number, word) {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

function head(reader, state, dates) {
  if (reader.browser) return reader.name;
  if (reader.practice) return [reader.grammar, h("span", { class: "date" }, " practice")];
  return [link("document", { grammar: reader.grammar, reading: state.reading }, reader.grammar), h("span", { class: "date" }, ` ${dates[reader.grammar] ?? ""}`)];
}

function totalsOf(reader) {
  const { taken, unexpected } = reader.totals;
  return unexpected ? `${taken}, ${unexpected} unexpected` : String(taken);
}

function byDocuments({ strings, readers }, state, dates) {
  const shown = strings.slice(0, SHOWN);
  return h("table", { class: "many" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Reader"), h("th", { scope: "col" }, "Accepted"),
      shown.map((one, index) => h("th", { scope: "col", class: "cell-head", title: one.escaped }, mark(one), String(index + 1))))),
    h("tbody", {}, readers.map((reader, place) => h("tr", { "data-reader": reader.grammar ?? "browser" },
      h("th", { scope: "row" }, head(reader, state, dates)), h("td", { class: "small" }, totalsOf(reader)),
      shown.map((one) => cell(one, place, reader))))));
}

function byStrings({ strings, readers }, state, dates) {
  return h("table", { class: "many upright" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "String"),
      readers.map((reader) => h("th", { scope: "col" }, h("span", {}, head(reader, state, dates))))),
    h("tr", {}, h("th", { scope: "row" }, "Accepted"), readers.map((reader) => h("td", { class: "small" }, totalsOf(reader).replace(" unexpected", " ≠"))))),
    h("tbody", {}, strings.slice(0, SHOWN).map((one) => h("tr", {}, h("th", { scope: "row", class: "text" }, mark(one), toString(one, state)),
      readers.map((reader, place) => cell(one, place, reader))))));
}

function mark(one) {
  if (one.expected === undefined) return "";
  return h("span", { class: "small" }, one.expected ? "+ " : "− ", h("span", { class: "visually-hidden" }, one.expected ? "expected to be accepted " : "expected to be rejected "));
}

function toString(one, state) {
  const text = one.plain ? one.input : one.escaped;
  return link("string", { input: text, escaped: !one.plain, reading: state.reading }, text === "" ? "(the empty string)" : text, { class: "mono" });
}

function cell(one, place, reader) {
  const letter = one.verdicts[place];
  const [sign, words] = SIGNS[letter];
  const taken = letter === "a" || (letter === "f" && !reader.practice);
  const isOdd = one.expected !== undefined && letter !== "u" && one.expected !== taken;
  const offset = one.offsets[place];
  const at = offset === null ? "" : ` at byte ${offset}`;
  return h("td", { class: `verdict-${letter}${isOdd ? " unexpected" : ""}`, title: `${one.escaped}: ${words}${at}` },
    h("span", { "aria-hidden": "true" }, sign), h("span", { class: "visually-hidden" }, words + at + (isOdd ? ", not as expected" : "")));
}

function listed(strings, state) {
  return h("ol", { class: "listed" }, strings.slice(0, SHOWN).map((one) => h("li", {}, mark(one), toString(one, state))));
}

/** A verdict in a file: `accepted`, `forbidden`, `rejected at 9`. */
function word(one, place) {
  const offset = one.offsets[place];
  const plain = { a: "accepted", f: "forbidden", r: "rejected", u: "not text" }[one.verdicts[place]];
  return offset === null ? plain : `${plain} at ${offset}`;
}

function readerName(reader) {
  return reader.grammar ?? reader.name;
}

function expectation(one) {
  return one.expected === undefined ? "" : one.expected ? "accept" : "reject";
}

function cells({ strings, readers }) {
  // Bytes that are not UTF-8 are in no text file: the column of escapes has them.
  return [["string", "escaped", "expected", ...readers.map(readerName)],
    ...strings.map((one) => [one.input, one.escaped, expectation(one), ...readers.map((_, place) => word(one, place))])];
}

function objects({ reading, strings, readers }) {
  return {
    reading,
    strings: strings.map(({ line, input, input_hex, expected, ...one }) => ({
      line, input, input_hex, expected, verdicts: Object.fromEntries(readers.map((reader, place) => [readerName(reader), word(one, place)])),
    })),
    totals: Object.fromEntries(readers.map((reader) => [readerName(reader), reader.totals])),
  };
}
