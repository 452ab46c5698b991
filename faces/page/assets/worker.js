// Answers questions by WebAssembly, one after the other, for local.js, which ends this worker where
// an answer takes too long.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let answers;
/** The function of the pack that answers a question. */
let ask;
let isApart;

onmessage = ({ data }) => {
  try {
    if (data.module) {
      answers = new WebAssembly.Instance(data.module).exports;
      ask = Object.entries(answers).find(([name]) => name.startsWith("urigram_ask_"))[1];
      isApart = data.isApart;
    } else answer(data.path);
  } catch (error) {
    // Rules can be nested deeper than a browser's stack, which only the browser notices.
    const isDeep = error instanceof RangeError;
    postMessage(isDeep ? { deep: true } : { lost: String(error) });
  }
};

function answer(path) {
  const question = encoder.encode(path);
  const at = answers.urigram_room(question.length);
  if (at === 0) return postMessage({ status: 413, text: "null" });
  new Uint8Array(answers.memory.buffer, at, question.length).set(question);
  answers.urigram_plan();
  const plan = JSON.parse(answered());
  if (plan.apart && !isApart) return postMessage({ apart: true });
  postMessage({ plan });
  const status = ask();
  postMessage({ status, text: answered() });
}

function answered() {
  // The memory can have moved while it grew.
  return decoder.decode(new Uint8Array(answers.memory.buffer, answers.urigram_answer(), answers.urigram_answer_length()));
}
