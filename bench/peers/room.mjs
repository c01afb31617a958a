/** What takes the room in a WebAssembly module that has names: bytes of code by crate. */

const OURS = ['tilework_lang', 'tilework_hardware', 'tilework_draw', 'tilework'];

/** The bytes of code of our crates, of what of them is about hardware, and of all others. */
export function room(bytes) {
  const { sizes, names } = read(bytes);
  const found = { tilework: 0, tilework_hardware: 0, tilework_lang: 0, tilework_draw: 0, others: 0, 'about hardware': 0, all: 0 };
  sizes.forEach((size, at) => {
    const path = words(names.get(at) ?? '');
    found[path.find((word) => OURS.includes(word)) ?? 'others'] += size;
    if (path.some((word) => word.includes('hardware'))) found['about hardware'] += size;
    found.all += size;
  });
  return found;
}

/** The sizes of all functions, and their names by number; there are no imports. */
function read(bytes) {
  let at = 8;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const [sizes, names] = [[], new Map()];
  while (at < bytes.length) {
    const kind = bytes[at++];
    const length = number();
    const end = at + length;
    if (kind === 10) {
      for (let left = number(); left > 0; left -= 1) {
        const size = number();
        sizes.push(size);
        at += size;
      }
    } else if (kind === 0 && text() === 'name') {
      while (at < end) {
        const part = bytes[at++];
        const length = number();
        const next = at + length;
        if (part === 1) for (let left = number(); left > 0; left -= 1) names.set(number(), text());
        at = next;
      }
    }
    at = end;
  }
  return { sizes, names };
}

/** The identifiers of a mangled name: each has its length before it. */
function words(name) {
  const found = [];
  for (const { 1: length, index, 0: head } of name.matchAll(/(\d+)_?(?=[A-Za-z_])/g)) {
    found.push(name.slice(index + head.length, index + head.length + Number(length)));
  }
  return found;
}
