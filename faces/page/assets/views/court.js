// One string before all readers: who finds which host in it, this browser among them.

import { ask, choice, fill, h, later, latest, link, pause, problem } from "../dom.js";
import { shown } from "../relations.js";
import { field, strip } from "../strip.js";

const FIRST = "http:\\\\good.example\\@evil.example";

const TRY = [FIRST, "http://good.example@evil.example/", "http://good_host/", "http://a.1/", "http://good.example:80:81/", "http://ex\tample/"];

export async function show(root, values, context) {
  let state = {
    input: values.input ?? FIRST, escaped: values.escaped === "1",
    a: values.a ?? "rfc3986", b: values.b ?? "whatwg", under: values.under || undefined,
  };
  const answer = h("section", { class: "court", "aria-live": "polite" });
  const input = field("A URL", state.input, state.escaped, (text, escaped) => put({ input: text, escaped }));
  const take = (text) => {
    input.set(text, false);
    put({ input: text, escaped: false });
  };
  const shortest = h("section", { class: "shortest" });
  root.append(h("h1", {}, "Who reads which host?"),
    h("section", { class: "ask", "aria-label": "Input" }, input.element,
      h("div", { class: "row" }, input.escapes,
        TRY.map((text) => h("button", { type: "button", class: "mono", onclick: () => take(text) }, text.replace("\t", "⇥"))))),
    answer, shortest);

  function put(more) {
    state = { ...state, ...more };
    context.keep(state);
    soon();
  }

  const update = latest(async (signal) => {
    const found = await ask("court", { input: state.input, escaped: state.escaped }, signal);
    if (!found.plain && !state.escaped) {
      // A field cannot hold these characters as they are.
      state = { ...state, input: found.escaped, escaped: true };
      input.set(found.escaped, true);
      context.keep(state);
    }
    fill(answer, ...court(found, state.escaped ? null : state.input, context));
    if (shortest.childElementCount === 0) versus(shortest, found.readers, state, put);
  }, (error) => fill(answer, problem(error)));
  const soon = later(() => pause(state.input), update);
  context.keep(state);
  await update();
}

