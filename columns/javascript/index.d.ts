// Printed by python/stubs.py from columns/table. Change it there.

/** A document or a practice: RFC 3986 is `"rfc3986"`. `grammars()` lists them. */
export type GrammarId = string;

export type ComponentName =
  | "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "nid" | "nss" | "r-component"
  | "q-component" | "query" | "fragment";

export type Level =
  | "simple-string" | "case" | "percent-encoding" | "path-segments" | "scheme" | "address";

export type Parsed = Readonly<Record<ComponentName, string | null>>;

/** Beginning and end in UTF-16 units, as `slice` takes them. */
export type Place = readonly [start: number, end: number];

export type Places = Readonly<Record<ComponentName, Place | null>>;

export interface Options {
  /** By default `"rfc3986"`. */
  readonly grammar?: GrammarId;
}

export interface ParseOptions extends Options {
  /** Whether relative references are taken, too. By default the grammar's start rule decides. */
  readonly reference?: boolean;
}

export interface NormalizeOptions extends Options {
  /** By default `"scheme"`. */
  readonly level?: Level;
}

export interface GrammarFacts {
  readonly id: GrammarId;
  readonly name: string;
  readonly title: string;
  readonly date: string;
  readonly practice: boolean;
}

export interface Agreed {
  readonly agreed: true;
  readonly reason?: never;
  readonly component?: never;
  /** The number of grammars that accept the text. */
  readonly accepting: number;
  readonly scheme: Place | null;
  readonly userinfo: Place | null;
  readonly host: Place | null;
  readonly port: Place | null;
}

export interface Disagreed {
  readonly agreed: false;
  readonly reason: string;
  readonly component?: ComponentName;
  readonly grammars?: readonly [GrammarId, GrammarId];
  readonly places?: readonly [Place | null, Place | null];
}

export type Agreement = Agreed | Disagreed;

/** Why a text is no identifier, or why nothing is answered. */
export class UriError extends SyntaxError {
  readonly grammar?: GrammarId;
  /** The length of the longest prefix that some accepted text begins with, in UTF-16 units. */
  readonly offset?: number;
  readonly byteOffset?: number;
  readonly expected: readonly string[];
  /** The innermost rule that contains the place, and its section in the document. */
  readonly rule?: string;
  readonly section?: string;
  /** What the program refuses that a practice describes. */
  readonly constraint?: string;
}

/** Returns the texts of all components, null for those that are absent. Throws a UriError. */
export function parse(text: string, options?: ParseOptions): Parsed;
/** Returns the places of all components. Throws a UriError. */
export function places(text: string, options?: ParseOptions): Places;
/** Returns what `parse` does, or null where the grammar rejects the text. */
export function split(text: string, options?: ParseOptions): Parsed | null;
/** Returns whether a grammar accepts a text. */
export function accepts(text: string, options?: ParseOptions): boolean;
/** Resolves a reference against a base by the grammar's own algorithm. Throws a UriError. */
export function resolve(base: string, reference: string, options?: Options): string;
/** Returns a reference that leads from the base to the target. Throws a UriError. */
export function relativize(base: string, target: string, options?: Options): string;
/**
 * Returns the normal form, by all equivalences of the document up to a level. Throws a UriError.
 */
export function normalize(text: string, options?: NormalizeOptions): string;
/** Returns null where the document does not say. Throws a UriError. */
export function equivalent(a: string, b: string, options?: Options): boolean | null;
/** Says whether all grammars that accept the text find the same scheme, userinfo, host and port. */
export function agree(text: string, grammars: Iterable<GrammarId>): Agreement;
/** Lists the documents and practices that the module knows. */
export function grammars(): readonly GrammarFacts[];
