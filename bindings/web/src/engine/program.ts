/** What is asked of the engine for a program: the answers to its statements, and the picture of the selected one. */

import type { Look } from '../state/state';
import { linesOf, startOf } from '../text';
import type { Answer, Drawn, Refusal } from './answers';
import { hasThreads, rankOf, slicedShape } from './values';
import type { Ask } from './wasm';

export interface ProgramQuestion {
  text: string;
  /** The line of the cursor, from 1; 0 selects the last statement. */
  line: number;
  /** How the picture is drawn; null for none. */
  look: Look | null;
}

/** A statement with its answer. */
export interface Statement extends Answer {
  line: number;
  /** The last line of it. */
  end: number;
  /** Whether it says nothing: a sentence or a header, or something that is still being typed. */
  aside: boolean;
}

export interface ProgramAnswer {
  statements: Statement[];
  /** Which of them is selected; -1 if there are none. */
  selected: number;
  picture: Picture | null;
  /** The milliseconds that it took. */
  took: number;
}

export interface Picture extends Drawn {
  /** Why it is not drawn as it was asked to be. */
  unlike?: Refusal;
}

export function answer(ask: Ask, { text, line, look }: ProgramQuestion): ProgramAnswer {
  const begun = performance.now();
  const { answers = [] } = ask('', { ask: 'paste', text }) as { answers?: Answer[] };
  const statements = answers.map((given) => stated(ask, text, given));
  const selected = selectedOf(statements, line);
  const one = statements[selected];
  const picture = one && look ? draw(ask, text, one, look) : null;
  return { statements, selected, picture, took: performance.now() - begun };
}

/** The names that a statement can use: those that the lines before it bind. */
export const before = (text: string, { line }: Pick<Statement, 'line'>): string => text.slice(0, startOf(text, line));

function stated(ask: Ask, text: string, given: Answer): Statement {
  const line = given.line ?? 1;
  const whole = { ...given, line, end: line + linesOf(given.input) - 1, aside: false };
  if (given.error || (given.result ?? null) !== null) return whole;
  // A document may hold sentences, and the statement that is being typed looks like one: say what is missing.
  const { error } = ask(before(text, whole), { ask: 'evaluate', input: given.input }) as Answer;
  return { ...whole, aside: true, ...(error ? { error } : {}) };
}

/** The statement of a line, else the one above it, else the first; the last one for line 0. */
export function selectedOf(statements: readonly Pick<Statement, 'line'>[], line: number): number {
  if (line === 0) return statements.length - 1;
  const at = statements.findLastIndex((statement) => statement.line <= line);
  return at < 0 ? Math.min(0, statements.length - 1) : at;
}

/** The request that draws a statement in some look, as far as that fits what it is. */
function drawing({ input, value }: Answer, look: Look): Record<string, unknown> {
  const tv = value?.kind === 'layout' && value.rank === 2 ? look.tv : '';
  const threads = tv !== '' || hasThreads(value);
  const owner = look.color === 'thread' || look.color === 'value';
  return {
    ask: 'draw',
    input,
    ...(look.what && { what: look.what }),
    ...(look.color && (threads || !owner) && { color_by: look.color }),
    ...(look.labels && { labels: look.labels }),
    ...(tv && { tv }),
    ...(slicesOf(look) === rankOf(value) && { slice: look.slice }),
    ...(look.flat && { flat: true }),
    ...(threads && look.thread !== null && { thread: look.thread }),
    ...(threads && look.value !== null && { value: look.value }),
    ...(threads && look.both && { both: true }),
  };
}

/** The modes of the coordinate that is sliced; 0 where none is. */
const slicesOf = ({ slice }: Look): number => (slice === '' ? 0 : slice.split(',').length);

/** The name under which a value is sliced: the engine slices expressions, and a statement may be more than one. */
const SLICED = 'slice_of_the_value';

/** What is asked to draw a statement, and with which names. In two modes a slice is marked, in more it is drawn alone. */
export function question(text: string, statement: Statement, look: Look): { given: string; request: object } {
  const given = before(text, statement);
  const request = drawing(statement, look);
  if (slicesOf(look) !== slicedShape(statement.value)?.length) return { given, request };
  const [bound, name] = statement.name
    ? [`${statement.input}\n`, statement.name]
    : [`${SLICED} = ${statement.input}\n`, SLICED];
  const input = `slice_and_offset(${look.slice}, ${name})`;
  const title = `slice_and_offset(${look.slice}, ${statement.name ?? statement.input})`;
  return { given: given + bound, request: { ...request, input, title, what: look.what || 'result', slice: undefined } };
}

function draw(ask: Ask, text: string, statement: Statement, look: Look): Picture | null {
  if (statement.aside) return null;
  const { given, request } = question(text, statement, look);
  const drawn = ask(given, { ...request, output: 'linked' }) as Drawn;
  if (!drawn.error || statement.error) return drawn;
  // What was chosen for another statement may not fit this one: then it is drawn as by default.
  const plain = ask(before(text, statement), { ask: 'draw', input: statement.input, output: 'linked' }) as Drawn;
  return plain.error ? drawn : { ...plain, unlike: drawn.error };
}
