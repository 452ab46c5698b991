// Returns the first character that ends beyond so many octets, or -1.
const longest = (most) => (text) => {
  let at = 0, left = most;
  for (const one of text) {
    if ((left -= octets(one)) < 0) return at;
    at += one.length;
  }
  return -1;
};
