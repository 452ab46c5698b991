// Returns where a text exceeds so many octets, or -1.
const longest = (most) => (text, at = 0, left = most) => {
  for (const one of text) {
    if ((left -= octets(one)) < 0) return at;
    at += one.length;
  }
  return -1;
};
