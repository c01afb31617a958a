/** The engine as WebAssembly: texts in, JSON out. */

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  ask(given: number, request: number): number;
}

/** Asks one request, with the names that the document `given` binds. */
export type Ask = (given: string, request: object) => unknown;

export function asker(module: WebAssembly.Module): Ask {
  const engine = new WebAssembly.Instance(module).exports as unknown as Exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return (given, request) => {
    const texts = [encoder.encode(given), encoder.encode(JSON.stringify(request))] as const;
    const [first, second] = [texts[0].length, texts[1].length];
    const at = engine.reserve(first + second);
    const room = new Uint8Array(engine.memory.buffer, at, first + second);
    room.set(texts[0]);
    room.set(texts[1], first);
    const answer = engine.ask(first, second);
    // The memory may have grown, and then has another buffer.
    const length = new DataView(engine.memory.buffer).getUint32(answer, true);
    return JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, answer + 4, length)));
  };
}
