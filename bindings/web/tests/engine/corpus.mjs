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
const lines = (path) => read(path).trim().split('\n').map((line) => JSON.parse(line));

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
