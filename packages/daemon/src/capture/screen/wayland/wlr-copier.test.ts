import { closeSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { WaylandConnection, WaylandListener } from '#capture/wayland/wayland-connection.ts';
import type { EventReader } from '#capture/wayland/wayland-wire.ts';
import { wlrCopiers } from './wlr-copier.ts';

const [COPY, COPY_ON_CHANGE] = [0, 2];
const EVENT = { form: 0, ready: 2, damage: 4, formsEnd: 6 };

/** A compositor that answers what a test has it say, in that order. */
function playedCompositor() {
  const listeners: WaylandListener[] = [];
  const asked: { frame: number; kind: 'now' | 'on change' }[] = [];
  const syncs: (() => void)[] = [];
  const say = (object: number, opcode: number, ...numbers: number[]) => {
    const take = () => numbers.shift() ?? 0;
    listeners[object]?.(opcode, { uint: take, int: take } as unknown as EventReader);
  };
  const played = {
    find: (iface: string) => ({ iface, name: 1, version: 3 }),
    bind: () => -1,
    create: (listener: WaylandListener = () => {}) => listeners.push(listener) - 1,
    request(object: number, opcode: number, args: readonly number[] = [], fd?: number) {
      if (fd !== undefined) closeSync(fd);
      // The manager is asked for a frame, and says what the memory is to look like.
      if (object === -1 && opcode === 0) {
        queueMicrotask(() => {
          say(args[0] ?? 0, EVENT.form, 1, 4, 4, 16);
          say(args[0] ?? 0, EVENT.formsEnd);
        });
      } else if (args.length === 1 && (opcode === COPY || opcode === COPY_ON_CHANGE)) {
        asked.push({ frame: object, kind: opcode === COPY ? 'now' : 'on change' });
      }
    },
    orLost: <T>(work: Promise<T>) => work,
    sync: () => new Promise<void>((resolve) => syncs.push(resolve)),
  };
  return {
    connection: played as unknown as WaylandConnection,
    count: (kind: 'now' | 'on change') => asked.filter((one) => one.kind === kind).length,
    /** The oldest open question of this kind is answered. */
    answer(kind: 'now' | 'on change') {
      const at = asked.findIndex((one) => one.kind === kind);
      const [one] = asked.splice(at, at < 0 ? 0 : 1);
      say(one?.frame ?? -1, EVENT.damage, 1, 1, 2, 2);
      say(one?.frame ?? -1, EVENT.ready, 0, 0, 0);
    },
    /** Everything said before has arrived. */
    sync() {
      for (const resolve of syncs.splice(0)) resolve();
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

async function changedOnce(isSecondKnown: boolean) {
  const compositor = playedCompositor();
  const copier = wlrCopiers(compositor.connection, -2)?.(5);
  if (copier === undefined) throw new Error('there is no copier');
  const damage = copier.nextDamage();
  await compositor.settle();
  expect(compositor.count('on change')).toBe(2);
  if (isSecondKnown) {
    compositor.sync();
    await compositor.settle();
  }
  compositor.answer('on change');
  expect(await damage).toEqual([{ x: 1, y: 1, width: 2, height: 2 }]);
  return { compositor, copier };
}

test('the picture of a change that nothing has followed is taken as it is', async () => {
  const { compositor, copier } = await changedOnce(true);
  const picture = copier.copyNow();
  await compositor.settle();
  compositor.sync();
  expect((await picture).width).toBe(4);
  expect(compositor.count('now')).toBe(0);
  copier.close();
});

test('one that was followed by another change is copied again, also when both are reported at once', async () => {
  const { compositor, copier } = await changedOnce(true);
  const picture = copier.copyNow();
  await compositor.settle();
  // In one breath: the change was before the answer.
  compositor.answer('on change');
  compositor.sync();
  await compositor.settle();
  expect(compositor.count('now')).toBe(1);
  compositor.answer('now');
  expect((await picture).width).toBe(4);
  copier.close();
});

test('nobody knows what follows a change that came before the second question', async () => {
  const { compositor, copier } = await changedOnce(false);
  const picture = copier.copyNow();
  await compositor.settle();
  expect(compositor.count('now')).toBe(1);
  compositor.answer('now');
  expect((await picture).width).toBe(4);
  copier.close();
});

test('a change that was answered while it was not asked for is reported by the next question', async () => {
  const { compositor, copier } = await changedOnce(true);
  compositor.answer('on change');
  expect(await copier.nextDamage()).toHaveLength(1);
  copier.close();
});
