import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { openBackend } from './backends.ts';
import { makeBandwidth } from './media/bandwidth.ts';

const SIGNAL = new AbortController().signal;

test('a shared folder keeps the limit of bandwidth, too, both ways', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hindcast-shared-'));
  // Time passes only while the limit makes somebody wait.
  let nowMs = 0;
  const sleep = async (ms: number) => {
    nowMs += ms;
  };
  const clock = { ...systemClock, monotonicMs: () => nowMs, sleep };
  const url = pathToFileURL(root).href;
  const backend = openBackend({ url, token: '', bandwidth: makeBandwidth(50_000, clock) });
  try {
    for (let sequence = 0; sequence < 5; sequence++) {
      const spot = { machineId: 'a', stream: 'log', sequence };
      await backend.append(spot, Buffer.alloc(100_000, sequence), 'h', SIGNAL);
    }
    expect(nowMs).toBe(10_000);
    await backend.read({ machineId: 'a', stream: 'log', sequence: 0 }, SIGNAL);
    expect(nowMs).toBe(12_000);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
