/** What is marked in a program: what is wrong, and the lines of the selected statement. */

import type { ProgramAnswer, Statement } from '../engine/program';
import { startOf, unitsOf } from '../text';
import type { Mark } from './editor';

export function marksOf(text: string, { statements, selected }: ProgramAnswer): [Mark[], readonly [number, number] | null] {
  const one = statements[selected];
  return [statements.flatMap((statement) => markOf(text, statement)), one ? [one.line, one.end] : null];
}

/** What is wrong with a statement, in places of the whole program. */
function markOf(text: string, { line, input, error, aside }: Statement): Mark[] {
  if (!error) return [];
  const start = Math.max(text.indexOf(input, startOf(text, line)), 0);
  const [from, to] = error.span ? unitsOf(input, error.span) : [0, input.length];
  const message = error.help ? `${error.message}\n${error.help}` : error.message;
  return [{ from: start + from, to: start + Math.max(to, from + 1), severity: aside ? 'info' : 'error', message }];
}
