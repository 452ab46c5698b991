// A tree over a string: rules as bars above the characters. A bar folds what is inside its rule.

import { fill, h } from "../dom.js";

// The most bars that are drawn at a time.
const MOST = 1500;

/**
 * Returns the element of a tree. `nodes` are `[name, first column, column after it, depth]`, each before
 * those inside it. `toggled` are the numbers of nodes that are not as they are drawn at first; `keep`
 * is told when they change. `at` is the column of a mark.
 */
export function tree(line, nodes, { label, toggled = new Set(), keep = undefined, at = null, open = false }) {
  const ends = insides(nodes);
  const atFirst = nodes.map((_, index) => !open && isPlain(nodes, ends, index));
  const isFolded = (index) => atFirst[index] !== toggled.has(index);
  const hasInside = (index) => ends[index] > index + 1;
  const element = h("div", { class: "tree", role: "tree", "aria-label": label, onkeydown: keyed });
  let current = 0;
  draw();
  return element;

  function visible() {
    const seen = [];
    for (let index = 0; index < nodes.length; index = isFolded(index) ? ends[index] : index + 1) seen.push(index);
    return seen;
  }

  function draw(focused = false) {
    const all = visible();
    const seen = all.slice(0, MOST);
    if (!seen.includes(current)) current = 0;
    const { chars, spans } = columns(line, nodes, seen);
    const rows = Math.max(...seen.map((index) => nodes[index][3])) + 1;
    const text = [...line.text];
    fill(
      element,
      seen.map((index) => {
        const [name, from, to, depth] = nodes[index];
        const folded = hasInside(index) && isFolded(index);
        return h(
          "div",
          {
            class: `bar${folded ? " folded" : ""}${from === to ? " void" : ""}`,
            role: "treeitem",
            "data-node": index,
            tabindex: index === current ? "0" : "-1",
            "aria-level": String(depth + 1),
            "aria-expanded": hasInside(index) ? String(!folded) : null,
            "aria-label": `${name}: ${text.slice(from, to).join("") || "empty"}`,
            title: name,
            vars: { "grid-row": depth + 1, "grid-column": `${spans.get(index)[0] + 1} / ${spans.get(index)[1] + 2}` },
            onclick: () => {
              current = index;
              toggle();
            },
          },
          folded ? `▸ ${name}` : name,
        );
      }),
      text.map((c, index) =>
        h(
          "span",
          { class: `cell-char${index === at ? " here" : ""}`, "aria-hidden": "true", vars: { "grid-row": rows + 1, "grid-column": chars[index] + 1 } },
          c,
        ),
      ),
      all.length > seen.length &&
        h("span", { class: "note", vars: { "grid-row": rows + 2, "grid-column": "1 / -1" } }, `${all.length - seen.length} bars are not drawn`),
    );
    if (focused) element.querySelector(`[data-node="${current}"]`)?.focus({ preventScroll: true });
  }

  function toggle(index = current) {
    if (!hasInside(index)) return draw(true);
    if (toggled.has(index)) toggled.delete(index);
    else toggled.add(index);
    keep?.(toggled);
    draw(true);
  }

  function keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const seen = visible().slice(0, MOST);
    const place = seen.indexOf(current);
    const go = (index) => {
      if (index === undefined) return;
      current = index;
      draw(true);
      element.querySelector(`[data-node="${current}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    const parent = () =>
      seen
        .slice(0, place)
        .reverse()
        .find((index) => nodes[index][3] < nodes[current][3]);
    const moves = {
      ArrowDown: () => go(seen[place + 1]),
      ArrowUp: () => go(seen[place - 1]),
      Home: () => go(seen[0]),
      End: () => go(seen[seen.length - 1]),
      ArrowRight: () => (hasInside(current) && isFolded(current) ? toggle() : hasInside(current) && go(seen[place + 1])),
      ArrowLeft: () => (hasInside(current) && !isFolded(current) ? toggle() : go(parent())),
      Enter: () => toggle(),
      " ": () => toggle(),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }
}

/** For each node the number of the first node behind those inside it. */
function insides(nodes) {
  const ends = new Array(nodes.length).fill(nodes.length);
  const open = [];
  nodes.forEach(([, , , depth], index) => {
    while (open.length > 0 && nodes[open[open.length - 1]][3] >= depth) ends[open.pop()] = index;
    open.push(index);
  });
  return ends;
}

/** Whether all that is inside a node are single characters: a run of letters says nothing by its bars. */
function isPlain(nodes, ends, index) {
  for (let inner = index + 1; inner < ends[index]; inner += 1) if (nodes[inner][2] - nodes[inner][1] > 1) return false;
  return ends[index] > index + 1;
}

/** The grid's columns: one for each character and for each rule that matched nothing. */
function columns(line, nodes, seen) {
  const count = [...line.text].length;
  const chars = [];
  const spans = new Map();
  let next = 0;
  const upTo = (column) => {
    while (chars.length < column) {
      chars.push(next);
      next += 1;
    }
  };
  seen.forEach((index, place) => {
    const [, from, to, depth] = nodes[index];
    upTo(from);
    const after = seen[place + 1];
    const isLast = after === undefined || nodes[after][3] <= depth;
    if (from === to && isLast) {
      spans.set(index, [next, next]);
      next += 1;
    }
  });
  upTo(count);
  for (const index of seen) {
    const [, from, to] = nodes[index];
    if (from < to) spans.set(index, [chars[from], chars[to - 1]]);
  }
  // A rule is as wide as the rules inside it, those that matched nothing included.
  const around = [];
  for (const index of [...seen].reverse()) {
    const depth = nodes[index][3];
    let [first, last] = spans.get(index) ?? [Infinity, -Infinity];
    while (around.length > 0 && nodes[around[around.length - 1]][3] > depth) {
      const inner = spans.get(around.pop());
      first = Math.min(first, inner[0]);
      last = Math.max(last, inner[1]);
    }
    spans.set(index, [first, last]);
    around.push(index);
  }
  return { chars, spans };
}
