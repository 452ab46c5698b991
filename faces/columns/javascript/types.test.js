// The declarations: under `tsc --strict` with the blocks of README.md, and beside what is exported.
//
// URIGRAM_INSTALLED names a folder with the package, TypeScript and Ajv, and URIGRAM_MADE one with
// the module of Package-URL, as `.ci/javascript` makes them; without the first, a test is skipped.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as own from "urigram";
import * as all from "urigram/all";

const here = fileURLToPath(new URL(".", import.meta.url));
const installed = process.env.URIGRAM_INSTALLED, made = process.env.URIGRAM_MADE;
const strict = {
  strict: true, noEmit: true, target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [],
  noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true,
};

// A wrong call is an error, so that the declarations are more than `any`.
const CALLS = `import { accepts, agree, normalize, parse, queryPairs, replace } from "urigram";
import * as all from "urigram/all";
import addFormats, { formats } from "urigram/formats";
import { init } from "urigram/init";
const hosts: (string | null)[] = ["a:b"].filter(accepts).map(normalize).map(parse).map(({ host }) => host);
const ids: all.GrammarId[] = all.grammars().map(({ id }) => id);
const flag: boolean = init(new Uint8Array(hosts.length + ids.length)).accepts("a:b", { grammar: "whatwg" });
const queries = [new URLSearchParams("a"), queryPairs("?a"), { a: 1, b: [true, null] }] as const;
for (const query of queries) replace("a:b", { query });
const validate: boolean = addFormats({ addFormat: (name: string) => name }) && formats.uri.accepts("a:b");
// @ts-expect-error
parse(5);
// @ts-expect-error
parse("a:b").hots;
// @ts-expect-error
const text: string = accepts("a:b");
// @ts-expect-error
parse("a:b", { grammar: "rfc9999" });
// @ts-expect-error
parse("a:b", { grammar: "whatwg" });
// @ts-expect-error
replace("a:b", { query: { a: {} } });
// @ts-expect-error
agree("a:b", ["rfc3986", "rfc9999"]);
`;

test("documented examples are strict", { skip: !installed && "URIGRAM_INSTALLED is not set" }, () => {
  const folder = mkdtempSync(join(installed, "types-"));
  try {
    const blocks = [...readFileSync(join(here, "README.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms)];
    let count = 0;
    for (const [, block] of blocks) {
      if (block.includes("./purl.js")) {
        if (!made) continue;
        for (const file of ["purl.js", "purl.d.ts"]) cpSync(join(made, "purl", file), join(folder, file));
      }
      writeFileSync(join(folder, `block${count++}.mts`), block);
    }
    assert.ok(count >= 4, String(count));
    for (const file of ["calls.mts", "calls.cts"]) writeFileSync(join(folder, file), CALLS);
    const tsc = join(installed, "node_modules", "typescript", "bin", "tsc");
    // As a bundler finds the declarations, and as Node does, for `import` and for `require`.
    for (const [module, moduleResolution] of [["esnext", "bundler"], ["node16", "node16"]]) {
      const compilerOptions = { ...strict, module, moduleResolution };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
      const ran = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
      assert.equal(ran.status, 0, ran.stdout + ran.stderr);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Types are not looked at here: what a module exports is declared, and nothing else.
test("declarations have the names of the modules", async () => {
  const { exports } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const require = createRequire(import.meta.url);
  const declared = (file) =>
    [...readFileSync(join(here, file), "utf8")
      .matchAll(/^export (?:default )?(?:(?:class|function|const) |\{ )(\w+)/gm)].map((found) => found[1]);
  const names = (module) => Object.keys(module).map((name) => (module[name] === module.default ? module[name].name : name));
  let seen = 0;
  for (const [path, { types, require: common }] of Object.entries(exports)) {
    if (!types || path.includes("*")) continue;
    const name = path.replace(".", "urigram");
    assert.deepEqual(declared(types).sort(), names(await import(name)).sort(), name);
    if (common) assert.deepEqual(declared(common.types).sort(), names(require(name)).sort(), name);
    seen++;
  }
  assert.equal(seen, 4);
});

test("the ids of the grammars are declared", () => {
  for (const [file, { grammars }] of [["index.d.ts", own], ["all.d.ts", all]]) {
    const [, union] = /GrammarId =([^;]*);/.exec(readFileSync(join(here, file), "utf8"));
    const declared = [...union.matchAll(/"(.*?)"/g)].map((found) => found[1]);
    assert.deepEqual(declared.sort(), grammars().map(({ id }) => id).sort());
  }
});
