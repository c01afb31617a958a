/** Makes one file of the page, its style, its scripts and the engine, under a policy that allows nothing else. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

const WORKER = 'virtual:worker';

export function oneFile({ wasm }: { wasm: string | undefined }): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',

    resolveId: (id) => (id === WORKER ? `\0${WORKER}` : undefined),
    async load(id) {
      if (id !== `\0${WORKER}`) return undefined;
      return `export default ${JSON.stringify(await script('../src/engine/worker.ts'))}`;
    },

    // While the source is edited, only the engine has to be put into the page.
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { server }) => (server ? html.replace('<!-- engine -->', engine(wasm)) : html),
    },

    async generateBundle(_, bundle) {
      const page = bundle['index.html'];
      const files = Object.values(bundle);
      const main = files.find((file) => file.type === 'chunk' && file.isEntry);
      const style = files.find((file) => file.fileName.endsWith('.css'));
      if (page?.type !== 'asset' || main?.type !== 'chunk' || style?.type !== 'asset') {
        throw new Error('the page needs a script and a style sheet');
      }
      const scripts = [
        `(()=>{${main.code}})()`,
        // Inside of a function it is read when it is called: after the first answer.
        `self.loadEditor=()=>{${await script('../src/editor/codemirror.ts')};return Editor}`,
      ].map((code) => code.replaceAll('</script', '<\\/script'));
      const styles = [String(style.source).trim()];
      const policy = [
        "default-src 'none'",
        `script-src ${hashes(scripts)} 'wasm-unsafe-eval'`,
        `style-src ${hashes(styles)}`,
        'worker-src blob:',
        'img-src blob: data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ');
      const parts: Record<string, string> = {
        policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
        style: styles.map((text) => `<style>${text}</style>`).join(''),
        engine: engine(wasm),
        scripts: scripts.map((text) => `<script>${text}</script>`).join('\n'),
      };
      page.source = String(page.source)
        .replace(/\s*<(?:script type="module"[^>]*><\/script>|link rel="stylesheet"[^>]*>)/g, '')
        .replace(/<!--\s*(policy|style|engine|scripts)\s*-->/g, (_, name: string) => parts[name] ?? '');
      for (const file of files) if (file !== page) delete bundle[file.fileName];
    },
  };
}

/** The engine as an element of the page, which is no script; packed, since base64 leaves little to pack. */
function engine(wasm: string | undefined): string {
  if (!wasm) throw new Error('TILEWORK_WASM must name the engine: see README.md');
  const packed = gzipSync(readFileSync(wasm), { level: 9 });
  return `<script id="engine" type="application/gzip">${packed.toString('base64')}</script>`;
}

/** A module with all that it imports as one script; what it exports is the variable `Editor`. */
async function script(path: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      write: false,
      lib: { entry: fileURLToPath(new URL(path, import.meta.url)), formats: ['iife'], name: 'Editor' },
    },
  });
  const [{ output: files }] = output as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return files[0].code.trim();
}

const hashes = (texts: string[]): string =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
