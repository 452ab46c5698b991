// The notation of rules, in tokens: what an editor draws in colours, and which rule a line belongs to.

/** Longer texts are drawn without colours: no rules of that length are read. */
const LONGEST = 20_000;

const ABNF = [
  ["comment", /;[^\n]*/y],
  ["text", /(?:%[si])?"[^"\n]*"?/iy],
  ["number", /%[bdx][0-9a-f]*(?:[-.][0-9a-f]+)*/iy],
  ["prose", /<[^>\n]*>?/y],
  ["repeat", /\d*\*\d*|\d+/y],
  ["operator", /=\/|[=/()[\]]/y],
  ["name", /[a-z][a-z0-9_-]*/iy],
];
const PEG = [
  ["comment", /\/\/[^\n]*/y],
  ["comment", /\/\*(?:[^*\n]|\*(?!\/))*(?:\*\/)?/y],
  ["text", /\^?"(?:\\.|[^"\\\n])*"?/y],
  ["number", /'(?:\\u\{[0-9a-f]*\}|\\.|[^'\\\n])?'?/iy],
  ["repeat", /\{ *\d+ *(?:, *\d*)? *\}|\{ *, *\d+ *\}|[?*+]/y],
  ["operator", /\.\.|[=~|!&(){}_@$[\]-]/y],
  ["name", /[a-z_][a-z0-9_]*/iy],
];

/** The form of a name that is equal for names that mean the same rule. */
export function keyOf(name) {
  return name.toLowerCase().replaceAll("_", "-");
}

/**
 * Returns the lines of rules, each with its tokens, `[kind, text]`, and the rules that it belongs to;
 * undefined for a text that is too long.
 */
export function lines(text, notation) {
  if (text.length > LONGEST) return undefined;
  const kinds = notation === "peg" ? PEG : ABNF;
  let rule;
  return text.split("\n").map((line) => {
    const rules = [];
    const tokens = [];
    let at = 0;
    // The first token that is not blank continues the rule above, if it is indented.
    while (at < line.length) {
      const [kind, found] = token(kinds, line, at);
      at += found.length;
      const defines = kind === "name" && isDefined(line, at, notation, tokens);
      if (defines) rule = keyOf(found);
      if (kind !== "blank" && kind !== "comment" && rule !== undefined && !rules.includes(rule)) rules.push(rule);
      tokens.push([defines ? "defined" : kind, found]);
    }
    return { tokens, rules };
  });
}

function token(kinds, line, at) {
  const blank = /\s+/y;
  blank.lastIndex = at;
  const [skipped] = blank.exec(line) ?? [];
  if (skipped) return ["blank", skipped];
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at;
    const [found] = pattern.exec(line) ?? [];
    if (found) return [kind, found];
  }
  return ["other", String.fromCodePoint(line.codePointAt(at))];
}

/** Whether the name that ends at a place is one that is defined there. */
function isDefined(line, at, notation, before) {
  if (notation === "abnf" && before.some(([kind]) => kind !== "blank")) return false;
  return /^\s*=/.test(line.slice(at, at + 200));
}

/** The rules that a text defines, by the names as written. */
export function defined(text, notation) {
  const found = (lines(text, notation) ?? []).flatMap(({ tokens }) => tokens.filter(([kind]) => kind === "defined").map(([, name]) => name));
  return found.filter((name, at) => found.findIndex((other) => keyOf(other) === keyOf(name)) === at);
}
