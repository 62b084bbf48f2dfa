import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Every store of a test starts threads, and every thread would compile the same files: half of the time of many tests.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'hindcast-test-compile-cache');

// One run for every tier: tests lie beside the code, black-box tests in /test.
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'training/**/*.test.ts',
    ],
    // Processes, not threads: the SQLite binding and worker threads of a test end with it.
    pool: 'forks',
    // Tests wait for processes more than they compute.
    maxWorkers: availableParallelism() + 1,
    env: { TZ: 'UTC' },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
