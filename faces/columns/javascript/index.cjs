// The functions for `require` in Node. `build` makes `init.cjs` of `init.js`.
const { readFileSync } = require("node:fs");
const { UriError, init } = require("./init.cjs");

module.exports = { UriError, ...init(readFileSync(`${__dirname}/urigram.wasm`)) };
