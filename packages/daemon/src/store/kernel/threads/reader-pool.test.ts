/** Cancelling, dying, closing: what happens to reads that do not simply end. Real threads, real slow statements. */
import { getEventListeners, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FromWorker } from '#core/worker/messages.ts';
import { openStore } from '#store/open-store.ts';
import type { Item, Page, SearchFilter } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import { type TemporaryFolder, temporaryFolder } from '#store/testing/temporary-store.ts';
import { type ReaderPool, readerPool } from './reader-pool.ts';

const DOCUMENTS = 20_000;
const WORDS = Array.from({ length: 60 }, (_, i) => `w${i}`);
const QUICK: SearchFilter = {
  kinds: ['ocr', 'audio', 'ui'],
  order: 'descending',
  limit: 5,
  offset: 0,
};
/** Every document holds every phrase: some million positions to compare. */
const SLOW: SearchFilter = {
  ...QUICK,
  query: WORDS.slice(1)
    .map((word, i) => `"${WORDS[i]} ${word}"`)
    .join(' '),
};

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  const store = await openStore({ dataDir: folder.path });
  const text = WORDS.join(' ');
  for (let at = 0; at < DOCUMENTS; at += 2_000) {
    const uiTexts = Array.from({ length: 2_000 }, (_, i) => ({ atMs: (at + i) * 1_000, text }));
    await store.content.add({ uiTexts });
  }
  await store.close();
}, 60_000);
afterAll(() => folder[Symbol.asyncDispose]());

async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir: folder.path });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** A pool, and its threads as they are started. */
async function withPool<T>(
  size: number,
  use: (pool: ReaderPool, threads: Worker[]) => Promise<T>,
  options?: { nowMs?: () => number; spareForMs?: number; meetForMs?: number },
): Promise<T> {
  const threads: Worker[] = [];
  const onThread = (worker: Worker) => threads.push(worker);
  process.on('worker', onThread);
  // No thread is given up because the machine is slow.
  const pool = readerPool({ dataDir: folder.path, size, stopGraceMs: 60_000, ...options });
  await pool.ready;
  try {
    return await use(pool, threads);
  } finally {
    await pool.close();
    process.off('worker', onThread);
  }
}

const search = (pool: ReaderPool, filter: SearchFilter, signal?: AbortSignal) =>
  pool.run('search.find', [filter], signal) as Promise<Page<Item>>;

/** Messages to a thread from now on. */
function sentTo(thread: Worker | undefined): unknown[] {
  if (thread === undefined) throw new Error('there is no thread');
  const sent: unknown[] = [];
  const post: (...args: Parameters<Worker['postMessage']>) => void =
    thread.postMessage.bind(thread);
  thread.postMessage = (...args: Parameters<Worker['postMessage']>) => {
    sent.push(args[0]);
    post(...args);
  };
  return sent;
}

