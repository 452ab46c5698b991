// The way from a question to its answer. Nothing else on this page knows where answers come from.

/** Nobody answered. The same question can be answered later. */
export class Unreachable extends Error {}

// A longer question is sent as the body of a request, because servers limit the length of a path.
const LONGEST_PATH = 2000;

// The page without a server names the files of its answers.
const named = document.querySelector("meta[name=urigram-answers]")?.content;
const files = named && JSON.parse(named);

/**
 * Asks a question. `parameters` is text as `query` in dom.js writes it. Returns the status in HTTP's
 * numbers and the object that was answered; `null` for a status without one.
 */
export async function send(question, parameters, signal) {
  try {
    if (files === undefined) return await remote(question, parameters, signal);
    const { local } = await import("./local.js");
    return await local(files, question, parameters, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(files === undefined
      ? "The server does not answer. Is urigram serve still running?"
      : `The answers cannot be loaded: ${error.message}`);
  }
}

async function remote(question, parameters, signal) {
  const response = parameters.length < LONGEST_PATH
    ? await fetch(`api/${question}?${parameters}`, { signal })
    : await fetch(`api/${question}`, { method: "POST", body: parameters, signal });
  const isObject = response.headers.get("content-type") === "application/json";
  return { status: response.status, answer: isObject ? await response.json() : null };
}
