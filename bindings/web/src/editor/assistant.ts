/** Completion and help, as the engine knows them. */

import type { Completions, Help } from '../engine/answers';
import type { AskOne } from '../engine/client';
import { byteOf, unitOf } from '../text';
import type { Assistant } from './editor';

export function assistant(ask: AskOne): Assistant {
  return {
    async complete(text, at) {
      const from = text.lastIndexOf('\n', at - 1) + 1;
      const line = text.slice(from).split('\n', 1)[0] ?? '';
      const request = { ask: 'complete', input: line, cursor: byteOf(line, at - from) };
      const found = await ask<Completions>(text.slice(0, from), request);
      if (found?.start === undefined || !found.candidates?.length) return null;
      return { from: from + unitOf(line, found.start), candidates: found.candidates };
    },
    async help(word) {
      const about = await ask<Help>('', { ask: 'help', name: word });
      return about && !about.error ? about : null;
    },
  };
}
