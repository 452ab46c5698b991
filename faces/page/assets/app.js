// The current view, the link, and the state that all views share: theme, projector, keys.

import { Unreachable } from "./local.js";
import { ask, fill, h, parameters, problem, query } from "./dom.js";
import { forget } from "./answers.js";
import * as exporting from "./export.js";
import { embed } from "./embed.js";
import * as look from "./look.js";
import * as lesson from "./lesson.js";

// The views: each is a file of its name, which is loaded when it is first opened.
const VIEWS = { string: "String", documents: "Documents", compare: "Compare", hosts: "Hosts", own: "My rules", stories: "Stories" };

// The name under which the browser keeps whether single keys steer the page.
const KEYS = "urigram-keys";

const main = document.getElementById("main");
const status = document.getElementById("status");
const help = document.getElementById("help");
let shown = { view: "", keys: {} };
let last = {};
let toTop = false;
let rendering = 0;

function place() {
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const view = Object.hasOwn(VIEWS, path) ? path : "string";
  return { view, values: parameters(search) };
}

/** The state that all views share and a link contains. */
function mode() {
  return { large: document.documentElement.classList.contains("large"), theme: document.documentElement.dataset.theme, lesson: lesson.now() };
}

function address(view, values) {
  return `#/${view}?${query({ ...values, ...mode() })}`;
}

const failures = {};
/** Loads the file of a view. */
async function code(view) {
  // Browsers remember that a file could not be loaded. With another query they ask again.
  const again = failures[view] ? `?${failures[view]}` : "";
  try {
    return await import(`./views/${view}.js${again}`);
  } catch (error) {
    failures[view] = (failures[view] ?? 0) + 1;
    throw new Unreachable(`The view cannot be loaded: ${error.message}`);
  }
}

async function render() {
  const { view, values } = place();
  rendering += 1;
  const own = rendering;
  if (values.theme !== undefined) setTheme(values.theme);
  if (values.large !== undefined) setLarge(values.large === "1");
  last[view] = values;
  forget();
  const beside = lesson.show(values.lesson);
  for (const anchor of document.querySelectorAll("#nav a")) {
    if (anchor.dataset.view === view) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  document.title = view === "string" ? "urigram: when did this become a legal URL?" : `${VIEWS[view]} · urigram`;
  openMenu(false);
  const changed = shown.view !== view;
  const loaded = code(view);
  // The reader who waits for it below gets the error.
  loaded.catch(() => {});
  let known;
  try {
    known = await grammars();
  } catch (error) {
    listed = undefined;
    fill(main, h("h1", { class: "visually-hidden" }, VIEWS[view]), problem(error));
    main.dataset.ready = view;
    return;
  }
  if (own !== rendering) return;
  const context = {
    grammars: known,
    // Announced to screen readers only.
    say: (text) => tell(text, false),
    /** Puts the current state into the link, without a step in the history. */
    keep: (kept) => {
      if (own !== rendering) return;
      last[view] = kept;
      replace(address(view, kept));
    },
    /** Opens a view as a step in the history; `top` shows its beginning. */
    go: (to, kept, top = false) => {
      toTop = top;
      open(address(to, kept));
    },
    keys: {},
  };
  shown = { view, keys: context.keys };
  const root = h("div", { class: `view view-${view}` });
  try {
    await (await loaded).show(root, values, context);
  } catch (error) {
    root.append(problem(error));
  }
  await beside;
  const step = lesson.spoken();
  if (step) tell(`${step}. ${status.textContent}`, false);
  if (shown.keys !== context.keys) return;
  const wasFocused = document.activeElement;
  fill(main, root);
  for (const area of root.querySelectorAll("textarea")) area.dispatchEvent(new Event("shown"));
  const first = main.dataset.ready === undefined;
  // A view that is opened by a key or a link inside another one goes on from its beginning.
  if (!first && (wasFocused === document.body || toTop)) main.focus({ preventScroll: true });
  const seen = history.state?.scroll;
  // In a story the page is as long as the text, and the view scrolls in its own frame.
  if (lesson.now() !== undefined) main.scrollTop = 0;
  else if (seen !== undefined) scrollBack(...seen);
  else if (changed || toTop) scrollTo(0, 0);
  toTop = false;
  lesson.frame(main);
  main.dataset.ready = view;
}

/** Scrolls to a place, also if what is above it is drawn a little later. */
function scrollBack(x, y) {
  scrollTo(x, y);
  if (scrollY >= y - 1) return;
  const grown = new ResizeObserver(() => {
    scrollTo(x, y);
    if (scrollY >= y - 1) end();
  });
  const events = ["wheel", "pointerdown", "keydown", "hashchange"];
  const end = () => {
    grown.disconnect();
    for (const name of events) removeEventListener(name, end);
  };
  grown.observe(main);
  for (const name of events) addEventListener(name, end);
}

/** Goes to an address, and keeps the place in the page for Back. */
function open(to) {
  if (to === location.hash) return render();
  flush();
  history.replaceState({ scroll: [scrollX, scrollY] }, "");
  location.hash = to;
}

// Browsers refuse many changes of the address in a short time, so that the last of a burst is written.
let pending;
let written = 0;
let timer;
function replace(to) {
  pending = to;
  clearTimeout(timer);
  if (performance.now() - written > 150) flush();
  else timer = setTimeout(flush, 150);
}

function flush() {
  clearTimeout(timer);
  if (pending === undefined) return;
  history.replaceState(history.state, "", pending);
  pending = undefined;
  written = performance.now();
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
  const { theme, large } = mode();
  look.keep({ theme, large });
  flush();
  const { view, values } = place();
  history.replaceState(history.state, "", address(view, values));
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

function save() {
  exporting.open(shown.view, (words) => tell(words, true));
}

function showHelp() {
  const own = Object.entries(shown.keys);
  const row = ([key, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, text));
  fill(
    help,
    h("h2", { id: "help-title" }, "Keys"),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        {},
        Object.values(VIEWS).map((name, index) => row([index + 1, name])),
        row([", .", "the view before, the view after"]),
        row(["/", "to the first field"]),
        row(["p", "projector: large type"]),
        row(["t", "light, dark, system"]),
        row(["y", "copy link"]),
        row(["e", "export"]),
        row(["?", "this"]),
        lesson.now() && [row(["N", "next step of the story"]), row(["B", "back a step"])],
        own.map(([key, [text]]) => row([key.replace("Arrow", ""), text])),
      ),
    ),
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", checked: keysWork(), onchange: (event) => setKeys(event.target.checked) }),
      h("span", {}, "Single keys work (arrows and Enter always do)"),
    ),
    h("form", { method: "dialog" }, h("button", { autofocus: true }, "Close")),
  );
  help.showModal();
}

