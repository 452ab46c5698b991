// The meaning of a list of steps: the stack of rules at a step, and steps in words.

const [TRY, MATCH, FAIL] = [0, 1, 2];

/** Steps that a class wants to see: choices, their branches, rules, characters, lookahead. */
export function coarse(peg, index) {
  const [happening, rule, expr] = peg.steps[index];
  const kind = peg.rules[rule].kinds[expr];
  if (kind === "character" || kind === "rule") return happening !== TRY || kind === "rule";
  return kind === "choice" ? happening !== MATCH : (kind === "and" || kind === "not") && happening !== TRY;
}

/** The step in which a branch matched although a later one, read as BNF, could match more. */
export function wonEarly(peg) {
  return new Map(peg.won_early ?? []);
}

/** The end of the match, in words, and whether the PEG accepts. */
export function verdict(peg, name) {
  const all = peg.characters;
  const characters = `${all} ${all === 1 ? "character" : "characters"}`;
  if (peg.matched === null || peg.matched === undefined) return `${name} fails: rejected.`;
  if (peg.accepted) return `${name} matched all of ${characters}: accepted.`;
  return `${name} matched ${peg.matched} of ${characters}: rejected. A match must take the whole input.`;
}

/** The open rules after a step, outermost first, each with the expressions to mark, and the column. */
export function stateAt(peg, index) {
  const open = [];
  let ended = null;
  for (let at = 0; at <= index; at += 1) {
    const [happening, rule, expr, column] = peg.steps[at];
    if (happening === TRY) {
      open.push({ rule, expr, column, failed: [], matched: [] });
      ended = null;
    } else {
      ended = open.pop();
      const parent = open[open.length - 1];
      if (parent && parent.rule === rule && expr !== 0) (happening === FAIL ? parent.failed : parent.matched).push(expr);
    }
  }
  const [happening, rule, expr, column] = peg.steps[index];
  const frames = [];
  const frame = (of) => {
    const last = frames[frames.length - 1];
    // A rule's own expressions have ascending numbers; 0 begins a rule anew.
    if (last && last.rule === of.rule && of.expr !== 0) return last;
    frames.push({ rule: of.rule, marks: [] });
    return frames[frames.length - 1];
  };
  for (const one of open) {
    const own = frame(one);
    const kind = peg.rules[one.rule].kinds[one.expr];
    if (kind === "choice") own.marks.push(...one.failed.map((failed) => [failed, "failed"]));
    if (kind === "sequence") own.marks.push(...one.matched.map((matched) => [matched, "matched"]));
    if (kind === "rule" || one === open[open.length - 1]) own.marks.push([one.expr, "inside"]);
  }
  const last = happening === TRY ? frames[frames.length - 1] : frame({ rule, expr });
  if (happening === MATCH) last.marks.push(...after(peg, index).map((untried) => [untried, "untried"]));
  last.marks.push([expr, happening === FAIL ? "failed now" : happening === MATCH ? "matched now" : "now"]);
  return { frames, column: happening === FAIL && ended ? ended.column : column };
}

export function furthestFailure(peg) {
  let best = peg.steps.length - 1;
  let column = -1;
  peg.steps.forEach(([happening, rule, expr, at], index) => {
    const kind = peg.rules[rule].kinds[expr];
    if (happening === FAIL && at > column && (kind === "character" || kind === "rule")) {
      column = at;
      best = index;
    }
  });
  return best;
}

/** A step in words. */
export function sentence(peg, index, line) {
  const [happening, rule, expr, column] = peg.steps[index];
  const { text, spans, kinds, name } = peg.rules[rule];
  const [from, to] = spans[expr];
  const short = text.slice(from, to).length > 60 ? `${text.slice(from, from + 57)}…` : text.slice(from, to);
  const char = [...line.text][column];
  const next = char === undefined ? "the end" : `“${char}”`;
  const branch = branchOf(peg, index);
  const where = branch ? `branch ${branch.number} of ${branch.count} of ${name}` : `${name}: ${short}`;
  if (happening === TRY) return `Try ${where}, before ${next}.`;
  if (happening === MATCH) {
    const early = wonEarly(peg).get(index);
    const more =
      early === undefined
        ? ""
        : ` It won too early: read as BNF, a later branch could match up to ${early < [...line.text].length ? `“${[...line.text][early]}”` : "the end"}.`;
    return branch && branch.number < branch.count
      ? `${where} matches up to ${next}. ${untried(branch)}${more}`
      : kinds[expr] === "not"
        ? `${short} holds: that does not match here.`
        : `${where} matches up to ${next}.`;
  }
  return branch && branch.number < branch.count ? `${where} fails before ${next}. The next branch is tried.` : `${where} fails before ${next}.`;
}

function untried({ number, count }) {
  if (number + 1 === count) return `Branch ${count} is not tried.`;
  return number + 2 === count ? `Branches ${count - 1} and ${count} are not tried.` : `Branches ${number + 1} to ${count} are not tried.`;
}

/** The branches after the branch that matched in a step. They are not tried. */
function after(peg, index) {
  const branch = branchOf(peg, index);
  return branch ? branch.branches.slice(branch.number) : [];
}

/** The choice and branch of a step's expression, if it is a branch. */
function branchOf(peg, index) {
  const [, rule, expr] = peg.steps[index];
  const { spans, kinds } = peg.rules[rule];
  for (let outer = expr - 1; outer >= 0; outer -= 1) {
    if (spans[outer][1] < spans[expr][1] || kinds[outer] !== "choice") {
      if (inside(spans, outer, expr)) return null;
      continue;
    }
    const branches = parts(spans, outer);
    const number = branches.indexOf(expr);
    return number < 0 ? null : { number: number + 1, count: branches.length, branches };
  }
  return null;
}

function inside(spans, outer, inner) {
  return spans[outer][0] <= spans[inner][0] && spans[inner][1] <= spans[outer][1];
}

/** The expressions directly inside another. Each begins after the previous one ends. */
function parts(spans, outer) {
  const found = [];
  let end = -1;
  for (let at = outer + 1; at < spans.length && inside(spans, outer, at); at += 1) {
    if (spans[at][0] >= end) {
      found.push(at);
      end = spans[at][1];
    }
  }
  return found;
}

/** The rules that match so far, as `[name, first column, column after it, depth]`, each before those inside it. */
export function matchedSoFar(peg, index) {
  const nodes = [];
  const open = [];
  let column = 0;
  for (let at = 0; at <= Math.min(index, peg.steps.length - 1); at += 1) {
    const [happening, rule, expr, here] = peg.steps[at];
    const { name, kinds } = peg.rules[rule];
    if (happening === TRY) {
      const node = expr === 0 ? [name, here, here, open.filter((one) => one.node).length] : null;
      open.push({ node, kept: nodes.length });
      if (node) nodes.push(node);
    } else {
      const { node, kept } = open.pop();
      // What failed, and what was only looked at, is not part of the tree.
      if (happening === FAIL || kinds[expr] === "and" || kinds[expr] === "not") nodes.length = kept;
      else if (node) node[2] = here;
    }
    column = here;
  }
  for (const { node } of open) if (node && nodes.includes(node)) node[2] = Math.max(column, node[1]);
  return nodes;
}
