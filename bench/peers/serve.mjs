/** The protocol of the peers in JavaScript, as in serve.py: cases by their names, run on request. */

import { createInterface } from 'node:readline';

/** Runs what is asked for until the input ends. A case returns nothing, or the nanoseconds that it took. */
export async function serve(version, answers, cases) {
  console.log(JSON.stringify({ version, answers: { ...answers, ...Object.fromEntries(Object.keys(cases).map((name) => [name, ''])) } }));
  for await (const line of createInterface({ input: process.stdin })) {
    const [, calls, name] = /^(\d+) (.*)$/.exec(line);
    let told = 0;
    const start = process.hrtime.bigint();
    for (let call = 0; call < Number(calls); call += 1) {
      const took = cases[name]();
      if (took !== undefined) told += await took;
    }
    console.log((told || Number(process.hrtime.bigint() - start)) / Number(calls));
  }
}
