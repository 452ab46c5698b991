import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import addFormats, { formats } from "./formats/index.js";
import * as own from "urigram";
import * as every from "urigram/all";
import { init } from "urigram/init";

const { UriError } = own;

function error(run) {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof UriError, String(error));
    return error;
  }
  assert.fail("no error");
}

test("components are the texts of the document's rules", () => {
  for (const { parse, places } of [own, every]) {
    const found = parse("http://bob:pw@[::1]:80/a/b?c=d#e");
    assert.deepEqual(found, {
      scheme: "http", authority: "bob:pw@[::1]:80", userinfo: "bob:pw", host: "[::1]", port: "80",
      path: "/a/b", query: "c=d", fragment: "e",
      nid: null, nss: null, "r-component": null, "q-component": null,
    });
    assert.deepEqual(places("a:b").path, [2, 3]);
    assert.equal(parse("//h/p").host, "h");
    assert.equal(error(() => parse("//h/p", { rule: "URI" })).kind, "no-scheme");
    assert.match(error(() => parse("a:b", { rule: "hots" })).message, /no such (start )?rule/);
    const urn = parse("urn:isbn:0451?=q#f", { grammar: "rfc8141" });
    assert.deepEqual([urn.nid, urn.nss, urn["q-component"], urn.fragment], ["isbn", "0451", "q", "f"]);
  }
});

test("places count UTF-16 units", () => {
  const text = "http://é😀.example/ü?x#é";
  const { host, path, query, fragment } = own.places(text, { grammar: "rfc3987" });
  assert.deepEqual([host, path, query, fragment].map((place) => text.slice(...place)), ["é😀.example", "/ü", "x", "é"]);
  const wrong = error(() => own.parse("http://é😀/ ", { grammar: "rfc3987" }));
  assert.deepEqual([wrong.index, wrong.offset], [11, 14]);
});

test("errors say where, what and by which rule", () => {
  const wrong = error(() => own.parse("http://exa mple/"));
  assert.deepEqual([wrong.offset, wrong.rule, wrong.grammar], [10, "authority", "rfc3986"]);
  assert.equal(wrong.kind, "whitespace");
  assert.ok(wrong.message.startsWith("a space is not allowed in a host (byte 10,"), wrong.message);
  assert.match(error(() => own.parse("//h/p", { rule: "URI" })).message, /rule `scheme`/);
  assert.ok(wrong.expected.length > 3 && wrong.section.startsWith("3.2"), wrong.section);
  assert.equal(own.split("http://exa mple/"), null);
  assert.equal(own.accepts("http://exa mple/"), false);
  assert.equal(own.accepts("http://example/"), true);
  // Of two texts, the one that is wrong is meant.
  assert.equal(error(() => own.equivalent("http://é", "a:b", { grammar: "rfc3986" })).index, 7);
  assert.equal(error(() => own.equivalent("http://éa", "a:b c", { grammar: "rfc3987" })).index, 3);
});

test("questions of two texts", () => {
  assert.equal(own.resolve("http://a/b/c/d;p?q", "../../../g"), "http://a/g");
  assert.equal(own.resolve("http://a/b/c/d;p?q", "?y"), "http://a/b/c/d;p?y");
  assert.equal(every.resolve("http://a/b/c/d;p?q", "?y", { grammar: "rfc2396" }), "http://a/b/c/?y");
  assert.equal(own.relativize("http://a/b/c", "http://a/b/d?e"), "d?e");
  assert.equal(own.normalize("HTTP://A:80/%7euser/./x"), "http://a/~user/x");
  assert.equal(own.normalize("HTTP://A:80/%7e", { level: "case" }), "http://a:80/%7E");
  assert.equal(own.equivalent("http://a", "HTTP://A/"), true);
  assert.equal(own.equivalent("http://a/b", "http://a/B"), false);
  assert.equal(own.equivalent("../a", "../a"), null);
  assert.match(error(() => own.resolve("mailto:a", "b", { grammar: "rfc8141" })).message, /./);
});

