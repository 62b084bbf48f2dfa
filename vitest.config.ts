import { defineConfig } from 'vitest/config';

// One run for every tier: tests lie beside the code, black-box tests in /test.
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    // Processes, not threads: the SQLite binding and worker threads of a test end with it.
    pool: 'forks',
    // Tests wait for processes more than they compute.
    maxWorkers: '100%',
    env: { TZ: 'UTC' },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
