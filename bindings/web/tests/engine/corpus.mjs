/** Requests from all that the project has written down: conformance, documents, operations, hostile texts. */

import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const files = (folder, ending) =>
  readdirSync(new URL(folder, root)).filter((name) => name.endsWith(ending)).sort().map((name) => folder + name);

/** What a line of conformance says, as one types it. */
const written = (arg) => {
  if (Array.isArray(arg)) return `(${arg.map(written).join(',')})`;
  return typeof arg === 'string' ? arg : JSON.stringify(arg);
};
const expression = ({ op, args }) => `${op}(${args.map(written).join(', ')})`;
const raw = (path) => read(path).trim().split('\n');
const lines = (path) => raw(path).map((line) => JSON.parse(line));

/** Every line of conformance that has an operation. */
export function* conformance() {
  for (const path of [...files('conformance/cute/', '.jsonl'), 'conformance/exact.jsonl', 'conformance/wild.jsonl']) {
    for (const line of lines(path)) yield* asked(line, undefined);
  }
  for (const line of lines('conformance/torch.jsonl')) yield* asked(line, 'lex');
}

function* asked(line, order) {
  if (line.op === 'recover') yield { ask: 'recover', table: line.args.flat().join(' '), order };
  yield { ask: 'evaluate', input: expression(line), order };
}

/** Every line about hardware, as it stands: its numbers have 64 bits. */
export const hardware = () =>
  ['vectors', 'random'].flatMap((name) => raw(`conformance/hardware/${name}.jsonl`));

/** Explanations and other questions about some of these lines: those of each file that come first. */
export function* questions() {
  for (const path of files('conformance/cute/', '.jsonl')) {
    for (const line of lines(path).slice(0, 12)) {
      const input = expression(line);
      yield { ask: 'explain', input };
      yield { ask: 'complete', input, cursor: input.indexOf('(') };
      for (const as of ['cute', 'python', 'numpy', 'memref', 'triton']) yield { ask: 'evaluate', input, as };
      const [a, b] = line.args;
      if (typeof a === 'string' && typeof b === 'string') {
        yield { ask: 'compare', a, b };
        yield { ask: 'solve', input: `${a} o ? = ${b}` };
      }
    }
  }
}

/** Pictures of some of these lines in every form, and with every option on some layouts. */
export function* pictures() {
  yield { ask: 'style' };
  for (const path of files('conformance/cute/', '.jsonl')) {
    for (const line of lines(path).slice(0, 3)) {
      const input = expression(line);
      for (const output of ['svg', 'linked', 'html', 'tikz', 'text']) yield { ask: 'draw', input, output };
    }
  }
  const inputs = ['(4,8):(8,1)', '((2,2),3):((24,2),8)', '8', '(4,4,4)', 'Sw<3,0,3> o (8,8):(8,1)', '(6,2):(1,7) o (3,2):(2,3)',
    'zipped_divide((12,32):(1,12), <4,8>)', 'raked_product((2,2), (3,4))', 'left_inverse((4,8):(8,1))', '4:1 = 4:2', 'x = 4'];
  const options = [{ theme: 'dark' }, { theme: 'light', title: '<b>\u202e' }, { what: 'result' }, { what: 'strip' }, { what: 'bits' },
    { color_by: 'bank=2' }, { color_by: 'offset' }, { color_by: '<' }, { labels: 'index' }, { labels: 'coord' }, { labels: 'none' },
    { labels: 'bank=4' }, { labels: 'tv' }, { slice: '(_,2)' }, { slice: '(' }, { tv: '(4,8)' }, { tv: '(4,8)', thread: 1 },
    { tv: '(4,8)', value: -1, both: true }, { thread: 9007199254740991 }, { what: 'nothing' }, { unknown: 1 }];
  for (const input of inputs) {
    for (const option of options) yield { ask: 'draw', input, ...option };
    for (const option of options) yield { ask: 'draw', input, output: 'linked', ...option };
  }
}

/** The documents with all their claims, and each of their blocks as something that is pasted. */
export function* documents() {
  for (const path of [...files('docs/', '.md'), 'README.md', 'DESIGN.md', 'COMPARE.md']) {
    const text = read(path);
    yield { ask: 'check', text, list: true };
    for (const [, block] of text.matchAll(/^```\w*\n(.*?)^```/gms)) yield { ask: 'paste', text: block };
    for (const [, code] of text.matchAll(/`([^`\n]+)`/g)) {
      yield { ask: 'evaluate', input: code };
      yield { ask: 'help', name: code };
    }
  }
}

/** Texts that somebody may put into a link. */
export const hostile = [
  '',
  ' ',
  '\0',
  '\u202e(4,8):(1,4)',
  '\u001b[31m(4,8)\u001b[0m',
  '<script>alert(1)</script>',
  '"\\\u2028\ud83d\ude00',
  '((((((((((((((((',
  '9223372036854775807:9223372036854775807',
  '(99999999999999999999,1):(1,1)',
  '-1:-1',
  '(4,8):(1,4) o',
  'size(\n',
  'A = A',
  'Sw<64,64,64>',
  '# nothing',
  '{"ask": "evaluate"}',
  '(' + '2,'.repeat(200) + '2)',
  '(0,0):(0,0)',
  'make_layout((1048576,1048576,1048576))',
];
