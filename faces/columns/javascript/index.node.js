// The functions in Node. A bundler that makes CommonJS of this leaves no `import.meta`.
import { readFileSync } from "node:fs";
import { init } from "./init.js";

const file = import.meta.url ? new URL("./urigram.wasm", import.meta.url) : `${__dirname}/urigram.wasm`;

export { UriError } from "./init.js";
export const {
  grammars, parse, places, serialize, replace, queryPairs, toAscii, split, accepts, resolve, relativize, normalize,
  equivalent, agree,
} = init(readFileSync(file));
