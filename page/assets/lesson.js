// The margin beside a view: a lesson's words, and the way from step to step. The link has the place in the lesson.

import { ask, fill, h, problem } from "./dom.js";

const margin = document.getElementById("lesson");

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

/** What a screen reader is told of a step: once. */
let words;
export function spoken() {
  const told = words;
  words = undefined;
  return told;
}

export function keys(open) {
  const to = (href) => () => href && open(href);
  return place === undefined ? {} : { N: to(around.next), B: to(around.back) };
}

/** Shows the step that a link names, or nothing. */
export async function show(wanted) {
  place = wanted || undefined;
  around = {};
  document.body.classList.toggle("in-lesson", place !== undefined);
  margin.hidden = place === undefined;
  if (place === undefined) return fill(margin);
  const [, id, number] = place.match(/^(.*)\.(\d+)$/) ?? [null, place, "1"];
  try {
    const lesson = await ask("lesson", { id });
    if (place === wanted) draw(lesson, Math.min(Math.max(1, Number(number)), lesson.steps.length));
  } catch (error) {
    if (place === wanted) fill(margin, problem(error), h("p", {}, h("a", { href: "#/lessons" }, "All lessons")));
  }
}

function draw(lesson, number) {
  const step = lesson.steps[number - 1];
  const of = lesson.steps.length;
  words = `Step ${number} of ${of}: ${step.title}`;
  document.title = `${step.title} · ${lesson.title}`;
  const link = (at) => within(lesson.steps[at - 1].view, `${lesson.id}.${at}`);
  around = { back: number > 1 ? link(number - 1) : undefined, next: number < of ? link(number + 1) : undefined };
  fill(margin,
    h("h2", {}, lesson.title),
    h("p", { class: "where" }, h("progress", { max: of, value: number, "aria-label": `Step ${number} of ${of}` }), h("span", {}, `step ${number} of ${of}`)),
    h("nav", { class: "ways", "aria-label": "Steps of the lesson" },
      around.back ? h("a", { class: "way", href: around.back, title: "Back (B)" }, "◀ Back") : null,
      h("a", { class: "way", href: link(number), title: "Show this step's view again" }, "This view"),
      around.next ? h("a", { class: "way main", href: around.next, title: "Next (N)" }, "Next ▶") : null,
      h("a", { class: "way", href: "#/lessons" }, around.next ? "Leave" : "Done")),
    h("h3", {}, step.title),
    h("div", { class: "words" }, elements(step.words)));
  margin.scrollTop = 0;
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
