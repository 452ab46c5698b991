// Returns the first character that ends beyond so many octets, or -1.
const longest = (most) => (text) => {
  let at = 0, count = 0;
  for (const character of text) {
    count += utf8(character.codePointAt(0)).length;
    if (count > most) return at;
    at += character.length;
  }
  return -1;
};
