import assert from "node:assert/strict";
import { test } from "node:test";
import addFormats, { formats } from "./index.js";

// The part of Ajv that the plugin calls.
class Validator {
  formats = {};
  addFormat(name, format) {
    this.formats[name] = format;
    return this;
  }
}

const CASES = [
  ["uri", ["http://a/%20", "urn:a:b", "http://[::1]/"], ["//a", "a b:", "http://a/\\", "http://[::12345]/", "http://a/%2"]],
  ["uri-reference", ["", "//a", "a?b#c", "http://a"], ["a b", "#a#b", "http://a:b/", "é"]],
  ["iri", ["http://é.example/ü", "a:"], ["//é", "http://a/\ud800", "http://a/\ue000"]],
  ["iri-reference", ["é", "?\ue000"], ["\\", "é é", "\ue000"]],
  ["uri-template", ["a{b}", "{?x,y*}", "{+a:30}", "é"], ["{", "{a", "a}", "{a:0}", "{a:10000}"]],
  ["json-pointer", ["", "/", "/a~0b/~1", "/é"], ["a", "/~", "/~2", "#/a"]],
];

test("formats accept and reject what their documents do", () => {
  for (const [name, accepted, rejected] of CASES) {
    for (const text of accepted) assert.ok(formats[name].accepts(text), `${name} ${text}`);
    for (const text of rejected) assert.ok(!formats[name].accepts(text), `${name} ${text}`);
  }
  assert.deepEqual(CASES.map(([name]) => name), Object.keys(formats));
});

test("the plugin adds what is asked for", () => {
  const all = addFormats(new Validator());
  assert.deepEqual(Object.keys(all.formats), Object.keys(formats));
  for (const [name, [accepted], [rejected]] of CASES) {
    assert.equal(all.formats[name].type, "string");
    assert.equal(all.formats[name].validate(accepted), true);
    assert.equal(all.formats[name].validate(rejected), false);
  }
  const one = addFormats(new Validator(), { names: ["iri"] });
  assert.deepEqual(Object.keys(one.formats), ["iri"]);
  assert.throws(() => addFormats(new Validator(), { names: ["url"] }), /no format url; there are uri,/);
  assert.throws(() => addFormats(new Validator(), { names: ["toString"] }), RangeError);
});

test("errors say where and what", () => {
  const { index, offset, expected, rule, message } = formats.iri.error("http://é/a b");
  assert.deepEqual([index, offset], [10, 11]);
  assert.ok(expected.includes("a-z") && expected.includes("the end"), expected.join());
  assert.match(message, /^IRI: " " is not allowed at 10; expected /);
  assert.equal(rule, "IRI");
});

// Long texts of any kind take one pass.
test("long texts", () => {
  for (const unit of ["a", "é", "/", "{a}", "%20", "😀"]) {
    const text = "http://a/" + unit.repeat(1 << 17);
    for (const type of Object.values(formats)) type.error(text);
  }
});
