// The blocks of README.md under `tsc --strict`, and the declarations beside the modules.
//
// URIGRAM_TYPES names a folder in which `npm install typescript ajv` was run, and URIGRAM_MADE one
// with the module of Package-URL, as `.ci/javascript` makes them; without the first, the test is
// skipped.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as all from "./all.js";
import * as formats from "./formats/index.js";
import * as own from "./index.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const installed = process.env.URIGRAM_TYPES, made = process.env.URIGRAM_MADE;
const options = {
  compilerOptions: {
    strict: true, noEmit: true, target: "es2022", module: "esnext", moduleResolution: "bundler",
    lib: ["es2022", "dom"], types: [], noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true,
  },
  include: ["*.ts"],
};

test("documented examples are strict", { skip: !installed && "URIGRAM_TYPES is not set" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "urigram-types-"));
  try {
    const packages = join(folder, "node_modules");
    mkdirSync(packages);
    symlinkSync(here, join(packages, "urigram"));
    symlinkSync(join(installed, "node_modules", "ajv"), join(packages, "ajv"));
    const blocks = [...readFileSync(join(here, "README.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms)];
    let count = 0;
    for (const [, block] of blocks) {
      if (block.includes("./purl.js")) {
        if (!made) continue;
        for (const file of ["purl.js", "purl.d.ts"]) cpSync(join(made, "purl", file), join(folder, file));
      }
      writeFileSync(join(folder, `block${count++}.ts`), block);
    }
    assert.ok(count >= 4, String(count));
    // A wrong call is an error, so that the declarations are more than `any`.
    writeFileSync(join(folder, "wrong.ts"), `import { accepts, parse } from "urigram";
// @ts-expect-error
parse(5);
// @ts-expect-error
parse("a:b").hots;
// @ts-expect-error
const flag: string = accepts("a:b");
`);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
    const tsc = join(installed, "node_modules", "typescript", "bin", "tsc");
    const ran = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    assert.equal(ran.status, 0, ran.stdout + ran.stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Types are not looked at here: whatever a module exports is declared, and nothing else.
test("declarations have the names of the modules", () => {
  const declared = (file) => new Set(
    [...readFileSync(join(here, file), "utf8").matchAll(/^export (?:default )?(?:class|function|const) (\w+)/gm)]
      .map((found) => found[1]));
  const names = (module) => new Set(Object.keys(module).filter((name) => name !== "default"));
  assert.deepEqual(declared("index.d.ts"), names(own));
  assert.deepEqual(names(all), names(own));
  const ofFormats = declared("formats/index.d.ts");
  ofFormats.delete("addFormats");
  assert.deepEqual(ofFormats, names(formats));
  assert.ok(existsSync(join(here, "all.d.ts")));
});
