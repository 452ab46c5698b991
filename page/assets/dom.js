// Elements, questions to the server, and percent-encoding of any bytes.

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

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function query(parameters) {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== "" && value !== false)
    .map(([name, value]) => `${name}=${encodeURIComponent(value === true ? "1" : wellFormed(String(value)))}`)
    .join("&");
}

// A lone surrogate has no UTF-8.
function wellFormed(text) {
  return text.toWellFormed ? text.toWellFormed() : text.replace(/[\ud800-\udfff]/gu, "\ufffd");
}

/** Asks the server. A refusal is thrown as a message. */
export async function ask(question, parameters = {}, signal) {
  busy(1);
  try {
    return await answered(question, parameters, signal);
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
  let response;
  try {
    const body = query(parameters);
    response = body.length < 2000
      ? await fetch(`api/${question}?${body}`, { signal })
      : await fetch(`api/${question}`, { method: "POST", body, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The server does not answer. Is urigram serve still running?");
  }
  if (response.status === 413) throw new Refused("That is more than 4 MiB, the most that is taken.");
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error ?? `Not decided: ${answer.undecided}`, answer);
  return answer;
}

export class Refused extends Error {}

/** The parameters of a link. A value whose bytes are not UTF-8 comes as escapes, with `escaped` set. */
export function parameters(text) {
  const found = {};
  for (const pair of text.split("&").filter(Boolean)) {
    const cut = pair.indexOf("=");
    const name = cut < 0 ? pair : pair.slice(0, cut);
    const raw = cut < 0 ? "1" : pair.slice(cut + 1);
    try {
      found[name] = decodeURIComponent(raw);
    } catch {
      found[name] = escapes(raw);
      found.escaped = "1";
    }
  }
  return found;
}

function escapes(raw) {
  return raw.replace(/%([0-9a-f]{2})|\\/gi, (all, hex) => {
    const code = hex === undefined ? 0x5c : parseInt(hex, 16);
    return code > 0x20 && code < 0x7f && code !== 0x5c ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, "0").toUpperCase()}`;
  });
}

/** Delays calls until there was no new one for a while. */
export function later(milliseconds, call) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...values), milliseconds);
  };
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
  const select = h("select", { onchange: () => onchange(select.value), ...attributes },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  return h("label", { class: "field" }, h("span", {}, label), select);
}

export function problem(error) {
  return h("p", { class: "problem", role: "alert" }, error.message);
}
