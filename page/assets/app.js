// The current view, the link, and the state that all views share: theme, projector, keys.

import { ask, fill, h, parameters, problem, query } from "./dom.js";
import * as string from "./views/string.js";
import * as documents from "./views/document.js";
import * as compare from "./views/compare.js";
import * as past from "./views/history.js";
import * as step from "./views/step.js";
import * as resolve from "./views/resolve.js";
import * as quiz from "./views/quiz.js";

const VIEWS = {
  string: [string, "String"],
  document: [documents, "Document"],
  compare: [compare, "Compare"],
  history: [past, "History"],
  step: [step, "Step through"],
  resolve: [resolve, "Resolve"],
  quiz: [quiz, "Quiz"],
};

const main = document.getElementById("main");
const status = document.getElementById("status");
const help = document.getElementById("help");
let shown = { view: "", keys: {} };
let last = {};

function place() {
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const view = path in VIEWS ? path : "string";
  return { view, values: parameters(search) };
}

/** The state that all views share and a link contains. */
function mode() {
  return { large: document.documentElement.classList.contains("large"), theme: document.documentElement.dataset.theme };
}

function address(view, values) {
  const { large, theme, ...own } = values;
  return `#/${view}?${query({ ...own, ...mode() })}`;
}

async function render() {
  const { view, values } = place();
  if (values.theme !== undefined) setTheme(values.theme);
  if (values.large !== undefined) setLarge(values.large === "1");
  last[view] = values;
  for (const anchor of document.querySelectorAll("#nav a")) {
    if (anchor.dataset.view === view) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  document.title = `${VIEWS[view][1]} · urigram`;
  const changed = shown.view !== view;
  const context = {
    grammars: await grammars(),
    // Announced to screen readers only.
    say: (text) => tell(text, false),
    /** Puts the current state into the link, without a step in the history. */
    keep: (kept) => {
      last[view] = kept;
      history.replaceState(null, "", address(view, kept));
    },
    go: (to, kept) => (location.hash = address(to, kept)),
    keys: {},
  };
  shown = { view, keys: context.keys };
  const root = h("div", { class: `view view-${view}` });
  try {
    await VIEWS[view][0].show(root, values, context);
  } catch (error) {
    root.append(problem(error));
  }
  if (shown.keys !== context.keys) return;
  fill(main, root);
  for (const area of root.querySelectorAll("textarea")) area.dispatchEvent(new Event("shown"));
  root.querySelector("[data-focus]")?.focus({ preventScroll: true });
  if (changed) scrollTo(0, 0);
  main.dataset.ready = view;
}

let listed;
function grammars() {
  listed ??= ask("grammars").then((answer) => answer.grammars);
  return listed;
}

function setTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  document.getElementById("theme").textContent = theme === "dark" ? "Dark" : theme === "light" ? "Light" : "Theme";
}

function setLarge(large) {
  document.documentElement.classList.toggle("large", large);
  document.getElementById("large").setAttribute("aria-pressed", String(large));
}

function remember() {
  const { view, values } = place();
  history.replaceState(null, "", address(view, values));
}

function nextTheme() {
  const order = [undefined, "light", "dark"];
  setTheme(order[(order.indexOf(document.documentElement.dataset.theme) + 1) % 3]);
  remember();
}

function toggleLarge() {
  setLarge(!mode().large);
  remember();
}

function tell(text, seen) {
  status.classList.toggle("visually-hidden", !seen);
  status.textContent = text;
}

async function share() {
  remember();
  try {
    await navigator.clipboard.writeText(location.href);
    tell("The link is copied: it opens exactly this.", true);
  } catch {
    tell("The link is in the address bar.", true);
  }
}

function showHelp() {
  const own = Object.entries(shown.keys).filter(([, [text]]) => text);
  const row = ([key, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, text));
  fill(help,
    h("h2", { id: "help-title" }, "Keys"),
    h("table", { class: "keys" },
      h("tbody", {},
        Object.values(VIEWS).map(([, name], index) => row([String(index + 1), name])),
        row(["/", "to the first field"]), row(["p", "projector: large type"]), row(["t", "light, dark, system"]),
        row(["y", "copy link"]), row(["?", "this"]),
        own.map(([key, [text]]) => row([key.replace("Arrow", ""), text])))),
    h("form", { method: "dialog" }, h("button", { autofocus: true }, "Close")));
  help.showModal();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const typing = event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select");
  if (event.key === "Escape" && typing) return event.target.blur();
  if (typing) return;
  if (event.key === "Enter" && event.target.closest("button, a, summary")) return;
  const numbered = Object.keys(VIEWS)[Number(event.key) - 1];
  const all = {
    "/": () => main.querySelector("[data-first]")?.focus(),
    p: toggleLarge,
    t: nextTheme,
    y: share,
    "?": showHelp,
  };
  const own = shown.keys[event.key]?.[1];
  const call = own ?? all[event.key] ?? (numbered && (() => (location.hash = address(numbered, last[numbered] ?? {}))));
  if (call) {
    event.preventDefault();
    call();
  }
});

fill(document.getElementById("nav"),
  Object.entries(VIEWS).map(([view, [, name]]) =>
    h("a", { href: `#/${view}`, "data-view": view, onclick: (event) => {
      event.preventDefault();
      location.hash = address(view, last[view] ?? {});
    } }, name)));
document.getElementById("share").addEventListener("click", share);
document.getElementById("large").addEventListener("click", toggleLarge);
document.getElementById("theme").addEventListener("click", nextTheme);
document.getElementById("keys").addEventListener("click", showHelp);
addEventListener("hashchange", render);
render();
