import { expect, test } from 'vitest';
import { marksOf } from '../src/editor/marks';
import { answer } from '../src/engine/program';
import { engine } from './engine';

const ask = engine();
const marked = (text: string): string[] => {
  const [marks] = marksOf(text, answer(ask, { text, line: 0, look: null }));
  return marks.map(({ from, to }) => text.slice(from, to));
};

test.each([
  ['coalese(4:1)', 'coalese'],
  ['# 𝔸 ∘ é\nA = 4:1\n\ncoalese(A) # 𝔹', 'coalese'],
  ['A = 4:1 # é\nA ∘ 𝔹', '𝔹'],
  ['A = (4,8):(8,1)\n  A ∘ nob(2)', 'nob'],
  ['(4,8', '('],
  ['B = make_layout(\n  (4,8),\n  undefined_name)', 'undefined_name'],
])('what is wrong in %j', (text, part) => {
  expect(marked(text)).toEqual([part]);
});

test('equal statements are marked each in its place', () => {
  const [marks, lines] = marksOf('fob(1)\nfob(1)', answer(ask, { text: 'fob(1)\nfob(1)', line: 1, look: null }));
  expect(marks.map(({ from }) => from)).toEqual([0, 7]);
  expect(lines).toEqual([1, 1]);
});
