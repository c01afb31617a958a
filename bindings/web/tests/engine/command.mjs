/** The command, which has the answers that the engine must give. */

import { spawnSync } from 'node:child_process';

/** The answers to requests or statements, one a line, in one run. */
export function command(lines) {
  const input = lines.map((line) => `${line}\n`).join('');
  const { error, stdout } = spawnSync(process.env.TILEWORK, ['--json', '-'], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (error) throw error;
  const answers = stdout.split('\n');
  answers.pop();
  return answers;
}