test("parts make the text that they are the parts of", () => {
  const { serialize, replace, parse } = own;
  for (const text of ["", "a", "a:b", "//h", "http://u:p@[::1]:80/a/b?c=d#e", "x:?", "x:#", "//@:/", "a:b?#"]) {
    assert.equal(serialize(parse(text)), text);
    assert.equal(replace(text, {}), text);
  }
  const urn = { grammar: "rfc8141" };
  for (const text of ["urn:isbn:0451?+r?=q#f", "urn:ab:c/d"]) assert.equal(serialize(parse(text, urn), urn), text);
  assert.equal(serialize({ scheme: "http", host: "h", port: 80, path: "/a", query: undefined }), "http://h:80/a");
  assert.equal(replace("http://u@h:80/a?b", { host: "i", port: null }), "http://u@i/a?b");
  assert.equal(replace("http://u@h:80/a?b", { authority: "i" }), "http://i/a?b");
  assert.equal(replace("http://h/a", { authority: null, path: "a" }), "http:a");
  // What would be another part is refused, and so is what the grammar rejects.
  assert.match(error(() => serialize({ path: "//a" })).message, /the path is , and not \/\/a/);
  assert.match(error(() => serialize({ ...parse("http://a/"), host: "b" })).message, /the authority is b, and not a/);
  for (const wrong of [{ path: "a?b" }, { path: "a:b" }, { scheme: "http", host: "a/b" }, { host: "a b" },
    { host: "h", path: "a" }, { userinfo: "u" }, { query: "a#b" }]) {
    assert.throws(() => serialize(wrong), UriError, JSON.stringify(wrong));
  }
  assert.throws(() => serialize({ hots: "h" }), { name: "TypeError", message: /no part hots; there are scheme/ });
  for (const wrong of [null, "a:b", { path: 5 }, { port: 1.5 }]) assert.throws(() => serialize(wrong), TypeError);
});

test("a query of data is encoded, and read again", () => {
  const { serialize, replace, queryPairs } = own;
  assert.equal(serialize({ query: { q: "a b&c", n: 5, t: ["x", true], u: undefined, v: null, w: [] } }),
    "?q=a%20b%26c&n=5&t=x&t=true&v");
  const url = "https://x.org/s?utm_source=a&id=7&utm_medium=b#f";
  assert.equal(replace(url, { query: queryPairs(url).filter(([name]) => !name.startsWith("utm_")) }), "https://x.org/s?id=7#f");
  assert.equal(replace(url, { query: new URLSearchParams("a=b+c") }), "https://x.org/s?a=b%20c#f");
  const texts = ["a b", "é&=", "%41", "+", "\0", "\u{10ffff}", "#?/", "a".repeat(1000)];
  for (const name of texts) {
    for (const value of [...texts, "", null]) {
      for (const grammar of ["rfc3986", "rfc3987"]) {
        assert.deepEqual(queryPairs(replace(url, { query: [[name, value]] }, { grammar }), { grammar }), [[name, value]]);
      }
    }
  }
  for (const wrong of [{ a: {} }, [["a", Symbol()]], { a: [[1]] }]) assert.throws(() => serialize({ query: wrong }), TypeError);
  assert.equal(error(() => serialize({ query: { a: "\ud800" } })).index, 0);
});

test("an IRI is mapped to the URI to connect to", () => {
  for (const [text, uri] of [
    ["https://u@bücher.example:1/straße?ü#é", "https://u@xn--bcher-kva.example:1/stra%C3%9Fe?%C3%BC#%C3%A9"],
    ["http://h/%c3", "http://h/%c3"], ["x://é%41/", "x://%C3%A9%41/"], ["//é/a", "//%C3%A9/a"], ["é", "%C3%A9"],
    ["http://％41.example/", "error"], ["http://é%00/", "error"], ["http://é b/", "error"],
  ]) {
    if (uri === "error") assert.ok(error(() => own.toAscii(text)), text);
    else assert.equal(own.toAscii(text), uri);
  }
  // What no ToASCII is asked about stays as it was written.
  for (const text of ["HTTP://A_b:080/%7e", "", "urn:a:b", "http://[::1]/"]) assert.equal(own.toAscii(text), text);
});