/** The readings, one below the other on the same characters, and what they come to. */
function court(found, text, context) {
  const chars = [...found.line.text];
  const rows = found.readers.map((reader) => ({ ...reader, host: hostOf(reader, chars) }));
  const browser = thisBrowser(text, rows);
  if (browser) rows.push(browser);
  // Each host that somebody finds has a colour, in the order of the readers.
  const hosts = [...new Set(rows.filter((row) => row.accepted).map((row) => row.host?.key ?? ""))];
  const said = summary(rows, hosts);
  context.say(said);
  return [
    h("p", { class: "lead" }, said),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Readings of the host" },
      h("table", { class: "readings" },
        h("thead", {}, h("tr", {}, ["Reader", "The string", "Its host"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, rows.map((row) => reading(row, found.line, hosts))))),
    found.differ && h("p", { class: "note" }, `Of those that accept it: ${found.differ}.`),
    h("p", { class: "note" }, "A document's and a practice's reading is proved from rules. This browser's is what new URL() gave just now; it is framed where it is the URL Standard's."),
  ];
}

function hostOf({ marks, host: serialized }, chars) {
  const mark = marks.find(({ name }) => name === "host");
  return mark && { mark, text: chars.slice(mark.from, mark.to).join(""), key: `${mark.from}-${mark.to}`, serialized };
}

/** What `new URL` of this browser says; nothing for bytes that no field holds. */
function thisBrowser(text, rows) {
  if (text === null) return undefined;
  const row = { grammar: "browser", name: "this browser", practice: true, accepted: true, marks: [] };
  let host;
  try {
    const url = new URL(text);
    // A URL without an authority, such as one with a script, has no host.
    host = url.href.slice(url.protocol.length).startsWith("//") ? url.hostname : undefined;
  } catch (error) {
    return { ...row, accepted: false, error: { message: "new URL() throws" } };
  }
  if (host === undefined) return row;
  const standard = rows.find(({ grammar, accepted }) => grammar === "whatwg" && accepted)?.host;
  const isSame = standard && (standard.serialized ?? standard.text.toLowerCase()) === host;
  return isSame ? { ...row, host: standard, marks: [standard.mark] } : { ...row, host: { text: host, key: `text ${host}` } };
}

function summary(rows, hosts) {
  const accepting = rows.filter((row) => row.accepted);
  const count = (number) => `${number} ${number === 1 ? "reader finds" : "readers find"}`;
  if (accepting.length === 0) return "No reader accepts it.";
  if (hosts.length === 1) {
    const { host } = accepting[0];
    return `${accepting.length} of ${rows.length} readers accept it, and ${accepting.length === 1 ? "it finds" : "all find"} ${named(host)}.`;
  }
  const parts = hosts.map((key) => {
    const same = accepting.filter((row) => (row.host?.key ?? "") === key);
    return `${count(same.length)} ${named(same[0].host)}`;
  });
  return `They differ: ${parts.join(", ")}.`;
}

function named(host) {
  if (!host) return "no host";
  const written = host.serialized === undefined || host.serialized === host.text ? "" : `, serialized ${host.serialized === "" ? "as empty" : shown(host.serialized)}`;
  return `${host.text === "" ? "an empty host" : `the host ${shown(host.text)}`}${written}`;
}

function reading(row, line, hosts) {
  const colour = row.accepted ? `host-${Math.min(hosts.indexOf(row.host?.key ?? ""), 5)}` : "host-none";
  const marks = row.accepted && row.host?.mark ? [{ ...row.host.mark, name: "host" }] : [];
  const said = !row.accepted ? row.error.message : row.violations === undefined ? named(row.host) : `${named(row.host)}; its prose forbids it: ${row.violations[0].message}`;
  return h("tr", { "data-reader": row.grammar, class: `${colour}${row.accepted ? "" : " refuses"}` },
    h("th", { scope: "row" }, row.name, h("span", { class: "date" }, row.name === row.grammar || row.grammar === "browser" ? "" : ` ${row.grammar}`)),
    h("td", {}, h("span", { class: "drawn" }, strip(line, marks, row.caret ?? null))),
    h("td", {}, h("span", { class: row.accepted ? "finds" : "problem" }, said)));
}

/** Below: two readers, a beginning that strings must have, and the shortest string that they read differently. */
function versus(section, readers, state, put) {
  const options = readers.map((reader) => [reader.grammar, reader.name]);
  const result = h("div", { "aria-live": "polite" });
  const now = { a: state.a, b: state.b, under: state.under };
  const beginning = h("input", { type: "text", value: now.under ?? "", size: 30, spellcheck: "false", autocapitalize: "off", placeholder: "https://good.example", onchange: () => change({ under: beginning.value || undefined }) });
  let number = 0;

  function change(more) {
    Object.assign(now, more);
    put(now);
    search();
  }

  async function search() {
    number += 1;
    const own = number;
    fill(result, h("p", { class: "note" }, "searching …"));
    const condition = now.under ? `${now.under.replace(/\*$/, "")}*` : undefined;
    try {
      const found = await ask("agree", { a: now.a, b: now.b, component: "host", if: condition });
      if (own === number) fill(result, ...outcome(found, { ...now, if: condition }));
    } catch (error) {
      if (own === number) fill(result, problem(error));
    }
  }

  fill(section, h("h2", {}, "The shortest string that two readers read differently"),
    h("div", { class: "row pair" }, choice("One", options, now.a, (a) => change({ a })), choice("Another", options, now.b, (b) => change({ b })),
      h("label", { class: "field" }, h("span", {}, "that begins with"), beginning)),
    result);
  search();
}

function outcome(found, { a, b, if: condition }) {
  const { witness } = found;
  const more = link("agree", { a, b, component: "host", if: condition }, "All components of the two");
  if (!witness) return [h("p", { class: "lead" }, `${found.result}: ${found.result === "agrees" ? "in every string that both accept, both find the same host." : found.result === "vacuous" ? "no such string is accepted by both." : "nothing is found."}`), h("p", { class: "note" }, more)];
  const side = (id, span) => h("li", {}, `${id}: `, span ? (span.text === "" ? "an empty host" : h("code", {}, shown(span.text))) : "no host");
  return [
    h("p", { class: "lead" }, link("court", { input: witness.input, a, b }, shown(witness.input), { class: "mono witness" })),
    h("ul", {}, side(a, witness.a), side(b, witness.b)),
    h("p", { class: "note" }, "No shorter string shows a difference: that is decided over all strings. ", more),
  ];
}
