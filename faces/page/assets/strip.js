// A string in characters of one width, with its parts marked and named beneath.

import { h } from "./dom.js";

/** The columns at which characters begin; wide characters take two. */
function columns(line) {
  const wide = new Set(line.wide);
  const starts = [0];
  [...line.text].forEach((_, index) => starts.push(starts[index] + (wide.has(index) ? 2 : 1)));
  return starts;
}

/** The string itself, coloured by the innermost part; `caret` is the place of a rejection. */
export function strip(line, marks = [], caret = null) {
  const chars = [...line.text];
  const wide = new Set(line.wide);
  const of = new Array(chars.length).fill(null);
  for (const mark of marks) for (let at = mark.from; at < mark.to && at < chars.length; at += 1) of[at] = mark;
  const row = h("span", { class: "chars" });
  let from = 0;
  for (let at = 1; at <= chars.length; at += 1) {
    const cut = at === chars.length || of[at] !== of[from] || wide.has(at) || wide.has(at - 1) || at === caret || at - 1 === caret;
    if (!cut) continue;
    const part = of[from];
    const names = [
      part ? "part" : "between",
      part && `c-${part.name}`,
      wide.has(from) && "wide",
      from === caret && "here",
      caret !== null && from > caret && "after",
    ];
    if (chars.length > 0) row.append(h("span", { class: names.filter(Boolean).join(" ") }, chars.slice(from, at).join("")));
    from = at;
  }
  if (caret !== null && caret >= chars.length) row.append(h("span", { class: "here end" }, "\u00a0"));
  if (chars.length === 0 && caret === null) row.append(h("span", { class: "between" }, "\u00a0"));
  return row;
}

/** Brackets with labels under a strip; parts that contain others are below them. */
export function labels(line, marks, own = true) {
  const starts = columns(line);
  const rows = h("span", { class: "labels", "aria-hidden": "true" });
  const visible = merged(
    marks.filter((mark) => mark.from < mark.to),
    own,
  );
  if (visible.length > 24) return rows;
  const levels = visible.map(() => 0);
  for (let outer = visible.length - 1; outer >= 0; outer -= 1) {
    for (let inner = outer + 1; inner < visible.length; inner += 1) {
      const inside = visible[inner].from < visible[outer].to && visible[inner].to <= visible[outer].to;
      if (inside) levels[outer] = Math.max(levels[outer], levels[inner] + 1);
    }
  }
  for (let level = 0; level <= Math.max(0, ...levels); level += 1) {
    const here = visible.filter((_, index) => levels[index] === level);
    const brackets = h("span", { class: "brackets" });
    const lines = [];
    for (const mark of here) {
      const [left, right] = [starts[mark.from], starts[mark.to]];
      brackets.append(h("span", { class: `bracket c-${mark.name}`, vars: { "--at": left, "--long": right - left } }));
      const name = mark.text;
      const long = Math.ceil(name.length * 0.78) + 1;
      let depth = lines.findIndex((end) => end <= left);
      if (depth < 0) depth = lines.push(0) - 1;
      lines[depth] = left + long;
      brackets.append(h("span", { class: `label c-${mark.name}`, vars: { "--at": left, "--line": depth } }, name));
    }
    brackets.style.setProperty("--lines", lines.length);
    rows.append(brackets);
  }
  return rows;
}

/** Parts with the same characters share a bracket in the colour of the innermost. */
function merged(marks, own) {
  const all = [];
  for (const mark of marks) {
    const same = all.find((one) => one.from === mark.from && one.to === mark.to);
    const text = labelled(mark, own);
    if (same) Object.assign(same, { name: mark.name, text: `${same.text} = ${text}` });
    else all.push({ ...mark, text });
  }
  return all;
}

export function labelled(mark, own = true) {
  const differs = own && mark.rule && mark.rule.toLowerCase().replaceAll("_", "-") !== mark.name;
  return differs ? `${mark.name} · ${mark.rule}` : mark.name;
}

/** The parts in words, for screen readers. */
export function spoken(line, marks) {
  const chars = [...line.text];
  return marks.map((mark) => `${mark.name}: ${chars.slice(mark.from, mark.to).join("") || "empty"}`).join("; ");
}

/** A text field for an input of any bytes: escapes are read where they are needed. */
export function field(label, value, escaped, oninput) {
  const area = h("textarea", {
    class: "string",
    rows: 1,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "data-first": true,
    "aria-label": label,
    oninput: changed,
  });
  const box = h("input", { type: "checkbox", checked: escaped, onchange: changed });
  area.value = value;
  function changed() {
    fit();
    oninput(area.value, box.checked);
  }
  function fit() {
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, 320)}px`;
  }
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !area.value.includes("\n")) event.preventDefault();
  });
  area.addEventListener("shown", fit);
  return {
    area,
    box,
    fit,
    element: h("label", { class: "field wide" }, h("span", {}, label), area),
    escapes: h("label", { class: "check" }, box, h("span", {}, "read \\x00, \\n and \\\\ as escapes")),
    set: (text, escapes) => {
      area.value = text;
      box.checked = escapes;
      fit();
    },
  };
}
