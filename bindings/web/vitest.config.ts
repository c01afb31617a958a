import { defineConfig } from 'vitest/config';

/** The tests of the browser share two cores with it: one file after the other, and time enough for a slow machine. */
export default defineConfig({
  test: { include: ['tests/**/*.test.ts'], fileParallelism: false, testTimeout: 30_000, hookTimeout: 30_000 },
});
