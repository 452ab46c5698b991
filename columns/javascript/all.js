import { load } from "./api.js";

export { UriError } from "./api.js";
export const { grammars, parse, places, split, accepts, resolve, relativize, normalize, equivalent, agree } =
  await load("./all.wasm");
