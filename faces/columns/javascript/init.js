// The library's functions over a WebAssembly of this package.

const NAME = Symbol.for("urigram.UriError");

/** Why a text is not an identifier. Those of another copy of this module are instances, too. */
export class UriError extends SyntaxError {
  static [Symbol.hasInstance] = (value) => NAME in Object(value);
  get [NAME]() {
    return true;
  }

  constructor({ message, ...fields }, text) {
    super(message);
    this.name = "UriError";
    if (fields.offset !== undefined) fields.index = units(text, fields.offset);
    Object.assign(this, { expected: [], ...fields });
  }
}

// The number of UTF-16 units of a text whose UTF-8 has so many bytes. A place inside of a character
// is its beginning.
function units(text, bytes) {
  let at = 0;
  for (const character of text) {
    const point = character.codePointAt(0);
    bytes -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes < 0) break;
    at += character.length;
  }
  return at;
}

const [GRAMMARS, PARSE, RESOLVE, RELATIVIZE, NORMALIZE, EQUIVALENT, AGREE] = Array(7).keys();
const ABSENT = 0xffffffff;

const NONE = Object.freeze({});
const OF_PARSING = ["grammar", "rule"], OF_NORMALIZING = ["grammar", "level"], GRAMMAR = ["grammar"];

// Returns the options. Others than the named ones are refused: RFC 3986 would answer in place of the
// document in `{ gramar: "rfc2396" }`, or in a string. A number is an index that `map` gives.
function checked(options, names) {
  if (options === undefined || typeof options === "number") return NONE;
  if (options === null || typeof options !== "object") {
    throw new TypeError(`options are an object with ${names.join(", ")}`);
  }
  for (const name in options) {
    if (!names.includes(name)) throw new TypeError(`no option ${name}; there are ${names.join(", ")}`);
  }
  return options;
}

