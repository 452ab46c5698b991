/** The grammars of this module: three documents in `urigram`, all of them in `urigram/all`. */
export type GrammarId = "rfc3986" | "rfc3987" | "rfc8141";

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
  /**
   * A rule of the grammar, by default its start rule. `urigram` knows start rules, such as `"URI"`,
   * and `urigram/all` every rule.
   */
  readonly rule?: string;
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

/** The cause of an error: the part that is wrong, or the character that is wrong in any part. */
export type ErrorKind =
  | "no-scheme" | "scheme" | "authority" | "userinfo" | "host" | "ip-literal" | "port" | "path"
  | "query" | "fragment" | "nid" | "nss" | "r-component" | "q-component" | "escape"
  | "whitespace" | "control-character" | "beyond-ascii" | "not-utf8" | "form" | "too-long"
  | "other";

/** Why a text is no identifier, or why nothing is answered. */
export class UriError extends SyntaxError {
  readonly grammar?: GrammarId;
  /** The cause, where a grammar rejects the text. */
  readonly kind?: ErrorKind;
  /** The length of the longest prefix that some accepted text begins with, in octets of UTF-8. */
  readonly offset?: number;
  /** The same place in UTF-16 units. */
  readonly index?: number;
  readonly expected: readonly string[];
  /** The innermost rule that contains the place, and its section in the document. */
  readonly rule?: string;
  readonly section?: string;
  /** What the program refuses that a practice describes. */
  readonly constraint?: string;
}

// A number in place of options is the index that `map` and `filter` give, and says nothing.

/**
 * Returns the texts of all components by the grammar's start rule, or by the rule that is named;
 * null for those that are absent. Characters that a practice removes are not in them. Throws a
 * UriError.
 */
export function parse(text: string, options?: ParseOptions | number): Parsed;
/**
 * Returns the places of all components by the grammar's start rule, or by the rule that is named.
 * Throws a UriError.
 */
export function places(text: string, options?: ParseOptions | number): Places;
/** Data of a query: null is a name without a value, and undefined no pair. */
export type QueryValue = string | number | boolean | null | undefined;
/** A query as it will stand, or data: an object, or pairs as of `queryPairs` or `URLSearchParams`. */
export type Query =
  | string
  | Iterable<readonly [name: string, value: QueryValue]>
  | { readonly [name: string]: QueryValue | readonly QueryValue[] };

/** Parts of a text: null is an absent one, and so is one that is left out. */
export type Parts = {
  readonly [Name in Exclude<ComponentName, "port" | "query">]?: string | null;
} & {
  readonly port?: string | number | null;
  readonly query?: Query | null;
};

/**
 * Returns the text of which `parse` gives these parts. A `host` makes the authority, with `userinfo`
 * and `port`. Data of a query is encoded. Throws a UriError where the grammar rejects the text, or
 * finds a part elsewhere.
 */
export function serialize(parts: Parts, options?: ParseOptions | number): string;
/** Returns the text with other parts; null removes one. Throws a UriError as `serialize` does. */
export function replace(text: string, parts: Parts, options?: ParseOptions): string;
/**
 * Returns the pairs of the query, decoded and in order; null for a name without a value. A `+` is a
 * `+`. Throws a UriError.
 */
export function queryPairs(
  text: string, options?: ParseOptions | number,
): [name: string, value: string | null][];
/**
 * Returns the URI that an IRI maps to, to connect to: its host as `new URL` converts it, and other
 * characters beyond US-ASCII percent-encoded. Throws a UriError.
 */
export function toAscii(text: string): string;
/** Returns what `parse` does by the same rule, or null where the rule rejects the text. */
export function split(text: string, options?: ParseOptions | number): Parsed | null;
/** Returns whether the grammar's start rule, or the rule that is named, accepts a text. */
export function accepts(text: string, options?: ParseOptions | number): boolean;
/** Resolves a reference against a base by the grammar's own algorithm. Throws a UriError. */
export function resolve(base: string, reference: string, options?: Options): string;
/** Returns a reference that leads from the base to the target. Throws a UriError. */
export function relativize(base: string, target: string, options?: Options): string;
/**
 * Returns the normal form, by all equivalences of the document up to a level. Throws a UriError.
 */
export function normalize(text: string, options?: NormalizeOptions | number): string;
/** Returns null where the document does not say. Throws a UriError. */
export function equivalent(a: string, b: string, options?: Options): boolean | null;
/** Says whether all grammars that accept the text find the same scheme, userinfo, host and port. */
export function agree(text: string, grammars: Iterable<GrammarId>): Agreement;
/** Lists the documents and practices that the module knows. */
export function grammars(): readonly GrammarFacts[];
