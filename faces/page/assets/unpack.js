// Unpacks a pack of WebAssembly and compiles it, apart from the page, which would stand still meanwhile.

onmessage = async ({ data: { pack, unpack } }) => {
  try {
    const { instance } = await WebAssembly.instantiate(unpack);
    /** @type {any} */
    const { memory, urigram_pack, urigram_unpack, urigram_unpacked } = instance.exports;
    const at = urigram_pack(pack.byteLength);
    if (at === 0) throw new Error("the pack is too large");
    new Uint8Array(memory.buffer, at, pack.byteLength).set(new Uint8Array(pack));
    const length = urigram_unpack();
    if (length === 0) throw new Error("the pack cannot be unpacked");
    // The memory can have moved while it grew.
    const wasm = new Uint8Array(memory.buffer, urigram_unpacked(), length);
    postMessage({ module: await WebAssembly.compile(wasm) });
  } catch (error) {
    postMessage({ lost: error.message });
  }
};
