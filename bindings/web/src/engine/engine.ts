/**
 * The engine as the page asks it: in its worker, or at once.
 *
 * After a key, Chromium hands on what a worker says only when it has drawn the next frame, ten milliseconds later. What
 * takes less is answered here, by a second engine of the same module: programs of layouts and their compositions, while
 * such answers are quick. All else is for the worker, so that the page never waits.
 */

import type { Style } from './answers';
import { type Client, LIMIT, type Outcome } from './client';
import { answer, type ProgramAnswer, type ProgramQuestion } from './program';
import { type Ask, asker } from './wasm';

/** The most milliseconds that the program before may have taken. */
const QUICK = 8;

export class Engine {
  /** The engine of the page, null where there is none. */
  #here: Promise<Ask | null>;
  /** The milliseconds of the last answer to a program, but for the first one here: that has the engine compiled. */
  #took = 0;
  #first = true;
  #last: ProgramQuestion | undefined;

  constructor(private readonly client: Client, module: Promise<WebAssembly.Module>) {
    this.#here = module.then(asker).catch(() => null);
  }

  /** Starts the worker, which may be needed soon. */
  warm(): void {
    this.client.warm();
  }

  /** Asks a request, after those that were asked before it. */
  ask<T>(given: string, request: object): Promise<Outcome<T>> {
    return this.client.ask(given, request);
  }

  /** The style of pictures, which is there with the engine. */
  async style(): Promise<Style | null> {
    return (await this.#here)?.('', { ask: 'style' }) as Style | null;
  }

  /** Asks about a program, instead of the programs that were asked about before; one that may take its time has a limit. */
  async program(program: ProgramQuestion, limit?: number): Promise<Outcome<ProgramAnswer>> {
    this.#last = program;
    if (limit === undefined && this.#took <= QUICK && isPlain(program.text)) {
      const ask = await this.#here;
      if (this.#last !== program) return { kind: 'superseded' };
      const answered = ask && this.#atOnce(ask, program);
      if (answered) return { kind: 'answer', answer: answered };
    }
    const outcome = await this.client.program<ProgramAnswer>(program, limit ?? LIMIT);
    if (outcome.kind !== 'superseded') this.#took = outcome.kind === 'answer' ? outcome.answer.took : Infinity;
    return outcome;
  }

  /** Stops what is being answered. */
  cancel(): void {
    this.client.cancel();
  }

  #atOnce(ask: Ask, program: ProgramQuestion): ProgramAnswer | null {
    try {
      const answered = answer(ask, program);
      this.#took = this.#first ? 0 : answered.took;
      this.#first = false;
      this.client.supersede();
      return answered;
    } catch {
      // After a trap an engine is not to be trusted, and the worker says what is wrong.
      this.#here = Promise.resolve(null);
      return null;
    }
  }
}

/** The most letters of a plain program, and the most elements of a layout in it: all of that is decided and drawn at once. */
const [LETTERS, ELEMENTS] = [240, 2048];

/** Whether each line of a program is a name, a layout or a composition of two, and all is small. */
export function isPlain(program: string): boolean {
  return program.length <= LETTERS && program.split('\n').every((line) => {
    const operands = line.replace(/#.*/, '').replace(/^\s*\w+ *=(?!=)/, '').split(/ o /);
    return operands.length <= 2 && operands.every((operand) => /^\s*[A-Za-z_]\w*\s*$/.test(operand) || isSmall(operand));
  });
}

/** Whether a text has nothing but numbers as layouts have them, and their shape, or all there is, has few elements. */
function isSmall(text: string): boolean {
  const [shape = ''] = text.split(':');
  return /^[\d(),:\s]*$/.test(text) && (shape.match(/\d+/g) ?? []).reduce((size, extent) => size * Number(extent), 1) <= ELEMENTS;
}
