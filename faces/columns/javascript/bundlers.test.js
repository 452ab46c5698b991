// A program by each bundler, opened in Node or in Chromium, and `require`.
//
// URIGRAM_INSTALLED names a folder with the package and the bundlers, as `.ci/javascript` makes it;
// without it these tests are skipped. URIGRAM_BROWSER=required makes the lack of Chromium an error.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";

const installed = process.env.URIGRAM_INSTALLED, skip = !installed && "URIGRAM_INSTALLED is not set";
const run = promisify(execFile);
const hasBrowser = process.env.URIGRAM_BROWSER === "required" || !spawnSync("chromium", ["--version"]).error;

const PROGRAM = `
const hosts = ["http://[::1]/", "a b", "http://b/"].filter(formats.uri.accepts).map(parse).map(({ host }) => host);
const said = hosts + " of " + every.parse("http:c", { grammar: "whatwg" }).host;
(globalThis.say ?? console.log)(said);
`;
const ANSWER = "[::1],b of c";
const IMPORTS = `
import { parse } from "urigram";
import * as every from "urigram/all";
import { formats } from "urigram/formats";`;
const REQUIRES = `
const { parse } = require("urigram"), every = require("urigram/all");
const { formats } = require("urigram/formats");`;
// The image keeps the page from being loaded until something was said.
const PAGE = `<!doctype html>
<body><script>
function say(text) {
  document.body.append(text);
  fetch("/said");
}
onerror = say;
new Image().src = "/held";
</script>
<script type="module" src="./program.js"></script>`;

// Each makes `out/NAME`. The two that copy leave the WebAssembly where it is.
const BROWSER = {
  esbuild: ["esbuild", "program.js", "--bundle", "--format=esm", "--outdir=out"],
  webpack: ["webpack", "./program.js", "--mode=production", "--output-path=out", "--output-filename=program.js"],
  vite: ["vite", "build", "--outDir=out", "--base=./", "--logLevel=warn"],
  rollup: ["rollup", "program.js", "--plugin=node-resolve", "--dir=out"],
};
const NODE = {
  "esbuild to program.cjs": ["esbuild", "program.js", "--bundle", "--platform=node", "--outfile=out/program.cjs"],
  "esbuild to program.mjs":
    ["esbuild", "program.js", "--bundle", "--platform=node", "--format=esm", "--outfile=out/program.mjs"],
  "webpack to program.cjs": ["webpack", "./program.js", "--mode=production", "--target=node",
    "--output-path=out", "--output-filename=program.cjs"],
  "rollup to program.mjs": ["rollup", "program.js", "--plugin=node-resolve={exportConditions:['node']}",
    "--file=out/program.mjs"],
};

let folder;
before(() => {
  if (installed) folder = mkdtempSync(join(installed, "programs-"));
});

// Returns a new folder with the program, built.
async function build([bundler, ...options]) {
  const own = mkdtempSync(join(folder, "program-"));
  mkdirSync(join(own, "out"));
  writeFileSync(join(own, "program.js"), IMPORTS + PROGRAM);
  writeFileSync(join(own, "index.html"), PAGE);
  await run(join(installed, "node_modules/.bin", bundler), options, { cwd: own });
  if (/^(esbuild|rollup)/.test(bundler)) {
    for (const file of ["urigram.wasm", "all.wasm"]) {
      copyFileSync(join(installed, "node_modules/urigram", file), join(own, "out", file));
    }
  }
  return own;
}

// Returns what a page becomes, by Chromium.
async function opened(out) {
  const types = { ".html": "text/html", ".js": "text/javascript" };
  const held = [];
  const server = createServer(({ url }, response) => {
    const file = join(out, url);
    if (url === "/held") return held.push(response);
    if (url === "/said") held.forEach((image) => image.end());
    else if (existsSync(file)) {
      response.setHeader("content-type", types[extname(url)] ?? "application/octet-stream");
      response.write(readFileSync(file));
    } else response.statusCode = 404;
    response.end();
  });
  await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
  try {
    const page = `http://127.0.0.1:${server.address().port}/index.html`;
    const options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", page];
    return (await run("chromium", options, { timeout: 60000 })).stdout;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

for (const [name, command] of Object.entries(BROWSER)) {
  test(`a page by ${name}`, { skip: skip || (!hasBrowser && "there is no chromium") }, async () => {
    const own = await build(command);
    if (name !== "vite") writeFileSync(join(own, "out/index.html"), PAGE);
    const dom = await opened(join(own, "out"));
    assert.ok(dom.includes(ANSWER), dom);
  });
}

for (const [name, command] of Object.entries(NODE)) {
  test(`${name} for Node`, { skip }, async () => {
    const own = await build(command);
    const { stdout } = await run(process.execPath, [join(own, "out", name.split(" ").at(-1))], { cwd: "/" });
    assert.equal(stdout, `${ANSWER}\n`);
  });
}

test("`import` and `require` in Node", { skip }, async () => {
  for (const [file, head] of [["program.mjs", IMPORTS], ["program.cjs", REQUIRES]]) {
    writeFileSync(join(folder, file), head + PROGRAM);
    const { stdout } = await run(process.execPath, [join(folder, file)]);
    assert.equal(stdout, `${ANSWER}\n`);
  }
});
