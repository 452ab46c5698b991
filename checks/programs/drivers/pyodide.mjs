// The driver python.py in the CPython of the npm package pyodide, whose folder is the argument.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder });
for (const name of ["hexlines", "python"]) {
  python.FS.writeFile(`/home/pyodide/${name}.py`, readFileSync(join(here, `${name}.py`)));
}
python.runPython("import hexlines, python");
const said = python.runPython(
  "lambda line: hexlines.said(python.answer, hexlines.text(line))",
);
process.stdout.write(python.runPython("python.VERSION") + "\n");
for await (const line of createInterface({ input: process.stdin })) {
  if (!process.stdout.write(said(line) + "\n")) {
    await new Promise((resume) => process.stdout.once("drain", resume));
  }
}
