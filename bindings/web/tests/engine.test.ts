import { describe, expect, test } from 'vitest';
import type { Client, Outcome } from '../src/engine/client';
import { Engine, isPlain } from '../src/engine/engine';
import { answer, type ProgramAnswer, type ProgramQuestion } from '../src/engine/program';
import { PLAIN } from '../src/state/state';
import { engine, module } from './engine';

const question = (text: string): ProgramQuestion => ({ text, line: 0, look: PLAIN });
const without = ({ took: _, ...rest }: ProgramAnswer): object => rest;

/** The engine, with a worker that only remembers what it was asked. */
async function started(took: number, compiled = Promise.resolve(module()), wait = true) {
  const [asked, superseded]: [string[], true[]] = [[], []];
  const client = {
    program: ({ text }: ProgramQuestion): Promise<Outcome<ProgramAnswer>> => {
      asked.push(text);
      return Promise.resolve({ kind: 'answer', answer: { statements: [], selected: -1, picture: null, took } });
    },
    supersede: () => { superseded.push(true); },
  };
  const it = new Engine(client as unknown as Client, compiled);
  if (wait) await compiled.catch(() => undefined);
  return { it, asked, superseded };
}

describe('a program is answered at once', () => {
  test.each([
    '(32,32):(32,1)', '((2,2),8):((8,16),1)', 'A = (6,2):(8,2) # rows\n\nA o (4,3):(3,1)', '(4,8', '', '8', '(4,8):(8,1', 'A', '# none',
  ])('where it has layouts and compositions alone: %j', async (text) => {
    expect(isPlain(text)).toBe(true);
    const { it, asked, superseded } = await started(0);
    const outcome = await it.program(question(text));
    expect(outcome.kind).toBe('answer');
    // The answer is that of the worker, whose older answers are no longer wanted.
    if (outcome.kind === 'answer') expect(without(outcome.answer)).toEqual(without(answer(engine(), question(text))));
    expect([asked, superseded]).toEqual([[], [true]]);
  });

  test.each([
    'coalesce((4,8):(8,1))', '(33,64):(64,1)', '100000:1', '4:1 o 2:1 o 2:1', 'A == B', 'A(1,2)', 'Sw<3,0,3> o 0 o 64:1', '4:1 ~ 4:1',
    'A.x', '8:1\n'.repeat(100), 'A = 4:1\nA = 4:1 = 4:1', 'bank_report(A, 16, ldmatrix.x4)', '(4,8)x', '4:1;4:1',
  ])('but not where there is anything else: %j', async (text) => {
    expect(isPlain(text)).toBe(false);
    const { it, asked } = await started(0);
    await it.program(question(text));
    expect(asked).toEqual([text]);
  });
});

describe('the worker answers', () => {
  test('after an answer that took long, until one does not', async () => {
    const [slow, quick] = [await started(50), await started(1)];
    for (const { it } of [slow, quick]) await it.program(question('f(4)'));
    for (const { it } of [slow, quick]) await it.program(question('4:1'));
    expect([slow.asked, quick.asked]).toEqual([['f(4)', '4:1'], ['f(4)']]);
  });

  test('what was given a limit', async () => {
    const { it, asked } = await started(0);
    await it.program(question('4:1'), 30_000);
    expect(asked).toEqual(['4:1']);
  });

  test('a program that replaces one that waits for the engine', async () => {
    let ready: (module: WebAssembly.Module) => void = () => undefined;
    const { it, asked } = await started(0, new Promise((resolve) => { ready = resolve; }), false);
    const outcomes = [it.program(question('4:1')), it.program(question('f(4)')), it.program(question('8:1'))];
    ready(module());
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(['superseded', 'answer', 'answer']);
    expect(asked).toEqual(['f(4)']);
  });

  test('where there is no engine here, or it does not work', async () => {
    const empty = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    for (const compiled of [Promise.reject(new Error('none')), Promise.resolve(empty)]) {
      const { it, asked } = await started(0, compiled);
      await it.program(question('4:1'));
      expect(asked).toEqual(['4:1']);
    }
  });
});
