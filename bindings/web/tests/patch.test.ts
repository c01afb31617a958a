import { describe, expect, test } from 'vitest';
import { changes } from '../src/stage/patch';
import { engine } from './engine';

const ask = engine();
const drawn = (input: string, more: object = {}): string =>
  (ask('', { ask: 'draw', input, output: 'linked', ...more }) as { picture: string }).picture;

/** A picture with its values set by their places: a reading of markup that shares nothing with the one that is tested. */
function patched(text: string, all: NonNullable<ReturnType<typeof changes>>): string {
  const escaped = (value: string): string =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const elements = [...text.matchAll(/<(\w[^<]*)/g)];
  const out = elements.map(([whole]) => whole);
  for (const { element, name, value } of all) {
    const one = out[element] ?? '';
    out[element] = name
      ? one.replace(new RegExp(` ${name}="[^"]*"`), () => ` ${name}="${escaped(value)}"`)
      : one.replace(/>[^<]*$/, () => `>${escaped(value)}`);
  }
  let i = 0;
  return text.replace(/<(\w[^<]*)/g, () => out[i++] ?? '');
}

const SAME: [string, string][] = [
  ['(4,8):(8,1)', '(4,8):(1,4)'], ['(32,32):(32,1)', '(32,32):(32,11)'], ['(8,8):(8,1)', '(8,8):(8,1000)'],
  // Other shades, labels of other lengths, cells of one offset.
  ['(8,8):(8,1)', '(8,8):(0,1)'], ['(8,8):(8,1)', '(8,8):(8,10)'], ['(3,8):(100,7)', '(3,8):(1,100)'],
  ['(6,2):(8,2) o (4,3):(3,1)', '(6,2):(8,3) o (4,3):(3,1)'], ['((4,8),(2,2)):((32,1),(16,8)) on (16,8)', '((4,8),(2,2)):((32,1),(16,8)) on (16,8)'],
];

describe('changes between pictures', () => {
  test.each(SAME)('%s and %s: applied, they make one of the other', (from, to) => {
    const [a, b] = [drawn(from), drawn(to)];
    const all = changes(a, b);
    expect(all).not.toBeNull();
    expect(patched(a, all ?? [])).toBe(b);
  });

  test.each([['(4,8):(8,1)', '(4,9):(9,1)'], ['(4,8):(8,1)', '((2,2),8):((8,16),1)'], ['(4,8):(8,1)', '(4,8):(8,1) o 4:1']])(
    '%s and %s have none: they differ in structure', (from, to) => {
      expect(changes(drawn(from), drawn(to))).toBeNull();
    });

  test('texts with markup in them', () => {
    const [a, b] = [drawn('4:1', { title: 'a < b & "c"' }), drawn('4:1', { title: '<script>&amp;\'' })];
    const all = changes(a, b) ?? [];
    expect(all.map(({ value }) => value)).toContain('<script>&amp;\'');
    expect(changes(a, a)).toEqual([]);
  });
});
