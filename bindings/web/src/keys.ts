/** What the keys do, and how layouts are written. */

import { code, el } from './dom';
import { dialog } from './dialog';

const KEYS = [
  ['In a picture', [
    ['Arrow keys', 'the next cell'],
    ['Home, End, Page Up, Page Down', 'the end of a row or a column'],
    ['Enter', 'pins a cell'],
    ['Escape', 'lets it go'],
  ]],
  ['In the program', [
    ['Control+Space', 'completes a name, with help'],
    ['Control+Z, Control+Shift+Z', 'undoes, and does again'],
    ['F8', 'the next line that is refused'],
    ['Tab', 'leaves the program'],
  ]],
] as const;

const NOTATION = [
  ['(4,8):(8,1)', 'a layout: shape, and strides'],
  ['A = (4,8):(8,1)', 'a name for it'],
  ['A o B', 'A read through B'],
  ['A(1,2)', 'the offset at a coordinate'],
  ['<4,8>', 'a tiler, one extent for each mode'],
  ['Sw<3,3,3> o 0 o A', 'a swizzle after a layout'],
  ['TV on (16,8)', 'threads and values over a tile'],
  ['A o B = C', 'a claim, which is decided'],
  ['# words', 'a comment'],
] as const;

export function keysDialog(button: HTMLButtonElement): void {
  dialog(button, 'Keys and notation', () => [
    ...KEYS.map(([title, rows]) => el('section', {}, el('h3', {}, title),
      el('dl', { class: 'pairs' }, ...rows.flatMap(([key, does]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, does)])))),
    el('section', {}, el('h3', {}, 'Notation'),
      el('dl', { class: 'pairs' }, ...NOTATION.flatMap(([written, means]) => [el('dt', {}, code(written)), el('dd', {}, means)])),
      el('p', {}, 'Every operation has the name that CuTe gives it; point at one in the program to see what it does. What CuTe C++, its DSL, pycute, numpy, PyTorch, Triton and MLIR print can be pasted.')),
  ]);
}
