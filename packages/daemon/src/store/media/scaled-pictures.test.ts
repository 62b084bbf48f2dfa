import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Frame } from '../records.ts';
import { scaledPictures } from './scaled-pictures.ts';

const frame = { id: 1, atMs: 1_770_000_000_000 } as Frame;

async function jpeg(): Promise<Buffer> {
  const create = { width: 64, height: 32, channels: 3 as const, background: 'red' };
  return sharp({ create }).jpeg().toBuffer();
}

test('callers that waited for one who went away make the picture once', async () => {
  const pictures = scaledPictures();
  const picture = await jpeg();
  const goes = Promise.withResolvers<Buffer>();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return picture;
  };
  const first = pictures.get(frame, 16, () => goes.promise);
  const others = [1, 2, 3].map(() => pictures.get(frame, 16, read));
  goes.reject(new Error('went away'));
  await expect(first).rejects.toThrow('went away');
  const made = await Promise.all(others);
  expect(reads).toBe(1);
  expect(new Set(made).size).toBe(1);
});

test('a caller that gives up while it waits for its turn does not keep the next one from it', async () => {
  const pictures = scaledPictures();
  const picture = await jpeg();
  const hold = Promise.withResolvers<Buffer>();
  const holding = [2, 3].map((id) => pictures.get({ ...frame, id }, 16, () => hold.promise));
  const caller = new AbortController();
  const given = pictures.get(frame, 16, async () => picture, caller.signal);
  caller.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  const next = pictures.get(frame, 16, async () => picture);
  hold.resolve(picture);
  expect((await sharp(await next).metadata()).width).toBe(16);
  await Promise.all(holding);
});
