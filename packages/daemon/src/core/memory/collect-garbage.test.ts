import { expect, test } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';

test('what nobody holds is collected, every time', () => {
  for (const _ of [1, 2]) {
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 4; i++) new Uint8Array(16_000_000).fill(1);
    collectGarbage();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16_000_000);
  }
});

test('the code of the service cannot call it', () => {
  collectGarbage();
  expect('gc' in globalThis).toBe(false);
});
