/** A refusal: what was asked, where it goes wrong, and why. */

import { code, el } from '../dom';
import type { Refusal } from '../engine/answers';
import { lineOf, startOf, unitsOf } from '../text';

/** The text, and below it each place that something is said about. */
function places(input: string, labels: NonNullable<Refusal['labels']>): HTMLElement {
  const lines = new Set<number>();
  const notes = labels.map(({ span, text }) => {
    const [from, to] = unitsOf(input, span);
    const line = lineOf(input, from);
    lines.add(line);
    return { text, line, from: from - startOf(input, line), width: Math.max(1, to - from) };
  });
  const rows: string[] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    rows.push(input.slice(startOf(input, line), startOf(input, line + 1)).replace(/\n$/, ''));
    for (const { text, from, width } of notes.filter((note) => note.line === line)) {
      rows.push(`${' '.repeat(from)}${'^'.repeat(Math.min(width, 200))} ${text}`);
    }
  }
  return el('pre', { class: 'places', dir: 'ltr', tabindex: 0, role: 'group', 'aria-label': 'Where' }, rows.join('\n'));
}

/** Kinds of texts that cannot be read; all others say that there is no answer. */
const UNREAD = new Set(['syntax', 'unknown-name', 'usage']);

export function refusal(input: string, error: Refusal, mild = false): HTMLElement {
  const { message, labels, help, index, expected, found, kind } = error;
  const wrong = expected === undefined || found === undefined ? '' : `: it is ${found}, a layout would have ${expected}`;
  // Most messages say it themselves.
  const witness = index !== undefined && !message.includes(`index ${index}`)
    && el('p', {}, el('strong', {}, `index ${index}`), wrong || ' is the first at which it goes wrong');
  return el('div', { class: mild ? 'refusal mild' : 'refusal' },
    el('p', { class: 'verdict' }, el('strong', {}, mild ? 'Not read' : UNREAD.has(kind) ? 'Not understood' : 'Refused'), ' ',
      el('bdi', {}, message)),
    witness,
    labels?.length ? places(input, labels) : null,
    help ? el('p', { class: 'help' }, 'help: ', code(help)) : null);
}
