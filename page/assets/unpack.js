// Loads a pack of WebAssembly and unpacks it, apart from the page, which would stand still meanwhile.

onmessage = async ({ data: pack }) => {
  try {
    const [packed, { instance }] = await Promise.all([load(pack), unpacker()]);
    const { memory, urigram_pack, urigram_unpack, urigram_unpacked } = instance.exports;
    const bytes = new Uint8Array(await packed.arrayBuffer());
    const at = urigram_pack(bytes.length);
    if (at === 0) throw new Error(`${pack} is too large`);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = urigram_unpack();
    if (length === 0) throw new Error(`${pack} cannot be unpacked`);
    // The memory can have moved while it grew.
    const wasm = new Uint8Array(memory.buffer, urigram_unpacked(), length);
    postMessage({ module: await WebAssembly.compile(wasm) });
  } catch (error) {
    postMessage({ lost: error.message });
  }
};

async function unpacker() {
  return WebAssembly.instantiate(await (await load("unpack.wasm")).arrayBuffer());
}

async function load(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`the server has no ${file} (status ${response.status}).`);
  return response;
}
