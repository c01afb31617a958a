/** Texts are UTF-16 here and UTF-8 in the engine. */

import type { Span } from './engine/answers';

/** How many bytes of UTF-8 the code point at `i` takes, and how many units of UTF-16. */
function widths(text: string, i: number): readonly [bytes: number, units: number] {
  const code = text.codePointAt(i) ?? 0;
  if (code < 0x80) return [1, 1];
  if (code < 0x800) return [2, 1];
  // A surrogate that stands alone becomes U+FFFD, which takes three bytes.
  return code < 0x10000 ? [3, 1] : [4, 2];
}

/** The place in UTF-16 of a byte of UTF-8; a byte past the end is the end. */
export function unitOf(text: string, byte: number): number {
  let [i, at] = [0, 0];
  while (i < text.length) {
    const [bytes, units] = widths(text, i);
    if (at + bytes > byte) break;
    at += bytes;
    i += units;
  }
  return i;
}

/** The byte of UTF-8 at a place in UTF-16. */
export function byteOf(text: string, unit: number): number {
  let [i, at] = [0, 0];
  while (i < Math.min(unit, text.length)) {
    const [bytes, units] = widths(text, i);
    at += bytes;
    i += units;
  }
  return at;
}

/** A span in bytes as places in UTF-16. */
export const unitsOf = (text: string, [start, end]: Span): [number, number] => [unitOf(text, start), unitOf(text, end)];

/** Where a line starts, counted from 1; lines past the end start at the end. */
export function startOf(text: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n += 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

/** The line of a place, counted from 1. */
export function lineOf(text: string, unit: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < unit; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** How many lines a text has. */
export const linesOf = (text: string): number => lineOf(text, text.length);
