/** `/frames` for frames whose pictures have moved into a video. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import {
  numberedJpeg,
  numberedJpegs,
  numberShownIn,
} from '#store/media/video/numbered-picture.fixture.ts';
import { writeVideo } from '#store/media/video/write-video.ts';

const COUNT = 35;

let server: TestServer;
let ids: number[];

/** Adds frames and moves them into their own video, as compaction does. */
async function addVideo(to: TestServer, name: string, firstAtMs: number): Promise<number[]> {
  const added: number[] = [];
  for (let number = 0; number < COUNT; number += 1) {
    const path = join(to.dataDir, '..', `${name}-${number}.jpg`);
    await writeFile(path, await numberedJpeg(number));
    const timestamp = new Date(firstAtMs + number * 1000).toISOString();
    added.push(...(await to.add('frames', { file_path: path, timestamp })));
  }
  const filePath = `data/${name}.mp4`;
  const file = join(to.dataDir, filePath);
  await writeVideo({ file, pictures: numberedJpegs(COUNT), framesPerSecond: 1 });
  const frames = await Promise.all(
    added.map(async (id) => {
      const frame = await to.store.frames.find(id);
      const snapshotPath = frame?.filePath.slice(to.dataDir.length + 1) ?? '';
      return { id, snapshotPath };
    }),
  );
  const moved = await to.store.compaction.replaceSnapshotsByVideo({
    filePath,
    deviceName: 'monitor_1',
    framesPerSecond: 1,
    frames,
  });
  for (const path of moved?.freed ?? []) await rm(join(to.dataDir, path));
  expect(moved?.freed).toHaveLength(COUNT);
  return added;
}

beforeAll(async () => {
  server = await testServer();
  ids = await addVideo(server, 'whole', Date.parse('2026-02-03T09:00:00Z'));
});
afterAll(() => server.close());

async function get(id: number | undefined, from = server) {
  const reply = await from.app.inject(`/frames/${id}`);
  const document = await documentOf(from.app);
  expect(deviations(document, 'get', '/frames/{frame_id}', reply)).toEqual([]);
  return reply;
}

test('every frame is its own picture, in whatever order they are asked for', async () => {
  const order = [...ids.keys()].map((index) => (index * 16) % COUNT);
  for (const index of order) {
    const reply = await get(ids[index]);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('image/jpeg');
    expect(await numberShownIn(reply.rawPayload)).toBe(index);
  }
});

test('many at once are each their own picture', async () => {
  const replies = await Promise.all(ids.map((id) => get(id)));
  const numbers = await Promise.all(replies.map((reply) => numberShownIn(reply.rawPayload)));
  expect(numbers).toEqual([...ids.keys()]);
});

test('a broken video is a 410 for its frames, and next-valid goes on to the next file', async () => {
  const broken = await addVideo(server, 'broken', Date.parse('2026-02-03T10:00:00Z'));
  const file = join(server.dataDir, 'data', 'broken.mp4');
  const whole = await readFile(file);
  const kept = await server.add('frames', {
    file_path: await server.makeImage(),
    timestamp: '2026-02-03T11:00:00Z',
  });
  for (const bytes of [
    whole.subarray(0, whole.length / 3),
    Buffer.from('no video'),
    Buffer.alloc(0),
  ]) {
    await writeFile(file, bytes);
    const reply = await get(broken.at(-1));
    expect(reply.statusCode).toBe(410);
    expect(reply.json()).toMatchObject({ code: 'FRAME_GONE', frame_id: broken.at(-1) });
  }
  await rm(file);
  expect((await get(broken[0])).statusCode).toBe(410);
  const next = await server.app.inject(`/frames/next-valid?frame_id=${ids.at(-1)}&limit=100`);
  expect(next.json()).toMatchObject({ frame_id: kept[0], skipped_count: COUNT });
  const previous = await server.app.inject(
    `/frames/next-valid?frame_id=${broken[0]}&direction=backward`,
  );
  expect(previous.json()).toMatchObject({ frame_id: ids.at(-1), skipped_count: 0 });
});

test('a frame that takes too long is a 408, and its decoding stops', async () => {
  const readings: Promise<Buffer>[] = [];
  await using hurried = await testServer((real) => ({
    media: {
      ...real.media,
      readJpeg(frame, signal) {
        const reading = real.media.readJpeg(frame, signal);
        readings.push(reading);
        return reading;
      },
    },
    limits: { ...real.limits, frameTimeoutMs: 1 },
  }));
  const added = await addVideo(hurried, 'slow', Date.parse('2026-02-03T09:00:00Z'));
  // The last frame before a key frame: thirty frames are to be decoded, which takes more than 1 ms.
  const reply = await get(added[29], hurried);
  expect(reply.statusCode).toBe(408);
  expect(reply.json().code).toBe('FRAME_TIMEOUT');
  for (const outcome of await Promise.allSettled(readings)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'FRAME_TIMEOUT' } });
  }
});
