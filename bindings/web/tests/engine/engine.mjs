/** The engine as the tests ask it: bytes in, bytes out. */

import { readFileSync } from 'node:fs';

/** The engine, compiled. */
export const module = new WebAssembly.Module(readFileSync(process.env.TILEWORK_WASM));

/** A new engine. A question is a program, whose names are bound, and a request: texts, or bytes. */
export function engine() {
  const { memory, reserve, ask } = new WebAssembly.Instance(module).exports;
  return (given, request) => {
    const [program, question] = [bytes(given), bytes(request)];
    const length = program.length + question.length;
    const room = reserve(length);
    if (room === 0) throw new RangeError(`no room for ${length} bytes`);
    const place = new Uint8Array(memory.buffer, room, length);
    place.set(program);
    place.set(question, program.length);
    const answer = ask(program.length, question.length);
    const size = new DataView(memory.buffer).getUint32(answer, true);
    return text(new Uint8Array(memory.buffer, answer + 4, size));
  };
}

const bytes = (text) => (typeof text === 'string' ? Buffer.from(text) : text);
const text = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
