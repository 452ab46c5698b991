// QR codes as ISO/IEC 18004:2015 has them: bytes, error correction of level M, up to version 25.

/** Codewords of error correction in a block, and the number of blocks, of versions 1 to 25. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21];

/** The masks: a module is inverted where the mask is true. */
const MASKS = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Returns the rows of modules, dark ones true; undefined for a text that is too long. */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTION.findIndex((_, index) => bytes.length + (index < 9 ? 2 : 3) <= room(index + 1)) + 1;
  if (version === 0) return undefined;
  const words = withCorrection(version, data(version, bytes));
  const { rows, isFixed } = patterns(version);
  const all = MASKS.map((mask, number) => {
    const masked = rows.map((row) => [...row]);
    write(masked, isFixed, words, mask);
    writeFormat(masked, number);
    return masked;
  });
  const penalties = all.map(penalty);
  return all[penalties.indexOf(Math.min(...penalties))];
}

/** The number of codewords for data and error correction: what is not a pattern, in bytes. */
function codewords(version) {
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const patterned = aligned === 0 ? 0 : (25 * aligned - 10) * aligned - 55;
  return Math.floor(((16 * version + 128) * version + 64 - patterned - (version < 7 ? 0 : 36)) / 8);
}

function room(version) {
  return codewords(version) - CORRECTION[version - 1] * BLOCKS[version - 1];
}

/** The codewords of data: the mode, the length, the bytes, an end, and padding. */
function data(version, bytes) {
  const bits = [];
  const put = (value, count) => { for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, 4);
  const words = [];
  for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; words.length < room(version); pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Splits data into blocks, of which the last can be longer by one, and interleaves them with their correction. */
function withCorrection(version, words) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(words.length / count);
  const long = words.length % count;
  const blocks = [];
  for (let index = 0, at = 0; index < count; index += 1) {
    const length = short + (index < count - long ? 0 : 1);
    blocks.push(words.slice(at, at + length));
    at += length;
  }
  const checks = blocks.map((block) => remainder(block, CORRECTION[version - 1]));
  const interleaved = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) => lists.filter((list) => at < list.length).map((list) => list[at])).flat();
  return [...interleaved(blocks), ...interleaved(checks)];
}

/** The product in the field of 256 elements, whose polynomial is x^8 + x^4 + x^3 + x^2 + 1. */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The Reed-Solomon codewords of a block: the remainder by (x - 1)(x - 2)(x - 4)…, of `degree` factors. */
function remainder(block, degree) {
  let divisor = [1];
  for (let index = 0, root = 1; index < degree; index += 1, root = times(root, 2)) {
    divisor = [...divisor, 0].map((one, at) => one ^ (at > 0 ? times(divisor[at - 1], root) : 0));
  }
  const rest = new Array(degree).fill(0);
  for (const word of block) {
    const factor = word ^ rest.shift();
    rest.push(0);
    for (let at = 0; at < degree; at += 1) rest[at] ^= times(divisor[at + 1], factor);
  }
  return rest;
}

/** What is the same in every code of a version; `isFixed` says where it is. */
function patterns(version) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => new Array(size).fill(false));
  const isFixed = rows.map((row) => [...row]);
  const set = (x, y, dark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    rows[y][x] = dark;
    isFixed[y][x] = true;
  };
  // Rings around a middle: the distance from it says which are dark.
  const rings = (x, y, radius, isDark) => {
    for (let dy = -radius; dy <= radius; dy += 1) for (let dx = -radius; dx <= radius; dx += 1) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let at = 0; at < size; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(x, y, 4, (far) => far !== 2 && far !== 4);
  const places = aligned(version, size);
  const last = places.length - 1;
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isCorner) rings(x, y, 2, (far) => far !== 1);
    }
  }
  // The place of the format, which is written with the mask.
  for (let at = 0; at < 9; at += 1) {
    if (at !== 6) for (const [x, y] of [[8, at], [at, 8]]) set(x, y, false);
    if (at < 8) for (const [x, y] of [[8, size - 1 - at], [size - 1 - at, 8]]) set(x, y, false);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const bits = (version << 12) | checked(version, 12, 0x1f25);
    for (let at = 0; at < 18; at += 1) {
      const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
      set(far, near, Boolean((bits >> at) & 1));
      set(near, far, Boolean((bits >> at) & 1));
    }
  }
  return { rows, isFixed };
}

/** The middles of the alignment patterns: evenly apart from the last one on, by an even step. */
function aligned(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - step * (count - 2 - at))];
}

/** The check of a BCH code: the remainder of `value` times x^degree. */
function checked(value, degree, polynomial) {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= polynomial << (bit - degree);
  return rest;
}

/** Writes the level, which is 0 for M, and the mask, in both places. */
function writeFormat(rows, mask) {
  const size = rows.length;
  const bits = ((mask << 10) | checked(mask, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = Boolean((bits >> at) & 1);
    const [x, y] = at < 6 ? [8, at] : at < 8 ? [8, at + 1] : at === 8 ? [7, 8] : [14 - at, 8];
    rows[y][x] = dark;
    if (at < 8) rows[8][size - 1 - at] = dark;
    else rows[size - 15 + at][8] = dark;
  }
}

/** Writes the bits in pairs of columns from the right, up and down by turns, beside the vertical line of dots. */
function write(rows, isFixed, words, mask) {
  const size = rows.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isFixed[y][x]) continue;
        // What is left over after the last word is light.
        const bit = at < 8 * words.length && Boolean((words[at >> 3] >> (7 - (at & 7))) & 1);
        rows[y][x] = bit !== mask(x, y);
        at += 1;
      }
    }
  }
}

/** How hard a code is to read: long runs, squares, what looks like a corner, and much of one colour. */
function penalty(rows) {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      dark += rows[y][x];
      const isSquare = x > 0 && y > 0 && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x - 1];
      if (isSquare) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

const SVG = "http://www.w3.org/2000/svg";
/** The light modules around a code. */
const QUIET = 4;

/** Returns a drawing of the code of a text, dark on light in every theme; undefined for a text that is too long. */
export function qr(text, label) {
  const rows = modules(text);
  if (!rows) return undefined;
  const size = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : []))).join("");
  const part = (name, attributes, ...children) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  return part("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    part("rect", { width: size, height: size, fill: "#fff" }), part("path", { d: path, fill: "#000" }));
}
