import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillWithinLimits } from './size-watch.ts';

const GB = 1024 ** 3;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-size-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeHole(name: string): void {
  writeFileSync(join(folder, name), '');
  truncateSync(join(folder, name), GB);
}

test('a folder that grows too large ends what fills it', async () => {
  let isEnded = false;
  const filled = fillWithinLimits(folder, new AbortController().signal, async (signal) => {
    writeHole('huge');
    await pause(60_000, undefined, { signal }).finally(() => {
      isEnded = true;
    });
  });
  await expect(filled).rejects.toMatchObject({ code: 'INVALID_PIPE' });
  expect(isEnded).toBe(true);
});

test('a folder that is too large at the end is refused', async () => {
  const filled = fillWithinLimits(folder, new AbortController().signal, async () =>
    writeHole('huge'),
  );
  await expect(filled).rejects.toMatchObject({ code: 'INVALID_PIPE' });
});

test('what goes wrong or is stopped for another reason keeps its reason', async () => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  const filled = fillWithinLimits(folder, stop.signal, (signal) =>
    pause(60_000, undefined, { signal }).catch(() => signal.throwIfAborted()),
  );
  stop.abort(reason);
  await expect(filled).rejects.toBe(reason);
  const failing = fillWithinLimits(folder, new AbortController().signal, () =>
    Promise.reject(reason),
  );
  await expect(failing).rejects.toBe(reason);
});
