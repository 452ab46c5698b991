// new URL of Node, without a base: the URL that it makes, up to the path.

const { run } = require("./lines.cjs");

run(process.versions.node, (text) => ({
  front: new URL(text).href.match(/^[^:]*:(?:\/\/[^/?#]*)?/u)[0],
}));
