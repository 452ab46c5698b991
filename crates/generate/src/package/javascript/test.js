// The module says what the conformance vectors and the document's examples say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as grammar from "./MODULE";

const read = (file) => readFileSync(new URL(file, import.meta.url), "utf8");
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// Returns the octets of a vector's input.
const unescaped = (input) => [...input.matchAll(/\\x(..)|\\?(.)/g)].map(([, hex, other]) =>
  hex ? parseInt(hex, 16) : other.charCodeAt(0));

const octets = (text, units) => Buffer.byteLength(text.slice(0, units));

for (const [name, file, rules] of TYPES) {
  test(`vectors of ${name}`, () => {
    const type = grammar[name];
    let seen = 0;
    for (const line of read(file).split("\n")) {
      if (!line || line.startsWith("#")) continue;
      const [verdict, offset, input, spans = ""] = line.split("\t");
      let text;
      try {
        text = decoder.decode(Uint8Array.from(unescaped(input)));
      } catch {
        continue;
      }
      seen++;
      const error = type.error(text);
      assert.equal(type.accepts(text), error === null, line);
      if (error === null) {
        const places = type.places(text), found = [];
        Object.values(places).forEach((place, at) => {
          if (place) found.push(`${rules[at]}=${octets(text, place[0])}..${octets(text, place[1])}`);
        });
        assert.deepEqual([verdict, found.join(" ")], ["accept", spans], line);
        Object.entries(places).forEach(([key, place]) =>
          assert.equal(type.parse(text)[key], place && text.slice(...place), line));
      } else {
        assert.throws(() => type.parse(text), grammar.GrammarError, line);
        if (error.constraint) assert.equal(verdict, "accept", line);
        else assert.deepEqual([verdict, offset], ["reject", String(error.offset)], line);
      }
    }
    assert.ok(seen > 1, "the vectors are missing");
  });
}

test("examples of the document", () => {
  for (const [name, text, valid, parts] of EXAMPLES) {
    const type = grammar[name];
    assert.equal(type.accepts(text), valid, text);
    if (!valid) continue;
    const parsed = type.parse(text);
    for (const [key, value] of Object.entries(parts)) assert.equal(parsed[key], value, text);
  }
});

test("what is not text", () => {
  for (const [name] of TYPES) {
    assert.throws(() => grammar[name].parse(1), TypeError);
    assert.equal(grammar[name].accepts("\ud800"), false);
    assert.equal(grammar[name].error("\udc00\ud800").offset, 0);
  }
});
