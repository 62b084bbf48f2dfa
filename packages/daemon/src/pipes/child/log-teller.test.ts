import { expect, test } from 'vitest';
import type { FromChild } from '../run/protocol.ts';
import { logTeller } from './log-teller.ts';

const KEPT = 2_000;
const LEFT_OUT = 500;

test('a flood that the host does not take is left out, reported as a number, and slowed down', () => {
  const reported: FromChild[] = [];
  let waitingBytes = 0;
  const log = logTeller(
    (line) => reported.push(line),
    () => waitingBytes,
  );
  const say = (message: string) => log.tell({ kind: 'log', level: 'info', message });
  for (let i = 0; i < KEPT; i += 1) say('heard');
  waitingBytes = 1_000_000;
  const startedAtMs = performance.now();
  for (let i = 0; i < LEFT_OUT; i += 1) say('not heard');
  expect(performance.now() - startedAtMs).toBeGreaterThan(LEFT_OUT * 0.09);
  expect(reported).toHaveLength(KEPT);
  waitingBytes = 0;
  say('heard again');
  expect(reported.slice(KEPT)).toMatchObject([
    { level: 'warn', message: `${LEFT_OUT} lines were left out: they came too fast` },
    { message: 'heard again' },
  ]);
});
