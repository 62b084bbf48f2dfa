import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRun } from './runner.ts';

const { execPath } = process;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-launch-'));
  mkdirSync(join(folder, 'output'));
});
afterAll(() => {
  process.execPath = execPath;
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(process.platform === 'win32')(
  'a run whose program cannot be made fails with the reason',
  async () => {
    // A runtime that packs nothing, and waits for a program for ever.
    const runtime = join(folder, 'runtime');
    const script = 'case "$*" in *pack.ts) echo no room >&2; exit 1;; *) exec cat;; esac';
    writeFileSync(runtime, `#!/bin/sh\n${script}\n`);
    chmodSync(runtime, 0o755);
    process.execPath = runtime;
    const outputFolder = join(folder, 'output');
    const run = startRun({
      pipeId: 'p',
      folder,
      outputFolder,
      config: {},
      entryUrl: 'file:///none.ts',
      data: { trigger: 'manual', startedAt: '2026-01-01T00:00:00.000Z', items: [] },
      readFolders: [],
      writeFolders: [outputFolder],
      timeoutMs: 60_000,
      memoryMb: 128,
      mostOutputMb: 64,
      onLog: () => {},
      callFacility: async () => null,
      walls: { list: [], command: ({ args }) => [runtime, ...args] },
    });
    const end = await run.ended;
    expect([end.status, end.errorType]).toEqual(['failed', 'start']);
    expect(end.errorMessage).toMatch(/^its program cannot be made: .*no room/s);
  },
);
