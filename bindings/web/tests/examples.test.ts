import { describe, expect, test } from 'vitest';
import { answer } from '../src/engine/program';
import { GROUPS } from '../src/examples/examples';
import { PLAIN } from '../src/state/state';
import { engine } from './engine';
import { EXAMPLES } from './programs';

const ask = engine();

describe('examples', () => {
  test.each(EXAMPLES.map((example) => [example.title, example] as const))('%s', (_, { program, line = 0, look, refused = [] }) => {
    const { statements, selected, picture } = answer(ask, { text: program, line, look: { ...PLAIN, ...look } });
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter(({ aside }) => aside), 'every line is a statement').toEqual([]);
    const wrong = statements.filter(({ error, claim }) => error || claim?.holds === false);
    expect(wrong.map((one) => one.line), JSON.stringify(wrong.map(({ error, claim }) => error?.message ?? claim))).toEqual([...refused]);
    expect(picture?.unlike, 'it is drawn as it is asked for').toBeUndefined();
    const drawable = !['integer', 'boolean', 'list', 'report'].includes(String(statements[selected]?.value?.kind));
    if (drawable && !refused.includes(statements[selected]?.line ?? 0)) {
      expect(picture?.error).toBeUndefined();
      expect(picture?.picture).toMatch(/^<svg/);
    }
  });

  test('titles differ within a group', () => {
    for (const { examples } of GROUPS) {
      const titles = examples.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });
});
