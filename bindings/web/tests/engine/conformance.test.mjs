/** The answers of the engine are those of the command, byte for byte. */

import assert from 'node:assert/strict';
import test from 'node:test';

import { command } from './command.mjs';
import { conformance, documents, hardware, hostile, pictures, questions } from './corpus.mjs';
import { engine } from './engine.mjs';

/** Asks both the same. The command keeps the names that a line binds: these have a run of their own. */
function same(requests, least) {
  const ask = engine();
  const asked = [...requests].map((request) => {
    const line = typeof request === 'string' ? request : JSON.stringify(request);
    return { line, answer: ask('', line) };
  });
  assert.ok(asked.length >= least, `only ${asked.length} requests`);
  const binds = ({ answer }) => answer.includes('"name":');
  const others = asked.filter((one) => !binds(one));
  const expected = command(others.map(({ line }) => line));
  assert.equal(expected.length, others.length);
  others.forEach(({ line, answer }, at) => assert.equal(answer, expected[at], line));
  for (const { line, answer } of asked.filter(binds)) assert.equal(answer, command([line])[0], line);
}

test('every line of conformance', () => same(conformance(), 11_000));
test('every line about hardware', () => same(hardware(), 1_400));
test('explanations, dialects, comparisons, equations', () => same(questions(), 5_000));
test('pictures', () => same(pictures(), 1_000));
test('hostile texts', () => same(everyQuestion(hostile), 100));
test('the documents', () => same(documents(), 2_000));

test('names come from the program', () => {
  const program = ['A = (4,8):(1,4)', 'B = 4:2', 'C = nothing(', 'D = A o B'];
  const requests = ['A', 'D', 'C', 'complement(D, size(A))', 'D = 1:0', 'D', 'A = (2,2)', 'A'];
  const ask = engine();
  for (const input of requests) {
    const line = JSON.stringify({ ask: 'evaluate', input });
    assert.equal(ask(program.join('\n'), line), command([...program, line]).at(-1), line);
  }
  // Nothing is left of another program.
  const line = JSON.stringify({ ask: 'evaluate', input: 'D' });
  assert.equal(ask('A = 2:1', line), command(['A = 2:1', line]).at(-1));
  assert.equal(ask('', line), command([line]).at(-1));
});

function* everyQuestion(texts) {
  for (const text of texts) {
    yield { ask: 'evaluate', input: text };
    yield { ask: 'explain', input: text };
    yield { ask: 'recover', table: text };
    yield { ask: 'solve', input: text };
    yield { ask: 'compare', a: text, b: '(4,8):(1,4)' };
    yield { ask: 'check', text, source: true };
    yield { ask: 'draw', input: text };
    yield { ask: 'help', name: text };
    yield { ask: 'complete', input: text, cursor: text.length };
    yield { ask: text };
  }
}
