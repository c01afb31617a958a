/** The engine of the tests, in Node. */

import { readFileSync } from 'node:fs';
import { type Ask, asker } from '../src/engine/wasm';

export function engine(): Ask {
  const path = process.env['TILEWORK_WASM'];
  if (!path) throw new Error('TILEWORK_WASM must name the engine: `cargo xtask web` builds it');
  return asker(new WebAssembly.Module(readFileSync(path)));
}
