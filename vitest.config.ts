import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

// Every store of a test starts threads, and every thread would compile the same files: half of the time of many tests.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'hindcast-test-compile-cache');

/** Their tests leave nothing behind in the process. The others of capture, extraction and pipes load native parts and need their own. */
const SHARE_A_PROCESS = [
  'packages/{cli,client,screen-ocr,web}/src/**/*.test.ts',
  'packages/daemon/src/{health,ingest,serve,store,sync}/**/*.test.ts',
  // That one counts the processes of its process, of which other files may leave some that are just ending.
  'packages/daemon/src/upkeep/**/!(process-time).test.ts',
  'packages/daemon/src/{ask,compose,config,core,install,session}/**/*.test.ts',
  'packages/daemon/src/capture/{exclusions,liveness,triggers,wayland,window}/**/*.test.ts',
  'packages/daemon/src/capture/{accessibility/program-calls,audio/samples}/**/*.test.ts',
  'packages/daemon/src/extract/{pii,speakers,vad,echo/signal}/**/*.test.ts',
];

/** Node runs the files itself, as it runs the product. Half a second less for each process, whose threads run compiled files at once. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false } as const;

/**
 * Desktops, browsers and sound servers of few files at once: `scripts/test.ts` gives this project its own workers. With the
 * command line and sync it takes as long as the others.
 */
const WITH_A_DESKTOP = [
  'test/{desktop,page,sound,cli,sync}/**/*.test.ts',
  'test/{coverage,encryption,governor,pause,redaction,stays-here}.test.ts',
  'packages/daemon/src/capture/**/*.test.ts',
];

// One run for every tier: tests lie next to the code, black-box tests in /test.
export default defineConfig({
  test: {
    // Processes, not threads: the SQLite binding and worker threads of a test end with it.
    pool: 'forks',
    // Tests wait for processes more than they compute. With one more, desktops and browsers starve each other.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    env: { TZ: 'UTC' },
    // These limits end a test that hangs. They say nothing about speed: a busy machine may be ten times slower than an idle one.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'one process',
          include: SHARE_A_PROCESS,
          // A process for each file would load the same modules again: a fifth of the time of all tests.
          isolate: false,
          setupFiles: ['test/support/give-way.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'desktop',
          experimental: NATIVE,
          include: WITH_A_DESKTOP,
          exclude: [...SHARE_A_PROCESS, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'own process',
          experimental: NATIVE,
          include: [
            'packages/*/src/**/*.test.ts',
            'test/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'training/**/*.test.ts',
          ],
          exclude: [...SHARE_A_PROCESS, ...WITH_A_DESKTOP, '**/node_modules/**'],
        },
      },
    ],
  },
});
