// Every wrong symbol of some codes, every two neighbours exchanged, every symbol left out or doubled. Returns those that were taken.
const quiz = await made.quizOf({ input: "a:b" }, argument);
const all = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const taken = [];
let tried = 0;
const attempt = (code, from) => {
  tried += 1;
  try {
    made.valuesOf(quiz, code);
    taken.push([from, code]);
  } catch {
    // It is refused.
  }
};
for (const values of [[0, 0], [1, 5], [5, 5], [3, 2]]) {
  const code = made.codeOf(quiz, values).replaceAll("-", "");
  if (made.valuesOf(quiz, code).join() !== values.join()) taken.push(values);
  for (let at = 0; at < code.length; at += 1) {
    const [before, here, after] = [code.slice(0, at), code[at], code.slice(at + 1)];
    for (const one of all) if (one !== here) attempt(before + one + after, code);
    attempt(before + after, code);
    attempt(before + here + here + after, code);
    if (after && after[0] !== here) attempt(before + after[0] + here + after.slice(1), code);
  }
}
return [taken, tried > 800];
