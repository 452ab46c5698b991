// Lines of hexadecimal digits in, JSON objects out: what the drivers in JavaScript share.

const { createInterface } = require("node:readline");

// Prints the version, and an answer to each line; an exception of the program is a refusal.
exports.run = async (version, answer) => {
  process.stdout.write(version + "\n");
  for await (const line of createInterface({ input: process.stdin })) {
    const said = JSON.stringify(parts(answer, text(Buffer.from(line.trim(), "hex"))));
    if (!process.stdout.write(said + "\n")) {
      await new Promise((resume) => process.stdout.once("drain", resume));
    }
  }
};

// Decodes UTF-8 in which lone surrogates have three octets.
function text(octets) {
  if (!octets.includes(0xed)) {
    return octets.toString("utf8");
  }
  const pieces = octets.toString("latin1").split(/(\xed[\xa0-\xbf][\x80-\xbf])/u);
  const unit = (three) =>
    String.fromCharCode(
      0xd000 | ((three.charCodeAt(1) & 63) << 6) | (three.charCodeAt(2) & 63),
    );
  const decoded = (piece, at) =>
    at % 2 ? unit(piece) : Buffer.from(piece, "latin1").toString("utf8");
  return pieces.map(decoded).join("");
}

function parts(answer, text) {
  try {
    const present = Object.entries(answer(text)).filter(([, value]) => value != null);
    return Object.fromEntries(present.map(([name, value]) => [name, String(value).toWellFormed()]));
  } catch (refused) {
    return { error: refused.name };
  }
}
