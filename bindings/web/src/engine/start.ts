/** The engine of this page: it is in the page itself. */

import source from 'virtual:worker';
import { Client } from './client';
import { Engine } from './engine';

/** Newer engines of JavaScript read base64 themselves, ten times as fast. */
interface FromBase64 {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return (Uint8Array as FromBase64).fromBase64?.(base64)
    ?? Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
}

/** The engine is compiled while it is unpacked. */
function compile(packed: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  // In one piece: the stream of a blob comes in many, each of which has to be waited for.
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  // What cannot be unpacked cannot be read either, and is said there.
  Promise.all([writer.write(packed), writer.close()]).catch(() => undefined);
  return WebAssembly.compileStreaming(new Response(readable, { headers: { 'Content-Type': 'application/wasm' } }));
}

export function start(): Engine {
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const engine = document.getElementById('engine');
  const module = compile(bytes(engine?.textContent ?? ''));
  engine?.remove();
  return new Engine(new Client(() => new Worker(address), module), module);
}
