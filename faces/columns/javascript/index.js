// The functions in browsers, and wherever nothing else is known.
import { init } from "./init.js";

const answer = await fetch(new URL("./urigram.wasm", import.meta.url));
if (!answer.ok) throw new Error(`no file ${answer.url} (status ${answer.status})`);

export { UriError } from "./init.js";
export const {
  grammars, parse, places, serialize, replace, queryPairs, toAscii, split, accepts, resolve, relativize, normalize,
  equivalent, agree,
} = init(await WebAssembly.compile(await answer.arrayBuffer()));
