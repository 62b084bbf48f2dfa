import { expect, test, vi } from 'vitest';
import { recordPlayed } from './played-desktop.fixture.ts';

test('keys and drawing that only put off the next picture wake nobody', async () => {
  using screen = await recordPlayed();
  const sleep = vi.spyOn(screen.clock, 'sleep');
  for (let i = 0; i < 30; i += 1) {
    screen.key();
    screen.draw();
    await screen.pass(50);
  }
  expect(screen.frames).toHaveLength(1);
  // Half a second each, which is what typing is waited for.
  expect(sleep.mock.calls.length).toBeLessThanOrEqual(4);
  await screen.pass(1_000);
  expect(screen.frames).toHaveLength(2);
});
