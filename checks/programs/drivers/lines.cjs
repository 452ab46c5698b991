// Lines of hexadecimal digits in, JSON objects out: what the drivers in JavaScript share.

const { createInterface } = require("node:readline");

// Prints the version, and an answer to each line; an exception of the program is a refusal.
exports.run = async (version, answer) => {
  process.stdout.write(version + "\n");
  for await (const line of createInterface({ input: process.stdin })) {
    const said = JSON.stringify(parts(answer, Buffer.from(line.trim(), "hex").toString("utf8")));
    if (!process.stdout.write(said + "\n")) {
      await new Promise((resume) => process.stdout.once("drain", resume));
    }
  }
};

function parts(answer, text) {
  try {
    const present = Object.entries(answer(text)).filter(([, value]) => value != null);
    return Object.fromEntries(present.map(([name, value]) => [name, String(value).toWellFormed()]));
  } catch (refused) {
    return { error: refused.name };
  }
}
