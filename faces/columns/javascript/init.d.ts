import type * as urigram from "./all.js";

export { UriError } from "./all.js";

/** Returns the functions over `urigram.wasm` or `all.wasm`: its bytes, or a module of them. */
export function init(source: BufferSource | WebAssembly.Module): Omit<typeof urigram, "UriError">;