test("an error of `require` is an instance of the class of `import`", () => {
  const common = createRequire(import.meta.url)("urigram");
  assert.notEqual(common.UriError, UriError);
  for (const one of [common, own]) {
    const wrong = error(() => one.parse("a b"));
    assert.ok(wrong instanceof common.UriError && wrong instanceof SyntaxError);
  }
  for (const other of [null, undefined, "a", new SyntaxError("a")]) assert.ok(!(other instanceof UriError));
});

test("pairs of a query are decoded and in order", () => {
  const pairs = own.queryPairs("?b=2&a=%C3%A9&&b&c=x%3Dy+z");
  assert.deepEqual(pairs, [["b", "2"], ["a", "é"], ["b", null], ["c", "x=y+z"]]);
  assert.deepEqual([own.queryPairs("a"), own.queryPairs("?%ff=%C3%A9%C3")], [[], [["\ufffd", "é\ufffd"]]]);
});

// The knowledge for a try is the first example of README.md, and no more.
test("twenty tasks of users of fast-uri and URL at first try", () => {
  const { parse, serialize, replace, resolve, normalize, equivalent, split, accepts } = own;
  const page = "https://bob:pw@Example.org:8443/a/b%20c?q=x+y&n=1#top";
  const tasks = [
    // fast-uri
    ["parse, host", () => parse(page).host, "Example.org"],
    ["parse, userinfo", () => parse(page).userinfo, "bob:pw"],
    ["parse, a port as a number", () => parse(page).port, 8443],
    ["parse, path, query and fragment", () => [parse(page).path, parse(page).query, parse(page).fragment],
      ["/a/b%20c", "q=x+y&n=1", "top"]],
    ["parse, an absent part", () => parse("http://h").query ?? "none", "none"],
    ["parse, a relative reference", () => parse("../a").path, "../a"],
    ["parse, an error", () => split("http://a b/"), null],
    ["serialize", () => serialize({ scheme: "http", host: "h", path: "/a", query: "b" }), "http://h/a?b"],
    ["serialize what was parsed", () => serialize(parse(page)), page],
    ["resolve", () => resolve("http://a/b/c", "../d"), "http://a/d"],
    ["normalize", () => normalize("HTTP://A:80/b/../%7ec"), "http://a/~c"],
    ["equal", () => equivalent("HTTP://a:80/", "http://a"), true],
    // URL
    ["canParse", () => accepts("http://a b/"), false],
    ["hostname of an IPv6 address", () => parse("http://[::1]:80/").host, "[::1]"],
    ["pathname", () => parse("http://h/a?b").path, "/a"],
    ["searchParams", () => new URLSearchParams(parse(page).query).get("q"), "x y"],
    ["new URL(reference, base)", () => resolve("http://a/b/c", "?d"), "http://a/b/c?d"],
    ["url.host = ", () => replace("http://u@h:1/p", { host: "i" }), "http://u@i:1/p"],
    ["a changed copy of what was parsed", () => serialize({ ...parse("http://h/p"), host: "i" }), "http://i/p"],
    ["url.hash = ''", () => replace("http://h/p#f", { fragment: null }), "http://h/p"],
  ];
  assert.equal(tasks.length, 20);
  const tried = (run) => {
    try {
      return run();
    } catch (error) {
      return String(error);
    }
  };
  const failed = tasks.filter(([, run, wanted]) => JSON.stringify(tried(run)) !== JSON.stringify(wanted));
  assert.deepEqual(failed.map(([task]) => task), ["parse, a port as a number", "a changed copy of what was parsed"]);
});

