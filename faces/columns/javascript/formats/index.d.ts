import type { GrammarType } from "./uri/module/uri.js";

export type FormatName =
  | "uri"
  | "uri-reference"
  | "iri"
  | "iri-reference"
  | "uri-template"
  | "json-pointer";

/** Each format as a rule: `accepts(text)`, and `error(text)` with the place of what is wrong. */
export const formats: Readonly<Record<FormatName, GrammarType<object, never>>>;

interface Ajv {
  addFormat(name: string, format: { type: "string"; validate: (text: string) => boolean }): unknown;
}

/** Adds the formats to a validator of Ajv, all of them or those that are named, and returns it. */
export default function addFormats<T extends Ajv>(
  ajv: T,
  options?: FormatName[] | { names?: FormatName[] },
): T;
