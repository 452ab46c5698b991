// A text was no string of a rule.
export class GrammarError extends SyntaxError {
  constructor(fields) {
    super(fields.message);
    Object.assign(this, fields);
    this.name = "GrammarError";
  }
}

// Reads numbers. A digit of base 45 is a character from "#" on, without the backslash; one that
// another follows is 45 more; the last digit comes first. Numbers are one more than they are; 0 is
// a repetition, with its distance and its length.
function numbers(text) {
  const all = [];
  let at = 0;
  const number = () => {
    for (let sum = 0, scale = 1; ; scale *= 45) {
      let digit = text.charCodeAt(at++) - 35;
      if (digit > 57) digit--;
      sum += (digit % 45) * scale;
      if (digit < 45) return sum;
    }
  };
  while (at < text.length) {
    const one = number();
    if (one) all.push(one - 1);
    else for (let from = all.length - number(), run = number() + 4; run--; ) all.push(all[from++]);
  }
  at = 0;
  return () => all[at++];
}

// Reads a finite automaton (`fa`). Each state has a row of the tables: first those that only read
// an octet, then the dead state, then those that also note an offset. `cells` has the next state
// for each state and kind of octets, `wide` for each state and character of US-ASCII. A state is the
// offset of its row in `wide`, which makes a step of a loop one look without arithmetic. `last` is
// 0, or one more than the number of the places.
function unpack(text) {
  const next = numbers(text), list = () => Array.from({ length: next() }, next);
  const width = next(), count = next(), dead = next();
  const kinds = new Uint8Array(256), cells = new Int32Array(count * width);
  const labels = new Uint8Array(count);
  const fill = (to, at, end, value) => {
    while (at < end)
      for (let kind = next(), run = next(); run >= 0; run--) to[at] = value(kind, at++);
  };
  const same = (kind) => kind;
  fill(kinds, 0, 256, same);
  for (let row = 0; row < count; row++)
    fill(cells, row * width, (row + 1) * width, (kind, at) =>
      kind ? (kind > 1 ? row + (kind % 2 ? 1 - kind : kind - 2) / 2 : dead) << 7 : cells[at - width]);
  const wide = Int32Array.from({ length: count * 128 }, (_, at) =>
    cells[(at >> 7) * width + kinds[at & 127]]);
  const last = Array.from({ length: count }, next);
  fill(labels, 0, count, same);
  const notes = Array.from({ length: count - dead - 1 }, list);
  const ends = Array.from({ length: next() }, list);
  return { width, dead: dead << 7, kinds, cells, wide, last, labels, notes, ends, marks: [] };
}

// Returns the octets of a character in UTF-8.
const utf8 = (point) => {
  if (point < 128) return [point];
  const all = [];
  let first = 63;
  for (; point > first; point >>= 6, first >>= 1) all.unshift(128 | (point & 63));
  return [(254 - 2 * first) | point, ...all];
};

const octets = (text) => [...text].flatMap((one) => utf8(one.codePointAt(0))).length;

function note({ notes, marks, dead }, row, at) {
  for (const one of notes[((row - dead) >> 7) - 1]) marks[one] = at;
}

// Returns the state after a text. `stop` gets the first character that cannot follow, and the state
// before it. A state that leads to itself is known before its cell is read, so that nearly no
// character waits for the one before.
function run(fa, text, stop) {
  const { dead, wide, width, kinds, cells } = fa, { length } = text;
  let row = 0, at = 0, to = 0;
  for (; at < length; at++, row = to) {
    const unit = text.charCodeAt(at);
    if (unit < 128) {
      to = wide[row | unit];
      if (to === row) {
        for (at++; at < length; at++) {
          const next = text.charCodeAt(at);
          if (next > 127 || wide[row | next] !== row) break;
        }
        at--;
        continue;
      }
      if (to < dead) continue;
    }
    const first = at;
    if (unit < 128) {
      if (to > dead) note(fa, to, first);
    } else {
      const point = text.codePointAt(at);
      if (point > 65535) at++;
      to = row;
      // A lone surrogate is not a character.
      for (const octet of (point & ~2047) === 55296 ? [255] : utf8(point)) {
        to = octet > 254 ? dead : cells[(to >> 7) * width + kinds[octet]];
        if (to === dead) break;
        if (to > dead) note(fa, to, first);
      }
    }
    if (to === dead) {
      if (stop) Object.assign(stop, { offset: first, row });
      return dead;
    }
  }
  if (stop) Object.assign(stop, { offset: at, row });
  return row;
}

