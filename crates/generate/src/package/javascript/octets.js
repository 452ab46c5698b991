// Returns the first percent-encoded octet from which on a text is not UTF-8, or -1.
const decodes = (text) => {
  for (let at = text.indexOf("%"); at >= 0; at = text.indexOf("%", at)) {
    const octet = /^%[0-9A-Fa-f]{2}/.test(text.substr(at, 3)) ? parseInt(text.substr(at + 1, 2), 16) : 0;
    const length = octet < 128 ? 1 : octet < 224 ? 2 : octet < 240 ? 3 : 4;
    try {
      if (octet > 127) decodeURIComponent(text.substr(at, 3 * length));
    } catch {
      return at;
    }
    at += octet ? 3 * length : 1;
  }
  return -1;
};
