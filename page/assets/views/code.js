// A quiz for a class as a link, and a student's answers to it as a short code.

import { Refused, ask, query, styled } from "../dom.js";

await styled("class.css");

/** The most characters of a string and the most documents of a quiz: a student reads both on a phone. */
export const LONGEST = 120;
export const MOST = 10;

/** The symbols of a code. I, L, O and U are none, so that nothing is taken for 1, 0 or V. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Symbols of a code before the answers, which name the quiz, and after them, which check it. */
const [NAMED, CHECKED] = [3, 2];

/** The documents that a link asks about, without doubles. */
export function asked(of) {
  return [...new Set((of ?? "").split(",").filter(Boolean))];
}

/**
 * Asks for a quiz: the answer about its string, and the documents `of` that are asked about, in order of
 * date. Throws words for a link that is no quiz.
 */
export async function quizOf({ input, escaped }, of, signal) {
  if (input === undefined || input === "") throw new Refused("This link has no string to ask about. Ask your teacher for it again: a part of it may be missing.");
  // A character has at most 10 bytes as an escape.
  if (input.length > 10 * LONGEST) throw new Refused(`The string of a quiz has at most ${LONGEST} characters, and this one has more.`);
  const found = await ask("string", { input, escaped }, signal);
  const length = [...found.line.text].length;
  if (length > LONGEST) throw new Refused(`The string of a quiz has at most ${LONGEST} characters, and this one has ${length}.`);
  const unknown = of?.find((id) => found.documents.every((one) => one.grammar !== id));
  if (unknown !== undefined) throw new Refused(`This link asks about "${unknown.slice(0, 40)}", which is no document here.`);
  if (of !== undefined && (of.length === 0 || of.length > MOST)) throw new Refused(`A quiz asks about 1 to ${MOST} documents, and this one about ${of.length}.`);
  const documents = found.documents.filter((one) => of === undefined || of.includes(one.grammar));
  return { found, documents, length };
}

/** The link of a quiz, with the documents last and no more escapes than are needed. */
export function linkOf({ found, documents }) {
  const text = query({ escaped: found.escaped.includes("\\"), input: found.escaped, of: documents.map((one) => one.grammar).join(",") });
  const plain = text.replaceAll(/%(3A|2F|3F|40|2C|3D|3B|24|2B)/g, decodeURIComponent);
  return `${location.href.split(/[?#]/)[0]}#/predict?${plain}`;
}

/** What a student can say about a document: nothing, a character, the end, or that it accepts. */
export function kinds(quiz) {
  return quiz.length + 3;
}

/** The value of an answer: 0 for none, then the characters, the end of the string, and "accepts it". */
export function truth(quiz, document) {
  if (document.accepted) return quiz.length + 2;
  return document.caret === undefined ? 0 : document.caret + 1;
}

/** The code of a student's answers, a value for each document. */
export function codeOf(quiz, values) {
  let number = 0n;
  for (const value of values) number = number * BigInt(kinds(quiz)) + BigInt(value);
  const text = nameOf(quiz) + symbols(number, lengthOf(quiz));
  return (text + checkOf(text)).replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** The values in a code; throws words for what is no code of this quiz. */
export function valuesOf(quiz, code) {
  const text = code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const wrong = [...text].find((one) => !SYMBOLS.includes(one));
  if (wrong !== undefined) throw new Refused(`"${wrong}" is in no code.`);
  const body = text.slice(0, -CHECKED);
  const wanted = NAMED + lengthOf(quiz) + CHECKED;
  const isWhole = text.length >= NAMED + 1 + CHECKED && checkOf(body) === text.slice(-CHECKED);
  if (isWhole && (body.slice(0, NAMED) !== nameOf(quiz) || text.length !== wanted)) throw new Refused("This is a code of another quiz.");
  if (text.length !== wanted) throw new Refused(`A code of this quiz has ${wanted} symbols, and this one has ${text.length}.`);
  if (!isWhole) throw new Refused("A symbol is wrong: the check at the end does not fit.");
  let number = [...body.slice(NAMED)].reduce((sum, one) => sum * 32n + BigInt(SYMBOLS.indexOf(one)), 0n);
  const values = [];
  for (const _ of quiz.documents) {
    values.unshift(Number(number % BigInt(kinds(quiz))));
    number /= BigInt(kinds(quiz));
  }
  if (number > 0n) throw new Refused("This code was not made by this page.");
  return values;
}

/** The values in a line, such as `Ada: 7K3M-9PQ2-XX`: the code is at its end. */
export function valuesIn(quiz, line) {
  const words = line.trim().split(/\s+/).slice(-12);
  // A code can be written with spaces, so the last words together are tried before the last one alone.
  for (const at of words.keys()) {
    try {
      return valuesOf(quiz, words.slice(at).join(""));
    } catch (error) {
      if (at === words.length - 1) throw error;
    }
  }
  return undefined;
}

/** The symbols of all answers. */
function lengthOf(quiz) {
  return symbols(BigInt(kinds(quiz)) ** BigInt(quiz.documents.length) - 1n, 1).length;
}

/** A number in symbols, at least `least` of them. */
function symbols(number, least) {
  let text = "";
  for (let rest = number; rest > 0n; rest /= 32n) text = SYMBOLS[Number(rest % 32n)] + text;
  return text.padStart(least, "0");
}

/** The name of a quiz, of 15 bits: FNV-1a of its string and documents, folded. */
function nameOf({ found, documents }) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${found.escaped}\n${documents.map((one) => one.grammar).join()}`)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return symbols(BigInt((hash ^ (hash >>> 15) ^ (hash >>> 30)) & 0x7fff), NAMED);
}

/**
 * The check of 10 bits: the remainder by x^10 + x^9 + x^5 + x^4 + x + 1. It finds every change of up to ten
 * bits in a row, so every wrong symbol, and every two neighbours that are exchanged.
 */
function checkOf(text) {
  let rest = 0;
  for (const one of text) {
    for (let bit = 4; bit >= 0; bit -= 1) {
      const out = (rest >> 9) ^ ((SYMBOLS.indexOf(one) >> bit) & 1);
      rest = ((rest << 1) & 0x3ff) ^ (out * 0x233);
    }
  }
  return symbols(BigInt(rest), CHECKED);
}
