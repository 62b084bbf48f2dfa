import { expect, test } from 'vitest';
import { encodeOpus } from './opus.ts';

function tone(seconds: number): Buffer {
  const samples = new Int16Array(seconds * 16_000).map((_, i) => 8_000 * Math.sin(i / 9));
  return Buffer.from(samples.buffer);
}

test('the same sound gives the same bytes, and more of it the same beginning', async () => {
  const [once, again, longer] = await Promise.all(
    [3, 3, 9].map((secs) => encodeOpus([tone(secs)])),
  );
  expect(again).toEqual(once);
  const beginning = 2_000;
  expect(longer?.subarray(0, beginning)).toEqual(once?.subarray(0, beginning));
});
