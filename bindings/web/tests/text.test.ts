import { describe, expect, test } from 'vitest';
import { byteOf, lineOf, linesOf, startOf, unitOf } from '../src/text';

const TEXTS = ['', 'plain', 'A ∘ B', 'é', '𝔸 = (4,8):(1,4) # 𝔹', 'אב (4,8)', 'a\nb∘\n\nc', '\u{10FFFF}x', 'lone \ud800 surrogate \udc00'];

describe('places in UTF-8 and UTF-16', () => {
  test.each(TEXTS)('every code point of %j', (text) => {
    const encoder = new TextEncoder();
    let unit = 0;
    for (const point of text) {
      // A surrogate that stands alone is encoded as U+FFFD, in three bytes, as the engine sees it.
      const bytes = encoder.encode(text.slice(0, unit)).length;
      expect(byteOf(text, unit)).toBe(bytes);
      expect(unitOf(text, bytes)).toBe(unit);
      // Bytes inside of a code point belong to it.
      expect(unitOf(text, bytes + encoder.encode(point).length - 1)).toBe(unit);
      unit += point.length;
    }
    expect(unitOf(text, Number.MAX_SAFE_INTEGER)).toBe(text.length);
    expect(byteOf(text, Number.MAX_SAFE_INTEGER)).toBe(encoder.encode(text).length);
  });
});

describe('lines', () => {
  test.each(TEXTS)('of %j', (text) => {
    const lines = text.split('\n');
    expect(linesOf(text)).toBe(lines.length);
    let at = 0;
    lines.forEach((line, i) => {
      expect(startOf(text, i + 1)).toBe(at);
      expect(lineOf(text, at)).toBe(i + 1);
      expect(lineOf(text, at + line.length)).toBe(i + 1);
      at += line.length + 1;
    });
    expect(startOf(text, lines.length + 5)).toBe(text.length);
  });
});
