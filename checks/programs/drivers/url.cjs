// new URL of Node, without a base: the URL that it makes, up to the path, and its parts.

const { run } = require("./lines.cjs");

run(process.versions.node, (text) => {
  const { href, username, password, hostname, port, pathname } = new URL(text);
  const login = password ? `${username}:${password}` : username;
  return {
    front: href.match(/^[^:]*:(?:\/\/[^/?#]*)?/u)[0],
    userinfo: login || null,
    host: hostname || null,
    port: port || null,
    path: pathname,
  };
});
