// A story beside a view: its steps are one text that scrolls, and the view is that of the step that is read.
// The link has the place in the story.

import { ask, fill, h, problem } from "./dom.js";
import { dim } from "./spotlight.js";

const margin = document.getElementById("lesson");

/** Rows that a step may be about in part: the others wait behind a button. */
const ROWS = ".entry, .lineage > li";

/** How long a step waits for parts of its view that are drawn later, in milliseconds. */
const LATER = 5_000;

/** The place in the lesson, `ID.STEP`; undefined outside lessons. */
let place;
/** The links of the steps before and after. */
let around = {};

export function now() {
  return place;
}

/** A link that stays in the lesson. */
export function within(href, at = place) {
  if (at === undefined || !href.startsWith("#/") || /[?&]lesson=/.test(href)) return href;
  return `${href}${href.includes("?") ? "&" : "?"}lesson=${encodeURIComponent(at)}`;
}

/** The words of a step for a screen reader, which says them once. */
let words;
export function spoken() {
  const once = words;
  words = undefined;
  return once;
}

/** What the step speaks of: selectors, each with a text that the element has. */
let speaks = [];
let waiting;

/** Frames what the step is about, sets other rows aside, and brings it into view. Parts that are drawn later are framed when they come. */
export function frame(main) {
  waiting?.disconnect();
  if (place === undefined || speaks.length === 0) return;
  const until = performance.now() + LATER;
  const go = () => {
    const found = speaks.map(([selector, text]) => [...main.querySelectorAll(selector)].find((one) => one.textContent.includes(text)));
    const parts = found.filter(Boolean);
    if (parts.length === found.length || performance.now() > until) waiting.disconnect();
    setAside(parts);
    dim(main, parts.map(framed));
    bring(main, parts.map(framed));
  };
  waiting = new MutationObserver(() => requestAnimationFrame(go));
  waiting.observe(main, { childList: true, subtree: true });
  requestAnimationFrame(go);
}

/** What is framed of a part: the row that the words speak of. */
function framed(one) {
  return one.closest(ROWS) ?? one;
}

function setAside(parts) {
  const rows = new Set(parts.map((one) => one.closest(ROWS)).filter(Boolean));
  for (const list of new Set([...rows].map((row) => row.parentElement))) {
    if (list.dataset.aside !== undefined) continue;
    const others = [...list.children].filter((row) => row.matches(ROWS) && !rows.has(row));
    if (others.length === 0) continue;
    list.dataset.aside = "";
    for (const row of others) row.hidden = true;
    const all = h(
      "button",
      {
        type: "button",
        class: "show-all",
        onclick: () => {
          for (const row of others) row.hidden = false;
          all.remove();
        },
      },
      `Show all ${others.length + rows.size}`,
    );
    (list.closest("table") ?? list).after(all);
  }
}