describe('an aborted search', () => {
  test('rejects at once with the reason, and its statement stops', async () => {
    await withPool(2, async (pool, threads) => {
      // The second reader starts when two calls meet.
      await Promise.all([search(pool, SLOW), search(pool, SLOW)]);
      const answers: string[] = [];
      for (const thread of threads) {
        thread.on('message', ({ kind }: FromWorker) => void answers.push(kind));
      }
      const abort = new AbortController();
      // One a reader, so that a statement that went on would be in everybody's way.
      const running = [search(pool, SLOW, abort.signal), search(pool, SLOW, abort.signal)];
      await sleep(20);
      const reason = new Error('nobody waits any more');
      abort.abort(reason);
      expect(await Promise.allSettled(running)).toEqual([
        { status: 'rejected', reason },
        { status: 'rejected', reason },
      ]);
      // The callers have their answer before the threads have one.
      expect(answers).toEqual([]);
      // A statement that went on would end with a result.
      await expect.poll(() => answers, { timeout: 30_000 }).toEqual(['failed', 'failed']);
      expect((await search(pool, QUICK)).total).toBe(DOCUMENTS);
      expect(threads).toHaveLength(2);
    });
  });

  test('that waits for a thread leaves the queue and never runs', async () => {
    await withPool(1, async (pool, threads) => {
      const sent = sentTo(threads[0]);
      const abort = new AbortController();
      let hasEnded = false;
      const running = search(pool, SLOW).finally(() => {
        hasEnded = true;
      });
      const queued = search(pool, SLOW, abort.signal);
      const behind = search(pool, QUICK);
      abort.abort(new Error('changed my mind'));
      await expect(queued).rejects.toThrow('changed my mind');
      expect(hasEnded).toBe(false);
      expect((await running).total).toBe(DOCUMENTS);
      expect((await behind).total).toBe(DOCUMENTS);
      expect(sent).toHaveLength(2);
    });
  });

  test('that was aborted beforehand is not begun', async () => {
    await withPool(1, async (pool, threads) => {
      const sent = sentTo(threads[0]);
      const reason = new Error('too late');
      await expect(search(pool, SLOW, AbortSignal.abort(reason))).rejects.toBe(reason);
      await search(pool, QUICK);
      expect(sent).toHaveLength(1);
    });
  });

  test('leaves the next call on the same thread alone', async () => {
    await withPool(2, async (pool) => {
      for (let i = 0; i < 5; i++) {
        const abort = new AbortController();
        const running = [search(pool, SLOW, abort.signal), search(pool, SLOW, abort.signal)];
        const behind = search(pool, QUICK);
        await sleep(5);
        abort.abort();
        await Promise.allSettled(running);
        expect((await behind).total).toBe(DOCUMENTS);
      }
    });
  });

  test('and a finished one leave no listener on a signal that lives on', async () => {
    await withPool(2, async (pool) => {
      const { signal } = new AbortController();
      await Promise.all(Array.from({ length: 30 }, () => search(pool, QUICK, signal)));
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    });
  });
});

test('calls that meet for a moment share a thread', async () => {
  await withPool(
    2,
    async (pool, threads) => {
      await Promise.all([search(pool, QUICK), search(pool, QUICK)]);
      expect(threads).toHaveLength(1);
    },
    { meetForMs: 60_000 },
  );
});

test('a thread that was started for calls at the same time ends when no others follow', async () => {
  await withPool(
    2,
    async (pool, threads) => {
      const exited = Promise.withResolvers<void>();
      const both = [search(pool, SLOW), search(pool, QUICK)];
      await expect.poll(() => threads.length).toBe(2);
      threads[1]?.once('exit', () => exited.resolve());
      await Promise.all(both);
      await exited.promise;
      expect((await search(pool, QUICK)).total).toBe(DOCUMENTS);
      expect(threads).toHaveLength(2);
    },
    { spareForMs: 20 },
  );
});

test('closing waits for no thread that ended long ago', async () => {
  using allSettled = vi.spyOn(Promise, 'allSettled');
  await withPool(
    2,
    async (pool, threads) => {
      const both = [search(pool, SLOW), search(pool, QUICK)];
      await expect.poll(() => threads.length).toBe(2);
      const exited = once(threads[1] as Worker, 'exit');
      await Promise.all(both);
      await exited;
      await search(pool, QUICK);
    },
    { spareForMs: 20 },
  );
  const [waitedFor] = allSettled.mock.lastCall ?? [];
  expect([...(waitedFor ?? ['never called'])]).toEqual([]);
});

describe('a reader thread that dies', () => {
  /** The thread's own message handler throws: an exception that nobody catches. */
  async function crash(thread: Worker | undefined): Promise<void> {
    const exited = Promise.withResolvers<void>();
    thread?.once('exit', () => exited.resolve());
    thread?.postMessage(null);
    await exited.promise;
  }

  test('is replaced, and calls go on being answered', async () => {
    const crashBoth = async (pool: ReaderPool, threads: Worker[]) => {
      await crash(threads[0]);
      await crash(threads[1]);
      expect((await search(pool, QUICK)).total).toBe(DOCUMENTS);
      const both = await Promise.all([search(pool, QUICK), search(pool, QUICK)]);
      expect(both.map(({ total }) => total)).toEqual([DOCUMENTS, DOCUMENTS]);
      expect(threads).toHaveLength(4);
    };
    // How long a reader or a search takes must not decide whether calls that meet get a second thread.
    await withPool(2, crashBoth, { meetForMs: 0 });
  });

  test('takes the call it was working on with it, and no call that waits', async () => {
    await withPool(2, async (pool, threads) => {
      const running = [search(pool, SLOW), search(pool, SLOW)];
      const queued = search(pool, QUICK);
      await threads[0]?.terminate();
      const [first, second] = await Promise.allSettled(running);
      expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
      expect((await queued).total).toBe(DOCUMENTS);
    });
  });
});

