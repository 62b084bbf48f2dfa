import { expect, test } from 'vitest';
import { createBackOff } from './back-off.ts';
import { ProgramCallsEndedError } from './program-calls.ts';

const never = () => new Promise<string>(() => {});
const slow = () => Promise.reject(new ProgramCallsEndedError('slow'));
const editor = { id: '7', name: 'editor' };
const other = { id: '8', name: 'other' };

test('an answer in time is passed on', async () => {
  expect(await createBackOff(() => 0).ask(editor, 1_000, async () => 'yes')).toBe('yes');
});

test('an error counts as no answer and is not held against the program', async () => {
  const backOff = createBackOff(() => 0);
  expect(
    await backOff.ask(editor, 1_000, () => Promise.reject(new Error('closed'))),
  ).toBeUndefined();
  expect(await backOff.ask(editor, 1_000, async () => 'yes')).toBe('yes');
});

test('a program that does not answer is left alone, each time longer, and others are asked', async () => {
  let nowMs = 0;
  const backOff = createBackOff(() => nowMs);
  const answers = async (program = editor) =>
    (await backOff.ask(program, 1_000, async () => 'yes')) === 'yes';

  expect(await backOff.ask(editor, 5, never)).toBeUndefined();
  expect(await answers()).toBe(false);
  expect(await answers(other)).toBe(true);
  nowMs = 2_000;
  expect(await backOff.ask(editor, 5, never)).toBeUndefined();
  nowMs = 5_999;
  expect(await answers()).toBe(false);
  nowMs = 6_000;
  expect(await answers()).toBe(true);
});

test('a program that answers late, but answers, is asked again at once', async () => {
  const backOff = createBackOff(() => 0);
  const late = (alive: () => void) => {
    alive();
    return never();
  };
  expect(await backOff.ask(editor, 5, late)).toBeUndefined();
  expect(await backOff.ask(editor, 1_000, async () => 'yes')).toBe('yes');
});

test('a program that works too long on an answer is left alone for much longer each time', async () => {
  let nowMs = 0;
  const backOff = createBackOff(() => nowMs);
  const pauses: number[] = [];
  for (let times = 0; times < 8; times += 1) {
    await backOff.ask(editor, 1_000, slow);
    const fromMs = nowMs;
    // The clock moves until the program is asked again.
    for (let isAsked = false; !isAsked; nowMs += 1_000) {
      await backOff.ask(editor, 1_000, async () => {
        isAsked = true;
        throw new ProgramCallsEndedError('spent');
      });
    }
    pauses.push(nowMs - 1_000 - fromMs);
  }
  expect(pauses).toEqual([2, 8, 32, 128, 512, 1_800, 1_800, 1_800].map((secs) => secs * 1_000));
});

test('a new process of a slow program begins with the pause of the old one', async () => {
  let nowMs = 0;
  const backOff = createBackOff(() => nowMs);
  const restarted = { id: '9', name: 'editor' };
  const answer = () => backOff.ask(restarted, 1_000, async () => 'yes');
  await backOff.ask(editor, 1_000, slow);
  await backOff.ask(restarted, 1_000, slow);
  nowMs = 7_999;
  expect(await answer()).toBeUndefined();
  nowMs = 8_000;
  expect(await answer()).toBe('yes');
});
