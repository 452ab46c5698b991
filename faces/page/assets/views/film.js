// The film: the syntax from revision to revision, 1994 to 2026, with the verdicts on one string.

import { ask, fill, h, later, latest, link, problem, styled } from "../dom.js";
import { shown } from "../relations.js";
import { field } from "../strip.js";

await styled("film.css");

/** Milliseconds for which a frame is shown while the film plays. */
const PAUSE = 1400;

/** A change in words: its kind, or the relation of the language before to the language after. */
const WORDS = {
  new: "new", gone: "gone", broken: "broken: it has no language here",
  equal: "another text, the same strings", subset: "allows more", superset: "allows less",
  overlapping: "allows other strings", disjoint: "allows nothing that it allowed before",
};
const SIGNS = { new: "+", gone: "−", broken: "?", equal: "=", subset: "⊃", superset: "⊂", overlapping: "×", disjoint: "∅" };

let whole;

export async function show(root, values, context) {
  whole ??= ask("film").catch((error) => {
    whole = undefined;
    throw error;
  });
  const film = await whole;
  const { frames } = film;
  const end = frames.length - 1;
  const named = (name) => frames.findIndex((frame) => frame.revision === name);
  const fresh = values.at === undefined && values.input === undefined;
  const state = {
    input: values.input ?? "http://[::1]/", escaped: values.escaped === "1" || undefined,
    at: values.at ?? (fresh ? "rfc2396bis@949d890" : frames[0].revision), rule: values.rule || (fresh ? "host" : undefined),
  };
  const unknown = named(state.at) < 0 && state.at;
  if (unknown) state.at = frames[0].revision;
  context.keep(state);
  let at = named(state.at);
  let told;
  let playing;

  const head = h("div", { class: "film-head" });
  const verdict = h("div", { "aria-live": "polite" });
  const now = h("div", { class: "film-now" });
  const slider = h("input", { type: "range", min: 0, max: end, value: at, "aria-label": "Revision", oninput: () => { stop(); to(Number(slider.value)); } });
  const counter = h("span", { class: "counter" });
  const pause = h("button", { type: "button", class: "main", title: "play or pause (a)", onclick: () => (playing ? stop() : play()) }, "▶ play");
  const turns = () => frames.map((_, index) => index).filter((index) => index > 0 && frames[index].before === index - 1 && told && told.verdicts[index] !== told.verdicts[index - 1]);
  const turn = (by) => { const all = turns(); stop(); to((by > 0 ? all.find((index) => index > at) : all.findLast((index) => index < at)) ?? at); };
  const actions = [
    ["Home", "to the first revision", "|◀", () => { stop(); to(0); }],
    ["ArrowLeft", "the revision before", "◀ back", () => { stop(); to(at - 1); }],
    ["ArrowRight", "the next revision", "forward ▶", () => { stop(); to(at + 1); }],
    ["V", "to the verdict's previous change", "previous verdict", () => turn(-1)],
    ["v", "to the verdict's next change", "next verdict", () => turn(1)],
    ["End", "to the last revision", "▶|", () => { stop(); to(end); }],
  ];
  for (const [key, text, , call] of actions) context.keys[key] = [text, call];
  context.keys.a = ["play or pause", () => pause.click()];
  const input = field("String", state.input, Boolean(state.escaped), (text, escaped) => {
    Object.assign(state, { input: text, escaped: escaped || undefined });
    context.keep(state);
    soon();
  });
  root.classList.add("film");
  if (unknown) root.append(problem({ message: `There is no frame ${unknown}. This is the first one.` }));
  root.append(h("h1", { class: "visually-hidden" }, "Film: the syntax from revision to revision"),
    h("section", { class: "ask" }, input.element, input.escapes),
    h("div", { class: "controls", role: "group", "aria-label": "Revisions" },
      actions.slice(0, 2).map(button), pause, actions.slice(2).map(button), slider, counter),
    h("div", { class: "film-head" }, head, verdict), now);

  function button([key, text, label, call]) {
    return h("button", { type: "button", title: `${text} (${key.replace("Arrow", "")})`, onclick: call }, label);
  }

  function play() {
    if (at === end) to(0);
    pause.textContent = "❚❚ pause";
    playing = setInterval(() => {
      if (!root.isConnected || at === end) return stop();
      to(at + 1);
    }, PAUSE);
  }

  function stop() {
    clearInterval(playing);
    playing = undefined;
    pause.textContent = "▶ play";
  }

  const update = latest(async (signal) => {
    told = await ask("verdicts", { input: state.input, escaped: state.escaped }, signal);
    draw();
  }, (error) => fill(verdict, problem(error)));
  const soon = later(250, update);

  function to(index, rule = state.rule) {
    at = Math.min(end, Math.max(0, index));
    state.at = frames[at].revision;
    state.rule = rule;
    context.keep(state);
    draw();
  }

  function draw() {
    const frame = frames[at];
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${frame.date}, ${frame.revision}`);
    counter.textContent = `${at + 1} / ${frames.length}`;
    const line = film.lines.find((one) => one.id === frame.line);
    fill(head, h("h2", {}, h("span", { class: "date" }, frame.date), " ", h("code", {}, frame.revision)),
      h("span", { class: "note" }, frame.drafts.length > 0 ? `published as ${frame.drafts.join(", ")}` : `on the way to ${line.ends_in}`));
    if (told) fill(verdict, ...judged(told, frame, at));
    const change = chosen(frame);
    fill(now, h("section", { "aria-label": "Revision" }, message(frame), h("h2", {}, "Rules"), rules(frame, change)), h("section", { "aria-label": "Change", "aria-live": "polite" }, detail(frame, change)));
  }

  /** The change that is shown: of the chosen rule, of the rule that changed the verdict, or the first of a text. */
  function chosen(frame) {
    const of = (rule) => frame.changes.find((change) => change.rule === rule);
    const event = told?.events.find((one) => one.revision === frame.revision);
    return (state.rule && of(state.rule)) || (event?.cause && of(event.cause.rule)) || frame.changes.find((change) => change.kind === "text") || frame.changes[0];
  }

  function rules(frame, change) {
    const changed = new Set(frame.changes.map((one) => one.rule));
    return h("ul", { class: "film-rules" },
      frame.changes.map((one) => h("li", { class: "changed" }, h("button", {
        type: "button", class: look(one), "aria-pressed": String(one === change), title: words(one), onclick: () => { stop(); to(at, one.rule); },
      }, h("span", { "aria-hidden": "true" }, `${SIGNS[look(one)]} `), h("span", { class: "rule-text" }, one.rule), h("span", { class: "visually-hidden" }, ` ${words(one)}`)))),
      frame.rules.filter((rule) => !changed.has(rule)).map((rule) => h("li", {}, rule)));
  }

  function detail(frame, change) {
    if (!change) return h("p", { class: "note" }, "No rule has another language than before.");
    const of = (index, name) => frames[index].changes.some((one) => one.rule === name || one.was === name);
    const past = frames.findLastIndex((_, index) => index < at && of(index, change.was ?? change.rule));
    const next = frames.findIndex((_, index) => index > at && of(index, change.rule));
    const name = (index, wanted) => frames[index].changes.find((one) => one.rule === wanted || one.was === wanted).rule;
    const move = (index, wanted, label) => index >= 0 && h("button", { type: "button", onclick: () => { stop(); to(index, name(index, wanted)); } }, label);
    const same = change.before === change.after;
    return [
      h("h2", {}, h("code", {}, change.rule), ` ${words(change)}`),
      change.was && h("p", { class: "note" }, h("code", {}, change.was), " before"),
      change.before && !same && h("figure", { class: "definition-before" }, h("figcaption", {}, "before"), h("pre", { tabindex: "0" }, change.before)),
      change.after && h("figure", { class: "definition-after" }, h("figcaption", {}, !same ? "after" : change.kind === "text" ? "the same in ABNF: the print is another" : "as before"), h("pre", { tabindex: "0" }, change.after)),
      change.kind === "broken" && frame.broken.map((one) => h("p", { class: "note" }, h("code", {}, one.rule), `: ${one.why}`)),
      (change.only_b !== null || change.only_a !== null) && h("table", { class: "changed" },
        h("caption", { class: "visually-hidden" }, "Shortest strings"),
        h("tbody", {}, only("admitted", "good", change.only_b), only("banned", "bad", change.only_a))),
      h("div", { class: "actions" }, move(past, change.was ?? change.rule, "its change before"), move(next, change.rule, "its next change")),
    ];
  }

  draw();
  await update();
}

const look = (change) => (["text", "through"].includes(change.kind) ? change.relation ?? "overlapping" : change.kind);

function words(change) {
  const what = ["text", "through"].includes(change.kind) && !change.relation ? "another text" : WORDS[look(change)];
  return change.kind === "through" ? `${what}, by a rule that it uses` : what;
}

function only(word, kind, text) {
  return text !== null && h("tr", { class: kind }, h("th", { scope: "row" }, word), h("td", {}, h("code", { class: "witness" }, shown(text))));
}

/** The editor's message and the issues that it names, by their titles and a sentence of each. */
function message(frame) {
  return [
    frame.message && h("blockquote", {}, frame.message),
    frame.issues.map((issue) => [
      h("p", { class: "note" }, `issue ${issue.id}: ${issue.title}`),
      issue.quote && h("blockquote", {}, h("q", {}, issue.quote), ` ${issue.by}`),
    ]),
    frame.broken.map((one) => h("p", { class: "note" }, "broken: ", h("code", {}, one.rule), `, ${one.why}`)),
  ];
}

function judged(told, frame, at) {
  const accepted = told.verdicts[at];
  const event = told.events.find((one) => one.revision === frame.revision);
  const say = accepted === null ? h("strong", {}, "? no verdict") : h("strong", { class: accepted ? "accepted" : "rejected" }, accepted ? "✓ accepted" : "✗ rejected");
  const since = event?.cause ? [" from here on, because of ", event.cause.rules.map((rule, index) => [index > 0 ? ", " : "", h("code", {}, rule.rule)])]
    : accepted === null ? (frame.broken.length > 0 ? ": the rules of a whole reference are broken here" : ": this revision holds absolute strings only") : "";
  return [h("p", { class: "verdict-now" }, told.line.text === "" && "The empty string: ", say, since, ". ",
    told.input !== null && link("string", { input: told.escaped, escaped: told.escaped === told.input ? undefined : "1" }, "by the documents"))];
}