/** Scrolls the view, so that all of it is seen; or its beginning, if it is too high. */
function bring(main, parts) {
  if (parts.length === 0) return;
  for (const one of parts) {
    const box = one.closest(".scroll, .pane-body, .names ul");
    if (!box) continue;
    const [inner, outer] = [one.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.right > outer.right || inner.left < outer.left) box.scrollLeft += inner.left - outer.left - outer.width / 3;
    if (inner.bottom > outer.bottom || inner.top < outer.top) box.scrollTop += inner.top - outer.top - outer.height / 3;
  }
  const boxes = parts.map((one) => one.getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  const view = main.getBoundingClientRect();
  const [begin, end] = [Math.max(view.top, 0), Math.min(view.bottom, innerHeight)];
  if (top >= begin && bottom <= end) return;
  main.scrollTop += top - begin - Math.max(8, (end - begin - (bottom - top)) / 3);
}

export function keys(open) {
  const to = (href) => () => href && open(href);
  return place === undefined ? {} : { N: to(around.next), B: to(around.back) };
}

/** Shows the step that a link names, or nothing. */
export async function show(wanted) {
  place = wanted || undefined;
  around = {};
  speaks = [];
  waiting?.disconnect();
  document.body.classList.toggle("in-lesson", place !== undefined);
  margin.hidden = place === undefined;
  if (place === undefined) {
    story = undefined;
    return fill(margin);
  }
  const [, id, number] = place.match(/^(.*)\.(\d+)$/) ?? [null, place, "1"];
  try {
    const lesson = await ask("lesson", { id });
    if (place !== wanted) return;
    if (story?.id !== lesson.id) draw(lesson);
    stand(Math.min(Math.max(1, Number(number)), story.steps.length));
  } catch (error) {
    if (place !== wanted) return;
    story = undefined;
    fill(margin, problem(error), h("p", {}, h("a", { href: "#/stories" }, "All stories")));
  }
}

/** The story in the margin, with the element of each step; `at` is the step that is read. */
let story;
/** Opens a step's view in place of the one before, without a step in the history. */
let turn;
let turning;

/** Draws the whole text. */
function draw(lesson) {
  const link = (at) => within(lesson.steps[at - 1].view, `${lesson.id}.${at}`);
  const steps = lesson.steps.map((step, index) =>
    h("section", { class: "story-step", "data-step": index + 1 }, h("h3", {}, step.title), h("div", { class: "words" }, elements(step.words))),
  );
  story = {
    id: lesson.id,
    lesson,
    link,
    steps,
    head: h("header", { class: "story-head" }),
    ways: h("nav", { class: "ways", "aria-label": "Steps of the story" }),
  };
  fill(margin, story.head, h("div", { class: "story" }, steps), story.ways);
}

/** Marks a step as the one that is read, and scrolls the text there if it was not. */
function stand(number) {
  const { lesson, link, steps, head, ways } = story;
  const [step, of] = [lesson.steps[number - 1], steps.length];
  speaks = step.shown ?? [];
  words = `Step ${number} of ${of}: ${step.title}`;
  document.title = `${step.title} · ${lesson.title}`;
  around = { back: number > 1 ? link(number - 1) : undefined, next: number < of ? link(number + 1) : undefined };
  mark(number);
  fill(
    head,
    h("h2", {}, lesson.title),
    h("p", { class: "where" }, h("progress", { max: of, value: number, "aria-label": words }), h("span", {}, `step ${number} of ${of}`)),
  );
  fill(
    ways,
    around.back ? h("a", { class: "way", href: around.back, title: "Back (B)" }, "◀ Back") : null,
    h("a", { class: "way", href: link(number), title: "Show this step's view again" }, "This view"),
    around.next ? h("a", { class: "way main", href: around.next, title: "Next (N)" }, "Next ▶") : null,
    h("a", { class: "way", href: "#/stories" }, around.next ? "Leave" : "Done"),
  );
  if (read() !== number) scrollBy(0, steps[number - 1].getBoundingClientRect().top - line() - 1);
}

function mark(number) {
  story.at = number;
  for (const [index, step] of story.steps.entries()) {
    if (index + 1 === number) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
}

/** The height in the window at which the text is read: below the story's head, or below the view where that stands above. */
function line() {
  const [view, head] = [document.getElementById("main").getBoundingClientRect(), story.head.getBoundingClientRect()];
  return isNarrow() ? view.bottom : Math.max(head.bottom, 0);
}

/** Returns true where the view stands above the text. */
function isNarrow() {
  return margin.getBoundingClientRect().width > innerWidth / 2;
}

/** The number of the step that is read: the last one that begins above the first third of the room for the text. */
function read() {
  const begin = line();
  const until = begin + (innerHeight - begin) / 3;
  const passed = story.steps.filter((step) => step.getBoundingClientRect().top <= until);
  return Math.max(1, passed.length);
}

/** Lets the view follow the text. `go` opens the view of a step as the reader comes to it. */
export function follow(go) {
  turn = go;
  addEventListener(
    "scroll",
    () => {
      if (story === undefined || place === undefined) return;
      const number = read();
      if (number === story.at) return;
      mark(number);
      // Whoever passes several steps wants the view of the last.
      clearTimeout(turning);
      turning = setTimeout(() => story?.at === number && turn?.(story.link(number)), 160);
    },
    { passive: true },
  );
  // The text and the view stand below the page's head at any height of it.
  const head = document.querySelector(".top");
  new ResizeObserver(() => document.body.style.setProperty("--above", `${head.offsetHeight}px`)).observe(head);
}

const KNOWN = ["p", "h3", "blockquote", "pre", "ul", "ol", "li", "em", "strong", "code", "br", "hr"];

/** Elements of a lesson: `[name, attributes, child, …]` or text. A name that is not known is left out. */
export function elements(list) {
  return list.map((one) => {
    if (typeof one === "string") return one;
    const [name, attributes, ...children] = one;
    if (name === "a") return anchor(attributes.href, elements(children));
    return KNOWN.includes(name) ? h(name === "h3" ? "h4" : name, name === "pre" ? { tabindex: "0" } : {}, elements(children)) : null;
  });
}

function anchor(href, children) {
  const outside = !href.startsWith("#/");
  return h("a", { href: within(href), rel: outside ? "noreferrer" : null, target: outside ? "_blank" : null }, children);
}
