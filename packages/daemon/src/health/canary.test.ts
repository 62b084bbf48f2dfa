import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Log, silentLog } from '#core/log/log.ts';
import { supervise } from '#core/service.ts';
import { type ManualClock, manualClock } from '#core/testing/manual-clock.ts';
import { watchDataFile } from '#store/kernel/data-file.ts';
import { openMedia } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import { temporaryStore } from '#store/testing/temporary-store.ts';
import { canaryService } from './canary.ts';
import { storeWatch } from './store-watch.ts';

const PATIENCE = { timeout: 20_000, interval: 5 };

async function sending(
  change: (store: Store) => Partial<Store['coverage']> = () => ({}),
  log: Log = silentLog,
) {
  const temporary = await temporaryStore();
  const { store, dataDir } = temporary;
  const clock: ManualClock = manualClock(1_770_000_000_000);
  const watch = storeWatch(clock);
  const sent: string[] = [];
  const doubt = { needsProof: false };
  const counted: Store = {
    ...store,
    coverage: {
      ...store.coverage,
      async sendCanary(word) {
        sent.push(word);
        await store.coverage.sendCanary(word);
      },
    },
  };
  const running = supervise(
    canaryService({
      store: { coverage: { ...counted.coverage, ...change(counted) } },
      media: await openMedia({ dataDir }),
      dataFile: await watchDataFile(dataDir),
      needsProof: () => doubt.needsProof,
      watch,
      clock,
      log,
    }),
    { clock, log: silentLog },
  );
  return {
    store,
    dataDir,
    clock,
    watch,
    sent,
    doubt,
    async [Symbol.asyncDispose]() {
      await running.stop();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

test('a canary is sent at the start and every hour', async () => {
  await using canary = await sending();
  await expect.poll(() => canary.watch.facts().canaryPassedAtMs, PATIENCE).toBeDefined();
  expect(canary.sent).toHaveLength(1);
  expect(canary.watch.facts().freeBytes).toBeGreaterThan(0);
  for (let atMs = 0; atMs < 3_600_000; atMs += 1_800_000) {
    await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
    await canary.clock.advance(1_800_000);
  }
  await expect.poll(() => canary.sent.length, PATIENCE).toBe(2);
  const { total } = await canary.store.search.find({
    kinds: ['ocr', 'audio', 'ui'],
    order: 'descending',
    offset: 0,
    limit: 1,
  });
  expect(total).toBe(0);
});

test('a canary is sent every hour also when the clock is set back', async () => {
  await using canary = await sending();
  await expect.poll(() => canary.watch.facts().canaryPassedAtMs, PATIENCE).toBeDefined();
  await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
  canary.clock.set(canary.clock.now() - 86_400_000);
  await canary.clock.advance(3_600_000);
  await expect.poll(() => canary.sent.length, PATIENCE).toBe(2);
});

test('one that does not come back is a fault until one does', async () => {
  let isLost = true;
  await using canary = await sending((store) => ({
    readCanary: async () => (isLost ? 'another' : store.coverage.readCanary()),
  }));
  await expect.poll(() => canary.watch.facts().fault?.code, PATIENCE).toBe('CANARY_LOST');
  isLost = false;
  await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
  await canary.clock.advance(4_000);
  await expect.poll(() => canary.watch.facts().fault, PATIENCE).toBeUndefined();
});

test('a store that failed works again when a canary says so, not while much is being deleted', async () => {
  const said: string[] = [];
  const say = (_fields: object, message: string) => void said.push(message);
  const log: Log = { debug: say, info: say, warn: say, error: say, child: () => log };
  let isLost = true;
  const changed = (store: Store) => ({
    readCanary: async () => (isLost ? 'another' : store.coverage.readCanary()),
  });
  await using canary = await sending(changed, log);
  const look = async () => {
    await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
    await canary.clock.advance(4_000);
    await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
  };
  await expect.poll(() => said, PATIENCE).toEqual(['the store does not work']);
  isLost = false;
  const end = canary.watch.onBegin({ kind: 'write', name: 'deletion.deletePiece' });
  await look();
  expect(said).toEqual(['the store does not work']);
  end();
  await look();
  await expect.poll(() => said, PATIENCE).toContain('the store works again');
});

test('one that never comes back is a fault after seconds', async () => {
  await using canary = await sending(() => ({ sendCanary: () => new Promise(() => undefined) }));
  await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
  await canary.clock.advance(5_000);
  await expect.poll(() => canary.watch.facts().fault?.code, PATIENCE).toBe('CANARY_LATE');
});

test('a database file that is missing is a fault within seconds, and none when it is back', async () => {
  await using canary = await sending();
  await expect.poll(() => canary.watch.facts().canaryPassedAtMs, PATIENCE).toBeDefined();
  const file = join(canary.dataDir, 'db.sqlite');
  await rename(file, `${file}.away`);
  await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
  await canary.clock.advance(4_000);
  await expect.poll(() => canary.watch.facts().fault?.code, PATIENCE).toBe('DATA_FILE_GONE');
  await rename(`${file}.away`, file);
  await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
  await canary.clock.advance(4_000);
  await expect.poll(() => canary.watch.facts().fault, PATIENCE).toBeUndefined();
});

test('a failed write counts at once, sends a canary, and counts for seconds, but not for ten', async () => {
  await using canary = await sending();
  await expect.poll(() => canary.watch.facts().canaryPassedAtMs, PATIENCE).toBeDefined();
  await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
  const error = Object.assign(new Error('captured words'), { code: 'SQLITE_IOERR' });
  canary.watch.onCall({ kind: 'write', name: 'content.add', durationMs: 1, error });
  expect(canary.watch.facts().fault).toMatchObject({ code: 'SQLITE_IOERR' });
  expect(JSON.stringify(canary.watch.facts())).not.toContain('captured words');
  const { clock, watch } = canary;
  /** A canary has come back, and the next one waits. */
  const isWaiting = () => watch.facts().canaryPassedAtMs === clock.now() && clock.sleepers() === 1;
  await expect.poll(() => canary.sent.length, PATIENCE).toBe(2);
  for (const afterMs of [4_000, 8_000]) {
    await expect.poll(isWaiting, PATIENCE).toBe(true);
    expect(watch.facts().fault, `before ${afterMs}`).toBeDefined();
    await clock.advance(4_000);
  }
  await expect.poll(() => watch.facts().fault, PATIENCE).toBeUndefined();
});

test('writes that fail one after the other wake it once, not each of them', async () => {
  let read = 0;
  await using canary = await sending((store) => ({
    async readCanary() {
      const word = await store.coverage.readCanary();
      read += 1;
      return word;
    },
  }));
  /** After its canary has come back, it naps. */
  const napping = async (canaries: number) => {
    await expect.poll(() => read, PATIENCE).toBe(canaries);
    await new Promise((resolve) => setImmediate(resolve));
    expect(canary.clock.sleepers()).toBe(1);
  };
  const fail = () =>
    canary.watch.onCall({
      kind: 'write',
      name: 'content.add',
      durationMs: 1,
      error: new Error('x'),
    });
  await napping(1);
  fail();
  expect(canary.clock.sleepers()).toBe(0);
  await napping(2);
  fail();
  expect(canary.clock.sleepers()).toBe(1);
  await canary.clock.advance(4_000);
  await napping(3);
  fail();
  expect(canary.clock.sleepers()).toBe(1);
});

test('one is sent while somebody could not store something', async () => {
  await using canary = await sending();
  await expect.poll(() => canary.watch.facts().canaryPassedAtMs, PATIENCE).toBeDefined();
  canary.doubt.needsProof = true;
  await expect.poll(() => canary.clock.sleepers(), PATIENCE).toBe(1);
  await canary.clock.advance(4_000);
  await expect.poll(() => canary.sent.length, PATIENCE).toBe(2);
});

test('a write that does not return is a fault after seconds, until it returns', async () => {
  await using canary = await sending();
  await expect.poll(() => canary.watch.facts().canaryPassedAtMs, PATIENCE).toBeDefined();
  const { watch, clock } = canary;
  const ended = watch.onBegin({ kind: 'write', name: 'tags.add' });
  await clock.advance(5_000);
  expect(watch.facts().fault).toBeUndefined();
  await clock.advance(1);
  expect(watch.facts()).toMatchObject({ fault: { code: 'WRITE_LATE' }, captureFault: undefined });
  const ownEnded = watch.onBegin({ kind: 'write', name: 'content.add' });
  await clock.advance(5_001);
  expect(watch.facts().captureFault?.code).toBe('WRITE_LATE');
  ended();
  ownEnded();
  await expect.poll(() => watch.facts().fault, PATIENCE).toBeUndefined();
});

test('a failed write of something else is reported, and is no fault of capture', async () => {
  await using canary = await sending();
  const error = new Error('x');
  canary.watch.onCall({ kind: 'write', name: 'tags.add', durationMs: 1, error });
  expect(canary.watch.facts()).toMatchObject({
    fault: { code: 'INTERNAL' },
    captureFault: undefined,
  });
  canary.watch.onCall({ kind: 'write', name: 'audio.addSegment', durationMs: 1, error });
  expect(canary.watch.facts().captureFault).toMatchObject({ code: 'INTERNAL' });
});

test('an answer to a caller who asked for something impossible is no fault', async () => {
  await using canary = await sending();
  const error = await canary.store.tags.add('vision', 99, ['x']).catch((cause: unknown) => cause);
  canary.watch.onCall({ kind: 'write', name: 'tags.add', durationMs: 1, error });
  expect(canary.watch.facts().fault).toBeUndefined();
});

test('a very large deletion is no fault, nor is what waits behind it', () => {
  const clock = manualClock();
  const watch = storeWatch(clock);
  const deleted = watch.onBegin({ kind: 'write', name: 'content.delete' });
  const added = watch.onBegin({ kind: 'write', name: 'content.add' });
  void clock.advance(60_000);
  expect(watch.isInLongWrite()).toBe(true);
  expect(watch.facts()).toMatchObject({ fault: undefined, captureFault: undefined });
  deleted();
  expect(watch.facts().captureFault).toBeUndefined();
  void clock.advance(6_000);
  expect(watch.facts().captureFault?.code).toBe('WRITE_LATE');
  added();
  expect(watch.facts().captureFault).toBeUndefined();
});

test('a deletion behind a write that hangs excuses nothing, and one without end is reported', () => {
  const clock = manualClock();
  const watch = storeWatch(clock);
  const added = watch.onBegin({ kind: 'write', name: 'content.add' });
  watch.onBegin({ kind: 'write', name: 'content.delete' });
  void clock.advance(6_000);
  expect(watch.facts().captureFault?.code).toBe('WRITE_LATE');
  added();
  void clock.advance(125_000);
  expect(watch.facts().fault?.code).toBe('WRITE_LATE');
});
