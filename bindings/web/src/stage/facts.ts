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
      return ofParts(value.parts);
    default:
      return [];
  }
}

/** The shape of what is drawn as a grid, where it has modes past the second; else null. */
export function slicedShape(value: Value | null | undefined): readonly Nested[] | null {
  const shape = value?.kind === 'layout' || value?.kind === 'composed' ? value.shape : null;
  return Array.isArray(shape) && shape.length > 2 ? shape : null;
}

/** How many elements a shape has. */
export const sizeOf = (shape: Nested): number =>
  typeof shape === 'object' && shape !== null ? shape.reduce<number>((size, mode) => size * sizeOf(mode), 1) : Number(shape);

/** Whether threads can be told apart in the picture of a value. */
export const hasThreads = (value: Value | null | undefined): boolean =>
  value?.kind === 'tv' || value?.kind === 'atom' || value?.kind === 'tiled';
