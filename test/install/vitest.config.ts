import { defineConfig } from 'vitest/config';

// `npm run test:install`: builds a release and installs it, which takes longer than all of `npm test` may.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.check.ts'],
    pool: 'forks',
    maxWorkers: 1,
    env: { TZ: 'UTC' },
    testTimeout: 180_000,
    hookTimeout: 900_000,
  },
});
