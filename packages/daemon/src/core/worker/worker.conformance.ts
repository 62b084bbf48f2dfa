/** What holds for every worker, whether it is a thread or a process. */
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { ServiceError } from '../errors.ts';
import { createWorker, type WorkerHandle, type WorkerOptions } from './create-worker.ts';

export interface TestApi {
  echo(value: unknown): unknown;
  bytes(length: number): Uint8Array;
  count(to: number): number;
  wait(): undefined;
  aborts(): number;
  fail(message: string): void;
  die(): void;
  hang(): void;
}

const ENTRY = new URL('./worker.fixture.ts', import.meta.url);

export function testWorkers(kind: 'thread' | 'process'): void {
  describe(`a worker that is a ${kind}`, () => {
    let worker: WorkerHandle<TestApi> | undefined;
    afterEach(async () => await worker?.close());

    const create = (options: Partial<WorkerOptions> = {}) => {
      const base = { kind, entry: ENTRY, name: 'test.worker', stopped, firstWaitMs: 50 } as const;
      worker = createWorker<TestApi>({ ...base, ...options } as WorkerOptions);
      return worker;
    };
    const stopped = (cause?: unknown) =>
      new ServiceError({ code: 'ECHO_STOPPED', message: 'the worker ended' }, { cause });
    const died = { code: 'ECHO_STOPPED' };

    test('starts with the first call and answers it', async () => {
      const { call, part } = create();
      expect(part()).toBe(undefined);
      const value = { text: 'a', list: [1, undefined], bytes: new Uint8Array([1, 2]) };
      expect(await call('echo', [value])).toEqual(value);
      expect(await call('bytes', [3])).toEqual(new Uint8Array([7, 7, 7]));
      expect(part()).toMatchObject({ name: 'test.worker', state: { kind: 'running' } });
    });

    test('sends notes before the answer', async () => {
      const notes: unknown[] = [];
      const answer = await create().call('count', [3], { onNote: (note) => notes.push(note) });
      expect([answer, notes]).toEqual([3, [1, 2, 3]]);
    });

    test('gives the error of a call back, and goes on', async () => {
      const { call, deaths } = create();
      await expect(call('fail', ['out of range'])).rejects.toMatchObject({
        name: 'RangeError',
        message: 'out of range',
        stack: expect.stringContaining('worker.fixture'),
      });
      expect(await call('echo', [1])).toBe(1);
      expect(deaths()).toBe(0);
    });

    test('arguments that cannot be copied reject their call alone', async () => {
      const { call } = create();
      await expect(call('echo', [() => undefined])).rejects.toThrow(/clone/);
      expect(await call('echo', [1])).toBe(1);
    });

    test('says why it cannot work, to every call that waits', async () => {
      const { call, ready, part } = create({ setup: { fails: 'the model is damaged' } });
      const calls = [ready(), call('echo', [1])];
      for (const one of calls) {
        await expect(one).rejects.toMatchObject({ code: 'NO_MODEL' });
      }
      expect(part()).toMatchObject({ state: { kind: 'waiting' }, lastFault: { code: 'NO_MODEL' } });
    });

    test('a worker that dies while it loads rejects what waits, and starts no storm', async () => {
      let deaths = 0;
      const onDeath = () => {
        deaths += 1;
      };
      const { call, ready } = create({ setup: { dies: true }, firstWaitMs: 60_000, onDeath });
      await expect(ready()).rejects.toMatchObject(died);
      await expect(call('echo', [1])).rejects.toMatchObject(died);
      expect(deaths).toBe(2);
      const later = expect(call('echo', [1])).rejects.toMatchObject(died);
      expect(worker?.part()).toMatchObject({ state: { kind: 'waiting', failures: 2 } });
      await worker?.close();
      await later;
      expect(deaths).toBe(2);
    });

    test('a death rejects the call, and the next one starts another worker', async () => {
      const { call, deaths, part } = create();
      await expect(call('die', [])).rejects.toMatchObject(died);
      expect(part()).toMatchObject({ state: { kind: 'waiting' }, lastFault: died, restarts: 1 });
      expect(await call('echo', [1])).toBe(1);
      expect(deaths()).toBe(1);
    });

    test('sends calls again after a death as often as it may', async () => {
      const { call, deaths } = create({ retries: 1 });
      const waiting = call('wait', []);
      let made = 0;
      const prepare = (): [] => {
        made += 1;
        return [];
      };
      await expect(call('die', prepare)).rejects.toMatchObject(died);
      await expect(waiting).rejects.toMatchObject(died);
      expect([deaths(), made]).toEqual([2, 2]);
    });

    test('an abort before the call starts nothing', async () => {
      const { call, part } = create();
      const reason = new Error('no longer wanted');
      await expect(call('echo', [1], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(part()).toBe(undefined);
    });

    test('an abort during the call rejects at once and reaches the worker', async () => {
      const { call, pending } = create();
      await call('echo', [1]);
      const abort = new AbortController();
      const waiting = call('wait', [], { signal: abort.signal });
      const reason = new Error('no longer wanted');
      abort.abort(reason);
      await expect(waiting).rejects.toBe(reason);
      expect(pending()).toBe(0);
      expect(await call('aborts', [])).toBe(1);
    });

    test('an abort while it loads takes the call back', async () => {
      const { call } = create();
      const abort = new AbortController();
      const waiting = call('die', [], { signal: abort.signal });
      abort.abort();
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
      expect(await call('echo', [1])).toBe(1);
    });

    test('a worker that hangs is killed', async () => {
      const { call } = create({ hangsAfterMs: 6_000 });
      await expect(call('hang', [])).rejects.toMatchObject(died);
      expect(await call('echo', [1])).toBe(1);
    });

    test('a worker that hangs is killed while it is asked again and again', async () => {
      const { call, deaths } = create({ hangsAfterMs: 6_000 });
      await call('echo', [1]);
      const given = () => ({ signal: AbortSignal.timeout(200) });
      await expect(call('hang', [], given())).rejects.toMatchObject({ name: 'TimeoutError' });
      while (deaths() === 0) await call('echo', [1], given()).catch(() => undefined);
      expect(await call('echo', [1])).toBe(1);
    });

    test('ends when it is idle, which is no death, and starts again', async () => {
      const { call, deaths, part } = create({ idleMs: 20 });
      await call('echo', [1]);
      await expect.poll(() => part()?.state.kind, { timeout: 30_000 }).toBe('ended');
      expect(await call('echo', [2])).toBe(2);
      expect(deaths()).toBe(0);
    });

    test('closing rejects what is under way, ends it, and refuses what comes later', async () => {
      const { call, close, pid } = create();
      await call('echo', [1]);
      const processId = pid();
      expect(processId === undefined).toBe(kind === 'thread');
      const waiting = expect(call('wait', [])).rejects.toMatchObject(died);
      await close();
      await waiting;
      await expect(call('echo', [1])).rejects.toMatchObject(died);
      if (processId !== undefined) expect(existsSync(`/proc/${processId}/exe`)).toBe(false);
    });
  });
}
