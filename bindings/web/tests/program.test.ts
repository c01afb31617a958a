import { describe, expect, test } from 'vitest';
import { answer, type ProgramQuestion, selectedOf } from '../src/engine/program';
import { type Look, PLAIN } from '../src/state/state';
import { engine } from './engine';

const ask = engine();
const asked = (text: string, line = 0, look: Partial<Look> | null = {}) =>
  answer(ask, { text, line, look: look && { ...PLAIN, ...look } } satisfies ProgramQuestion);
const cells = (picture: string | undefined): number => picture?.match(/role="gridcell"/g)?.length ?? 0;

describe('statements', () => {
  test('have their lines, and those that go over several their last one', () => {
    const { statements } = asked('# A\nA = (4,\n  8)\n\nsize(A) # of A\n');
    expect(statements.map(({ line, end, result }) => [line, end, result])).toEqual([[2, 3, '(4,8)'], [5, 5, '32']]);
  });

  test('see the names above them', () => {
    const { statements } = asked('A = 4:1\nA\nA = 4:2\nA');
    expect(statements.map(({ result }) => result)).toEqual(['4:1', '4:1', '4:2', '4:2']);
    expect(cells(asked('A = 4:1\nA\nA = 8:2\nA', 2).picture?.picture)).toBe(4);
  });

  test('that are not finished say what is missing', () => {
    const [, unfinished] = asked('A = 4:1\nB = A o').statements;
    expect(unfinished).toMatchObject({ aside: true, line: 2 });
    expect(unfinished?.error?.message).toBeTruthy();
    expect(asked('A = 4:1\nB = A o').picture).toBeNull();
  });

  test('there may be none', () => {
    for (const text of ['', '\n\n', '# nothing']) {
      expect(asked(text)).toMatchObject({ statements: [], selected: -1, picture: null });
    }
  });
});

test('the statement of a line is selected, else the one above', () => {
  const statements = [{ line: 2 }, { line: 5 }];
  expect([0, 1, 2, 4, 5, 9].map((line) => selectedOf(statements, line))).toEqual([1, 0, 0, 0, 1, 1]);
  expect(selectedOf([], 3)).toBe(-1);
});

describe('pictures', () => {
  test('are not drawn where none is looked at', () => {
    expect(asked('(4,8):(8,1)', 0, null).picture).toBeNull();
  });

  test('of one slice, of a name and of an expression with a comment', () => {
    for (const program of ['A = (4,4,3):(1,4,16)', '(4,4,3):(1,4,16) # three']) {
      const whole = asked(program).picture;
      const slice = asked(program, 0, { slice: '(_,_,2)' }).picture;
      expect([cells(whole?.picture), cells(slice?.picture), slice?.unlike]).toEqual([48, 16, undefined]);
      expect(slice?.picture).toContain('data-o="35 39 43 47"');
    }
  });

  test('of two modes have a slice marked', () => {
    const marked = asked('(4,4):(1,4)', 0, { slice: '(_,2)' }).picture;
    expect(cells(marked?.picture)).toBe(16);
    expect(marked?.picture).toContain('marked: the slice (_,2)');
  });

  test('ignore what is meant for other values', () => {
    const plain = asked('(4,4):(1,4)').picture;
    for (const look of [{ slice: '(_,_,1)' }, { thread: 3, both: true }, { color: 'thread' }]) {
      expect(asked('(4,4):(1,4)', 0, look).picture).toEqual(plain);
    }
  });

  test('are drawn as by default, and say why, where a look does not fit', () => {
    const { picture } = asked('(4,4):(1,4)', 0, { color: 'nonsense' });
    expect(cells(picture?.picture)).toBe(16);
    expect(picture?.unlike?.message).toContain('nonsense');
  });

  test('of refusals show the witness', () => {
    const { picture } = asked('(6,2):(1,7) o (3,2):(2,3)');
    expect(picture?.error?.index).toBe(5);
    expect(picture?.picture).toContain('8 ≠ 7');
  });
});