// Returns the state after a text, and notes nothing. Few characters of a short text repeat a state,
// so that it is not asked for each whether they do.
function ending(fa, text) {
  const { wide } = fa, { length } = text;
  let row = 0;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 127) return run(fa, text);
    row = wide[row | unit];
  }
  return row;
}

// Returns the beginning and the end of each component, -1 where it is absent; undefined where the
// rule rejects the text.
function split(fa, text) {
  const end = fa.last[run(fa, text) >> 7];
  if (end)
    return fa.ends[end - 1].map((from) => from > 1 ? fa.marks[from - 2] : from ? text.length : -1);
}

// Returns what can follow in a state.
function expected({ width, dead, kinds, cells, last }, row) {
  const all = [], ok = (octet) => cells[(row >> 7) * width + kinds[octet]] !== dead;
  const show = (octet) => octet > 32 && octet < 127 ? String.fromCharCode(octet)
    : "%x" + octet.toString(16).toUpperCase().padStart(2, "0");
  for (let octet = 0; octet < 128; octet++) {
    let first = octet;
    while (octet < 128 && ok(octet)) octet++;
    if (octet - first > 3) all.push(show(first) + "-" + show(octet - 1));
    else while (first < octet) all.push(show(first++));
  }
  if (kinds.subarray(128).some((_, at) => ok(at + 128))) all.push("beyond US-ASCII");
  if (last[row >> 7]) all.push("the end");
  return all;
}

// Forms: 0 item *( "," item ), 1 [ item *( "," item ) ], 2 *( "," item ), 3 *( item "," ).
function items(text, by, form) {
  if (form && !text) return [];
  const all = text.split(by);
  return form < 2 ? all : form < 3 ? all.slice(1) : all.slice(0, -1);
}

function type(rule, tables, rules, keys, lists, checks) {
  let made;
  const fa = (text) => {
    if (typeof text !== "string") throw new TypeError(`${rule}: not a string`);
    return (made ??= unpack(tables));
  };
  const places = (text) => split(fa(text), text);
  const part = (text, places, at) =>
    at < 0 ? text : places[2 * at] < 0 ? null : text.slice(places[2 * at], places[2 * at + 1]);
  const fail = (text, index, message, fields) => new GrammarError({
    message: `${rule}: ${message}`, offset: octets(text.slice(0, index)), index, ...fields,
  });
  // Returns the error of the first constraint that an accepted text breaks.
  const broke = (text, places) => {
    for (const [constraint, message, at, check] of checks) {
      const own = part(text, places, at), wrong = own === null ? -1 : check(own);
      if (wrong >= 0)
        return fail(text, wrong + (at < 0 ? 0 : places[2 * at]), message, { expected: [], rule, constraint });
    }
    return null;
  };
  const error = (text) => {
    const found = places(text);
    if (found) return broke(text, found);
    const stop = {};
    run(made, text, stop);
    const all = expected(made, stop.row), own = rules[made.labels[stop.row >> 7]];
    const what = stop.offset < text.length
      ? JSON.stringify(String.fromCodePoint(text.codePointAt(stop.offset))) + " is not allowed"
      : "it ends too early";
    return fail(text, stop.offset, `${what} at ${stop.offset}; expected ${all.join(" ")}`,
      { expected: all, rule: own });
  };
  const good = (text) => {
    const found = places(text);
    return found && !broke(text, found) ? found : null;
  };
  return {
    rule,
    accepts: (text) =>
      checks.length ? good(text) !== null
        : fa(text).last[(text.length < 48 ? ending : run)(made, text) >> 7] > 0,
    error,
    places(text) {
      const found = good(text);
      return found && Object.fromEntries(keys.map((key, at) =>
        [key, found[2 * at] < 0 ? null : found.slice(2 * at, 2 * at + 2)]));
    },
    parse(text) {
      const found = good(text);
      if (!found) throw error(text);
      const out = {};
      keys.forEach((key, at) => (out[key] = part(text, found, at)));
      for (const [key, at, by, form] of lists) {
        const own = part(text, found, at);
        out[key] = own === null ? [] : items(own, by, form);
      }
      return out;
    },
  };
}
