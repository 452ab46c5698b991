// A field for rules: line numbers, and a mark at the line of an error.

import { h } from "./dom.js";

let count = 0;

/** Returns the editor's element, and `fault`, which marks an error or, given nothing, none. */
export function editor(label, text, oninput) {
  const gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  const message = h("p", { class: "fault-message", id: `fault-${count += 1}`, hidden: true });
  const area = h("textarea", {
    class: "code", wrap: "off", rows: 8, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": label,
    oninput: () => { number(); oninput(area.value); },
    onscroll: () => { gutter.scrollTop = area.scrollTop; },
  });
  area.value = text;
  let marked;
  function number() {
    const lines = area.value.split("\n").length;
    area.rows = Math.min(Math.max(6, lines + 1), 20);
    gutter.replaceChildren(...Array.from({ length: lines }, (_, at) =>
      h("span", { class: marked === at + 1 ? "fault" : null }, marked === at + 1 ? `✗ ${at + 1}` : String(at + 1))));
  }
  function fault(error) {
    marked = error?.line;
    number();
    message.hidden = !error;
    area.setAttribute("aria-invalid", String(Boolean(error)));
    if (error) area.setAttribute("aria-describedby", message.id);
    else area.removeAttribute("aria-describedby");
    message.replaceChildren(...(error ? [
      h("button", { type: "button", onclick: () => goTo(error) }, `line ${error.line}, column ${error.column}`), " ",
      h("span", {}, error.message.replace(/^line \d+, column \d+: /, ""))] : []));
  }
  function goTo({ line, column }) {
    const before = area.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(before + column - 1, before + column);
  }
  number();
  return { element: h("div", {}, h("div", { class: "code-editor" }, gutter, area), message), fault, area, set: (value) => { area.value = value; number(); } };
}

/** The place in an error's message, if it has one. */
export function placeOf(message) {
  const [, line, column] = message?.match(/line (\d+), column (\d+)/) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column), message };
}
