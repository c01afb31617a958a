/** What a value is, as far as it decides how it can be drawn. */

import type { Nested, Value } from './answers';

/** The shape of what is drawn as a grid, where it has modes past the second; else null. */
export function slicedShape(value: Value | null | undefined): readonly Nested[] | null {
  const shape = value?.kind === 'layout' || value?.kind === 'composed' ? value.shape : null;
  return Array.isArray(shape) && shape.length > 2 ? shape : null;
}

/** How many modes a layout has; null for other values. */
export const rankOf = (value: Value | null | undefined): number | null =>
  value?.kind === 'layout' || value?.kind === 'composed' ? value.rank : null;

/** How many elements a shape has. */
export const sizeOf = (shape: Nested): number =>
  typeof shape === 'object' && shape !== null ? shape.reduce<number>((size, mode) => size * sizeOf(mode), 1) : Number(shape);

/** Whether threads can be told apart in the picture of a value. */
export const hasThreads = (value: Value | null | undefined): boolean =>
  value?.kind === 'tv' || value?.kind === 'atom' || value?.kind === 'tiled';

/** Whether the cells of the picture of a value can be labelled and coloured in other ways: what the hardware does cannot. */
export const hasCells = (value: Value | null | undefined): boolean =>
  value?.kind !== 'report' && value?.kind !== 'atom' && value?.kind !== 'tiled';
