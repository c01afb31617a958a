/** The engine in a worker: the page never waits for it. */

import { answer, type ProgramQuestion } from './program';
import { type Ask, asker } from './wasm';

/** What is asked: a request, or all about a program. */
export type Job =
  | { kind: 'request'; given: string; request: object }
  | { kind: 'program'; program: ProgramQuestion };

export type Message = { module: WebAssembly.Module } | { id: number; job: Job };
export type Reply = { id: number; answer: unknown } | { id: number; failure: string };

let ask: Ask | undefined;

self.onmessage = ({ data }: MessageEvent<Message>) => {
  if ('module' in data) {
    ask = asker(data.module);
    return;
  }
  const { id, job } = data;
  let reply: Reply;
  try {
    if (!ask) throw new Error('the engine is not there yet');
    reply = { id, answer: job.kind === 'program' ? answer(ask, job.program) : ask(job.given, job.request) };
  } catch (error) {
    reply = { id, failure: String(error) };
  }
  self.postMessage(reply);
};
