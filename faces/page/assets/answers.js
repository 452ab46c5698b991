// The answers that the current view was drawn from, so that they can be saved.

const known = new Map();

export function remember(question, parameters, answer) {
  known.set(question, { question, parameters, answer });
}

/** Forgets the answers of the view before. */
export function forget() {
  known.clear();
}

export function answers() {
  return [...known.values()];
}

/** The rows of an answer: its documents, or its longest list of objects, each as names and values; else the answer itself. */
export function rows(answer) {
  const lists = Object.values(answer).filter(
    (value) => Array.isArray(value) && value.length > 0 && value.every((one) => one !== null && typeof one === "object" && !Array.isArray(one)),
  );
  const longest = answer.documents ?? lists.sort((a, b) => b.length - a.length)[0] ?? [answer];
  return longest.map((row) => flat(row));
}

/** The values inside an object under names with dots. */
function flat(object, before = "") {
  return Object.entries(object).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return [[before + name, value.every((one) => typeof one !== "object") ? value.join(" ") : JSON.stringify(value)]];
    return typeof value === "object" ? flat(value, `${before}${name}.`) : [[before + name, String(value)]];
  });
}

/** Comma-separated values as RFC 4180 has them. An absent value is an empty field; an empty one is quoted. */
export function csv(answer) {
  const all = rows(answer).map((row) => new Map(row));
  const names = [...new Set(all.flatMap((row) => [...row.keys()]))];
  const cell = (value) => (value === undefined ? "" : value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return [names, ...all.map((row) => names.map((name) => row.get(name)))].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

export function json({ question, parameters, answer }) {
  return `${JSON.stringify({ question, parameters, answer }, null, 2)}\n`;
}

/** An outline of an answer: a line for each value. */
export function text({ answer }) {
  const lines = [];
  const walk = (value, name, depth) => {
    const indent = "  ".repeat(depth);
    if (value === null || typeof value !== "object") return lines.push(`${indent}${name}: ${value}`);
    if (Array.isArray(value) && value.every((one) => one === null || typeof one !== "object")) return lines.push(`${indent}${name}: ${value.join(" ")}`);
    lines.push(`${indent}${name}`);
    return Object.entries(value).forEach(([inner, one]) => walk(one, Array.isArray(value) ? `${Number(inner) + 1}.` : inner, depth + 1));
  };
  for (const [name, value] of Object.entries(answer)) walk(value, name, 0);
  return `${lines.join("\n")}\n`;
}
