// A field for rules: line numbers, the notation in colours, and marks at the places that somebody speaks of.

import { h, styled } from "../dom.js";
import { keyOf, lines } from "./paint.js";

await styled("rules.css");

const SIGNS = { error: "✗", warning: "▲", note: "•" };

let count = 0;

/**
 * Returns the editor's element, and what changes its marks: `fault` marks an error or, given nothing,
 * none; `light` a rule; `notes` the lines of remarks. `onrule` is told the rule at which somebody looks.
 */
export function editor(label, text, oninput, { notation = "abnf", onrule = undefined } = {}) {
  const gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  const message = h("p", { class: "fault-message", id: `fault-${(count += 1)}`, hidden: true });
  const paint = h("div", { class: "paint", "aria-hidden": "true" });
  const area = h("textarea", {
    class: "code",
    wrap: "off",
    rows: 8,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": label,
    oninput: () => {
      draw();
      oninput(area.value);
    },
    onscroll: follow,
    onkeyup: atCaret,
    onclick: atCaret,
    onpointermove: underPointer,
    onpointerleave: () => look(undefined),
    onblur: () => look(undefined),
  });
  area.value = text;
  let marked;
  let lit;
  let remarks = new Map();
  let seen;
  let painted = [];

  function draw() {
    painted = lines(area.value, notation) ?? [];
    const length = painted.length || area.value.split("\n").length;
    area.rows = Math.min(Math.max(6, length + 1), 20);
    area.classList.toggle("is-painted", painted.length > 0);
    paint.replaceChildren(
      ...painted.map(({ tokens, rules }, at) =>
        h("div", { class: `code-line${rules.includes(lit) ? " lit" : ""}` }, marked?.line === at + 1 ? withFault(tokens) : tokens.map(drawn)),
      ),
    );
    gutter.replaceChildren(
      ...Array.from({ length }, (_, at) => {
        const isFault = marked?.line === at + 1;
        const sign = isFault ? "error" : remarks.get(at + 1);
        return h("span", { class: isFault ? "fault" : sign && `sign-${sign}` }, sign ? `${SIGNS[sign]} ${at + 1}` : String(at + 1));
      }),
    );
    follow();
  }

  /** The token at which the error is, or the end of the line. */
  function withFault(tokens) {
    let before = 0;
    let isFound = false;
    const all = tokens.map(([kind, one]) => {
      const isHere = !isFound && marked.column - 1 < before + one.length;
      before += one.length;
      isFound ||= isHere;
      return isHere ? h("span", { class: `t-${kind} wrong` }, one) : drawn([kind, one]);
    });
    return isFound ? all : [...all, h("span", { class: "wrong" }, "\u00a0")];
  }

  function drawn([kind, one]) {
    return kind === "blank" || kind === "other" ? one : h("span", { class: `t-${kind}` }, one);
  }

  function follow() {
    gutter.scrollTop = area.scrollTop;
    paint.scrollTo(area.scrollLeft, area.scrollTop);
  }

  function look(rule) {
    if (rule === seen) return;
    seen = rule;
    onrule?.(rule);
  }
  function atCaret() {
    look(painted[area.value.slice(0, area.selectionStart).split("\n").length - 1]?.rules[0]);
  }
  function underPointer(event) {
    const style = getComputedStyle(area);
    const at = Math.floor((event.offsetY - parseFloat(style.paddingTop) + area.scrollTop) / parseFloat(style.lineHeight));
    look(painted[at]?.rules[0]);
  }

  function fault(error) {
    marked = error;
    draw();
    message.hidden = !error;
    area.setAttribute("aria-invalid", String(Boolean(error)));
    if (error) area.setAttribute("aria-describedby", message.id);
    else area.removeAttribute("aria-describedby");
    message.replaceChildren(
      ...(error
        ? [
            h("button", { type: "button", onclick: () => goTo(error) }, `line ${error.line}, column ${error.column}`),
            " ",
            h("span", {}, error.message.replace(/^line \d+, column \d+: /, "")),
          ]
        : []),
    );
  }
  function goTo({ line, column = 1 }) {
    const before = area.value
      .split("\n")
      .slice(0, line - 1)
      .reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(before + column - 1, before + column);
  }
  draw();
  return {
    element: h("div", {}, h("div", { class: "code-editor" }, gutter, h("div", { class: "sheet" }, area, paint)), message),
    fault,
    area,
    goTo,
    set: (value, other = notation) => {
      notation = other;
      area.value = value;
      marked = undefined;
      draw();
    },
    light: (name) => {
      lit = name === undefined ? undefined : keyOf(name);
      draw();
    },
    /** Marks lines: the gravest of their remarks. */
    notes: (found) => {
      remarks = new Map();
      for (const level of ["note", "warning", "error"]) for (const one of found) if (one.level === level) remarks.set(one.line, level);
      draw();
    },
  };
}

/** The place in an error's message, if it has one. */
export function placeOf(message) {
  const [, line, column] = message?.match(/line (\d+), column (\d+)/) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column), message };
}
