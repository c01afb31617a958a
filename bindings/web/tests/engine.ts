/** The engine of the tests, in Node. */

import { readFileSync } from 'node:fs';
import { type Ask, asker } from '../src/engine/wasm';

export const engine = (): Ask => asker(module());

export function module(): WebAssembly.Module {
  const path = process.env['TILEWORK_WASM'];
  if (!path) throw new Error('TILEWORK_WASM must name the engine: `cargo xtask web` builds it');
  return new WebAssembly.Module(readFileSync(path));
}
