import { defineConfig } from 'vitest/config';

// `npm run test:attacks`: the whole form. The short one runs with `npm test`, with the sizes of `plan.ts`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    pool: 'forks',
    // One attack at a time: many exhaust the machine on purpose.
    maxWorkers: 1,
    env: { TZ: 'UTC', HINDCAST_ATTACKS: 'whole' },
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
