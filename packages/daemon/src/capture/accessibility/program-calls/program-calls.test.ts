import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import type { AtspiBus, Ref } from '../atspi-bus.ts';
import { programCalls } from './program-calls.ts';

const NODE: Ref = [':1.7', '/node'];

/** A bus whose calls are answered by hand. */
function handBus() {
  const open: PromiseWithResolvers<unknown[]>[] = [];
  const bus: AtspiBus = {
    call() {
      const one = Promise.withResolvers<unknown[]>();
      open.push(one);
      return one.promise;
    },
    property: async () => undefined,
    listen: async () => {},
    pidOf: async () => 1,
    isOpen: () => true,
    close: () => {},
  };
  return { bus, open };
}

const ask = (calls: { call: AtspiBus['call'] }) => calls.call(NODE, 'x', 'GetState');

test('few calls are under way at once, and the others follow as answers come', async () => {
  const { bus, open } = handBus();
  const calls = programCalls(bus, { pid: process.pid, most: 100 });
  const answers = Array.from({ length: 40 }, () => ask(calls));
  await Promise.resolve();
  const atOnce = open.length;
  expect(atOnce).toBeGreaterThan(1);
  expect(atOnce).toBeLessThan(20);
  open[0]?.resolve(['first']);
  expect(await answers[0]).toEqual(['first']);
  await expect.poll(() => open.length).toBe(atOnce + 1);
  for (let at = 1; at < 40; at += 1) {
    await expect.poll(() => open.length).toBeGreaterThan(at);
    open[at]?.resolve([]);
  }
  await Promise.all(answers);
});

test('no more calls are sent than the session has', async () => {
  const { bus, open } = handBus();
  const calls = programCalls(bus, { pid: process.pid, most: 2 });
  const first = [ask(calls), ask(calls)];
  await expect(ask(calls)).rejects.toMatchObject({ reason: 'spent' });
  expect(open).toHaveLength(2);
  for (const one of open) one.resolve([]);
  await Promise.all(first);
  expect(calls.ended()).toBe('spent');
});

test('a session that is closed rejects what waits for its turn', async () => {
  const { bus } = handBus();
  const calls = programCalls(bus, { pid: process.pid, most: 100 });
  const asked = Array.from({ length: 40 }, () => ask(calls));
  const last = Promise.allSettled(asked.slice(-1));
  for (const one of asked) one.catch(() => {});
  calls.close();
  expect(await last).toMatchObject([{ status: 'rejected', reason: { reason: 'spent' } }]);
});

describe('a program that works on an answer', () => {
  let program: ChildProcess | undefined;
  afterEach(() => program?.kill('SIGKILL'));
  const start = (source: string) => {
    program = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'ignore'] });
    return program;
  };

  test('for too long ends the session', async () => {
    const { pid } = start('for (;;);');
    const { bus, open } = handBus();
    const calls = programCalls(bus, { pid, most: 100 });
    const first = ask(calls);
    await expect.poll(() => open.length).toBe(1);
    open[0]?.resolve([]);
    await first;
    void ask(calls).catch(() => {});
    await expect.poll(() => calls.ended(), { timeout: 10_000 }).toBe('slow');
    await expect(ask(calls)).rejects.toMatchObject({ reason: 'slow' });
  });

  test('with its own work before the first one is waited for', async () => {
    const { pid } = start('for (;;);');
    const { bus, open } = handBus();
    const calls = programCalls(bus, { pid, most: 100 });
    const first = ask(calls);
    await expect.poll(() => calls.programCpuMs(), { timeout: 10_000 }).toBeGreaterThan(200);
    expect(calls.ended()).toBeUndefined();
    open[0]?.resolve(['late']);
    expect(await first).toEqual(['late']);
  });

  test('no longer than the machine is busy does not', async () => {
    const { pid, stdout } = start('console.log("asleep"); setInterval(() => {}, 1e6)');
    await new Promise((resolve) => stdout?.once('data', resolve));
    const { bus, open } = handBus();
    const calls = programCalls(bus, { pid, most: 100 });
    const answer = ask(calls);
    // Many checks pass while the program does nothing.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(calls.ended()).toBeUndefined();
    open[0]?.resolve(['late']);
    expect(await answer).toEqual(['late']);
    expect(calls.programCpuMs()).toBeLessThan(100);
  });
});
