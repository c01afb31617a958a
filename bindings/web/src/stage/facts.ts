/** What is known of a value, as short names and texts. */

import type { LayoutFacts, Nested, Value } from '../engine/answers';

export type Fact = readonly [name: string, text: string];

const yes = (truth: boolean | null): string => (truth === null ? 'undecided' : truth ? 'yes' : 'no');

export const written = (nested: Nested): string =>
  typeof nested === 'object' && nested !== null ? `(${nested.map(written).join(',')})` : String(nested ?? '_');

function ofLayout({ size, cosize, rank, depth, injective, contiguous, vector }: LayoutFacts): Fact[] {
  const facts: Fact[] = [
    ['size', String(size)],
    ['cosize', cosize === null ? 'undecided' : String(cosize)],
    ['rank', String(rank)],
    ['depth', String(depth)],
    ['injective', yes(injective)],
    ['contiguous', yes(contiguous)],
  ];
  if (vector) {
    const along = vector.mode.length ? `along mode ${vector.mode.join('.')}` : 'in index order';
    facts.push(['vector', `${vector.width} ${along}, aligned to ${vector.aligned}`]);
  }
  return facts;
}

/** What is asked for most comes first. */
const FIRST = ['ways', 'wavefronts', 'ideal', 'conflicts', 'phases', 'sectors', 'lines', 'iterations', 'all_wavefronts', 'all_ideal'];
const place = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

const ofParts = (parts: Record<string, unknown>): Fact[] =>
  Object.entries(parts).flatMap(([name, part]): Fact[] => {
    if (part === null || part === '') return [];
    const text = typeof part === 'object' ? written(part as Nested) : typeof part === 'boolean' ? yes(part) : String(part);
    return [[name.replaceAll('_', ' '), text]];
  });

export function factsOf(value: Value | null | undefined): Fact[] {
  switch (value?.kind) {
    case 'layout':
      return ofLayout(value);
    case 'composed':
      return [...ofLayout(value), ['has strides', value.plain === null ? 'no' : 'yes']];
    case 'slice':
      return [['starts at', String(value.offset)], ...ofLayout(value.layout)];
    case 'tv':
      return [
        ['tile', written(value.tile)], ['threads', String(value.threads)], ['values', String(value.values)],
        ...ofLayout(value.layout),
      ];
    case 'coordinates':
      return [['shape', written(value.shape)], ['size', String(value.size)]];
    case 'atom':
      return [['instruction', value.instruction], ...ofParts(value.layouts)];
    case 'tiled':
      return ofParts(value.members);
    case 'report':
      return ofParts(Object.fromEntries(Object.entries(value.parts).sort(([a], [b]) => place(a) - place(b))));
    default:
      return [];
  }
}
