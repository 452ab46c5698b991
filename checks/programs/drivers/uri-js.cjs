// parse of the npm package uri-js or fast-uri, whose folder is the argument.

const { resolve } = require("node:path");
const { run } = require("./lines.cjs");

const folder = resolve(process.argv[2]);
const { parse } = require(folder);

run(require(folder + "/package.json").version, (text) => {
  const found = parse(text);
  if (found.error) {
    return { error: found.error };
  }
  // Some schemes put other names in place of a path.
  if (found.nid !== undefined) {
    found.path = `${found.nid}:${found.nss ?? found.uuid}`;
  }
  if (found.resourceName !== undefined) {
    const at = found.resourceName.indexOf("?");
    found.path = at < 0 ? found.resourceName : found.resourceName.slice(0, at);
    found.query = at < 0 ? undefined : found.resourceName.slice(at + 1);
  }
  const { scheme, userinfo, host, port, path, query, fragment } = found;
  return { scheme, userinfo, host, port, path, query, fragment };
});
