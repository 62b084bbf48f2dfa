import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberedJpegs, numberShownIn } from './numbered-picture.fixture.ts';
import { videoShelf } from './video-shelf.ts';
import { writeVideo } from './write-video.ts';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-shelf-'));
  for (const name of ['a.mp4', 'b.mp4', 'c.mp4']) {
    await writeVideo({ file: file(name), pictures: numberedJpegs(45), framesPerSecond: 1 });
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a shelf gives the right frame forwards, backwards, across files and all at once', async () => {
  const shelf = videoShelf();
  const wanted: [string, number][] = [];
  for (let index = 0; index < 45; index += 1) {
    wanted.push(['a.mp4', index], ['b.mp4', 44 - index], ['c.mp4', (index * 17) % 45]);
  }
  for (const [name, index] of wanted.slice(0, 60)) {
    expect(await numberShownIn(await shelf.read(file(name), index))).toBe(index);
  }
  await Promise.all(
    wanted.slice(60).map(async ([name, index]) => {
      expect(await numberShownIn(await shelf.read(file(name), index))).toBe(index);
    }),
  );
});

test('a shelf has no frames of a file that was removed since', async () => {
  const shelf = videoShelf();
  const copy = file('copy.mp4');
  await copyFile(file('a.mp4'), copy);
  await shelf.read(copy, 3);
  await rm(copy);
  await expect(shelf.read(copy, 4)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
});

test('a shelf reads on after a request that was given up', async () => {
  const shelf = videoShelf();
  await shelf.read(file('a.mp4'), 3);
  const controller = new AbortController();
  const reading = shelf.read(file('a.mp4'), 29, controller.signal);
  setImmediate(() => controller.abort(new Error('left')));
  await expect(reading).rejects.toThrow('left');
  expect(await numberShownIn(await shelf.read(file('a.mp4'), 4))).toBe(4);
});
