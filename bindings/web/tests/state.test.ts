import { describe, expect, test } from 'vitest';
import { EXAMPLES } from './programs';
import { fromHash, toHash } from '../src/state/hash';
import { EMPTY, fromQuery, PLAIN, type State, toQuery } from '../src/state/state';

const STATES: State[] = [
  EMPTY,
  { ...EMPTY, program: '(4,8):(8,1)' },
  { ...EMPTY, program: 'A = (4,8):(8,1) # a & b = c + d %41 "q" \'s\' <t>\nA ∘ 2:1\n𝔸 אב', line: 2, view: 'code', theme: 'dark', embed: true },
  { ...EMPTY, program: 'x', look: { what: 'bits', color: 'layout=(4,8):(8,1)', labels: 'bank=2', slice: '(_,_,3)', tv: '(16,8)', thread: 5, value: 0, both: true, flat: true } },
  { ...EMPTY, program: 'x', rest: [['later', 'a=b&c'], ['later', '2']] },
  { ...EMPTY, program: '(4,8):(8,1)\n'.repeat(2000), look: { ...PLAIN, thread: 0 } },
  ...EXAMPLES.map(({ program, line = 0, look }) => ({ ...EMPTY, program, line, look: { ...PLAIN, ...look } })),
];

describe('a state', () => {
  test.each(STATES.map((state) => [state.program.slice(0, 40), state] as const))('%j comes back from its address', async (_, state) => {
    expect(fromQuery(toQuery(state))).toEqual(state);
    expect(await fromHash(`#${await toHash(state)}`)).toEqual(state);
  });

  test('short programs have readable addresses', async () => {
    expect(await toHash({ ...EMPTY, program: '(4,8):(8,1)' })).toBe('p=(4,8):(8,1)');
    expect(await toHash({ ...EMPTY, program: '(4,8):(8,1)', look: { ...PLAIN, color: 'bank=2' } })).toBe('p=(4,8):(8,1)&color=bank%3D2');
  });

  test('long ones are compressed', async () => {
    const hash = await toHash({ ...EMPTY, program: '(4,8):(8,1)\n'.repeat(2000) });
    expect(hash).toMatch(/^z=[\w-]+$/);
    expect(hash.length).toBeLessThan(200);
  });

  test('the command writes percent encoding throughout', () => {
    expect(fromQuery('p=%284%2C8%29%3A%288%2C1%29&color=bank%3D2').program).toBe('(4,8):(8,1)');
    expect(fromQuery('p=A%20o%20B').program).toBe('A o B');
    expect(fromQuery('p=A+o+B').program).toBe('A o B');
  });
});

describe('any text is an address', () => {
  const HOSTILE = [
    '', '#', '###', 'p', 'p=%', 'p=%ff%fe', 'p=%00', 's=-1', 's=99999999999999', 's=1e9', 'thread=NaN', 'thread=-5', 'view=__proto__',
    'theme=constructor', 'z=', 'z=!!!', 'z=AAAA', 'z=____', '__proto__=1&p=x', 'embed=true', 'p=<img src=x onerror=alert(1)>', '\ud800',
  ];
  test.each(HOSTILE)('%j', async (hash) => {
    const state = await fromHash(hash);
    expect(state.line).toBeGreaterThanOrEqual(0);
    expect(['picture', 'explain', 'code']).toContain(state.view);
    expect(await fromHash(await toHash(state))).toEqual(state);
  });

  test('a small one does not become a large one', async () => {
    const zeros = new Blob([new Uint8Array(64 << 20)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const packed = Buffer.from(await new Response(zeros).arrayBuffer()).toString('base64url');
    expect(await fromHash(`z=${packed}`)).toEqual(EMPTY);
  });
});
