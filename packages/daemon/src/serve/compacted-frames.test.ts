/** What callers see of frames that moved from snapshots into a video chunk: the same, but for the place of the file. */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chunkProcess } from '#store/compaction/chunk-process.ts';
import { openCompaction } from '#store/compaction/compaction.ts';
import type { Media } from '#store/media/media.ts';
import { numberedPicture, numberOf } from '#store/testing/numbered-picture.ts';
import { NOW_MS, type TestServer, testServer } from './server.fixture.ts';

const HOUR_MS = 3_600_000;
const FRAMES = 9;

async function serverWithFrames(): Promise<{
  server: TestServer;
  ids: number[];
  compact(): Promise<string[]>;
}> {
  let media: Media | undefined;
  const server = await testServer((real) => {
    media = real.media;
    return {};
  });
  const frames = [];
  for (let number = 1; number <= FRAMES; number++) {
    const file_path = join(dirname(server.dataDir), `${number}.jpg`);
    await writeFile(file_path, await numberedPicture(number));
    const timestamp = new Date(NOW_MS - 3 * HOUR_MS + number * 1_000).toISOString();
    const ocr_results = [{ text: `frame number${number} of the plan` }];
    frames.push({
      file_path,
      timestamp,
      app_name: 'Editor',
      window_name: 'plan',
      ocr_results,
      tags: ['t'],
    });
  }
  const ids = await server.add('frames', frames);
  return {
    server,
    ids,
    async compact() {
      if (!media) throw new Error('no media');
      const { store, dataDir } = server;
      let nowMs = NOW_MS;
      const compaction = openCompaction({
        dataDir,
        store,
        media,
        makeChunk: chunkProcess(0),
        nowMs: () => nowMs,
      });
      const { signal } = new AbortController();
      const kinds: string[] = [];
      for (;;) {
        const { kind } = await compaction.compactNext(signal);
        if (kind === 'nothing') break;
        kinds.push(kind);
      }
      nowMs += HOUR_MS;
      await compaction.removeDiscarded(signal);
      return kinds;
    },
  };
}

/** Without what reports where the picture lies. */
function placeless(body: string): unknown {
  return JSON.parse(body, (name, value: unknown) =>
    name === 'file_path' || name === 'offset_index' ? 'somewhere' : value,
  );
}

const PAGES = [
  '/search?q=plan&content_type=ocr&limit=20',
  '/search?q=number7&content_type=all',
  '/search/keyword?query=plan&limit=20',
  `/timeline?start_time=${new Date(NOW_MS - 4 * HOUR_MS).toISOString()}&end_time=${new Date(NOW_MS).toISOString()}&limit=50`,
];

describe('frames in a video chunk', () => {
  test('are found, listed and shown as before', { timeout: 180_000 }, async () => {
    const { server, ids, compact } = await serverWithFrames();
    await using _ = server;
    const { app } = server;
    const pages = [
      ...PAGES,
      ...ids.flatMap((id) => [`/frames/${id}/metadata`, `/frames/${id}/text`]),
    ];
    const before = await Promise.all(pages.map((page) => app.inject(page)));
    expect(before.map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200));
    expect(await compact()).toEqual(['moved']);
    for (const [i, page] of pages.entries()) {
      const after = await app.inject(page);
      expect(placeless(after.body), page).toEqual(placeless(before[i]?.body ?? ''));
    }

    for (const [offset, id] of ids.entries()) {
      const image = await app.inject(`/frames/${id}`);
      expect(image.statusCode).toBe(200);
      expect(image.headers['content-type']).toBe('image/jpeg');
      expect(await numberOf(image.rawPayload)).toBe(offset + 1);
      const metadata = (await app.inject(`/frames/${id}/metadata`)).json();
      expect(metadata).toMatchObject({ offset_index: offset, width: 320, height: 200 });
      expect(metadata.file_path).toMatch(/\/data\/2026-02-03\/\d+_monitor-1\.mp4$/);
    }
    const next = await app.inject(`/frames/next-valid?frame_id=${ids[0]}`);
    expect(next.json()).toMatchObject({ frame_id: ids[1], skipped_count: 0 });
  });

  test('are a 410 each when their file is cut', { timeout: 180_000 }, async () => {
    const { server, ids, compact } = await serverWithFrames();
    await using _ = server;
    await compact();
    const { file_path } = (await server.app.inject(`/frames/${ids[0]}/metadata`)).json();
    const whole = await readFile(file_path);
    await writeFile(file_path, whole.subarray(0, whole.length >> 1));
    const last = await server.app.inject(`/frames/${ids.at(-1)}`);
    expect(last.statusCode).toBe(410);
    expect(last.json()).toMatchObject({ error_type: 'video_corrupted', file_path });
  });
});
