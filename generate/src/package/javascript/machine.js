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

// Reads an automaton: first states that only read an octet, then the dead state, then those that
// also note an offset. `wide` has the next state for each state and character of US-ASCII, `cells`
// for each state and class of octets. `last` is 0, or one more than the number of the places.
function unpack(text) {
  const next = numbers(text), list = () => Array.from({ length: next() }, next);
  const width = next(), count = next(), dead = next();
  const classes = new Uint8Array(256), cells = new Uint16Array(count * width);
  const labels = new Uint8Array(count), wide = new Uint16Array(count * 128);
  const fill = (target, at, end, value) => {
    while (at < end)
      for (let kind = next(), run = next(); run >= 0; run--) target[at] = value(kind, at++);
  };
  const same = (kind) => kind;
  fill(classes, 0, 256, same);
  for (let state = 0; state < count; state++)
    fill(cells, state * width, (state + 1) * width, (kind, at) =>
      kind ? kind > 1 ? state + (kind % 2 ? 1 - kind : kind - 2) / 2 : dead : cells[at - width]);
  wide.forEach((_, at) => (wide[at] = cells[(at >> 7) * width + classes[at & 127]]));
  const last = Array.from({ length: count }, next);
  fill(labels, 0, count, same);
  const notes = Array.from({ length: count - dead - 1 }, list);
  const ends = Array.from({ length: next() }, list);
  return { width, dead, classes, cells, wide, last, labels, notes, ends, registers: [] };
}

// Returns the octets of a character in UTF-8.
const utf8 = (point) => {
  if (point < 128) return [point];
  const all = [];
  let first = 63;
  for (; point > first; point >>= 6, first >>= 1) all.unshift(128 | (point & 63));
  return [(254 - 2 * first) | point, ...all];
};

const octets = (text) => {
  let count = 0;
  for (const one of text) count += utf8(one.codePointAt(0)).length;
  return count;
};

function note({ notes, registers, dead }, state, at) {
  for (const one of notes[state - dead - 1]) registers[one] = at;
}

// Returns the state after a text. `stop` gets the first character that cannot follow, and the state
// before it. A state that leads to itself is known before its cell is read, so that nearly no
// character waits for the one before.
function run(machine, text, stop) {
  const { dead, wide, width, classes, cells } = machine, { length } = text;
  let state = 0, at = 0, to = 0;
  for (; at < length; at++, state = to) {
    const unit = text.charCodeAt(at);
    if (unit < 128) {
      to = wide[(state << 7) | unit];
      if (to === state) {
        for (at++; at < length; at++) {
          const next = text.charCodeAt(at);
          if (next > 127 || wide[(state << 7) | next] !== state) break;
        }
        at--;
        continue;
      }
      if (to < dead) continue;
    }
    const first = at;
    if (unit < 128) {
      if (to > dead) note(machine, to, first);
    } else {
      const point = text.codePointAt(at);
      if (point > 65535) at++;
      to = state;
      // A lone surrogate is no character.
      for (const octet of (point & ~2047) === 55296 ? [255] : utf8(point)) {
        to = octet > 254 ? dead : cells[to * width + classes[octet]];
        if (to === dead) break;
        if (to > dead) note(machine, to, first);
      }
    }
    if (to === dead) {
      if (stop) Object.assign(stop, { offset: first, state });
      return dead;
    }
  }
  if (stop) Object.assign(stop, { offset: at, state });
  return state;
}

// Returns the beginning and the end of each component, -1 where it is absent; undefined where the
// rule rejects the text.
function split(machine, text) {
  const end = machine.last[run(machine, text)];
  if (end)
    return machine.ends[end - 1].map((from) => from > 1 ? machine.registers[from - 2] : from ? text.length : -1);
}

// Returns what can follow in a state.
function expected({ width, dead, classes, cells, last }, state) {
  const all = [], lives = (octet) => cells[state * width + classes[octet]] !== dead;
  const shown = (octet) => octet > 32 && octet < 127 ? String.fromCharCode(octet)
    : "%x" + octet.toString(16).toUpperCase().padStart(2, "0");
  for (let octet = 0; octet < 128; octet++) {
    let first = octet;
    while (octet < 128 && lives(octet)) octet++;
    if (octet - first > 3) all.push(shown(first) + "-" + shown(octet - 1));
    else while (first < octet) all.push(shown(first++));
  }
  if (classes.subarray(128).some((_, at) => lives(at + 128))) all.push("beyond US-ASCII");
  if (last[state]) all.push("the end");
  return all;
}

// Forms: 0 item *( "," item ), 1 [ item *( "," item ) ], 2 *( "," item ), 3 *( item "," ).
function items(text, delimiter, form) {
  if (form && !text) return [];
  const all = text.split(delimiter);
  return form < 2 ? all : form < 3 ? all.slice(1) : all.slice(0, -1);
}

function type(rule, tables, rules, components, lists, checks) {
  let unpacked;
  const machine = (text) => {
    if (typeof text !== "string") throw new TypeError(`${rule}: not a string`);
    return (unpacked ??= unpack(tables));
  };
  const places = (text) => split(machine(text), text);
  const part = (text, places, at) =>
    at < 0 ? text : places[2 * at] < 0 ? null : text.slice(places[2 * at], places[2 * at + 1]);
  const failed = (text, offset, message, fields) => new GrammarError({
    message: `${rule}: ${message}`, offset, byteOffset: octets(text.slice(0, offset)), ...fields,
  });
  // Returns the error of the first constraint that an accepted text breaks.
  const broken = (text, places) => {
    for (const [constraint, message, at, check] of checks) {
      const own = part(text, places, at), wrong = own === null ? -1 : check(own);
      if (wrong >= 0)
        return failed(text, wrong + (at < 0 ? 0 : places[2 * at]), message, { expected: [], rule, constraint });
    }
    return null;
  };
  const error = (text) => {
    const found = places(text);
    if (found) return broken(text, found);
    const stop = {};
    run(unpacked, text, stop);
    const all = expected(unpacked, stop.state), own = rules[unpacked.labels[stop.state]];
    const what = stop.offset < text.length
      ? JSON.stringify(String.fromCodePoint(text.codePointAt(stop.offset))) + " is not allowed"
      : "it ends too early";
    return failed(text, stop.offset, `${what} at ${stop.offset}; expected ${all.join(" ")}`,
      { expected: all, rule: own });
  };
  const accepted = (text) => {
    const found = places(text);
    return found && !broken(text, found) ? found : null;
  };
  return {
    rule,
    accepts: (text) =>
      checks.length ? accepted(text) !== null : machine(text).last[run(unpacked, text)] > 0,
    error,
    places(text) {
      const found = accepted(text);
      return found && Object.fromEntries(components.map((key, at) =>
        [key, found[2 * at] < 0 ? null : found.slice(2 * at, 2 * at + 2)]));
    },
    parse(text) {
      const found = accepted(text);
      if (!found) throw error(text);
      const parsed = {};
      components.forEach((key, at) => (parsed[key] = part(text, found, at)));
      for (const [key, at, delimiter, form] of lists) {
        const own = part(text, found, at);
        parsed[key] = own === null ? [] : items(own, delimiter, form);
      }
      return parsed;
    },
  };
}
