import { describe, expect, test } from 'vitest';
import { folderGuard } from './patience.ts';

const SIGNAL = new AbortController().signal;
const TOO_SLOW = { code: 'SYNC_TOO_SLOW' };

describe('a folder that hangs', () => {
  test('is too slow, gets no other call meanwhile, and works when it answers again', async () => {
    const guarded = folderGuard(200);
    const frozen = Promise.withResolvers<number>();
    await expect(guarded(SIGNAL, () => frozen.promise)).rejects.toMatchObject(TOO_SLOW);
    await expect(guarded(SIGNAL, async () => 1)).rejects.toMatchObject(TOO_SLOW);
    frozen.resolve(0);
    await frozen.promise;
    await expect
      .poll(() => guarded(SIGNAL, async () => 1).catch(() => -1), { timeout: 30_000 })
      .toBe(1);
  });

  test('does not keep a round from being ended', async () => {
    const abort = new AbortController();
    const work = folderGuard(600_000)(abort.signal, () => new Promise<never>(() => {}));
    abort.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });
});
