import { expect, test } from 'vitest';
import { makePatience } from './patience.ts';

const never = () => new Promise<string>(() => {});

test('an answer in time is passed on', async () => {
  expect(await makePatience(() => 0).ask('a', 1_000, async () => 'yes')).toBe('yes');
});

test('an error counts as no answer and is not held against anyone', async () => {
  const patience = makePatience(() => 0);
  expect(await patience.ask('a', 1_000, () => Promise.reject(new Error('gone')))).toBeUndefined();
  expect(await patience.ask('a', 1_000, async () => 'yes')).toBe('yes');
});

test('who does not answer is left alone, each time longer, and others are still asked', async () => {
  let nowMs = 0;
  const patience = makePatience(() => nowMs);
  const asked = async (who: string) => (await patience.ask(who, 1_000, async () => who)) === who;

  expect(await patience.ask('slow', 5, never)).toBeUndefined();
  expect(await asked('slow')).toBe(false);
  expect(await asked('other')).toBe(true);
  nowMs = 2_000;
  expect(await patience.ask('slow', 5, never)).toBeUndefined();
  nowMs = 5_999;
  expect(await asked('slow')).toBe(false);
  nowMs = 6_000;
  expect(await asked('slow')).toBe(true);
});

test('who is only slow is asked again at once', async () => {
  const patience = makePatience(() => 0);
  const slow = (alive: () => void) => {
    alive();
    return never();
  };
  expect(await patience.ask('slow', 5, slow)).toBeUndefined();
  expect(await patience.ask('slow', 1_000, async () => 'yes')).toBe('yes');
});
