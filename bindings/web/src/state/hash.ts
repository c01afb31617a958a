/** The hash of the address: a query string, or the same compressed where that is shorter. */

import { EMPTY, fromQuery, type State, toQuery } from './state';

/** The most bytes that a compressed hash may stand for: a small link must not fill the memory. */
const MOST = 1 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, by: ReadableWritablePair<Uint8Array, BufferSource>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new RangeError('too large');
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0));

/** The hash of a state, without `#`. */
export async function toHash(state: State): Promise<string> {
  const query = toQuery(state);
  const packed = await through(new TextEncoder().encode(query), new CompressionStream('deflate-raw'));
  const short = `z=${toBase64Url(packed)}`;
  return short.length < query.length ? short : query;
}

/** The state of a hash, with or without `#`. Any text is one; one that cannot be unpacked is empty. */
export async function fromHash(hash: string): Promise<State> {
  const query = hash.replace(/^#/, '');
  const packed = /^z=([\w-]*)/.exec(query)?.[1];
  if (packed === undefined) return fromQuery(query);
  try {
    const bytes = await through(fromBase64Url(packed), new DecompressionStream('deflate-raw'));
    return fromQuery(new TextDecoder().decode(bytes));
  } catch {
    return EMPTY;
  }
}
