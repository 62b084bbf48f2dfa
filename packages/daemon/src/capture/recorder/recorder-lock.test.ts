import { expect, test } from 'vitest';
import { editor, LAG_MS, recordPlayed } from './played-desktop.fixture.ts';

test('a locked screen is not looked at and nothing done there is noted', async () => {
  using screen = await recordPlayed();
  await screen.setLocked(true);
  const grabs = screen.grabs();
  screen.draw();
  screen.key();
  screen.focus.emit({ atMs: screen.clock.now(), kind: 'app_switch', window: editor });
  await screen.pass(5_000);
  expect([screen.grabs() - grabs, screen.frames.length, screen.events]).toEqual([0, 1, []]);
  expect(screen.looks.at(-1)).toEqual({ kind: 'skipped', because: 'locked' });
});

test('a picture during which the screen was locked is not handed on', async () => {
  using screen = await recordPlayed();
  screen.state.onGrab = () => {
    screen.state.isLocked = true;
  };
  screen.draw();
  await screen.pass(2_000);
  expect(screen.grabs()).toBeGreaterThan(1);
  expect(screen.frames).toHaveLength(1);
});

test('keys that were not noted yet when the screen is locked are forgotten', async () => {
  using screen = await recordPlayed();
  for (let count = 0; count < 5; count += 1) screen.key();
  await screen.setLocked(true);
  await screen.pass(3_000);
  await screen.setLocked(false);
  await screen.pass(3_000);
  expect(screen.events).toEqual([]);
});

test('after the lock the screen is looked at by itself, when the lock screen has faded', async () => {
  using screen = await recordPlayed();
  await screen.setLocked(true);
  await screen.pass(10_000);
  const unlockedAtMs = screen.clock.now();
  await screen.setLocked(false);
  await screen.pass(2_000);
  expect(screen.frames).toHaveLength(2);
  expect(screen.frames[1]?.atMs).toBeGreaterThanOrEqual(unlockedAtMs + LAG_MS);
});