/** Returns the functions over a compiled module, or over its bytes. */
export function init(source) {
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  const { memory, urigram_room, urigram_ask, urigram_answer, urigram_answer_length, urigram_places } =
    new WebAssembly.Instance(module).exports;
  const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const numbers = new Map();
  let room = new Uint8Array(0);

  // Writes a text as UTF-8 and returns the place after it. Short texts in US-ASCII are nearly all,
  // and a loop is faster for them.
  function write(text, at) {
    let end = 0;
    if (text.length < 256) {
      for (; end < text.length; end++) {
        const unit = text.charCodeAt(end);
        if (unit > 127) break;
        room[at + end] = unit;
      }
      if (end === text.length) return at + end;
    }
    const { written } = encoder.encodeInto(text, room.subarray(at));
    if (written > text.length) whole(text);
    return at + written;
  }

  // Asks a question, and returns whether there is an answer.
  function ask(question, grammar, first, second = "", third = "") {
    if (typeof first !== "string" || typeof second !== "string" || typeof third !== "string") {
      throw new TypeError("a text is a string");
    }
    const number = numbers.get(grammar);
    if (number === undefined) {
      const others = numbers.has("rfc1630") ? "" : " (urigram/all has every document)";
      throw new UriError({ message: `no grammar ${grammar}; there are ${[...numbers.keys()].join(", ")}${others}` });
    }
    // A unit takes at most three bytes.
    const most = 3 * (first.length + second.length + third.length);
    if (room.length < most || room.buffer !== memory.buffer) {
      // The call can move the memory.
      const at = urigram_room(most);
      room = new Uint8Array(memory.buffer, at, most);
    }
    const a = write(first, 0), b = write(second, a), c = write(third, b);
    if (urigram_ask(question, number, a, b - a, c - b)) return a;
    const { text, ...error } = JSON.parse(read());
    throw new UriError(error, text ? second : first);
  }

  const read = () => decoder.decode(new Uint8Array(memory.buffer, urigram_answer(), urigram_answer_length()));
  numbers.set("", 0);
  ask(GRAMMARS, "", "");
  const { grammars: known, components: names } = JSON.parse(read());
  numbers.delete("");
  known.forEach(({ id }, number) => numbers.set(id, number));
  Object.freeze(known);
  const absent = Object.fromEntries(names.map((name) => [name, null]));

  // Asks the start rule about a text, or the rule that the options name, and returns the number of
  // the text's bytes.
  function asked(text, options) {
    const { grammar = "rfc3986", rule = "" } = checked(options, OF_PARSING);
    return ask(PARSE, grammar, text, rule);
  }

  // Returns an object with what a function makes of the beginning and the end of each component, in
  // UTF-16 units; null for those that are absent.
  function found(text, options, make) {
    const bytes = asked(text, options);
    const places = new Uint32Array(memory.buffer, urigram_places(), 2 * names.length);
    const isAscii = bytes === text.length, all = { ...absent };
    for (let number = 0; number < names.length; number++) {
      const start = places[2 * number], end = places[2 * number + 1];
      if (start === ABSENT) continue;
      all[names[number]] = isAscii ? make(start, end) : make(units(text, start), units(text, end));
    }
    return all;
  }

  const places = (text, options) => found(text, options, (start, end) => [start, end]);

  // The texts are without characters that are removed before the grammar reads.
  function parse(text, options) {
    const all = found(text, options, (start, end) => text.slice(start, end));
    if (urigram_answer_length() === 0) return all;
    const texts = JSON.parse(read());
    names.forEach((name, number) => (all[name] = texts[number]));
    return all;
  }

  // Returns what a function returns, or the value where the text is not an identifier.
  function or(value, answer) {
    try {
      return answer();
    } catch (error) {
      if (error instanceof UriError && error.offset !== undefined) return value;
      throw error;
    }
  }

  // Asks about two texts, and returns the answer.
  const about = (question, options, first, second) => {
    const { grammar = "rfc3986" } = checked(options, GRAMMAR);
    if (typeof second !== "string") throw new TypeError("a text is a string");
    ask(question, grammar, first, second);
    return read();
  };

  // Returns the text of parts that `parse` splits into the same parts: nothing moves.
  function serialize(parts, options) {
    const given = partsOf(parts, names);
    const { scheme, authority, userinfo, host, port, nid } = given;
    const around = (before, text, after = "") => (text == null ? "" : before + text + after);
    const server = host == null ? authority : around("", userinfo, "@") + host + around(":", port);
    const name = nid == null ? given.path ?? "" : `${nid}:${given.nss}`;
    const text = around("", scheme, ":") + around("//", server) + name
      + around("?+", given["r-component"]) + around("?=", given["q-component"])
      + around("?", given.query) + around("#", given.fragment);
    const found = parse(text, options);
    for (const [part, wanted] of Object.entries(given)) {
      if (found[part] !== wanted) {
        throw new UriError({ message: `of ${text} the ${part} is ${found[part]}, and not ${wanted}` }, text);
      }
    }
    return text;
  }

  // Returns a text with other parts. The authority and the parts inside it are not both kept.
  function replace(text, parts, options) {
    const changes = partsOf(parts, names), kept = { ...parse(text, options) };
    const inside = ["userinfo", "host", "port"], dropped = "authority" in changes ? inside : ["authority"];
    if (dropped === inside || inside.some((part) => part in changes)) {
      for (const part of dropped) delete kept[part];
    }
    return serialize({ ...kept, ...changes }, options);
  }

  // Octets that are no UTF-8 become U+FFFD.
  const decoded = (text) => text.replace(/(?:%[0-9a-f]{2})+/gi, (octets) =>
    decoder.decode(Uint8Array.from(octets.slice(1).split("%"), (hex) => parseInt(hex, 16))));

  // A `+` is a `+`, which URLSearchParams reads as a space.
  function queryPairs(text, options) {
    const pieces = (parse(text, options).query ?? "").split("&").filter((piece) => piece !== "");
    return pieces.map((piece) => {
      const at = piece.indexOf("=");
      return at < 0 ? [decoded(piece), null] : [decoded(piece.slice(0, at)), decoded(piece.slice(at + 1))];
    });
  }

  // ToASCII is the platform's, for the schemes that have domain names by the URL Standard.
  function toAscii(text) {
    const options = { grammar: "rfc3987" }, beyond = /[^\0-\x7f]+/g;
    const { scheme, host } = parse(text, options);
    let ascii = text;
    if (host?.match(beyond)) {
      try {
        ascii = replace(text, { host: new URL(`${scheme ?? "x"}://${host}`).hostname }, options);
      } catch {
        throw new UriError({ message: `the host ${host} is not a domain name` });
      }
    }
    return ascii.replace(beyond, encodeURIComponent);
  }

  return {
    grammars: () => known,
    parse,
    places,
    serialize,
    replace,
    queryPairs,
    toAscii,
    split: (text, options) => or(null, () => parse(text, options)),
    accepts: (text, options) => or(false, () => (asked(text, options), true)),
    resolve: (base, reference, options) => about(RESOLVE, options, base, reference),
    relativize: (base, target, options) => about(RELATIVIZE, options, base, target),
    normalize(text, options) {
      const { grammar, level = "scheme" } = checked(options, OF_NORMALIZING);
      return about(NORMALIZE, { grammar }, text, level);
    },
    equivalent: (one, other, options) => JSON.parse(about(EQUIVALENT, options, one, other)),
    agree(text, grammars) {
      ask(AGREE, known[0].id, text, "", [...grammars].join("\n"));
      const answer = JSON.parse(read());
      const own = (place) => place && place.map((at) => units(text, at));
      for (const name of ["scheme", "userinfo", "host", "port"]) {
        if (answer.agreed) answer[name] = own(answer[name]);
      }
      if (answer.places) answer.places = answer.places.map(own);
      return answer;
    },
  };
}

// Returns parts as texts, without those that are undefined; null is an absent part.
function partsOf(parts, names) {
  if (parts === null || typeof parts !== "object") throw new TypeError("parts are an object, as `parse` gives it");
  const given = {};
  for (const name in parts) {
    const part = parts[name];
    if (!names.includes(name)) throw new TypeError(`no part ${name}; there are ${names.join(", ")}`);
    if (part === undefined) continue;
    given[name] = name === "port" && Number.isInteger(part) ? String(part)
      : name === "query" && part !== null && typeof part === "object" ? written(part) : part;
  }
  for (const part of Object.values(given)) {
    if (part !== null && typeof part !== "string") throw new TypeError("a part is a string or null");
  }
  return given;
}

// Encodes pairs, or an object whose values can be lists, as a query. A value of null leaves its name
// alone, and undefined no pair.
function written(pairs) {
  const listed = Symbol.iterator in pairs ? [...pairs]
    : Object.entries(pairs).flatMap(([name, all]) => [all].flat().map((value) => [name, value]));
  return listed.filter(([, value]) => value !== undefined)
    .map((pair) => pair.filter((one) => one !== null).map(encoded).join("=")).join("&");
}

// Encodes data for a component.
function encoded(data) {
  if (!["string", "number", "boolean"].includes(typeof data)) {
    throw new TypeError("a value of a query is a string, a number, a boolean or null");
  }
  whole(String(data));
  return encodeURIComponent(data);
}

// Throws for a text that is no Unicode: `encodeInto` would replace its lone surrogates.
function whole(text) {
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text);
  if (lone) {
    const offset = new TextEncoder().encode(text.slice(0, lone.index)).length;
    throw new UriError({ message: "a lone surrogate is not a character", offset }, text);
  }
}