describe('a thread that dies while it loads', () => {
  const kill = (worker: Worker) => void worker.terminate();
  afterEach(() => void process.off('worker', kill));

  test('rejects the reads that wait, and starts again after a pause only', async () => {
    let nowMs = 0;
    await withPool(
      1,
      async (pool, threads) => {
        process.on('worker', kill);
        await threads[0]?.terminate();
        const waiting = [search(pool, QUICK), search(pool, QUICK)];
        const outcomes = await Promise.allSettled(waiting);
        expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
        for (let i = 0; i < 5; i++) await expect(search(pool, QUICK)).rejects.toThrow();
        expect(threads).toHaveLength(2);
        process.off('worker', kill);
        nowMs += 1_000;
        expect((await search(pool, QUICK)).total).toBe(DOCUMENTS);
        expect(threads).toHaveLength(3);
      },
      { nowMs: () => nowMs },
    );
  });

  test('rejects the write that restarted the writer, and the next write restarts it', async () => {
    const threads: Worker[] = [];
    const note = (worker: Worker) => void threads.push(worker);
    await using other = await temporaryFolder();
    process.on('worker', note);
    const store = await openStore({ dataDir: other.path });
    process.off('worker', note);
    await threads[0]?.terminate();
    process.on('worker', kill);
    const content = { uiTexts: [{ atMs: 1, text: 'x' }] };
    await expect(store.content.add(content)).rejects.toThrow();
    process.off('worker', kill);
    expect((await store.content.add(content)).uiTexts).toHaveLength(1);
    await store.close();
  });
});

describe('closing', () => {
  test('waits for the calls that run and for those that wait', async () => {
    const store = await openStore({ dataDir: folder.path });
    const calls = [SLOW, SLOW, SLOW, QUICK].map((filter) => store.search.find(filter));
    const closed = store.close();
    expect((await Promise.all(calls)).map(({ total }) => total)).toEqual(Array(4).fill(DOCUMENTS));
    await closed;
  });

  test('waits for the writes that were asked for', async () => {
    await using other = await temporaryFolder();
    const store = await openStore({ dataDir: other.path });
    const writes = Array.from({ length: 20 }, (_, i) =>
      store.content.add({ uiTexts: [{ atMs: i, text: 'x' }] }),
    );
    await store.close();
    expect((await Promise.all(writes)).map((ids) => ids.uiTexts.length)).toEqual(Array(20).fill(1));
    const again = await openStore({ dataDir: other.path });
    expect((await again.content.summary()).uiTexts).toBe(20);
    await again.close();
  });

  test('twice is once', async () => {
    const store = await openStore({ dataDir: folder.path });
    await Promise.all([store.close(), store.close()]);
    await store.close();
  });

  test('a call after that is refused, not left without an answer', async () => {
    const store = await openStore({ dataDir: folder.path });
    const closed = store.close();
    const refused = { code: 'SERVICE_STOPPING' };
    await expect(store.search.find(QUICK)).rejects.toMatchObject(refused);
    await closed;
    await expect(store.search.find(QUICK)).rejects.toMatchObject(refused);
    await expect(store.content.add({ uiTexts: [{ atMs: 1, text: 'x' }] })).rejects.toMatchObject(
      refused,
    );
  });
});

test('the main thread goes on while heavy searches run', async () => {
  await withStore(async (store) => {
    await store.search.find(QUICK);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await Promise.all([store.search.find(SLOW), store.search.find(SLOW)]);
    clearInterval(counting);
    // On the main thread they would leave it no turn before the answer.
    expect(turns).toBeGreaterThan(10);
  });
});