test("documents and practices disagree where they do", () => {
  const { agree, parse, split } = every;
  assert.equal(agree("http://a/", ["rfc2396", "rfc3986", "whatwg", "java-net-uri"]).accepting, 4);
  const differs = agree("http://a_b/", ["rfc2396", "rfc3986"]);
  assert.deepEqual([differs.agreed, differs.component, differs.grammars], [false, "host", ["rfc2396", "rfc3986"]]);
  assert.deepEqual(differs.places, [null, [7, 10]]);
  assert.equal(agree("http:\\\\good.example\\@evil.example", ["rfc3986"]).agreed, false);
  // A tab that the URL parser removes is in the place of a component, and not in its text.
  assert.equal(parse("http://ex\tample/", { grammar: "whatwg" }).host, "example");
  assert.deepEqual(every.places("http://ex\tample/", { grammar: "whatwg" }).host, [7, 15]);
  // The rules accept it, the URL parser does not.
  assert.equal(split("http://a.1/", { grammar: "whatwg" }), null);
  assert.equal(error(() => parse("http://a.1/", { grammar: "whatwg" })).grammar, "whatwg");
});

test("the verdicts of the table that every language reads", () => {
  const { rows } = JSON.parse(readFileSync(new URL("../verdicts.json", import.meta.url), "utf8"));
  const known = new Set(every.grammars().map(({ id }) => id));
  let seen = 0;
  for (const { grammar, rule, input, verdict, components } of rows) {
    if (!known.has(grammar) || typeof input !== "string") continue;
    const options = rule ? { grammar, rule } : { grammar };
    assert.equal(every.accepts(input, options), verdict === "accepted", `${grammar} ${rule} ${input}`);
    if (verdict === "accepted") {
      const found = Object.entries(every.parse(input, options)).filter(([, text]) => text !== null);
      const named = found.map(([name, text]) => [name.replace("-", "_"), text]);
      assert.deepEqual(Object.fromEntries(named), components, `${grammar} ${rule} ${input}`);
    } else {
      const wrong = error(() => every.parse(input, options));
      const said = wrong.constraint ? `refused by ${wrong.constraint} at` : "rejected at";
      assert.equal(`${said} ${wrong.offset}`, verdict, `${grammar} ${rule} ${input}`);
    }
    seen++;
  }
  assert.ok(seen > 800, `${seen} rows`);
});

test("what cannot be asked", () => {
  assert.throws(() => own.parse(1), TypeError);
  assert.throws(() => own.resolve("a:b"), TypeError);
  assert.match(error(() => own.parse("a:b", { grammar: "rfc1738" })).message, /no grammar rfc1738; there are rfc3986, .* \(urigram\/all has every document\)$/);
  assert.throws(() => own.accepts("a:b", { grammar: "" }), UriError);
  assert.match(error(() => own.normalize("a:b", { level: "all" })).message, /no level all; there are simple-string, /);
  assert.match(error(() => own.agree("a:b", [])).message, /no grammar/);
});

test("options that a function does not have are refused, for RFC 3986 would answer", () => {
  const asked = {
    parse: ["a:b"], places: ["a:b"], serialize: [{ path: "a" }], queryPairs: ["a:b"],
    split: ["a:b"], accepts: ["a:b"], normalize: ["a:b"],
    resolve: ["a:b", "c"], relativize: ["a:b", "a:c"], equivalent: ["a:b", "a:b"],
  };
  for (const [name, texts] of Object.entries(asked)) {
    for (const wrong of ["rfc2396", null, { gramar: "rfc2396" }, { grammar: "rfc3986", names: [] }]) {
      const run = () => every[name](...texts, wrong);
      assert.throws(run, { name: "TypeError", message: /^(no option|options are an object)/ }, name);
    }
    for (const right of [undefined, {}, { grammar: undefined }, { grammar: "rfc3986" }]) {
      every[name](...texts, right);
    }
  }
  assert.throws(() => own.resolve("a:b", "c", { rule: "URI" }), TypeError);
});

test("a number in place of options is an index", () => {
  const texts = ["HTTP://a/", "a b", "b:"];
  assert.deepEqual(texts.filter(own.accepts), ["HTTP://a/", "b:"]);
  assert.deepEqual(texts.map(own.accepts), [true, false, true]);
  assert.deepEqual(texts.map(own.split).map((parts) => parts?.scheme), ["HTTP", undefined, "b"]);
  assert.deepEqual(["HTTP://a/", "b:"].map(own.normalize), ["http://a/", "b:"]);
  assert.deepEqual(["../c", "d"].reduce(own.resolve, "a://b/c/d"), "a://b/d");
});

