// url.parse of Node. It leaves some characters of a path as they are where the scheme is javascript
// and where the text is only a path; they are encoded here, as they are in all others.

const { parse } = require("node:url");
const { run } = require("./lines.cjs");

process.noDeprecation = true;

const escaped = (text) =>
  text?.replace(
    /[\t\n\r "'<>\\^`{|}]/g,
    (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"),
  );

run(process.versions.node, (text) => {
  const { protocol, auth, hostname, port, pathname, search, hash } = parse(text);
  return {
    scheme: protocol?.slice(0, -1),
    userinfo: auth,
    host: hostname,
    port,
    path: escaped(pathname),
    query: escaped(search)?.slice(1),
    fragment: escaped(hash)?.slice(1),
  };
});
