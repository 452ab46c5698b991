// One string before all readers: the hosts that they find in it, each with those that find it; this browser among
// them.

import { ask, fill, h, later, latest, link, pause, problem } from "../dom.js";
import { shown } from "../relations.js";
import { field, strip } from "../strip.js";
import { baseField, isReference } from "./resolve.js";

const FIRST = "http:\\\\good.example\\@evil.example";

const TRY = [FIRST, "http://good.example@evil.example/", "http://good_host/", "http://a.1/", "http://good.example:80:81/", "http://ex\tample/"];

export async function show(root, values, context) {
  const state = { input: values.input ?? FIRST, escaped: values.escaped === "1", base: values.base };
  const put = (more) => {
    Object.assign(state, more);
    context.keep(state);
    soon();
  };
  const answer = h("section", { class: "hosts answer", "aria-live": "polite" });
  const input = field("A URL", state.input, state.escaped, (text, escaped) => put({ input: text, escaped }));
  const take = (text) => {
    input.set(text, false);
    put({ input: text, escaped: false });
  };
  const base = baseField(state, (text) => put({ base: text }));
  root.append(
    h("h1", {}, "Who reads which host?"),
    h(
      "section",
      { class: "ask", "aria-label": "Input" },
      input.element,
      base,
      h(
        "div",
        { class: "row" },
        input.escapes,
        TRY.map((text) => h("button", { type: "button", class: "chip", onclick: () => take(text) }, text.replace("\t", "⇥"))),
      ),
    ),
    answer,
    h("p", {}, link("compare", { a: "rfc3986", b: "whatwg" }, "The shortest string that two readers read differently")),
  );
  const update = latest(
    async (signal) => {
      base.hidden = state.base === undefined && !isReference(state.input);
      const against = base.hidden ? undefined : base.querySelector("input").value;
      const found = await ask("hosts", { input: state.input, escaped: state.escaped, base: against }, signal);
      if (!found.plain && !state.escaped) {
        // A field cannot hold these characters as they are.
        Object.assign(state, { input: found.escaped, escaped: true });
        input.set(found.escaped, true);
        context.keep(state);
      }
      fill(answer, ...drawn(found, state.escaped ? null : state.input, against, context));
    },
    (error) => fill(answer, problem(error)),
  );
  const soon = later(() => pause(state.input), update);
  context.keep(state);
  await update();
}

/** The hosts, the one that most readers find first, and those that refuse the string. */
function drawn(found, text, base, context) {
  const rows = found.readers.map((reader) => {
    const row = { line: found.line, ...reader, accepted: reader.accepted && reader.without === undefined };
    return { ...row, found: hostOf(row, base) };
  });
  const browser = thisBrowser(text, base, rows);
  if (browser) rows.push(browser);
  const accepting = rows.filter((row) => row.accepted);
  const groups = new Map();
  for (const row of accepting) {
    const key = row.found?.key ?? "";
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const said = summary(sorted, rows.length);
  context.say(said);
  return [
    h("p", { class: "verdict" }, h("strong", {}, said)),
    h(
      "ol",
      { class: "host-groups" },
      sorted.map((group, at) => drawGroup(group, at)),
    ),
    refusals(
      rows.filter((row) => !row.accepted),
      found.line,
    ),
    base &&
      h(
        "p",
        { class: "note" },
        "RFC 3986 and the URL Standard resolve the reference by their own steps. Where nothing says how a program does, this is the reference's host or, without scheme and host, the base's.",
      ),
    found.differ && h("p", { class: "note" }, `Of those that accept it: ${found.differ}.`),
    h(
      "p",
      { class: "note" },
      "The reading of a document or program is proved from rules. This browser's is what new URL() gave just now; it stands with the URL Standard where both write the same host.",
    ),
  ];
}

/** What a reader finds: the slice, and the host that the program writes back. Targets have texts of their own, so that those of a base are grouped by the host's letters. */
function hostOf({ marks, host, line }, base) {
  const mark = marks.find(({ name }) => name === "host");
  if (!mark) return undefined;
  const text = [...line.text].slice(mark.from, mark.to).join("");
  const isOther = host !== undefined && host !== text.toLowerCase();
  const slice = base ? text : `${mark.from}-${mark.to}`;
  return { mark, text, serialized: host, key: `${slice}${isOther ? ` ${host}` : ""}` };
}

/** What `new URL` of this browser says; nothing for bytes that no field holds. */
function thisBrowser(text, base, rows) {
  if (text === null) return undefined;
  const row = { grammar: "browser", name: "this browser", accepted: true, marks: [] };
  let url;
  try {
    url = new URL(text, base);
  } catch {
    return { ...row, accepted: false, error: { message: "new URL() throws" } };
  }
  // A URL without an authority, such as one with a script, has no host.
  if (!url.href.slice(url.protocol.length).startsWith("//")) return row;
  const standard = rows.find(({ grammar, accepted }) => grammar === "whatwg" && accepted)?.found;
  const isSame = standard && (standard.serialized ?? standard.text.toLowerCase()) === url.hostname;
  return { ...row, found: isSame ? standard : { text: url.hostname, key: `text ${url.hostname}` } };
}

function summary(groups, count) {
  const accepting = groups.reduce((sum, group) => sum + group.length, 0);
  if (accepting === 0) return "No reader accepts it.";
  if (groups.length > 1) return `${accepting} of ${count} readers accept it, and they find ${groups.length} different hosts.`;
  return `${accepting} of ${count} readers accept it, and ${accepting === 1 ? "it finds" : "all find"} ${named(groups[0][0].found)}.`;
}

function named(host) {
  if (!host) return "no host";
  return host.text === "" ? "an empty host" : `the host ${shown(host.text)}`;
}

function drawGroup(group, at) {
  const { found, line } = group[0];
  const forbidden = group.filter((row) => row.violations !== undefined);
  const written =
    found?.serialized !== undefined && found.serialized !== found.text ? ` written back as ${found.serialized === "" ? "empty" : shown(found.serialized)}` : "";
  return h(
    "li",
    { class: `host-group host-${Math.min(at, 5)}` },
    h("p", { class: "finds" }, `${group.length} find${group.length === 1 ? "s" : ""} ${named(found)}${written}`),
    found?.mark &&
      h(
        "p",
        { class: "scroll drawn", tabindex: "0", role: "region", "aria-label": `Where ${named(found)} is` },
        strip(line, [{ ...found.mark, name: "host" }]),
      ),
    h(
      "p",
      { class: "readers" },
      group.map((row, index) => [index > 0 ? ", " : "", reader(row)]),
    ),
    forbidden.map((row) => h("p", { class: "note" }, `The prose of ${row.name} forbids it: ${row.violations[0].message}`)),
  );
}

function reader(row) {
  return row.grammar === "browser"
    ? h("strong", { "data-reader": row.grammar }, row.name)
    : link("documents", { grammar: row.grammar }, row.name, { "data-reader": row.grammar });
}

/** Those that refuse the string, in one line; what each says is folded. */
function refusals(rows, line) {
  if (rows.length === 0) return null;
  return h(
    "details",
    { class: "refusals" },
    h("summary", {}, `${rows.length} refuse${rows.length === 1 ? "s" : ""} it: ${rows.map((row) => row.name).join(", ")}`),
    h(
      "ul",
      { class: "plain" },
      rows.map((row) =>
        h(
          "li",
          { class: "refuses" },
          reader(row),
          h("div", { class: "drawing" }, strip(row.line ?? line, [], row.caret ?? null)),
          h("p", { class: "why" }, row.without ?? row.error.message),
        ),
      ),
    ),
  );
}
