// Elements, questions, and percent-encoding of any bytes.

import { remember } from "./answers.js";
import { Unreachable, send } from "./local.js";

/** An element. Text is always text: nothing that a visitor types becomes markup. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces the children of an element. A control that has the focus passes it on to the new control of the same name. */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement !== element ? document.activeElement : null;
  const known = focused && control(focused);
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (known && document.activeElement !== focused) {
    const same = [...element.querySelectorAll(focused.tagName)].find((one) => control(one) === known);
    (same ?? document.getElementById("main")).focus({ preventScroll: true });
  }
  return element;
}

/** The identity of a control for someone who works with it: its kind, name and value. */
function control(element) {
  const label =
    element.getAttribute("aria-label") ??
    element.labels?.[0]?.querySelector("span:not(:empty)")?.textContent ??
    (element.matches("button, a, summary") ? element.textContent : "");
  return [element.tagName, element.type, element.name, label, element.type === "radio" ? element.value : ""].join("\n");
}

/** Parameters of a link or a question. An empty text is a value; only what is undefined, null or false is left out. */
export function query(parameters) {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([name, value]) => `${name}=${encodeURIComponent(value === true ? "1" : wellFormed(String(value)))}`)
    .join("&");
}

// A lone surrogate has no UTF-8.
function wellFormed(text) {
  return text.toWellFormed ? text.toWellFormed() : text.replace(/[\ud800-\udfff]/gu, "\ufffd");
}

/** Asks a question. A refusal is thrown as a message. */
export async function ask(question, parameters = {}, signal) {
  busy(1);
  try {
    const answer = await answered(question, parameters, signal);
    remember(question, parameters, answer);
    return answer;
  } finally {
    // After the caller has drawn the answer.
    setTimeout(busy, 0, -1);
  }
}

let open = 0;
function busy(more) {
  open += more;
  document.getElementById("main").setAttribute("aria-busy", String(open > 0));
}

async function answered(question, parameters, signal) {
  const { status, answer } = await send(question, query(parameters), signal);
  if (status === 413) throw new Error("That is more than 4 MiB, the most that is taken.");
  if (answer === null) throw new Unreachable(`There is no answer: status ${status}.`);
  if (status !== 200) throw new Error(answer.error ?? `Not decided: ${answer.undecided}`);
  return answer;
}

/** The values of a link that can be any bytes. */
const INPUTS = ["input", "base", "reference"];

/** The parameters of a link. If bytes are not UTF-8, the inputs come as escapes, with `escaped` set. */
export function parameters(text) {
  const pairs = text
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const cut = pair.indexOf("=");
      return cut < 0 ? [pair, "1"] : [pair.slice(0, cut), pair.slice(cut + 1)];
    });
  const isEscaped = pairs.some(([name, raw]) => name === "escaped" && raw === "1");
  const decoded = pairs.map(([name, raw]) => [name, raw, decode(raw)]);
  const found = Object.fromEntries(decoded.map(([name, raw, value]) => [name, value ?? escapes(raw, isEscaped)]));
  if (decoded.some(([, , value]) => value === null) && !isEscaped) {
    for (const [name, , value] of decoded) if (value !== null && INPUTS.includes(name)) found[name] = value.replaceAll("\\", "\\\\");
    found.escaped = "1";
  }
  return found;
}

function decode(raw) {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

/** Percent-encoded bytes as escapes. A backslash is one already, or becomes one. */
function escapes(raw, isEscaped) {
  return raw.replace(/%([0-9a-f]{2})|\\/gi, (all, hex) => {
    const code = hex === undefined ? 0x5c : parseInt(hex, 16);
    if (code === 0x5c && isEscaped) return "\\";
    return code > 0x20 && code < 0x7f && code !== 0x5c ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, "0").toUpperCase()}`;
  });
}

/** Adds a style sheet that few views need, and waits for it. */
export function styled(file) {
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href: file, onload: done, onerror: done })));
}

/** Delays calls until there was no new one for a while; the time can depend on what is asked then. */
export function later(milliseconds, call) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...values), typeof milliseconds === "function" ? milliseconds() : milliseconds);
  };
}

/** Does work in place of the call before, which is given up: `work` takes a signal, and `failed` the error of a call that counts. */
export function latest(work, failed) {
  let asking;
  return async () => {
    asking?.abort();
    asking = new AbortController();
    try {
      await work(asking.signal);
    } catch (error) {
      if (error.name !== "AbortError") failed(error);
    }
  };
}

/** The time to wait before a text is asked about: an answer on a short one is there at once. */
export function pause(text) {
  return text.length <= 1024 ? 0 : 120;
}

export function link(view, values, text, attributes = {}) {
  return h("a", { href: `#/${view}?${query(values)}`, ...attributes }, text);
}

/** The year of a date. A document without one has `undated` in its place, which stays whole. */
export function yearOf(date) {
  return date.split("-", 1)[0];
}

/** Returns a citation in words; one of another document (`RFC 3986, 3.2.2`) names that document. */
export function section(cited) {
  return /^RFC \d+, /.test(cited) ? cited.replace(", ", " section ") : `section ${cited}`;
}

export function choice(label, options, value, onchange, attributes = {}) {
  const select = h(
    "select",
    { onchange: () => onchange(select.value), ...attributes },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
  );
  return h("label", { class: "field" }, h("span", {}, label), select);
}

/** A problem in words; where nobody answered, with a button that asks again. */
export function problem(error) {
  const words = h("p", { class: "problem", role: "alert" }, error.message);
  if (!(error instanceof Unreachable)) return words;
  return h("div", {}, words, h("button", { type: "button", onclick: () => dispatchEvent(new Event("retry")) }, "Try again"));
}