function keysWork() {
  try {
    return localStorage.getItem(KEYS) !== "off";
  } catch {
    return true;
  }
}

function setKeys(on) {
  try {
    localStorage.setItem(KEYS, on ? "on" : "off");
  } catch {
    tell("This browser keeps nothing, so the keys stay as they are.", true);
  }
}

function openTab(view) {
  open(address(view, last[view] ?? {}));
}

/** Opens the view of the tab before or after; after the last comes the first. */
function beside(by) {
  const all = Object.keys(VIEWS);
  openTab(all[(all.indexOf(shown.view) + by + all.length) % all.length]);
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open || exporting.isOpen()) return;
  const typing = event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select");
  if (event.key === "Escape" && typing) return main.focus({ preventScroll: true });
  if (typing) return;
  if (event.key === "Enter" && (event.repeat || event.target.closest("button, a, summary"))) return;
  if (event.key.startsWith("Arrow") && event.target.closest("[type=range], .scroll, pre")) return;
  if (event.key.length === 1 && !keysWork()) return;
  const numbered = Object.keys(VIEWS)[Number(event.key) - 1];
  const all = {
    ",": () => beside(-1),
    ".": () => beside(1),
    "/": () => main.querySelector("[data-first]")?.focus(),
    p: toggleLarge,
    t: nextTheme,
    y: share,
    e: save,
    "?": showHelp,
    ...lesson.keys(open),
  };
  const own = shown.keys[event.key]?.[1];
  const call = own ?? all[event.key] ?? (numbered && (() => openTab(numbered)));
  if (call) {
    event.preventDefault();
    call();
  }
});

function tab(view, name) {
  return h(
    "a",
    {
      href: `#/${view}`,
      "data-view": view,
      onclick: (event) => {
        event.preventDefault();
        openTab(view);
      },
    },
    name,
  );
}

fill(
  document.getElementById("nav"),
  Object.entries(VIEWS).map(([view, name]) => tab(view, name)),
);
const menu = document.getElementById("menu");
function openMenu(isOpen) {
  menu.setAttribute("aria-expanded", String(isOpen));
}
menu.addEventListener("click", () => openMenu(menu.getAttribute("aria-expanded") !== "true"));
document.getElementById("share").addEventListener("click", share);
document.getElementById("export-open").addEventListener("click", save);
document.getElementById("large").addEventListener("click", toggleLarge);
document.getElementById("theme").addEventListener("click", nextTheme);
document.getElementById("keys").addEventListener("click", showHelp);
document.querySelector(".skip").addEventListener("click", (event) => {
  // Its address would be a view's.
  event.preventDefault();
  main.focus();
});
main.addEventListener("click", (event) => {
  const anchor = event.target.closest("a[href^='#/'], a[href^='?']");
  if (!anchor || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(lesson.within(anchor.getAttribute("href")));
});
lesson.follow((href) => {
  clearTimeout(timer);
  pending = [href, query({ ...mode(), lesson: undefined })].filter(Boolean).join("&");
  flush();
  render();
});
embed();
history.scrollRestoration = "manual";
addEventListener("hashchange", () => {
  // What was pending belongs to another address.
  clearTimeout(timer);
  pending = undefined;
  render();
});
addEventListener("retry", () => {
  flush();
  render();
});
addEventListener("pagehide", flush);
const chosen = look.kept();
if (chosen.theme) setTheme(chosen.theme);
if (chosen.large) setLarge(true);
render();
