import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorText, ServiceError } from '#core/errors.ts';
import type { Media } from '#store/media/media.ts';
import { portOf } from '../http/raw-exchange.fixture.ts';
import { type TestServer, testServer } from '../server.fixture.ts';

const FRAMES = 150;

let server: TestServer;
const reads = {
  begun: 0,
  aborted: 0,
  stallAfter: Number.POSITIVE_INFINITY,
  failure: undefined as Error | undefined,
};

beforeAll(async () => {
  server = await testServer(({ media }) => ({ media: stallable(media) }));
  const image = await server.makeImage({ width: 600, height: 400 });
  const frames = Array.from({ length: FRAMES }, (_, index) => ({
    file_path: image,
    timestamp: 1_770_109_200 + index,
    ocr_results: [{ text: `frame "${index}"` }],
  }));
  await server.add('frames', [...frames, { timestamp: 1_770_109_100 }]);
  await server.add('transcription', { transcription: 'spoken', timestamp: 1_770_109_000 });
});
afterAll(() => server.close());

/** Reads images until the test wants it to hang; then only the signal ends a read. */
function stallable(media: Media): Media {
  return {
    ...media,
    async readJpeg(frame, signal) {
      reads.begun += 1;
      if (reads.begun > reads.stallAfter && signal !== undefined) {
        await once(signal, 'abort');
        reads.aborted += 1;
        signal.throwIfAborted();
      }
      if (reads.failure) throw reads.failure;
      return media.readJpeg(frame, signal);
    },
  };
}

interface Page {
  data: { type: string; content: { frame_id?: number; frame?: string | null } }[];
  pagination: unknown;
}

async function page(path: string): Promise<Page> {
  const reply = await server.app.inject(path);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  return reply.json();
}

describe('include_frames', () => {
  test.each(['/timeline', '/search'])('of %s holds for a page of any length', async (path) => {
    const limit = 1000;
    const plain = await page(`${path}?limit=${limit}`);
    const filled = await page(`${path}?limit=${limit}&include_frames=true`);
    expect(filled.pagination).toEqual({ limit, offset: 0, total: FRAMES + 2 });
    const withoutImages = filled.data.map(({ type, content }) => ({
      type,
      content: type === 'OCR' ? { ...content, frame: null } : content,
    }));
    expect(withoutImages).toEqual(plain.data);
    const images = filled.data.filter(({ content }) => content.frame?.startsWith('/9j/'));
    expect(images).toHaveLength(FRAMES);
  });

  test('leaves the image of a frame out whose file is missing', async () => {
    const [first] = (await page('/search?content_type=ocr&limit=1')).data;
    const id = first?.content.frame_id ?? 0;
    const { file_path } = (await server.app.inject(`/frames/${id}/metadata`)).json();
    await rm(file_path);
    const { data } = await page('/search?content_type=ocr&limit=2&include_frames=true');
    expect(data.map(({ content }) => typeof content.frame)).toEqual(['object', 'string']);
  });

  test.each(['OFFLOAD_FETCHING', 'OFFLOAD_UNREACHABLE', 'OFFLOAD_LOST'] as const)(
    'leaves images out that were moved elsewhere and answer %s',
    async (code) => {
      reads.failure = new ServiceError(errorText(code, { place: 'place' }));
      const { data } = await page('/search?content_type=ocr&limit=2&include_frames=true');
      reads.failure = undefined;
      expect(data.map(({ content }) => content.frame)).toEqual([null, null]);
    },
  );

  test('is an empty page where nothing matches', async () => {
    expect(await page('/search?q=nothing&include_frames=true')).toEqual({
      data: [],
      pagination: { limit: 20, offset: 0, total: 0 },
    });
  });

  test('stops reading images when the client goes away', async () => {
    Object.assign(reads, { begun: 0, stallAfter: 8 });
    const path = `/search?content_type=ocr&limit=${FRAMES}&include_frames=true`;
    const request = get({ port: await portOf(server.app), path });
    const [response] = await once(request, 'response');
    response.resume();
    await expect.poll(() => reads.begun).toBe(12);
    response.destroy();
    await expect.poll(() => reads.aborted).toBe(4);
    expect(reads.begun).toBe(12);
  });
});