test("`init` takes bytes or a module", () => {
  const bytes = readFileSync(new URL("urigram.wasm", import.meta.url));
  for (const source of [bytes, bytes.buffer, new WebAssembly.Module(bytes)]) {
    const { UriError, ...functions } = own;
    assert.deepEqual(Object.keys(init(source)).sort(), Object.keys(functions).sort());
    assert.equal(init(source).parse("a:b").path, "b");
  }
});

test("formats are added by name, as ajv-formats takes them", () => {
  const added = (options) => {
    const names = [];
    addFormats({ addFormat: (name) => names.push(name) }, options);
    return names;
  };
  assert.deepEqual(added(), Object.keys(formats));
  assert.deepEqual(added(["uri", "iri"]), ["uri", "iri"]);
  assert.deepEqual(added({ names: ["json-pointer"] }), ["json-pointer"]);
  assert.throws(() => added(["date"]), { name: "RangeError", message: /no format date; there are uri, / });
  assert.throws(() => added({ formats: ["uri"] }), { name: "TypeError", message: /no option formats/ });
});

test("a lone surrogate is an error and is not replaced", () => {
  for (const [text, offset] of [["a:\ud800", 2], ["a:é\udc00b", 3], ["\ud800\ud800", 0]]) {
    for (const { accepts, places } of [own, every]) {
      assert.equal(accepts(text, { grammar: "rfc3987" }), false);
      assert.equal(error(() => places(text, { grammar: "rfc3987" })).index, offset);
    }
  }
});

// The formats are proved copies of two of the documents.
test("the vectors of the formats", () => {
  for (const [file, grammar, rule] of [
    ["uri/module/uri", "rfc3986", "URI"],
    ["uri/module/uri_reference", "rfc3986", "URI-reference"],
    ["iri/module/iri", "rfc3987", "IRI"],
    ["iri/module/iri_reference", "rfc3987", "IRI-reference"],
  ]) {
    let seen = 0;
    const lines = readFileSync(new URL(`formats/${file}.tsv`, import.meta.url), "utf8").split("\n");
    for (const line of lines) {
      const [verdict, offset, input] = line.split("\t");
      if (!input) continue;
      const octets = [...input.matchAll(/\\x(..)|\\?(.)/g)].map(([, hex, other]) =>
        hex ? parseInt(hex, 16) : other.charCodeAt(0));
      const text = Buffer.from(octets).toString("utf8");
      if (!Buffer.from(text).equals(Buffer.from(octets))) continue;
      seen++;
      assert.equal(own.accepts(text, { grammar, rule }), verdict === "accept", line);
      if (verdict === "reject") {
        assert.equal(error(() => own.parse(text, { grammar, rule })).offset, Number(offset), line);
      }
    }
    assert.ok(seen > 500, file);
  }
});

test("long texts, and a memory that grows", () => {
  for (const unit of ["a", "/", "%20", "😀"]) {
    const text = "http://a/" + unit.repeat(1 << 20);
    const options = { grammar: "rfc3987" };
    assert.equal(own.accepts(text, options), true);
    assert.equal(own.places(text, options).path[1], text.length);
  }
  assert.equal(own.parse("a:b").path, "b");
});

test("the page that users read first", async () => {
  const { formats } = await import("./formats/index.js");
  const page = readFileSync(new URL("README.md", import.meta.url), "utf8"), names = { ...every, formats };
  const lines = [...page.matchAll(/^([a-zA-Z]+[.(].*); \/\/ (\[\[.*\]\]|"[^"]*"|true|false|null|\d+)(?=$|[,:;])/gm)];
  let seen = 0;
  for (const [line, code, answer] of lines) {
    if (/^(validate|error|Purl)/.test(code)) continue;
    const run = new Function(...Object.keys(names), `return ${code}`);
    assert.deepEqual(run(...Object.values(names)), JSON.parse(answer), line);
    seen++;
  }
  assert.ok(seen >= 14, `${seen} examples`);
});
