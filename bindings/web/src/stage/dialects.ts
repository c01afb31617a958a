/** The result as code: in the notation of other programs, and as a command. */

import { code, el, fill } from '../dom';
import type { Answer } from '../engine/answers';
import type { AskOne } from '../engine/client';
import { before, type Statement } from '../engine/program';
import { copyButton } from './copy';

/** The dialects that results are written in, as `--as` names them. */
export const DIALECTS = [
  ['cute', 'CuTe C++, printed'],
  ['cpp', 'CuTe C++, expression'],
  ['cpp-types', 'CuTe C++, type'],
  ['dsl', 'CuTe DSL'],
  ['python', 'Python'],
  ['numpy', 'numpy'],
  ['torch', 'PyTorch'],
  ['memref', 'MLIR memref'],
  ['triton', 'Triton'],
] as const;

const TYPES = ['f32', 'f16', 'bf16', 'f64', 'i8', 'i32'];

export function dialects(ask: AskOne): { element: HTMLElement; show(text: string, statement: Statement): Promise<void> } {
  const list = el('dl', { class: 'dialects' });
  let shown: (() => Promise<void>) | undefined;
  const type = el('select', { id: 'dtype', change: () => void shown?.() }, ...TYPES.map((name) => el('option', {}, name)));
  const element = el('div', {}, el('p', { class: 'control' }, el('label', { for: 'dtype' }, 'Elements'), type), list);
  return {
    element,
    show(text, statement) {
      const given = before(text, statement);
      shown = async () => {
        const answers = await Promise.all(DIALECTS.map(([as]) =>
          ask<Answer>(given, { ask: 'evaluate', input: statement.input, as, dtype: type.value })));
        const command = `tilework ${quoted(given.split('\n').filter((line) => /\S/.test(line) && !/^\s*(?:#|\/\/)/.test(line)))}${quoted([statement.input])}`;
        fill(list,
          ...DIALECTS.flatMap(([, name], i) => {
            const { result, error } = answers[i] ?? {};
            return row(name, result ?? null, error?.message ?? 'no answer');
          }),
          ...row('Command', command.trim(), ''));
      };
      return shown();
    },
  };
}

const row = (name: string, text: string | null, otherwise: string): HTMLElement[] => [
  el('dt', {}, name),
  text === null
    ? el('dd', { class: 'none' }, otherwise)
    : el('dd', {}, code(text), copyButton(`Copy: ${name}`, () => text)),
];

/** Arguments for a shell of the POSIX kind. */
const quoted = (texts: string[]): string => texts.map((text) => `'${text.replaceAll("'", `'\\''`)}' `).join('');
