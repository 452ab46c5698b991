// Prints the times of README.md: the formats beside ajv-formats, over strings of which no two are
// equal, and `parse` beside fast-uri and `new URL`, over the corpus of checks/bench.
//
// node measure.js FOLDER CORPUS    a folder in which `npm install ajv ajv-formats fast-uri` was run,
//                                  and the file that checks/bench prints with `--corpus`
//
// `./build` has to be run before.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { formats } from "./formats/index.js";

const require = createRequire(resolve(process.argv[2] ?? ".", "package.json"));
const { fullFormats } = require("ajv-formats/dist/formats");
const fastUri = require("fast-uri");

const COUNT = 2000, ROUNDS = 400;
const WORDS = "search term id user account order list items page name keys value path http example "
  + "dictionary query number var hello year month foo bar status geocode accessories alpha zip";

// Returns a number below another, from a fixed sequence.
let state = 7;
function below(bound) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

const words = WORDS.split(" ");
const word = () => words[below(words.length)] + (below(3) ? "" : below(1000));
const some = (least, most, make) =>
  Array.from({ length: least + below(most - least + 1) }, make).join("");
const host = () => `https://${word()}.example.${["com", "org", "net"][below(3)]}`;

function uri() {
  const path = some(1, 5, () => `/${word()}${below(4) ? "" : "%20" + word()}`);
  const query = below(2) ? `?${word()}=${word()}&${word()}=${word()}` : "";
  return host() + (below(8) ? "" : ":8080") + path + query + (below(4) ? "" : `#${word()}`);
}

function template() {
  const name = () => `{${["", "+", "/", "."][below(4)]}${word()}${["", ":3", "*"][below(3)]}}`;
  const path = some(1, 3, () => `/${below(2) ? word() : name()}`);
  return (below(2) ? host() : "") + path + (below(2) ? `{?${word()},${word()}*}` : "");
}

const pointer = () => some(1, 4, () => `/${below(4) ? word() : below(100)}${below(8) ? "" : "~1"}`);

// Each has its own kind of strings: a template is mostly literal, or mostly expressions.
const SETS = [
  ["uri", uri],
  ["uri-reference", () => (below(3) ? uri() : uri().slice(host().length))],
  ["uri-template", template],
  ["uri-template", () => `${host()}/${word()}/${word()}/${below(2) ? `{${word()}}` : word()}`],
  ["json-pointer", pointer],
];

// Returns the strings, each made of octets of its own, as a program reads them.
function distinct(format, make) {
  const all = new Set();
  while (all.size < COUNT) {
    const text = make();
    if (formats[format].accepts(text)) all.add(Buffer.from(text).toString("latin1"));
  }
  return [...all];
}

// Returns the least nanoseconds of each function for a string; the functions take turns.
function least(functions, texts, rounds = ROUNDS) {
  // A loop of its own for each function, so that none is called through another's.
  const body = "return () => { for (const text of texts) one(text); };";
  const loops = functions.map((one) => new Function("one", "texts", body)(one, texts));
  const best = loops.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    loops.forEach((loop, at) => {
      const begun = process.hrtime.bigint();
      loop();
      best[at] = Math.min(best[at], Number(process.hrtime.bigint() - begun) / texts.length);
    });
  }
  return best;
}

const mean = (texts) =>
  (texts.reduce((sum, text) => sum + text.length, 0) / texts.length).toFixed(0);

console.log("| format | mean characters | ns | ajv-formats, ns | ratio |");
console.log("| --- | ---: | ---: | ---: | ---: |");
for (const [format, make] of SETS) {
  const texts = distinct(format, make), peer = fullFormats[format];
  const theirs = typeof peer === "function" ? peer : (text) => peer.test(text);
  const [own, ajv] = least([formats[format].accepts, theirs], texts);
  const cells = [`\`${format}\``, mean(texts), own.toFixed(0), ajv.toFixed(0)];
  cells.push((own / ajv).toFixed(2));
  console.log(`| ${cells.join(" | ")} |`);
}

// V8 reads tables more slowly once the memory of a WebAssembly has grown: it comes last.
const { parse } = await import("urigram");
const lines = readFileSync(process.argv[3], "utf8").split("\n").map((line) => line.split("\t"));
const texts = lines.filter(([part]) => part === "uri").map(([, text]) => Buffer.from(text).toString("latin1"));
const [own, fast, standard] = least([parse, fastUri.parse, (text) => new URL(text)], texts, ROUNDS / 4);
console.log(`\nparse: ${own.toFixed(0)} ns for ${mean(texts)} characters, fast-uri `
  + `${fast.toFixed(0)} (${(own / fast).toFixed(2)}), new URL ${standard.toFixed(0)}`);
