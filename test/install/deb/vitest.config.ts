import { defineConfig } from 'vitest/config';

// `npm run test:deb`: builds the Debian package and lives with it in a fresh Debian, which takes minutes.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.check.ts'],
    pool: 'forks',
    maxWorkers: 1,
    env: { TZ: 'UTC' },
    testTimeout: 300_000,
    hookTimeout: 1_800_000,
  },
});
