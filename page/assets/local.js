// Answers without a server: WebAssembly in workers. A worker that takes too long is ended, and the
// next question starts another.

/** Asks a question; `packed` is the address of the compressed WebAssembly. */
export async function local(packed, question, parameters, signal) {
  const path = `${question}?${parameters}`;
  const found = await shared.ask(packed, path, signal);
  const reply = found.apart ? await apart.ask(packed, path, signal) : found;
  keep();
  return reply;
}

/** A worker that answers one question at a time, started when there is one. */
class Lane {
  #isApart;
  #worker;
  #current;
  #queue = [];

  constructor(isApart) {
    this.#isApart = isApart;
  }

  /** Returns the reply: a status and an answer, or only `apart` for a question of the other worker. */
  async ask(packed, path, signal) {
    const module = await compiled(packed);
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const asked = { module, path, resolve };
      signal?.addEventListener("abort", () => {
        reject(signal.reason);
        this.#queue = this.#queue.filter((other) => other !== asked);
        // Nobody waits for it. An answer about documents is still kept for the next time.
        if (this.#isApart && this.#current === asked) this.#end({});
      });
      this.#queue.push(asked);
      this.#next();
    });
  }

  #next() {
    if (this.#current || this.#queue.length === 0) return;
    this.#current = this.#queue.shift();
    this.#worker ??= this.#start(this.#current.module);
    this.#worker.postMessage({ path: this.#current.path });
  }

  #start(module) {
    const worker = new Worker(new URL("worker.js", import.meta.url));
    // What an ended worker still had to say is dropped.
    worker.addEventListener("message", ({ data }) => worker === this.#worker && this.#told(data));
    worker.addEventListener("error", (event) => this.#end(lost(event.message ?? "its worker did not start")));
    worker.postMessage({ module, isApart: this.#isApart });
    return worker;
  }

  /** A worker tells how long the answer may take, then the answer. */
  #told(data) {
    if (data.plan) {
      const { seconds, status, body } = data.plan;
      this.#current.timer = setTimeout(() => this.#end({ status, answer: body }), 1000 * seconds);
    } else if (data.deep) this.#end({ status: 422, answer: { undecided: "this needs more stack than the browser has" } });
    else if (data.lost) this.#end(lost(data.lost));
    else if (data.apart) this.#done({ apart: true });
    else this.#done({ status: data.status, answer: JSON.parse(data.text) });
  }

  /** Ends the worker: its memory is in an unknown state, or it still computes. */
  #end(reply) {
    this.#worker?.terminate();
    this.#worker = undefined;
    if (this.#current) this.#done(reply);
  }

  #done(reply) {
    clearTimeout(this.#current.timer);
    this.#current.resolve(reply);
    this.#current = undefined;
    this.#next();
  }
}

function lost(reason) {
  return { status: 500, answer: { error: `the answer was lost: ${reason}` } };
}

// Rules that a visitor wrote can take exponential time, so they have a worker of their own.
const shared = new Lane(false);
const apart = new Lane(true);

let module;
/** The compiled WebAssembly. A load that failed is tried again by the next question. */
function compiled(packed) {
  module ??= load(packed).catch((error) => {
    module = undefined;
    throw error;
  });
  return module;
}

async function load(packed) {
  if (!("DecompressionStream" in globalThis)) throw new Error("this browser has no DecompressionStream; use a newer one.");
  const response = await fetch(packed);
  if (!response.ok) throw new Error(`the server has no ${packed} (status ${response.status}).`);
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "content-type": "application/wasm" } }));
}

let kept = false;
/** Keeps the page for visits without a network. Browsers refuse where the address is not secure. */
function keep() {
  if (kept || !navigator.serviceWorker) return;
  kept = true;
  // A newer page has taken over: what is open here is in the link.
  if (navigator.serviceWorker.controller) navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  navigator.serviceWorker.register("offline.js").catch((error) => console.info(`This page needs a network: ${error.message}`));
}
