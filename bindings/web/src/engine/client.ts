/** Questions to the engine: each has a limit of time and can be cancelled, and a new one replaces those before it. */

import type { Job, Message, Reply } from './worker';

export type Outcome<T> =
  | { kind: 'answer'; answer: T }
  | { kind: 'limit'; seconds: number }
  | { kind: 'cancelled' }
  | { kind: 'superseded' }
  | { kind: 'failure'; message: string };

/** Asks one request, with the names that a document binds; null where there is no answer. */
export type AskOne = <T>(given: string, request: object) => Promise<T | null>;

/** Milliseconds that a question may take. */
export const LIMIT = 2000;
/** Milliseconds after which a question that is no longer wanted is stopped rather than waited for. */
const PATIENCE = 100;

interface Pending {
  id: number;
  job: Job;
  limit: number;
  done: (outcome: Outcome<unknown>) => void;
  since: number;
}

export class Client {
  #worker: Worker | undefined;
  #busy: Pending | undefined;
  #waiting: Pending[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ids = 0;
  #module: WebAssembly.Module | undefined;
  /** Why there is no engine, and never will be. */
  #broken: string | undefined;

  /** @param start starts a worker, which is given the engine when that has been compiled. */
  constructor(private readonly start: () => Worker, module: Promise<WebAssembly.Module>) {
    module.then((ready) => {
      this.#module = ready;
      this.#worker?.postMessage({ module: ready } satisfies Message);
      this.#next();
    }, (error: unknown) => this.#fail(String(error)));
  }

  /** Starts the worker, which the first question would do otherwise. */
  warm(): void {
    this.#worker ??= this.#fresh();
  }

  /** Asks a request, after those that were asked before it. */
  ask<T>(given: string, request: object): Promise<Outcome<T>> {
    return this.#put<T>({ kind: 'request', given, request }, LIMIT);
  }

  /** Asks about a program, before all else, and instead of the programs that were asked about before. */
  program<T>(program: Extract<Job, { kind: 'program' }>['program'], limit = LIMIT): Promise<Outcome<T>> {
    this.#forget();
    return this.#put<T>({ kind: 'program', program }, limit);
  }

  /** No longer wants the programs that were asked about: they are answered elsewhere. */
  supersede(): void {
    this.#forget();
    if (this.#busy?.job.kind === 'program') this.#busy.done({ kind: 'superseded' });
  }

  /** Stops what is being answered. */
  cancel(): void {
    if (this.#busy) this.#stop({ kind: 'cancelled' });
  }

  /** Programs that wait will not be answered; one that is being answered already has a little more time. */
  #forget(): void {
    this.#waiting = this.#waiting.filter((other) => {
      if (other.job.kind === 'program') other.done({ kind: 'superseded' });
      return other.job.kind !== 'program';
    });
    const busy = this.#busy;
    if (busy?.job.kind !== 'program') return;
    this.#arm(Math.max(0, Math.min(PATIENCE, busy.limit) - (performance.now() - busy.since)), { kind: 'superseded' });
  }

  #put<T>(job: Job, limit: number): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      this.#ids += 1;
      this.warm();
      const done = resolve as Pending['done'];
      if (this.#broken !== undefined) {
        done({ kind: 'failure', message: this.#broken });
        return;
      }
      const pending = { id: this.#ids, job, limit, done, since: 0 };
      if (job.kind === 'program') this.#waiting.unshift(pending);
      else this.#waiting.push(pending);
      this.#next();
    });
  }

  #next(): void {
    if (this.#busy || !this.#module) return;
    const pending = this.#waiting.shift();
    if (!pending) return;
    this.#busy = pending;
    pending.since = performance.now();
    this.#arm(pending.limit, { kind: 'limit', seconds: pending.limit / 1000 });
    this.#worker?.postMessage({ id: pending.id, job: pending.job } satisfies Message);
  }

  #arm(milliseconds: number, outcome: Outcome<unknown>): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop(outcome), milliseconds);
  }

  /** A worker that computes hears nothing: it is ended, and another takes its place. */
  #stop(outcome: Outcome<unknown>): void {
    this.#worker?.terminate();
    this.#worker = this.#fresh();
    this.#settle(outcome);
  }

  #settle(outcome: Outcome<unknown>): void {
    clearTimeout(this.#timer);
    const pending = this.#busy;
    this.#busy = undefined;
    this.#next();
    pending?.done(outcome);
  }

  #fail(message: string): void {
    this.#broken = message;
    for (const pending of this.#waiting.splice(0)) pending.done({ kind: 'failure', message });
  }

  #fresh(): Worker {
    const worker = this.start();
    if (this.#module) worker.postMessage({ module: this.#module } satisfies Message);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.id !== this.#busy?.id) return;
      // After a trap an engine is not to be trusted.
      if ('failure' in data) this.#stop({ kind: 'failure', message: data.failure });
      else this.#settle({ kind: 'answer', answer: data.answer });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#busy) this.#stop({ kind: 'failure', message: event.message });
    };
    return worker;
  }
}
