// The chart of the film: how many strings each frame accepts, and its verdict on one string.

import { yearOf } from "../dom.js";

const WIDTH = 1000;
const HEIGHT = 152;
const LEFT = 92;
const RIGHT = 14;
const TOP = 14;
const FLOOR = 98;
const BAND = 106;

/** An element of SVG. */
function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat().filter(Boolean));
  return element;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A large number as it fits beside an axis. */
export function short(value) {
  if (value < 1e6) return Math.round(value).toLocaleString("en");
  const power = Math.floor(Math.log10(value));
  return `${(value / 10 ** power).toFixed(2)}·10${[...String(power)].map((digit) => SUPERSCRIPTS[digit]).join("")}`;
}

const number = (frame, length) => (frame.counts ? Number(frame.counts[length]) : null);

/** The frame with which the history of a frame begins. */
function origin(frames, index) {
  while (frames[index].before !== null) index = frames[index].before;
  return index;
}

/**
 * Draws the frames from left to right. Numbers are those of the history that the cursor is in: the first frames of
 * 1994 would flatten all later ones. `to` is called with the index of a frame that is pointed at. Returns the
 * element, and a function that moves the cursor and draws other verdicts or lengths.
 */
export function chart(frames, to) {
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "xMidYMid meet" });
  const step = (WIDTH - LEFT - RIGHT) / frames.length;
  const left = (index) => LEFT + index * step;
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const index = Math.floor((x - LEFT) / step);
    if (index >= 0 && index < frames.length) to(index);
  });

  function draw(at, length, verdicts) {
    const own = origin(frames, at);
    const values = frames.map((frame, index) => (origin(frames, index) === own ? number(frame, length) : null));
    const known = values.filter((value) => value !== null);
    const logs = known.map((value) => Math.log10(Math.max(1, value)));
    const [low, high] = [Math.min(...logs), Math.max(...logs)];
    const span = Math.max(high - low, 1e-9);
    const height = (value) => FLOOR - ((Math.log10(Math.max(1, value)) - low) / span) * (FLOOR - TOP);
    const parts = [];
    const ticks = high - low < 1e-9 ? [low] : [low, (low + high) / 2, high];
    for (const tick of ticks) {
      const y = height(10 ** tick);
      parts.push(s("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }), s("text", { x: LEFT - 8, y: y + 4, "text-anchor": "end" }, short(10 ** tick)));
    }
    let path = "";
    let before = null;
    frames.forEach((frame, index) => {
      const value = values[index];
      if (value !== null) path += `${before === null ? "M" : "L"}${left(index)} ${height(value)}H${left(index + 1)}`;
      // A line does not go on over a frame without a number, or into another line of revisions.
      before = index + 1 < frames.length && frames[index + 1].before === index ? value : null;
    });
    parts.push(s("path", { class: "count", d: path }));
    let year = "";
    let labelled = -Infinity;
    frames.forEach((frame, index) => {
      const ownYear = yearOf(frame.date);
      if (index > 0 && frames[index - 1].line !== frame.line) parts.push(s("line", { class: "edge", x1: left(index), x2: left(index), y1: TOP, y2: BAND + 16 }));
      if (ownYear !== year && left(index) - labelled > 44) {
        parts.push(s("text", { x: left(index), y: HEIGHT - 8 }, ownYear));
        labelled = left(index);
      }
      year = ownYear;
      const verdict = verdicts?.[index];
      parts.push(s("rect", { class: verdict === true ? "yes" : verdict === false ? "no" : "unknown", x: left(index) + 1, y: verdict === false ? BAND + 8 : BAND, width: Math.max(1, step - 2), height: verdict === null ? 16 : 8 }));
    });
    const middle = left(at) + step / 2;
    parts.push(s("line", { class: "cursor", x1: middle, x2: middle, y1: TOP - 8, y2: BAND + 20 }));
    const now = values[at];
    if (now !== null) parts.push(s("circle", { class: "point", cx: middle, cy: height(now), r: 5 }));
    svg.setAttribute("aria-label", `Strings of ${length} bytes that each revision accepts, from ${short(10 ** low)} to ${short(10 ** high)}, and each verdict on the string`);
    svg.replaceChildren(...parts);
  }
  return { svg, draw };
}
