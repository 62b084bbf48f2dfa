import { defineConfig } from 'vitest/config';

// `npm run test:faults`: the long form. The short one runs with `npm test`, with the sizes of `plan.ts`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    pool: 'forks',
    // One fault at a time: they are timed, and their machine is to be theirs.
    maxWorkers: 1,
    env: { TZ: 'UTC', HINDCAST_FAULTS: 'full' },
    globalSetup: './summary.ts',
    hookTimeout: 120_000,
  },
});
