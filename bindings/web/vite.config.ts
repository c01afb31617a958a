import { defineConfig } from 'vite';
import { oneFile } from './build/one-file.ts';

/** The page is one file; `TILEWORK_WASM` is the engine, built from `engine/`. */
export default defineConfig({
  plugins: [oneFile({ wasm: process.env['TILEWORK_WASM'] })],
  build: {
    target: 'es2023',
    outDir: process.env['TILEWORK_OUT'] ?? '../../target/web',
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
});
