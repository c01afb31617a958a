/** Whatever is asked, there is an answer in JSON: no trap, and the next question is answered as before. */

import assert from 'node:assert/strict';
import test from 'node:test';

import { engine, module } from './engine.mjs';

/** xorshift, so that a failure can be seen again. */
function random(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const GIVEN = 'A = (4,8):(1,4)';
const REQUEST = JSON.stringify({ ask: 'evaluate', input: 'A o (2,4):(4,2)', as: 'cute', order: 'colex' });
const fresh = engine()(GIVEN, REQUEST);

/** An engine that is asked, and asked again for what is known. */
function asker() {
  const ask = engine();
  return (given, request) => {
    const answer = JSON.parse(ask(given, request));
    assert.equal(typeof answer, 'object');
    assert.equal(ask(GIVEN, REQUEST), fresh);
    return answer;
  };
}

test('random bytes', () => {
  const [ask, next] = [asker(), random(1)];
  const bytes = () => Uint8Array.from({ length: next(300) }, () => next(256));
  for (let round = 0; round < 2000; round += 1) assert.ok(ask(bytes(), bytes()).error);
});

test('requests that are cut off or changed', () => {
  const [ask, next] = [asker(), random(2)];
  const whole = Buffer.from(REQUEST);
  for (let end = 0; end < whole.length; end += 1) assert.ok(ask(GIVEN, whole.subarray(0, end)).error);
  for (let round = 0; round < 5000; round += 1) {
    const changed = Buffer.from(whole);
    changed[next(whole.length)] = next(256);
    ask(GIVEN, changed);
  }
});

test('random expressions', () => {
  const [ask, next] = [asker(), random(3)];
  const words = ['(', ')', ',', ':', ' o ', '4', '8', '-1', '<', '>', 'A', 'size', 'complement', 'Sw<3,0,3>', '?', '=',
    '_', '1@0', '.', '"', '\\', '\n', 'left_inverse(', 'zipped_divide(', '(4,8):(1,4)', '99999999999', 'é', '\u202e'];
  const text = () => Array.from({ length: next(20) }, () => words[next(words.length)]).join('');
  for (let round = 0; round < 3000; round += 1) {
    const input = text();
    ask(text(), JSON.stringify({ ask: ['evaluate', 'explain', 'solve', 'draw'][next(4)], input }));
    ask('', JSON.stringify({ ask: 'paste', text: `${input}\n${text()}` }));
  }
});

test('deep and long texts', () => {
  const ask = asker();
  for (const piece of ['(', '[', '{', '-', '((1,', 'size(', '4:1 o ', '<', '1,', '"', 'a', '#', '\\', 'a = ', '\n', '1\n']) {
    const input = piece.repeat(200_000 / piece.length);
    for (const request of [
      { ask: 'evaluate', input },
      { ask: 'explain', input },
      { ask: 'draw', input },
      { ask: 'paste', text: input },
      { ask: 'recover', table: input },
      { ask: 'solve', input },
      { ask: 'check', text: input },
      { ask: 'complete', input, cursor: input.length },
    ]) {
      ask('', JSON.stringify(request));
    }
    ask(input, REQUEST);
    ask('', '['.repeat(100_000));
  }
});

test('ten megabytes', () => {
  const ask = asker();
  const long = 'x'.repeat(10_000_000);
  ask('', long);
  ask(long, '');
  for (const request of [
    { ask: 'evaluate', input: long },
    { ask: 'evaluate', input: `(${'2,'.repeat(5_000_000)}2)` },
    { ask: 'paste', text: 'A = (4,8):(1,4)\n'.repeat(60_000) },
    { ask: 'recover', table: '0 1 2 3 4 5 6 7 '.repeat(600_000) },
    { ask: 'help', name: long },
    { ask: long },
  ]) {
    ask('', JSON.stringify(request));
  }
});

test('more than there is room for', () => {
  const { reserve, ask, memory } = new WebAssembly.Instance(module).exports;
  assert.equal(reserve(0xffff_ffff), 0);
  const answer = ask(10, 10);
  const length = new DataView(memory.buffer).getUint32(answer, true);
  assert.match(Buffer.from(memory.buffer, answer + 4, length).toString(), /longer than the room/);
});
