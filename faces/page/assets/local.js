// The way from a question to its answer: files, and WebAssembly in workers. A worker that takes too
// long is ended, and the next question starts another.

/** Nobody answered. The same question can be answered later. */
export class Unreachable extends Error {}

// The questions whose answers are files, each with its parameters; the file of each WebAssembly and
// its questions.
const { kept, packs } = JSON.parse(document.querySelector("meta[name=urigram-answers]").content);

/**
 * Asks a question. `parameters` is text as `query` in dom.js writes it. Returns the status in HTTP's
 * numbers and the object that was answered; `null` for a status without one.
 */
export async function send(question, parameters, signal) {
  try {
    return await answer(question, parameters, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(`The answers cannot be loaded: ${error.message}`);
  }
}

async function answer(question, parameters, signal) {
  const path = `${question}?${parameters}`;
  const pack = packOf(question);
  if (!pack) {
    const file = kept[decodeURIComponent(path)];
    if (file) return { status: 200, answer: await (await load(file, signal)).json() };
    const [asked, ...others] = [path, ...Object.keys(kept)].filter((one) => one.startsWith(`${question}?`)).map(value);
    return { status: 404, answer: { error: `${asked}: there is no such ${question}; there are ${others.join(", ")}` } };
  }
  const found = await pack.shared.ask(path, signal);
  const reply = found.apart ? await pack.apart.ask(path, signal) : found;
  // Without TLS it is an address of this machine, which another program can have tomorrow.
  if (location.protocol === "https:") keep();
  return reply;
}

/** The text of a question's only parameter. */
function value(path) {
  return decodeURIComponent(path.slice(path.indexOf("=") + 1));
}

const known = new Map();

/** The WebAssembly that answers a question: one that is here already, or the first that has it. */
function packOf(question) {
  const able = packs.filter(([, questions]) => questions.includes(question)).map(([file]) => file);
  const file = able.find((one) => known.get(one)?.isLoaded) ?? able[0];
  if (file && !known.has(file)) known.set(file, new Pack(file));
  return known.get(file);
}

/** A worker that answers one question at a time, started when there is one. */
class Lane {
  #pack;
  #isApart;
  #worker;
  #current;
  #queue = [];

  constructor(pack, isApart) {
    this.#pack = pack;
    this.#isApart = isApart;
  }

  /** Returns the reply: a status and an answer, or only `apart` for a question of the other worker. */
  async ask(path, signal) {
    const module = await this.#pack.compiled();
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
    worker.addEventListener("message", ({ data }) => worker === this.#worker && this.#received(data));
    worker.addEventListener("error", (event) => this.#end(lost(event.message ?? "its worker did not start")));
    worker.postMessage({ module, isApart: this.#isApart });
    return worker;
  }

  /** A worker tells how long the answer may take, then the answer. */
  #received(data) {
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

/** A WebAssembly and its workers. */
class Pack {
  #file;
  #module;
  isLoaded = false;
  shared = new Lane(this, false);
  // Rules that a visitor wrote can take exponential time, so they have a worker of their own.
  apart = new Lane(this, true);

  constructor(file) {
    this.#file = file;
  }

  /** The compiled WebAssembly. A load that failed is tried again by the next question. */
  compiled() {
    this.#module ??= compile(this.#file).then(
      (module) => {
        this.isLoaded = true;
        return module;
      },
      (error) => {
        this.#module = undefined;
        throw error;
      },
    );
    return this.#module;
  }
}

/** Compiles a pack in a worker that ends with it, because its memory is never given back. */
async function compile(file) {
  const [pack, unpack] = await Promise.all([file, "unpack.wasm"].map(async (one) => (await load(one)).arrayBuffer()));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("unpack.js", import.meta.url));
    const end = (settle, value) => {
      worker.terminate();
      settle(value);
    };
    worker.addEventListener("message", ({ data: { module, lost } }) => (module ? end(resolve, module) : end(reject, new Error(lost))));
    worker.addEventListener("error", (event) => end(reject, new Error(event.message ?? "its worker did not start")));
    worker.postMessage({ pack, unpack }, [pack, unpack]);
  });
}

async function load(file, signal) {
  const response = await fetch(file, { signal });
  if (!response.ok) throw new Error(`the server has no ${file} (status ${response.status}).`);
  return response;
}

let isKept = false;
/** Keeps the page for visits without a network. Browsers refuse where the address is not secure. */
export function keep() {
  if (isKept || !navigator.serviceWorker) return;
  isKept = true;
  // A newer page has taken over: what is open here is in the link.
  if (navigator.serviceWorker.controller) navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  navigator.serviceWorker.register("offline.js").catch((error) => console.info(`This page needs a network: ${error.message}`));
}
