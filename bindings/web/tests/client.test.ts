import { describe, expect, test, vi } from 'vitest';
import { Client, LIMIT } from '../src/engine/client';
import type { Message, Reply } from '../src/engine/worker';

/** A worker that answers when it is told to. */
class Fake {
  onmessage: ((event: { data: Reply }) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  asked: Extract<Message, { id: number }>[] = [];
  ended = false;
  postMessage(message: Message): void {
    if ('id' in message) this.asked.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(answer: unknown): void {
    this.onmessage?.({ data: { id: this.asked.at(-1)?.id ?? 0, answer } });
  }
  fail(failure: string): void {
    this.onmessage?.({ data: { id: this.asked.at(-1)?.id ?? 0, failure } });
  }
}

async function started(module: Promise<WebAssembly.Module> = Promise.resolve({} as WebAssembly.Module)) {
  const workers: Fake[] = [];
  const client = new Client(() => {
    const worker = new Fake();
    workers.push(worker);
    return worker as unknown as Worker;
  }, module);
  await Promise.resolve().then(() => undefined);
  return { client, workers, worker: () => workers.at(-1) as Fake };
}

const program = (text: string) => ({ text, line: 0, look: null });

describe('questions to the engine', () => {
  test('start the worker, unless it was started before', async () => {
    const { client, workers } = await started();
    expect(workers).toHaveLength(0);
    client.warm();
    void client.ask('', {});
    expect(workers).toHaveLength(1);
  });

  test('are answered in turn, programs first', async () => {
    const { client, worker } = await started();
    const answers = [client.ask('', { n: 1 }), client.ask('', { n: 2 }), client.program(program('a'))];
    for (const n of [1, 2, 3]) worker().answer(n);
    expect(await Promise.all(answers)).toEqual([1, 3, 2].map((answer) => ({ kind: 'answer', answer })));
  });

  test('a program replaces those that wait', async () => {
    const { client, worker } = await started();
    const [first, second, third] = [client.program(program('a')), client.program(program('b')), client.program(program('c'))];
    expect(await second).toEqual({ kind: 'superseded' });
    worker().answer('a');
    worker().answer('c');
    expect([await first, await third]).toEqual([{ kind: 'answer', answer: 'a' }, { kind: 'answer', answer: 'c' }]);
  });

  test('a program that computes is stopped soon after another is asked', async () => {
    vi.useFakeTimers();
    const { client, workers, worker } = await started();
    const first = client.program(program('slow'));
    const second = client.program(program('fast'));
    await vi.advanceTimersByTimeAsync(150);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    worker().answer('fast');
    expect([await first, await second]).toEqual([{ kind: 'superseded' }, { kind: 'answer', answer: 'fast' }]);
    vi.useRealTimers();
  });

  test('a program that is answered elsewhere is not answered here', async () => {
    vi.useFakeTimers();
    const { client, workers, worker } = await started();
    const [busy, waiting, other] = [client.program(program('a')), client.program(program('b')), client.ask('', { n: 1 })];
    client.supersede();
    expect([await busy, await waiting]).toEqual([{ kind: 'superseded' }, { kind: 'superseded' }]);
    // What comes too late is not heard, and other questions go on.
    worker().answer('a');
    worker().answer(1);
    expect(await other).toEqual({ kind: 'answer', answer: 1 });
    await vi.advanceTimersByTimeAsync(LIMIT);
    expect(workers).toHaveLength(1);
    vi.useRealTimers();
  });

  test('have a limit, after which another worker goes on', async () => {
    vi.useFakeTimers();
    const { client, workers, worker } = await started();
    const [slow, next] = [client.ask('', {}), client.ask('', {})];
    await vi.advanceTimersByTimeAsync(LIMIT);
    expect(await slow).toEqual({ kind: 'limit', seconds: LIMIT / 1000 });
    expect(workers).toHaveLength(2);
    worker().answer('next');
    expect(await next).toEqual({ kind: 'answer', answer: 'next' });
    vi.useRealTimers();
  });

  test('can be cancelled', async () => {
    const { client, workers } = await started();
    const asked = client.program(program('slow'));
    client.cancel();
    expect(await asked).toEqual({ kind: 'cancelled' });
    expect(workers[0]?.ended).toBe(true);
  });

  test('after a failure another worker goes on', async () => {
    const { client, workers, worker } = await started();
    const asked = client.ask('', {});
    worker().fail('trap');
    expect(await asked).toEqual({ kind: 'failure', message: 'trap' });
    expect(workers).toHaveLength(2);
  });

  test('fail where there is no engine, also later', async () => {
    const { client } = await started(Promise.reject(new Error('no engine')));
    for (const asked of [client.ask('', {}), client.program(program('a'))]) {
      expect(await asked).toEqual({ kind: 'failure', message: 'Error: no engine' });
    }
  });
});
