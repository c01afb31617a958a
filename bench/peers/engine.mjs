/** The engine of the page in Node, for `cargo xtask bench web`: how large it is, and how fast it answers. */

import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { room } from './room.mjs';
import { serve } from './serve.mjs';

const [named, small, page] = process.argv.slice(2).map((path) => readFileSync(path));

const sizes = (name, bytes) => ({
  [`${name}, raw`]: `${bytes.length}`,
  [`${name}, gzip`]: `${gzipSync(bytes, { level: 9 }).length}`,
  [`${name}, brotli`]: `${brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length}`,
});

function asker(module) {
  const { memory, reserve, ask } = new WebAssembly.Instance(module).exports;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return (request) => {
    const bytes = encoder.encode(JSON.stringify(request));
    const place = reserve(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const answer = ask(0, bytes.length);
    const length = new DataView(memory.buffer).getUint32(answer, true);
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, answer + 4, length)));
  };
}

const ask = asker(new WebAssembly.Module(small));
const COMPOSITION = { ask: 'evaluate', input: '(6,2):(8,2) o (4,3):(3,1)' };
const requests = {
  composition: COMPOSITION,
  'logical divide': { ask: 'evaluate', input: 'logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)' },
  'refusal with its witness': { ask: 'evaluate', input: '(6,2):(1,7) o (3,2):(2,3)' },
  'explanation of a composition': { ask: 'explain', input: '(6,2):(8,2) o (4,3):(3,1)' },
  'picture of 8x8': { ask: 'draw', input: '(8,8):(8,1)', output: 'linked' },
  'picture of 32x32': { ask: 'draw', input: '(32,32):(32,1)', output: 'linked' },
  'picture of 64x64': { ask: 'draw', input: '(64,64):(64,1)', output: 'linked' },
};
const cases = Object.entries(requests).map(([name, request]) => {
  const answer = ask(request);
  if (!('result' in answer || 'picture' in answer || name.startsWith('refusal'))) throw new Error(JSON.stringify(answer));
  return [name, () => void ask(request)];
});

const answers = { ...sizes('engine', small), ...sizes('page', page), room: JSON.stringify(room(named)) };
await serve(`Node ${process.version}`, answers, {
  'compile, start and first answer': () => void asker(new WebAssembly.Module(small))(COMPOSITION),
  ...Object.fromEntries(cases),
});
