// Returns the first item whose key an earlier one has, or -1. More than 1024 items are too many, as
// they are in Rust.
const unique = (by, form, tables) => {
  let fa;
  return (text) => {
    fa ??= unpack(tables);
    const seen = new Set();
    let start = form === 2 ? 1 : 0;
    for (const item of items(text, by, form)) {
      let [from, to] = split(fa, item) ?? [0, item.length];
      if (from < 0) from = to = 0;
      const key = item.slice(from, to);
      if (seen.size === 1024) return 0;
      if (seen.has(key)) return start + from;
      seen.add(key);
      start += item.length + 1;
    }
    return -1;
  };
};
